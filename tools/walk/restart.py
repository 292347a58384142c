"""Files and functions of the house that a restart passes: `python -m tools.walk.restart`.

A house is killed in the middle of a hand of hold'em for two and started again on what it has
written. Counted is each function once, from `Server.__init__` until players can come in.
"""

import json
import os
import signal
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

from protocol import messages
from tests.house.process import house
from tests.house.visiting import Visitor
from tools.walk.trace import HOOK, ROOM, ROOT, WAIT_S


def restarted(folder: Path) -> set[tuple[str, str]]:
    """Each file and function of the house that a start passes with a hand in play on disk."""
    with ExitStack() as lines, house(folder, ROOM) as running:
        players = [Visitor(lines, running.url, seed).guest() for seed in (1, 2)]
        for one in players:
            one.ask(messages.Join, "holdem")
            one.ask(messages.Queue, "holdem")
            one.sit("holdem", 20_000)
        end = time.monotonic() + WAIT_S
        while not any(one.asked for one in players):
            assert time.monotonic() < end, "Nobody is dealt in."
            for one in players:
                one.hear(0.05)
        running.kill()
    file = folder / "calls.json"
    recorded = {
        "PYTHONPATH": os.pathsep.join((str(HOOK), str(ROOT))),
        "WALK_ROOT": str(ROOT),
        "WALK_FILE": str(file),
        "WALK_FROM": "Server.__init__",
    }
    # What records its calls begins with the interpreter.
    with house(folder, ROOM, recorded, forks=False) as running:
        running.process.send_signal(signal.SIGUSR1)
        end = time.monotonic() + WAIT_S
        while not file.exists():
            assert time.monotonic() < end, f"{file} is not written."
            time.sleep(0.05)
        calls = json.loads(file.read_text())["walk"]
    return {
        (path, name)
        for _, path, name in calls
        if path.startswith("game_server") and not name.split(".")[-1].startswith("<")
    }


def main() -> int:
    """Print the two counts."""
    with tempfile.TemporaryDirectory() as name:
        found = restarted(Path(name))
    files = {file for file, _ in found}
    print(f"A restart passes {len(files)} files and {len(found)} functions of the house.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
