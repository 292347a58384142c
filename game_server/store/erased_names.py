"""The names of deleted players in the journal: rows of rounds that were played have them, beside
the seats. They are written anew with the number in the place of the name.

The rows are gone through in their order, for only the rows before say who sat where when a round
began. Nothing else of a row is read or changed, so that a row of an older program stays as it is.
"""

from collections.abc import Collection, Mapping
from typing import Any, Final, NamedTuple

import msgpack

from game_server.store.transaction import Transaction
from game_server.table.journal import KINDS, RoundOpened, SeatTaken, SeatVacated, Snapshot

NAMED: Final = tuple(map(KINDS.index, (RoundOpened, SeatTaken, SeatVacated, Snapshot)))
"""The kinds of rows that have names, or say who sits where, by the first byte."""
OPENED, TAKEN, VACATED, STANDS = NAMED
AT_ONCE: Final = 100
"""So few rows are read at once that nobody waits for it."""


class JournalRow(NamedTuple):
    """A row of the journal as it lies on disk."""

    id: int
    table: int
    data: bytes


class NameSweep:
    """Goes through rows and takes the names of these players out. Players are numbers as tables
    write them."""

    def __init__(self, players: Collection[int]) -> None:
        self._players = frozenset(map(str, players))
        self._seats: dict[int, dict[object, str]] = {}

    def changed(self, row: JournalRow) -> bytes | None:
        """The row without these names; None if it has none of them."""
        kind = row.data[0] if row.data else -1
        if kind not in NAMED:
            return None
        fields = msgpack.unpackb(row.data[1:], strict_map_key=False)
        if not isinstance(fields, dict):
            return None
        seats = self._seats.setdefault(row.table, {})
        found = False
        if kind == STANDS:
            seats.clear()
            for seat, who in fields.get("seats", {}).items():
                found |= self._sits(seats, seat, who)
        elif kind == TAKEN:
            found = self._sits(seats, fields.get("seat", 0), fields.get("who", {}))
        elif kind == VACATED:
            seats.pop(fields.get("seat", 0), None)
        else:
            names = fields.get("names", {})
            for seat in names:
                player = seats.get(seat, "")
                if player in self._players and names[seat] != f"#{player}":
                    names[seat] = f"#{player}"
                    found = True
        return row.data[:1] + bytes(msgpack.packb(fields)) if found else None

    def _sits(self, seats: dict[object, str], seat: object, who: dict[str, Any]) -> bool:
        player = str(who.get("player", ""))
        seats[seat] = player
        if player not in self._players or who.get("name") == f"#{player}":
            return False
        who["name"] = f"#{player}"
        who.pop("avatar", None)
        return True


def last(conn: Transaction) -> int:
    """The number of the newest row."""
    return int(conn.execute("SELECT coalesce(max(id), 0) FROM journal").fetchone()[0])


def some(conn: Transaction, after: int, upto: int) -> tuple[JournalRow, ...]:
    """The next rows after that one, up to another."""
    rows = conn.execute(
        "SELECT id, tbl, data FROM journal WHERE id > ? AND id <= ? ORDER BY id LIMIT ?",
        (after, upto, AT_ONCE),
    )
    return tuple(JournalRow(*row) for row in rows)


def write(conn: Transaction, rows: Mapping[int, bytes]) -> None:
    """Let these rows be so from now on."""
    changes = [(data, number) for number, data in rows.items()]
    conn.executemany("UPDATE journal SET data = ? WHERE id = ?", changes)
