"""A node of a house: what it is called, and how its leases know it."""

import hashlib
import hmac
import secrets
import socket
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, NamedTuple

from game_server.store import data_folder
from game_server.store.copying import write_whole
from game_server.store.nodes import lease_of
from game_server.store.ports import CannotOpen

FOR: Final = b"cardroom lease of a house\n"
"""What the secret signs here, and nothing else."""
TABLES: Final = "tables"
"""The lease of all tables of a house, and of everything else that one node writes."""
MARGIN: Final = 0.1
"""This part of a lease, at its end, its owner does not act in: clocks do not go alike."""


@dataclass(frozen=True, slots=True)
class Node:
    """A node. `word` is of its data folder, which one process has at a time: who comes back to the
    folder has the lease that was taken there. `house` is a digest of the secret of the house."""

    name: str
    word: str
    house: bytes = field(repr=False)
    lasts: float
    """So many seconds a lease of its lasts, unless it is renewed."""

    @property
    def subject(self) -> str:
        """What the words between the nodes of this house are about, among those of others."""
        return self.house.hex()[:16]

    @property
    def lease(self) -> str:
        """What its own lease is called, where many nodes share a house."""
        return lease_of(self.name)


class NodeState(NamedTuple):
    """How a node is: the lines that it has, how late its loop was, what time it is there, in
    milliseconds, and whether the house is open there."""

    lines: int
    lag: int
    clock: int
    hours: str = ""


def node_of(data: Path, secret: bytes, name: str, lasts: float) -> Node:
    """The node of this data folder, which is held; CannotOpen if the disk does not take its
    word."""
    kept = data / data_folder.NODE
    try:
        if not kept.exists():
            write_whole(kept, secrets.token_hex(8).encode())
        word = kept.read_text().strip()
    except OSError as wrong:
        text = f"{data} cannot be written to: {wrong.strerror}; name another folder as data."
        raise CannotOpen(text) from None
    house = hmac.new(secret, FOR, hashlib.sha256).digest()
    return Node(name or socket.gethostname(), word, house, lasts)
