"""The live view in a house of several nodes: a table is looked at wherever it is, and wherever it
goes, and the list of all tables is of all nodes."""

from collections.abc import Callable, Coroutine, Mapping
from dataclasses import astuple, dataclass, replace
from typing import Any, Final

from twisted.internet.defer import CancelledError, Deferred
from twisted.python.failure import Failure

from game_server.admin import wire
from game_server.admin.desk import Call, Outlet, Said, pause
from game_server.admin.handing_over import NUMBER, look_there
from game_server.admin.menu.words import Answer, Json
from game_server.admin.patch import merged
from game_server.refusals import TableElsewhere, TableSuspended

AGAIN_S: Final = 0.2
PATIENCE_S: Final = 15.0
"""So long a table that was looked at is looked for: the lease of its node may have to end first."""
WATCH: Final = "watch"

Watches = Callable[[Call, str, str | None], Coroutine[Deferred[Any], Any, Answer]]


async def follow(call: Call, table: str, reason: str | None, here: Watches) -> Answer:
    """Look at a table to its end: `here` as long as this node has it, and else at the node that
    has it."""
    seconds, seen = call.desk.clock.seconds, False
    until = seconds() + PATIENCE_S
    while True:
        outlet = _Noting(call.outlet)
        try:
            return await _look(replace(call, outlet=outlet), table, reason, here)
        except (TableSuspended, TableElsewhere) as passing:
            if outlet.shown:
                seen, until = True, seconds() + PATIENCE_S
            comes = seen or isinstance(passing, TableSuspended)
            if call.handed or not comes or seconds() >= until:
                raise
        await pause(call, AGAIN_S)


class _Noting:
    """An outlet that knows whether anything was shown."""

    def __init__(self, outlet: Outlet) -> None:
        self._outlet, self.shown = outlet, False

    def say(self, kind: Said, body: Mapping[str, Json]) -> None:
        self.shown = True
        self._outlet.say(kind, body)

    @property
    def slow(self) -> bool:
        return self._outlet.slow


async def _look(call: Call, table: str, reason: str | None, here: Watches) -> Answer:
    try:
        return await here(call, table, reason)
    except TableElsewhere as there:
        if call.handed:
            raise
        given: dict[str, Json] = {"table": table}
        given |= {} if reason is None else {"reason": reason}
        return await look_there(call, there, WATCH, given)


@dataclass(eq=False)
class _OtherList:
    """The tables of another node, as it shows them."""

    over: Deferred[bytes | None]
    shown: Mapping[str, Any]


class OtherLists:
    """The lists of all other nodes, for one who looks at all tables."""

    def __init__(self, call: Call) -> None:
        self._call = call
        self._lists: dict[str, _OtherList] = {}

    def look(self) -> None:
        """Look at the nodes that are there and not looked at yet."""
        desk = self._call.desk
        if self._call.handed or desk.errands is None or desk.looks is None:
            return
        errand = [astuple(self._call.who), wire.request(NUMBER, WATCH, {})]
        for node in desk.errands.nodes().values():
            if node not in self._lists:
                heard = _heard_by(self._lists, node)
                over = desk.looks.follow(node, errand, heard)
                self._lists[node] = _OtherList(over, {})
                over.addErrback(_enough).addCallback(_over, self._lists, node)

    def rooms(self) -> dict[str, Json]:
        """The rows of all their tables."""
        return {
            name: row
            for one in self._lists.values()
            for name, row in one.shown.get("rooms", {}).items()
        }

    def end(self) -> None:
        """Look no more."""
        for one in tuple(self._lists.values()):
            one.over.cancel()


def _heard_by(lists: Mapping[str, _OtherList], node: str) -> Callable[[bytes], None]:
    """Takes what that node shows: its list at first, then what has changed."""

    def heard(said: bytes) -> None:
        body: Mapping[str, Any] = wire.read_reply(said).body
        if node in lists:
            before = lists[node].shown
            lists[node].shown = body.get("house") or merged(before, body.get("changes", {}))

    return heard


def _enough(failure: Failure) -> None:
    failure.trap(CancelledError)


def _over(_: object, lists: dict[str, _OtherList], node: str) -> None:
    """It shows no more: the next look asks it anew."""
    lists.pop(node, None)
