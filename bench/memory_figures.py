"""What an hour at a table of hold'em leaves behind: memory after each quarter of a hundred hands.

A client and its screen are told whole hands, chat between them. What Python holds is counted by
`tracemalloc` after a sweep, what the process has by the system.
"""

import gc
import json
import resource
import sys
import tracemalloc
from pathlib import Path

from bench.measure import table
from bench.window import PHONE, child, phone, screen

HANDS = 100
"""As many as seven players see in an hour."""
QUARTERS = 4


def resident() -> float:
    """MiB that the process has now."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() / 2**20


def inside() -> None:
    phone()
    from mobile_client.ui import plates
    from tests.client.ui.hands import ROUNDS, Hands
    from tests.client.ui.stage import Stage

    stage, hands = Stage(*PHONE), Hands()
    stage.show(hands.shown)
    # The first hands paint what all later ones show, and fill the history.
    hands.play(50 + ROUNDS)
    tracemalloc.start()
    found = []
    for quarter in range(QUARTERS + 1):
        if quarter:
            hands.play(HANDS // QUARTERS)
        gc.collect()
        found.append([tracemalloc.get_traced_memory()[0] / 2**20, resident(), plates.count()])
    print(json.dumps({"found": found}))


def main() -> None:
    with screen() as env:
        found = child("bench.memory_figures", "inside", env=env)["found"]
    rows = [
        [f"{quarter * HANDS // QUARTERS}", f"{new:.2f}", f"{has:.1f}", f"{count:.0f}"]
        for quarter, (new, has, count) in enumerate(found)
    ]
    print(table(["hands", "new in Python, MiB", "the process, MiB", "pictures"], rows))
    # In the first half what is counted takes the place of what was there before.
    half = QUARTERS // 2
    slope = (found[-1][0] - found[half][0]) / (HANDS / 2) * 1024
    print(f"\nIn the second half {slope:.2f} KiB a hand.")


if __name__ == "__main__":
    {"inside": inside}[sys.argv[1]]()
