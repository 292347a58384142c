"""Announcements: a node tells the others which tables it has, and each change, a moment later.

It looks at its tables a few times a second instead of being told, so that no act has one step more.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from game_server.clock import Clock
from game_server.cluster.links import Item
from game_server.lobby.elsewhere import RemoteTable
from game_server.lobby.lobby import Lobby
from game_server.lobby.table_index import has_bots
from game_server.lobby.table_runner import TableRunner
from game_server.table.view import TableView
from protocol.codec import FROM_SERVER, decode, encode
from protocol.messages import Room, Rooms

LOOK_S: Final = 0.2
AT_ONCE: Final = 50
"""Tables in one item."""

Entry = list[Any]


class Announcer:
    """Looks at the tables of a lobby. `say` tells all other nodes; `here` hears of a table that has
    come to this node."""

    def __init__(
        self,
        lobby: Lobby,
        clock: Clock,
        say: Callable[[Item], object],
        here: Callable[[TableRunner], object],
    ) -> None:
        self._lobby, self._clock = lobby, clock
        self._say, self._here = say, here
        self._known: dict[str, Entry] = {}
        self._looked: dict[str, tuple[TableView, Room, str]] = {}
        self._over = False

    def begin(self) -> None:
        """Look from now on."""
        if not self._over:
            self._look()
            self._clock.callLater(LOOK_S, self.begin)

    def end(self) -> None:
        """Look no more."""
        self._over = True

    def everything(self) -> Iterator[Item]:
        """All tables, for a node that knows none."""
        names = list(self._known)
        entries = list(self._known.values())
        for start in range(0, len(entries), AT_ONCE):
            yield ["tables", entries[start : start + AT_ONCE], [], None]
        yield ["tables", [], [], names]

    def _look(self) -> None:
        changed = []
        runners = self._lobby.runners
        for name, runner in tuple(runners.items()):
            now = runner.view, runner.listing, runner.quarantined
            before = self._looked.get(name)
            if before is not None and all(map(_same, before, now)):
                continue
            if before is None and runner.down and not runner.quarantined:
                # It is not there before it is recovered.
                continue
            self._looked[name] = now
            entry = self._entry(runner)
            if entry != self._known.get(name):
                self._known[name] = entry
                changed.append(entry)
            if before is None:
                self._here(runner)
        gone = [name for name in self._known if name not in runners]
        for name in gone:
            del self._known[name], self._looked[name]
        for start in range(0, max(len(changed), len(gone)), AT_ONCE):
            some = slice(start, start + AT_ONCE)
            self._say(["tables", changed[some], gone[some], None])

    def _entry(self, runner: TableRunner) -> Entry:
        view = runner.view
        seated = sorted(one.player for one in view.seats.values() if not one.is_bot)
        return [
            runner.epoch,
            encode(Rooms((runner.listing,))),
            runner.owner,
            runner.home,
            runner.quarantined,
            view.least,
            view.round is not None,
            has_bots(runner),
            sorted({*view.people, *seated}),
            seated,
            list(view.queue),
        ]


def announced(node: str, entry: Sequence[Any]) -> RemoteTable:
    """The table of that node as it was announced."""
    number, listing, owner, home, quarantined, least, in_round, bots, people, seated, queue = entry
    rooms = decode(listing, FROM_SERVER)
    assert isinstance(rooms, Rooms)
    return RemoteTable(
        node,
        number,
        rooms.rooms[0],
        owner,
        home,
        quarantined,
        least,
        in_round,
        bots,
        frozenset(people),
        frozenset(seated),
        tuple(queue),
    )


def _same(before: object, now: object) -> bool:
    return before is now
