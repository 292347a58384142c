"""What the steps of the schema need besides SQL: functions for their statements, and what is done
after them."""

from typing import Final

import msgpack

from game_server.store import chain
from game_server.store.sqlite import SqliteConnection
from game_server.store.triggers import set_aside

OPENED: Final = 0
"""The first byte of a journal row that begins a round."""


def finish(conn: SqliteConnection, name: str) -> None:
    """Do what a step of that name does after its SQL, in the same transaction."""
    if name == "chain":
        with set_aside(conn, "entries_stay"):
            chain.begin(conn)
    if name == "archive":
        _refer_to_no_row_of_the_journal(conn)


def _refer_to_no_row_of_the_journal(conn: SqliteConnection) -> None:
    """Take the references to the journal out of the schema, in the way that SQLite describes for
    constraints: no row of a table is touched."""
    conn.execute("PRAGMA writable_schema = ON").fetchall()
    conn.execute(
        "UPDATE sqlite_schema SET sql = replace(sql, ' REFERENCES journal (id)', '')"
        " WHERE type = 'table' AND name IN ('journal', 'rounds', 'tables')"
    )
    # RESET reads the schema again, and lets nobody write it any more.
    conn.execute("PRAGMA writable_schema = RESET").fetchall()


def lend(conn: SqliteConnection) -> None:
    """Give the connection these functions."""
    conn.create_function("without_seal", 1, _without_seal, deterministic=True)


def _without_seal(data: bytes) -> bytes:
    """The first row of a round without the secret that its cards once followed from."""
    if not data or data[0] != OPENED:
        return data
    fields = msgpack.unpackb(data[1:], strict_map_key=False)
    if not isinstance(fields, dict) or "seal" not in fields:
        return data
    del fields["seal"]
    return data[:1] + bytes(msgpack.packb(fields))
