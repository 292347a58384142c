"""The order in which players come in, when thousands come back at once: first whom tables wait for.

After a crash all are back within seconds, and what the disk and the tables do for each is most of
what a return costs. So many come in at a time; of those who wait the most urgent is next. Whoever
plays already waits for the few who come in, and not for the crowd.
"""

from enum import IntEnum
from heapq import heappop, heappush
from itertools import count
from typing import Final

from twisted.internet.defer import Deferred, succeed

AT_ONCE: Final = 16
"""So many come in at a time: as many as come through the door in one turn of the loop."""


class Urgency(IntEnum):
    """How much a return helps others; the least comes first."""

    ASKED = 0
    """A table waits for the answer of this player."""
    IN_PLAY = 1
    """The player is in a round."""
    OTHERS = 2


class EntryQueue:
    """Those who come in, so many at a time. Each is given a `turn`, and says when it is `over`."""

    def __init__(self, at_once: int = AT_ONCE) -> None:
        self._free = at_once
        self._waiting: list[tuple[Urgency, int, Deferred[None]]] = []
        self._number = count()
        self._calling = False

    def __len__(self) -> int:
        """How many wait."""
        return len(self._waiting)

    def turn(self, urgency: Urgency) -> Deferred[None]:
        """Fires when it is this one's turn: first the most urgent, then who came first."""
        if self._free:
            self._free -= 1
            return succeed(None)
        waiter: Deferred[None] = Deferred()
        heappush(self._waiting, (urgency, next(self._number), waiter))
        return waiter

    def over(self) -> None:
        """One who had a turn is in, or does not come."""
        self._free += 1
        if self._calling:
            # Of many who are gone each would call the next.
            return
        self._calling = True
        try:
            while self._free and self._waiting:
                self._free -= 1
                heappop(self._waiting)[2].callback(None)
        finally:
            self._calling = False
