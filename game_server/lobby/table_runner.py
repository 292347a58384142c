"""The owner of one table: its queue of inputs, the commit that each leads to, then the effects.

How it works

- `ask` and `submit` append an `Input` to the queue. A `RunnerPhase` says what the runner does just
  now; only an IDLE one begins to answer, so that one input follows the other.
- A batch of inputs is ANSWERING: the table answers each at once with orders, in memory. Chance is
  drawn here too (`ChanceDraws`): what it leads to shares the commit of what asked for it.
- Rows, money and stored replies of the batch are one `Commit` (`TableWriter`). It goes to the
  store, whose one writer may write at once (SUBMITTING) or later (WRITING); what is asked meanwhile
  waits.
- When the commit is on disk, and not before, the `view` is of it (`LiveTable`): all who look at a
  table from outside read that. Then the `EffectRunner` does the rest: frames to players, alarms,
  bots that think; the lobby hears how the table is listed, and who asked is answered.
- A commit that fails, or a table that raises, drops all that is not on disk. The runner is
  RECOVERING: players hear that the table is suspended, the rows are read back under a new epoch
  (`RecoveryLoop`), a new table replays them, and players, queue and chat of the last commit enter
  it (`Attendance`). An input that may be retried is asked again, once; another is refused as
  `not_written`.
- An input that fails twice is refused, a round that fails wherever it is replayed becomes void, and
  a table that keeps failing is QUARANTINED until the house settles it (`Failures`).
- A commit, an alarm or a thought of a table that this runner has dropped means nothing any more:
  writer and effects count the tables that were made.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import ClassVar, Final

from twisted.internet.defer import Deferred, succeed
from twisted.logger import Logger
from twisted.python.failure import Failure

from game_server.bank.entries import Entry
from game_server.lobby.commit import Commit, CommitResult, StoredReply
from game_server.lobby.effect_runner import EffectRunner
from game_server.lobby.failures import TRIED, position_of
from game_server.lobby.inputs import (
    Answered,
    Input,
    InputQueue,
    Work,
    not_again,
    table_is_closed,
    table_is_quarantined,
)
from game_server.lobby.live_table import LiveTable
from game_server.lobby.ports import AnyTable, Means, RunnerEvents
from game_server.lobby.recovery_loop import RecoveryLoop
from game_server.lobby.runner_phase import AFTER, SETTLED, UP, RunnerPhase, RunnerStep
from game_server.lobby.table_writer import TableWriter
from game_server.refusals import NotWritten, TableSuspended
from game_server.store.ports import CommitFailed
from game_server.table.config import TableConfig
from game_server.table.journal import Row
from game_server.table.orders import Order
from game_server.table.seats import Attendee
from game_server.table.view import TableView
from protocol.messages import Room
from protocol.words import Refusal

AT_ONCE: Final = 64
"""Inputs that share a commit."""


class TableRunner:
    """Owns one table. `start` it first; then `ask`."""

    _log: ClassVar[Logger] = Logger()

    def __init__(
        self,
        config: TableConfig,
        means: Means,
        hall: RunnerEvents,
        owner: str = "",
        quarantined: str = "",
    ) -> None:
        self.config, self.table_id = config, config.table
        self._means = means
        self._effects = EffectRunner(self, means, hall, lambda: self._live.table)
        self._live = LiveTable(
            config, means, self._effects.thinking_time, lambda: hall.came_or_went(self)
        )
        self._effects.list_at_first()
        self.owner = owner
        self.home = ""
        """The address from which it was opened, if that is known."""
        self.quarantined = quarantined
        """Why nothing is done here until the house settles the table; empty while it goes on."""
        self._hall = hall
        self.cannot_write = False
        """Whether the disk has refused the last commit of the table."""
        self._inputs = InputQueue()
        self._phase = RunnerPhase.RECOVERING
        self._writer = TableWriter(config, means)
        self._recovery = RecoveryLoop(
            self.table_id, means, lambda: position_of(self.view), self._resume, self.quarantine
        )
        self._begun: Deferred[None] | None = None
        self._why_over: Callable[[], Refusal] = table_is_closed

    # -- from outside --------------------------------------------------------------------

    def expect(self, people: Mapping[str, Attendee], queue: Sequence[str]) -> None:
        """Begin with these, who were at the table at another node and have no seat."""
        self._live.expect(people, queue)

    def start(self) -> Deferred[None]:
        """Take the table over and rebuild it; fires when the table goes on."""
        if self.quarantined:
            return succeed(None)
        self._begun = begun = Deferred[None]()
        self._new_life()
        self._recovery.start()
        return begun

    def ask(
        self,
        work: Work,
        entries: Sequence[Entry] = (),
        replies: Sequence[StoredReply] = (),
        retry: bool = False,
        reconnecting: str = "",
        who: str = "",
    ) -> Deferred[None]:
        """Ask the table; fires when what followed is on disk and was sent.

        Refusal is what the table refuses; nothing has happened then. `entries` and `replies` are
        written with the answer, in the same commit.
        """
        done: Deferred[None] = Deferred()
        answered = partial(done.callback, None)
        self.submit(Input(work, done.errback, answered, entries, replies, retry, reconnecting, who))
        return done

    def submit(self, asked: Input) -> None:
        """Ask the table without a Deferred, for what is asked all the time."""
        if self._phase is RunnerPhase.OVER:
            asked.refused(self._why_over())
            return
        if self.quarantined:
            asked.refused(table_is_quarantined())
            return
        if self._inputs.is_full_for(asked):
            asked.refused(TableSuspended())
            return
        if asked.reconnecting:
            self._effects.hold_back(asked.reconnecting, asked)
        self._inputs.append(asked)
        self._pump()

    def stop(self) -> None:
        """The process ends: what is on disk stays, nothing more is done."""
        self._new_life()
        self._phase = RunnerPhase.STOPPED

    def end(self) -> None:
        """The table is over: whatever is still asked of it is refused."""
        self.stop()
        self._phase = RunnerPhase.OVER
        self._refuse_all(self._why_over)
        self._effects.tell_lookers()
        self._effects.forget()
        self._recovery.forget()
        self._live.forget()

    def hand_over(self) -> None:
        """Another node goes on with the table: who is here hears that it is paused, and whatever is
        asked of this runner is refused as suspended."""
        if not self.quarantined:
            if self._phase is RunnerPhase.IDLE:
                # Whoever came in the last input is told too.
                self._live.before_inputs()
            self._suspend()
        self._why_over = TableSuspended
        self.end()

    @property
    def between_rounds(self) -> bool:
        """Whether all is on disk, nothing is asked, and no round is in play."""
        return self._phase is RunnerPhase.IDLE and self.view.round is None

    def _refuse_all(self, why: Callable[[], Refusal]) -> None:
        for one in self._inputs.take():
            self._refuse(one, why())

    @property
    def view(self) -> TableView:
        """The table after its last commit."""
        return self._live.view

    @property
    def epoch(self) -> int:
        """The epoch in which the table is written: at each node that takes it over it is higher."""
        return self._writer.epoch

    @property
    def listing(self) -> Room:
        """The table as the lobby lists it."""
        return self._effects.listing

    @property
    def lookers(self) -> list[Callable[[], None]]:
        """Told whenever something may look otherwise; there are none unless the house looks."""
        return self._effects.lookers

    @property
    def settled(self) -> bool:
        """Whether what stands at the table is on disk."""
        return self._phase in SETTLED

    @property
    def down(self) -> bool:
        """Whether the table is not there: it is recovered, or quarantined."""
        return self._phase not in UP

    @property
    def closed(self) -> bool:
        """Whether the table is over for good."""
        return self._phase is RunnerPhase.OVER

    @property
    def moved(self) -> bool:
        """Whether it is over here alone, and another node goes on with it."""
        return self.closed and self._why_over is TableSuspended

    def refuse_to_sell(self, player: str, amount: int) -> None:
        """Refusal for one to whom the table would sell no chips just now. That is no promise: the
        table is asked again in its turn, with the chips."""
        self._live.table.may_buy(player, amount)

    # -- the queue -----------------------------------------------------------------------

    def _pump(self) -> None:
        if self._phase is not RunnerPhase.IDLE or not self._inputs:
            return
        self._step("answer")
        try:
            while self._inputs and self._is(RunnerPhase.ANSWERING):
                # One by one after a failure, so that who fails alone is known.
                failed = self._recovery.one_by_one
                self._answer(self._inputs.take(1 if failed else AT_ONCE), failed)
        finally:
            if self._is(RunnerPhase.ANSWERING):
                self._step("answered")

    def _is(self, phase: RunnerPhase) -> bool:
        return self._phase is phase

    def _step(self, step: RunnerStep) -> None:
        self._phase = AFTER[self._phase, step]

    def _answer(self, batch: Sequence[Input], failed: bool) -> None:
        now = self._means.time()
        commit = self._writer.begin(now)
        self._live.before_inputs()
        answers: list[Answered] = []
        rigged = self.config.testing
        for asked in batch:
            try:
                if failed and self._recovery.refuses(asked.who):
                    raise not_again()
                orders = self._writer.answer(commit, self._live.table, asked, now, rigged)
                answers.append(Answered(asked, orders))
            except Refusal as wrong:
                # Its traceback would hold these frames, and they hold it.
                answers.append(Answered(asked, [], wrong.with_traceback(None)))
            except Exception:
                # Who knows how far it came: only what is on disk is certain.
                self._log.failure("Table {table} failed at an input.", table=self.table_id)
                self._failed(batch, [asked])
                return
        if commit.empty:
            self._live.committed()
            self._effects.release(answers)
            return
        self._write(commit, batch, answers)

    def _write(self, commit: Commit, batch: Sequence[Input], answers: list[Answered]) -> None:
        self._step("submit")

        def done(result: CommitResult) -> None:
            self._step("written")
            self._live.committed()
            self._recovery.committed(commit.rows)
            try:
                self._effects.release(answers)
                if commit.moved or result.payments:
                    self._hall.moved(commit.moved, result.payments)
            finally:
                self._pump()

        def failed(wrong: BaseException) -> None:
            self.cannot_write = isinstance(wrong, CommitFailed)
            self._failed(batch, () if self.cannot_write else batch)

        self._writer.post(commit, done, failed)
        # The store may have done it, or refused it, at once.
        if self._is(RunnerPhase.SUBMITTING):
            self._step("wait")

    # -- after a crash, of the process or of a commit -------------------------------------

    def _failed(self, batch: Sequence[Input], guilty: Sequence[Input]) -> None:
        """The table failed at one of the `guilty`, or the disk at all of the batch: none of it
        counts. What may be asked again is, but nothing for a third time."""
        for one in guilty:
            one.failed += 1
        self._inputs.put_first(one for one in batch if one.retry and one.failed < TRIED)
        self._suspend()
        for one in batch:
            if one.failed >= TRIED:
                self._refuse(one, not_again())
            elif not one.retry:
                text = "The house could not write that down; look at the table and try again."
                self._refuse(one, NotWritten(text))
        self._recovery.try_again(guilty[0].who if len(guilty) == 1 else None)

    def _refuse(self, one: Input, why: Refusal) -> None:
        self._effects.answered(one)
        one.refused(why)

    def _suspend(self) -> None:
        """Nothing happens until the table is rebuilt; who was here is told so, whoever was about to
        go."""
        self._new_life()
        was_up, self._phase = not self.down, RunnerPhase.RECOVERING
        self._live.dropped()
        if was_up:
            self._live.suspend()
            self._say_for_the_table(self._live.table.suspend)

    def _new_life(self) -> None:
        self._writer.drop()
        self._recovery.stop()
        self._effects.reset()

    def _say_for_the_table(self, says: Callable[[float], list[Order]]) -> None:
        orders = says(self._means.time())
        self._effects.release([Answered(Input(lambda table, now: [], self._quiet), orders)])

    def _resume(self, epoch: int, rows: Sequence[Row]) -> None:
        """Make a new table of the rows, with those who were at the one before."""
        self._writer.take_over(epoch)
        self.cannot_write = False

        def up(before: AnyTable, now: float) -> list[Order]:
            return self._live.recover(rows, self._recovery.void_why, now)

        self._inputs.put_first([Input(up, self._quiet, self._is_up)])
        self._step("read")
        self._pump()

    def _is_up(self) -> None:
        self._live.recovered()
        if not self._recovery.stands():
            return
        if not self._has_begun():
            self._hall.recovered()

    def _has_begun(self) -> bool:
        """Tell who started the runner, if that one waits, that the table goes on or is given up."""
        begun, self._begun = self._begun, None
        if begun is not None:
            begun.callback(None)
        return begun is not None

    def quarantine(self, why: str) -> None:
        """Try no more: refuse whatever is asked, and let nobody wait here."""
        self._suspend()
        self.quarantined, self._phase = why, RunnerPhase.QUARANTINED
        self._live.desert()
        try:
            self._say_for_the_table(self._live.table.quarantine)
        except Exception:
            self._log.failure(
                "Table {table} could not be quarantined in order.", table=self.table_id
            )
        self._refuse_all(table_is_quarantined)
        self._has_begun()
        self._hall.quarantined(self)

    def go(self, work: Work) -> None:
        """An input that nobody waits for."""
        if not self.down:
            self.submit(Input(work, self._quiet))

    def _quiet(self, wrong: BaseException) -> None:
        if not isinstance(wrong, Refusal):
            self._fault(Failure(wrong))

    def _fault(self, failure: Failure) -> None:
        self._log.failure("Table {table} has a fault.", failure, table=self.table_id)
