"""The placer of a node: takes its share of the tables, those of dead nodes too, and gives up what
is wanted elsewhere.

How it works. A few times a second a node looks at the leases and placements of the house (`look`),
over the connection of its lease. Then, in this order:

1. A node whose lease is over and that still has tables is dead: its connection is ended, for what
   it has under way holds rows. Then one transaction raises the epoch of its lease, so that it
   writes nothing when it wakes, sets its tables free, and claims this node's share of them.
2. What is placed here and does not run here is adopted: its rows are read under a new epoch of the
   journal, and the same hand goes on.
3. What somebody wants elsewhere, or what is too much here, is released between two rounds. When
   nothing more of it is written, the placement says so.

Placements change under the lock of the house and with the fence of this node's lease, so a node
that is not alive places nothing.
"""

from collections.abc import Callable, Mapping, Sequence, Set
from functools import partial
from typing import Final, Protocol

from twisted.internet.defer import Deferred
from twisted.logger import Logger
from twisted.python.failure import Failure

from game_server.clock import Clock
from game_server.cluster import shares
from game_server.cluster.node import Node
from game_server.cluster.shares import Leaves, SharedHouse
from game_server.store import nodes, placements
from game_server.store.nodes import NodeRow
from game_server.store.placements import Placement
from game_server.store.ports import CannotRead, CommitFailed, Store, StoreClosed
from game_server.store.transaction import Transaction

LOOK_S: Final = 0.2
"""So often a node looks at the others."""


class PlacedTables(Protocol):
    """The tables of this node, as placing knows them."""

    @property
    def here(self) -> Set[str]:
        """The units that run here, or begin to, or are about to go."""

    @property
    def takes(self) -> bool:
        """Whether tables can run here now."""

    def can(self, unit: str) -> bool:
        """Whether this node knows how to run it, as far as it knows."""

    def idle(self, unit: str) -> bool:
        """Whether nobody is at it, and no round in play."""

    def attended(self, unit: str) -> bool:
        """Whether somebody is at it."""

    def guests(self, unit: str) -> str:
        """Who was at it without a seat when it went, as it is written for whoever takes it."""

    def can_go(self, unit: str) -> bool:
        """Whether it may be released: not while it is coming."""

    def units(self, tx: Transaction) -> Sequence[str]:
        """All units that there should be."""

    def adopt(self, units: Sequence[str]) -> None:
        """Let these run here from now on."""

    def release(self, unit: str, gone: Callable[[], None]) -> None:
        """Let it go between two rounds; `gone` is called when nothing more of it is written."""

    def placed(self, where: Mapping[str, Placement]) -> None:
        """Where every unit is now, for whoever asks for one that is not here."""


class Placer:
    """Keeps the tables of one node as they are placed. `ended` ends the connection of the node of
    that word. Others are taken over from while this node is `steady` alone: when the database comes
    back all leases may be over, and everybody is about to renew."""

    _log = Logger()

    def __init__(
        self,
        node: Node,
        store: Store,
        looks: Store,
        clock: Clock,
        tables: PlacedTables,
        ended: Callable[[str], None],
        steady: Callable[[], bool] = lambda: True,
    ) -> None:
        self._me, self._store, self._looks, self._clock = node.name, store, looks, clock
        self._tables, self._ended, self._steady = tables, ended, steady
        self._leaving: dict[str, str | None] = {}
        self.seen = SharedHouse((), ())
        """The nodes and the tables, as they were at the last look."""
        self._moved = 0
        """Counts what has gone from here."""
        self._over = False
        self._ends: Deferred[None] | None = None
        """Fires when everything has gone from here, if that is wanted."""

    def start(self) -> Deferred[None]:
        """Look from now on; fires when every unit has its row."""
        added = self._store.write(lambda tx: placements.add(tx, self._tables.units(tx)))
        return added.addCallback(lambda _: self._look())

    def stop(self) -> None:
        """Take and give up nothing more."""
        self._over = True

    def leave(self) -> Deferred[None]:
        """Give everything up, each table between two rounds; fires when nothing is left here."""
        if self._ends is None:
            self._ends = Deferred()
            draining = self._store.write(lambda tx: nodes.drain(tx, self._me, True))
            draining.addErrback(self._failed)
        return self._ends

    # -- one look after the other --------------------------------------------------------

    def _look(self) -> None:
        if self._over:
            return
        looking = Deferred.fromCoroutine(self._step())
        looking.addErrback(self._failed).addCallback(lambda _: self._again())

    def _again(self) -> None:
        if not self._over:
            self._clock.callLater(LOOK_S, self._look)

    async def _step(self) -> None:
        moved = self._moved
        house = await self._looks.read(look)
        if self._over or moved != self._moved:
            # Of before something has gone: it may look as if that were still to run here.
            return
        self.seen = house
        self._tables.placed({one.unit: one for one in house.placed})
        if self._ends is not None:
            self._end_with(house)
            return
        gone = house.long_gone()
        if gone:
            await self._store.write(partial(nodes.forget, names=gone))
        if not self._tables.takes:
            return
        dead = house.dead() if self._steady() else []
        if dead or shares.claims(house, self._me, _Can(self._tables)):
            house = await self._claim(dead)
        here = self._tables.here | self._leaving.keys()
        adopted = shares.adopts(house, self._me, here, _Can(self._tables))
        if adopted and not self._over:
            self._tables.adopt(adopted)
        tables = self._tables
        for going in shares.leaves(house, self._me, tables.here, tables.idle, tables.attended):
            self._release(going)

    async def _claim(self, dead: Sequence[NodeRow]) -> SharedHouse:
        """Take over from the dead and claim a share; what the house looks like then."""
        for one in dead:
            await self._looks.write(partial(self._end, word=one.word))
        can = _Can(self._tables)

        def claim(tx: Transaction) -> tuple[SharedHouse, dict[str, int]]:
            taken = dict[str, int]()
            for one in dead:
                units = placements.take_over(tx, nodes.lease_of(one.name), one.epoch, one.name)
                if units is not None:
                    taken[one.name] = units
            placements.claim(tx, shares.claims(look(tx), self._me, can), self._me)
            return look(tx), taken

        house, taken = await self._store.write(claim)
        for name, units in taken.items():
            text = "The lease of node {name} is over; the nodes that live share its {units} tables."
            self._log.warn(text, name=name, units=units)
        return house

    def _end(self, tx: Transaction, word: str) -> None:
        self._ended(word)

    def _end_with(self, house: SharedHouse) -> None:
        here = self._tables.here if self._tables.takes else set[str]()
        for one in house.at(self._me):
            if one.unit in here:
                self._release(Leaves(one.unit, one.wish))
        if self._ends is not None and not (self._ends.called or self._leaving or here):
            self._ends.callback(None)

    # -- what goes ------------------------------------------------------------------------

    def _release(self, going: Leaves) -> None:
        if going.unit not in self._leaving and self._tables.can_go(going.unit):
            self._leaving[going.unit] = going.to
            self._tables.release(going.unit, partial(self._gone, going.unit))

    def _gone(self, unit: str) -> None:
        """Nothing more of it is written here."""
        to = self._leaving.get(unit)
        guests = self._tables.guests(unit)
        given = self._store.write(lambda tx: self._give(tx, unit, to, guests))

        def over(result: object) -> None:
            self._moved += 1
            self._leaving.pop(unit, None)

        def again(failure: Failure) -> None:
            if failure.check(CommitFailed):
                self._clock.callLater(LOOK_S, self._gone, unit)
            else:
                over(None)
                self._failed(failure)

        given.addCallbacks(over, again)

    def _give(self, tx: Transaction, unit: str, to: str | None, guests: str) -> None:
        takes = to is not None and to in look(tx).takers()
        placements.give_up(tx, [unit], self._me, to if takes else None, guests)

    def _failed(self, failure: Failure) -> None:
        # A database that is away is said by the tables; the next look tries again.
        if not failure.check(CannotRead, CommitFailed, StoreClosed):
            self._log.failure("A look at the nodes has failed.", failure)


class _Can:
    """The units that the node can run, to be asked with `in`."""

    def __init__(self, tables: PlacedTables) -> None:
        self._tables = tables

    def __contains__(self, unit: object) -> bool:
        return isinstance(unit, str) and self._tables.can(unit)


def look(tx: Transaction) -> SharedHouse:
    """The nodes and placements as they are on disk."""
    return SharedHouse(nodes.known(tx), placements.of_house(tx))
