"""Idempotency: a request that comes again does nothing and gets the reply that is stored."""

from typing import Final, NamedTuple

from game_server.store.refusals import KeyReused, refusing
from game_server.store.transaction import Transaction


class ReplyRow(NamedTuple):
    """A reply, and a digest of the request that got it; None if that was not kept."""

    reply: bytes
    body: bytes | None


def reply_to(conn: Transaction, player: int, request: int) -> ReplyRow | None:
    """The reply that the player's request got; None if it never came."""
    row = conn.execute(
        "SELECT reply, body FROM requests WHERE player = ? AND request = ?", (player, request)
    ).fetchone()
    return None if row is None else ReplyRow(*row)


def newest(conn: Transaction, player: int) -> int:
    """The highest number of a request of the player that has its reply; 0 if none has."""
    asked = "SELECT coalesce(max(request), 0) FROM requests WHERE player = ?"
    return int(conn.execute(asked, (player,)).fetchone()[0])


def remember(
    conn: Transaction, *, player: int, request: int, body: bytes, reply: bytes, at: int
) -> None:
    """Keep the reply, in the same work as what the request did; KeyReused if there is one."""
    text = f"Request {request} of player {player} has its reply; a request has one."
    with refusing(conn, "requests.player, requests.request", KeyReused(text)):
        conn.execute(
            "INSERT INTO requests (player, request, at, reply, body) VALUES (?, ?, ?, ?, ?)",
            (player, request, at, reply, body),
        )


CHUNK: Final = 200
"""So many replies are forgotten in one commit: more would hold up the tables."""


def forget(conn: Transaction, before: int) -> int:
    """Delete up to CHUNK replies from before that moment, the oldest first; how many they were."""
    return conn.execute(
        "DELETE FROM requests WHERE (player, request) IN"
        " (SELECT player, request FROM requests WHERE at < ? ORDER BY at LIMIT ?)",
        (before, CHUNK),
    ).rowcount
