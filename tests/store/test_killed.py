"""What was acknowledged is on disk: after kill -9, and after the disk was full."""

import os
import signal
import subprocess
import sys
from pathlib import Path

from game_server.bank.entries import escrow
from game_server.store import ledger, ledger_check
from game_server.store.database import open_database
from tests.store.rounds_on_disk import open_rounds

ROOT = Path(__file__).parents[2]


def started(path: Path, *more: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "tests.store.until_killed", str(path), *more],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        text=True,
    )


def on_disk(path: Path) -> set[str]:
    """Every row of the journal, once the ledger is found in order and in step with it."""
    conn = open_database(path)
    rows = [f"{epoch} {seq}" for epoch, seq in conn.execute("SELECT epoch, seq FROM journal")]
    assert ledger_check.whole_faults(conn) == ()
    assert ledger.balance(conn, escrow("eps", 1, "play")) == len(rows)
    assert conn.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    conn.close()
    return set(rows)


def test_nothing_acknowledged_is_lost_when_the_process_is_killed(tmp_path: Path) -> None:
    path = tmp_path / "house.db"
    acknowledged: set[str] = set()
    for time in range(10):
        process = started(path)
        assert process.stdout is not None
        for _ in range(1 + 7 * time):
            acknowledged.add(process.stdout.readline().strip())
        process.send_signal(signal.SIGKILL)
        acknowledged.update(line.strip() for line in process.stdout)
        assert process.wait() == -signal.SIGKILL
        assert "" not in acknowledged
        assert acknowledged <= on_disk(path)
    conn = open_database(path)
    assert [last.round for last in open_rounds(conn)] == [10]


def test_nothing_acknowledged_is_lost_when_the_disk_is_full(tmp_path: Path) -> None:
    path = tmp_path / "house.db"
    process = started(path, "600000")
    said, _ = process.communicate(timeout=120)
    assert process.returncode == 0
    lines = said.split("\n")[:-1]
    failed = next(line for line in lines if line.startswith("failed"))
    at = lines.index(failed)
    seq = int(failed.split()[1])
    assert lines[:at] == [f"1 {number}" for number in range(1, seq)]
    assert lines[at + 1 :] == [f"1 {number}" for number in range(seq, seq + 3)]
    assert on_disk(path) == set(lines) - {failed}
