"""Rounds in play in a copy of the database: what happened in them is nobody's to read, and a house
that begins from the copy does not go on with them.

A copy is written by one who is alone with it; the triggers that keep the journal are set aside.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from game_server.store import journal
from game_server.store.sqlite import SqliteConnection
from game_server.store.transaction import Transaction
from game_server.store.triggers import set_aside
from game_server.table.journal import (
    KINDS,
    LEFT,
    ActDone,
    Broken,
    LeaveIntended,
    LeaveMarked,
    RoundVoided,
    from_bytes,
    to_bytes,
)

KEEPERS: Final = ("journal_stays", "journal_lasts")
"""The triggers that let nobody change the journal."""
OF_THE_ROUND: Final = frozenset({KINDS.index(ActDone), KINDS.index(LeaveIntended)})


@dataclass(frozen=True, slots=True)
class RoundInPlay:
    """A round in play in a copy of the database."""

    table: str
    round: int


def in_play(conn: Transaction) -> tuple[RoundInPlay, ...]:
    """The rounds that are in play."""
    found = conn.execute(
        "SELECT t.name, r.round FROM rounds r JOIN tables t ON t.id = r.tbl"
        " WHERE r.outcome = 'open' ORDER BY t.name"
    )
    return tuple(RoundInPlay(*one) for one in found)


def forget_play(conn: SqliteConnection) -> tuple[RoundInPlay, ...]:
    """Erase what happened in the rounds that are in play, cards and acts; which rounds they are.

    Their first rows stay, and who has left leaves. Call it in a transaction.
    """
    found = conn.execute(
        "SELECT r.tbl, t.name, r.round, r.opened FROM rounds r JOIN tables t ON t.id = r.tbl"
        " WHERE r.outcome = 'open' ORDER BY t.name"
    ).fetchall()
    if found:
        with set_aside(conn, *KEEPERS):
            for tbl, _, _, opened in found:
                _erase(conn, tbl, opened)
    return tuple(RoundInPlay(name, number) for _, name, number, _ in found)


def void_play(conn: SqliteConnection) -> tuple[RoundInPlay, ...]:
    """End the rounds that are in play as ones that never were: all stakes are with their owners.
    Which rounds they were. Call it in a transaction."""
    ended = forget_play(conn)
    for one in ended:
        epoch = journal.take_epoch(conn, one.table)
        head = journal.head(conn, one.table, epoch)
        journal.follow(conn, one.table, head, [RoundVoided(one.round)])
    return ended


def _erase(conn: SqliteConnection, tbl: int, opened: int) -> None:
    before = opened
    rows: Sequence[tuple[int, bytes]] = conn.execute(
        "SELECT id, data FROM journal WHERE tbl = ? AND id > ? ORDER BY id", (tbl, opened)
    ).fetchall()
    gone: list[int] = []
    for number, data in rows:
        stays = _outside(data)
        if stays is None:
            gone.append(number)
            continue
        conn.execute(
            "UPDATE journal SET data = ?, before = ? WHERE id = ?", (stays, before, number)
        )
        before = number
    conn.execute("UPDATE tables SET last = ? WHERE id = ?", (before, tbl))
    # The last first: a row refers to the one before it.
    conn.executemany("DELETE FROM journal WHERE id = ?", [(number,) for number in reversed(gone)])


def _outside(data: bytes) -> bytes | None:
    """The row as far as it is of the table and not of the round; None if it is of the round."""
    if data[0] not in OF_THE_ROUND:
        return data
    try:
        row = from_bytes(data)
    except Broken:
        return None
    if isinstance(row, LeaveIntended) or (isinstance(row, ActDone) and row.by == LEFT):
        return to_bytes(LeaveMarked(row.seat, True, row.at))
    return None
