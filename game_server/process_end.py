"""The end of a house's process: when its rounds are over, at its deadline, or at once."""

from collections.abc import Callable
from enum import Enum, auto
from typing import Protocol

from twisted.internet.defer import Deferred
from twisted.python.failure import Failure

from game_server.clock import Clock


class Endable(Protocol):
    """A house as its process ends it."""

    def close(self) -> Deferred[None]:
        """Play the rounds to their ends; fires when everybody has gone home."""

    def leave(self) -> Deferred[None]:
        """Leave what is in play to the next start; fires when every line has ended."""


class EndPhase(Enum):
    """How far the end has come."""

    OPEN = auto()
    CLOSING = auto()
    LEAVING = auto()
    OVER = auto()


class ProcessEnd:
    """Ends a house. `seconds` says how long its rounds may take, `over` stops the process, and
    `failed` hears of a fault on the way there."""

    def __init__(
        self,
        house: Endable,
        clock: Clock,
        seconds: Callable[[], float],
        over: Callable[[], object],
        failed: Callable[[Failure], object],
    ) -> None:
        self._house, self._clock, self._seconds = house, clock, seconds
        self._over, self._failed = over, failed
        self._phase = EndPhase.OPEN

    @property
    def asked(self) -> bool:
        """Whether the end has begun."""
        return self._phase is not EndPhase.OPEN

    def begin(self) -> None:
        """End when the rounds are over, unless that was asked for already."""
        if not self.asked:
            self.close()

    def close(self) -> None:
        """End when the rounds are over, or at the deadline; asked again, at once."""
        if self._phase is not EndPhase.OPEN:
            self.at_once()
            return
        self._phase = EndPhase.CLOSING
        self._clock.callLater(self._seconds(), self._late)
        self._then(self._house.close(), EndPhase.CLOSING)

    def at_once(self) -> None:
        """End now, whatever is in play."""
        if self._phase in (EndPhase.OPEN, EndPhase.CLOSING):
            self._phase = EndPhase.LEAVING
            self._then(self._house.leave(), EndPhase.LEAVING)

    def _late(self) -> None:
        if self._phase is EndPhase.CLOSING:
            self.at_once()

    def _then(self, ending: Deferred[None], phase: EndPhase) -> None:
        def ended(result: Failure | None) -> None:
            # A house that leaves has no use for what its closing comes to.
            if self._phase is phase:
                self._phase = EndPhase.OVER
                self._over() if result is None else self._failed(result)

        ending.addBoth(ended)
