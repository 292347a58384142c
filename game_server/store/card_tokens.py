"""The encrypted tokens of cards on disk, wherever they stand: read and replaced one by one.

How a token is encrypted is decided elsewhere; here it is a text that begins with a mark and the id
of the key that it is under.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from game_server.store.transaction import Transaction

TABLES: Final = ("proved_cards", "payments")
HEAD: Final = "substr(auth, 1, 15)"
"""What a token begins with, as the indexes have it: the mark, and the id of the key."""
PAGE: Final = 500
"""So many tokens are in memory at a time."""


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


def keys_in_use(conn: Transaction, mark: str) -> frozenset[str]:
    """The ids of all keys that a token is under."""
    heads = (head for table in TABLES for head in _heads(conn, table))
    return frozenset(head.removeprefix(mark) for head in heads if head.startswith(mark))


def _heads(conn: Transaction, table: str) -> Sequence[str]:
    """What tokens begin with, mark and key, each once: from one to the next by the index over
    them, however many tokens there are."""
    rows = conn.execute(
        f"WITH RECURSIVE known (head) AS (SELECT min({HEAD}) FROM {table} UNION ALL"
        f" SELECT (SELECT min({HEAD}) FROM {table} WHERE {HEAD} > known.head) FROM known"
        " WHERE known.head IS NOT NULL) SELECT head FROM known WHERE head IS NOT NULL"
    )
    return [head for (head,) in rows]


def count(conn: Transaction) -> Mapping[str, int]:
    """How many tokens begin alike, by what they begin with: mark and key. It looks at all."""
    found = Counter[str]()
    for table in TABLES:
        found.update(
            dict(conn.execute(f"SELECT {HEAD}, count(*) FROM {table} GROUP BY {HEAD}").fetchall())
        )
    return found


def sample(conn: Transaction, mark: str, key: str) -> tuple[str, int]:
    """One of the tokens under a key that is in use, and its player."""
    for table in TABLES:
        asked = f"SELECT auth, player FROM {table} WHERE {HEAD} = ? LIMIT 1"
        found = conn.execute(asked, (f"{mark}{key}",)).fetchone()
        if found is not None:
            return str(found[0]), int(found[1])
    raise LookupError(f"No token is under the key {key}.")


def any_plain(conn: Transaction, mark: str) -> bool:
    """Whether a token is there that is under no key."""
    return any(not head.startswith(mark) for table in TABLES for head in _heads(conn, table))


def everywhere(conn: Transaction) -> Iterator[TokenRow]:
    """All tokens, table by table; some are read, and may be changed before the next are."""
    for table in TABLES:
        after = 0
        while rows := conn.execute(
            f"SELECT id, player, auth FROM {table} WHERE id > ? ORDER BY id LIMIT ?", (after, PAGE)
        ).fetchall():
            yield from (TokenRow(table, *row) for row in rows)
            after = rows[-1][0]


def replace(conn: Transaction, row: TokenRow, auth: str) -> None:
    """Let another token stand there."""
    conn.execute(f"UPDATE {row.table} SET auth = ? WHERE id = ?", (auth, row.id))


def end_card(conn: Transaction, row: TokenRow) -> None:
    """Let the card be shown again before it is used."""
    conn.execute("UPDATE proved_cards SET ended = 1 WHERE id = ?", (row.id,))
