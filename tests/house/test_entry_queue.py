"""Thousands come back at once: who comes in first, and how many at a time."""

from collections.abc import Callable
from functools import partial

import pytest

from game_server.config import RoomSettings
from game_server.house.entry_queue import EntryQueue, Urgency
from game_server.players.player_account import BARRED
from game_server.store import measures
from game_server.store.transaction import Transaction
from protocol import messages
from protocol.messages import Refused, Session
from tests.house.world import Client, World

TABLES = [
    RoomSettings(name, "holdem", "standard", "play", 200, 4_000, 40_000, pause=0.5)
    for name in ("first", "second")
]


def waits(queue: EntryQueue, urgency: Urgency, then: Callable[[], object]) -> None:
    queue.turn(urgency).addCallback(lambda _: then())


def test_of_those_who_wait_the_most_urgent_is_next_and_then_who_came_first() -> None:
    queue, came = EntryQueue(at_once=2), list[str]()
    for place, urgency in enumerate((2, 2, 2, 1, 0, 2, 1, 0)):
        waits(queue, Urgency(urgency), partial(came.append, f"{urgency}{place}"))
    assert came == ["20", "21"]
    while len(queue):
        queue.over()
    assert came == ["20", "21", "04", "07", "13", "16", "22", "25"]


def test_no_more_come_in_at_a_time_than_may() -> None:
    queue, inside = EntryQueue(at_once=3), 0

    def enter() -> None:
        nonlocal inside
        inside += 1

    for _ in range(10):
        waits(queue, Urgency.OTHERS, enter)
    for gone in range(10):
        assert inside == min(10, 3 + gone)
        queue.over()
    waits(queue, Urgency.OTHERS, enter)
    assert inside == 11


def test_thousands_who_are_gone_before_their_turn_hold_up_nobody() -> None:
    queue, came = EntryQueue(at_once=1), list[str]()
    waits(queue, Urgency.OTHERS, lambda: None)
    for _ in range(5_000):
        waits(queue, Urgency.IN_PLAY, queue.over)
    waits(queue, Urgency.OTHERS, lambda: came.append("last"))
    queue.over()
    assert came == ["last"]


def killed_in_play() -> tuple[World, dict[str, Client]]:
    """A house killed in the middle of a hand of two, with one who only watches and one who has no
    table: they, by what they are to their tables."""
    world = World(*TABLES)
    players = [world.client() for _ in range(2)]
    for client in players:
        client.seat("first")
    watching, away = world.client(), world.client()
    watching.ask(messages.Join, "second")
    world.until(lambda: any(client.asked for client in players))
    world.restart()
    asked = next(client for client in players if client.asked)
    other = next(client for client in players if client is not asked)
    return world, {"away": away, "watching": watching, "other": other, "asked": asked}


def bar(world: World, player: int) -> None:
    def write(conn: Transaction) -> None:
        measures.take(
            conn, player=player, kind=BARRED, at=1, until=None, reason="cheats", who="ann"
        )

    world.wait(world.store.write(write))


def come_back(world: World, who: Client) -> Client:
    client = Client(world)
    client.say(messages.Resume(client.next(), who.token, tuple(who.seen.values())))
    return client


def test_whom_a_table_waits_for_is_in_before_those_who_came_earlier() -> None:
    world, people = killed_in_play()
    queue = world.house.logins.entry_queue = EntryQueue(at_once=1)
    queue.turn(Urgency.OTHERS)
    back = {name: come_back(world, who) for name, who in people.items()}
    world.run(0.5)
    assert not any(client.heard(Session) for client in back.values())
    queue.over()
    world.run(0.5)
    came = [player.id for player in world.house.online]
    assert came == [people[name].id for name in ("asked", "other", "away", "watching")]
    assert all(client.heard(Session) for client in back.values())


@pytest.mark.parametrize("how", ["barred", "gone"])
def test_who_may_not_come_in_any_more_when_the_turn_comes_does_not(how: str) -> None:
    world, people = killed_in_play()
    queue = world.house.logins.entry_queue = EntryQueue(at_once=1)
    queue.turn(Urgency.OTHERS)
    client, other = come_back(world, people["asked"]), come_back(world, people["other"])
    world.run(0.5)
    if how == "barred":
        bar(world, people["asked"].id)
    else:
        client.lose()
    queue.over()
    world.run(0.5)
    assert not client.heard(Session)
    assert [one.code for one in client.heard(Refused)] == (["barred"] if how == "barred" else [])
    assert other.heard(Session), "the next has the turn"
