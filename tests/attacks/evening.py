"""An evening in a real house: honest people play while it is attacked, and all is looked at."""

import json
import signal
import sqlite3
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from prometheus_client.parser import text_string_to_metric_families

from game_server.store import ledger, ledger_check
from game_server.store.database import open_database
from game_server.table.journal import (
    BOT,
    CLOCK,
    LEFT,
    PLAYER,
    ActDone,
    LeaveIntended,
    LeaveMarked,
    RoundVoided,
    Row,
    SatOut,
    SeatTaken,
    SeatVacated,
    from_bytes,
)
from tests.admin.running import ROLES, Office
from tests.attacks.honest import PLAYERS, TABLE
from tests.house.process import EPS, Running, house

ROOT = Path(__file__).parents[2]
PAGE = "https://play.example.org"
SIDE = "side"
TIGHT = "tight"
"""Plays for money; who sits without chips sits there for a moment."""
BRISK = "brisk"
"""Seven seats, each offered for a moment; no round begins."""
BOT_ROOMS = 12
"""So many rooms with bots one address may open."""
ADDRESS_TRIES, HOUSE_TRIES = 8, 24
"""So many wrong tries with cards one address and all together have in an hour."""
WARM_SEATS = "warm"
"""Where bots of the house keep seats warm."""
# The stake is small beside the chips: who is broke cannot show that the table goes on.
ROOMS = f"""
[listen]
origins = ["{PAGE}"]
connections = 400
[limits]
bot_rooms_address = {BOT_ROOMS}
[bank]
address_tries = {ADDRESS_TRIES}
house_tries = {HOUSE_TRIES}
[[room]]
table = "{TABLE}"
stake = 20
pause = 0.1
[[room]]
table = "{SIDE}"
pause = 0.1
{EPS}
[[room]]
table = "{TIGHT}"
preset = "eps"
purse = "cash"
least_buy_in = 2000
most_buy_in = 100000
chipless_seat = 5.0
[[room]]
table = "{BRISK}"
least_buy_in = 2000
offer = 1.0
pause = 600.0
[[room]]
table = "{WARM_SEATS}"
stake = 200
bots = 2
pause = 0.1
"""
Act = tuple[int, int, int, str, int]
"""Turn, seat, number of the request, verb and amount."""
GONE = (LeaveIntended, LeaveMarked, SatOut, SeatVacated, RoundVoided)
NOBODY = (CLOCK, LEFT, BOT)
PATIENCE_S = 180.0
WARM = 2
"""Rounds in which a house takes the memory that it will keep."""


@dataclass(frozen=True)
class Played:
    """How it went for a while: how late each was told of each act, in milliseconds."""

    acts: int = 0
    rounds: int = 0
    late: list[float] = field(default_factory=list)

    def __add__(self, more: "Played") -> "Played":
        return Played(self.acts + more.acts, self.rounds + more.rounds, self.late + more.late)

    def percentile(self, share: float) -> float:
        late = sorted(self.late)
        return late[min(len(late) - 1, int(share * len(late)))] if late else 0.0


class Evening:
    """The house, and those who play in it all the time."""

    def __init__(self, running: Running, office: Office) -> None:
        self.house = running
        self.admin = office.admin
        self.port = int(running.url.rpartition(":")[2])
        self._honest = subprocess.Popen(
            [sys.executable, "-m", "tests.attacks.honest", running.url],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._played = Played()
        self.plays(WARM)
        self._began = self.memory()

    def begin(self) -> None:
        """What has been played up to now is forgotten."""
        self.played()
        self._played = Played()

    def played(self) -> Played:
        """How it has gone at the honest table since the beginning."""
        assert self._honest.stdin is not None
        self._honest.stdin.write("\n")
        self._honest.stdin.flush()
        self._played += Played(**self._heard())
        return self._played

    def plays(self, rounds: int = 0, acts: int = 0) -> Played:
        """The same, when there have been so many rounds and acts."""
        end = time.monotonic() + PATIENCE_S
        while (found := self.played()).rounds < rounds or found.acts < acts:
            assert time.monotonic() < end, f"the honest table stands still: {found}"
        return found

    def memory(self) -> float:
        """Megabytes that the house holds."""
        status = Path(f"/proc/{self.house.process.pid}/status").read_text()
        (line,) = (line for line in status.splitlines() if line.startswith("VmRSS"))
        return int(line.split()[1]) / 1024

    def grown(self) -> float:
        """Megabytes that the house has taken since the evening began."""
        return self.memory() - self._began

    def counts(self, name: str) -> dict[str, float]:
        """A metric of the house by what its labels say, as `lost` or `holdem thought`."""
        page = urllib.request.urlopen(f"http://127.0.0.1:{self.house.metrics}/metrics")
        with page:
            families = text_string_to_metric_families(page.read().decode())
        samples = (sample for family in families for sample in family.samples)
        return {
            " ".join(one.labels.values()): one.value
            for one in samples
            if one.name == f"cardroom_{name}"
        }

    def rows(self, table: str = TABLE) -> Iterator[Row]:
        """What is written of a table so far."""
        with closing(sqlite3.connect(f"file:{self.house.database}?mode=ro", uri=True)) as conn:
            kept = conn.execute(
                "SELECT data FROM journal WHERE tbl = (SELECT id FROM tables WHERE name = ?)"
                " ORDER BY id",
                (table,),
            ).fetchall()
        return (from_bytes(data) for (data,) in kept)

    def acts(self, table: str = TABLE) -> list[Act]:
        """What players did there, as it is written."""
        return [
            (row.turn, row.seat, row.request, row.act.verb, row.act.amount)
            for row in self.rows(table)
            if isinstance(row, ActDone) and row.by == PLAYER
        ]

    def missed(self) -> list[Row]:
        """Turns at the honest table that nobody answered, and seats that were not kept."""
        return [
            row
            for row in self.rows()
            if isinstance(row, GONE) or (isinstance(row, ActDone) and row.by in NOBODY)
        ]

    def sat(self) -> int:
        """How many have ever sat down at the honest table."""
        return sum(isinstance(row, SeatTaken) for row in self.rows())

    def close(self) -> None:
        """Turn the house off, and see that everybody has what is theirs and did what they did."""
        self.house.process.send_signal(signal.SIGTERM)
        last = self._heard()
        assert self.house.process.wait() == 0
        assert self._honest.wait() == 0
        assert last["goodbyes"] == ["house_closes"] * PLAYERS
        assert last["refused"] == {}
        assert set(last["left"]) <= {"house_closes"}, last["left"]
        did = sorted(tuple(act) for act in last["did"])
        assert sorted(self.acts()) == did, "what they did is what is written, no more and no less"
        with closing(open_database(self.house.database)) as conn:
            assert ledger_check.whole_faults(conn) == ()
            assert ledger.imbalance(conn) == 0
            (held,) = conn.execute(
                "SELECT coalesce(sum(b.amount), 0) FROM accounts a"
                " JOIN balances b ON b.account = a.id WHERE a.kind IN ('escrow', 'pot')"
            ).fetchone()
            assert held == 0, "everybody was cashed out"

    def stop(self) -> None:
        if self._honest.poll() is None:
            self._honest.kill()
        self._honest.wait()
        for pipe in (self._honest.stdin, self._honest.stdout):
            if pipe is not None:
                pipe.close()

    def _heard(self) -> dict[str, Any]:
        assert self._honest.stdout is not None
        line = self._honest.stdout.readline()
        assert line, f"the honest table broke up: {self.house.log[-2000:]}"
        found: dict[str, Any] = json.loads(line)
        return found


@contextmanager
def evening(folder: Path) -> Iterator[Evening]:
    """A house in that folder, with honest people at a table."""
    office = Office(folder)
    office.settle(*ROLES)
    with house(folder, ROOMS, watched=True) as running:
        one = Evening(running, office)
        try:
            yield one
        finally:
            one.stop()
