"""Garbage that only a look at everything finds: swept when nobody plays, for it holds all up.

What is played, and who is told, leaves nothing of that sort behind; lines that end and words that
are refused leave a little.
"""

import gc
from collections.abc import Callable
from typing import Final

CROWDED: Final = 1_000_000
"""When there are so many more things than after the last sweep, it cannot wait."""


def put_off() -> None:
    """No look by itself: at a full house even one at what is new takes twenty milliseconds."""
    gc.disable()


def grown() -> int:
    """How many more things there are than after the last look, at the most."""
    return gc.get_count()[0]


class Broom:
    """Sweeps in a calm moment. `acts` says how much has been played so far."""

    def __init__(
        self,
        acts: Callable[[], int],
        sweep: Callable[[], object] = gc.collect,
        grown: Callable[[], int] = grown,
    ) -> None:
        self._acts, self._sweep, self._grown = acts, sweep, grown
        self._seen = self._swept = 0

    def look(self) -> None:
        """To be called now and then."""
        acts = self._acts()
        calm = acts == self._seen != self._swept
        self._seen = acts
        if calm or self._grown() >= CROWDED:
            self._swept = acts
            self._sweep()
