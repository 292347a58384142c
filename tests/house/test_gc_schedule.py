"""When a house looks for garbage, and that what is played leaves none."""

import gc
from collections import Counter
from collections.abc import Iterator

import pytest
from twisted.internet.task import Clock

from game_server.gc_schedule import FEW, GcSchedule
from game_server.net.timer_wheel import TimerWheel
from protocol import messages
from tests.house.test_whole_rounds import ROOMS, evening, play_rounds
from tests.house.world import Client, World


class Evening:
    """A house as far as the schedule looks at it, and a collector that notes what it does."""

    def __init__(self) -> None:
        self.commits, self.lines = 0, FEW
        self.done: list[str] = []
        self.schedule = GcSchedule(lambda: self.commits, lambda: self.lines, self)

    def collect(self) -> int:
        self.done.append("collect")
        return 0

    def freeze(self) -> None:
        self.done.append("freeze")

    def unfreeze(self) -> None:
        self.done.append("unfreeze")

    def looks(self, *played: int) -> list[list[str]]:
        """What was done at each of so many looks, before which so many commits of tables came."""
        found = []
        for commits in played:
            self.commits += commits
            self.schedule.run()
            found.append(self.done.copy())
            self.done.clear()
        return found


SWEPT = ["collect", "freeze"]
ASIDE = ["freeze"]
"""What is new is looked at no more until nobody is here."""


def test_what_is_there_when_the_house_opens_is_never_looked_at_while_somebody_is_here() -> None:
    evening = Evening()
    evening.schedule.begin()
    assert evening.done == ["freeze"]


def test_what_came_in_play_is_set_aside_and_a_calm_moment_is_swept_once() -> None:
    evening = Evening()
    looks = evening.looks(5, 3, 0, 0, 0, 4, 0, 0)
    assert looks == [ASIDE, ASIDE, SWEPT, [], [], ASIDE, SWEPT, []]


def test_who_comes_and_goes_is_set_aside_too() -> None:
    evening = Evening()
    assert evening.looks(0, 0, 0) == [ASIDE, SWEPT, []]
    evening.lines -= 1
    assert evening.looks(0, 0, 0) == [ASIDE, SWEPT, []]


def test_a_house_with_many_lines_is_not_swept_before_they_are_few() -> None:
    evening = Evening()
    evening.lines = FEW + 1
    assert evening.looks(9, 0, 0) == [ASIDE, [], []]
    evening.lines = FEW
    assert evening.looks(0, 0) == [ASIDE, SWEPT]


def test_an_empty_house_is_swept_as_a_whole() -> None:
    evening = Evening()
    assert evening.looks(5, 0) == [ASIDE, SWEPT]
    evening.lines = 0
    assert evening.looks(0, 0, 0) == [[], ["unfreeze", *SWEPT], []]


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
