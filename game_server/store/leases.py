"""Leases on disk: which node of a house may write what, and until when.

A lease has an epoch, which only grows: whoever takes it over has the next one. Each commit of an
owner asks for its epoch in the same transaction (`hold`), so a node that was stopped, and wakes
when another has taken over, writes nothing. The clock of a lease is that of the database.
"""

from dataclasses import dataclass, field
from typing import Final

from game_server.store.refusals import StoreRefused
from game_server.store.transaction import Transaction

FIELDS: Final = "what, owner, node, house, epoch, until"


class LeaseLost(StoreRefused):
    """Another node has taken over: whoever is refused writes nothing more."""

    code = "lease_lost"


@dataclass(frozen=True, slots=True)
class Lease:
    """The lease of `owner`, who calls itself `node`, for the house of that secret; `left` is how
    many milliseconds it lasts from now on, 0 or less when it is over."""

    what: str
    owner: str
    node: str
    house: bytes = field(repr=False)
    epoch: int
    until: int
    left: int


def look(tx: Transaction, what: str) -> Lease | None:
    """The lease as it stands; None if nobody ever had it."""
    row = tx.execute(
        f"SELECT {FIELDS}, until - {tx.engine.now} FROM leases WHERE what = ?", (what,)
    ).fetchone()
    return None if row is None else Lease(*row)


def take(
    tx: Transaction, what: str, *, owner: str, node: str, house: bytes, lasts: int
) -> Lease | None:
    """Take it for so many milliseconds, under the next epoch, when it is over, was never had, or is
    one's own from before; None if another has it, or another house."""
    now = tx.engine.now
    row = tx.execute(
        "INSERT INTO leases (what, owner, node, house, epoch, until)"
        f" VALUES (?1, ?2, ?3, ?4, 1, {now} + ?5) ON CONFLICT (what) DO UPDATE SET"
        " owner = excluded.owner, node = excluded.node, epoch = leases.epoch + 1,"
        " until = excluded.until WHERE leases.house = excluded.house"
        f" AND (leases.until <= {now} OR leases.owner = excluded.owner)"
        f" RETURNING {FIELDS}, until - {now}",
        (what, owner, node, house, lasts),
    ).fetchone()
    return None if row is None else Lease(*row)


def renew(tx: Transaction, what: str, epoch: int, lasts: int) -> None:
    """Let it last so many milliseconds from now on; LeaseLost if another has it by now."""
    renewed = tx.execute(
        f"UPDATE leases SET until = {tx.engine.now} + ? WHERE what = ? AND epoch = ?",
        (lasts, what, epoch),
    )
    if renewed.rowcount != 1:
        raise _lost(what, epoch)


def hold(tx: Transaction, what: str, epoch: int) -> None:
    """Let nobody take it over until this transaction has ended; LeaseLost if somebody has."""
    row = tx.execute(
        f"SELECT 1 FROM leases WHERE what = ? AND epoch = ?{tx.engine.shared}", (what, epoch)
    ).fetchone()
    if row is None:
        raise _lost(what, epoch)


def give_back(tx: Transaction, what: str, epoch: int) -> None:
    """It is over now; nothing if another has it by now."""
    tx.execute(
        f"UPDATE leases SET until = {tx.engine.now} WHERE what = ? AND epoch = ?", (what, epoch)
    )


def end(tx: Transaction, what: str, epoch: int) -> bool:
    """Raise the epoch of a lease that is over, so that whoever had it writes nothing more; whether
    it was over, and still of this epoch."""
    ended = tx.execute(
        "UPDATE leases SET epoch = epoch + 1 WHERE what = ? AND epoch = ?"
        f" AND until <= {tx.engine.now}",
        (what, epoch),
    )
    return ended.rowcount == 1


def lasting(tx: Transaction, start: str) -> tuple[Lease, ...]:
    """The leases that are not over and whose name begins so, up to a colon."""
    rows = tx.execute(
        f"SELECT {FIELDS}, until - {tx.engine.now} FROM leases WHERE what >= ? AND what < ?"
        f" AND until > {tx.engine.now} ORDER BY what",
        (start, start[:-1] + ";"),
    )
    return tuple(Lease(*row) for row in rows)


def _lost(what: str, epoch: int) -> LeaseLost:
    return LeaseLost(f"Another node has taken over the lease of {what} since epoch {epoch}.")
