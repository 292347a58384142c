"""Attendees, queue and chat that a recovered table has from the one before, and not from rows."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from game_server.table.chat import Chat
from game_server.table.queue import Offered, Queue
from game_server.table.seats import Attendee, Attendees
from protocol.words import Seat

if TYPE_CHECKING:
    from game_server.table.table import Table


@dataclass(frozen=True)
class Attendance:
    """People, queue and chat of a table when all that it had done was written.

    What failed since may have sent people away, or shut the table: none of that has happened.
    """

    people: Mapping[str, Attendee]
    seated: tuple[str, ...]
    """Those of them who had a seat: who has none in the rows was let go by what is written."""
    order: tuple[str, ...]
    offers: Mapping[str, Offered]
    queue: Queue
    chat: Chat
    closing: str
    first: Seat | None

    @classmethod
    def of(cls, table: "Table[Any, Any, Any]") -> "Attendance":
        """That of this table, as it is now."""
        queue = table.queue
        return cls(
            dict(table.people),
            tuple([one.player for _, one in table.seats.people()]),
            tuple(queue.order),
            dict(queue.offers),
            queue,
            table.chat,
            table.closing,
            table.first,
        )

    def enter(self, table: "Table[Any, Any, Any]") -> None:
        """Be at this table."""
        table.people, table.seated_before = Attendees(self.people), self.seated
        table.queue = Queue(
            list(self.order), dict(self.offers), self.queue.gaps, self.queue.freed_at
        )
        table.chat, table.closing, table.first = self.chat, self.closing, self.first
