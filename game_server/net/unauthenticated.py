"""Connections without a login: in a full house they are ended for others, the oldest first."""

from collections import Counter
from itertools import islice
from typing import Final, Protocol

from game_server.addresses import household

LOOKED_AT: Final = 64
"""How many of the oldest are looked at; of those the one goes whose address holds most of them."""


class Evictable(Protocol):
    """A connection that is not logged in, as far as it can be ended for another."""

    address: str

    @property
    def entering(self) -> bool:
        """Whether its login is being looked at."""

    def make_way(self) -> None:
        """End it."""


class Unauthenticated:
    """Connections without a login, the oldest first."""

    def __init__(self) -> None:
        self._since: dict[Evictable, float] = {}
        self._at = Counter[str]()

    def __len__(self) -> int:
        return len(self._since)

    def came(self, connection: Evictable, now: float) -> None:
        """A connection was made."""
        self._since[connection] = now
        self._at[household(connection.address)] += 1

    def gone(self, connection: Evictable) -> None:
        """A connection is gone, or has logged in."""
        if self._since.pop(connection, None) is None:
            return
        home = household(connection.address)
        self._at[home] -= 1
        if not self._at[home]:
            del self._at[home]

    def make_room(self) -> bool:
        """End one of them, so that another can come; False if there is none to end."""
        oldest = [
            connection for connection in islice(self._since, LOOKED_AT) if not connection.entering
        ]
        oldest = oldest or list(islice(self._since, 1))
        if not oldest:
            return False
        # Of those who hold as many the first: it is the oldest.
        goes = max(oldest, key=lambda connection: self._at[household(connection.address)])
        self.gone(goes)
        goes.make_way()
        return True

    def evict_before(self, before: float) -> None:
        """End all who came before that moment, but those whose login is being looked at."""
        for connection, since in tuple(self._since.items()):
            if since >= before:
                return
            if not connection.entering:
                self.gone(connection)
                connection.make_way()
