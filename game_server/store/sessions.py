"""Sessions on disk: who is logged in, on which device, by the SHA-256 of which token."""

import sqlite3
from dataclasses import dataclass, field, replace
from typing import Any, Final

from game_server.store.refusals import TokenStale


@dataclass(frozen=True, slots=True)
class Session:
    """A session by the hash of its token.

    `previous` is the token before: it is accepted until `token` has been used once, because the
    answer that carried `token` may have been lost on the way.
    """

    id: int
    player: int
    token: bytes = field(repr=False)
    previous: bytes | None = field(repr=False)
    device: str
    began: int
    expires: int
    ended: int | None
    why: str


FIELDS: Final = "id, player, token, previous, device, began, expires, ended, why"


def create(
    conn: sqlite3.Connection, *, player: int, token: bytes, device: str, at: int, expires: int
) -> tuple[Session, Session | None]:
    """A new session, and the one that it replaces: a player has one at a time."""
    replaced = end_all(conn, player, at=at, why="replaced")
    cursor = conn.execute(
        "INSERT INTO sessions (player, token, device, began, expires) VALUES (?, ?, ?, ?, ?)",
        (player, token, device, at, expires),
    )
    began = Session(cursor.lastrowid or 0, player, token, None, device, at, expires, None, "")
    return began, replaced[0] if replaced else None


def by_hash(conn: sqlite3.Connection, token: bytes) -> Session | None:
    """The session with that token, current or previous; also one that has ended or expired."""
    row = conn.execute(
        f"SELECT {FIELDS} FROM sessions WHERE token = ?1"
        f" UNION ALL SELECT {FIELDS} FROM sessions WHERE previous = ?1",
        (token,),
    ).fetchone()
    return None if row is None else Session(*row)


def rotate(
    conn: sqlite3.Connection, session: int, *, used: bytes, token: bytes, expires: int
) -> Session:
    """Give a session a new token in answer to `used`, its current or its previous one.

    `used` stays accepted as the previous one; any other is forgotten. TokenStale if `used` is
    neither, or the session is over.
    """
    row = conn.execute(
        "UPDATE sessions SET token = ?, previous = ?, expires = ?"
        f" WHERE id = ? AND ? IN (token, previous) AND ended IS NULL RETURNING {FIELDS}",
        (token, used, expires, session, used),
    ).fetchone()
    return _live(row, session)


def confirm(conn: sqlite3.Connection, session: int, *, token: bytes, expires: int) -> Session:
    """The current token has been used: the previous one is accepted no more."""
    row = conn.execute(
        "UPDATE sessions SET previous = NULL, expires = ?"
        f" WHERE id = ? AND token = ? AND ended IS NULL RETURNING {FIELDS}",
        (expires, session, token),
    ).fetchone()
    return _live(row, session)


def end(conn: sqlite3.Connection, session: int, *, at: int, why: str) -> Session | None:
    """End a session; None if it had ended before."""
    row = conn.execute(
        f"UPDATE sessions SET ended = ?, why = ? WHERE id = ? AND ended IS NULL RETURNING {FIELDS}",
        (at, why, session),
    ).fetchone()
    return None if row is None else Session(*row)


def end_all(conn: sqlite3.Connection, player: int, *, at: int, why: str) -> tuple[Session, ...]:
    """End what sessions the player has, and say which they were."""
    live = [one for one in of_player(conn, player) if one.ended is None]
    for one in live:
        end(conn, one.id, at=at, why=why)
    return tuple(replace(one, ended=at, why=why) for one in live)


def end_everywhere(conn: sqlite3.Connection, *, at: int, why: str) -> int:
    """End every session there is; how many they were."""
    return conn.execute(
        "UPDATE sessions SET ended = ?, why = ? WHERE ended IS NULL", (at, why)
    ).rowcount


def of_player(conn: sqlite3.Connection, player: int) -> tuple[Session, ...]:
    """All sessions of a player, the newest first."""
    rows = conn.execute(
        f"SELECT {FIELDS} FROM sessions WHERE player = ? ORDER BY id DESC", (player,)
    )
    return tuple(Session(*row) for row in rows)


def forget(conn: sqlite3.Connection, before: int) -> int:
    """Delete sessions that ended or expired before that moment; how many they were."""
    return conn.execute(
        "DELETE FROM sessions WHERE coalesce(ended, expires) < ?", (before,)
    ).rowcount


def _live(row: tuple[Any, ...] | None, session: int) -> Session:
    if row is None:
        raise TokenStale(f"Session {session} has no such token or is over; log in again.")
    return Session(*row)
