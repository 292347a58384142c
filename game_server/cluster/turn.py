"""A turn: what one of the nodes that share a house does for all, under a lease."""

from dataclasses import dataclass
from typing import Final

from game_server.cluster.node import Node
from game_server.store import leases
from game_server.store.transaction import Transaction

PACKING: Final = "packing"
"""Old rounds are packed."""
LASTS_MS: Final = 60_000
"""So long another node waits for one that is gone; it is taken anew much more often."""


@dataclass(frozen=True)
class LeasedTurn:
    """The turn of this node to do that."""

    node: Node
    what: str

    def take(self, tx: Transaction) -> int | None:
        """Have it for a minute, under that epoch; None if another node has it."""
        node = self.node
        lease = leases.take(
            tx, self.what, owner=node.word, node=node.name, house=node.house, lasts=LASTS_MS
        )
        return None if lease is None else lease.epoch

    def hold(self, tx: Transaction, epoch: int) -> None:
        """Let nobody take it until this transaction has ended; LeaseLost if somebody has."""
        leases.hold(tx, self.what, epoch)
