"""The shell of one room: one queue of inputs, and what follows from them, written, then told.

A room answers at once and the disk later: nothing it says is sent before what it rests on is on
disk. When the disk refuses, or the room fails, a new room is made of what is written and goes on
from there; a table that keeps failing is quarantined.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final

from twisted.internet.defer import Deferred, succeed
from twisted.python.failure import Failure

from game_server.bank.entries import Entry
from game_server.lobby.chance_draws import ChanceDraws
from game_server.lobby.commit import Commit, CommitResult, StoredReply
from game_server.lobby.effect_runner import EffectRunner
from game_server.lobby.failures import TRIED, Failures, Position, position_of
from game_server.lobby.inputs import (
    Answered,
    Input,
    Work,
    not_again,
    table_is_closed,
    table_is_quarantined,
)
from game_server.lobby.ports import AnyTable, HouseOrder, Means, RunnerEvents
from game_server.lobby.recovery import read_back, recalled
from game_server.store import journal
from game_server.store.ports import CommitFailed, StoreClosed
from game_server.table.attendance import Attendance
from game_server.table.config import TableConfig
from game_server.table.journal import RoundClosed, RoundVoided, Row
from game_server.table.orders import Order
from protocol.messages import Room as Listing
from protocol.words import Refusal

AT_ONCE: Final = 64
"""Inputs that share a commit."""
MOST_WAITING: Final = 2_000


class TableRunner(EffectRunner):
    """Keeps one room. `start` it first; then `ask`."""

    def __init__(
        self,
        config: TableConfig,
        means: Means,
        hall: RunnerEvents,
        owner: str = "",
        quarantined: str = "",
    ) -> None:
        super().__init__(config, means)
        self.owner = owner
        self.home = ""
        """The address from which it was opened, if that is known."""
        self.quarantined = quarantined
        """Why nothing is done here until the house settles the table; empty while it goes on."""
        self._hall = hall
        self.listing: Listing = self.table.listing()
        self._listed_by = self.table.listed_by()
        self.lookers: list[Callable[[], None]] = []
        """Told whenever something may look otherwise; there are none unless the house looks."""
        self._inputs: list[Input] = []
        self._busy = True
        """Something is being written."""
        self._pumping = self._over = False
        self._epoch, self._outs = 0, 0
        self._head: journal.JournalHead | None = None
        self._drawing = ChanceDraws(means, config.table)
        self._failing = Failures()
        self._place: Position | None = None
        """Where the table stands, as it is written; None before it is up."""
        self._company = Attendance.of(self.table)
        self._up = False
        """Whether the room stands as it is written, and has since it was made."""
        self._begun: Deferred[None] | None = None

    # -- from outside --------------------------------------------------------------------

    def start(self) -> Deferred[None]:
        """Take the table over and rebuild it; fires when the room goes on."""
        if self.quarantined:
            return succeed(None)
        self._begun = begun = Deferred[None]()
        self._life += 1
        self._means.clock.callLater(0, self._read, self._life)
        return begun

    def ask(
        self,
        work: Work,
        entries: Sequence[Entry] = (),
        replies: Sequence[StoredReply] = (),
        again: bool = False,
        anew: str = "",
        who: str = "",
    ) -> Deferred[None]:
        """Ask the room; fires when what followed is on disk and was sent.

        Refusal is what the room refuses; nothing has happened then. `entries` and `replies` are
        written with the answer, in the same commit.
        """
        done: Deferred[None] = Deferred()
        answered = partial(done.callback, None)
        self.tell(Input(work, done.errback, answered, entries, replies, again, anew, who))
        return done

    def tell(self, asked: Input) -> None:
        """The same without a Deferred, for what is asked all the time."""
        if self._over:
            asked.refused(table_is_closed())
            return
        if self.quarantined:
            asked.refused(table_is_quarantined())
            return
        # What the house asks is heard, however many players wait.
        if len(self._inputs) >= MOST_WAITING and (asked.who or not asked.again):
            asked.refused(Refusal("paused", "The table is paused; try again in a moment."))
            return
        if asked.anew:
            self._anew[asked.anew] = asked
        self._inputs.append(asked)
        self._pump()

    def stop(self) -> None:
        """The process ends: what is on disk stays, nothing more is done."""
        self._life += 1
        self._down = True
        self._forget_thoughts(all=True)

    def end(self) -> None:
        """The room is over: whatever is still asked of it is refused."""
        self.stop()
        self._over = True
        self._refuse_all(table_is_closed)
        for look in tuple(self.lookers):
            look()

    def _refuse_all(self, why: Callable[[], Refusal]) -> None:
        inputs, self._inputs = self._inputs, []
        for one in inputs:
            self._refuse(one, why())

    @property
    def settled(self) -> bool:
        """Whether what stands in the room is on disk."""
        return not (self._busy or self._down)

    @property
    def down(self) -> bool:
        """Whether the room is not there: it is rebuilt, or quarantined."""
        return self._down

    @property
    def closed(self) -> bool:
        """Whether the room is over for good."""
        return self._over

    def sits(self, player: str) -> bool:
        """Whether the player has a seat that was not left."""
        seat = self.table.seats.of(player)
        return seat is not None and not self.table.seats[seat].left

    def holdings(self) -> Mapping[str, int]:
        """What each must have in escrow."""
        return self.table.holdings()

    # -- the queue -----------------------------------------------------------------------

    def _pump(self) -> None:
        if self._pumping:
            return
        self._pumping = True
        try:
            while self._inputs and not (self._busy or self._down):
                # One by one after a failure, so that who fails alone is known.
                some = 1 if self._failing.tries else AT_ONCE
                batch, self._inputs = self._inputs[:some], self._inputs[some:]
                self._answer(batch)
        finally:
            self._pumping = False

    def _answer(self, batch: Sequence[Input]) -> None:
        now, at = self._means.time(), self._means.now()
        config = self.config
        if self._up:
            self._company = Attendance.of(self.table)
        limit = self.table.winnings_limit
        commit = Commit(self.table_id, config.game, config.preset, config.purse, at, limit)
        answers: list[Answered] = []
        for asked in batch:
            try:
                if self._failing.refuses(asked.who):
                    raise not_again()
                orders = asked.work(self.table, now)
                orders = self._drawing.answer(self.table, orders, now, config.testing)
                self._outs += 1
                # With the time: an epoch comes again where an older copy was put back.
                key = f"{self.table_id}:{self._epoch}:{self._outs}:{at:x}"
                commit.take(orders, asked.entries, asked.replies, key)
                answers.append(Answered(asked, orders))
            except Refusal as wrong:
                answers.append(Answered(asked, [], wrong))
            except Exception:
                # Who knows how far it came: only what is on disk is certain.
                self._log.failure("Table {table} failed at an input.", table=self.table_id)
                self._failed(batch, [asked])
                return
        if commit.empty:
            self._release(answers)
            return
        self._write(commit, batch, answers)

    def _write(self, commit: Commit, batch: Sequence[Input], answers: list[Answered]) -> None:
        self._busy = True
        life, began = self._life, self._means.clock.seconds()
        epoch, head = self._epoch, self._head

        def done(result: CommitResult) -> None:
            if life != self._life:
                return
            self._busy = False
            self._head = result.head
            self._drawing.written()
            self._means.counts.committed(self._means.clock.seconds() - began)
            self._is_written(commit.rows)
            try:
                self._release(answers)
                if commit.moved or result.payments:
                    self._hall.moved(commit.moved, result.payments)
            finally:
                self._pump()

        def failed(wrong: BaseException) -> None:
            if life != self._life or isinstance(wrong, StoreClosed):
                return
            self._means.counts.failed += 1
            self._log.error(
                "Table {table} could not be written: {why}", table=self.table_id, why=str(wrong)
            )
            self._failed(batch, () if isinstance(wrong, CommitFailed) else batch)

        self._means.store.post(lambda conn: commit.write(conn, epoch, head), done, failed)

    def _is_written(self, rows: Sequence[Row]) -> None:
        """The room stands in a new place, which may be beyond the one where it failed."""
        self._place = position_of(self.table)
        failing = self._failing
        if failing.any:
            failing.written(self._place)
        for row in rows:
            if type(row) is RoundVoided:
                failing.void()
            elif type(row) is RoundClosed:
                failing.played()

    # -- what was written is told --------------------------------------------------------

    def _release(self, answers: Sequence[Answered]) -> None:
        post: dict[str, list[bytes]] = {}
        wishes: list[HouseOrder] = []
        for answer in answers:
            if self._anew and self._anew.get(answer.asked.anew) is answer.asked:
                del self._anew[answer.asked.anew]
            for order in answer.orders:
                try:
                    self._perform(order, post, wishes)
                except Exception:
                    # One word that cannot be said holds up nobody's game.
                    self._log.failure("Table {table} could not do an order.", table=self.table_id)
        if self._thoughts:
            self._forget_thoughts()
        for player, frames in post.items():
            self._hall.post(player, frames)
        for look in tuple(self.lookers):
            look()
        listed_by = self.table.listed_by()
        if listed_by != self._listed_by:
            self._list(listed_by)
        for answer in answers:
            if answer.wrong is None:
                answer.asked.answered()
            else:
                answer.asked.refused(answer.wrong)
        for wish in wishes:
            self._hall.wants(self, wish)

    def _list(self, listed_by: tuple[object, ...]) -> None:
        """The room may be listed otherwise than before: tell the lobby if it is."""
        self._listed_by = listed_by
        listing = self.table.listing()
        if listing != self.listing:
            self.listing = listing
            self._hall.changed(self)

    # -- after a crash, of the process or of a commit -------------------------------------

    def _failed(self, batch: Sequence[Input], guilty: Sequence[Input]) -> None:
        """The room failed at one of the `guilty`, or the disk at all of the batch: none of it
        counts. What may be asked again is, but nothing for a third time."""
        for one in guilty:
            one.failed += 1
        self._inputs = [one for one in batch if one.again and one.failed < TRIED] + self._inputs
        self._pause()
        for one in batch:
            if one.failed >= TRIED:
                self._refuse(one, not_again())
            elif not one.again:
                text = "The house could not write that down; look at the table and try again."
                self._refuse(one, Refusal("not_written", text))
        self._try_again(guilty[0].who if len(guilty) == 1 else None)

    def _refuse(self, one: Input, why: Refusal) -> None:
        if self._anew.get(one.anew) is one:
            del self._anew[one.anew]
        one.refused(why)

    def _pause(self) -> None:
        """Nothing happens until the room is rebuilt; who was here is told so, whoever was about to
        go."""
        self._life += 1
        self._busy, self._up = True, False
        self._forget_thoughts(all=True)
        if not self._down:
            self._down = True
            self._company.enter(self.table)
            self._say_for_the_room(self.table.suspend)

    def _say_for_the_room(self, says: Callable[[float], list[Order]]) -> None:
        orders = says(self._means.time())
        self._release([Answered(Input(lambda table, now: [], self._quiet), orders)])

    def _try_again(self, who: str | None) -> None:
        """Read what is written after a pause; or, when that has not helped so often, never."""
        wait = self._failing.failed(self._place, who)
        hopeless = self._failing.hopeless
        if hopeless:
            self.quarantine(hopeless)
        else:
            self._means.clock.callLater(wait, self._read, self._life)

    def _read(self, life: int) -> None:
        if life != self._life:
            return

        def read(found: tuple[int, list[Row]]) -> None:
            if life == self._life:
                self._resume(*found)

        def failed(failure: Failure) -> None:
            if life != self._life or failure.check(StoreClosed):
                return
            self._log.error("Table {table} stays paused.", table=self.table_id)
            self._fault(failure)
            self._try_again(None if failure.check(CommitFailed) else "")

        read_back(self._means.store, self.table_id).addCallback(read).addErrback(failed)

    def _resume(self, epoch: int, rows: list[Row]) -> None:
        """Make a new room of the rows, with those who were in the one before."""
        self._epoch, self._head, self._outs = epoch, None, 0
        resume = recalled(self.table_id, rows, self._failing.void_why)

        def up(before: AnyTable, now: float) -> list[Order]:
            room = self._new_room()
            self._company.enter(room)
            try:
                orders = resume(room, now)
            except Refusal as wrong:
                # That is no refusal: the room does not stand.
                raise RuntimeError(f"The rows cannot be: {wrong.text}") from wrong
            self.table = room
            return orders

        self._inputs.insert(0, Input(up, self._quiet, self._is_up))
        self._down = self._busy = False
        self._pump()

    def _is_up(self) -> None:
        self._up, self._place = True, position_of(self.table)
        hopeless = self._failing.hopeless
        if hopeless:
            self.quarantine(hopeless)
            return
        begun, self._begun = self._begun, None
        if begun is not None:
            begun.callback(None)
        else:
            self._hall.recovered()

    def quarantine(self, why: str) -> None:
        """Try no more: refuse whatever is asked, and let nobody wait here."""
        self._pause()
        self.quarantined = why
        try:
            self._say_for_the_room(self.table.quarantine)
        except Exception:
            self._log.failure(
                "Table {table} could not be quarantined in order.", table=self.table_id
            )
        self._refuse_all(table_is_quarantined)
        begun, self._begun = self._begun, None
        if begun is not None:
            begun.callback(None)
        self._hall.quarantined(self)
