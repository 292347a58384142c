"""Nodes on disk: what the nodes of a house say of themselves, and which of them live."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from game_server.store.transaction import Transaction

LEASE: Final = "node:"
"""So the lease of a node begins; its name follows."""


KEPT_MS: Final = 24 * 60 * 60 * 1000
"""So long a node that is gone is listed."""


@dataclass(frozen=True, slots=True)
class NodeRow:
    """A node; `word` is of its data folder, and `left` is how many milliseconds its lease lasts, 0
    or less if it is gone. `lag` and `skew` are milliseconds: how late its loop was, and how far its
    clock is ahead of the database's. `hours` says whether the house is open there, and nothing as
    long as the node has not said it."""

    name: str
    version: str
    roles: str
    address: str
    since: int
    draining: int
    lines: int
    lag: int
    skew: int
    hours: str
    word: str
    epoch: int
    left: int

    @property
    def lives(self) -> bool:
        """Whether its lease lasts."""
        return self.left > 0

    @property
    def long_gone(self) -> bool:
        """Whether it need not be listed any more, unless it still has tables."""
        return self.left < -KEPT_MS

    @property
    def has_tables(self) -> bool:
        """Whether tables may be placed on it, as long as it lives."""
        return "tables" in self.roles.split(",")

    @property
    def is_front(self) -> bool:
        """Whether players come in there."""
        return "front" in self.roles.split(",")

    @property
    def takes_lines(self) -> bool:
        """Whether players come in there now."""
        return self.lives and self.is_front and not self.draining

    @property
    def takes_tables(self) -> bool:
        """Whether tables are placed on it now."""
        return self.lives and self.has_tables and not self.draining


def lease_of(node: str) -> str:
    """What the lease of that node is called."""
    return f"{LEASE}{node}"


def enter(tx: Transaction, name: str, *, version: str, roles: Sequence[str], since: int) -> None:
    """A node begins, whatever it was before."""
    tx.execute(
        "INSERT INTO nodes (name, version, roles, since) VALUES (?, ?, ?, ?)"
        " ON CONFLICT (name) DO UPDATE SET version = excluded.version, roles = excluded.roles,"
        " since = excluded.since, address = '', draining = 0, lines = 0, lag = 0, skew = 0,"
        " hours = ''",
        (name, version, ",".join(roles), since),
    )


def say(
    tx: Transaction, name: str, *, address: str, lines: int, lag: int, clock: int, hours: str
) -> None:
    """How a node is now: where players connect, how many lines it has, how late its loop was, and
    whether the house is open there; and `clock` is what time it is there, in milliseconds."""
    tx.execute(
        f"UPDATE nodes SET address = ?, lines = ?, lag = ?, skew = ? - {tx.engine.now}, hours = ?"
        " WHERE name = ?",
        (address, lines, lag, clock, hours, name),
    )


def drain(tx: Transaction, name: str, draining: bool) -> bool:
    """A node gives its tables to the others, or takes some again; whether there is such a node."""
    asked = "UPDATE nodes SET draining = ? WHERE name = ?"
    return tx.execute(asked, (int(draining), name)).rowcount == 1


def forget(tx: Transaction, names: Sequence[str]) -> None:
    """Those of these nodes that have been gone for `KEPT_MS` and have no tables are listed no more.
    Their leases stay, for the epochs of them only grow."""
    tx.executemany(
        "DELETE FROM nodes WHERE name = ? AND name NOT IN"
        " (SELECT node FROM placements WHERE node IS NOT NULL) AND EXISTS"
        f" (SELECT 1 FROM leases WHERE what = ? AND until < {tx.engine.now} - {KEPT_MS})",
        [(name, lease_of(name)) for name in names],
    )


def known(tx: Transaction) -> tuple[NodeRow, ...]:
    """The nodes that live, and those that were there in the last day, by name."""
    rows = tx.execute(
        "SELECT n.name, n.version, n.roles, n.address, n.since, n.draining, n.lines, n.lag, n.skew,"
        f" n.hours, l.owner, l.epoch, l.until - {tx.engine.now} FROM nodes n"
        f" JOIN leases l ON l.what = '{LEASE}' || n.name ORDER BY n.name"
    )
    return tuple(NodeRow(*row) for row in rows)
