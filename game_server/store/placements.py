"""Placements on disk: which node has which tables, in a house that several nodes share.

What is placed is a unit: a table by its name, or all tables for cash together (`CASH`), so that one
node reaches the bank. Every change has a number, which grows over the whole house: of two that are
told, the one with the higher number is true. Changes are made one after the other, under the lock
of the house.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from game_server.store import leases
from game_server.store.transaction import Transaction, marks

CASH: Final = "CASH"
"""The unit of all tables for cash, and of the cashier's work; no table has such a name."""
AT_ONCE: Final = 500
"""So many units are named in one statement."""


@dataclass(frozen=True, slots=True)
class Placement:
    """A unit is on a node, or on none; `wish` is the node that somebody wants it on. Where it is on
    that one it stays, however the others are shared."""

    unit: str
    node: str | None
    number: int
    wish: str | None


def of_house(tx: Transaction) -> tuple[Placement, ...]:
    """Every placement, by unit."""
    rows = tx.execute("SELECT unit, node, number, wish FROM placements ORDER BY unit")
    return tuple(Placement(*row) for row in rows)


def newest(tx: Transaction) -> int:
    """The number of the last change; 0 if there was none."""
    return int(tx.execute("SELECT coalesce(max(number), 0) FROM placements").fetchone()[0])


def add(tx: Transaction, units: Iterable[str], node: str | None = None) -> None:
    """Units that are new are on that node, or on none; the others stay where they are."""
    number = newest(tx) + 1
    tx.executemany(
        "INSERT INTO placements (unit, node, number) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
        [(unit, node, number) for unit in units],
    )


def forget(tx: Transaction, unit: str) -> None:
    """There is no such table any more."""
    tx.execute("DELETE FROM placements WHERE unit = ?", (unit,))


def forget_closed(tx: Transaction) -> None:
    """There are no rooms any more that are closed, however they were."""
    tx.execute(
        "DELETE FROM placements WHERE unit IN (SELECT name FROM rooms WHERE closed IS NOT NULL)"
    )


def claim(tx: Transaction, units: Sequence[str], node: str) -> int:
    """Those of the units that are on no node are on this one now; how many they were."""
    return _place(tx, units, node, "node IS NULL", ())


def give_up(
    tx: Transaction, units: Sequence[str], node: str, to: str | None, guests: str = ""
) -> int:
    """Those of the units that are on this node are on the other now, or on none, with these
    guests; how many."""
    given = _place(tx, units, to, "node = ?", (node,))
    if guests and given:
        tx.executemany(
            "UPDATE placements SET guests = ? WHERE unit = ?", [(guests, unit) for unit in units]
        )
    return given


def guests(tx: Transaction, units: Iterable[str]) -> dict[str, str]:
    """The guests that were written of those units, for whoever takes them."""
    wanted = frozenset(units)
    rows = tx.execute("SELECT unit, guests FROM placements WHERE guests <> ''")
    return {unit: said for unit, said in rows if unit in wanted}


def forget_guests(tx: Transaction, units: Iterable[str]) -> None:
    """They are known where the units are now."""
    tx.executemany("UPDATE placements SET guests = '' WHERE unit = ?", [(one,) for one in units])


def _place(
    tx: Transaction, units: Sequence[str], node: str | None, where: str, which: Sequence[str]
) -> int:
    number, placed = newest(tx) + 1, 0
    for start in range(0, len(units), AT_ONCE):
        some = units[start : start + AT_ONCE]
        placed += tx.execute(
            "UPDATE placements SET node = ?, number = ?, wish = CASE WHEN wish = ? THEN wish END"
            f" WHERE {where} AND unit IN ({marks(len(some))})",
            (node, number, node, *which, *some),
        ).rowcount
    return placed


def want(tx: Transaction, unit: str, node: str) -> bool:
    """Let the node that has a unit bring it to that one; whether there is such a unit."""
    asked = "UPDATE placements SET wish = ?, number = ? WHERE unit = ?"
    return tx.execute(asked, (node, newest(tx) + 1, unit)).rowcount == 1


def take_over(tx: Transaction, what: str, epoch: int, node: str) -> int | None:
    """The lease of a node is over: its epoch is raised, so that it writes nothing more, and what it
    had is on no node; how many units that were. None if it has its lease, or another was
    quicker."""
    if not leases.end(tx, what, epoch):
        return None
    return tx.execute(
        "UPDATE placements SET node = NULL, number = ?, guests = '' WHERE node = ?",
        (newest(tx) + 1, node),
    ).rowcount
