"""The pace at which a crowd at a table is told of what changes all the time: queue and watchers."""

from typing import Final

from game_server.table.order_buffer import OrderBuffer

TOLD_EVERY_S: Final = 0.25
"""The least time between two tells of the same to a whole crowd."""
SHOW: Final = "show"
"""The alarm at which a table tells what it has not told yet."""


class CrowdPace:
    """Says whether a crowd is told now: at once after a rest, else when the time is over.

    Each tell costs a frame for everybody who is here, so that its cost must not grow with the
    changes. The last change is told too: the table is woken for it.
    """

    def __init__(self, orders: OrderBuffer) -> None:
        self._orders = orders
        self._next = self._alarm = 0.0

    def due(self, now: float) -> bool:
        """Whether what has changed is told now; if not, an alarm is set for when it is."""
        if now >= self._next:
            self._next = now + TOLD_EVERY_S
            return True
        if self._alarm != self._next:
            self._alarm = self._next
            self._orders.wake_at(self._next, SHOW)
        return False
