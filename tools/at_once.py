"""Runs commands at the same time: `python -m tools.at_once "ruff check ." mypy`.

What each has said is shown when it is over, below its name. Fails if one of them fails.
"""

import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from typing import Final

INTERRUPTED: Final = 130


def main(commands: Sequence[str]) -> int:
    """How many of the commands have failed."""
    running = {
        command: subprocess.Popen(
            command, shell=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        for command in commands
    }
    failed = 0
    with ThreadPoolExecutor(len(running)) as waiting:
        said = {waiting.submit(one.communicate): command for command, one in running.items()}
        for over in as_completed(said):
            command = said[over]
            print(f"{command}\n{over.result()[0]}", end="", flush=True)
            if running[command].returncode:
                print(f"That failed: {command}", file=sys.stderr, flush=True)
                failed += 1
    return failed


if __name__ == "__main__":
    try:
        sys.exit(min(main(sys.argv[1:]), 1))
    except KeyboardInterrupt:
        # Who pressed Ctrl-C pressed it for all of them.
        sys.exit(INTERRUPTED)
