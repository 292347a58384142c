"""A house for tests: `cardroom`, whose bots do not think for long and whose turns end for nobody
because a machine is slow."""

import os
import sys
from typing import Final

from game_server import cli
from game_server.lobby import effect_runner
from game_server.table import pace

TURN: Final = "CALM_TURN"
"""Seconds of a turn, for a test that lets them pass."""


def calm() -> None:
    """Time runs for what is drawn, and not for people."""
    assert isinstance(pace.SECONDS, dict)
    seconds = float(os.environ.get(TURN, "300"))
    pace.SECONDS.update({"turn": seconds, "bets": 300.0, "short": 0.2, "wheel": 0.2, "dice": 0.2})
    pace.SECONDS.update({"street": 0.1, "dealer": 0.1, "button": 0.1})
    effect_runner.THINK_S = (0.0, 0.05)  # type: ignore[misc]  # what is final for others


def main() -> int:
    calm()
    return cli.main()


if __name__ == "__main__":
    sys.exit(main())
