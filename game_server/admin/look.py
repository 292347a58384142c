"""Looking at tables: as they are, then every change, for as long as somebody looks.

Nobody plays slower for it. A room that nobody looks at does nothing for this; where somebody
looks, a table is read at most every `LEAST_S`, and not at all while the reader is behind.
"""

from collections.abc import Mapping
from itertools import islice
from typing import Final

from twisted.internet.defer import Deferred
from twisted.python.failure import Failure

from game_server.admin import patch
from game_server.admin.desk import Call, Does
from game_server.admin.menu.words import Answer, Json
from game_server.admin.scene import Reading, row, scene
from game_server.lobby.keeper import Keeper

LEAST_S: Final = 0.1
SHARE: Final = 20
"""After a reading that took a while the table is left alone for so many times as long."""
SLOW_S: Final = 0.5
"""So long one who does not keep up is left alone."""
ROOMS_S: Final = 1.0
ROOMS_AT_ONCE: Final = 100
"""In the list of all rooms: how often each is looked at, and how many of them in one go."""


async def watch(call: Call, table: str | None) -> Answer:
    """Show a table, or the list of all rooms, until the one who looks has seen enough."""
    looking: Look | Walk = Walk(call) if table is None else Look(call, call.desk.lobby.find(table))
    try:
        return await looking.over
    finally:
        looking.end()


class Sending:
    """What was sent last, and the difference that is to be sent."""

    def __init__(self, call: Call, name: str) -> None:
        self._call, self._name = call, name
        self._sent: Mapping[str, Json] | None = None

    def send(self, now: Mapping[str, Json]) -> None:
        """The whole at first, then what has changed."""
        before, self._sent = self._sent, now
        at = self._call.desk.means.now()
        if before is None:
            self._call.item({"now_ms": at, self._name: now})
            return
        changes = patch.difference(before, now)
        if changes:
            self._call.item({"now_ms": at, "changes": changes})


class Look:
    """Somebody looks at a table. `over` fires when the table is no more, or cannot be shown."""

    def __init__(self, call: Call, keeper: Keeper) -> None:
        self.over: Deferred[Answer] = Deferred()
        self._call, self._keeper = call, keeper
        self._clock = call.desk.clock
        self._reading = Reading()
        self._shown: Mapping[str, Json] = {}
        self._sending = Sending(call, "table")
        self._not_before = 0.0
        self._soon = self._ended = False
        keeper.lookers.append(self.changed)
        self.changed()

    def end(self) -> None:
        """Nobody looks any more."""
        if not self._ended:
            self._ended = True
            self._keeper.lookers.remove(self.changed)

    def changed(self) -> None:
        """Something may look otherwise."""
        wait = self._not_before - self._clock.seconds()
        if wait > 0:
            self._later(wait)
        else:
            self._look()

    def _later(self, wait: float) -> None:
        if not self._soon:
            self._soon = True
            self._clock.callLater(wait, self._due)

    def _due(self) -> None:
        self._soon = False
        if not self._ended:
            self.changed()

    def _look(self) -> None:
        if self._call.slow:
            self._later(SLOW_S)
            return
        began = self._clock.seconds()
        try:
            self._show()
        except Exception:
            # The fault is of the look, and no table's.
            if not self.over.called:
                self.over.errback(Failure())
        took = self._clock.seconds() - began
        self._not_before = began + max(LEAST_S, took * SHARE)

    def _show(self) -> None:
        room = self._keeper.room
        if self._keeper.settled or self._keeper.closed:
            self._reading.read(room)
            self._shown = scene(room, self._reading)
        elif room.paused and self._shown:
            # What is not on disk may never have been.
            self._shown = {**self._shown, "state": "paused"}
        elif self._shown:
            # A commit is under way; when it is done, this is called again.
            return
        else:
            self._later(LEAST_S)
            return
        self._sending.send(self._shown)
        if self._keeper.closed and not self.over.called:
            self.over.callback({"said": "The table is closed."})


class Walk:
    """Somebody walks along all rooms, again and again."""

    def __init__(self, call: Call) -> None:
        self.over: Deferred[Answer] = Deferred()
        self._call = call
        self._rooms: dict[str, Json] = {}
        self._sending = Sending(call, "house")
        self._ended = False
        self._walk(0)

    def end(self) -> None:
        """Nobody looks any more."""
        self._ended = True

    def _walk(self, start: int) -> None:
        """Look at some rooms from there, and go on with the next ones."""
        if self._ended:
            return
        keepers = self._call.desk.lobby.keepers
        for keeper in islice(keepers.values(), start, start + ROOMS_AT_ONCE):
            self._glance(keeper)
        for gone in self._rooms.keys() - keepers.keys():
            del self._rooms[gone]
        if not self._call.slow:
            config, hours = self._call.desk.config, self._call.desk.house.hours
            name, rooms = config.house.name, dict(self._rooms)
            self._sending.send({"name": name, "state": hours.state, "rooms": rooms})
        following = start + ROOMS_AT_ONCE
        whole = following >= len(keepers)
        parts = 1 + len(keepers) // ROOMS_AT_ONCE
        self._call.desk.clock.callLater(ROOMS_S / parts, self._walk, 0 if whole else following)

    def _glance(self, keeper: Keeper) -> None:
        if keeper.settled or keeper.table not in self._rooms:
            self._rooms[keeper.table] = row(keeper.room)


DOES: Final[dict[str, Does]] = {"watch": watch}
