"""Keeping a lease while a house runs, that of all tables or that of one node of many: renewed in
time, asked for at each commit, given back at the end; and the word that it is lost."""

from collections.abc import Callable
from functools import partial
from typing import Final

from twisted.logger import Logger
from twisted.python.failure import Failure

from game_server.clock import Clock
from game_server.cluster.node import MARGIN, TABLES, Node
from game_server.store import leases
from game_server.store.leases import Lease, LeaseLost
from game_server.store.ports import Store
from game_server.store.transaction import Transaction

OFTEN: Final = 3
"""So many times a lease is renewed in the time that it lasts."""
AGAIN_S: Final = 0.3
"""So soon it is tried again when that failed."""
STANDS_DOWN: Final = (
    "{owner} has taken this house over, so this node writes nothing more and ends; the hands in"
    " play go on there."
)
REPLACED: Final = (
    "The lease of this node was over, and others have taken over what it had; so it writes nothing"
    " more and ends."
)


class LeaseKeeper:
    """The owner's side of a lease.

    `fence` is called in the thread that writes, just before each commit: it lets a commit pass
    only in an epoch of its own. By its own clock, which nobody sets, the owner stops before the
    lease ends: it asks nobody then, and every commit fails until the lease is renewed. `lost`
    hears once, in a sentence, that another node has taken over.
    """

    _log = Logger()

    def __init__(
        self,
        node: Node,
        lease: Lease,
        clock: Clock,
        lost: Callable[[str], None],
        says: Callable[[], Callable[[Transaction], object]] | None = None,
    ) -> None:
        """`says` makes what is done with each renewal: what the node tells of itself."""
        self._node, self._clock, self._lost = node, clock, lost
        self._says = says or silent
        self._what, self._epoch = lease.what, lease.epoch
        self._until = clock.seconds() + lease.left / 1000 - node.lasts * MARGIN
        self._held_since = clock.seconds()
        self._asking = self._over = self._paused = False
        self._store: Store | None = None

    @property
    def holds(self) -> bool:
        """Whether the lease lasts, by the owner's own clock."""
        return not self._over and self._clock.seconds() < self._until

    @property
    def steady(self) -> bool:
        """Whether the lease has lasted without a break for as long as one lasts: whoever has not
        renewed in that time had the database there as well, and is gone."""
        return self.holds and self._clock.seconds() - self._held_since >= self._node.lasts

    def fence(self, tx: Transaction) -> None:
        """LeaseLost unless this commit is within the lease."""
        if not (self.holds or self._asking):
            raise LeaseLost("The lease of this node is over by its own clock.")
        leases.hold(tx, self._what, self._epoch)

    def begin(self, store: Store) -> None:
        """Renew it from now on."""
        self._store = store
        self._renew()

    def end(self) -> None:
        """Give it back, so that another need not wait; what is written before it is written."""
        if self._store is not None and not self._over:
            self._asking = True
            work = partial(leases.give_back, what=self._what, epoch=self._epoch)
            self._store.post(work, _nobody, _nobody)
        self._over = True

    def _renew(self) -> None:
        if self._over:
            return
        assert self._store is not None
        sent, self._asking = self._clock.seconds(), True
        lasts, says = round(self._node.lasts * 1000), self._says()

        def renew(tx: Transaction) -> None:
            leases.renew(tx, self._what, self._epoch, lasts)
            says(tx)

        self._store.post(renew, lambda _: self._renewed(sent), self._failed)

    def _renewed(self, sent: float) -> None:
        self._asking = False
        if not self.holds:
            self._held_since = self._clock.seconds()
        self._until = sent + self._node.lasts * (1 - MARGIN)
        if self._paused and self.holds:
            self._paused = False
            self._log.info("The lease of the tables is renewed; the house goes on.")
        due = sent + self._node.lasts / OFTEN - self._clock.seconds()
        if due > 0:
            self._call(due)
        else:
            # It came late, behind long commits; no commit is to fail while there is no answer yet.
            self._renew()

    def _failed(self, wrong: BaseException) -> None:
        """The commit failed, or the lease is another's: which of both, a look will say."""
        self._asking = False
        if self._over:
            return
        self._pause(wrong)
        self._look(AGAIN_S)

    def _look(self, then: float) -> None:
        """Whether it is another's. If not, it is renewed after so many seconds. As long as nobody
        can look there is no try to renew it either: whoever has taken over may hold what a commit
        waits for."""
        if self._over:
            return
        assert self._store is not None
        looked = self._store.read(partial(leases.look, what=self._what))
        looked.addCallbacks(partial(self._looked, then), self._not_looked)

    def _not_looked(self, failure: Failure) -> None:
        if not self._over:
            self._pause(failure.value)
            self._clock.callLater(AGAIN_S, self._look, 0.0)

    def _pause(self, wrong: BaseException | None) -> None:
        """Say once that the lease has ended, if it has."""
        if not (self.holds or self._paused):
            self._paused = True
            self._log.warn("The lease of the tables is not renewed: {wrong}", wrong=wrong)

    def _looked(self, then: float, known: Lease | None) -> None:
        if self._over:
            return
        if known is not None and known.epoch != self._epoch:
            self._over = True
            known_as = STANDS_DOWN.format(owner=known.node)
            self._lost(known_as if self._what == TABLES else REPLACED)
            return
        self._call(then)

    def _call(self, seconds: float) -> None:
        self._clock.callLater(seconds, self._renew)


def silent() -> Callable[[Transaction], object]:
    """A node that has nothing to tell."""
    return lambda tx: None


def _nobody(told: object) -> None:
    """Waits for it."""
