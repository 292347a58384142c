"""`cardroom` on a machine whose clock is wrong: so many seconds ahead of, or behind, that of the
others. With `NEMESIS_UNFENCED` the fence of its lease is off as well.

libfaketime would do the same to a process that loads it at its start; a process of the fork server
has started long ago.
"""

import os
import sys
import time
from typing import Final

from game_server.cli import main
from tests.cluster.unfenced import unfence

CLOCK: Final = "NEMESIS_CLOCK_S"
UNFENCED: Final = "NEMESIS_UNFENCED"


def _set_clock(ahead: float) -> None:
    """What this process takes for the time of day; what has passed is measured as before."""
    right = time.time
    time.time = lambda: right() + ahead


if __name__ == "__main__":
    _set_clock(float(os.environ.get(CLOCK, "0")))
    if os.environ.get(UNFENCED):
        unfence()
    sys.exit(main())
