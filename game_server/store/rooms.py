"""Rooms that players have opened, so that a restart finds them again. Their names come once."""

from dataclasses import dataclass

from game_server.store.transaction import Transaction


@dataclass(frozen=True, slots=True)
class OpenedRoom:
    """A room as it was opened; what `config` says is not the store's to know."""

    name: str
    owner: str
    config: str


def keep(conn: Transaction, room: OpenedRoom, at: int) -> None:
    """Open a room."""
    conn.execute(
        "INSERT INTO rooms (name, owner, config, opened) VALUES (?, ?, ?, ?)",
        (room.name, room.owner, room.config, at),
    )


def close(conn: Transaction, name: str, at: int) -> None:
    """The room is over, and what it was set to is forgotten; nothing if it was over, or was never
    opened by a player."""
    conn.execute(
        "UPDATE rooms SET closed = ?, config = '' WHERE name = ? AND closed IS NULL", (at, name)
    )


def was_opened(conn: Transaction, name: str) -> bool:
    """Whether there is or was a room or a table of that name."""
    (known,) = conn.execute(
        "SELECT EXISTS (SELECT 1 FROM rooms WHERE name = ?1)"
        " OR EXISTS (SELECT 1 FROM tables WHERE name = ?1)",
        (name,),
    ).fetchone()
    return bool(known)


def still_open(conn: Transaction) -> tuple[OpenedRoom, ...]:
    """The rooms that are not over, by name."""
    rows = conn.execute("SELECT name, owner, config FROM rooms WHERE closed IS NULL ORDER BY name")
    return tuple(OpenedRoom(*row) for row in rows)
