"""Who busts the house at 21: kept with the round that did it, and told to whoever asks."""

from collections.abc import Callable
from typing import Any

import pytest

from game_server.bank.entries import escrow
from game_server.config import DEFAULT_ROOMS, RoomSettings
from game_server.lobby.opening import configured
from game_server.rules.catalogue import GAMES
from game_server.store import busters, ledger
from game_server.table.winnings_limit import winnings_limit
from protocol import messages
from protocol.messages import Buster, BusterList, Left, Notice, Purse
from protocol.words import Act
from tests.house.world import Client, World
from tests.table_probe import TableProbe

TABLE = "21"


def table(limit: int = 50_000, preset: str = "twenty_one", stake: int = 0) -> RoomSettings:
    return RoomSettings(
        TABLE, "blackjack", preset, "play", stake, 500, 60_000, winnings_limit=limit, pause=1.0
    )


def winnings(room: RoomSettings) -> int:
    return winnings_limit(configured(room), GAMES[room.game])


def player(world: World, chips: int, name: str = "Ann") -> Client:
    client = world.client(name)
    client.seat(TABLE, chips)
    return client


def stands(client: Client) -> None:
    """The least bet, and whatever comes."""
    for name, asked in list(client.asked.items()):
        del client.asked[name]
        offers = {option.verb: option for option in asked.ask.options}
        for verb in (*(("deal",) if "deal" in offers else ("bet",)), "stand", "decline"):
            if verb in offers:
                client.act(name, asked.turn, Act(verb, offers[verb].low))
                break


def chips(world: World, client: Client) -> int:
    return ledger.balance(world.conn, escrow(TABLE, client.id, "play"))


def until(world: World, client: Client, done: Callable[[], bool], *others: Client) -> None:
    for _ in range(4_000):
        if done():
            return
        for one in (client, *others):
            stands(one)
        world.clock.advance(0.25)
    raise AssertionError("It never comes.")


def listed(client: Client) -> tuple[Buster, ...]:
    answer = client.ask(messages.Busters)
    assert isinstance(answer, BusterList)
    return answer.busters


def purse(client: Client) -> int:
    return client.heard(Purse)[-1].play


@pytest.mark.req("B-P2.7", "B-6.4.3", "B-6.4.4")
def test_who_wins_more_than_the_limit_is_paid_out_and_listed_and_all_are_told() -> None:
    world = World(table(limit=20_700))
    ann, ben = player(world, 20_000), player(world, 20_000, "Ben")
    looks_on = world.client("Cleo")
    looks_on.ask(messages.Join, TABLE)
    brought = purse(ann)
    assert listed(ann) == ()
    until(world, ann, lambda: bool(ann.heard(Left)), ben)
    (left,), (one,) = ann.heard(Left), listed(ann)
    assert (left.table, left.code) == (TABLE, "busted")
    assert (one.name, purse(ann)) == ("Ann", brought + one.amount)
    assert one.amount > 20_700
    assert chips(world, ann) == 0
    assert abs(one.at - world.time()) < 60
    for other in (ben, looks_on):
        (told,) = [one for one in other.heard(Notice) if one.code == "house_busted"]
        assert told.facts == {"name": "Ann", "amount": one.amount}
    assert "house_busted" not in ann.codes(), "her own page says it"
    # The others play on.
    rounds = world.probe(TABLE).rounds
    until(world, ben, lambda: world.probe(TABLE).rounds > rounds)
    assert not ben.heard(Left)
    world.check()


def test_to_have_just_the_limit_is_not_to_bust_the_house() -> None:
    world = World(table(limit=20_500))
    ann = player(world, 20_000)
    until(world, ann, lambda: chips(world, ann) == 20_500)
    world.run(0.3)
    assert busters.last(world.conn) == ()
    assert not ann.heard(Left)


def test_a_bust_is_whole_after_a_power_cut_or_never_was() -> None:
    world = World(table(limit=20_700))
    ann = player(world, 20_000)
    until(world, ann, lambda: bool(ann.heard(Left)))
    (one,) = listed(ann)
    world.restart()
    assert listed(world.client("Ben")) == (one,)
    assert world.probe(TABLE).seats == {}
    world.check()


def test_who_leaves_after_the_round_that_busts_the_house_reads_that_it_did() -> None:
    world = World(table(limit=20_700))
    ann = player(world, 20_000)
    until(world, ann, lambda: chips(world, ann) == 20_500)
    until(world, ann, lambda: world.probe(TABLE).round is not None)
    ann.ask(messages.Leave, TABLE, "after_round")
    until(world, ann, lambda: bool(ann.heard(Left)))
    assert [one.code for one in ann.heard(Left)] == ["busted" if listed(ann) else "left"]


def test_who_brings_more_than_the_limit_has_won_nothing() -> None:
    world = World(table(limit=20_000))
    ann = player(world, 30_000)
    until(world, ann, lambda: chips(world, ann) > 30_500)
    assert busters.last(world.conn) == ()
    assert not ann.heard(Left)


def test_in_a_usual_house_nobody_sits_down_near_the_limit() -> None:
    (room,) = [one for one in DEFAULT_ROOMS if one.preset == "twenty_one"]
    assert 0 < 2 * room.most_buy_in <= winnings(room)
    assert room.least_buy_in < room.most_buy_in


@pytest.mark.parametrize("stake", [0, 500, 2_000])
@pytest.mark.parametrize("wish", [{}, {"buy_in": 30_000}, {"unhurried": True, "buy_in": 60_000}])
def test_at_a_table_of_ones_own_the_limit_is_ten_times_what_one_brings(
    stake: int, wish: dict[str, Any]
) -> None:
    world = World(table())
    ann = world.client("Ann")
    joined = ann.ask(messages.OpenRoom, "blackjack", "twenty_one", stake, **wish)
    assert isinstance(joined, messages.Joined), joined
    room = world.probe(joined.room.table)
    least = 50_000 * (stake or 500) // 500
    assert room.winnings_limit == max(least, 10 * joined.room.most_buy_in)
    world.restart()
    again = world.house.lobby.runners.get(joined.room.table)
    assert again is None or TableProbe.of(again).winnings_limit == room.winnings_limit


def test_the_limit_goes_with_the_stake_and_is_of_the_game_of_21_alone() -> None:
    assert winnings(table()) == 50_000
    assert winnings(table(stake=5_000)) == 500_000
    assert winnings(table(limit=0)) == 0
    for preset in ("casino", "standard"):
        assert winnings(table(preset=preset)) == 0
    assert winnings(RoomSettings("h", "holdem", "standard")) == 0


def test_the_last_ten_are_listed_the_newest_first_by_what_they_are_called_now() -> None:
    world = World(table())
    ann, ben = world.client("Ann"), world.client("Ben")
    for nth in range(14):
        busters.note(
            world.conn, player=(ann if nth % 2 else ben).id, at=nth * 1_000, amount=nth + 1
        )
    last = listed(ann)
    assert [one.amount for one in last] == [14, 13, 12, 11, 10, 9, 8, 7, 6, 5]
    assert [one.name for one in last[:2]] == ["Ann", "Ben"]
    assert isinstance(ann.ask(messages.Profile, "Anna", ""), messages.Ok)
    assert listed(ben)[0].name == "Anna"
