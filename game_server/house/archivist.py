"""Packs rounds that were over long ago into a file of their month, while the house runs, and gives
back what the database file has too much of then."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Final

from twisted.internet.defer import Deferred
from twisted.logger import Logger
from twisted.python.failure import Failure

from game_server.clock import Clock
from game_server.store import archive, archive_moves, deletions, free_pages, packed_rows
from game_server.store.archive_moves import Move
from game_server.store.long_reads import LongReads
from game_server.store.ports import Store
from game_server.store.transaction import Transaction

DAY_MS: Final = 24 * 60 * 60 * 1000
REST_S: Final = 60 * 60.0
"""When there is nothing to pack, and when the disk did not take it."""
NEXT_S: Final = 1.0
"""Between two packs: three million rounds a day."""
STEP_S: Final = 0.02
"""Between two commits that delete some of what is packed."""


class Archivist:
    """Packs what is older than so many days, a pack after the other. Packing is done on a thread of
    its own; the tables' commits share theirs with a few deleted rows."""

    def __init__(
        self, store: Store, aside: LongReads, clock: Clock, now: Callable[[], int], days: int
    ) -> None:
        self._store, self._aside, self._clock, self._now = store, aside, clock, now
        self._older_ms = days * DAY_MS
        self._log = Logger()
        self._stopped = False

    def start(self) -> None:
        """Begin, and go on until `stop`."""
        self._clock.callLater(NEXT_S, self._step)

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
        self._clock.callLater(NEXT_S if some else REST_S, self._step)

    def _failed(self, failure: Failure) -> None:
        if not self._stopped:
            self._log.error("Old rounds are not packed now: {why}", why=failure.getErrorMessage())
            self._clock.callLater(REST_S, self._step)

    async def pack_once(self) -> bool:
        """Pack what is next, and delete it from the journal in steps; whether there was any."""
        older = self._now() - self._older_ms
        with self._aside.look() as look:
            move = await look.at(partial(pack_next, older_than=older))
        if move is None:
            return False
        for step in archive_moves.steps(move):
            if self._stopped:
                return True
            await self._store.write(step)
            await self._later(STEP_S)
        return True

    async def give_back(self) -> None:
        """Give free pages back to the system, as far as they are more than a reserve."""
        for _ in range(0, await self._store.read(free_pages.to_spare), free_pages.AT_ONCE):
            if self._stopped:
                return
            await self._store.write(free_pages.give_back)
            await self._later(STEP_S)

    def _later(self, seconds: float) -> Deferred[None]:
        over: Deferred[None] = Deferred()
        self._clock.callLater(seconds, over.callback, None)
        return over


def pack_next(conn: Transaction, older_than: int) -> Move | None:
    """Pack what is next on disk, and leave it in the journal; None if there is nothing."""
    folder = archive.folder_of(conn)
    move = None if folder is None else archive_moves.next_move(conn, older_than)
    if folder is None or move is None:
        return None
    # What was packed before the house stopped is whole there; some of it may be gone here.
    known = archive.there_already(folder, move.pack.rounds)
    new = tuple(one for one in move.pack.rounds if one not in known)
    file, parts = archive.keep(folder, move.month, replace(move.pack, rounds=new))
    _erase_the_deleted(conn, file, parts, move)
    return move


def _erase_the_deleted(conn: Transaction, file: Path, parts: Sequence[int], move: Move) -> None:
    # Whoever is deleted after this look is taken out of the packs by the deletion itself.
    players = {
        int(one) for rows in move.pack.parts.values() for one in packed_rows.players_in(rows)
    }
    if gone := [one for one in players if deletions.of(conn, one) is not None]:
        for part in parts:
            archive.erase(file, part, gone)
