"""Timers of the wheel: never early, in order, cheap to cancel, and none harms another."""

import time
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from twisted.internet.base import DelayedCall
from twisted.internet.selectreactor import SelectReactor
from twisted.internet.task import Clock
from twisted.logger import capturedLogs

from game_server.net.timer_wheel import STEP_S, TimerWheel, use_monotonic_time


def test_a_call_is_never_early_and_at_most_a_grain_late() -> None:
    clock = Clock()
    wheel = TimerWheel(clock)
    called: list[tuple[float, float]] = []
    for delay in (0, 0.01, 0.05, 0.0501, 0.2, 1.0, 14.99, 15.0, 70.0):
        wheel.callLater(delay, lambda due=delay: called.append((due, clock.seconds())))
    clock.pump([0.01] * 7_100)
    assert [due for due, _ in called] == [0, 0.01, 0.05, 0.0501, 0.2, 1.0, 14.99, 15.0, 70.0]
    # Half a step of the fake clock for what its floats add up to.
    assert all(due - 1e-6 <= at <= due + 0.05 + 0.015 for due, at in called)


MILLISECONDS = st.integers(0, 30_000).map(lambda delay: delay / 1000)


@given(st.lists(st.tuples(MILLISECONDS, st.booleans()), max_size=40), st.floats(0.02, 3))
def test_whatever_is_set_is_called_once_in_order_or_was_cancelled(
    plan: list[tuple[float, bool]], step: float
) -> None:
    clock = Clock()
    clock.advance(1234.567)
    wheel = TimerWheel(clock)
    called: list[float] = []
    timers = [wheel.callLater(delay, called.append, delay) for delay, _ in plan]
    for timer, (_, cancelled) in zip(timers, plan, strict=True):
        if cancelled:
            timer.cancel()
    kept = [delay for delay, cancelled in plan if not cancelled]
    assert len(wheel) == len(kept)
    while clock.getDelayedCalls():
        clock.advance(step)
    assert called == sorted(kept)
    assert len(wheel) == 0


def test_a_cancelled_call_is_forgotten_at_once() -> None:
    wheel = TimerWheel(Clock())
    timers = [wheel.callLater(15.0, print) for _ in range(1000)]
    for timer in timers:
        timer.cancel()
        timer.cancel()
    assert len(wheel) == 0
    assert not any(timer.active() for timer in timers)


def test_a_call_can_set_and_cancel_others() -> None:
    clock = Clock()
    wheel = TimerWheel(clock)
    called: list[str] = []
    second = wheel.callLater(0.02, called.append, "cancelled in the same grain")

    def first() -> None:
        second.cancel()
        wheel.callLater(0, called.append, "set by another")

    wheel.callLater(0.01, first)
    clock.pump([0.05] * 3)
    assert called == ["set by another"]


def test_a_call_that_fails_is_logged_and_stops_no_other() -> None:
    clock = Clock()
    wheel = TimerWheel(clock)
    called: list[str] = []
    with capturedLogs() as logged:
        wheel.callLater(0.1, lambda: 1 // 0)
        wheel.callLater(0.1, called.append, "same grain")
        wheel.callLater(0.2, called.append, "later")
        clock.pump([0.05] * 5)
    assert called == ["same grain", "later"]
    assert ["ZeroDivisionError" in str(event) for event in logged] == [True]


class Turns:
    """A clock that lets the test take each turn of the loop by itself."""

    def __init__(self) -> None:
        self.now = 0.0
        self.next: list[Callable[..., object]] = []

    def seconds(self) -> float:
        return self.now

    def callLater(self, delay: float, callable: Callable[..., object], *args: object) -> object:
        self.next.append(callable)
        return None

    def turn(self) -> None:
        due, self.next = self.next, []
        for call in due:
            call()


def test_no_crowd_holds_the_loop_up_for_longer_than_a_step() -> None:
    clock = Turns()
    wheel = TimerWheel(clock)
    called: list[int] = []

    def slow(number: int) -> None:
        called.append(number)
        clock.now += STEP_S * 0.4

    for number in range(8):
        wheel.callLater(1.0, slow, number)
    clock.now = 1.0
    served = []
    for _ in range(4):
        clock.turn()
        served.append(len(called))
    assert served == [3, 6, 8, 8]
    assert called == list(range(8))


def test_a_loop_that_was_blocked_makes_up_for_all_it_missed() -> None:
    clock = Clock()
    wheel = TimerWheel(clock)
    called: list[float] = []
    for delay in (3.0, 1.0, 2.0):
        wheel.callLater(delay, called.append, delay)
    clock.advance(10)
    assert called == [1.0, 2.0, 3.0]


def test_a_wheel_without_timers_does_not_wake_the_process() -> None:
    clock = Clock()
    wheel = TimerWheel(clock)
    assert not clock.getDelayedCalls()
    wheel.callLater(0.3, lambda: None)
    for _ in range(10):
        clock.advance(0.05)
    assert not clock.getDelayedCalls()
    clock.advance(100)
    called: list[float] = []
    wheel.callLater(0.3, lambda: called.append(clock.seconds()))
    clock.pump([0.05] * 10)
    assert len(called) == 1


def test_a_step_of_the_date_moves_no_timer(monkeypatch: pytest.MonkeyPatch) -> None:
    reactor = SelectReactor()
    use_monotonic_time(reactor)
    before = reactor.seconds()
    timer = reactor.callLater(15.0, lambda: None)
    assert isinstance(timer, DelayedCall)
    monkeypatch.setattr(time, "time", lambda: 4e9)
    assert reactor.seconds() - before < 1e6
    assert timer.getTime() - before < 1e6
    timer.cancel()


def test_a_reactor_that_has_timers_already_is_not_made_steady() -> None:
    reactor = SelectReactor()
    reactor.callLater(1.0, lambda: None)
    with pytest.raises(RuntimeError, match="before the first one"):
        use_monotonic_time(reactor)
