"""Transactions: what an operation of the store is handed, whichever engine is beneath it.

An operation is a function whose first argument is a `Transaction`; values go in and values come
out. Its SQL is one text for SQLite and PostgreSQL wherever both understand it: `?` or `?1` for
values, `ON CONFLICT`, `RETURNING`. It asks `engine` only for what really differs.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Protocol

Value = int | float | str | bytes | None
"""What is written and read. A truth is 0 or 1."""


class Rows(Protocol):
    """What a statement returned, row by row, and how many rows it changed."""

    @property
    def rowcount(self) -> int:
        """How many rows were written or deleted."""

    def fetchone(self) -> Any:
        """The next row; None if there is none."""

    def fetchall(self) -> list[Any]:
        """The rows that are left."""

    def __iter__(self) -> Iterator[Any]:
        """One row after the other."""


class Engine(Protocol):
    """What differs between SQLite and PostgreSQL."""

    @property
    def name(self) -> str:
        """As its makers write it."""

    @property
    def look_at_one_moment(self) -> str:
        """The statement that begins a transaction which sees the rows of one moment."""

    @property
    def now(self) -> str:
        """What time it is by the clock of the database, in milliseconds, as an expression."""

    @property
    def shared(self) -> str:
        """What stands behind a SELECT so that its rows stay as they are until the end of the
        transaction; nothing where only one can write."""

    def each_number(self, mark: str) -> str:
        """A subquery of the numbers in the JSON list that stands for the mark, as `?1`."""

    def columns(self, tx: "Transaction", table: str) -> Sequence[str]:
        """The columns of a table; none if there is no such table."""

    def order(self, tx: "Transaction", at: int) -> int:
        """A number of this transaction: one that begins to write after it has a higher one, or the
        same where only one process writes and the time is the same. `at` is the time."""

    def sorts_much(self, tx: "Transaction") -> None:
        """What is sorted from now on may be more than the memory holds."""

    def scrub(self, tx: "Transaction") -> None:
        """Leave nothing in the files of what was deleted or written over."""

    def refused(self, wrong: BaseException) -> str:
        """What the schema says of work that it refuses, empty if it is not the schema that
        refuses: the word of a trigger, the name of a constraint, or the columns that must be
        unique, as `requests.player, requests.request`."""

    def ends_commit(self, wrong: BaseException) -> bool:
        """Whether this is wrong with the database and not with the work that met it: the disk is
        full, the connection is lost."""

    def is_away(self, wrong: BaseException) -> bool:
        """Whether the database cannot be reached, but will be."""

    def collides(self, wrong: BaseException) -> bool:
        """Whether another writer was in the way of a transaction, which is done once more then."""


class Transaction(Protocol):
    """The rows of the database for an operation. It neither begins nor ends here."""

    @property
    def engine(self) -> Engine:
        """Whose dialect it speaks."""

    @property
    def in_transaction(self) -> bool:
        """Whether one is open; a look at single rows needs none."""

    def execute(self, sql: str, values: Sequence[Value] = (), /) -> Rows:
        """Do one statement."""

    def insert(self, sql: str, values: Sequence[Value] = (), /) -> int:
        """Write one row into a table whose rows have an `id`, and return that of the new row."""

    def executemany(self, sql: str, rows: Iterable[Sequence[Value]], /) -> Rows:
        """Do it once for each row of values."""


def marks(count: int) -> str:
    """So many `?` for `IN`; of none nothing is found."""
    return ", ".join("?" * count) or "NULL"


class Connection(Transaction, Protocol):
    """A connection to the database, which a store holds and nobody else: one thread at a time uses
    it, and decides where transactions begin and end."""

    ahead: bool
    """Whether statements are on their way of which nothing is known yet."""
    many: bool
    """Whether others write to the database too."""

    def begin(self, ahead: bool = False) -> None:
        """Begin a transaction that writes. With `ahead` statements may go on while those before
        are not done yet: one that failed is told of at a later one, by `settle` at the latest."""

    def lock_house(self) -> None:
        """Until this transaction ends nobody else writes what is of the whole house, and what is
        read from now on is as the others have left it; nothing where only one writes."""

    def settle(self) -> None:
        """Wait until all statements are done; what one of them failed with is raised."""

    def commit(self) -> None:
        """Make it last; an error if none is open."""

    def rollback(self) -> None:
        """Undo it; nothing if none is open."""

    def close(self) -> None:
        """Let go of the database."""

    def reader(self) -> "Connection | None":
        """Another connection, which only reads; None if there can be but this one."""


class Database(Protocol):
    """Where the database of a house is: a file here, or a server."""

    @property
    def failures(self) -> tuple[type[Exception], ...]:
        """What is raised when it cannot be reached or read, but for CannotOpen."""

    def is_new(self) -> bool:
        """Whether nothing was ever written to it."""

    def open(self) -> Connection:
        """The one connection that writes: settings as they must be, schema up to date; CannotOpen
        says why not."""

    def look(self) -> Connection:
        """A connection that changes nothing, to a database that may be of any version."""


class SharedDatabase(Database, Protocol):
    """A database that several nodes reach."""

    def beside(self) -> Connection:
        """A connection that may write beside the one that writes: a lease, and nothing else."""

    def end_writers(self, node: str = "") -> None:
        """End the connections of whoever wrote before, or of that node: they own nothing any
        more."""


@contextmanager
def whole(tx: Transaction) -> Iterator[None]:
    """What is done inside is done whole or, when it raises, not at all."""
    if not tx.in_transaction:
        with _by_itself(tx):
            yield
        return
    tx.execute("SAVEPOINT whole")
    try:
        yield
    except BaseException:
        # A full disk may have ended the transaction already.
        if tx.in_transaction:
            tx.execute("ROLLBACK TO whole")
            tx.execute("RELEASE whole")
        raise
    tx.execute("RELEASE whole")


@contextmanager
def _by_itself(tx: Transaction) -> Iterator[None]:
    tx.execute("BEGIN")
    try:
        yield
        tx.execute("COMMIT")
    except BaseException:
        if tx.in_transaction:
            tx.execute("ROLLBACK")
        raise


@contextmanager
def writing(conn: Connection) -> Iterator[None]:
    """A transaction that writes, from here to the end of a `with`; undone when it raises."""
    conn.begin()
    try:
        yield
        conn.commit()
    except BaseException:
        conn.rollback()
        raise


@contextmanager
def one_moment(tx: Transaction) -> Iterator[None]:
    """All that is read until the end of a `with` is of one moment, however much is written."""
    if tx.in_transaction:
        yield
        return
    tx.execute(tx.engine.look_at_one_moment)
    try:
        yield
    finally:
        tx.execute("ROLLBACK")
