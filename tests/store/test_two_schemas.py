"""The two schemas are one: what SQLite has PostgreSQL has too, under the same names."""

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from typing import Final, NamedTuple

import pytest

from game_server.store import database
from game_server.store.database import open_database
from game_server.store.postgresql import opening
from game_server.store.postgresql.opening import open_postgresql
from game_server.store.sqlite import MEMORY
from game_server.store.transaction import Connection
from tests.databases import Databases

TYPES: Final = {
    "INTEGER": "bigint",
    "TEXT": 'text COLLATE "C"',
    "BLOB": "bytea",
    "REAL": "double precision",
}
PACKS: Final = {"pack_words", "packs", "packed_rounds", "packed_players"}
"""Tables of PostgreSQL alone: beside a file of SQLite packs lie in files."""
OWN: Final = {"schema_version", "sqlite_sequence", *PACKS}
IN_ONE: Final = {"journal_head"}
"""What PostgreSQL does in `journal_next`, where the head of the table is locked."""


class Both(NamedTuple):
    """A database of each engine, as a house makes it."""

    sqlite: Connection
    postgresql: Connection


@pytest.fixture(scope="module")
def both(postgresql: Databases) -> Iterator[Both]:
    with (
        postgresql.fresh() as dsn,
        closing(open_database(MEMORY)) as one,
        closing(open_postgresql(dsn)) as other,
    ):
        yield Both(one, other)


Said = Mapping[str, object]


def test_both_are_of_one_version() -> None:
    assert opening.migrations()[-1].number == database.migrations()[-1].number


def test_both_have_the_same_tables_and_columns(both: Both) -> None:
    one, other = _columns_of_sqlite(both.sqlite), _columns_of_postgresql(both.postgresql)
    _same(one, other)
    assert len(one) > 200


def test_both_have_the_same_keys_and_indexes(both: Both) -> None:
    one, other = _keys_of_sqlite(both.sqlite), _keys_of_postgresql(both.postgresql)
    _same(one, other)
    assert "one_open_round" in one


def test_both_refer_to_the_same_rows(both: Both) -> None:
    one = _references_of_sqlite(both.sqlite)
    assert one == _references_of_postgresql(both.postgresql)
    assert len(one) > 20


def test_both_refuse_under_the_same_names(both: Both) -> None:
    one = {name for (name,) in both.sqlite.execute(f"{OF_SQLITE} type = 'trigger'")} - IN_ONE
    rows = both.postgresql.execute(
        "SELECT t.tgname, c.relname FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid"
        " WHERE NOT t.tgisinternal AND t.tgname NOT LIKE '%\\_untruncated' AND t.tgparentid = 0"
    )
    assert one == {name for name, table in rows if table not in OWN}
    assert len(one) > 60


def test_both_check_the_same_values(both: Both) -> None:
    one, other = _checks_of_sqlite(both.sqlite), _checks_of_postgresql(both.postgresql)
    _same(one, other)
    assert len(one) > 30


OF_SQLITE: Final = "SELECT name FROM sqlite_schema WHERE"


def _same(one: Said, other: Said) -> None:
    """Say what differs, and not all that does not."""
    differ = {key for key in {*one, *other} if one.get(key) != other.get(key)}
    assert {key: (one.get(key), other.get(key)) for key in differ} == {}


def _tables(conn: Connection) -> list[str]:
    return [name for (name,) in conn.execute(f"{OF_SQLITE} type = 'table'") if name not in OWN]


# -- columns -----------------------------------------------------------------------------------


def _columns_of_sqlite(conn: Connection) -> Said:
    return {
        f"{table}.{name}": (place, TYPES[kind], bool(needed or key), bool(default))
        for table in _tables(conn)
        for place, name, kind, needed, default, key in conn.execute(f"PRAGMA table_info({table})")
    }


def _columns_of_postgresql(conn: Connection) -> Said:
    rows = conn.execute(
        "SELECT t.relname, a.attnum - 1, a.attname, a.attnotnull, a.atthasdef,"
        " format_type(a.atttypid, a.atttypmod), c.collname"
        " FROM pg_attribute a JOIN pg_class t ON t.oid = a.attrelid"
        " LEFT JOIN pg_collation c ON c.oid = a.attcollation"
        " WHERE t.relkind = 'r' AND t.relnamespace = 'public'::regnamespace"
        " AND a.attnum > 0 AND NOT a.attisdropped"
    )
    return {
        f"{table}.{name}": (
            place,
            f'{kind} COLLATE "{collation}"' if collation else kind,
            needed,
            default,
        )
        for table, place, name, needed, default, kind, collation in rows
        if table not in OWN
    }


# -- keys --------------------------------------------------------------------------------------


def _keys_of_sqlite(conn: Connection) -> Said:
    found: dict[str, object] = {}
    for table in _tables(conn):
        key = [
            (place, name)
            for _, name, *_, place in conn.execute(f"PRAGMA table_info({table})")
            if place
        ]
        found[f"{table}: key"] = ",".join(name for _, name in sorted(key))
        for _, name, unique, origin, partial in conn.execute(f"PRAGMA index_list({table})"):
            of = ",".join(
                column or "?" for *_, column in conn.execute(f"PRAGMA index_info({name})")
            )
            if origin == "u":
                found[f"{table}: unique {of}"] = True
            elif origin == "c":
                found[name] = (table, of, bool(unique), bool(partial))
    return found


def _keys_of_postgresql(conn: Connection) -> Said:
    rows = conn.execute(
        "SELECT t.relname, i.relname, x.indisprimary, x.indisunique, x.indpred IS NOT NULL,"
        " k.conname IS NOT NULL, (SELECT string_agg(coalesce(a.attname, '?'), ',' ORDER BY n.place)"
        " FROM unnest(x.indkey) WITH ORDINALITY AS n (number, place)"
        " LEFT JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = n.number AND n.number > 0)"
        " FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid"
        " JOIN pg_class t ON t.oid = x.indrelid"
        " LEFT JOIN pg_constraint k ON k.conindid = i.oid AND k.contype IN ('p', 'u')"
        " WHERE t.relnamespace = 'public'::regnamespace"
    )
    found: dict[str, object] = {}
    for table, name, primary, unique, partial, constraint, of in rows:
        if table in OWN:
            continue
        if primary:
            found[f"{table}: key"] = of
        elif constraint:
            found[f"{table}: unique {of}"] = True
        else:
            found[name] = (table, of, unique, partial)
    return found


# -- references --------------------------------------------------------------------------------


def _references_of_sqlite(conn: Connection) -> set[tuple[str, ...]]:
    found: dict[tuple[str, int], list[str]] = {}
    for table in _tables(conn):
        for number, _, to, column, key, _, deleted, _ in conn.execute(
            f"PRAGMA foreign_key_list({table})"
        ):
            found.setdefault((table, number), [table, to, deleted]).extend((column, key))
    return {(*one[:3], *sorted(one[3:])) for one in found.values()}


def _references_of_postgresql(conn: Connection) -> set[tuple[str, ...]]:
    deleted = {"a": "NO ACTION", "c": "CASCADE"}
    rows = conn.execute(
        "SELECT k.oid, t.relname, r.relname, k.confdeltype::text, a.attname, b.attname"
        " FROM pg_constraint k JOIN pg_class t ON t.oid = k.conrelid"
        " JOIN pg_class r ON r.oid = k.confrelid"
        " CROSS JOIN LATERAL unnest(k.conkey, k.confkey) AS n (mine, its)"
        " JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = n.mine"
        " JOIN pg_attribute b ON b.attrelid = r.oid AND b.attnum = n.its WHERE k.contype = 'f'"
    )
    found: dict[int, list[str]] = {}
    for number, table, to, kind, column, key in rows:
        if table not in OWN:
            found.setdefault(number, [table, to, deleted[kind]]).extend((column, key))
    return {(*one[:3], *sorted(one[3:])) for one in found.values()}


# -- checks ------------------------------------------------------------------------------------


def _checks_of_sqlite(conn: Connection) -> Said:
    return _checked(
        (table, text)
        for table in _tables(conn)
        for (sql,) in conn.execute(
            "SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = ?", (table,)
        )
        for text in _checks_in(sql)
    )


def _checks_of_postgresql(conn: Connection) -> Said:
    rows = conn.execute(
        "SELECT t.relname, pg_get_constraintdef(k.oid) FROM pg_constraint k"
        " JOIN pg_class t ON t.oid = k.conrelid WHERE k.contype = 'c'"
    )
    return _checked((table, text) for table, text in rows if table not in OWN)


def _checks_in(sql: str) -> Iterator[str]:
    for found in re.finditer(r"CHECK \(", sql):
        depth, end = 1, found.end()
        while depth:
            depth += {"(": 1, ")": -1}.get(sql[end], 0)
            end += 1
        yield sql[found.start() : end]


WORDS: Final[Callable[[str], list[str]]] = re.compile(r"'[^']*'|\b\d+\b|\b[a-z_]+\b").findall
SPELLED: Final = {
    "text",
    "bytea",
    "bigint",
    "double",
    "precision",
    "numeric",
    "integer",
    "any",
    "array",
}
"""What PostgreSQL alone writes into a check when it shows one."""


def _checked(checks: Iterator[tuple[str, str]]) -> Said:
    """By table, the columns and values that each check speaks of."""
    found: dict[str, list[frozenset[str]]] = {}
    for table, text in checks:
        # PostgreSQL puts wide numbers into quotes.
        words = {re.sub(r"^'(\d+)'$", r"\1", word) for word in WORDS(text)}
        found.setdefault(table, []).append(frozenset(words) - SPELLED)
    return {table: sorted(map(sorted, texts)) for table, texts in found.items()}
