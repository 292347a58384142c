"""Players who have busted the house at 21: the last of them are shown to everybody."""

from dataclasses import dataclass
from typing import Final

from game_server.store.transaction import Transaction

SHOWN: Final = 10


@dataclass(frozen=True, slots=True)
class Busted:
    """A buster as the store has one: the name by now, when in milliseconds, and the chips in
    cents."""

    name: str
    at: int
    amount: int


def note(conn: Transaction, *, player: int, at: int, amount: int) -> None:
    """This player has busted the house with so many chips; in the work that settles the round."""
    conn.execute(
        "INSERT INTO house_busters (player, at, amount) VALUES (?, ?, ?)", (player, at, amount)
    )


def last(conn: Transaction) -> tuple[Busted, ...]:
    """The last ten, the newest first."""
    rows = conn.execute(
        "SELECT p.name, b.at, b.amount FROM house_busters b JOIN players p ON p.id = b.player"
        " ORDER BY b.id DESC LIMIT ?",
        (SHOWN,),
    )
    return tuple(Busted(*row) for row in rows)
