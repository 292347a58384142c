"""What a lost machine loses with a continuous copy, and what the copy costs.

    python -m bench.lost_machine [--times 20]

A writer commits at the pace of a full house. Each time it and the copier are killed at a moment of
chance, the copy is put back, and what it lacks is measured; then commits with and without a copier.
"""

import argparse
import os
import random
import signal
import subprocess
import sys
import time
from contextlib import closing
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from game_server.admin import copies
from game_server.config import Config, HouseSettings
from game_server.store import copy_folder
from game_server.store.database import open_database, open_to_look

PACE_S: Final = 0.002
ROW: Final = 220
WARM_S: Final = 1.5


def main() -> int:
    """Print the figures."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--times", type=int, default=20)
    lost = sorted(_lost() for _ in range(parser.parse_args().times))
    print(f"lost, s: median {lost[len(lost) // 2]:.2f}, at most {lost[-1]:.2f} of {len(lost)}")
    for name, with_copy in (("without", False), ("with", True)):
        print(f"commits {name} a copy: {_commits(with_copy)}")
    return 0


def _lost() -> float:
    with TemporaryDirectory() as folder:
        data, second = _house(Path(folder))
        writer = get_context("spawn").Process(target=_write, args=(data, 60.0))
        writer.start()
        copier = _copier(data, second)
        while copy_folder.newest_at(second) is None or _last(data) == 0:
            time.sleep(0.01)
        time.sleep(WARM_S + random.random())
        os.kill(copier.pid, signal.SIGKILL)
        writer.kill()
        writer.join()
        copier.wait()
        new = Path(folder) / "new"
        copies.restore(Config(HouseSettings(data=str(new))), {"file": str(second)}, lambda _: None)
        return (_last(data) - _last(new)) / 1000


def _commits(with_copy: bool) -> str:
    with TemporaryDirectory() as folder:
        data, second = _house(Path(folder))
        copier = _copier(data, second) if with_copy else None
        took = sorted(_write(data, 20.0))
        used = ""
        if copier is not None:
            # Its own processor time, while it still runs.
            fields = Path(f"/proc/{copier.pid}/stat").read_text().split()
            ticks = os.sysconf("SC_CLK_TCK")
            used = f"; copier {(int(fields[13]) + int(fields[14])) / ticks / 20:.1%} of a core"
            copier.kill()
            copier.wait()
        p50, p99, most = took[len(took) // 2], took[len(took) * 99 // 100], took[-1]
        return f"p50 {p50:.2f} p99 {p99:.2f} most {most:.2f} ms of {len(took)}{used}"


def _house(folder: Path) -> tuple[Path, Path]:
    data, second = folder / "var", folder / "second"
    data.mkdir(mode=0o700)
    second.mkdir()
    (data / "secret").write_bytes(b"s" * 32)
    with closing(open_database(data / "cardroom.sqlite")) as conn:
        conn.execute("CREATE TABLE acts (id INTEGER PRIMARY KEY, data BLOB)")
    return data, second


def _copier(data: Path, second: Path) -> "subprocess.Popen[bytes]":
    known = {"CARDROOM_HOUSE_DATA": str(data), "CARDROOM_HOUSE_COPY": str(second)}
    command = [sys.executable, "-m", "game_server.cli", "copy"]
    return subprocess.Popen(command, env={**os.environ, **known}, stdout=subprocess.DEVNULL)


def _write(data: Path, seconds: float) -> list[float]:
    took = list[float]()
    end = time.monotonic() + seconds
    with closing(open_database(data / "cardroom.sqlite")) as conn:
        while time.monotonic() < end:
            began = time.perf_counter()
            conn.execute("BEGIN IMMEDIATE")
            conn.execute("INSERT INTO acts (data) VALUES (randomblob(?))", (ROW,))
            copy_folder.beat(conn, round(time.time() * 1000))
            conn.execute("COMMIT")
            took.append((time.perf_counter() - began) * 1000)
            time.sleep(PACE_S)
    return took


def _last(data: Path) -> int:
    with closing(open_to_look(data / "cardroom.sqlite")) as conn:
        return copy_folder.last_beat(conn) or 0


if __name__ == "__main__":
    sys.exit(main())
