"""Players on disk. What a name folds to, and how a password is hashed, is decided elsewhere."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

from game_server.store.refusals import NameTaken, NoSuchPlayer, refusing
from game_server.store.transaction import Rows, Transaction

Kind = Literal["guest", "member", "card"]
OPEN: Final = "open"
"""The state of a player who may do everything; what other states mean is not the store's."""


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """A player; `folded` is the name as it must be unique.

    A guest has neither password nor holder. A member has the password's hash. One who came by
    card has `holder`: a hash of what the bank calls the card's owner, which tells whether the
    next card under this name belongs to the same person.
    """

    id: int
    kind: Kind
    name: str
    folded: str
    password: str | None = field(repr=False)
    holder: bytes | None = field(repr=False)
    avatar: str
    state: str
    created: int


FIELDS: Final = "id, kind, name, folded, password, holder, avatar, state, created"


def create(
    conn: Transaction,
    *,
    kind: Kind,
    name: str,
    folded: str,
    at: int,
    password: str | None = None,
    holder: bytes | None = None,
    avatar: str = "",
) -> PlayerRow:
    """A new player; NameTaken if another has the name."""
    with refusing(conn, "players.folded", _taken(name)):
        number = conn.insert(
            "INSERT INTO players (kind, name, folded, password, holder, avatar, created)"
            " VALUES (?, ?, ?, ?, ?, ?, ?)",
            (kind, name, folded, password, holder, avatar, at),
        )
    return by_id(conn, number)


def by_name(conn: Transaction, folded: str) -> PlayerRow | None:
    """The player of that folded name."""
    row = conn.execute(f"SELECT {FIELDS} FROM players WHERE folded = ?", (folded,)).fetchone()
    return None if row is None else PlayerRow(*row)


def by_id(conn: Transaction, player: int) -> PlayerRow:
    """The player of that number; NoSuchPlayer if there is none."""
    row = conn.execute(f"SELECT {FIELDS} FROM players WHERE id = ?", (player,)).fetchone()
    if row is None:
        raise NoSuchPlayer(f"There is no player {player}; a number comes from `create`.")
    return PlayerRow(*row)


def of(conn: Transaction, players: Sequence[int]) -> tuple[PlayerRow, ...]:
    """The players of these numbers, as far as there are such."""
    rows = conn.execute(
        f"SELECT {FIELDS} FROM players WHERE id IN ({conn.engine.each_number('?1')}) ORDER BY id",
        (json.dumps(list(players)),),
    )
    return tuple(PlayerRow(*row) for row in rows)


def not_open(conn: Transaction, players: Sequence[int]) -> tuple[int, ...]:
    """Which of these players may not do everything."""
    rows = conn.execute(
        f"SELECT id FROM players WHERE id IN ({conn.engine.each_number('?1')}) AND state <> ?2"
        " ORDER BY id",
        (json.dumps(list(players)), OPEN),
    )
    return tuple(number for (number,) in rows)


def like(
    conn: Transaction,
    part: str,
    *,
    state: str = "",
    before: int | None = None,
    count: int = 50,
    within: Sequence[int] | None = None,
) -> tuple[PlayerRow, ...]:
    """Players whose name contains that part, the newest first: those in that state, and of these
    numbers, where either is given."""
    escaped = part.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    rows = conn.execute(
        f"SELECT {FIELDS} FROM players WHERE lower(name) LIKE lower(?1) ESCAPE '\\'"
        " AND (state = ?2 OR ?2 = '') AND (id < ?3 OR ?3 IS NULL)"
        f" AND (id IN ({conn.engine.each_number('?5')}) OR ?5 IS NULL) ORDER BY id DESC LIMIT ?4",
        (f"%{escaped}%", state, before, count, None if within is None else json.dumps(within)),
    )
    return tuple(PlayerRow(*row) for row in rows)


def keep_guest(
    conn: Transaction, player: int, *, name: str, folded: str, password: str
) -> PlayerRow:
    """Make a guest a member under that name: the same number, so the same chips and history."""
    with refusing(conn, "players.folded", _taken(name)):
        changed = conn.execute(
            "UPDATE players SET kind = 'member', name = ?, folded = ?, password = ?"
            " WHERE id = ? AND kind = 'guest'",
            (name, folded, password, player),
        )
    return _changed(conn, changed, player, "a guest")


def set_password(conn: Transaction, player: int, password: str) -> PlayerRow:
    """Give a member another password hash."""
    changed = conn.execute(
        "UPDATE players SET password = ? WHERE id = ? AND kind = 'member'", (password, player)
    )
    return _changed(conn, changed, player, "a member")


def set_holder(conn: Transaction, player: int, holder: bytes) -> PlayerRow:
    """Know one who came by card by another card."""
    changed = conn.execute(
        "UPDATE players SET holder = ? WHERE id = ? AND kind = 'card'", (holder, player)
    )
    return _changed(conn, changed, player, "one who came by card")


def rename(conn: Transaction, player: int, *, name: str, folded: str, avatar: str) -> PlayerRow:
    """Show oneself by another name and avatar; NameTaken if another player has the name."""
    with refusing(conn, "players.folded", _taken(name)):
        changed = conn.execute(
            "UPDATE players SET name = ?, folded = ?, avatar = ? WHERE id = ?",
            (name, folded, avatar, player),
        )
    return _changed(conn, changed, player, "a player")


def set_avatar(conn: Transaction, player: int, avatar: str) -> PlayerRow:
    """Show oneself by another avatar."""
    changed = conn.execute("UPDATE players SET avatar = ? WHERE id = ?", (avatar, player))
    return _changed(conn, changed, player, "a player")


def set_state(conn: Transaction, player: int, state: str) -> PlayerRow:
    """What an administrator decided about the player."""
    changed = conn.execute("UPDATE players SET state = ? WHERE id = ?", (state, player))
    return _changed(conn, changed, player, "a player")


def _changed(conn: Transaction, rows: Rows, player: int, wanted: str) -> PlayerRow:
    if rows.rowcount != 1:
        raise NoSuchPlayer(f"Player {player} is not {wanted}; this is for {wanted} alone.")
    return by_id(conn, player)


def _taken(name: str) -> NameTaken:
    return NameTaken(f"The name {name!r} is taken; choose another.")
