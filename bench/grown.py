"""The books after years of play beside those of a small house: time and memory of each look.

`python -m bench grown --megabytes 500` makes a database of that size (50 if unsaid) and looks at it
in every way in which a house and its administrators do, each in a process of its own. Numbers of a
house with a hundred tables stand beside it: what counts is the ratio.
"""

import json
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from time import perf_counter, process_time, time
from typing import Final, NamedTuple

from bench.fanout import Server
from bench.grown_books import Grown, grow
from bench.grown_packing import packed
from bench.measure import number, table
from game_server.admin import doctor
from game_server.admin.examine import Case
from game_server.config import Config, HouseSettings
from game_server.store import (
    books,
    copying,
    data_folder,
    hands,
    heads,
    ledger,
    ledger_check,
    payments,
)
from game_server.store.database import open_database, open_to_look

MEGABYTES: Final = 50.0
SMALL: Final = 1.0
"""Megabytes of the house beside it, which has some thousand entries."""
PORT: Final = 8798
STARTS: Final = 3
AGAIN_S: Final = 0.2
"""A look that takes less is measured three times, and the quickest counts."""
KIB: Final = 1024
CONFIG: Final = """
[house]
data = "{data}"
[listen]
port = {port}
[bank]
demo_port = 0
[watch]
metrics_port = 0
log = "warn"
"""


class Measured(NamedTuple):
    """What a look took: seconds of the processor, and MiB at most beyond what the process had."""

    seconds: float
    mib: float


# -- the looks -------------------------------------------------------------------------------


def periodic(data: Path) -> None:
    """What a house looks at every few seconds."""
    with closing(open_to_look(data / data_folder.DATABASE)) as conn:
        ledger.imbalance(conn)
        payments.counts(conn, round(time() * 1000))
        heads.heads(conn)


def balance(data: Path) -> None:
    """`money balance`"""
    with closing(open_to_look(data / data_folder.DATABASE)) as conn:
        books.sums(conn)
        ledger.imbalance(conn)


def trial(data: Path) -> None:
    """`money trial`"""
    with closing(open_to_look(data / data_folder.DATABASE)) as conn:
        books.last_line(conn)
        ledger.trial_balance(conn)
        ledger.imbalance(conn)
        _none(ledger_check.newest_faults(conn))


def trial_whole(data: Path) -> None:
    """`money trial --whole`"""
    with closing(open_to_look(data / data_folder.DATABASE)) as conn:
        _none(ledger_check.whole_faults(conn))


def entries(data: Path) -> None:
    """`money entries` of the player who came first."""
    with closing(open_to_look(data / data_folder.DATABASE)) as conn:
        books.lines_among(conn, books.accounts_of(conn, 1), books.EVER, 100)


def hand_list(data: Path) -> None:
    """`hand list`"""
    with closing(open_to_look(data / data_folder.DATABASE)) as conn:
        hands.opened_before(conn, "", None, 100)


def hand_show(data: Path) -> None:
    """`hand show` of the first round that was ever played."""
    with closing(open_to_look(data / data_folder.DATABASE)) as conn:
        found = hands.of_number(conn, "t1", 1)
        if found is None:
            raise RuntimeError("There is no first round.")
        hands.rows_of(conn, found)
        hands.seats_at(conn, found)


def checks(data: Path) -> None:
    """`doctor`, what it finds in the database."""
    found = list(doctor.database(Case.of(Config(house=HouseSettings(data=str(data))))))
    _none([one for one in found if one.result == "wrong"])


def backup(data: Path) -> None:
    """`backup`"""
    with (
        tempfile.TemporaryDirectory(dir=data) as folder,
        closing(open_to_look(data / data_folder.DATABASE)) as conn,
    ):
        copying.back_up(conn, Path(folder) / "copy.sqlite", data / data_folder.SECRET, _silent)


LOOKS: Final[dict[str, Callable[[Path], None]]] = {
    "the periodic look": periodic,
    "money balance": balance,
    "money trial": trial,
    "money trial --whole": trial_whole,
    "money entries": entries,
    "hand list": hand_list,
    "hand show": hand_show,
    "doctor": checks,
    "backup": backup,
}


HANDS: Final = ("hand list", "hand show")
"""Looks that are made once more when all is packed."""


def _none(wrong: object) -> None:
    if wrong:
        raise RuntimeError(f"The books that were made are not right: {wrong}")


def _silent(done: int, whole: int) -> None:
    """Hears how far a copy is."""


# -- measuring -------------------------------------------------------------------------------


def measure(name: str, data: Path) -> Measured:
    """Look in this process."""
    look = partial(LOOKS[name], data)
    before = _memory("VmRSS")
    # From now on the highest is that of the look.
    Path("/proc/self/clear_refs").write_text("5")
    times = [_seconds(look)]
    highest = _memory("VmHWM")
    while times[0] < AGAIN_S and len(times) < 3:
        times.append(_seconds(look))
    return Measured(min(times), max(0, highest - before) / KIB)


def apart(name: str, data: Path) -> Measured:
    """Look in a process of its own."""
    command = (sys.executable, "-m", "bench.grown", name, str(data))
    said = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return Measured(*json.loads(said))


class Starts(NamedTuple):
    """The quickest of some starts of a house until it takes lines, by the clock and by its
    processor time; the memory is all that its process has."""

    clock: Measured
    processor: Measured


def starts(data: Path) -> Starts:
    """Start a house some times."""
    config = data / "bench.toml"
    config.write_text(CONFIG.format(data=data, port=PORT))
    command = (sys.executable, "-m", "game_server.cli", "serve", "--config", str(config))
    found = []
    for _ in range(STARTS):
        begun = perf_counter()
        server = Server(command, PORT)
        clock, mib = perf_counter() - begun, _memory("VmRSS", server.pid) / KIB
        found.append(Starts(Measured(clock, mib), Measured(server.cpu(), mib)))
        server.stop()
    # What it left in its log would be read by each look after it.
    with closing(open_database(data / data_folder.DATABASE)) as conn:
        conn.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    return Starts(*(min(one) for one in zip(*found, strict=True)))


def _seconds(work: Callable[[], None], clock: Callable[[], float] = process_time) -> float:
    begun = clock()
    work()
    return clock() - begun


def _memory(field: str, process: int | str = "self") -> int:
    lines = Path(f"/proc/{process}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(f"{field}:"))


def _said(name: str, small: Measured, grown: Measured) -> tuple[str, ...]:
    ratio = grown.seconds / max(small.seconds, 1e-6)
    times = (f"{one.seconds * 1e3:,.1f}" for one in (small, grown))
    return (name, *times, f"{number(ratio)}x", f"{small.mib:.1f}", f"{grown.mib:.1f}")


def _sizes(data: Path, made: Grown) -> str:
    """Bytes a round in the file, by what takes most."""
    with closing(open_to_look(data / data_folder.DATABASE)) as conn:
        try:
            rows = conn.execute(
                "SELECT s.tbl_name, sum(d.pgsize) AS size FROM dbstat d"
                " JOIN sqlite_schema s ON s.name = d.name GROUP BY 1 ORDER BY 2 DESC LIMIT 8"
            ).fetchall()
        except sqlite3.OperationalError:
            return "This SQLite does not tell how much each table takes."
    return table(
        ("bytes a round", "with its indexes"),
        [(name, number(size / made.rounds)) for name, size in rows],
    )


HEAD: Final = ("look", "small, ms", "grown, ms", "ratio", "small, MiB", "grown, MiB")


def main(megabytes: float = MEGABYTES) -> None:
    """Make both houses and look at them."""
    with tempfile.TemporaryDirectory(prefix="grown-") as folder:
        small, data = Path(folder) / "small", Path(folder) / "grown"
        few, made = grow(small, SMALL), grow(data, megabytes)
        size = (data / data_folder.DATABASE).stat().st_size
        print(
            f"{size / 1e6:,.0f} MB: {made.players:,} players, {made.tables:,} tables,"
            f" {made.rounds:,} rounds, {made.transfers:,} transfers; beside it"
            f" {few.rounds:,} rounds, {few.transfers:,} transfers.\n"
        )
        rows = [
            _said(f"start, of the {one}", *both)
            for one, *both in zip(Starts._fields, starts(small), starts(data), strict=True)
        ]
        rows += [_said(name, apart(name, small), apart(name, data)) for name in LOOKS]
        print(table(HEAD, rows))
        print(f"\n{_sizes(data, made)}")
        print(f"\n{packed(data, made)}")
        rows = [_said(name, apart(name, small), apart(name, data)) for name in HANDS]
        print(f"\n{table(('packed', *HEAD[1:]), rows)}")


if __name__ == "__main__":
    print(json.dumps(measure(sys.argv[1], Path(sys.argv[2]))))
