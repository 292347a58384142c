"""Second factors on disk, of players and of administrators: a sealed secret, the last step that was
used, and hashes of recovery codes. Whether a code is right is decided elsewhere."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final, Literal

from game_server.store.transaction import Transaction

Kind = Literal["player", "admin"]


@dataclass(frozen=True, slots=True)
class FactorOwner:
    """The owner of a second factor: a player or an administrator."""

    kind: Kind
    id: int

    def __str__(self) -> str:
        return f"{self.kind}:{self.id}"


@dataclass(frozen=True, slots=True)
class FactorRow:
    """A factor; it counts from `confirmed` on, when a code of it was typed."""

    sealed: bytes = field(repr=False)
    step: int
    began: int
    confirmed: int | None


FIELDS: Final = "sealed, step, began, confirmed"
OF: Final = "kind = ? AND owner = ?"


def of(conn: Transaction, owner: FactorOwner) -> FactorRow | None:
    """The owner's factor, confirmed or only begun."""
    row = conn.execute(f"SELECT {FIELDS} FROM factors WHERE {OF}", (owner.kind, owner.id))
    found = row.fetchone()
    return None if found is None else FactorRow(*found)


def is_on(conn: Transaction, owner: FactorOwner) -> bool:
    """Whether the owner has one that counts."""
    known = of(conn, owner)
    return known is not None and known.confirmed is not None


def begin(conn: Transaction, owner: FactorOwner, sealed: bytes, at: int) -> None:
    """A factor that does not count yet, instead of one that was only begun."""
    remove(conn, owner)
    conn.execute(
        "INSERT INTO factors (kind, owner, sealed, began) VALUES (?, ?, ?, ?)",
        (owner.kind, owner.id, sealed, at),
    )


def confirm(conn: Transaction, owner: FactorOwner, at: int, digests: Iterable[bytes]) -> None:
    """From now on it counts, and each of the recovery codes of these hashes opens once."""
    conn.execute(f"UPDATE factors SET confirmed = ? WHERE {OF}", (at, owner.kind, owner.id))
    conn.executemany(
        "INSERT INTO recovery_codes (kind, owner, digest) VALUES (?, ?, ?)",
        [(owner.kind, owner.id, digest) for digest in digests],
    )


def used(conn: Transaction, owner: FactorOwner, step: int) -> None:
    """No code of this step or of one before opens any more."""
    conn.execute(
        f"UPDATE factors SET step = ? WHERE {OF} AND step < ?", (step, owner.kind, owner.id, step)
    )


def recover(conn: Transaction, owner: FactorOwner, digest: bytes) -> bool:
    """Use a recovery code up; whether it was one."""
    gone = conn.execute(
        f"DELETE FROM recovery_codes WHERE {OF} AND digest = ?", (owner.kind, owner.id, digest)
    )
    return gone.rowcount == 1


def left(conn: Transaction, owner: FactorOwner) -> int:
    """How many recovery codes are left."""
    row = conn.execute(f"SELECT count(*) FROM recovery_codes WHERE {OF}", (owner.kind, owner.id))
    return int(row.fetchone()[0])


def remove(conn: Transaction, owner: FactorOwner) -> bool:
    """No second factor any more; whether there was one that counted."""
    before = of(conn, owner)
    conn.execute(f"DELETE FROM recovery_codes WHERE {OF}", (owner.kind, owner.id))
    conn.execute(f"DELETE FROM factors WHERE {OF}", (owner.kind, owner.id))
    return before is not None and before.confirmed is not None


def everything(conn: Transaction) -> tuple[tuple[FactorOwner, bytes], ...]:
    """Every factor, sealed."""
    rows = conn.execute("SELECT kind, owner, sealed FROM factors ORDER BY kind, owner")
    return tuple((FactorOwner(kind, owner), sealed) for kind, owner, sealed in rows)


def seal_anew(conn: Transaction, owner: FactorOwner, sealed: bytes) -> None:
    """The same secret, under another key."""
    conn.execute(f"UPDATE factors SET sealed = ? WHERE {OF}", (sealed, owner.kind, owner.id))
