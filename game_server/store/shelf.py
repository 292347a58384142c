"""A shelf: the tables in which packs lie, in the file of a month or in the database itself.

Both have the same tables. A part is compressed by the words of its month, which stand there once.
"""

import zlib
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from game_server.store.packed_rows import (
    DEFLATED,
    PackedRow,
    from_bytes,
    players_in,
    to_bytes,
    words_of,
)
from game_server.store.transaction import Transaction

EVER: Final = 2**62
"""No row has such a number."""


class PackedRound(NamedTuple):
    """A round of a table in a pack, with the numbers of its first and its last row."""

    table: str
    round: int
    outcome: str
    opened: int
    closed: int


class PackPlace(NamedTuple):
    """Where a part is: the month, and its number there."""

    month: str
    number: int


Parts = Mapping[str, Sequence[PackedRow]]
"""Rows by their table."""


class Shelf(ABC):
    """Packs in tables of a database, by the names that these have there."""

    packs, rounds, players = "packs", "rounds", "players"

    def __init__(self, conn: Transaction) -> None:
        self.conn = conn
        self._found = f"SELECT tbl, round, outcome, opened, closed FROM {self.rounds}"

    # -- what differs from one kind of shelf to the other --------------------------------------

    @abstractmethod
    def words(self, month: str) -> bytes | None:
        """The words of a month as they are kept; None if there are none yet."""

    @abstractmethod
    def keep_words(self, month: str, data: bytes) -> None:
        """Let these be the words of a month, unless it has some."""

    @abstractmethod
    def keep_data(self, month: str, data: bytes) -> int:
        """Keep a part as it is; its number."""

    @abstractmethod
    def month_of(self, number: int) -> str:
        """The month of a part; empty where all that is here is of one."""

    # -- writing -------------------------------------------------------------------------------

    def keep(
        self, month: str, data: bytes, players: Iterable[str], rounds: Iterable[PackedRound]
    ) -> None:
        """Keep a part. If the number of a round is here already it is the one of this part from
        now on."""
        number = self.keep_data(month, data)
        rows = [(one, number) for one in sorted(players)]
        self.conn.executemany(f"INSERT INTO {self.players} VALUES (?, ?)", rows)
        self.conn.executemany(
            f"INSERT INTO {self.rounds} (tbl, round, outcome, opened, closed, pack)"
            " VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (tbl, round) DO UPDATE SET"
            " outcome = excluded.outcome, opened = excluded.opened, closed = excluded.closed,"
            " pack = excluded.pack",
            [(*one, number) for one in rounds],
        )

    def change(self, number: int, parts: Parts) -> None:
        """Let a part be so from now on."""
        data = to_bytes(parts, inflated(self.words(self.month_of(number))))
        self.conn.execute(f"UPDATE {self.packs} SET data = ? WHERE id = ?", (data, number))

    # -- reading -------------------------------------------------------------------------------

    def part(self, number: int) -> Parts:
        """A part."""
        asked = f"SELECT data FROM {self.packs} WHERE id = ?"
        return self._unpacked(number, self.conn.execute(asked, (number,)).fetchone()[0])

    def every_part(self) -> tuple[Parts, ...]:
        """All that is packed here."""
        rows = self.conn.execute(f"SELECT id, data FROM {self.packs} ORDER BY id").fetchall()
        return tuple(self._unpacked(*row) for row in rows)

    def part_with(self, table: str, opened: int) -> Parts | None:
        """The part in which the round is whose first row that is."""
        row = self.conn.execute(
            f"SELECT p.id, p.data FROM {self.rounds} r JOIN {self.packs} p ON p.id = r.pack"
            " WHERE r.opened = ? AND r.tbl = ?",
            (opened, table),
        ).fetchone()
        return None if row is None else self._unpacked(*row)

    def of_number(self, table: str, number: int) -> PackedRound | None:
        """The round of that number at a table."""
        asked = f"{self._found} WHERE tbl = ? AND round = ?"
        row = self.conn.execute(asked, (table, number)).fetchone()
        return None if row is None else PackedRound(*row)

    def opened_before(self, table: str, number: int | None, most: int) -> list[PackedRound]:
        """Rounds of a table (empty: of all) whose first row stands before that one, the newest
        first."""
        before = EVER if number is None else number
        if table:
            # The rounds of a table are numbered as they are opened.
            asked = f"{self._found} WHERE tbl = ? AND opened < ? ORDER BY round DESC LIMIT ?"
            rows = self.conn.execute(asked, (table, before, most))
        else:
            asked = f"{self._found} WHERE opened < ? ORDER BY opened DESC LIMIT ?"
            rows = self.conn.execute(asked, (before, most))
        return [PackedRound(*row) for row in rows]

    def numbers_of(self, table: str) -> list[int]:
        """The least and the greatest number of a table's rounds; none if it has none here."""
        asked = f"SELECT min(round), max(round) FROM {self.rounds} WHERE tbl = ?"
        found = self.conn.execute(asked, (table,)).fetchone()
        return [one for one in found if one is not None]

    def parts_of(self, players: Iterable[int]) -> list[int]:
        """The numbers of the parts that have rows of these players."""
        asked = f"SELECT pack FROM {self.players} WHERE player = ?"
        rows = (row for one in players for row in self.conn.execute(asked, (str(one),)))
        return sorted({number for (number,) in rows})

    def _unpacked(self, number: int, data: bytes) -> Parts:
        deflated = data.startswith(DEFLATED)
        return from_bytes(data, inflated(self.words(self.month_of(number))) if deflated else b"")


class PackTables(Shelf):
    """The packs of all months in tables of the database of the house, where every node reads
    them."""

    packs, rounds, players = "packs", "packed_rounds", "packed_players"

    def words(self, month: str) -> bytes | None:
        """The words of a month."""
        asked = "SELECT data FROM pack_words WHERE month = ?"
        row = self.conn.execute(asked, (month,)).fetchone()
        return None if row is None else row[0]

    def keep_words(self, month: str, data: bytes) -> None:
        """Let these be the words of a month."""
        insert = "INSERT INTO pack_words VALUES (?, ?) ON CONFLICT (month) DO NOTHING"
        self.conn.execute(insert, (month, data))

    def keep_data(self, month: str, data: bytes) -> int:
        """Keep a part."""
        return self.conn.insert("INSERT INTO packs (month, data) VALUES (?, ?)", (month, data))

    def month_of(self, number: int) -> str:
        """The month of a part."""
        asked = "SELECT month FROM packs WHERE id = ?"
        return str(self.conn.execute(asked, (number,)).fetchone()[0])


# -- what is kept ------------------------------------------------------------------------------


class KeptPart(NamedTuple):
    """A part as it is kept, with the players and the rounds in it."""

    data: bytes
    players: frozenset[str]
    rounds: tuple[PackedRound, ...]


def first_words(parts: Parts) -> bytes:
    """The words of a month whose first parts these are, as they are kept."""
    return zlib.compress(words_of(parts), 9)


def kept_parts(
    parts: Parts, words: bytes | None, rounds: Sequence[PackedRound]
) -> Sequence[KeptPart]:
    """Parts as they are kept, by words as they are kept."""
    known = inflated(words)
    return [
        KeptPart(
            to_bytes({table: rows}, known),
            players_in(rows),
            tuple(one for one in rounds if one.table == table),
        )
        for table, rows in parts.items()
    ]


@lru_cache(4)
def inflated(words: bytes | None) -> bytes:
    """What parts refer to; empty as long as there is none."""
    return zlib.decompress(words) if words else b""
