"""The schedule of garbage collection: it comes where nobody waits for it.

A collection holds up all, for as long as there are objects to look at: two thirds of a second in a
house of seven thousand players. What is played, and who comes, is refused and goes, leaves nothing
that only a collection frees, so that none is needed while many are here. In calm moments with few
lines a collection looks at what came since the last play, which takes milliseconds; what was made
while people played is set aside at each look, which takes no time, and looked at when the house is
empty.
"""

import gc
from collections.abc import Callable
from typing import Final, Protocol

FEW: Final = 30
"""With so many lines a collection of what came in a calm moment takes a few milliseconds."""


class Collector(Protocol):
    """Python's collector, as module `gc` has it."""

    def collect(self) -> int:
        """Free what only holds itself, but for what is frozen."""

    def freeze(self) -> None:
        """Let the next collections look at nothing that is here now."""

    def unfreeze(self) -> None:
        """Let them look at everything again."""


class PythonCollector:
    """The collector of this process."""

    def collect(self) -> int:
        return gc.collect()

    def freeze(self) -> None:
        gc.freeze()

    def unfreeze(self) -> None:
        gc.unfreeze()


def disable_automatic() -> None:
    """Turn automatic collections off: in a full house even one of what is new takes 20 ms."""
    gc.disable()


class GcSchedule:
    """Collects garbage in calm moments. `commits` says how much tables have written so far, by what
    players and clocks did, `lines` how many connections there are."""

    def __init__(
        self,
        commits: Callable[[], int],
        lines: Callable[[], int],
        collector: Collector | None = None,
    ) -> None:
        self._commits, self._lines = commits, lines
        self._collector = collector or PythonCollector()
        self._seen = self._collected = (0, 0)

    def begin(self) -> None:
        """The house is open: what it is made of stays, and is never looked at while people play."""
        self._collector.freeze()

    def run(self) -> None:
        """Collect if nothing has happened since the last look, once; to be called now and then."""
        lines = self._lines()
        now = (self._commits(), lines)
        played, self._seen = now != self._seen, now
        if played and lines:
            self._collector.freeze()
        if played or now == self._collected or lines > FEW:
            return
        self._collected = now
        if not lines:
            self._collector.unfreeze()
        self._collector.collect()
        self._collector.freeze()
