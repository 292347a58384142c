"""Ledger and audit are hash chains: whatever is done to a row of them is seen, and where."""

import hashlib
import sqlite3
import struct
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import msgpack
import pytest

from game_server.bank import bookings
from game_server.store import audit, chain, copying, data_folder, heads, ledger
from game_server.store.audit import AuditRequest
from game_server.store.database import SETTINGS, migrate, migrations, open_database
from game_server.store.heads import HeadSigner
from game_server.store.ports import CannotOpen
from game_server.store.sqlite import MEMORY, SqliteConnection, apply_settings
from game_server.store.transaction import Connection, writing
from tests.store.hands import database_in

SECRET = b"s" * 32
KEPT = (
    "accounts_stay",
    "accounts_last",
    "entries_stay",
    "entries_last",
    "transfers_stay",
    "transfers_last",
    "transfers_of_the_newest_entry",
    "audit_stays",
    "audit_lasts",
    "audit_results_stay",
    "audit_results_last",
    "audit_chain_stays",
    "audit_chain_lasts",
)


def fill(conn: Connection) -> None:
    """Six entries, and three rows of the audit of which one has no result."""
    for player in (1, 2):
        ledger.book(conn, bookings.opening_gift(player, player))
    ledger.book(conn, bookings.buy_in("in", 1, "t", 60_000, "play", 3))
    ledger.book(conn, bookings.top_up("up", 1, "t", 10_000, "play", 4))
    ledger.book(conn, bookings.cash_out("out", 1, "t", 70_000, "play", 5))
    ledger.book(conn, bookings.buy_in("again", 2, "t", 100, "play", 6))
    rows = [
        audit.ask(conn, AuditRequest(at, "ann", "owner", "files", "init", "{}")) for at in (1, 2, 3)
    ]
    audit.end(conn, rows[1], "ok", 5)
    audit.end(conn, rows[0], "refused", 6)


@pytest.fixture
def conn() -> Connection:
    """A database in which whoever has the file has laid the triggers aside."""
    made = open_database(MEMORY)
    fill(made)
    assert chain.faults(made) == ()
    for name in KEPT:
        made.execute(f"DROP TRIGGER {name}")
    made.execute("PRAGMA foreign_keys = 0")
    return made


@pytest.mark.parametrize(
    ("sql", "names"),
    [
        ("UPDATE entries SET at = 9 WHERE id = 3", "Entry 3 (in)"),
        ("UPDATE entries SET memo = 'x' WHERE id = 1", "Entry 1 ("),
        ("UPDATE entries SET why = 'gift' WHERE id = 3", "Entry 3 (in)"),
        ("UPDATE entries SET key = 'other' WHERE id = 3", "Entry 3 (other)"),
        ("UPDATE transfers SET amount = amount + 1 WHERE entry = 4", "Entry 4 (up)"),
        ("UPDATE transfers SET src = 3, dst = 1 WHERE entry = 2", "Entry 2 ("),
        ("UPDATE accounts SET name = 'play:9' WHERE name = 'play:1'", "Entry 1 ("),
        ("DELETE FROM transfers WHERE entry = 5", "Entry 5 (out)"),
        ("DELETE FROM entries WHERE id = 4", "Entry 5 (out)"),
        ("DELETE FROM entries WHERE id = 1", "Entry 2 ("),
        ("UPDATE entries SET id = 30 WHERE id = 6", "Entry 30 (again)"),
        ("UPDATE entries SET hash = NULL WHERE id = 2", "Entry 2 ("),
        (
            "INSERT INTO transfers (entry, purse, src, dst, amount, why)"
            " VALUES (6, 'play', 1, 2, 5, 'x')",
            "Entry 6 (again)",
        ),
        (
            "INSERT INTO entries (id, key, purse, at, why) VALUES (7, 'new', 'play', 7, 'x')",
            "Entry 7 (new)",
        ),
        ("UPDATE audit SET who = 'bob' WHERE id = 2", "Row 2 of the audit"),
        ("UPDATE audit SET told = '{\"a\": 1}' WHERE id = 3", "Row 3 of the audit"),
        ("UPDATE audit_results SET result = 'ok' WHERE audit = 1", "Row 1 of the audit"),
        ("DELETE FROM audit WHERE id = 1", "Row 1 of the audit"),
        ("DELETE FROM audit_results WHERE audit = 2", "Row 2 of the audit"),
        ("DELETE FROM audit_chain WHERE audit = 2 AND part = 'asked'", "Row 3 of the audit"),
        ("INSERT INTO audit_results VALUES (3, 9, 'ok')", "Row 3 of the audit is not in its chain"),
        (
            "INSERT INTO audit VALUES (9, 1, 'bob', 'owner', 'files', 'init', '{}')",
            "Row 9 of the audit is not in its chain",
        ),
    ],
)
def test_the_first_row_that_does_not_fit_is_named(conn: Connection, sql: str, names: str) -> None:
    conn.execute(sql)
    (said,) = chain.faults(conn)
    assert said.startswith(names)


def test_a_row_says_what_is_hashed_and_nothing_hangs_on_this_program() -> None:
    """Whoever checks the books with a program of his own gets the same."""
    with closing(open_database(MEMORY)) as conn:
        fill(conn)
        before = bytes(32)
        for number in range(1, 7):
            first = conn.execute(
                "SELECT id, key, purse, at, why, memo, hash FROM entries WHERE id = ?", (number,)
            ).fetchone()
            moved = conn.execute(
                "SELECT s.name, s.kind, d.name, d.kind, t.amount, t.why FROM transfers t"
                " JOIN accounts s ON s.id = t.src JOIN accounts d ON d.id = t.dst"
                " WHERE t.entry = ? ORDER BY t.id",
                (number,),
            )
            says = msgpack.packb([*first[:6], [list(row) for row in moved]])
            before = hashlib.sha256(before + says).digest()
            assert before == first[6]


def test_a_chain_goes_on_over_a_commit_that_failed() -> None:
    with closing(open_database(MEMORY)) as conn:
        fill(conn)
        conn.execute("BEGIN")
        ledger.book(conn, bookings.opening_gift(3, 7))
        audit.ask(conn, AuditRequest(4, "ann", "owner", "files", "init", "{}"))
        conn.execute("ROLLBACK")
        ledger.book(conn, bookings.opening_gift(4, 8))
        audit.ask(conn, AuditRequest(5, "ann", "owner", "files", "init", "{}"))
        assert chain.faults(conn) == ()
        assert heads.heads(conn).entry.id == 7


def test_a_row_of_the_audit_and_its_link_are_written_together() -> None:
    """Whoever writes without a transaction of the own, and is stopped between the two."""
    with closing(open_database(MEMORY)) as conn:
        fill(conn)
        conn.execute(
            "CREATE TEMP TRIGGER stop BEFORE INSERT ON main.audit_chain BEGIN"
            " SELECT RAISE(ABORT, 'stopped'); END"
        )
        with pytest.raises(sqlite3.IntegrityError, match="stopped"):
            audit.ask(conn, AuditRequest(4, "ann", "owner", "files", "init", "{}"))
        with pytest.raises(sqlite3.IntegrityError, match="stopped"):
            audit.end(conn, 3, "ok", 9)
        assert chain.faults(conn) == ()


def test_what_stands_in_a_database_of_before_is_chained_as_it_is_brought_up_to_date() -> None:
    steps = migrations()
    old = next(step.number for step in steps if step.name == "chain") - 1
    with closing(SqliteConnection.to(MEMORY)) as conn:
        apply_settings(conn, {**SETTINGS, "journal_mode": "memory"})
        migrate(conn, steps[:old])
        assert not chain.stands(conn)
        conn.executescript(
            "INSERT INTO accounts (id, name, kind, purse)"
            " VALUES (1, 'house', 'house', 'play'), (2, 'play:1', 'play', 'play');"
            "INSERT INTO entries (id, key, purse, at, why) VALUES (1, 'a', 'play', 1, 'gift');"
            "INSERT INTO transfers (entry, purse, src, dst, amount, why)"
            " VALUES (1, 'play', 1, 2, 100, 'gift'), (1, 'play', 1, 2, 50, 'more');"
            "INSERT INTO entries (id, key, purse, at, why) VALUES (4, 'b', 'play', 1, 'gift');"
            "INSERT INTO audit VALUES (2, 1, 'bob', 'owner', 'files', 'init', '{}');"
            "INSERT INTO audit_results VALUES (2, 9, 'ok');"
        )
        assert copying.faults(conn) == (), "what is of an older version may be right"
        migrate(conn, steps)
        assert copying.faults(conn) == ()
        ledger.book(conn, bookings.opening_gift(3, 7))
        assert chain.faults(conn) == ()
        assert heads.heads(conn)[0].id == 5
        with pytest.raises(sqlite3.IntegrityError, match="append_only"):
            conn.execute("UPDATE entries SET memo = 'x'")


def test_a_chain_is_read_page_by_page_without_a_gap(
    conn: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = [*chain.entries(conn)], [*chain.audited(conn)]
    for page in (1, 2, 3):
        monkeypatch.setattr(chain, "PAGE", page)
        assert ([*chain.entries(conn)], [*chain.audited(conn)]) == whole
        assert [number for number, _, _ in chain.entries(conn, 2, 5)] == [3, 4, 5]
    conn.execute("UPDATE entries SET memo = 'x' WHERE id = 4")
    assert "Entry 4 " in chain.entry_fault(conn)


def test_whoever_looks_through_a_long_chain_lets_others_go_before(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(chain, "BATCH", 2)
    rests: list[None] = []
    with closing(open_database(MEMORY)) as conn:
        fill(conn)
        assert chain.faults(conn, lambda: rests.append(None)) == ()
    assert len(rests) == 5


# -- signed ------------------------------------------------------------------------------------


def house(folder: Path) -> Connection:
    """A database beside its secret, whose heads are signed."""
    (folder / data_folder.SECRET).write_bytes(SECRET)
    conn = open_database(folder / data_folder.DATABASE)
    fill(conn)
    HeadSigner(folder, SECRET, database_in(folder)).look(conn)
    return conn


def anew(conn: Connection) -> None:
    """Give every row its hash again, as one can who has the file and this program."""
    with writing(conn):
        conn.execute("DELETE FROM audit_chain")
        chain.begin(conn)


def cut(conn: Connection) -> None:
    conn.execute("DELETE FROM transfers WHERE entry = 6")
    conn.execute("DELETE FROM entries WHERE id = 6")


def change(conn: Connection) -> None:
    conn.execute("UPDATE transfers SET amount = amount * 2 WHERE entry = 3")
    anew(conn)


def cover(conn: Connection) -> None:
    conn.execute("UPDATE audit SET who = 'bob' WHERE id = 2")
    anew(conn)


@pytest.mark.parametrize(
    ("thief", "says"),
    [
        (cut, "The ledger has no entry 6, which was signed at "),
        (change, "Entry 6 of the ledger is not the one that was signed at "),
        (cover, "Link 5 of the chain of the audit is not the one that was signed at "),
    ],
)
def test_who_writes_the_chain_anew_cannot_sign_it(
    tmp_path: Path, thief: Callable[[Connection], None], says: str
) -> None:
    with closing(house(tmp_path)) as conn:
        assert heads.faults(conn, tmp_path) == ()
        for name in KEPT:
            conn.execute(f"DROP TRIGGER {name}")
        conn.execute("PRAGMA foreign_keys = 0")
        thief(conn)
        assert chain.faults(conn) == (), "the chain itself is whole"
        said = heads.faults(conn, tmp_path)
        assert said[0].startswith(says)
        # The next start says so, and keeps what was signed.
        signer = HeadSigner(tmp_path, SECRET, database_in(tmp_path))
        assert signer.begin(conn) == said
        signer.look(conn)
        assert heads.faults(conn, tmp_path) == ()
        assert len(list(tmp_path.glob("heads.json.until-*"))) == 1


def test_heads_of_another_secret_are_not_those_of_the_house(tmp_path: Path) -> None:
    with closing(house(tmp_path)) as conn:
        heads.sign(tmp_path, b"t" * 32, heads.heads(conn))
        (said,) = heads.faults(conn, tmp_path)
        assert "is not signed with the secret of the house" in said
        for rubbish in (b"", b"[]", b"{}", b'{"signed": 1}', struct.pack("<I", 7)):
            (tmp_path / data_folder.HEADS).write_bytes(rubbish)
            (said,) = heads.faults(conn, tmp_path)
            assert "cannot be read" in said


def test_a_house_that_went_on_since_the_heads_were_signed_is_right(tmp_path: Path) -> None:
    with closing(house(tmp_path)) as conn:
        ledger.book(conn, bookings.opening_gift(3, 7))
        audit.ask(conn, AuditRequest(4, "ann", "owner", "files", "init", "{}"))
        assert heads.faults(conn, tmp_path) == ()


def test_heads_that_are_missing_beside_rows_were_taken_away(tmp_path: Path) -> None:
    with closing(house(tmp_path)) as conn:
        (tmp_path / data_folder.HEADS).unlink()
        for name in KEPT:
            conn.execute(f"DROP TRIGGER {name}")
        conn.execute("DELETE FROM audit_chain WHERE id = 5")
        conn.execute("DELETE FROM audit_results WHERE audit = 1")
        assert chain.faults(conn) == (), "the chain itself is whole"
        (said,) = heads.faults(conn, tmp_path)
        assert "heads.json is missing, which the house keeps signed" in said
        heads.begin(tmp_path, SECRET, database_in(tmp_path))
        signer = HeadSigner(tmp_path, SECRET, database_in(tmp_path))
        assert signer.begin(conn) == (said,), "no start signs it unseen"
        signer.look(conn)
        assert heads.faults(conn, tmp_path) == ()


def test_a_house_that_is_killed_before_it_signed_a_row_is_right(tmp_path: Path) -> None:
    (tmp_path / data_folder.SECRET).write_bytes(SECRET)
    heads.begin(tmp_path, SECRET, database_in(tmp_path))
    with closing(open_database(tmp_path / data_folder.DATABASE)) as conn:
        assert heads.faults(conn, tmp_path) == ()
        fill(conn)
        assert heads.faults(conn, tmp_path) == ()
        heads.begin(tmp_path, SECRET, database_in(tmp_path))
        assert HeadSigner(tmp_path, SECRET, database_in(tmp_path)).begin(conn) == ()


def test_chains_that_hold_nothing_need_no_heads(tmp_path: Path) -> None:
    (tmp_path / data_folder.SECRET).write_bytes(SECRET)
    with closing(open_database(tmp_path / data_folder.DATABASE)) as conn:
        assert heads.faults(conn, tmp_path) == ()
        heads.begin(tmp_path, SECRET, database_in(tmp_path))
        fill(conn)
        assert heads.faults(conn, tmp_path) == ()


def test_the_start_that_makes_the_chains_of_an_older_house_is_right(tmp_path: Path) -> None:
    (tmp_path / data_folder.SECRET).write_bytes(SECRET)
    with closing(SqliteConnection.to(tmp_path / data_folder.DATABASE)) as conn:
        apply_settings(conn, SETTINGS)
        migrate(conn, migrations()[:13])
        conn.execute(
            "INSERT INTO audit (at, who, role, line, what, told)"
            " VALUES (1, 'ann', 'owner', 'files', 'init', '{}')"
        )
    heads.begin(tmp_path, SECRET, database_in(tmp_path))
    with closing(open_database(tmp_path / data_folder.DATABASE)) as conn:
        assert chain.last_audited(conn).id == 1
        assert heads.faults(conn, tmp_path) == ()


def test_a_disk_that_takes_no_first_heads_keeps_the_house_from_starting(tmp_path: Path) -> None:
    with pytest.raises(CannotOpen, match="cannot be written to"):
        heads.begin(tmp_path / "gone", SECRET, database_in(tmp_path / "gone"))
