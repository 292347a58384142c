"""The ports of the store: what other parts are handed, its failures, its clock."""

from collections.abc import Callable
from typing import ClassVar, Protocol, TypeVar

from twisted.internet.defer import Deferred

from game_server.store.transaction import Transaction

T = TypeVar("T")


class Store(Protocol):
    """One database, and the order in which work on it happens.

    Work is a function over a transaction; it neither begins nor commits, and may be done twice
    when other work of its commit fails: what was done first is undone, so it keeps no notes.
    Writes happen in the order they were asked for, whatever is pending in one commit, and fire in
    that order once it is on disk. Work that raises is undone alone and fails with what it raised;
    a commit that fails undoes everything in it, and each work fails with CommitFailed.
    """

    def write(self, work: Callable[[Transaction], T]) -> Deferred[T]:
        """What `work` returned, once what it wrote is on disk."""

    def post(
        self,
        work: Callable[[Transaction], T],
        done: Callable[[T], object],
        failed: Callable[[BaseException], object],
        alone: bool = False,
    ) -> None:
        """As `write`, for what is done at every act: one of the two is called. A Deferred, which
        goes on to whoever else waits, costs ten times as much.

        `alone`: it reads and writes rows of one table alone, which nobody else writes. Such work
        waits for no other writer, and may be done before what was asked for earlier."""

    def read(self, work: Callable[[Transaction], T]) -> Deferred[T]:
        """What `work` returned, which sees every write that had fired when it was asked for."""

    def glance(self, work: Callable[[Transaction], T]) -> Deferred[T]:
        """As `read`, for a few rows by their keys: where the loop itself commits they are read
        there too, for handing them to a thread and back costs more."""


class StoreError(Exception):
    """An error of the store: what it refuses or could not do; `code` is for machines."""

    code: ClassVar[str] = "store"


class CannotOpen(StoreError):
    """The database is none that this program can use; the sentence says why."""

    code = "cannot_open"


class CommitFailed(StoreError):
    """A commit that failed: nothing of this work counts as written. Read again before relying on
    the opposite: after a power cut a commit that failed while it was synced may be found on
    disk."""

    code = "commit_failed"


class CannotRead(StoreError):
    """The database cannot be reached now; what was to be read is still there."""

    code = "cannot_read"


class StoreClosed(StoreError):
    """The store takes no more work."""

    code = "store_closed"
