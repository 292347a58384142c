"""`cardroom` without fencing and without the lock: a node that has lost its lease goes on as if it
had it. For the test that shows what fencing is for."""

import sys

from game_server.cli import main
from game_server.cluster.keeper import LeaseKeeper
from game_server.store.leases import Lease
from game_server.store.transaction import Transaction
from tests.cluster.unlocked import unlock


def _passes(self: LeaseKeeper, tx: Transaction) -> None:
    """Whoever it is."""


def _stays(self: LeaseKeeper, then: float, known: Lease | None) -> None:
    """Whoever has it."""
    self._call(1.0)


def unfence() -> None:
    """Switch both off in this process."""
    LeaseKeeper.fence = _passes  # type: ignore[method-assign]
    LeaseKeeper._looked = _stays  # type: ignore[method-assign]
    unlock()


if __name__ == "__main__":
    unfence()
    sys.exit(main())
