"""Administrators on disk. What a role may do, and how a password is hashed, is not the store's.

The roles `cards` and `backup` are a row of a table of their own, beside that of a viewer.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from game_server.store.refusals import NameTaken, NoSuchAdmin, refusing
from game_server.store.transaction import Transaction


@dataclass(frozen=True, slots=True)
class AdminRow:
    """An administrator; `password` is a hash."""

    id: int
    name: str
    role: str
    password: str = field(repr=False)
    created: int
    removed: int | None


FIELDS: Final = (
    "id, name, CASE WHEN id IN (SELECT admin FROM card_viewers) THEN 'cards'"
    " WHEN id IN (SELECT admin FROM copy_makers) THEN 'backup' ELSE role END,"
    " password, created, removed"
)
VIEWER: Final = "viewer"
BESIDE: Final[Mapping[str, str]] = {"cards": "card_viewers", "backup": "copy_makers"}
"""Where the roles stand that the table of administrators does not know."""


def add(conn: Transaction, *, name: str, role: str, password: str, at: int) -> AdminRow:
    """A new administrator; NameTaken if another has the name."""
    taken = NameTaken(f"There is an administrator {name!r} already; choose another name.")
    with refusing(conn, "admins.name", taken):
        number = conn.insert(
            "INSERT INTO admins (name, role, password, created) VALUES (?, ?, ?, ?)",
            (name, VIEWER if role in BESIDE else role, password, at),
        )
    _put_beside(conn, number, role)
    return AdminRow(number, name, role, password, at, None)


def by_name(conn: Transaction, name: str) -> AdminRow | None:
    """The administrator of that name, if there is one who was not removed."""
    row = conn.execute(
        f"SELECT {FIELDS} FROM admins WHERE name = ? AND removed IS NULL", (name,)
    ).fetchone()
    return None if row is None else AdminRow(*row)


def by_id(conn: Transaction, number: int) -> AdminRow | None:
    """The administrator of that number, if not removed."""
    row = conn.execute(
        f"SELECT {FIELDS} FROM admins WHERE id = ? AND removed IS NULL", (number,)
    ).fetchone()
    return None if row is None else AdminRow(*row)


def everybody(conn: Transaction) -> tuple[AdminRow, ...]:
    """All administrators who were not removed, by name."""
    rows = conn.execute(f"SELECT {FIELDS} FROM admins WHERE removed IS NULL ORDER BY name")
    return tuple(AdminRow(*row) for row in rows)


def set_role(conn: Transaction, name: str, role: str) -> AdminRow:
    """Give another role; NoSuchAdmin if nobody has the name."""
    known = _changed(conn, name, "role = ?", VIEWER if role in BESIDE else role)
    _put_beside(conn, known.id, role)
    return replace(known, role=role)


def _put_beside(conn: Transaction, number: int, role: str) -> None:
    for named, table in BESIDE.items():
        conn.execute(f"DELETE FROM {table} WHERE admin = ?", (number,))
        if named == role:
            conn.execute(f"INSERT INTO {table} (admin) VALUES (?)", (number,))


def set_password(conn: Transaction, name: str, password: str) -> AdminRow:
    """Give another password's hash; NoSuchAdmin if nobody has the name."""
    return _changed(conn, name, "password = ?", password)


def remove(conn: Transaction, name: str, at: int) -> AdminRow:
    """The administrator is one no more; NoSuchAdmin if nobody has the name."""
    return _changed(conn, name, "removed = ?", at)


def _changed(conn: Transaction, name: str, sets: str, value: str | int) -> AdminRow:
    row = conn.execute(
        f"UPDATE admins SET {sets} WHERE name = ? AND removed IS NULL RETURNING {FIELDS}",
        (value, name),
    ).fetchone()
    if row is None:
        raise NoSuchAdmin(f"There is no administrator {name!r}; look at `staff list`.")
    return AdminRow(*row)
