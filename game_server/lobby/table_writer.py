"""Commits of one table: what its answers want written, and where in the journal they follow."""

from collections.abc import Callable
from typing import ClassVar

from twisted.logger import Logger

from game_server.lobby.chance_draws import ChanceDraws
from game_server.lobby.commit import Commit, CommitResult
from game_server.lobby.inputs import Input
from game_server.lobby.ports import AnyTable, Means
from game_server.rules.catalogue import GAMES
from game_server.store.journal import JournalHead
from game_server.store.ports import StoreClosed
from game_server.table.config import TableConfig
from game_server.table.orders import Order
from game_server.table.winnings_limit import winnings_limit


class TableWriter:
    """Collects what a table wants written, and writes it under the epoch in which the table was
    taken over: whoever takes it over later makes that fail."""

    _log: ClassVar[Logger] = Logger()

    def __init__(self, config: TableConfig, means: Means) -> None:
        self._config, self._means = config, means
        self._limit = winnings_limit(config, GAMES[config.game])
        self._draws = ChanceDraws(means, config.table)
        self._epoch = self._answers = 0
        self._head: JournalHead | None = None
        """After which row the next one follows; None: that is not known yet."""

    def take_over(self, epoch: int) -> None:
        """From now on the rows are of this epoch."""
        self._epoch, self._head, self._answers = epoch, None, 0

    def begin(self) -> Commit:
        """A commit with nothing in it."""
        config, at = self._config, self._means.now()
        return Commit(config.table, config.game, config.preset, config.purse, at, self._limit)

    def answer(
        self, commit: Commit, table: AnyTable, asked: Input, now: float, rigged: bool
    ) -> list[Order]:
        """Let the table answer, draw what its answer asks of chance, and add it to the commit.
        `rigged`: testers may say what comes."""
        orders = asked.work(table, now)
        orders = self._draws.answer(table, orders, now, rigged)
        self._answers += 1
        # With the time: an epoch comes again where an older copy was put back.
        key = f"{self._config.table}:{self._epoch}:{self._answers}:{commit.at:x}"
        commit.take(orders, asked.entries, asked.replies, key)
        return orders

    def post(
        self,
        commit: Commit,
        counts: Callable[[], bool],
        done: Callable[[CommitResult], object],
        failed: Callable[[BaseException], object],
    ) -> None:
        """Hand the commit to the store; one of the two is called, at once or later, if it `counts`
        then."""
        epoch, head = self._epoch, self._head
        clock, counted = self._means.clock, self._means.counts
        began = clock.seconds()

        def written(result: CommitResult) -> None:
            if counts():
                self._head = result.head
                self._draws.written()
                counted.committed(clock.seconds() - began)
                done(result)

        def not_written(wrong: BaseException) -> None:
            if counts() and not isinstance(wrong, StoreClosed):
                counted.failed += 1
                text = "Table {table} could not be written: {why}"
                self._log.error(text, table=self._config.table, why=str(wrong))
                failed(wrong)

        self._means.store.post(lambda conn: commit.write(conn, epoch, head), written, not_written)
