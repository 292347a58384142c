"""Rooms whose rules differ from their preset: wished, listed, played, kept over a restart."""

import pytest

from game_server.config import RoomSettings
from game_server.lobby.opening import configured
from protocol import messages
from protocol.choices import OptionValue
from protocol.events import Moved, RoundBegan
from protocol.messages import Joined, Refused, Rooms, TheRules, Told
from protocol.words import Refusal
from tests.house.test_lobby import opened
from tests.house.test_whole_rounds import ROOMS
from tests.house.world import Client, World
from tests.table_probe import TableProbe

PUB = {"swedish_pub": True, "five_hit_bonus": True, "insurance": False, "surrender": False}


def room_of(client: Client, table: str) -> messages.Room:
    return next(one.room for one in reversed(client.heard(Joined)) if one.room.table == table)


def test_the_rules_of_a_game_say_what_can_be_chosen_in_a_room() -> None:
    client = World(ROOMS["roulette"]).client("Anna")
    rules = client.ask(messages.RulesOf, "blackjack", "twenty_one")
    assert isinstance(rules, TheRules)
    found = {one.name: one for one in rules.choices}
    assert {"swedish_pub", "five_hit_bonus", "insurance", "surrender", "max_bet"} <= found.keys()
    assert (found["decks"].kind, found["decks"].low, found["decks"].high) == ("number", 1, 8)
    assert found["dealer"].values == ("s17", "h17", "hit_all_17")
    assert "min_bet" not in found
    groups = [one.group for one in rules.choices]
    assert groups == sorted(groups, key=groups.index), "a group stands together"


def test_a_room_is_played_by_the_options_that_were_chosen() -> None:
    world = World(ROOMS["roulette"])
    client = world.client("Anna")
    wish = {**PUB, "decks": 2, "max_bet": 20_000}
    table = opened(world, client, "blackjack", "twenty_one", options=wish)
    options = world.probe(table).options
    assert (options.swedish_pub, options.five_hit_bonus) == (True, True)
    assert (options.insurance, options.surrender) == (False, False)
    assert (options.decks, options.max_bet, options.min_bet) == (2, 20_000, 500)
    assert room_of(client, table).options == wish
    client.ask(messages.Queue, table)
    client.sit(table, 50_000)
    world.until(lambda: bool(client.asked))
    began = client.heard(Told)[0].events[0]
    assert isinstance(began, RoundBegan)
    assert began.options["swedish_pub"] is True
    bet = client.asked[table].ask.option("bet")
    assert bet is not None
    assert bet.high == 20_000


def test_a_room_of_ten_with_antes_is_opened_and_played() -> None:
    world = World(ROOMS["roulette"])
    client = world.client("Anna")
    wish = {"most": 10, "ante": 100, "ante_from": "all"}
    more = {"stake": 1_000, "buy_in": 50_000, "bots": 9, "bot_buy_in": 50_000}
    table = opened(world, client, "holdem", "standard", options=wish, **more)
    client.ask(messages.Queue, table)
    client.sit(table, 50_000)
    world.until(lambda: bool(client.asked))
    events = [event for told in client.heard(Told) for event in told.events]
    began = next(event for event in events if isinstance(event, RoundBegan))
    assert len(began.stacks) == 10
    antes = [event for event in events if isinstance(event, Moved) and event.why == "ante"]
    assert [event.amount for event in antes] == [100] * 10
    world.check()


def test_what_is_wished_as_the_preset_has_it_is_no_departure() -> None:
    world = World(ROOMS["roulette"])
    client = world.client("Anna")
    table = opened(world, client, "blackjack", "standard", options={"decks": 6, "peek": True})
    assert room_of(client, table).options == {}


def test_a_public_room_shows_in_the_lobby_that_it_departs() -> None:
    world = World(ROOMS["roulette"])
    watcher, owner = world.client("Watcher"), world.client("Anna")
    watcher.ask(messages.Lobby)
    opened(world, owner, "doudizhu", "house", private=False, options={"online": True})
    world.run(0.5)
    listed = [room for one in watcher.heard(Rooms) for room in one.rooms]
    assert [room.options for room in listed if room.game == "doudizhu"] == [{"online": True}]


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        ({"decks": 12}, "option_wrong"),
        ({"decks": "6"}, "option_wrong"),
        ({"unit": 3}, "no_option"),
        ({"nonsense": 1}, "no_option"),
        ({"max_bet": 200}, "options_clash"),
    ],
)
def test_a_wish_outside_is_refused_with_its_code_and_opens_nothing(
    wish: dict[str, OptionValue], code: str
) -> None:
    world = World(ROOMS["roulette"])
    client = world.client("Anna")
    refused = client.ask(messages.OpenRoom, "blackjack", "twenty_one", options=wish)
    assert isinstance(refused, Refused)
    assert refused.code == code
    assert refused.text.endswith(".")
    assert len(world.house.lobby.runners) == 1
    world.check()


def test_house_odds_cannot_be_had_without_their_cap() -> None:
    client = World(ROOMS["roulette"]).client("Anna")
    for preset, wish in (
        ("standard", {"corner_pays": 11}),
        ("standard", {"half_pays": 2}),
        ("house", {"table_cap": 0}),
        ("house", {"counts": True}),
    ):
        refused = client.ask(messages.OpenRoom, "roulette", preset, options=wish)
        assert isinstance(refused, Refused)
        assert refused.code == "no_option"


def test_alone_against_bots_one_plays_by_the_options_too() -> None:
    world = World(ROOMS["roulette"])
    client = world.client("Anna")
    table = opened(world, client, "holdem", "casino", bots=2, options={"single_pot": True})
    assert world.probe(table).options.single_pot
    assert world.runner(table).config.solo


def test_fewer_seats_are_fewer_seats_for_bots_as_well() -> None:
    world = World(ROOMS["roulette"])
    client = world.client("Anna")
    refused = client.ask(messages.OpenRoom, "holdem", "standard", bots=3, options={"most": 3})
    assert isinstance(refused, Refused)
    assert (refused.code, refused.facts["most"]) == ("bots_many", 2)
    table = opened(world, client, "holdem", "standard", options={"most": 3})
    assert room_of(client, table).seats == 3


def test_a_restart_keeps_the_options_of_a_room_and_of_the_round_in_it() -> None:
    world = World(ROOMS["roulette"])
    client = world.client("Anna")
    table = opened(world, client, "holdem", "standard", bots=2, options={"single_pot": True})
    client.sit(table, 50_000)
    world.until(lambda: bool(client.asked))
    world.restart()
    back = client.resumed()
    runner = world.runner(table)
    assert runner.config.chosen == {"single_pot": True}
    assert TableProbe.of(runner).options.single_pot
    assert table in back.asked
    assert runner.listing.options == {"single_pot": True}
    back.plays = True
    number = TableProbe.of(runner).rounds
    world.until(
        lambda: TableProbe.of(runner).rounds > number or TableProbe.of(runner).over, step=0.25
    )
    began = [e for told in back.heard(Told) for e in told.events if isinstance(e, RoundBegan)]
    assert not began or all(one.options["single_pot"] is True for one in began)
    world.check()


def test_deal_me_in_prefers_the_rules_as_they_are_named() -> None:
    world = World(ROOMS["roulette"])
    owner, other, guest = world.client("Anna"), world.client("Berta"), world.client("Carl")
    odd = opened(world, owner, "holdem", "standard", private=False, options={"single_pot": True})
    owner.ask(messages.Queue, odd)
    owner.sit(odd, 50_000)
    plain = opened(world, other, "holdem", "standard", private=False)
    joined = guest.ask(messages.QuickSeat, "holdem")
    assert isinstance(joined, Joined)
    assert joined.room.table == plain


def test_a_room_of_the_settings_has_the_options_that_are_written_there() -> None:
    settings = RoomSettings(
        "pub", "blackjack", "twenty_one", least_buy_in=500, most_buy_in=50_000, options=PUB
    )
    world = World(settings)
    client = world.client("Anna")
    joined = client.ask(messages.Join, "pub")
    assert isinstance(joined, Joined)
    assert joined.room.options == PUB
    assert world.probe("pub").options.swedish_pub


def test_a_wrong_option_in_the_settings_is_named_with_its_room() -> None:
    with pytest.raises(Refusal) as wrong:
        configured(RoomSettings("pub", "blackjack", "standard", options={"decks": 9}))
    assert str(wrong.value).startswith("Room 'pub': decks cannot be 9; it is a whole number from 1")


def test_a_round_under_chosen_options_is_settled_to_the_last_chip() -> None:
    world = World(ROOMS["roulette"])
    client = world.client("Anna")
    table = opened(world, client, "blackjack", "twenty_one", options=PUB)
    client.ask(messages.Queue, table)
    client.sit(table, 50_000)
    client.plays = True
    host = world.probe(table)
    world.until(lambda: host.rounds >= 12 and host.round is None, step=0.25)
    assert any(isinstance(e, Moved) for told in client.heard(Told) for e in told.events)
    world.check()
