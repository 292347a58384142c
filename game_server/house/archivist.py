"""Packs rounds that were over long ago by their month, while the house runs, and gives back what
the database file has too much of then.

Where several nodes share a house one of them packs, the one that has the turn; it goes to another
when that one is gone.
"""

from collections.abc import Callable
from functools import partial
from typing import Final, NamedTuple, Protocol

from twisted.internet.defer import Deferred
from twisted.logger import Logger
from twisted.python.failure import Failure

from game_server.clock import Clock
from game_server.store import archive_moves, free_pages
from game_server.store.archive import Step
from game_server.store.archive_moves import Move
from game_server.store.long_reads import LongReads
from game_server.store.ports import Store
from game_server.store.transaction import Transaction

DAY_MS: Final = 24 * 60 * 60 * 1000
REST_S: Final = 60 * 60.0
"""When there is nothing to pack, and when the disk did not take it."""
FIRST_S: Final = 1.0
"""The house opens first."""


class PackingPace(NamedTuple):
    """Seconds between two packs, and between two commits that write or delete some of one."""

    packs: float
    commits: float


IN_A_FILE: Final = PackingPace(1.0, 0.02)
"""A file has one that writes, which the tables share: a million rounds a day and more."""
ON_A_SERVER: Final = PackingPace(0.2, 0.005)


class Turn(Protocol):
    """The right to pack, which one node of many has for a while."""

    def take(self, tx: Transaction) -> int | None:
        """Have it from now on, under that epoch, unless another node has it."""

    def hold(self, tx: Transaction, epoch: int) -> None:
        """Let no other take it until this transaction has ended; LeaseLost if one has."""


class Archivist:
    """Packs what is older than so many days, a pack after the other. Packing is done on a thread of
    its own; the tables' commits share theirs with a few deleted rows."""

    def __init__(
        self,
        store: Store,
        aside: LongReads,
        clock: Clock,
        now: Callable[[], int],
        days: int,
        turn: Turn | None = None,
    ) -> None:
        """`turn` is taken before each pack where several nodes could make it."""
        self._store, self._aside, self._clock, self._now = store, aside, clock, now
        self._older_ms, self._turn = days * DAY_MS, turn
        self._pace = IN_A_FILE
        self._log = Logger()
        self._stopped = False

    def start(self) -> None:
        """Begin, and go on until `stop`."""
        self._clock.callLater(FIRST_S, self._step)

    def stop(self) -> None:
        """Pack no more; what was begun is done again at the next start."""
        self._stopped = True

    def _step(self) -> None:
        if not self._stopped:
            Deferred.fromCoroutine(self._work()).addCallbacks(self._packed, self._failed)

    async def _work(self) -> bool:
        some = await self.pack_once()
        if not some:
            await self.give_back()
        return some

    def _packed(self, some: bool) -> None:
        self._clock.callLater(self._pace.packs if some else REST_S, self._step)

    def _failed(self, failure: Failure) -> None:
        if not self._stopped:
            self._log.error("Old rounds are not packed now: {why}", why=failure.getErrorMessage())
            self._clock.callLater(REST_S, self._step)

    async def pack_once(self) -> bool:
        """Pack what is next, and delete it from the journal in steps; whether there was any."""
        turn = self._turn
        epoch = None if turn is None else await self._store.write(turn.take)
        if turn is not None and epoch is None:
            return False
        move = await self._packed_next()
        if move is None:
            return False
        self._pace = ON_A_SERVER if move.keeps else IN_A_FILE
        for step in archive_moves.steps(move):
            if self._stopped:
                return True
            if turn is not None and epoch is not None:
                step = partial(_within, turn, epoch, step)
            await self._alone(step)
            await self._later(self._pace.commits)
        return True

    async def _packed_next(self) -> Move | None:
        older = self._now() - self._older_ms
        with self._aside.look() as look:
            return await look.at(partial(archive_moves.pack_next, older_than=older))

    def _alone(self, step: Step) -> Deferred[None]:
        """In a commit that waits for no other node: nobody else writes rows of so long ago."""
        done: Deferred[None] = Deferred()
        self._store.post(step, done.callback, done.errback, alone=True)
        return done

    async def give_back(self) -> None:
        """Give free pages back to the system, as far as they are more than a reserve."""
        for _ in range(0, await self._store.read(free_pages.to_spare), free_pages.AT_ONCE):
            if self._stopped:
                return
            await self._store.write(free_pages.give_back)
            await self._later(IN_A_FILE.commits)

    def _later(self, seconds: float) -> Deferred[None]:
        over: Deferred[None] = Deferred()
        self._clock.callLater(seconds, over.callback, None)
        return over


def _within(turn: Turn, epoch: int, step: Step, conn: Transaction) -> None:
    turn.hold(conn, epoch)
    step(conn)
