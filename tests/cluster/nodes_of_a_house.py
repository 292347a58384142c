"""Nodes of a house in one process: one disk, one clock, and words over a wire that can be cut."""

from collections.abc import Collection, Sequence
from typing import Final

from game_server.bank.adapter import OutsideBank
from game_server.cluster.member import Member
from game_server.cluster.remote_bank import RemoteBank
from game_server.cluster.servers import Role
from game_server.config import RoomSettings
from game_server.table.config import TableConfig
from tests.cluster.wire import Wire
from tests.house.world import Client, World

FRONT: Final[tuple[Role, ...]] = ("front",)
TABLES: Final[tuple[Role, ...]] = ("tables",)
CASHIER: Final[tuple[Role, ...]] = ("cashier",)
BOTH: Final[tuple[Role, ...]] = ("front", "tables", "cashier")


class NodeWorld(World):
    """One node."""

    def __init__(
        self, name: str, roles: Collection[Role], rooms: Sequence[RoomSettings], of: "Cluster"
    ) -> None:
        self.name, self.roles, self.cluster = name, roles, of
        self._has_rooms = bool(rooms)
        beside = of.nodes[-1] if of.nodes else None
        node = "" if rooms else name
        super().__init__(*rooms, seed=len(of.nodes) + 1, beside=beside, node=node)
        of.nodes.append(self)
        self.join()

    def outside_bank(self) -> OutsideBank:
        self.reached: OutsideBank = self.bank
        if "cashier" not in self.roles:
            self.reached = RemoteBank(self.clock, 5.0)
        return self.reached

    def rooms(self) -> list[TableConfig]:
        return super().rooms() if self._has_rooms else []

    def join(self) -> None:
        """Be there for the other nodes."""
        if not self.cluster.wire:
            self.cluster.wire.append(Wire(self.clock))
        self.words = self.cluster.wire[0].node()
        self.member = Member(self.house, self.words, self.name, "h", self.roles, self.reached)
        self.member.begin()

    def dies(self) -> None:
        """Its process is killed."""
        self.words.close()
        self.words.wire.cut.add(self.words)
        self.house.stop()
        self.store.close()
        for client in self.clients:
            client.cut = True
        self.clients = []

    def comes_back(self) -> None:
        """Another process has its tables, and goes on from the disk."""
        self._open()
        self.join()

    def play(self) -> None:
        for node in self.cluster.nodes:
            World.play(node)


class Cluster:
    """The nodes of a house."""

    def __init__(self) -> None:
        self.nodes: list[NodeWorld] = []
        self.wire: list[Wire] = []

    def node(self, name: str, roles: Collection[Role], *rooms: RoomSettings) -> NodeWorld:
        """One more node."""
        return NodeWorld(name, roles, rooms, self)

    def meet(self) -> None:
        """Let the nodes find each other."""
        self.nodes[0].run(1.0)


__all__ = ["BOTH", "CASHIER", "FRONT", "TABLES", "Client", "Cluster", "NodeWorld"]
