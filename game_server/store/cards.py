"""Proved bank cards on disk: what the bank gave for each, and four digits to show.

A card is known by its holder at the bank (hidden), its kind and its last digits; its number is
nowhere.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Literal, NamedTuple

from game_server.store.transaction import Transaction

CardKind = Literal["debit", "credit"]
HOLDER_BYTES: Final = 32


@dataclass(frozen=True, slots=True)
class ProvedCard:
    """A card of a player, proved last at `proved`.

    `good`: winnings may go to it, from that moment on; None: it takes back what it paid and no
    more. `ended`: the bank takes no more payments by its authorization. `holder` is None on a card
    from before holders were kept.
    """

    id: int
    player: int
    holder: bytes | None = field(repr=False)
    kind: CardKind
    auth: str = field(repr=False)
    digits: str
    proved: int
    good: int | None
    ended: bool


class CardsInUse(NamedTuple):
    """The card that pays, and the one that winnings go to."""

    pays: ProvedCard
    home: ProvedCard


FIELDS: Final = "id, player, holder, kind, auth, digits, proved, good, ended"


def prove(
    conn: Transaction,
    *,
    player: int,
    holder: bytes,
    kind: CardKind,
    auth: str,
    digits: str,
    at: int,
) -> ProvedCard:
    """The card has been proved, for the first time or again, and has this token now."""
    known = conn.execute(
        "SELECT id FROM proved_cards WHERE player = ? AND kind = ? AND digits = ?"
        " AND (holder = ? OR holder IS NULL) ORDER BY holder IS NULL",
        (player, kind, digits, holder),
    ).fetchone()
    if known is None:
        number = conn.insert(
            "INSERT INTO proved_cards (player, holder, kind, auth, digits, proved)"
            " VALUES (?, ?, ?, ?, ?, ?)",
            (player, holder, kind, auth, digits, at),
        )
        return by_id(conn, number)
    conn.execute(
        "UPDATE proved_cards SET holder = ?, auth = ?, proved = ?, ended = 0 WHERE id = ?",
        (holder, auth, at, known[0]),
    )
    return by_id(conn, known[0])


def set_good(conn: Transaction, card: int, good: int | None) -> ProvedCard:
    """Winnings may go to it from that moment on, or not at all."""
    conn.execute("UPDATE proved_cards SET good = ? WHERE id = ?", (good, card))
    return by_id(conn, card)


def set_ended(conn: Transaction, card: int) -> None:
    """The bank wants to see it again before it takes a payment."""
    conn.execute("UPDATE proved_cards SET ended = 1 WHERE id = ?", (card,))


def use(conn: Transaction, player: int, *, pays: int, home: int) -> None:
    """Which card pays from now on, and which takes winnings."""
    conn.execute(
        "INSERT INTO banking (player, pays, home) VALUES (?, ?, ?)"
        " ON CONFLICT (player) DO UPDATE SET pays = excluded.pays, home = excluded.home",
        (player, pays, home),
    )


def banking(conn: Transaction, player: int) -> CardsInUse | None:
    """What the player banks with; None before the first card."""
    row = conn.execute("SELECT pays, home FROM banking WHERE player = ?", (player,)).fetchone()
    return None if row is None else CardsInUse(by_id(conn, row[0]), by_id(conn, row[1]))


def by_id(conn: Transaction, card: int) -> ProvedCard:
    """The card of that number."""
    return _card(
        conn.execute(f"SELECT {FIELDS} FROM proved_cards WHERE id = ?", (card,)).fetchone()
    )


def of_player(conn: Transaction, player: int) -> tuple[ProvedCard, ...]:
    """All cards that a player has ever proved, the first first."""
    rows = conn.execute(
        f"SELECT {FIELDS} FROM proved_cards WHERE player = ? ORDER BY id", (player,)
    )
    return tuple(_card(row) for row in rows)


def players_of(conn: Transaction, holder: bytes) -> tuple[int, ...]:
    """Those who come in by that holder's card, or bank with one now."""
    rows = conn.execute(
        "SELECT id FROM players WHERE holder = ?1 UNION"
        " SELECT b.player FROM proved_cards c JOIN banking b ON b.player = c.player"
        " AND c.id IN (b.pays, b.home) WHERE c.holder = ?1 ORDER BY 1",
        (holder,),
    )
    return tuple(int(row[0]) for row in rows)


def _card(row: Sequence[object]) -> ProvedCard:
    one = ProvedCard(*row)  # type: ignore[arg-type]
    return replace(one, ended=bool(one.ended))
