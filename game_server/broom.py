"""Garbage that only a full look finds: swept when nobody plays, for it holds everything up."""

import gc
from collections.abc import Callable
from typing import Final

YOUNG: Final = (5_000, 10)
"""So many new objects, and so many looks at those, before the young are looked at."""
NEVER: Final = 1_000_000
FULL: Final = 200
"""After so many looks at the young, each at fifty thousand objects, a full one cannot wait."""


def put_off() -> None:
    """No full look by itself: at a full house one takes a tenth of a second."""
    gc.set_threshold(*YOUNG, NEVER)


class Broom:
    """Sweeps in a calm moment. `acts` says how much has been played so far."""

    def __init__(
        self,
        acts: Callable[[], int],
        sweep: Callable[[], object] = gc.collect,
        looks: Callable[[], int] = lambda: gc.get_count()[2],
    ) -> None:
        self._acts, self._sweep, self._looks = acts, sweep, looks
        self._seen = self._swept = 0

    def look(self) -> None:
        """To be called now and then."""
        acts = self._acts()
        calm = acts == self._seen != self._swept
        self._seen = acts
        if calm or self._looks() >= FULL:
            self._swept = acts
            self._sweep()
