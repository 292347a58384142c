"""The net without a game beside a bare Autobahn server that fans out the same bytes: processor
time per act.
"""

import json
import os
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from time import monotonic, sleep

from bench.fanout_load import Result, Rounds
from bench.measure import RUNS, number, table

SEATS = 7
TABLES = 7
SECONDS = 3.0
IDLE = 0.8
"""A load that is busier than this is what limits the acts a second, not the server."""
STARTING = 30.0
TICK = os.sysconf("SC_CLK_TCK")
CEILING = "bare Autobahn"
Profile = Sequence[Sequence[Sequence[int]]]
USUAL: Profile = [[[40, 90, 60], *[[90, 60]] * (SEATS - 2), [90, 60, 210]]]
"""An act at hold'em: all are told and who is waited for, one is asked, the actor's is done."""


class Server:
    """A server in a process of its own."""

    def __init__(self, command: Sequence[str], port: int = 0) -> None:
        says = subprocess.DEVNULL if port else subprocess.PIPE
        self._log = tempfile.TemporaryFile("w+")  # noqa: SIM115
        self._process = subprocess.Popen(command, stdout=says, stderr=self._log, text=True)
        if not port:
            assert self._process.stdout is not None
            port = int(self._process.stdout.readline())
        self.port = port
        self._wait()

    @property
    def pid(self) -> int:
        """Its process."""
        return self._process.pid

    def cpu(self) -> float:
        """Seconds of processor time so far, of all its threads."""
        stat = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(stat[11]) + int(stat[12])) / TICK

    def stop(self) -> None:
        self._process.kill()
        self._process.wait()
        if self._process.stdout is not None:
            self._process.stdout.close()
        with self._log as log:
            log.seek(0)
            # A house logs each line that comes in, and thousands come.
            sys.stderr.writelines(line for line in log if '"level": "info"' not in line)

    def _wait(self) -> None:
        until = monotonic() + STARTING
        while self._process.poll() is None and monotonic() < until:
            try:
                socket.create_connection(("127.0.0.1", self.port), 1.0).close()
                return
            except OSError:
                sleep(0.05)
        self.stop()
        raise RuntimeError(f"Nothing listens on port {self.port}.")


@contextmanager
def fanning(which: str, profile: Profile) -> Iterator[Server]:
    """One of the servers that fan out by a profile."""
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(profile, file)
        file.flush()
        module = "bench.fanout_servers"
        server = Server([sys.executable, "-m", module, which, file.name, str(len(profile[0]))])
        try:
            yield server
        finally:
            server.stop()


def fan(
    which: str, profile: Profile, seconds: float, rate: float = 0.0, tables: int = TABLES
) -> tuple[Result, float]:
    """One run against such a server, and its processor time per act."""
    with fanning(which, profile) as server:
        load = Rounds(server.port, profile, tables, greet=which == "net")
        load.run(seconds / 10, rate)
        before = server.cpu()
        result = load.run(seconds, rate)
        spent = server.cpu() - before
        load.close()
    return result, spent / max(1, result.acts)


Run = Callable[[], tuple[Result, float]]


def compare(runs: Sequence[tuple[str, Run]], times: int = RUNS) -> str:
    """The table of all, run in turns, medians. A row says when its load was the limit: on a machine
    that is fast enough the server takes more than one process asks of it, and that is no fault."""
    found: dict[str, list[tuple[Result, float]]] = {name: [] for name, _ in runs}
    for _ in range(times):
        for name, run in runs:
            found[name].append(run())
    ceiling = median(cost for _, cost in found[CEILING])
    rows = []
    for name, results in found.items():
        cost = median(cost for _, cost in results)
        busy = median(result.own / result.wall for result, _ in results)
        rows.append(
            (
                name,
                number(cost * 1e6),
                f"{ceiling / cost:.0%}" if cost else "-",
                number(median(result.acts / result.wall for result, _ in results)),
                number(median(result.percentile(0.5) for result, _ in results) * 1e3),
                number(median(result.percentile(0.99) for result, _ in results) * 1e3),
                f"{busy:.0%}" if busy < IDLE else f"{busy:.0%}: the load's limit",
            )
        )
    head = ("server", "us CPU/act", "of the ceiling", "acts/s", "p50 ms", "p99 ms", "load busy")
    return table(head, rows)


def main(seconds: float = SECONDS) -> None:
    """The net alone."""
    runs: list[tuple[str, Run]] = [
        (CEILING, lambda: fan("bare", USUAL, seconds)),
        ("our net, no game", lambda: fan("net", USUAL, seconds)),
    ]
    print(compare(runs))
