"""Deleted accounts on disk: what is erased of a player, and what is still to be done.

The row of the player stays, under the number alone: the ledger, payments and measures speak of it.
What the law and the books keep is said in `docs/security.md`.
"""

import json
import secrets
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Final

from game_server.refusals import AccountDeleted
from game_server.store import accounts, blocks, card_tokens, cards, factors, looks, reports
from game_server.store.card_tokens import TokenRow
from game_server.store.factors import FactorOwner
from game_server.store.transaction import Transaction

DELETED: Final = "deleted"
"""The state of a player whose account is deleted; nothing leads out of it."""
WHY: Final = "deleted"
"""Why the last session of such a player has ended."""
Seals = Callable[[str, int], str]
"""A token of a player's card as it may be written down."""


@dataclass(frozen=True, slots=True)
class DeletionRow:
    """A deletion: of whom, when, by which administrator (empty: by the player). `named`: the name
    is kept from others still. `cleared`: no chip and no token is left. `erased`: no round that was
    played has the name any more."""

    player: int
    at: int
    who: str
    named: bool
    cleared: bool
    erased: bool


FIELDS: Final = "player, at, who, named, cleared, erased"
_OWN: Final = (
    "DELETE FROM sessions WHERE player = ? AND ended IS NOT NULL",
    "DELETE FROM requests WHERE player = ?",
    "DELETE FROM results WHERE player = ?",
    "DELETE FROM house_busters WHERE player = ?",
    "DELETE FROM resets WHERE player = ?",
    "DELETE FROM banking WHERE player = ?",
)
"""Rows that are the player's alone."""


def erase(conn: Transaction, player: int, at: int, who: str = "") -> tuple[int, ...]:
    """Delete what is known of a player but what the books need, and write down that it was done;
    the numbers of the sessions that have ended by it. Done twice it changes nothing more."""
    if of(conn, player) is not None:
        return ()
    conn.execute("INSERT INTO deletions (player, at, who) VALUES (?, ?, ?)", (player, at, who))
    for statement in _OWN:
        conn.execute(statement, (player,))
    ended = conn.execute(
        "UPDATE sessions SET ended = ?, why = ?, device = '', address = ''"
        " WHERE player = ? AND ended IS NULL RETURNING id",
        (at, WHY, player),
    ).fetchall()
    factors.remove(conn, FactorOwner("player", player))
    blocks.forget(conn, player)
    reports.forget_player(conn, player)
    conn.execute(
        "UPDATE grants SET state = 'rejected', ended = ? WHERE player = ? AND state = 'pending'",
        (at, player),
    )
    # The digits stay with the payments that were made. The owner of the card is nobody any more.
    for card in cards.of_player(conn, player):
        conn.execute(
            "UPDATE proved_cards SET holder = ?, good = NULL, ended = 1 WHERE id = ?",
            (secrets.token_bytes(cards.HOLDER_BYTES), card.id),
        )
    conn.execute(
        "UPDATE players SET kind = 'guest', name = ?, password = NULL, holder = NULL, avatar = '',"
        " state = ? WHERE id = ?",
        (f"#{player}", DELETED, player),
    )
    return tuple(number for (number,) in ended)


def blank_tokens(conn: Transaction, player: int, seals: Seals) -> None:
    """Let no token of the player's cards move money any more."""
    for table in card_tokens.TABLES:
        rows = conn.execute(f"SELECT id, auth FROM {table} WHERE player = ?", (player,)).fetchall()
        for number, auth in rows:
            row = TokenRow(table, number, player, auth)
            card_tokens.replace(conn, row, seals("", player))


def cleared(conn: Transaction, player: int) -> None:
    """Nothing of the player's is left to be cleared away."""
    conn.execute("UPDATE deletions SET cleared = 1 WHERE player = ?", (player,))


def erased(conn: Transaction, players: Collection[int]) -> None:
    """No round has the names of these players any more."""
    conn.executemany(
        "UPDATE deletions SET erased = 1 WHERE player = ?", [(player,) for player in players]
    )


def free_name(conn: Transaction, player: int) -> None:
    """The name, of which only the fold and the looks were left, is anybody's again."""
    known = accounts.by_id(conn, player)
    accounts.rename(
        conn, player, name=known.name, folded=f"{looks.GONE}{player}", avatar=known.avatar
    )
    looks.give(conn, player, ())
    conn.execute("UPDATE deletions SET named = 0 WHERE player = ?", (player,))


def among(conn: Transaction, players: Collection[int]) -> tuple[int, ...]:
    """Those of these players whose accounts are deleted."""
    if not players:
        return ()
    rows = conn.execute(
        f"SELECT player FROM deletions WHERE player IN ({conn.engine.each_number('?1')})"
        " ORDER BY player",
        (json.dumps(sorted(players)),),
    )
    return tuple(player for (player,) in rows)


def of(conn: Transaction, player: int) -> DeletionRow | None:
    """The deletion of a player's account; None while there is an account."""
    row = conn.execute(f"SELECT {FIELDS} FROM deletions WHERE player = ?", (player,)).fetchone()
    return None if row is None else _row(row)


def refuse(conn: Transaction, player: int) -> None:
    """AccountDeleted if the account is: what was under way brings nothing of it back."""
    if of(conn, player) is not None:
        raise AccountDeleted


def to_do(conn: Transaction, before: int, most: int = 500) -> tuple[DeletionRow, ...]:
    """Deletions after which something is to be done now, up to so many: names are free that were
    kept since before that moment."""
    rows = conn.execute(
        f"SELECT {FIELDS} FROM deletions WHERE (named = 1 AND at <= ?) OR cleared = 0 OR erased = 0"
        " ORDER BY at LIMIT ?",
        (before, most),
    )
    return tuple(map(_row, rows))


def _row(row: tuple[int, int, str, int, int, int]) -> DeletionRow:
    player, at, who, *done = row
    return DeletionRow(player, at, who, *map(bool, done))
