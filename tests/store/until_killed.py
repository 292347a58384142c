"""A process that writes for ever and says on its output what was acknowledged, until it is killed.

With a number as second argument it stops by itself: no file may grow beyond so many bytes, as on
a disk that is full, until the first commit has failed; then it writes three rows more.
"""

import os
import resource
import sys
from collections.abc import Callable
from itertools import count
from pathlib import Path

from twisted.internet.defer import Deferred

from game_server.bank import bookings
from game_server.store import journal, ledger
from game_server.store.database import open_database
from game_server.store.ports import CommitFailed
from game_server.store.transaction import Transaction
from game_server.store.writer import WriterThread
from tests.store.hands import Reactor, happened, opened
from tests.store.rounds_on_disk import void

BUSY = 8
"""So many pieces of work are pending at a time."""


def row(conn: Transaction, epoch: int, seq: int) -> str:
    """A journal row and an entry, in one piece of work: both there, or neither."""
    journal.append(conn, "eps", epoch, seq, [opened(epoch)] if seq == 1 else [happened(seq)])
    ledger.book(conn, bookings.buy_in(f"{epoch}:{seq}", 1, "eps", 1, "play", seq))
    return f"{epoch} {seq}"


def say(what: str) -> None:
    os.write(1, f"{what}\n".encode())


def begin(conn: Transaction) -> int:
    """Chips for the player, and the table for this process."""
    ledger.book(conn, bookings.opening_gift(1, 0))
    epoch = journal.take_epoch(conn, "eps")
    if epoch > 1:
        void(conn, "eps")
    return epoch


def main(path: Path, most_bytes: int | None) -> None:
    reactor = Reactor()
    store = WriterThread(open_database(path), reactor)
    epoch = reactor.wait(store.write(begin))

    def write(seq: int) -> Deferred[None]:
        return store.write(lambda conn: row(conn, epoch, seq)).addCallback(say)

    if most_bytes is not None:
        fill(reactor, write, most_bytes)
        store.close()
        return
    for first in count(1, BUSY):
        for deferred in [write(seq) for seq in range(first, first + BUSY)]:
            reactor.wait(deferred)


def fill(reactor: Reactor, write: Callable[[int], Deferred[None]], most_bytes: int) -> None:
    """Write until the disk is full, then go on with room."""
    hard = resource.getrlimit(resource.RLIMIT_FSIZE)[1]
    resource.setrlimit(resource.RLIMIT_FSIZE, (most_bytes, hard))
    for seq in count(1):
        try:
            reactor.wait(write(seq))
        except CommitFailed:
            say(f"failed {seq}")
            break
    resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))
    for again in range(seq, seq + 3):
        reactor.wait(write(again))


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else None)
