"""Who is in a room: what a room that is rebuilt has from the one before, and not from rows."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from game_server.table.chat import Chat
from game_server.table.queue import Offered, Queue
from game_server.table.seats import People, Person
from protocol.words import Seat

if TYPE_CHECKING:
    from game_server.table.room import Room


@dataclass(frozen=True)
class Company:
    """People, queue and chat of a room when all that it had done was written.

    What failed since may have sent people away, or shut the room: none of that has happened.
    """

    people: Mapping[str, Person]
    seated: tuple[str, ...]
    """Those of them who had a seat: who has none in the rows was let go by what is written."""
    order: tuple[str, ...]
    offers: Mapping[str, Offered]
    queue: Queue
    chat: Chat
    closing: str
    first: Seat | None

    @classmethod
    def of(cls, room: "Room[Any, Any, Any]") -> "Company":
        """That of this room, as it is now."""
        queue = room.queue
        return cls(
            dict(room.people),
            tuple([one.player for _, one in room.seats.people()]),
            tuple(queue.order),
            dict(queue.offers),
            queue,
            room.chat,
            room.closing,
            room.first,
        )

    def enter(self, room: "Room[Any, Any, Any]") -> None:
        """Be in this room."""
        room.people, room.seated_before = People(self.people), self.seated
        room.queue = Queue(
            list(self.order), dict(self.offers), self.queue.gaps, self.queue.freed_at
        )
        room.chat, room.closing, room.first = self.chat, self.closing, self.first
