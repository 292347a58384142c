"""`cardroom` for tests in a browser: no turn ends because a machine is slow; bots think briefly.

What is pressed and told is as in any house.
"""

import sys
from typing import Final

from game_server import cli
from game_server.lobby import effect_runner
from game_server.table import pace

PATIENT: Final = ("turn", "short", "bets", "doubling", "opening", "ready", "part")
"""Times of players: a table waits until the page has answered."""
BRIEF: Final = ("street", "dealer", "button", "drawn", "dice", "rolled", "wheel", "fallen")
"""Times to look at what happens."""
WAITS_S: Final = 300.0
LOOKS_S: Final = 0.2


def hurry() -> None:
    """No time is lost in this house, and none runs out."""
    assert isinstance(pace.SECONDS, dict)
    pace.SECONDS.update(dict.fromkeys(PATIENT, WAITS_S) | dict.fromkeys(BRIEF, LOOKS_S))
    effect_runner.THINK_S = (0.0, 0.05)  # type: ignore[misc]  # what is final for others


def main() -> int:
    hurry()
    return cli.main()


if __name__ == "__main__":
    sys.exit(main())
