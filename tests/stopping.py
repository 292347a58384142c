"""Runs a command and stops one of its processes after another for a while, as a busy machine does:
what fails then has lost a race. `python -m tests.stopping 2.5 pytest -n 2 tests/cluster` stops each
for 2.5 seconds.

No processor time is taken, so that it shows in a quiet minute what a busy hour shows by chance.
What a test has stopped itself is left alone, but for one that it stops while it is stopped here.
"""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Final

REST_S: Final = 1.0
"""The most that passes between two stops."""
RUNS: Final = "RSD"
"""The states of a process that is not stopped, and not over."""


def beneath(root: int) -> list[int]:
    """Its children, their children and so on, as far as they run."""
    children: dict[int, list[tuple[int, str]]] = {}
    for number, parent, state in _processes():
        children.setdefault(parent, []).append((number, state))
    found, todo = list[int](), [root]
    while todo:
        for number, state in children.get(todo.pop(), ()):
            todo.append(number)
            if state in RUNS:
                found.append(number)
    return found


def _processes() -> Iterator[tuple[int, int, str]]:
    for folder in Path("/proc").iterdir():
        # It may be over by now; its name may have any letter in it.
        with suppress(OSError):
            if folder.name.isdigit():
                state, parent = (folder / "stat").read_text().rpartition(") ")[2].split()[:2]
                yield int(folder.name), int(parent), state


def main(seconds: float, command: list[str], random: Random) -> int:
    """How the command ended."""
    with subprocess.Popen(command) as running:
        while running.poll() is None:
            time.sleep(random.uniform(0.05, REST_S))
            if them := beneath(running.pid):
                one = random.choice(them)
                with suppress(ProcessLookupError):
                    os.kill(one, signal.SIGSTOP)
                    print(f"{time.strftime('%T')} {one} is stopped", file=sys.stderr)
                    try:
                        time.sleep(seconds)
                    finally:
                        os.kill(one, signal.SIGCONT)
    return running.returncode


if __name__ == "__main__":
    program = [sys.executable, "-m", *sys.argv[2:]]
    sys.exit(main(float(sys.argv[1]), program, Random()))
