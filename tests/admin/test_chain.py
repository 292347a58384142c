"""A real house whose books were written over: the doctor, `money reconcile`, a backup and the next
start say so, and name the row."""

import json
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from game_server.admin.command.exits import Exit
from game_server.bank.bookings import opening_gift
from game_server.store import chain, data_folder, ledger
from game_server.store.database import open_database
from game_server.store.sqlite import SqliteConnection
from game_server.store.transaction import writing
from tests.admin.running import Office, Open, open_house

GIFTS = 5


@contextmanager
def written_over(folder: Path, *triggers: str) -> Iterator[SqliteConnection]:
    """The file, as whoever can write to it has it."""
    with closing(SqliteConnection.to(folder / "var" / data_folder.DATABASE)) as conn, writing(conn):
        for name in triggers:
            conn.execute(f"DROP TRIGGER {name}")
        yield conn


def signed(opened: Open) -> bytes:
    """The heads that the house has signed, when it has."""
    file, end = opened.running.folder / "var" / data_folder.HEADS, time.monotonic() + 60
    while not file.exists():
        assert time.monotonic() < end, "nothing was signed"
        time.sleep(0.05)
    return file.read_bytes()


def test_books_that_were_written_over_are_found_by_whoever_looks(tmp_path: Path) -> None:
    office = Office(tmp_path)
    office.settle("ann", "olga")
    with closing(open_database(tmp_path / "var" / data_folder.DATABASE)) as conn:
        for player in range(1, GIFTS + 1):
            ledger.book(conn, opening_gift(player, 1_000))
    with open_house(tmp_path, office=office) as opened:
        signed(opened)
        assert office.admin("money", "reconcile", "--json").json["chain"] == []
        with written_over(tmp_path, "entries_stay") as conn:
            (key,) = conn.execute("SELECT key FROM entries WHERE id = 3").fetchone()
            conn.execute("UPDATE entries SET memo = 'by hand' WHERE id = 3")
        (said,) = office.admin("money", "reconcile", "--json").json["chain"]
        assert said.startswith(f"Entry 3 ({key}) does not fit the chain of the ledger")
        refused = office.admin("backup", "friday")
        assert refused.code == Exit.REFUSED
        assert f"thrown away: Entry 3 ({key}) does not fit" in refused.said()
        checks = {one["check"]: one for one in doctor(office)}
        assert checks["ledger"]["result"] == "wrong"
        assert checks["ledger"]["found"].startswith(f"Entry 3 ({key}) does not fit")
        assert checks["chain"]["result"] == "ok", "its end is the one that was signed"
        opened.running.kill()
        # It signs anew as long as it runs.
        before = signed(opened)
    with written_over(tmp_path, "entries_last", "transfers_last") as conn:
        # Whoever knows this program makes the chain whole again, and cannot sign it.
        conn.execute("PRAGMA recursive_triggers = 0")
        chain_anew(conn)
    with open_house(tmp_path, office=office) as opened:
        assert "of the ledger is not the one that was signed at" in opened.running.log
        status = office.admin("status", "--json").json
        assert [one["kind"] for one in status["alarms_of_today"]] == ["ledger"]
        assert signed(opened) != before
        (kept,) = (tmp_path / "var").glob("heads.json.until-*")
        assert kept.read_bytes() == before


def chain_anew(conn: SqliteConnection) -> None:
    before = chain.START
    for number, _, says in list(chain.entries(conn)):
        before = chain.link(before, says)
        conn.execute("UPDATE entries SET hash = ? WHERE id = ?", (before, number))


def doctor(office: Office) -> list[dict[str, str]]:
    """What it has found, whatever its exit code says of that."""
    found: list[dict[str, str]] = json.loads(office.admin("doctor", "--json").out)["checks"]
    return found


def test_an_older_copy_that_was_put_there_by_hand_is_found_and_a_restored_one_is_right(
    tmp_path: Path,
) -> None:
    with open_house(tmp_path) as opened:
        office = opened.office
        assert office.admin("backup", "friday").code == Exit.OK
        assert office.admin("off", "--exit", "--yes").code == Exit.OK
        opened.running.process.wait(60)
    assert audited(tmp_path) == signed_link(tmp_path), "a house that ends has signed all"
    database = tmp_path / "var" / data_folder.DATABASE
    copy = tmp_path / "var" / "backups" / "friday.sqlite"
    for beside in ("-wal", "-shm"):
        Path(f"{database}{beside}").unlink(missing_ok=True)
    database.write_bytes(copy.read_bytes())
    by_hand = {one["check"]: one for one in doctor(office)}
    assert by_hand["ledger"]["result"] == "ok"
    assert by_hand["chain"]["result"] == "wrong"
    assert "an older copy was put there by hand" in by_hand["chain"]["found"]
    assert office.admin("restore", str(copy), "--yes").code == Exit.OK
    restored = {one["check"]: one for one in doctor(office)}
    assert (restored["ledger"]["result"], restored["chain"]["result"]) == ("ok", "ok")


def audited(folder: Path) -> int:
    with closing(SqliteConnection.to(folder / "var" / data_folder.DATABASE)) as conn:
        return chain.last_audited(conn).id


def signed_link(folder: Path) -> int:
    return int(json.loads((folder / "var" / data_folder.HEADS).read_bytes())["audit"][0])


def test_an_audit_whose_end_was_cut_off_is_found_when_the_heads_are_gone_too(
    tmp_path: Path,
) -> None:
    office = Office(tmp_path)
    office.settle("ann", "olga")
    with open_house(tmp_path, office=office) as opened:
        assert {one["check"]: one["result"] for one in doctor(office)}["chain"] == "ok"
        assert office.admin("off", "--exit", "--yes").code == Exit.OK
        opened.running.process.wait(60)
    (tmp_path / "var" / data_folder.HEADS).unlink()
    triggers = ("audit_chain_lasts", "audit_results_last", "audit_lasts")
    with written_over(tmp_path, *triggers) as conn:
        (last,) = conn.execute("SELECT max(id) FROM audit").fetchone()
        for table in ("audit_chain", "audit_results"):
            conn.execute(f"DELETE FROM {table} WHERE audit = ?", (last,))
        conn.execute("DELETE FROM audit WHERE id = ?", (last,))
        assert chain.faults(conn) == (), "the chain itself is whole"
    checks = {one["check"]: one for one in doctor(office)}
    assert checks["chain"]["result"] == "wrong"
    assert "heads.json is missing" in checks["chain"]["found"]
    with open_house(tmp_path, office=office) as opened:
        assert "heads.json is missing" in opened.running.log
        status = office.admin("status", "--json").json
        assert [one["kind"] for one in status["alarms_of_today"]] == ["ledger"]


def test_a_house_that_is_killed_at_its_first_start_raises_no_alarm_at_the_next(
    tmp_path: Path,
) -> None:
    office = Office(tmp_path)
    office.settle("ann", "olga")
    for _ in range(2):
        with open_house(tmp_path, office=office) as opened:
            assert opened.running.troubles == []
            opened.running.kill()
    assert {one["check"]: one["result"] for one in doctor(office)}["chain"] == "ok"


def test_an_owner_who_is_made_before_the_first_start_leaves_nothing_to_alarm_about(
    tmp_path: Path,
) -> None:
    office = Office(tmp_path)
    assert office.admin("init", "--owner", "ann").code == Exit.OK
    assert audited(tmp_path) > 0, "the audit begins with it"
    assert {one["check"]: one["result"] for one in doctor(office)}["chain"] == "ok"
    with open_house(tmp_path, office=office, staff=False) as opened:
        assert opened.running.troubles == []
