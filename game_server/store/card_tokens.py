"""The encrypted tokens of cards on disk, wherever they stand: read and replaced one by one.

How a token is encrypted is decided elsewhere; here it is a text that begins with a mark and the id
of the key that it is under.
"""

import sqlite3
from collections.abc import Iterator
from typing import Final, NamedTuple

TABLES: Final = ("proved_cards", "payments")


class TokenRow(NamedTuple):
    """A token, with the table and the row that it stands in, and the player whose card it is."""

    table: str
    id: int
    player: int
    auth: str

    @property
    def of_card(self) -> bool:
        """Whether it is the token of a card, and not that of a payment made with one."""
        return self.table == "proved_cards"


def keys_in_use(conn: sqlite3.Connection, mark: str) -> frozenset[str]:
    """The ids of all keys that a token is under."""
    rows = conn.execute(_each("substr(auth, 8, 8)", f"auth LIKE '{mark}%'"))
    return frozenset(one for (one,) in rows)


def sample(conn: sqlite3.Connection, mark: str, key: str) -> tuple[str, int]:
    """One of the tokens under a key that is in use, and its player."""
    found = conn.execute(
        _each("auth, player", f"auth LIKE '{mark}{key}:%'") + " LIMIT 1"
    ).fetchone()
    return str(found[0]), int(found[1])


def any_plain(conn: sqlite3.Connection, mark: str) -> bool:
    """Whether a token is there that is under no key."""
    return conn.execute(_each("1", f"auth NOT LIKE '{mark}%'")).fetchone() is not None


def everywhere(conn: sqlite3.Connection) -> Iterator[TokenRow]:
    """All tokens, table by table; what stands in a table is read before it is changed."""
    for table in TABLES:
        rows = conn.execute(f"SELECT id, player, auth FROM {table}").fetchall()
        yield from (TokenRow(table, *row) for row in rows)


def replace(conn: sqlite3.Connection, row: TokenRow, auth: str) -> None:
    """Let another token stand there."""
    conn.execute(f"UPDATE {row.table} SET auth = ? WHERE id = ?", (auth, row.id))


def end_card(conn: sqlite3.Connection, row: TokenRow) -> None:
    """Let the card be shown again before it is used."""
    conn.execute("UPDATE proved_cards SET ended = 1 WHERE id = ?", (row.id,))


def _each(what: str, where: str) -> str:
    return " UNION ".join(f"SELECT {what} FROM {table} WHERE {where}" for table in TABLES)
