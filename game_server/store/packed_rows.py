"""Rows of the journal as they are packed: the numbers as steps from one to the next, compressed by
words that the parts of a file have in common."""

import lzma
import zlib
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from operator import attrgetter
from typing import Final, NamedTuple

import msgpack

from game_server.store.erased_names import JournalRow, NameSweep
from game_server.table.journal import KINDS, SeatTaken, Snapshot

DEFLATED: Final = b"\1"
"""What a part begins with; else it is one of before: of several tables, by LZMA."""
RAW: Final = -15
"""Deflate without a header of its own."""
WORDS: Final = 32_768
"""So many bytes can be referred to."""
KEPT: Final = 4
"""So many parts, and words, are known as they were unpacked last."""
TAKEN, STANDS = (KINDS.index(kind) for kind in (SeatTaken, Snapshot))


class PackedRow(NamedTuple):
    """A row of the journal: its number and its content."""

    id: int
    data: bytes


@dataclass(frozen=True)
class PackedPart:
    """Rows of one table, in their order."""

    rows: Sequence[PackedRow]

    def between(self, first: int, last: int) -> Sequence[PackedRow]:
        """The rows from that number to that one."""
        number = attrgetter("id")
        start = bisect_left(self.rows, first, key=number)
        return self.rows[start : bisect_right(self.rows, last, key=number)]

    def back(self, number: int) -> Iterator[PackedRow]:
        """The rows before that one, the last first."""
        for place in range(bisect_left(self.rows, number, key=attrgetter("id")) - 1, -1, -1):
            yield self.rows[place]


def players_in(rows: Iterable[PackedRow]) -> frozenset[str]:
    """The numbers of the players who sit down in these rows, or sit there."""
    found: set[str] = set()
    for row in rows:
        if row.data[0] == STANDS:
            seats = msgpack.unpackb(row.data[1:], strict_map_key=False).get("seats", {})
            found.update(str(who.get("player", "")) for who in seats.values())
        elif row.data[0] == TAKEN:
            who = msgpack.unpackb(row.data[1:], strict_map_key=False).get("who", {})
            found.add(str(who.get("player", "")))
    return frozenset(one for one in found if one.isdecimal())


def words_of(parts: Mapping[str, Sequence[PackedRow]]) -> bytes:
    """What parts can refer to: the last of these rows, without the name of a player, for words stay
    as long as their file."""
    players = [int(one) for rows in parts.values() for one in players_in(rows)]
    sweep, said = NameSweep(players), list[bytes]()
    for place, rows in enumerate(parts.values()):
        said += [sweep.changed(JournalRow(row.id, place, row.data)) or row.data for row in rows]
    return b"".join(said)[-WORDS:]


def to_bytes(parts: Mapping[str, Sequence[PackedRow]], words: bytes = b"") -> bytes:
    """Parts as they are written: the numbers of rows as steps from one to the next."""
    said = [
        [table, [row.id - before for before, row in _after(rows)], [row.data for row in rows]]
        for table, rows in parts.items()
    ]
    packer = zlib.compressobj(9, zlib.DEFLATED, RAW, 9, zdict=words)
    return DEFLATED + packer.compress(bytes(msgpack.packb(said))) + packer.flush()


def _after(rows: Sequence[PackedRow]) -> Iterator[tuple[int, PackedRow]]:
    before = 0
    for row in rows:
        yield before, row
        before = row.id


@lru_cache(KEPT)
def from_bytes(data: bytes, words: bytes = b"") -> Mapping[str, Sequence[PackedRow]]:
    """The parts again."""
    if data.startswith(DEFLATED):
        plain = zlib.decompressobj(RAW, zdict=words).decompress(memoryview(data)[1:])
    else:
        plain = lzma.decompress(data)
    said = msgpack.unpackb(plain, strict_map_key=False, use_list=False)
    return {table: tuple(map(PackedRow, accumulate(steps), rows)) for table, steps, rows in said}
