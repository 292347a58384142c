"""Sessions on disk: who is logged in, on which device, by the SHA-256 of which token."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from game_server.store.refusals import TokenStale
from game_server.store.transaction import Transaction


@dataclass(frozen=True, slots=True)
class SessionRow:
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
    address: str = ""
    seen: int = 0


FIELDS: Final = "id, player, token, previous, device, began, expires, ended, why, address, seen"
SPENT: Final = 100
"""So many spent tokens of a session are known; what is older is a token of nobody."""


def create(
    conn: Transaction,
    *,
    player: int,
    token: bytes,
    device: str,
    at: int,
    expires: int,
    address: str = "",
) -> tuple[SessionRow, SessionRow | None]:
    """A new session, and the one that it replaces: a player has one at a time."""
    replaced = end_all(conn, player, at=at, why="replaced")
    number = conn.insert(
        "INSERT INTO sessions (player, token, device, began, expires, address, seen)"
        " VALUES (?, ?, ?, ?, ?, ?, ?)",
        (player, token, device, at, expires, address, at),
    )
    began = SessionRow(number, player, token, None, device, at, expires, None, "", address, at)
    return began, replaced[0] if replaced else None


def by_hash(conn: Transaction, token: bytes) -> SessionRow | None:
    """The session with that token, current or previous; also one that has ended or expired."""
    row = conn.execute(
        f"SELECT {FIELDS} FROM sessions WHERE token = ?1"
        f" UNION ALL SELECT {FIELDS} FROM sessions WHERE previous = ?1",
        (token,),
    ).fetchone()
    return None if row is None else SessionRow(*row)


def by_spent(conn: Transaction, token: bytes) -> SessionRow | None:
    """The session of which that token was one, before the last two; also one that is over."""
    row = conn.execute(
        f"SELECT {FIELDS} FROM sessions"
        " WHERE id = (SELECT session FROM spent_tokens WHERE token = ?)",
        (token,),
    ).fetchone()
    return None if row is None else SessionRow(*row)


def has_ended(conn: Transaction, session: int) -> bool:
    """Whether it is over; one that is forgotten is."""
    row = conn.execute("SELECT ended FROM sessions WHERE id = ?", (session,)).fetchone()
    return row is None or row[0] is not None


def ended_of(conn: Transaction, found: Sequence[int]) -> frozenset[int]:
    """Which of these sessions have ended."""
    rows = conn.execute(
        f"SELECT id FROM sessions WHERE id IN ({conn.engine.each_number('?1')})"
        " AND ended IS NOT NULL",
        (json.dumps(list(found)),),
    )
    return frozenset(number for (number,) in rows)


def rotate(
    conn: Transaction,
    session: int,
    *,
    used: bytes,
    token: bytes,
    expires: int,
    at: int = 0,
    address: str = "",
    spends: bool = True,
) -> SessionRow:
    """Give a session a new token in answer to `used`, its current or its previous one. `spends` is
    False where it is known that there is no previous one which that would spend.

    `used` stays accepted as the previous one; the one before it is spent, for `used` came after
    it. A current one that was never used is forgotten. TokenStale if `used` is neither, or the
    session is over.
    """
    if spends:
        _spend(conn, session, used)
    row = conn.execute(
        "UPDATE sessions SET token = ?, previous = ?, expires = ?, seen = ?, address = ?"
        f" WHERE id = ? AND ? IN (token, previous) AND ended IS NULL RETURNING {FIELDS}",
        (token, used, expires, at, address, session, used),
    ).fetchone()
    return _live(row, session)


def confirm(
    conn: Transaction, session: int, *, token: bytes, idle: int, most: int, at: int = 0
) -> SessionRow:
    """The current token has been used: the previous one is spent, and the session is good for
    another `idle`, up to `most` since it began."""
    _spend(conn, session, token)
    row = conn.execute(
        "UPDATE sessions SET previous = NULL, seen = ?1,"
        " expires = CASE WHEN began + ?3 < ?1 + ?2 THEN began + ?3 ELSE ?1 + ?2 END"
        f" WHERE id = ?4 AND token = ?5 AND ended IS NULL RETURNING {FIELDS}",
        (at, idle, most, session, token),
    ).fetchone()
    return _live(row, session)


def _spend(conn: Transaction, session: int, used: bytes) -> None:
    """The current token is used, so the previous one is spent."""
    spent = conn.execute(
        "INSERT INTO spent_tokens (token, session) SELECT previous, id FROM sessions"
        " WHERE id = ? AND token = ? AND previous IS NOT NULL AND ended IS NULL"
        " ON CONFLICT DO NOTHING",
        (session, used),
    )
    if not spent.rowcount:
        return
    conn.execute(
        "DELETE FROM spent_tokens WHERE session = ?1 AND id <= (SELECT id FROM spent_tokens"
        " WHERE session = ?1 ORDER BY id DESC LIMIT 1 OFFSET ?2)",
        (session, SPENT),
    )


def end(conn: Transaction, session: int, *, at: int, why: str) -> SessionRow | None:
    """End a session; None if it had ended before."""
    row = conn.execute(
        f"UPDATE sessions SET ended = ?, why = ? WHERE id = ? AND ended IS NULL RETURNING {FIELDS}",
        (at, why, session),
    ).fetchone()
    return None if row is None else SessionRow(*row)


def end_all(conn: Transaction, player: int, *, at: int, why: str) -> tuple[SessionRow, ...]:
    """End what sessions the player has, and say which they were."""
    live = [one for one in of_player(conn, player) if one.ended is None]
    for one in live:
        end(conn, one.id, at=at, why=why)
    return tuple(replace(one, ended=at, why=why) for one in live)


def end_everywhere(conn: Transaction, *, at: int, why: str) -> int:
    """End every session there is; how many they were."""
    return conn.execute(
        "UPDATE sessions SET ended = ?, why = ? WHERE ended IS NULL", (at, why)
    ).rowcount


def of_player(conn: Transaction, player: int) -> tuple[SessionRow, ...]:
    """All sessions of a player, the newest first."""
    rows = conn.execute(
        f"SELECT {FIELDS} FROM sessions WHERE player = ? ORDER BY id DESC", (player,)
    )
    return tuple(SessionRow(*row) for row in rows)


def addresses_of(conn: Transaction, folded: str) -> frozenset[str]:
    """Whence the player of that name has been in lately, in sessions that are over too."""
    rows = conn.execute(
        "SELECT DISTINCT sessions.address FROM sessions JOIN players ON players.id = player"
        " WHERE folded = ? AND address <> ''",
        (folded,),
    )
    return frozenset(address for (address,) in rows)


CHUNK: Final = 200
"""So many sessions are forgotten in one commit: more would hold up the tables."""


def forget(conn: Transaction, before: int) -> int:
    """Delete up to CHUNK sessions that ended or expired before that moment; how many they were."""
    return conn.execute(
        "DELETE FROM sessions WHERE id IN (SELECT id FROM sessions"
        " WHERE coalesce(ended, expires) < ? ORDER BY coalesce(ended, expires) LIMIT ?)",
        (before, CHUNK),
    ).rowcount


def _live(row: tuple[Any, ...] | None, session: int) -> SessionRow:
    if row is None:
        raise TokenStale(f"Session {session} has no such token or is over; log in again.")
    return SessionRow(*row)
