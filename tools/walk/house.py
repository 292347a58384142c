"""A house for the walk, `cardroom` in all but one thing: its store is the one on a thread.

On a quick disk a house commits in its loop, and whether a disk is quick changes by the minute.
"""

import sys

from game_server import cli
from game_server.store import opening

if __name__ == "__main__":
    opening.FAST_S = 0.0  # type: ignore[misc]
    sys.exit(cli.main())
