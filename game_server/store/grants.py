"""Grants on disk: chips that administrators give and take, asked for by one, decided by that one or
by another."""

from dataclasses import dataclass
from typing import Final, Literal

from game_server.store.refusals import GrantDecided, NoSuchGrant, UndoneBefore, refusing
from game_server.store.transaction import Transaction

State = Literal["pending", "done", "rejected"]
FIELDS: Final = (
    "g.id, g.player, p.name, g.amount, g.reason, g.who, a.name, g.at, g.undoes, g.state, b.name,"
    " g.ended, (SELECT u.id FROM grants u WHERE u.undoes = g.id AND u.state = 'done')"
)
JOINED: Final = (
    "FROM grants g JOIN players p ON p.id = g.player JOIN admins a ON a.id = g.who"
    " LEFT JOIN admins b ON b.id = g.second"
)


@dataclass(frozen=True, slots=True)
class ChipGrantRow:
    """Cents given to a player, or taken from one when below zero. `admin` asked for it, `second`
    has approved or rejected it if that took another; `undone` is the grant that took it back."""

    id: int
    player: int
    name: str
    amount: int
    reason: str
    admin: int
    who: str
    at: int
    undoes: int | None
    state: State
    second: str | None
    ended: int | None
    undone: int | None


def ask(
    conn: Transaction,
    *,
    player: int,
    amount: int,
    reason: str,
    admin: int,
    at: int,
    undoes: int | None = None,
) -> ChipGrantRow:
    """A grant that nobody has decided yet; UndoneBefore when another undoes the same."""
    again = UndoneBefore(f"Grant {undoes} is undone already, or that waits for a second one.")
    with refusing(conn, "grants.undoes", again):
        number = conn.insert(
            "INSERT INTO grants (player, amount, reason, who, at, undoes)"
            " VALUES (?, ?, ?, ?, ?, ?)",
            (player, amount, reason, admin, at, undoes),
        )
    return by_id(conn, number)


def decide(
    conn: Transaction, grant: int, state: State, at: int, second: int | None = None
) -> ChipGrantRow:
    """Decide a grant, once; GrantDecided when it is decided, or when one who asked approves."""
    known = by_id(conn, grant)
    if known.state != "pending":
        raise GrantDecided(f"Grant {grant} is {known.state}; only one that is pending is decided.")
    same = GrantDecided(f"Grant {grant} was asked for by {known.who}; it takes another.")
    with refusing(conn, "a_second_administrator", same):
        conn.execute(
            "UPDATE grants SET state = ?, second = ?, ended = ? WHERE id = ?",
            (state, second, at, grant),
        )
    return by_id(conn, grant)


def by_id(conn: Transaction, grant: int) -> ChipGrantRow:
    """The grant of that number; NoSuchGrant if there is none."""
    row = conn.execute(f"SELECT {FIELDS} {JOINED} WHERE g.id = ?", (grant,)).fetchone()
    if row is None:
        raise NoSuchGrant(f"There is no grant {grant}; look at `chips list`.")
    return ChipGrantRow(*row)


def rows(
    conn: Transaction,
    *,
    player: int | None = None,
    pending: bool = False,
    before: int | None = None,
    count: int = 50,
) -> tuple[ChipGrantRow, ...]:
    """Grants, the newest first, up to so many; `before` is the number of one."""
    found = conn.execute(
        f"SELECT {FIELDS} {JOINED} WHERE (g.player = ?1 OR ?1 IS NULL)"
        " AND (?2 = 0 OR g.state = 'pending') AND (g.id < ?3 OR ?3 IS NULL)"
        " ORDER BY g.id DESC LIMIT ?4",
        (player, int(pending), before, count),
    )
    return tuple(ChipGrantRow(*row) for row in found)


def alone(conn: Transaction, admin: int, player: int, since: int) -> int:
    """How much this administrator has moved for this player since then without a second one."""
    (amount,) = conn.execute(
        "SELECT coalesce(sum(abs(amount)), 0) FROM grants WHERE who = ? AND player = ?"
        " AND at >= ? AND state = 'done' AND second IS NULL",
        (admin, player, since),
    ).fetchone()
    return int(amount)
