"""Who busts the house at 21: kept with the round that did it, and told to whoever asks."""

from collections.abc import Callable

import pytest

from game_server.bank.entries import escrow
from game_server.config import RoomSettings
from game_server.lobby.limit import winnings_limit
from game_server.lobby.opening import configured
from game_server.store import busters, ledger
from protocol import messages as said
from protocol.messages import Buster, BusterList
from protocol.words import Act
from tests.house.world import Client, World

TABLE = "21"


def table(limit: int = 50_000, preset: str = "twenty_one", stake: int = 0) -> RoomSettings:
    return RoomSettings(
        TABLE, "blackjack", preset, "play", stake, 500, 60_000, winnings_limit=limit, pause=1.0
    )


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


def until(world: World, client: Client, done: Callable[[], bool]) -> None:
    for _ in range(4_000):
        if done():
            return
        stands(client)
        world.clock.advance(0.25)
    raise AssertionError("It never comes.")


def listed(client: Client) -> tuple[Buster, ...]:
    answer = client.ask(said.Busters)
    assert isinstance(answer, BusterList)
    return answer.busters


@pytest.mark.req("B-P2.7", "B-6.4.3")
def test_who_wins_more_than_the_limit_has_busted_the_house_and_is_listed() -> None:
    world = World(table(limit=20_700))
    ann = player(world, 20_000)
    assert listed(ann) == ()
    until(world, ann, lambda: chips(world, ann) > 20_700)
    world.run(0.5)
    (one,) = listed(ann)
    assert (one.name, one.amount) == ("Ann", chips(world, ann))
    assert abs(one.at - world.time()) < 60
    # It is on disk with the round that did it, and anybody is told.
    world.restart()
    assert listed(world.client("Ben")) == (one,)
    world.check()


def test_to_have_just_the_limit_is_not_to_bust_the_house() -> None:
    world = World(table(limit=20_500))
    ann = player(world, 20_000)
    until(world, ann, lambda: chips(world, ann) == 20_500)
    world.run(0.3)
    assert busters.last(world.conn) == ()


def test_who_brings_more_than_the_limit_has_won_nothing() -> None:
    world = World(table(limit=20_000))
    ann = player(world, 30_000)
    until(world, ann, lambda: chips(world, ann) > 30_500)
    assert busters.last(world.conn) == ()


def test_the_limit_goes_with_the_stake_and_is_of_the_game_of_21_alone() -> None:
    assert winnings_limit(configured(table())) == 50_000
    assert winnings_limit(configured(table(stake=5_000))) == 500_000
    assert winnings_limit(configured(table(limit=0))) == 0
    for preset in ("casino", "standard"):
        assert winnings_limit(configured(table(preset=preset))) == 0
    assert winnings_limit(configured(RoomSettings("h", "holdem", "standard"))) == 0


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
    assert isinstance(ann.ask(said.Profile, "Anna", ""), said.Ok)
    assert listed(ben)[0].name == "Anna"
