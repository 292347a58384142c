"""`cardroom` with rules of hold'em that cannot deal a second round: for tests of tables that fail.

`python -m tests.house.faulty serve ...`; the fault is there as long as the file is that the
environment names.
"""

import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from game_server.cli import main
from game_server.rules.core import Step
from game_server.rules.holdem.engine import Holdem
from game_server.rules.holdem.hand import Carry, Hand
from protocol.words import Seat

FAULT: Final = "FAULTY_WHILE"
_open = Holdem.open


def _fails(self: Holdem, stacks: Mapping[Seat, int], carry: Carry | None) -> Step[Hand]:
    if carry is not None and carry.round and Path(os.environ[FAULT]).exists():
        raise RuntimeError("a planted fault")
    return _open(self, stacks, carry)


if __name__ == "__main__":
    Holdem.open = _fails  # type: ignore[method-assign]
    sys.exit(main())
