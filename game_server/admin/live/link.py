"""The connection of the live view: what the house says comes in by itself, and a connection that is
lost is tried again until it is there."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from threading import Event, Lock, Thread
from typing import Any, Final

from game_server.admin import wire
from game_server.admin.command.connection import HouseConnection
from game_server.admin.command.exits import Ends, Exit
from game_server.admin.wire import AdminReply
from protocol.words import Refusal

PAUSES_S: Final = (0.3, 1.0, 2.0, 5.0)
WATCH: Final = "watch"


@dataclass(frozen=True)
class Lost:
    """The connection is gone, and is tried again unless it is `over`."""

    text: str
    over: bool = False


@dataclass(frozen=True)
class Shown:
    """A picture that came for the look of that number."""

    look: int
    body: Mapping[str, Any]


@dataclass(frozen=True)
class Ended:
    """The end of the look of that number, and why."""

    look: int
    text: str


News = Lost | Shown | Ended


class Link:
    """The connection of the live view, on a thread of its own: asks what to look at, and hands on
    what comes. It begins with a look at that table, or with "" at all rooms; with a reason all
    cards lie face up. Refusal if the house does not allow it."""

    def __init__(self, connection: HouseConnection, table: str, reason: str = "") -> None:
        self._connection, self._table, self._reason = connection, table, reason
        self._lock = Lock()
        self._closed = Event()
        self._look = 1
        self._begin()
        self._first = _first(connection, self._number)
        self._heard: Callable[[News], None] = lambda _: None

    def start(self, heard: Callable[[News], None]) -> int:
        """Begin to hand on; the number of the look that it began with."""
        self._heard = heard
        Thread(target=self._listen, name="house", daemon=True).start()
        return self._look

    def watch(self, table: str) -> int:
        """Look at a table, or with "" at all rooms, and no more at what was looked at before; the
        number of this look."""
        with self._lock:
            self._look += 1
            self._table = table
            self._connection.stop(self._number)
            self._begin()
            return self._look

    def _begin(self) -> None:
        given = {"table": self._table} if self._table else {}
        if self._reason:
            given["reason"] = self._reason
        self._number = self._connection.begin(WATCH, given)

    def close(self) -> None:
        """Look no more; nothing is handed on after this."""
        self._closed.set()
        self._connection.close()

    def _listen(self) -> None:
        self._take(self._first)
        while not self._closed.is_set():
            why = self._hear()
            if self._closed.is_set():
                return
            self._heard(Lost(why or "The house is gone; trying to reach it again."))
            if not self._reconnect():
                return

    def _hear(self) -> str:
        """Hand on what comes until the line ends; what the house said at its end, if anything."""
        said = ""
        try:
            for reply in self._connection.replies():
                if reply.id == 0 and reply.kind == "no":
                    said = str(reply.body.get("text", ""))
                self._take(reply)
        except (Ends, OSError, ValueError):
            pass
        return said

    def _take(self, reply: AdminReply) -> None:
        with self._lock:
            look, mine = self._look, reply.id == self._number
        if not mine or self._closed.is_set():
            return
        if reply.kind == "item":
            self._heard(Shown(look, reply.body))
        elif reply.kind == "no":
            self._heard(Ended(look, str(reply.body.get("text", ""))))
        elif reply.kind == "ok":
            self._heard(Ended(look, str(reply.body.get("said", ""))))

    def _reconnect(self) -> bool:
        """Reach the house again, however long that takes; whether that can be."""
        tries = 0
        while not self._closed.wait(PAUSES_S[min(tries, len(PAUSES_S) - 1)]):
            tries += 1
            try:
                connection = self._connection.reconnect()
            except Ends as end:
                self._heard(Lost(end.text))
                continue
            except Refusal as wrong:
                waits = wrong.code == wire.LOGIN_WAIT
                self._heard(Lost(wrong.text, over=not waits))
                if waits:
                    continue
                return False
            with self._lock:
                self._connection = connection
                self._begin()
            if self._closed.is_set():
                connection.close()
                return False
            return True
        return False


def _first(connection: HouseConnection, number: int) -> AdminReply:
    """The first that comes of a look."""
    for reply in connection.replies():
        if reply.kind == "no" and reply.id in (number, 0):
            raise Refusal(str(reply.body.get("code")), str(reply.body.get("text")))
        if reply.id == number:
            return reply
    raise Ends(Exit.LOST, "The house was gone before it showed anything.")
