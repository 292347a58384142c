"""Rounds that were over long ago, packed by month and compressed: beside a database file in a file
for each month, on a server in tables, where every node reads them.

A part has rows of one table from one snapshot up to another, so that it can be read by itself: to
show a round no more than its part is unpacked. The parts of a month are compressed by the words
that stand in its first ones.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

from game_server.store import month_files, shelf
from game_server.store.erased_names import JournalRow, NameSweep
from game_server.store.packed_rows import PackedPart, PackedRow, players_in
from game_server.store.shelf import KeptPart, PackedRound, PackPlace, PackTables, Parts, Shelf
from game_server.store.sqlite import SqliteConnection
from game_server.store.transaction import Transaction

AT_ONCE: Final = 4
"""So many parts are written in one commit on a server."""
Step = Callable[[Transaction], None]
"""What goes in one commit."""


@dataclass(frozen=True)
class Pack:
    """Rows by their table, each part from a snapshot on, and the rounds in them."""

    parts: Parts
    rounds: tuple[PackedRound, ...]


def is_apart(conn: Transaction) -> bool:
    """Whether packs lie in files beside the database, so that no commit of it writes them."""
    return month_files.folder_of(conn) is not None


def can_keep(conn: Transaction) -> bool:
    """Whether there is a place for packs; a database in memory has none."""
    return is_apart(conn) or not isinstance(conn, SqliteConnection)


Look = Callable[[], AbstractContextManager[Shelf]]


def _shelves(conn: Transaction) -> Sequence[tuple[str, Look]]:
    """Where packs lie, the newest first, each by its month; empty: of all months."""
    if not isinstance(conn, SqliteConnection):
        return [("", lambda: nullcontext(PackTables(conn)))]
    files = month_files.months(month_files.folder_of(conn))
    return [(file.stem, partial(month_files.looking_at, file)) for file in files]


# -- writing -----------------------------------------------------------------------------------


def keep(conn: Transaction, month: str, pack: Pack) -> tuple[Step, ...]:
    """Pack rows by that month, and leave them in the journal. In a file they are on disk when this
    returns; on a server they are after these commits, a few parts in each."""
    folder = month_files.folder_of(conn)
    if folder is not None:
        keep_in_file(month_files.file_in(folder, month), pack)
        return ()
    words = PackTables(conn).words(month) or shelf.first_words(pack.parts)
    parts = shelf.kept_parts(pack.parts, words, pack.rounds)
    puts = [
        partial(_put_parts, month=month, parts=parts[start : start + AT_ONCE])
        for start in range(0, len(parts), AT_ONCE)
    ]
    return (partial(_put_words, month=month, words=words), *puts)


def keep_in_file(file: Path, pack: Pack) -> None:
    """Pack rows into the file of a month; they are on disk when this returns."""
    with month_files.writing_to(file) as there:
        words = there.words(file.stem)
        if words is None and pack.parts:
            words = shelf.first_words(pack.parts)
            there.keep_words(file.stem, words)
        for part in shelf.kept_parts(pack.parts, words, pack.rounds):
            there.keep(file.stem, *part)


def _put_words(conn: Transaction, month: str, words: bytes) -> None:
    there = PackTables(conn)
    there.keep_words(month, words)
    if there.words(month) != words:
        raise RuntimeError(f"Another node has begun to pack {month}; this pack is made again.")


def _put_parts(conn: Transaction, month: str, parts: Sequence[KeptPart]) -> None:
    for part in parts:
        PackTables(conn).keep(month, *part)


# -- reading -----------------------------------------------------------------------------------


def every_part(conn: Transaction) -> tuple[Parts, ...]:
    """All that is packed, the newest month first."""
    found: list[Parts] = []
    for _, look in _shelves(conn):
        with look() as there:
            found += there.every_part()
    return tuple(found)


def of_number(conn: Transaction, table: str, number: int) -> PackedRound | None:
    """The round of that number at a table; None if it is not here."""
    for _, look in _shelves(conn):
        with look() as there:
            found = there.of_number(table, number)
        if found is not None:
            return found
    return None


def there_already(conn: Transaction, rounds: Iterable[PackedRound]) -> frozenset[PackedRound]:
    """Those of these rounds that are in a pack, just as they are. One of the same number that is
    another round, of a database that was put back since, is none of them."""
    wanted, found = tuple(rounds), set[PackedRound]()
    for _, look in _shelves(conn):
        with look() as there:
            found.update(one for one in wanted if there.of_number(one.table, one.round) == one)
    return frozenset(found)


def opened_before(
    conn: Transaction, table: str, number: int | None, most: int
) -> tuple[PackedRound, ...]:
    """Rounds of a table (empty: of all) whose first row stands before that one, the newest
    first."""
    found: list[PackedRound] = []
    # A round stands in the month in which its pack ends: none is older as a whole.
    for _, look in _shelves(conn):
        with look() as there:
            found += there.opened_before(table, number, most)
    return tuple(sorted(found, key=lambda one: -one.opened)[:most])


def least_and_greatest(conn: Transaction, table: str) -> tuple[int, ...]:
    """The least and the greatest number of a table's rounds that are here; empty if there is
    none."""
    found: list[int] = []
    for _, look in _shelves(conn):
        with look() as there:
            found += there.numbers_of(table)
    return (min(found), max(found)) if found else ()


def part_with(conn: Transaction, table: str, opened: int) -> PackedPart | None:
    """The part of a table in which the round is whose first row that is; None if it is not
    here."""
    for _, look in _shelves(conn):
        with look() as there:
            found = there.part_with(table, opened)
        if found is not None:
            return PackedPart(found[table])
    return None


# -- names of deleted players ------------------------------------------------------------------


def packs_with(conn: Transaction, players: Collection[int]) -> tuple[PackPlace, ...]:
    """The parts that have rows of these players."""
    found: list[PackPlace] = []
    for month, look in _shelves(conn):
        with look() as there:
            found += [PackPlace(month, number) for number in there.parts_of(players)]
    return tuple(found)


def erase(conn: Transaction, place: PackPlace, players: Collection[int]) -> bool:
    """Take the names of these players out of a part, so that nothing is left of them in its file;
    whether there was one. Do it in a commit unless packs are apart."""
    look = dict(_shelves(conn))[place.month]
    with look() as there:
        before = there.part(place.number)
    parts = without_names(before, players)
    if parts == before:
        return False
    folder = month_files.folder_of(conn)
    if folder is None:
        PackTables(conn).change(place.number, parts)
    else:
        with month_files.writing_to(month_files.file_in(folder, place.month)) as file:
            file.change(place.number, parts)
    return True


def without_names(parts: Parts, players: Collection[int]) -> Parts:
    """Parts with the numbers of these players in the place of their names."""
    sweep, found = NameSweep(players), dict[str, Sequence[PackedRow]]()
    for place, (table, rows) in enumerate(parts.items()):
        swept = [sweep.changed(JournalRow(row.id, place, row.data)) for row in rows]
        found[table] = tuple(
            row if new is None else PackedRow(row.id, new)
            for row, new in zip(rows, swept, strict=True)
        )
    return found


def players_of(parts: Parts) -> frozenset[int]:
    """The players who sit in these parts."""
    return frozenset(int(one) for rows in parts.values() for one in players_in(rows))
