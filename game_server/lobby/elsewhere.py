"""Tables of the house that other nodes have: what is known here of each, for the lobby's list, for
who comes in, and for whoever looks for a seat.

A house of one node has none of them.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from protocol.frozen import frozen
from protocol.messages import Room

NOBODY: Final[frozenset[str]] = frozenset()


@frozen
class RemoteTable:
    """A table as its node has announced it, a moment ago."""

    node: str
    """The process that has it."""
    epoch: int
    """In which it is written: at each node that takes it over it is higher."""
    listing: Room
    owner: str
    home: str
    quarantined: str
    least: int
    in_round: bool
    has_bots: bool
    people: frozenset[str]
    """Those who are there or have a seat, by the keys that tables use."""
    seated: frozenset[str]
    queue: tuple[str, ...] = ()
    """Those who wait for a seat, the first first."""
    up: bool = True
    """Whether its node is there."""

    @property
    def table_id(self) -> str:
        return self.listing.table


class Elsewhere:
    """The tables of other nodes, by name. `changed` hears of each that is new, other or gone."""

    def __init__(self) -> None:
        self.tables: dict[str, RemoteTable] = {}
        self.changed: Callable[[RemoteTable], object] = lambda table: None
        self._of: dict[str, set[str]] = {}

    @property
    def up(self) -> Sequence[RemoteTable]:
        """Those whose node is there and that are not quarantined."""
        return [one for one in self.tables.values() if one.up and not one.quarantined]

    def of(self, player: str) -> Collection[str]:
        """The names of the tables where a player is, or has a seat."""
        return self._of.get(player, NOBODY)

    def seats_of(self, player: str) -> Collection[str]:
        """The names of those where the player has a seat."""
        return [name for name in self.of(player) if player in self.tables[name].seated]

    def by_code(self, code: str) -> RemoteTable | None:
        """The private table of that code, in whichever case it was typed."""
        wanted = code.strip().upper()
        return next(
            (one for one in self.tables.values() if wanted and one.listing.code == wanted), None
        )

    def opened(self) -> Iterator[RemoteTable]:
        """Those that players have opened."""
        return (one for one in self.tables.values() if one.owner.isdecimal())

    def takes(self, table: RemoteTable) -> bool:
        """Know it from now on as it is announced; False if another node has it since."""
        before = self.tables.get(table.table_id)
        if before is not None and before.up and before.epoch > table.epoch:
            return False
        self._put(before, table)
        if before is None or _shown(before) != _shown(table):
            self.changed(table)
        return True

    def forget(self, name: str, node: str) -> None:
        """That node has it no more; whoever else has announced it since has it."""
        before = self.tables.get(name)
        if before is not None and before.node == node:
            self._put(before, None)
            self.changed(before)

    def is_here(self, name: str) -> None:
        """This node has it now."""
        before = self.tables.get(name)
        if before is not None:
            self._put(before, None)

    def down(self, node: str) -> Collection[str]:
        """That node is gone: its tables, of which another will have each soon."""
        names = [name for name, one in self.tables.items() if one.node == node and one.up]
        for name in names:
            self.tables[name] = replace(self.tables[name], up=False)
        return names

    def _put(self, before: RemoteTable | None, after: RemoteTable | None) -> None:
        was = NOBODY if before is None else before.people
        now = NOBODY if after is None else after.people
        known = after or before
        assert known is not None
        name = known.table_id
        for player in was - now:
            self._of[player].discard(name)
            if not self._of[player]:
                del self._of[player]
        for player in now - was:
            self._of.setdefault(player, set()).add(name)
        if after is None:
            del self.tables[name]
        else:
            self.tables[name] = after


def _shown(table: RemoteTable) -> tuple[object, ...]:
    """What of it the lobby's list shows."""
    return table.listing, table.quarantined


def open_to_all(tables: Mapping[str, RemoteTable]) -> Iterable[RemoteTable]:
    """Those that everybody may see."""
    return (one for one in tables.values() if not (one.listing.private or one.quarantined))
