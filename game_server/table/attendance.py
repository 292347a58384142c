"""Attendees, queue and chat that a recovered table has from the one before, and not from rows."""

from collections.abc import Mapping
from dataclasses import dataclass

from game_server.table.chat import Chat
from game_server.table.queue import Offered, Queue
from game_server.table.seats import Attendee
from protocol.words import Seat


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
    """Knows how long seats have taken to get free."""
    chat: Chat
    closing: str
    first: Seat | None
