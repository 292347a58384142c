"""What the house has taken away stays so when a copy takes the place of its database: bans, mutes,
accounts that were deleted, administrators who were removed, passwords and second factors that were
changed, wrong tries of cards, and the log of who was at the door."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from game_server.store import deletions
from game_server.store.sqlite import DatabaseError, SqliteConnection

STATES: Final = ("barred", "muted")
ROLES: Final = ("viewer", "operator", "owner")
"""Each may do what those before it may."""
Row = Mapping[str, Any]


@dataclass
class TakenOver:
    """What was taken over, counted; `lost` says in sentences what could not be."""

    measures: int = 0
    passwords: int = 0
    factors: int = 0
    admins: int = 0
    deletions: int = 0
    seen: int = 0
    lost: list[str] = field(default_factory=list)


def keep(old: SqliteConnection, new: SqliteConnection, same_secret: bool) -> TakenOver:
    """Take over from the old database into the copy. Call it in a transaction of the new one.

    The old one may be of any version; what it has no table for it has not decided. What lies there
    under the secret of the house means something under the same secret alone.
    """
    kept = TakenOver()
    _deletions(old, new, kept)
    _measures(old, new, kept)
    _passwords(old, new, kept)
    _admins(old, new, kept)
    _factors(old, new, kept)
    _rejected(old, new)
    _security(old, new, kept)
    if same_secret:
        _tries(old, new)
    elif _has(old, new, "card_tries"):
        kept.lost.append(
            "The copy came with another secret: wrong tries of cards are those of the copy."
        )
    _numbers(old, new)
    return kept


# -- players ---------------------------------------------------------------------------------


def _measures(old: SqliteConnection, new: SqliteConnection, kept: TakenOver) -> None:
    if not _has(old, new, "measures"):
        return
    known = {_measure(one): one for one in _rows(new, "measures")}
    missing = []
    for one in _rows(old, "measures"):
        before = known.get(_measure(one))
        if before is None:
            missing.append(one)
        elif before["lifted"] is None and one["lifted"] is not None:
            _set(new, "measures", before["id"], {"lifted": one["lifted"]})
            kept.measures += 1
    for one in missing:
        if _known(old, new, one["player"], one["kind"], one["lifted"] is not None, kept):
            # A player has one of a kind at a time: what the copy still has is over by then.
            new.execute(
                "UPDATE measures SET lifted = ? WHERE player = ? AND kind = ? AND lifted IS NULL",
                (one["at"], one["player"], one["kind"]),
            )
            _insert(new, "measures", {**one, "id": None})
            kept.measures += 1
    for player in {one["player"] for one in _rows(old, "measures")}:
        state = old.execute("SELECT state FROM players WHERE id = ?", (player,)).fetchone()
        if _same(old, new, player) and deletions.of(new, player) is None:
            new.execute("UPDATE players SET state = ? WHERE id = ?", (*state, player))


def _measure(one: Row) -> tuple[object, ...]:
    return one["player"], one["kind"], one["at"], one["who"]


def _known(
    old: SqliteConnection,
    new: SqliteConnection,
    player: int,
    kind: str,
    over: bool,
    kept: TakenOver,
) -> bool:
    """Whether the copy knows the player; one who came later, and for whom a measure holds, comes
    into the copy by it."""
    if _same(old, new, player):
        return True
    if over:
        return False
    who = next(iter(_rows(old, "players", "id = ?", player)))
    try:
        _insert(new, "players", who)
    except DatabaseError as wrong:
        if not new.engine.refused(wrong):
            raise
        text = f"{who['name']!r}, who is {kind}, is not in the copy, which has another of that name"
        kept.lost.append(f"{text} or number: the measure is lost.")
        return False
    return True


def _same(
    old: SqliteConnection, new: SqliteConnection, number: int, table: str = "players"
) -> bool:
    asked = f"SELECT created FROM {table} WHERE id = ?"
    one, other = (conn.execute(asked, (number,)).fetchone() for conn in (old, new))
    return one is not None and one == other


def _passwords(old: SqliteConnection, new: SqliteConnection, kept: TakenOver) -> None:
    asked = "SELECT id, created, password FROM players WHERE kind = 'member'"
    has = {(number, created): password for number, created, password in new.execute(asked)}
    for number, created, password in old.execute(asked):
        before = has.get((number, created))
        if before is not None and before != password:
            new.execute("UPDATE players SET password = ? WHERE id = ?", (password, number))
            kept.passwords += 1


def _deletions(old: SqliteConnection, new: SqliteConnection, kept: TakenOver) -> None:
    """An account that was deleted since is deleted in the copy too; what chips it has there go back
    to the house when that starts."""
    if not _has(old, new, "deletions"):
        return
    for one in _rows(old, "deletions", order="player"):
        if _same(old, new, one["player"]) and deletions.of(new, one["player"]) is None:
            deletions.erase(new, one["player"], one["at"], one["who"])
            kept.deletions += 1


# -- administrators ----------------------------------------------------------------------------


def _admins(old: SqliteConnection, new: SqliteConnection, kept: TakenOver) -> None:
    if not _has(old, new, "admins"):
        return
    now = {(one["id"], one["created"]): one for one in _rows(old, "admins")}
    for one in _rows(new, "admins", "removed IS NULL"):
        later = now.pop((one["id"], one["created"]), None)
        if later is None:
            continue
        changes = {"password": later["password"], "role": _less(one["role"], later["role"])}
        if later["removed"] is not None:
            changes["removed"] = later["removed"]
        if any(one[name] != value for name, value in changes.items()):
            _set(new, "admins", one["id"], changes)
            kept.admins += 1
    if _has(old, new, "card_viewers"):
        look = "SELECT admin FROM card_viewers"
        for number in {*new.execute(look)} - {*old.execute(look)}:
            new.execute("DELETE FROM card_viewers WHERE admin = ?", number)
            kept.admins += 1
    if _has(old, new, "copy_makers"):
        look = "SELECT admin FROM copy_makers"
        for (maker,) in {*old.execute(look)} - {*new.execute(look)}:
            if _same(old, new, maker, "admins"):
                new.execute("DELETE FROM card_viewers WHERE admin = ?", (maker,))
                new.execute("INSERT INTO copy_makers (admin) VALUES (?)", (maker,))
                kept.admins += 1
    gone = {(one["id"], one["created"]) for one in _rows(new, "admins")}
    # Nobody gets into the house by a restore who was not in the copy.
    kept.lost += [
        f"The administrator {one['name']!r} came after the copy; `staff add` brings them back."
        for key, one in now.items()
        if key not in gone and one["removed"] is None
    ]


def _less(one: str, other: str) -> str:
    return min(one, other, key=lambda role: ROLES.index(role) if role in ROLES else -1)


def _factors(old: SqliteConnection, new: SqliteConnection, kept: TakenOver) -> None:
    """Second factors as they were last: one that was set up since, and no code that was used."""
    if not _has(old, new, "factors"):
        return
    before, after = (_of_owners(conn) for conn in (new, old))
    for kind, owner in before.keys() | after.keys():
        one = after.get((kind, owner))
        of = "admins" if kind == "admin" else "players"
        if before.get((kind, owner)) == one or not _same(old, new, owner, of):
            continue
        for table in ("recovery_codes", "factors"):
            new.execute(f"DELETE FROM {table} WHERE kind = ? AND owner = ?", (kind, owner))
        if one is not None:
            _insert(new, "factors", one.row)
            for digest in one.codes:
                _insert(new, "recovery_codes", {"kind": kind, "owner": owner, "digest": digest})
        kept.factors += 1


@dataclass(frozen=True)
class _Factor:
    row: Row
    codes: Sequence[bytes]


def _of_owners(conn: SqliteConnection) -> Mapping[tuple[str, int], _Factor]:
    codes: dict[tuple[str, int], list[bytes]] = {}
    for kind, owner, digest in conn.execute(
        "SELECT kind, owner, digest FROM recovery_codes ORDER BY digest"
    ):
        codes.setdefault((kind, owner), []).append(digest)
    return {
        (one["kind"], one["owner"]): _Factor(one, codes.get((one["kind"], one["owner"]), []))
        for one in _rows(conn, "factors", order="kind, owner")
    }


def _tries(old: SqliteConnection, new: SqliteConnection) -> None:
    if not _has(old, new, "card_tries"):
        return
    for one in _rows(old, "card_tries", order="at"):
        new.execute("DELETE FROM card_tries WHERE key = ?", (one["key"],))
        _insert(new, "card_tries", one)


def _rejected(old: SqliteConnection, new: SqliteConnection) -> None:
    """A grant that was rejected does not wait for a second administrator again."""
    if not _has(old, new, "grants"):
        return
    for one in _rows(old, "grants", "state = 'rejected'"):
        new.execute(
            "UPDATE grants SET state = 'rejected', ended = ?"
            " WHERE id = ? AND at = ? AND state = 'pending'",
            (one["ended"], one["id"], one["at"]),
        )


def _numbers(old: SqliteConnection, new: SqliteConnection) -> None:
    """A number that somebody had is given to nobody else: logs and letters speak of it."""
    given = dict(old.execute("SELECT name, seq FROM sqlite_sequence").fetchall())
    for name, number in given.items():
        new.execute("UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = ?", (number, name))
        new.execute(
            "INSERT INTO sqlite_sequence (name, seq) SELECT ?1, ?2"
            " WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = ?1)"
            " AND EXISTS (SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?1)",
            (name, number),
        )


# -- the security log ---------------------------------------------------------------------------


def _security(old: SqliteConnection, new: SqliteConnection, kept: TakenOver) -> None:
    if not _has(old, new, "security"):
        return
    (last,) = new.execute("SELECT coalesce(max(id), 0) FROM security").fetchone()
    for one in _rows(old, "security", "id > ?", last):
        _insert(new, "security", one)
        kept.seen += 1


# -- rows --------------------------------------------------------------------------------------


def _has(old: SqliteConnection, new: SqliteConnection, table: str) -> bool:
    return all(_columns(conn, table) for conn in (old, new))


def _columns(conn: SqliteConnection, table: str) -> Sequence[str]:
    return [row[1] for row in conn.execute(f"PRAGMA table_info({table})")]


def _rows(
    conn: SqliteConnection, table: str, where: str = "1", *of: object, order: str = "id"
) -> Sequence[Row]:
    names = _columns(conn, table)
    found = conn.execute(
        f"SELECT {', '.join(names)} FROM {table} WHERE {where} ORDER BY {order}",
        of,
    )
    return [dict(zip(names, row, strict=True)) for row in found]


def _insert(conn: SqliteConnection, table: str, row: Row) -> None:
    """Write a row of another version as far as this one has its columns."""
    names = [name for name in _columns(conn, table) if name in row]
    conn.execute(
        f"INSERT INTO {table} ({', '.join(names)}) VALUES ({', '.join('?' * len(names))})",
        [row[name] for name in names],
    )


def _set(conn: SqliteConnection, table: str, number: int, changes: Row) -> None:
    sets = ", ".join(f"{name} = ?" for name in changes)
    conn.execute(f"UPDATE {table} SET {sets} WHERE id = ?", [*changes.values(), number])
