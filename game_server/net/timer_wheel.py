"""A timer wheel: many timers at the price of one, on a clock that no change of the date can move.

## How it works

Time is cut into grains of 50 ms, and each grain that somebody waits for has a slot: a dict of its
timers in the order they were set. Setting a timer puts it into the slot of its grain and cancelling
takes it out, at one price however many there are; a reactor's own heap would be walked through.

One call of the reactor turns the wheel from grain to grain. It takes the slots that are due, sorts
the timers of each by their times, and calls them one after another. After a millisecond and a half
the rest waits for another turn of the loop, so that a crowd that is due at once does not hold up
what arrives. A wheel that holds nothing sets no call, and the process sleeps.

A call is never early and at most a grain late. One that raises is logged and stops no other. What
is due at once does not wait for a grain, if whoever asks goes past the wheel (`app._Timers`).
"""

import time
from collections import deque
from collections.abc import Callable, Sequence
from math import ceil, floor
from typing import Final, Protocol

from twisted.logger import Logger

from game_server.clock import Clock

GRAIN: Final = 0.05
STEP_S: Final = 0.0015
"""When calls have taken so long, the next ones wait for another turn of the loop."""
_NEAR: Final = 1e-6
"""In ticks: what dividing floats may be off, far below what a clock resolves."""


class ReactorSeconds(Protocol):
    """The part of a reactor that `use_monotonic_time` sets right."""

    seconds: Callable[[], float]

    def getDelayedCalls(self) -> Sequence[object]:
        """The timers that are set."""


def use_monotonic_time(reactor: ReactorSeconds) -> None:
    """Let the reactor count seconds that only go forward; to be called before any timer is set."""
    # Twisted's own are those of the wall clock: a step of the date would fold everybody.
    if reactor.getDelayedCalls():
        raise RuntimeError("A timer is set already; set monotonic time before the first one.")
    reactor.seconds = time.monotonic


class Timer:
    """One call to come on the timer wheel."""

    __slots__ = ("_args", "_call", "_order", "_slot", "due")

    def __init__(
        self,
        due: float,
        order: int,
        slot: dict["Timer", None],
        call: Callable[..., object],
        args: tuple[object, ...],
    ) -> None:
        self.due = due
        self._order = order
        self._slot = slot
        self._call: Callable[..., object] | None = call
        self._args = args

    def active(self) -> bool:
        """Whether the call is still to come."""
        return self._call is not None

    def cancel(self) -> None:
        """It will not be called; nothing if it was called or cancelled before."""
        if self._call is not None:
            self._call, self._args = None, ()
            self._slot.pop(self, None)

    def order(self) -> tuple[float, int]:
        """Who comes first among those of one grain: the earlier, then who was set before."""
        return self.due, self._order

    def _fire(self) -> None:
        call, args = self._call, self._args
        self._call, self._args = None, ()
        if call is not None:
            call(*args)


class TimerWheel:
    """A Clock for many timers: setting and cancelling cost the same however many there are.

    A call is never early and at most a grain late; those of one grain come in the order of their
    times. A crowd that is due at once is served in short steps of the loop. A wheel without
    timers costs nothing.
    """

    def __init__(self, clock: Clock, grain: float = GRAIN) -> None:
        self._clock = clock
        self.seconds = clock.seconds
        """The time on the clock of the wheel."""
        self._grain = grain
        self._slots: dict[int, dict[Timer, None]] = {}
        self._ready: deque[Timer] = deque()
        self._turned = 0
        self._armed = False
        self._set = 0
        self._log = Logger()

    def callLater(self, delay: float, callable: Callable[..., object], *args: object) -> Timer:
        """Call it after so many seconds, on the first grain of the wheel that is not earlier."""
        now = self._clock.seconds()
        if not self._armed:
            self._turned = max(self._turned, floor(now / self._grain))
        due = now + delay if delay > 0.0 else now
        tick = ceil(due / self._grain - _NEAR)
        if tick <= self._turned:
            tick = self._turned + 1
        slot = self._slots.get(tick)
        if slot is None:
            slot = self._slots[tick] = {}
        self._set += 1
        timer = Timer(due, self._set, slot, callable, args)
        slot[timer] = None
        if not self._armed:
            self._arm(now)
        return timer

    def __len__(self) -> int:
        """How many calls are to come."""
        waiting = sum(len(slot) for slot in self._slots.values())
        return waiting + sum(timer.active() for timer in self._ready)

    def _arm(self, now: float) -> None:
        self._armed = True
        next_tick = (self._turned + 1) * self._grain
        self._clock.callLater(max(0.0, next_tick - now), self._turn)

    def _turn(self) -> None:
        now = self._clock.seconds()
        self._collect(floor(now / self._grain + _NEAR))
        while self._ready:
            try:
                self._ready.popleft()._fire()
            except Exception:
                # One call that fails must not stop the clock of all the others.
                self._log.failure("A timer's call failed")
            if self._clock.seconds() - now >= STEP_S:
                break
        if self._ready:
            self._clock.callLater(0, self._turn)
        elif any(self._slots.values()):
            self._arm(now)
        else:
            self._slots.clear()
            self._armed = False

    def _collect(self, tick: int) -> None:
        while self._turned < tick:
            if not self._slots:
                self._turned = tick
                return
            self._turned += 1
            slot = self._slots.pop(self._turned, {})
            self._ready.extend(sorted(slot, key=Timer.order))
            # Each knows its slot: what holds itself would be garbage for the collector.
            slot.clear()
