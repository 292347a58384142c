"""The shell of one room: one queue of inputs, and what follows from them, written, then told.

A room answers at once and the disk later: nothing it says is sent before what it rests on is on
disk. When the disk refuses, the room is rebuilt from what is written, and goes on from there.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final

from twisted.internet.defer import Deferred
from twisted.python.failure import Failure

from game_server.bank.entries import Entry
from game_server.lobby.commit import Commit, Stored, Written
from game_server.lobby.inputs import Answer, Input, Work, table_is_closed
from game_server.lobby.ports import Hall, Means, Wish
from game_server.lobby.recovery import read_back, recalled
from game_server.lobby.telling import Telling
from game_server.store import journal
from game_server.store.ports import StoreClosed
from game_server.table.config import RoomConfig
from game_server.table.effects import Draw
from game_server.table.journal import Row
from game_server.table.orders import Order
from protocol.messages import Room as Listing
from protocol.words import Illegal

AT_ONCE: Final = 64
"""Inputs that share a commit."""
MOST_WAITING: Final = 2_000
PAUSES_S: Final = (0.0, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0)


class Keeper(Telling):
    """Keeps one room. `start` it first; then `ask`."""

    def __init__(self, config: RoomConfig, means: Means, hall: Hall, owner: str = "") -> None:
        super().__init__(config, means)
        self.owner = owner
        self._hall = hall
        self.listing: Listing = self.room.listing()
        self._listed_by = self.room.listed_by()
        self.lookers: list[Callable[[], None]] = []
        """Told whenever something may look otherwise; there are none unless the house looks."""
        self._inputs: list[Input] = []
        self._busy = True
        """Something is being written."""
        self._pumping = self._over = False
        self._epoch, self._outs = 0, 0
        self._head: journal.Head | None = None
        self._tries = 0
        self._unwritten: dict[tuple[int, str, tuple[int, ...]], tuple[int, ...]] = {}
        """What chance has said since the last commit. It is in memory alone, and told to nobody."""
        self._begun: Deferred[None] | None = None

    # -- from outside --------------------------------------------------------------------

    def start(self) -> Deferred[None]:
        """Take the table over and rebuild it; fires when the room goes on."""
        self._begun = begun = Deferred[None]()
        self._rebuild([])
        return begun

    def ask(
        self,
        work: Work,
        entries: Sequence[Entry] = (),
        replies: Sequence[Stored] = (),
        again: bool = False,
        anew: str = "",
    ) -> Deferred[None]:
        """Ask the room; fires when what followed is on disk and was sent.

        Illegal is what the room refuses; nothing has happened then. `entries` and `replies` are
        written with the answer, in the same commit.
        """
        done: Deferred[None] = Deferred()
        answered = partial(done.callback, None)
        self.tell(Input(work, done.errback, answered, entries, replies, again, anew))
        return done

    def tell(self, asked: Input) -> None:
        """The same without a Deferred, for what is asked all the time."""
        if self._over:
            asked.refused(table_is_closed())
            return
        if len(self._inputs) >= MOST_WAITING:
            asked.refused(Illegal("paused", "The table is paused; try again in a moment."))
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
        inputs, self._inputs = self._inputs, []
        for one in inputs:
            one.refused(table_is_closed())
        for look in tuple(self.lookers):
            look()

    @property
    def settled(self) -> bool:
        """Whether what stands in the room is on disk."""
        return not (self._busy or self._down)

    @property
    def closed(self) -> bool:
        """Whether the room is over for good."""
        return self._over

    def sits(self, player: str) -> bool:
        """Whether the player has a seat that was not left."""
        seat = self.room.seats.of(player)
        return seat is not None and not self.room.seats[seat].left

    def holdings(self) -> Mapping[str, int]:
        """What each must have in escrow."""
        return self.room.holdings()

    # -- the queue -----------------------------------------------------------------------

    def _pump(self) -> None:
        if self._pumping:
            return
        self._pumping = True
        try:
            while self._inputs and not (self._busy or self._down):
                batch, self._inputs = self._inputs[:AT_ONCE], self._inputs[AT_ONCE:]
                self._answer(batch)
        finally:
            self._pumping = False

    def _answer(self, batch: Sequence[Input]) -> None:
        now, at = self._means.time(), self._means.now()
        config = self.config
        commit = Commit(self.table, config.game, config.preset, config.purse, at)
        answers: list[Answer] = []
        for asked in batch:
            try:
                orders = self._with_chance(asked.work(self.room, now), now)
                self._outs += 1
                key = f"{self.table}:{self._epoch}:{self._outs}"
                commit.take(orders, asked.entries, asked.replies, key)
                answers.append(Answer(asked, orders))
            except Illegal as wrong:
                answers.append(Answer(asked, [], wrong))
            except Exception:
                # Who knows how far it came: only what is on disk is certain.
                self._log.failure("Table {table} failed at an input.", table=self.table)
                self._rebuild(batch)
                return
        if commit.empty:
            self._release(answers)
            return
        self._write(commit, batch, answers)

    def _with_chance(self, orders: list[Order], now: float) -> list[Order]:
        """Answer chance at once: what it leads to shares the commit of what it follows from."""
        whole: list[Order] = []
        while True:
            draws = [order for order in orders if isinstance(order, Draw)]
            if not draws:
                # Most acts lead to no chance at all.
                return whole + orders if whole else orders
            whole += [order for order in orders if not isinstance(order, Draw)]
            orders = []
            for one in draws:
                orders += self.room.chance(one.turn, self._drawn(one), now)

    def _drawn(self, asked: Draw) -> tuple[int, ...]:
        """What chance says. It says so once: who asks again, because a commit has failed, gets
        the same, so that no failure is a second draw."""
        question = (asked.turn, asked.source, asked.bounds)
        if question not in self._unwritten:
            self._unwritten[question] = tuple(self._means.chance.draw(self.table, asked))
        drawn = self._unwritten[question]
        if self._means.rig is not None and self.config.testing:
            return self._means.rig.answer(self.table, asked, drawn)
        return drawn

    def _write(self, commit: Commit, batch: Sequence[Input], answers: list[Answer]) -> None:
        self._busy = True
        life, began = self._life, self._means.clock.seconds()
        epoch, head = self._epoch, self._head

        def done(result: Written) -> None:
            if life != self._life:
                return
            self._busy = False
            self._head = result.head
            self._unwritten.clear()
            self._means.counts.committed(self._means.clock.seconds() - began)
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
                "Table {table} could not be written: {why}", table=self.table, why=str(wrong)
            )
            self._rebuild(batch)

        self._means.store.post(lambda conn: commit.write(conn, epoch, head), done, failed)

    # -- what was written is told --------------------------------------------------------

    def _release(self, answers: Sequence[Answer]) -> None:
        post: dict[str, list[bytes]] = {}
        wishes: list[Wish] = []
        for answer in answers:
            if self._anew and self._anew.get(answer.asked.anew) is answer.asked:
                del self._anew[answer.asked.anew]
            for order in answer.orders:
                try:
                    self._perform(order, post, wishes)
                except Exception:
                    # One word that cannot be said holds up nobody's game.
                    self._log.failure("Table {table} could not do an order.", table=self.table)
        if self._thoughts:
            self._forget_thoughts()
        for player, frames in post.items():
            self._hall.post(player, frames)
        for look in tuple(self.lookers):
            look()
        listed_by = self.room.listed_by()
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
        listing = self.room.listing()
        if listing != self.listing:
            self.listing = listing
            self._hall.changed(self)

    # -- after a crash, of the process or of a commit -------------------------------------

    def _rebuild(self, batch: Sequence[Input]) -> None:
        """Nothing of these inputs counts: pause, read what is written, go on from there."""
        self._life += 1
        self._busy, life = True, self._life
        self._forget_thoughts(all=True)
        if not self._down:
            self._down = True
            paused = self.room.pause(self._means.time())
            self._release([Answer(Input(lambda room, now: [], self._quiet), paused)])
        self._inputs = [one for one in batch if one.again] + self._inputs
        for one in batch:
            if not one.again:
                text = "The house could not write that down; look at the table and try again."
                one.refused(Illegal("not_written", text))
        wait = PAUSES_S[min(self._tries, len(PAUSES_S) - 1)]
        self._tries += 1
        self._means.clock.callLater(wait, self._read, life)

    def _read(self, life: int) -> None:
        if life != self._life:
            return

        def read(found: tuple[int, list[Row]]) -> None:
            if life == self._life:
                self._resume(*found)

        def failed(failure: Failure) -> None:
            if life != self._life or failure.check(StoreClosed):
                return
            self._log.error("Table {table} stays paused.", table=self.table)
            self._fault(failure)
            self._rebuild([])

        read_back(self._means.store, self.table).addCallback(read).addErrback(failed)

    def _resume(self, epoch: int, rows: list[Row]) -> None:
        self._epoch, self._head, self._outs = epoch, None, 0
        resume = recalled(self.table, rows)
        self._inputs.insert(0, Input(resume, lambda why: self._fault(Failure(why)), self._is_up))
        self._down = self._busy = False
        self._pump()

    def _is_up(self) -> None:
        self._tries = 0
        begun, self._begun = self._begun, None
        if begun is not None:
            begun.callback(None)
        else:
            self._hall.recovered()
