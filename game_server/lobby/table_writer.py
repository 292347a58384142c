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
        self._life = 0
        """Counts the tables that were written for: a commit of an earlier one means nothing."""
        self._head: JournalHead | None = None
        """After which row the next one follows; None: that is not known yet."""

    @property
    def epoch(self) -> int:
        """That of its rows: whoever takes the table over writes under a higher one."""
        return self._epoch

    def drop(self) -> None:
        """The table is made anew, or ends: what is on its way to the disk means nothing here."""
        self._life += 1

    def take_over(self, epoch: int) -> None:
        """From now on the rows are of this epoch."""
        self._epoch, self._head, self._answers = epoch, None, 0

    def begin(self, now: float) -> Commit:
        """A commit with nothing in it."""
        return Commit(self._config, round(now * 1000), self._epoch, self._limit)

    def answer(
        self, commit: Commit, table: AnyTable, asked: Input, now: float, rigged: bool
    ) -> list[Order]:
        """Let the table answer, draw what its answer asks of chance, and add it to the commit.
        `rigged`: testers may say what comes."""
        orders = asked.work(table, now)
        orders = self._draws.answer(table, orders, now, rigged)
        self._answers += 1
        commit.take(orders, asked.entries, asked.replies, self._answers)
        return orders

    def post(
        self,
        commit: Commit,
        done: Callable[[CommitResult], object],
        failed: Callable[[BaseException], object],
    ) -> None:
        """Hand the commit to the store; one of the two is called, at once or later, unless it was
        dropped."""
        life, clock, counted = self._life, self._means.clock, self._means.counts
        began = clock.seconds()
        commit.head = self._head

        def written(result: CommitResult) -> None:
            if life == self._life:
                self._head = result.head
                self._draws.written()
                counted.committed(clock.seconds() - began)
                done(result)

        def not_written(wrong: BaseException) -> None:
            if life == self._life and not isinstance(wrong, StoreClosed):
                counted.failed += 1
                text = "Table {table} could not be written: {why}"
                self._log.error(text, table=self._config.table, why=str(wrong))
                failed(wrong)

        self._means.store.post(commit.write, written, not_written, commit.alone)
