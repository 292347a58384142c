"""Triggers that keep rows, set aside by one who is alone with the database."""

from collections.abc import Iterator
from contextlib import contextmanager

from game_server.store.sqlite import SqliteConnection


@contextmanager
def set_aside(conn: SqliteConnection, *names: str) -> Iterator[None]:
    """Without these triggers until the end of a `with`. Call it in a transaction."""
    kept = []
    for name in names:
        row = conn.execute(
            "SELECT sql FROM sqlite_schema WHERE type = 'trigger' AND name = ?", (name,)
        ).fetchone()
        if row is not None:
            kept.append(row[0])
            conn.execute(f"DROP TRIGGER {name}")
    yield
    for sql in kept:
        conn.execute(sql)
