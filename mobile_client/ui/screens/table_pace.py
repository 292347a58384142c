"""The pace of a table: what is told is seen before anybody is asked about it, the end of a round
step by step, and the last one to its end before its page comes."""

from collections.abc import Callable, Mapping
from typing import Final

from kivy.clock import Clock

from client_core.client import Client
from mobile_client.ui.felts.felt import TableFelt
from mobile_client.ui.look import motion
from mobile_client.ui.theme import MOTION

LOOK_S: Final = 1 / 30
"""How often it is looked whether what moves has landed."""
WAITS: Final[Mapping[str, float]] = {"cards": 0.5, "fell": 0.3, "shown": 0.8, "won": 0.2, "": 1.4}
"""Seconds that each step of the end of a round lies in sight when nothing moves any more; the last
is how it all lies there."""
LAST_S: Final = 2.5
"""So long the last round of a stay is looked at before the page that says how the stay ended."""


class Pace:
    """Tells the client what was seen at a table, while the table is in sight."""

    def __init__(self, client: Client, table: str, felt: Callable[[], TableFelt]) -> None:
        self.client, self.table, self._felt = client, table, felt
        self._still = -1.0
        """Since when nothing moves, -1 while something does."""
        self._again = Clock.create_trigger(self._look, LOOK_S, interval=True)

    def begin(self) -> None:
        """The table has come into sight, or its felt is another."""
        self.client.pace.watch(self.table, self._felt().waits)

    def end(self) -> None:
        """It is out of sight."""
        self._again.cancel()
        self._still = -1.0
        self.client.pace.watch(self.table, False)

    def skip(self) -> bool:
        """A tap says that enough was seen of what moves; whether anything did."""
        if not self.client.pace.unseen(self.table):
            return False
        self._felt().land()
        self._still = -1.0
        self.client.pace.seen(self.table, all_=True)
        return True

    def look(self) -> None:
        """Something was told: see it, as long as that takes."""
        self._look(0)

    def _look(self, _: float) -> None:
        view = self.client.tables.view(self.table)
        unseen = self.client.pace.unseen(self.table)
        if view is None or not (unseen or view.left):
            self._again.cancel()
            self._still = -1.0
            return
        self._again()
        felt, told = self._felt(), self.client.pace.tells(self.table)
        moves = felt.moves if told or view.left else felt.awaited
        now = Clock.get_boottime()
        if moves:
            self._still = -1.0
            return
        if self._still < 0:
            self._still = now
        if now - self._still < self._wait(unseen, told):
            return
        self._still = -1.0
        if unseen:
            self.client.pace.seen(self.table)
        else:
            self._again.cancel()
            self.client.ending.stay_over()

    def _wait(self, unseen: bool, told: bool) -> float:
        if not unseen:
            return LAST_S + self._felt().reads_s
        if not told:
            return 0.0
        return WAITS[self.client.pace.part(self.table)] * motion().deal / MOTION["normal"].deal
