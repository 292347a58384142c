"""Measures on disk: who is muted or barred, since when, until when, why."""

from dataclasses import dataclass
from typing import Final

from game_server.store.transaction import Transaction

FIELDS: Final = "id, player, kind, at, until, reason, who, lifted"


@dataclass(frozen=True, slots=True)
class MeasureRow:
    """A measure of the house against a player. `kind` is the state that the player is in by it;
    without `until` it has no end."""

    id: int
    player: int
    kind: str
    at: int
    until: int | None
    reason: str
    who: str
    lifted: int | None

    def holds(self, at: int) -> bool:
        """Whether it counts at that moment."""
        return self.lifted is None and (self.until is None or at < self.until)


def take(
    conn: Transaction,
    *,
    player: int,
    kind: str,
    at: int,
    until: int | None,
    reason: str,
    who: str,
) -> MeasureRow:
    """A new measure; one of its kind that the player had is lifted by it."""
    lift(conn, player, kind, at)
    row = conn.execute(
        "INSERT INTO measures (player, kind, at, until, reason, who) VALUES (?, ?, ?, ?, ?, ?)"
        f" RETURNING {FIELDS}",
        (player, kind, at, until, reason, who),
    ).fetchone()
    return MeasureRow(*row)


def lift(conn: Transaction, player: int, kind: str, at: int) -> MeasureRow | None:
    """End the player's measure of that kind; None if there is none."""
    row = conn.execute(
        "UPDATE measures SET lifted = ? WHERE player = ? AND kind = ? AND lifted IS NULL"
        f" RETURNING {FIELDS}",
        (at, player, kind),
    ).fetchone()
    return None if row is None else MeasureRow(*row)


def of_player(conn: Transaction, player: int) -> tuple[MeasureRow, ...]:
    """All measures of a player, the newest first."""
    rows = conn.execute(
        f"SELECT {FIELDS} FROM measures WHERE player = ? ORDER BY id DESC", (player,)
    )
    return tuple(MeasureRow(*row) for row in rows)


def hold(conn: Transaction, player: int, kind: str, at: int) -> bool:
    """Whether a measure of that kind counts for the player at that moment."""
    return any(one.kind == kind and one.holds(at) for one in of_player(conn, player))
