"""The lines of a front that is drained: they are asked to come back elsewhere, some each second, so
that no crowd stands at the doors of the other fronts.

For the first seconds none is asked: `/ready` says that the node is drained, and whatever brings
lines to fronts is to have heard it. Lines that come all the same are asked like the others.
"""

from collections.abc import Callable
from typing import Final

from game_server.clock import Clock

GRACE_S: Final = 5.0
EACH_S: Final = 1.0
PARTS: Final = 20
"""In about so many steps all lines are asked."""
LEAST: Final = 50
"""At least so many in a step."""


class LineDrain:
    """Asks the lines of this node to come back elsewhere, as long as it is `drained`. There are so
    many `lines`, and `ask` ends as many of them as it is told."""

    def __init__(
        self,
        clock: Clock,
        drained: Callable[[], bool],
        lines: Callable[[], int],
        ask: Callable[[int], object],
    ) -> None:
        self._clock, self._drained = clock, drained
        self._lines, self._ask = lines, ask
        self._since: float | None = None
        self._step = 0
        self._over = False

    def begin(self) -> None:
        """Look from now on."""
        if not self._over:
            self._look()
            self._clock.callLater(EACH_S, self.begin)

    def end(self) -> None:
        """Ask nobody any more."""
        self._over = True

    def _look(self) -> None:
        now = self._clock.seconds()
        if not self._drained():
            self._since = None
        elif self._since is None:
            self._since, self._step = now, max(LEAST, -(-self._lines() // PARTS))
        elif now - self._since >= GRACE_S and self._lines():
            self._ask(self._step)
