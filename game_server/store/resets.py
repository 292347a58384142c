"""Password resets on disk: of whom, by the hash of which key, and how far each is."""

from dataclasses import dataclass, field
from typing import Final, Literal

from game_server.store.transaction import Transaction

State = Literal["open", "approved", "used", "void"]


@dataclass(frozen=True, slots=True)
class PasswordReset:
    """A request of a device that says its player has lost the password. Without a player nobody
    has the name that was given, which the device is not to know. `number` is read to the house."""

    id: int
    player: int | None
    key: bytes = field(repr=False)
    number: str = field(repr=False)
    address: str
    at: int
    until: int
    state: State
    tries: int
    who: str


FIELDS: Final = "id, player, key, number, address, at, until, state, tries, who"


def ask(
    conn: Transaction,
    *,
    player: int | None,
    key: bytes,
    number: str,
    address: str,
    at: int,
    until: int,
) -> None:
    """A new request."""
    conn.execute(
        "INSERT INTO resets (player, key, number, address, at, until) VALUES (?, ?, ?, ?, ?, ?)",
        (player, key, number, address, at, until),
    )


def by_key(conn: Transaction, key: bytes) -> PasswordReset | None:
    """The request of the device that has this key."""
    row = conn.execute(f"SELECT {FIELDS} FROM resets WHERE key = ?", (key,)).fetchone()
    return None if row is None else PasswordReset(*row)


def void_all(conn: Transaction) -> None:
    """No request that is under way leads to a password any more."""
    conn.execute("UPDATE resets SET state = 'void' WHERE state IN ('open', 'approved')")


def open_of(conn: Transaction, player: int, at: int) -> tuple[PasswordReset, ...]:
    """The player's requests that can still be approved, the newest first."""
    rows = conn.execute(
        f"SELECT {FIELDS} FROM resets WHERE player = ? AND state = 'open' AND until > ?"
        " ORDER BY id DESC",
        (player, at),
    )
    return tuple(PasswordReset(*row) for row in rows)


def all_open(conn: Transaction, at: int) -> tuple[tuple[PasswordReset, str], ...]:
    """All requests that can still be approved and the names of their players, the newest first."""
    fields = ", ".join(f"resets.{one}" for one in FIELDS.split(", "))
    rows = conn.execute(
        f"SELECT {fields}, players.name FROM resets JOIN players ON players.id = resets.player"
        " WHERE resets.state = 'open' AND until > ? ORDER BY resets.id DESC LIMIT 200",
        (at,),
    )
    return tuple((PasswordReset(*row[:-1]), row[-1]) for row in rows)


def become(conn: Transaction, reset: int, state: State, who: str = "") -> None:
    """The request is in this state now."""
    conn.execute("UPDATE resets SET state = ?, who = ? WHERE id = ?", (state, who, reset))


def tried(conn: Transaction, player: int, at: int, most: int) -> None:
    """A wrong number was read to the house: each open request of the player has a try less."""
    conn.execute(
        "UPDATE resets SET tries = tries + 1, "
        " state = CASE WHEN tries + 1 >= ? THEN 'void' ELSE state END"
        " WHERE player = ? AND state = 'open' AND until > ?",
        (most, player, at),
    )


def void(conn: Transaction, player: int) -> None:
    """No request of the player is worth anything any more."""
    conn.execute(
        "UPDATE resets SET state = 'void' WHERE player = ? AND state IN ('open', 'approved')",
        (player,),
    )


def forget(conn: Transaction, before: int) -> int:
    """Delete requests that were over before that moment; how many they were."""
    return conn.execute("DELETE FROM resets WHERE until < ?", (before,)).rowcount
