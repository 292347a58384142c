"""The store on a fake clock: one commit a turn, and every way in which one can go wrong."""

from functools import partial
from typing import cast

import pytest
from twisted.internet.defer import Deferred
from twisted.internet.task import Clock
from twisted.logger import ILogObserver, LogEvent, globalLogPublisher

from game_server.store.direct import AT_ONCE, GAP_S, STEP_S, CommitFault, DirectStore
from game_server.store.group_commit import SimulatedCrash
from game_server.store.ports import CommitFailed, Store, StoreClosed
from game_server.store.transaction import Transaction
from tests.store.hands import fired, player, silent
from tests.store.in_memory import in_memory


class House:
    """A store on a clock that stands still until the test turns it."""

    def __init__(self, gap: float = 0.0) -> None:
        self.conn = in_memory()
        self.clock = Clock()
        self.store = DirectStore(self.conn, self.clock, gap=gap)

    def named(self, name: str) -> Deferred[int]:
        store: Store = self.store
        return store.write(lambda conn: player(conn, name))

    def names(self) -> list[str]:
        return [name for (name,) in self.conn.execute("SELECT name FROM players ORDER BY id")]


def test_everything_asked_in_one_turn_is_one_commit_in_the_next() -> None:
    house = House()
    deferreds = [house.named(name) for name in ("Ann", "Ben", "Cid")]
    assert all(silent(deferred) for deferred in deferreds)
    house.clock.advance(0)
    assert [fired(deferred) for deferred in deferreds] == [1, 2, 3]
    assert house.store.commits == 1


def test_what_an_answer_asks_for_goes_into_the_next_commit() -> None:
    house = House()
    second: list[Deferred[int]] = []
    house.named("Ann").addCallback(lambda _: second.append(house.named("Ben")))
    house.clock.advance(0)
    assert fired(second[0]) == 2
    assert house.store.commits == 2


def test_work_that_fails_is_undone_alone() -> None:
    house = House()

    def half(conn: Transaction) -> None:
        player(conn, "Half")
        raise ZeroDivisionError

    before, failing, after = house.named("Ann"), house.store.write(half), house.named("Ben")
    house.clock.advance(0)
    assert fired(before) == 1
    with pytest.raises(ZeroDivisionError):
        fired(failing)
    assert fired(after) > 1
    assert house.names() == ["Ann", "Ben"]


@pytest.mark.parametrize(
    ("fault", "written"), [(CommitFault.FAILS, []), (CommitFault.LOST, ["Ann", "Ben"])]
)
def test_a_commit_that_fails_tells_all_of_its_work(fault: CommitFault, written: list[str]) -> None:
    house = House()
    deferreds = [house.named("Ann"), house.named("Ben")]
    house.store.fault = fault
    house.clock.advance(0)
    for deferred in deferreds:
        with pytest.raises(CommitFailed, match=fault.name):
            fired(deferred)
    assert house.names() == written
    later = house.named("Zoe")
    house.clock.advance(0)
    assert fired(later)
    assert house.names() == [*written, "Zoe"]


@pytest.mark.parametrize(
    ("fault", "written"), [(CommitFault.CRASH_BEFORE, []), (CommitFault.CRASH_AFTER, ["Ann"])]
)
def test_a_crash_tells_nobody_and_the_next_start_finds_what_was_committed(
    fault: CommitFault, written: list[str]
) -> None:
    house = House()
    deferred = house.named("Ann")
    house.store.fault = fault
    with pytest.raises(SimulatedCrash):
        house.clock.advance(0)
    assert silent(deferred)
    with pytest.raises(StoreClosed):
        fired(house.named("Ben"))
    house.store = DirectStore(house.conn, house.clock)
    assert house.names() == written
    later = house.named("Zoe")
    house.clock.advance(0)
    assert fired(later)


def test_reading_sees_what_was_told() -> None:
    house = House()
    house.named("Ann")
    house.clock.advance(0)
    count = house.store.read(lambda conn: conn.execute("SELECT count(*) FROM players").fetchone())
    assert silent(count)
    house.clock.advance(0)
    assert fired(count) == (1,)


def test_closing_commits_what_is_pending_and_takes_no_more() -> None:
    house = House()
    last = house.named("Ann")
    house.store.close()
    assert fired(last) == 1
    with pytest.raises(StoreClosed):
        fired(house.named("Ben"))
    house.clock.advance(0)
    assert house.names() == ["Ann"]


def test_no_commit_holds_the_clock_up_for_longer_than_a_step() -> None:
    house = House()

    def slow(conn: Transaction) -> int:
        house.clock.rightNow += STEP_S * 0.4
        return house.store.commits

    done = [house.store.write(slow) for _ in range(4)]
    house.clock.advance(0)
    assert [fired(one) for one in done] == [0, 0, 0, 1]


def test_a_crowd_shares_commits_in_the_order_in_which_it_asked() -> None:
    house = House()
    crowd = [house.named(f"P{number}") for number in range(2 * AT_ONCE + 1)]
    house.clock.advance(0)
    assert [fired(one) for one in crowd] == list(range(1, len(crowd) + 1))
    assert house.store.commits == 3


def test_no_telling_holds_the_clock_up_for_longer_than_a_step() -> None:
    house = House()
    told: list[int] = []

    def slow(number: int) -> None:
        told.append(number)
        house.clock.rightNow += STEP_S * 0.6

    for name in ("Ann", "Ben", "Cid"):
        house.named(name).addCallback(slow)
    house.clock.callLater(0, told.append, 0)
    house.clock.advance(0)
    assert told == [1, 2, 0, 3]


def test_a_commit_that_took_a_whole_step_is_told_of_in_the_next() -> None:
    house = House()
    told: list[object] = []

    def slow(conn: Transaction) -> str:
        house.clock.rightNow += STEP_S
        return "Ann"

    house.store.write(slow).addCallback(told.append)
    house.clock.callLater(0, told.append, "another step")
    house.clock.advance(0)
    assert told == ["another step", "Ann"]


def test_nothing_more_is_written_before_all_are_told_of_what_is() -> None:
    house = House()
    commits: list[tuple[str, int]] = []

    def slow(_: int, name: str) -> None:
        commits.append((name, house.store.commits))
        house.clock.rightNow += STEP_S
        house.named(f"{name} again").addCallback(lambda _: commits.append(("again", 2)))

    for name in ("Ann", "Ben", "Cid"):
        house.named(name).addCallback(slow, name)
    house.clock.callLater(0, house.named, "Dan")
    house.clock.advance(0)
    assert commits == [("Ann", 1), ("Ben", 1), ("Cid", 1), *[("again", 2)] * 3]
    assert house.store.commits == 2
    assert house.names()[3:] == ["Ann again", "Dan", "Ben again", "Cid again"]


def test_who_comes_soon_after_a_commit_shares_the_next_one() -> None:
    house = House(gap=GAP_S)
    done = [house.named("Ann")]
    house.clock.advance(0)
    assert fired(done[0]) == 1
    house.clock.advance(GAP_S / 2)
    done = [house.named("Ben")]
    house.clock.advance(GAP_S / 4)
    done.append(house.named("Cid"))
    assert [silent(one) for one in done] == [True, True]
    house.clock.advance(GAP_S / 4)
    assert [fired(one) for one in done] == [2, 3]
    assert house.store.commits == 2


def test_who_comes_to_a_store_at_rest_waits_for_nobody() -> None:
    house = House(gap=GAP_S)
    for number, name in enumerate(("Ann", "Ben"), 1):
        done = house.named(name)
        house.clock.advance(0)
        assert fired(done) == number
        house.clock.advance(GAP_S)


def test_closing_tells_whoever_waits_yet() -> None:
    house = House()
    told: list[int] = []

    def slow(number: int) -> None:
        told.append(number)
        house.clock.rightNow += STEP_S
        if number == 1:
            house.store.close()

    house.named("Ann").addCallback(slow)
    house.named("Ben").addCallback(slow)
    house.clock.advance(0)
    assert told == [1, 2]


def test_what_a_step_leaves_over_comes_before_what_was_asked_later() -> None:
    house = House()
    done: list[int] = []

    def slow(conn: Transaction, number: int) -> int:
        house.clock.rightNow += STEP_S * 0.4
        return number

    for number in range(AT_ONCE + 2):
        house.store.write(partial(slow, number=number)).addCallback(done.append)
    house.clock.advance(0)
    assert done == list(range(AT_ONCE + 2))


def test_who_fails_at_what_he_is_told_keeps_it_from_nobody_else() -> None:
    house = House()
    told: list[object] = []
    faults: list[LogEvent] = []

    def stumble(number: int) -> None:
        raise ZeroDivisionError

    log = cast(ILogObserver, faults.append)
    globalLogPublisher.addObserver(log)
    try:
        house.store.post(lambda conn: player(conn, "Ann"), stumble, told.append)
        house.store.post(lambda conn: player(conn, "Ben"), told.append, told.append)
        house.clock.advance(0)
    finally:
        globalLogPublisher.removeObserver(log)
    assert told == [2]
    assert len(faults) == 1
    assert house.names() == ["Ann", "Ben"]


def test_a_closed_store_says_so_to_who_waits_without_a_deferred() -> None:
    house = House()
    house.store.close()
    why: list[object] = []
    house.store.post(lambda conn: player(conn, "Ann"), why.append, why.append)
    assert [type(one) for one in why] == [StoreClosed]
