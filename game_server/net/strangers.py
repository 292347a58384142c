"""Lines that nobody has logged in on: in a full house they make way, the oldest first."""

from collections import Counter
from itertools import islice
from typing import Final, Protocol

from game_server.addresses import household

LOOK: Final = 64
"""So many of the oldest are looked at; of those the one goes whose address holds most of them."""


class StrangerLine(Protocol):
    """A connection that is not in."""

    address: str

    @property
    def entering(self) -> bool:
        """Whether its login is being looked at."""

    def make_way(self) -> None:
        """End it."""


class Strangers:
    """Connections without a login, the oldest first."""

    def __init__(self) -> None:
        self._since: dict[StrangerLine, float] = {}
        self._at = Counter[str]()

    def __len__(self) -> int:
        return len(self._since)

    def came(self, wire: StrangerLine, now: float) -> None:
        """Somebody is at the door."""
        self._since[wire] = now
        self._at[household(wire.address)] += 1

    def gone(self, wire: StrangerLine) -> None:
        """Somebody is there no more, or is in."""
        if self._since.pop(wire, None) is None:
            return
        home = household(wire.address)
        self._at[home] -= 1
        if not self._at[home]:
            del self._at[home]

    def make_room(self) -> bool:
        """End one of them, so that another can come; False if there is none to end."""
        oldest = [wire for wire in islice(self._since, LOOK) if not wire.entering]
        oldest = oldest or list(islice(self._since, 1))
        if not oldest:
            return False
        # Of those who hold as many the first: it is the oldest.
        goes = max(oldest, key=lambda wire: self._at[household(wire.address)])
        self.gone(goes)
        goes.make_way()
        return True

    def thin(self, before: float) -> None:
        """End all who came before that moment, but those whose login is being looked at."""
        for wire, since in tuple(self._since.items()):
            if since >= before:
                return
            if not wire.entering:
                self.gone(wire)
                wire.make_way()
