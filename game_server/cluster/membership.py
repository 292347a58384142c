"""The membership of a node in a house: its lease, and the tables that are placed on it."""

from collections.abc import Callable
from functools import partial

from twisted.internet.defer import Deferred, succeed

from game_server.clock import Clock, Threads
from game_server.cluster import shares
from game_server.cluster.keeper import LeaseKeeper, silent
from game_server.cluster.node import Node, NodeState
from game_server.cluster.placer import Placer
from game_server.cluster.standby import LeasedDatabase
from game_server.house.adopted_tables import AdoptedTables
from game_server.house.house import House
from game_server.store import nodes
from game_server.store.ports import CannotRead, Store
from game_server.store.transaction import Transaction
from game_server.store.writer import WriterThread


class Membership:
    """Keeps the lease of a node. With `many` others share the house: the lease is renewed on a
    connection of its own, so that a commit which waits for another node costs nobody the lease, and
    tables come and go as they are placed."""

    def __init__(
        self,
        node: Node,
        leased: LeasedDatabase,
        clock: Clock,
        threads: Threads,
        lost: Callable[[str], None],
        many: bool,
    ) -> None:
        self.node, self.shares = node, node.name if many else ""
        """`shares`: its name where others share the house, else empty."""
        self.address = ""
        """Where players connect, once they can."""
        self._leased, self._clock = leased, clock
        says = self._says if many else silent
        self.keeper = LeaseKeeper(node, leased.lease, clock, lost, says)
        self._leases: WriterThread | None = WriterThread(leased.beside(), threads) if many else None
        self._has_begun = False
        """Whether this node knows whether the house is open: those that begin at once wait for
        nobody."""
        self._state: Callable[[], NodeState] = lambda: NodeState(0, 0, 0)
        self._store: Store | None = None
        self.placer: Placer | None = None
        self.tables: AdoptedTables | None = None
        """What is placed on this node, and where all else is."""

    def begin(self, house: House, store: Store, state: Callable[[], NodeState]) -> None:
        """It is this house, over that store."""
        self._store, self._state = store, state
        if self._leases is not None:
            self.tables = AdoptedTables(house.means, house.lobby, house.hours, house.cashier)
            ended = self._leased.database.end_writers
            self.placer = Placer(
                self.node,
                store,
                self._leases,
                self._clock,
                self.tables,
                ended,
                lambda: self.keeper.steady,
            )

    def keep(self) -> None:
        """Renew the lease from now on."""
        store = self._leases or self._store
        assert store is not None
        self.keeper.begin(store)

    def opens(self, settings: bool) -> Deferred[bool]:
        """Whether the house is to be open at its start: as it is at the nodes that live, and as the
        settings have it where none does."""
        if not self.shares:
            return succeed(settings)
        assert self._store is not None
        known = self._store.read(nodes.known)
        known.addErrback(lambda failure: failure.trap(CannotRead) and ())
        return known.addCallback(shares.opens, self.node.name, settings)

    def take_part(self) -> Deferred[None]:
        """Take a share of the tables from now on, if others share the house."""
        self._has_begun = True
        return succeed(None) if self.placer is None else self.placer.start()

    @property
    def drained(self) -> bool:
        """Whether this node is to become empty."""
        return self.placer is not None and self.placer.seen.drains(self.node.name)

    def leave(self) -> Deferred[None]:
        """Give the tables to the others, each between two rounds; fires when none is left."""
        return succeed(None) if self.placer is None else self.placer.leave()

    def stop(self) -> None:
        """The house stops: no table comes or goes any more."""
        if self.placer is not None:
            self.placer.stop()
        else:
            self.keeper.end()

    def end(self) -> None:
        """All is written: the others need not wait until the lease is over."""
        if self._leases is not None:
            self.keeper.end()
            self._leases.close()

    def _says(self) -> Callable[[Transaction], object]:
        state, address = self._state(), self.address
        return partial(
            nodes.say,
            name=self.node.name,
            address=address,
            lines=state.lines,
            lag=state.lag,
            clock=state.clock,
            hours=state.hours if self._has_begun else "",
        )
