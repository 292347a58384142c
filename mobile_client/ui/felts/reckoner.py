"""Counts the odds of open hands a little in each frame, so that nothing else waits for it."""

from collections.abc import Callable
from typing import Final

from kivy.clock import Clock

from client_core.client import Counting, Odds, Race

BUDGET_S: Final = 0.008
"""So much of a frame is counted."""
SHARE: Final = 0.4
"""Of a frame that takes long anyway it is this part: a slow device draws few frames before the
next cards come, and the odds are to be read before them."""
LONGEST_S: Final = 0.25
"""A frame after a pause counts as no longer than this."""


class Reckoner:
    """The odds of the race that is on; `counted` is called when they are known."""

    def __init__(self, counted: Callable[[], None]) -> None:
        self.counted = counted
        self.race: Race | None = None
        self.odds: Odds = {}
        """Those of the race, as soon as they are known; until then those of the street before."""
        self._work: Counting | None = None
        self._step = Clock.create_trigger(self._count, 0, interval=True)

    def watch(self, race: Race | None) -> None:
        """This race, or none; one that is counted already is not counted again."""
        if race == self.race:
            return
        if race is None or self.race is None or race.hands != self.race.hands:
            self.odds = {}
        self.race = race
        self._work = race.counting() if race is not None else None
        if self._work is not None:
            self._step()
        else:
            self._step.cancel()

    def stop(self) -> None:
        """Nobody looks any more."""
        self.watch(None)

    def _count(self, frame: float) -> None:
        until = Clock.time() + max(BUDGET_S, SHARE * min(frame, LONGEST_S))
        try:
            while self._work is not None and Clock.time() < until:
                next(self._work)
        except StopIteration as over:
            self.odds, self._work = over.value, None
            self._step.cancel()
            self.counted()
