"""What a new table may choose: its options as they are offered, wished, remembered and told."""

from dataclasses import asdict
from typing import Any

import pytest

from client_core import catalogue, wishes
from client_core.client import OptionRow, Wish
from client_core.rules import line
from client_core.text import LANGUAGES, Words
from game_server.bots.choosing import names
from game_server.rules.catalogue import GAMES
from game_server.table.room_wishes import wished
from protocol import messages
from protocol.choices import RuleChoice
from protocol.messages import Room
from tests.client.device import Device

PUB = {"swedish_pub": True, "decks": 2}


def told(one: Device, game: str, preset: str, *more: RuleChoice) -> None:
    """The house answers what is asked of these rules."""
    if one.client.rules.view(game, preset) is None:
        rules = GAMES[game]
        number = one.last(messages.RulesOf).id
        options = {**asdict(rules.presets[preset]), **{choice.name: 1 for choice in more}}
        choices = (*rules.offered(preset), *more)
        one.house(messages.TheRules(number, game, preset, options, choices))


def rows(
    one: Device, game: str, preset: str, stake: int = 0, **chosen: Any
) -> dict[str, OptionRow]:
    groups = one.client.opening.options(game, preset, stake, chosen)
    return {row.name: row for group in groups for row in group.rows}


def test_the_options_of_a_game_come_grouped_with_words_and_what_they_mean() -> None:
    one = Device()
    one.come_in()
    assert one.client.opening.options("blackjack", "twenty_one", 0, {}) == ()
    told(one, "blackjack", "twenty_one")
    groups = one.client.opening.options("blackjack", "twenty_one", 0, {})
    assert [group.label for group in groups] == [
        "The table", "Bets", "The shoe", "The dealer", "Your choices", "Payouts",
    ]  # fmt: skip
    found = rows(one, "blackjack", "twenty_one", **PUB)
    pub, decks = found["swedish_pub"], found["decks"]
    assert (pub.label, pub.note) == ("Swedish pub", "Ties at 17, 18 and 19 lose.")
    assert (pub.value, pub.changed, decks.value, decks.changed) == (True, True, 2, True)
    assert decks.picks[0] == (1, "1")
    assert decks.note == "Packs in the shoe: 2."
    assert not found["insurance"].changed
    assert dict(found["dealer"].picks)["h17"] == "Hits soft 17"


def test_what_needs_another_option_waits_for_it() -> None:
    one = Device()
    one.come_in()
    one.client.opening.options("blackjack", "standard", 0, {})
    told(one, "blackjack", "standard")
    assert rows(one, "blackjack", "standard")["max_hands"].able
    assert not rows(one, "blackjack", "standard", split=False)["max_hands"].able


def test_amounts_are_offered_in_proportion_to_the_stake() -> None:
    one = Device()
    one.come_in()
    one.client.opening.options("blackjack", "twenty_one", 0, {})
    told(one, "blackjack", "twenty_one")
    at_ten = rows(one, "blackjack", "twenty_one", 1_000)["max_bet"]
    assert dict(at_ten.picks)[10_000] == "100"
    assert at_ten.picks[-1] == (0, "No limit")
    usual = rows(one, "blackjack", "twenty_one")["max_bet"]
    assert [cents for cents, _ in usual.picks] == [5_000, 25_000, 50_000, 250_000, 0]
    assert at_ten.value == 10_000, "the usual largest bet goes with the stake"
    one.client.opening.options("holdem", "standard", 0, {})
    told(one, "holdem", "standard")
    antes = rows(one, "holdem", "standard")["ante"].picks
    assert antes[0] == (0, "No ante")
    assert [cents for cents, _ in antes] == sorted(cents for cents, _ in antes)
    assert not at_ten.changed


def test_an_option_that_this_client_has_no_words_for_is_told_in_those_of_the_house() -> None:
    one = Device()
    one.come_in()
    one.client.opening.options("sabacc", "house", 0, {})
    strange = RuleChoice("double_dice", "course", "number", (), 1, 3, text="How many dice.")
    told(one, "sabacc", "house", strange)
    row = rows(one, "sabacc", "house")["double_dice"]
    assert (row.label, row.note) == ("How many dice.", "")
    assert row.picks == ((1, "1"), (2, "2"), (3, "3"))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_option_and_every_value_has_words(game: str, language: str) -> None:
    words = Words(language)
    for preset in GAMES[game].presets:
        for one in GAMES[game].offered(preset):
            assert words.has(f"option.{game}.{one.name}"), one.name
            assert words.has(f"option.group.{one.group}"), one.group
            for value in one.values:
                assert words.has(f"option.{game}.{one.name}.{value}"), (one.name, value)
            if one.kind == "money":
                assert words.has(f"option.{game}.{one.name}.0"), one.name
            if one.kind == "flag":
                assert words.say(f"rule.{game}.{one.name}.yes"), one.name


def test_only_what_differs_is_wished_and_it_is_proposed_the_next_time() -> None:
    one = Device()
    one.come_in()
    one.client.opening.options("blackjack", "twenty_one", 0, {})
    told(one, "blackjack", "twenty_one")
    chosen = one.client.opening.departures(
        "blackjack", "twenty_one", 0, {**PUB, "peek": True, "x": 1}
    )
    assert chosen == PUB
    one.client.opening.play_solo(
        "blackjack", "twenty_one", 2, buy_in=20_000, options=chosen, stake=1_000
    )
    sent = one.last(messages.OpenRoom)
    assert (sent.options, sent.stake, sent.bots) == (PUB, 1_000, 2)
    one.client.opening.open_room("doudizhu", "standard", options={"online": True}, counter=True)
    assert one.last(messages.OpenRoom).options == {"online": True}
    again = Device(kept=one.kept)
    wish = again.client.opening.last_wish("solo", "blackjack")
    assert wish is not None
    assert (wish.preset, wish.bots, wish.stake, wish.options) == ("twenty_one", 2, 1_000, PUB)
    last = again.client.opening.last_wish("open")
    assert last is not None
    assert (last.game, last.counter) == ("doudizhu", True)
    assert again.client.opening.last_wish("open", "blackjack") is None


def test_wishes_that_cannot_be_read_are_none_and_old_ones_are_forgotten() -> None:
    for kept in ("", "[]", "{", '{"solo/a/b": 5}', '{"solo/a/b": {"stake": "x"}}',
                 '{"solo/a/b": {"options": {"x": []}}}'):  # fmt: skip
        assert wishes.last(kept, "solo") is None
    kept = ""
    for number in range(wishes.MOST + 5):
        kept = wishes.remembered(kept, "open", Wish("g", f"p{number}"))
    assert wishes.last(kept, "open", "g", "p0") is None
    newest = wishes.last(kept, "open")
    assert newest is not None
    assert newest.preset == f"p{wishes.MOST + 4}"


def test_the_rules_of_a_room_tell_what_is_otherwise_there() -> None:
    one = Device()
    one.come_in()
    options = {"single_pot": True, "losers_may_muck": False}
    room = Room("t", "holdem", "standard", "play", 200, 4_000, 20_000, 7, options=options)
    one.house(messages.Joined(one.client.lobby.join("t"), room), messages.Seats("t", {}, None, 1))
    one.client.rules.view("holdem", "standard", "t")
    told(one, "holdem", "standard")
    rules = one.client.rules.view("holdem", "standard", "t")
    assert rules is not None
    assert set(rules.departs) == {"There are no side pots.", "Every hand is shown at the showdown."}
    assert "There are no side pots." in rules.lines
    plain = one.client.rules.view("holdem", "standard")
    assert plain is not None
    assert plain.departs == ()


def test_an_option_that_is_off_where_the_rules_say_nothing_of_that_is_told_by_its_name() -> None:
    one = Device()
    one.come_in()
    options = {"natural_sweeps": False}
    room = Room("t", "blackjack", "twenty_one", "play", 500, 500, 20_000, 8, options=options)
    one.house(messages.Joined(one.client.lobby.join("t"), room), messages.Seats("t", {}, None, 1))
    one.client.rules.view("blackjack", "twenty_one", "t")
    told(one, "blackjack", "twenty_one")
    rules = one.client.rules.view("blackjack", "twenty_one", "t")
    assert rules is not None
    assert rules.departs == ("A natural sweeps: Off",)


def test_the_list_of_rooms_marks_those_with_rules_of_their_own() -> None:
    one = Device()
    one.come_in()
    rooms = (
        Room("odd", "holdem", "standard", "play", 200, 4_000, 20_000, 7, options={"most": 5}),
        Room("plain", "holdem", "standard", "play", 200, 4_000, 20_000, 7),
    )
    one.house(messages.Rooms(rooms, whole=True))
    assert {row.table: row.departs for row in one.client.lobby.view.rooms} == {
        "odd": True,
        "plain": False,
    }


@pytest.mark.req("H-FR2")
@pytest.mark.parametrize("purse", [1_000, 30_000, 100_000, 10**7])
@pytest.mark.parametrize(
    ("game", "preset"),
    [(card.game, preset) for card in catalogue.GAMES.values() for preset in card.solo],
)
def test_the_house_opens_every_table_that_is_offered_for_playing_alone(
    game: str, preset: str, purse: int
) -> None:
    one = Device()
    one.come_in()
    one.house(messages.Purse(purse))
    one.client.opening.usual_stake(game, preset)
    told(one, game, preset)
    first = one.client.opening.solo_choices(game, preset)
    for stake in first.stakes or (0,):
        for able in first.buy_ins:
            choices = one.client.opening.solo_choices(game, preset, stake, able)
            assert choices.buy_in in choices.buy_ins
            assert choices.bot_buy_in in choices.bot_buy_ins
            assert max(choices.buy_ins) <= purse
            if purse < 30_000:
                continue
            for theirs in choices.bot_buy_ins:
                assert theirs <= choices.buy_in, "a bot brings no more than its opponent"
                wish = messages.OpenRoom(
                    1, game, preset, stake, True, choices.buy_in, choices.usual, "", theirs
                )
                assert wished(wish, "t", "", names(game)).stake == stake


def test_every_level_that_a_house_has_can_be_chosen() -> None:
    for card in catalogue.GAMES.values():
        there = {name for name in names(card.game) if name in (*catalogue.LEVELS, "house")}
        assert set(card.bots) == there, card.game


def test_what_is_proposed_is_a_round_number_of_stakes() -> None:
    one = Device()
    one.come_in()
    one.house(messages.Purse(100_000))
    one.client.opening.usual_stake("holdem", "heads_up")
    told(one, "holdem", "heads_up")
    choices = one.client.opening.solo_choices("holdem", "heads_up")
    assert choices.buy_in == 100 * choices.stake
    assert 2 * choices.buy_in <= 100_000
    dear = one.client.opening.solo_choices("holdem", "heads_up", 5_000)
    assert (dear.stake, dear.buy_in) == (5_000, 100_000), "the least there is"


def test_what_a_natural_pays_is_told_as_players_say_it() -> None:
    words = Words("en")
    told_ = [line("blackjack", "natural_pays", percent, words) for percent in (150, 120, 175)]
    assert told_ == [
        "A natural pays 3 to 2.", "A natural pays 6 to 5.", "A natural pays 175% of the bet."
    ]  # fmt: skip
