"""Subscriptions of administrators: a table as it is, then every change, while somebody looks.

Nobody plays slower for it. A table that nobody looks at does nothing for this; where somebody
looks, a table is read at most every `LEAST_S`, and not at all while the reader is behind.

Cards that lie face down are shown to the role `cards` alone, who says why. At a table of cash they
are held back here until their round is over, and some seconds more: nobody who plays can be told of
them.
"""

from collections import deque
from collections.abc import Mapping
from itertools import islice
from typing import Final

from twisted.internet.defer import CancelledError, Deferred
from twisted.python.failure import Failure

from game_server.admin import patch
from game_server.admin.desk import Call, Desk, Does
from game_server.admin.following import OtherLists, follow
from game_server.admin.menu.words import SEES_CARDS, Answer, Json
from game_server.admin.player_lookup import read_reason
from game_server.admin.scene import Reading, row, scene
from game_server.admin.wire import NOT_ALLOWED
from game_server.lobby.table_runner import TableRunner
from game_server.refusals import TableSuspended
from protocol.words import Refusal

LEAST_S: Final = 0.1
SHARE: Final = 20
"""After a reading that took a while the table is left alone for so many times as long."""
SLOW_S: Final = 0.5
"""The pause for one who does not keep up."""
ROOMS_S: Final = 1.0
ROOMS_AT_ONCE: Final = 100
"""In the list of all tables: how often each is looked at, and how many of them in one go."""
MOST_HELD: Final = 1_000
"""Pictures that are held back; the oldest of more are left out."""


async def watch(call: Call, table: str | None, reason: str | None) -> Answer:
    """Show a table, or the list of all tables, until the one who looks has seen enough."""
    if reason is not None:
        read_reason(reason)
        if call.who.role != SEES_CARDS:
            text = f"Cards that lie face down are for the role {SEES_CARDS}; you are"
            raise Refusal(NOT_ALLOWED, f"{text} {call.who.role}. Look without a reason.")
    steps = _watch_all(call) if table is None else follow(call, table, reason, _watch_here)
    looking, may_not = Deferred.fromCoroutine(steps), list[bool]()

    def stop() -> None:
        may_not.append(True)
        looking.cancel()

    call.desk.looking.append((call.who.name, stop))
    try:
        return await looking
    except CancelledError:
        if not may_not:
            raise
        text = "What you may do has changed; look again if you still may."
        raise Refusal(NOT_ALLOWED, text) from None
    finally:
        call.desk.looking.remove((call.who.name, stop))


def end_looks(desk: Desk, name: str) -> None:
    """What that administrator looks at here ends."""
    for who, stop in tuple(desk.looking):
        if who == name:
            stop()


async def _watch_all(call: Call) -> Answer:
    looking = LobbyWatch(call)
    try:
        return await looking.over
    finally:
        looking.end()


async def _watch_here(call: Call, table: str, reason: str | None) -> Answer:
    looking = TableWatch(call, call.desk.lobby.find(table), faces=reason is not None)
    try:
        return await looking.over
    finally:
        looking.end()


class Sending:
    """The stream to one who watches: what was sent last, and the difference that is to be sent."""

    def __init__(self, call: Call, name: str) -> None:
        self._call, self._name = call, name
        self._sent: Mapping[str, Json] | None = None

    def send(self, now: Mapping[str, Json], at: int) -> None:
        """The whole at first, then what has changed; `at` is when it was like that."""
        before, self._sent = self._sent, now
        if before is None:
            self._call.item({"now_ms": at, self._name: now})
            return
        changes = patch.difference(before, now)
        if changes:
            self._call.item({"now_ms": at, "changes": changes})


class TableWatch:
    """A subscription to one table: it is shown whenever it has changed. `over` fires when the table
    is no more, or cannot be shown."""

    def __init__(self, call: Call, runner: TableRunner, faces: bool = False) -> None:
        self.over: Deferred[Answer] = Deferred()
        self._call, self._runner = call, runner
        self._clock = call.desk.clock
        self._reading = Reading(faces)
        self._held: HeldBack | None = None
        if faces and runner.config.purse == "cash":
            self._held = HeldBack(call.desk.config.admin.cards_delay)
        self._shown: Mapping[str, Json] = {}
        self._sending = Sending(call, "table")
        self._not_before = 0.0
        self._soon = self._ended = False
        runner.lookers.append(self.changed)
        self.changed()

    def end(self) -> None:
        """Nobody looks any more."""
        if not self._ended:
            self._ended = True
            self._runner.lookers.remove(self.changed)

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
        table = self._runner.view
        self._reading.read(table)
        self._shown = scene(table, self._reading)
        if self._held is None:
            self._sending.send(self._shown, self._call.desk.means.now())
        elif not self._show_late(self._held):
            return
        if self._runner.closed and not self.over.called:
            if self._runner.moved:
                self.over.errback(Failure(TableSuspended()))
            else:
                self.over.callback({"said": "The table is closed."})

    def _show_late(self, held: "HeldBack") -> bool:
        """Hold back what is seen now, and show the next of what was; whether none is left."""
        table, now = self._runner.view, self._clock.seconds()
        if not held.begun:
            # At once, as one sees it who stands beside the table: late is better than nothing.
            reading = Reading()
            reading.read(table)
            shown = {**scene(table, reading), "late_s": held.delay}
            self._sending.send(shown, self._call.desk.means.now())
        held.take({**self._shown, "late_s": held.delay}, self._call.desk.means.now(), now)
        number = None if table.round is None else table.round.number
        due = held.next(now, number)
        if due is not None:
            self._sending.send(*due)
        wait = held.wait(now, number)
        if wait is not None:
            self._later(max(LEAST_S, wait))
        return not held.waiting


class HeldBack:
    """Pictures of a table that are shown later: each after so many seconds, and none before its
    round is over."""

    def __init__(self, delay: float) -> None:
        self.delay = delay
        self.begun = False
        self._last: Mapping[str, Json] | None = None
        self._held: deque[tuple[float, int, Mapping[str, Json]]] = deque(maxlen=MOST_HELD)

    @property
    def waiting(self) -> bool:
        """Whether there are pictures that were not shown."""
        return bool(self._held)

    def take(self, shown: Mapping[str, Json], at: int, now: float) -> None:
        """One more picture, if it is another one."""
        self.begun = True
        if shown != self._last:
            self._last = shown
            self._held.append((now, at, shown))

    def next(self, now: float, playing: int | None) -> tuple[Mapping[str, Json], int] | None:
        """The next picture that may be shown, and of when it is; `playing` is the round that is
        in play."""
        wait = self.wait(now, playing)
        if wait is None or wait > 0:
            return None
        _, at, shown = self._held.popleft()
        return shown, at

    def wait(self, now: float, playing: int | None) -> float | None:
        """Seconds until the next one may be shown; None while there is none whose round is
        over."""
        if not self._held:
            return None
        taken, _, shown = self._held[0]
        over = shown["ended"] is True or shown["round"] != playing
        return max(0.0, taken + self.delay - now) if over else None


class LobbyWatch:
    """A subscription to the list of all tables: a few are looked at in each go. Those of other
    nodes are as these show them."""

    def __init__(self, call: Call) -> None:
        self.over: Deferred[Answer] = Deferred()
        self._call = call
        self._node = {"node": call.desk.node} if call.desk.errands is not None else {}
        self._tables: dict[str, Json] = {}
        self._others = OtherLists(call)
        self._sending = Sending(call, "house")
        self._ended = False
        self._walk(0)

    def end(self) -> None:
        """Nobody looks any more."""
        self._ended = True
        self._others.end()

    def _walk(self, start: int) -> None:
        """Look at some tables from there, and go on with the next ones."""
        if self._ended:
            return
        self._others.look()
        runners = self._call.desk.lobby.runners
        for runner in islice(runners.values(), start, start + ROOMS_AT_ONCE):
            self._glance(runner)
        for gone in self._tables.keys() - runners.keys():
            del self._tables[gone]
        if not self._call.slow:
            config, hours = self._call.desk.config, self._call.desk.house.hours
            name, rooms = config.house.name, {**self._others.rooms(), **self._tables}
            shown: Mapping[str, Json] = {"name": name, "state": hours.state, "rooms": rooms}
            self._sending.send(shown, self._call.desk.means.now())
        following = start + ROOMS_AT_ONCE
        whole = following >= len(runners)
        parts = 1 + len(runners) // ROOMS_AT_ONCE
        self._call.desk.clock.callLater(ROOMS_S / parts, self._walk, 0 if whole else following)

    def _glance(self, runner: TableRunner) -> None:
        self._tables[runner.table_id] = {**row(runner.view), **self._node}


DOES: Final[dict[str, Does]] = {"watch": watch}
