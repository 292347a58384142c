"""The schedule of garbage collection: it comes in calm moments, for a collection holds all up.

What is played, and who is told, leaves nothing of that sort behind; lines that end and words that
are refused leave a little.
"""

import gc
from collections.abc import Callable
from typing import Final

TOO_MANY: Final = 1_000_000
"""When there are so many more objects than after the last collection, it cannot wait."""


def disable_automatic() -> None:
    """Turn automatic collections off: in a full house even one of what is new takes 20 ms."""
    gc.disable()


def grown() -> int:
    """How many more objects there are than after the last collection, at the most."""
    return gc.get_count()[0]


class GcSchedule:
    """Collects garbage in a calm moment. `acts` says how much has been played so far."""

    def __init__(
        self,
        acts: Callable[[], int],
        collect: Callable[[], object] = gc.collect,
        grown: Callable[[], int] = grown,
    ) -> None:
        self._acts, self._collect, self._grown = acts, collect, grown
        self._seen = self._collected = 0

    def run(self) -> None:
        """Collect if nobody plays, or if it cannot wait; to be called now and then."""
        acts = self._acts()
        calm = acts == self._seen != self._collected
        self._seen = acts
        if calm or self._grown() >= TOO_MANY:
            self._collected = acts
            self._collect()
