"""Nodes whose tables another has taken over, at a front. A node that was stopped and wakes goes on
telling what it believes of them, until it hears that it has lost them: nobody is to hear that."""

from typing import Any, Final

import msgpack

MOST_NODES: Final = 256
"""So many nodes are known here, the newest."""


class Superseded:
    """The tables that each node had, and that another has now."""

    def __init__(self) -> None:
        self._tables: dict[str, set[str]] = {}

    def has_lost(self, node: str, table: str) -> None:
        """Another has it now."""
        self._tables.setdefault(node, set()).add(table)
        if len(self._tables) > MOST_NODES:
            del self._tables[next(iter(self._tables))]

    def has(self, node: str, table: str) -> None:
        """It has it, or has it again."""
        known = self._tables.get(node)
        if known is not None:
            known.discard(table)
            if not known:
                del self._tables[node]

    def says(self, node: str, frame: bytes) -> bool:
        """Whether what that node says is of a table that another has now."""
        lost = self._tables.get(node)
        if not lost or not any(table.encode() in frame for table in lost):
            return False
        said: dict[str, Any] = msgpack.unpackb(frame, strict_map_key=False)
        table = said["room"]["table"] if said["t"] == "room" else said.get("table", "")
        return table in lost
