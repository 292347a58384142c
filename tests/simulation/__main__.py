"""Play one evening again, or many: `python -m tests.simulation SEED [SEEDS]`."""

import sys
import time

from tests.simulation.evening import Evening


def main(first: int, count: int) -> None:
    began, inputs = time.perf_counter(), 0
    for seed in range(first, first + count):
        evening = Evening(seed)
        digest = evening.play_out()
        inputs += evening.inputs
        if count == 1:
            print(f"seed {seed}: {evening.inputs} inputs, {evening.crashes} crash, {digest}")
    spent = time.perf_counter() - began
    print(f"{count} evenings, {inputs} inputs, {count / spent:.2f} evenings a second")


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1)
