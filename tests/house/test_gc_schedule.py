"""When a house looks for garbage, and that what is played leaves none."""

import gc
from collections import Counter
from collections.abc import Iterator

import pytest
from twisted.internet.task import Clock

from game_server.gc_schedule import TOO_MANY, GcSchedule, grown
from game_server.net.timer_wheel import TimerWheel
from protocol import messages
from tests.house.test_whole_rounds import ROOMS, evening, play_rounds
from tests.house.world import Client, World


class Evening:
    """Counts what is played and swept."""

    def __init__(self) -> None:
        self.acts = self.sweeps = self.more = 0
        self.schedule = GcSchedule(lambda: self.acts, self.sweep, lambda: self.more)

    def sweep(self) -> None:
        self.sweeps += 1
        self.more = 0

    def look(self, played: int = 0) -> int:
        self.acts += played
        self.schedule.run()
        return self.sweeps


def test_a_house_is_swept_once_when_the_play_is_over() -> None:
    evening = Evening()
    assert [evening.look(played) for played in (5, 3, 0, 0, 0, 4, 0, 0)] == [0, 0, 1, 1, 1, 1, 2, 2]


def test_a_house_where_nothing_was_played_is_not_swept() -> None:
    evening = Evening()
    assert [evening.look() for _ in range(3)] == [0, 0, 0]


def test_a_house_that_never_rests_is_swept_when_it_cannot_wait() -> None:
    evening = Evening()
    for more in (0, TOO_MANY - 1):
        evening.more = more
        assert evening.look(10) == 0
    evening.more = TOO_MANY
    assert evening.look(10) == 1
    assert evening.look(10) == 1


@pytest.fixture
def unswept() -> Iterator[None]:
    """Garbage stays, to be looked at."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
        gc.enable()


def test_what_has_come_since_the_last_sweep_is_counted_though_none_sweeps(unswept: None) -> None:
    before = grown()
    kept: list[list[object]] = [[] for _ in range(10_000)]
    assert grown() - before >= len(kept)


@pytest.mark.parametrize("game", ROOMS)
def test_what_is_played_leaves_nothing_for_the_collector(game: str, unswept: None) -> None:
    world = evening(game, seed=2)
    play_rounds(world, 1)
    gc.collect()
    gc.set_debug(gc.DEBUG_SAVEALL)
    play_rounds(world, 2)
    gc.collect()
    assert Counter(type(one).__qualname__ for one in gc.garbage) == Counter()


def stays(world: World, name: str) -> None:
    """Somebody comes, is refused this and that, plays in a room of its own, and goes."""
    one = world.client(name, address=f"192.0.2.{len(name)}")
    room = ("holdem", "standard", 0, True)
    for kind, args in (
        (messages.Queue, ("nowhere",)),
        (messages.Leave, ("t",)),
        (messages.Register, (name, "password")),
        (messages.OpenRoom, (*room, 1, 1)),
        (messages.Buy, ("t", 333)),
    ):
        assert isinstance(one.ask(kind, *args), messages.Refused)
    joined = one.ask(messages.OpenRoom, *room, 20_000, 1)
    assert isinstance(joined, messages.Joined), joined
    one.ask(messages.Queue, joined.room.table)
    one.sit(joined.room.table)
    one.plays = True
    world.run(20, 0.5)
    assert one.told[joined.room.table]
    back = one.resumed()
    gone(world, one)
    assert isinstance(back.ask(messages.Leave, joined.room.table), messages.Ok)
    world.run(60, 0.5)
    gone(world, back)
    assert list(world.house.lobby.runners) == ["t"]


def gone(world: World, client: Client) -> None:
    """The line ends, and is forgotten, as by its transport."""
    if not client.ending:
        client.lose()
    world.run(1)
    world.clients.remove(client)
    del client.line


def test_who_comes_is_refused_opens_a_room_and_goes_leaves_nothing_for_the_collector(
    unswept: None,
) -> None:
    world = World(ROOMS["holdem"], seed=2)
    stays(world, "Ann")
    gc.collect()
    gc.set_debug(gc.DEBUG_SAVEALL)
    stays(world, "Benn")
    gc.collect()
    assert Counter(type(one).__qualname__ for one in gc.garbage) == Counter()


def test_timers_that_have_rung_leave_nothing_for_the_collector(unswept: None) -> None:
    clock = Clock()
    wheel = TimerWheel(clock)
    for delay in (0.01, 0.02, 5.0):
        wheel.callLater(delay, len, "")
    clock.pump([0.05] * 200)
    assert gc.collect() == 0
