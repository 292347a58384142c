"""The pace at which a crowd at a table is told of what changes all the time: queue and watchers."""

from math import inf
from typing import Final

from game_server.table.order_buffer import OrderBuffer

TOLD_EVERY_S: Final = 0.25
"""The least time between two tells of the same to a whole crowd."""
RESTED_S: Final = 1.0
"""After so long without a change a pace that was slowed down is the usual one again."""
SHOW: Final = "show"
"""The alarm at which a table tells what it has not told yet."""


class CrowdPace:
    """Says whether a crowd is told now: at once after a rest, else when the time is over.

    Each tell costs a frame for everybody who is here, so that its cost must not grow with the
    changes. The last change is told too: the table is woken for it. While changes keep coming each
    wait is twice the one before, up to the `slowest`.
    """

    def __init__(
        self, orders: OrderBuffer, every: float = TOLD_EVERY_S, slowest: float = TOLD_EVERY_S
    ) -> None:
        self._orders, self._first, self._slowest = orders, every, slowest
        self._every = every
        self._next, self._alarm = -inf, 0.0

    def due(self, now: float) -> bool:
        """Whether what has changed is told now; if not, an alarm is set for when it is."""
        if now >= self._next:
            rested = now - self._next >= RESTED_S
            self._every = self._first if rested else min(2 * self._every, self._slowest)
            self._next = now + self._every
            return True
        if self._alarm != self._next:
            self._alarm = self._next
            self._orders.wake_at(self._next, SHOW)
        return False
