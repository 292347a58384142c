"""How a round goes from its first row to its last: acts, silence, questions and what is told."""

from collections.abc import Callable, Collection
from typing import Generic

from game_server.rules.core import C, Game, Opt, S, Step
from game_server.table import journal
from game_server.table.journal import (
    ActDone,
    Broken,
    LeaveIntended,
    RoundClosed,
    RoundOpened,
    Row,
    millis,
)
from game_server.table.pace import AFTER, Manners
from game_server.table.round import Question, Round, owners
from game_server.table.round_effects import (
    AskSeat,
    Draw,
    RoundEffect,
    SettleRound,
    ShowWaiting,
    TellSeats,
    VacateSeat,
    WakeTurn,
    WriteRow,
)
from game_server.table.seats import Occupant, SeatMap
from protocol.events import RoundBegan, RoundEnded, told
from protocol.words import CHANCE, Act, Ask, Seat


class Course(Generic[Opt, S, C]):
    """The seats of a table and the round in play. `record` hands on each row as it is decided, and
    `evolve` lets the state follow it: in live play and in a replay alike."""

    def __init__(
        self, game: Game[Opt, S, C], preset: str, manners: Manners, options: Opt | None = None
    ) -> None:
        self.game = game
        self.preset = preset
        self.options: Opt = game.presets[preset] if options is None else options
        self.manners = manners
        self.seats = SeatMap()
        self.record: Callable[[Row, float], None] = self.evolve
        self.bots: set[Seat] = set()
        """Seats for which nobody waits: when only these play on, chance takes no time."""
        self.spared = False
        """Whoever is silent now keeps no other player waiting."""
        self.rounds = 0
        self.turn = 0
        self.carry: C | None = None
        self.round: Round[S, C] | None = None
        self.last: Round[S, C] | None = None
        """The round that ended last, for those who missed its end."""

    def question(self, seat: Seat, turn: int) -> Question | None:
        """The question of that number, if it is still open to the seat."""
        question = self.round.open.get(seat) if self.round is not None else None
        return question if question is not None and question.turn == turn else None

    def wake(self, seat: Seat, turn: int, now: float) -> list[RoundEffect]:
        """The alarm of a question: chance draws, a silent seat does the default."""
        question = self.question(seat, turn)
        if question is None or now < question.until:
            return []
        if seat == CHANCE:
            ask = question.ask
            return [Draw(turn, ask.source, ask.left, ask.options[0].bounds)]
        by = journal.SPARED if self.spared else journal.CLOCK
        effects = self._act(self._playing(), seat, turn, question.ask.default, by, now)
        # Nobody is asked between the last missed turn and the leaving that follows from it.
        goes = self._playing().open and self._missed_too_many(seat)
        return effects + (self._leave(seat, now) if goes else self.advance(now))

    def advance(self, now: float) -> list[RoundEffect]:
        """Let those go whose time to leave has come; wait for answers; or end the round."""
        playing = self._playing()
        due = playing.leaving & playing.open.keys() if playing.open else playing.leaving
        if due:
            return self._leave(min(due), now)
        return self._wait(playing, now) if playing.open else self._end(playing)

    def is_untimed(self, ask: Ask) -> bool:
        """Whether a question has no clock. Bots have theirs, but for a window that they share."""
        if not self.manners.untimed or ask.who == CHANCE:
            return False
        return ask.who not in self.bots or bool(ask.window)

    def given(self, ask: Ask) -> float:
        """For how long a question is open."""
        manners = self.manners
        if manners.untimed and self.is_untimed(ask):
            return manners.untimed
        return manners.seconds[ask.pace]

    def settles(self) -> float:
        """How long the round that ended last takes until its end is seen."""
        drew = self.last.drew if self.last is not None else ""
        return self.manners.seconds.get(AFTER.get(drew, ""), 0.0)

    def hurried(self) -> bool:
        """Whether only bots still play: everybody else has given up or left."""
        playing = self._playing()
        people = playing.dealt - self.bots
        # Where there were none to begin with, somebody watches.
        return bool(people) and people <= playing.out

    # -- how it goes on ------------------------------------------------------------------

    def _playing(self) -> Round[S, C]:
        if self.round is None:
            raise Broken("No round is in play; a round begins with its first row.")
        return self.round

    def _open(self, row: RoundOpened) -> None:
        options = type(self.options)(**row.options)
        rules = self.game.rules(options)
        first = rules.open(row.stacks, self.carry)
        inherited = self.game.inherited(options, self.carry)
        self.rounds = row.round
        self.round = Round(row.round, rules, first.state, turn=row.turn)
        began = RoundBegan(row.game, row.preset, row.round, row.names, row.stacks, row.options,
                           inherited)  # fmt: skip
        self.round.take(Step(first.state, (began, *first.events)))

    def _happen(
        self, seat: Seat, turn: int, act: Act, by: str, now: float, request: int = 0
    ) -> list[RoundEffect]:
        did = self._act(self._playing(), seat, turn, act, by, now, request)
        return did + self.advance(now)

    def _act(
        self,
        playing: Round[S, C],
        seat: Seat,
        turn: int,
        act: Act,
        by: str,
        now: float,
        request: int = 0,
    ) -> list[RoundEffect]:
        """Do it, write it, tell it; who is asked next is known and not yet put."""
        before = len(playing.said)
        _, digest = playing.outcome(seat, act, by)
        row = ActDone(turn, seat, by, millis(now), act, digest, request)
        self.record(row, now)
        return [WriteRow(row), *self._tell(playing, before)]

    def evolve(self, row: Row, now: float = 0.0) -> None:
        """Let the round follow a row; `now` is when its open questions begin to wait."""
        match row:
            case ActDone():
                self.evolve_act(row, now)
            case LeaveIntended(seat):
                self._playing().leaving.add(seat)
            case RoundOpened():
                self._evolve_opened(row, now)
            case RoundClosed():
                self._evolve_closed(row)

    def evolve_act(self, row: ActDone, now: float) -> None:
        """Let the round follow an act, which is what most rows are."""
        playing, seat = self._playing(), row.seat
        leaves = row.by == journal.LEFT
        must = not leaves and playing.open[seat].ask.must
        step, digest = playing.outcome(seat, row.act, row.by)
        if digest != row.digest:
            raise Broken(f"Turn {row.turn} of seat {seat} went otherwise than journalled.")
        if leaves:
            playing.leaving.discard(seat)
            playing.gone.add(seat)
        else:
            self._count_missed(seat, row.by, must)
        playing.take(step)
        playing.asks_next(now, self.given, self.hurried)

    def _evolve_opened(self, row: RoundOpened, now: float) -> None:
        self.inherit(row.carry)
        self.turn = row.turn
        for seat, chips in row.stacks.items():
            one = self.seats.get(seat)
            if one is None:
                one = self.seats[seat] = Occupant(f"seat {seat}", row.names[seat])
            one.name, one.chips, one.missed = row.names[seat], chips, row.missed[seat]
        self._open(row)
        self._playing().asks_next(now, self.given, self.hurried)

    def _evolve_closed(self, row: RoundClosed) -> None:
        playing = self._playing()
        playing.say((RoundEnded(),))
        for seat, one in self.seats.items():
            one.chips = playing.stacks.get(seat, one.chips)
        self.carry = playing.rules.carry(playing.state)
        self.turn = playing.turn
        self.round, self.last = None, playing
        if row.carry not in self._carries():
            raise Broken(f"Round {row.round} ended otherwise than its journal says.")
        for seat in self._leavers(playing):
            self.seats.free(seat)

    def packed_carry(self) -> bytes | None:
        """What the next round inherits, as the journal writes it."""
        return None if self.carry is None else journal.packed(self.game.carry, self.carry)

    def _carries(self) -> Collection[bytes]:
        """What a journal may say of what the next round inherits: as is written now, or was."""
        if self.carry is None:
            return ()
        kinds = (self.carry, self.game.older(self.carry))
        return [journal.packed(self.game.carry, carry) for carry in kinds]

    def inherit(self, carry: bytes | None) -> None:
        """The same, as the journal wrote it."""
        self.carry = None if carry is None else journal.unpacked(self.game.carry, carry)

    def _count_missed(self, seat: Seat, by: str, must: bool) -> None:
        if seat == CHANCE or seat not in self.seats:
            return
        if by == journal.PLAYER:
            self.seats[seat].missed = 0
        elif by == journal.CLOCK and must:
            self.seats[seat].missed += 1

    def _missed_too_many(self, seat: Seat) -> bool:
        if seat not in self.seats or self.seats[seat].missed < self.manners.missed_turns:
            return False
        return self.round is not None and seat not in self.round.gone

    def _leave(self, seat: Seat, now: float) -> list[RoundEffect]:
        return self._happen(seat, self._playing().turn, Act("leave"), journal.LEFT, now)

    def _end(self, playing: Round[S, C]) -> list[RoundEffect]:
        before, seats = len(playing.said), tuple(sorted(self.seats))
        leavers = {seat: self.seats[seat] for seat in sorted(self._leavers(playing))}
        carry = journal.packed(self.game.carry, playing.rules.carry(playing.state))
        row = RoundClosed(playing.number, carry)
        self.record(row, 0.0)
        return [
            WriteRow(row),
            TellSeats((*seats, None), before, tuple(playing.said[before:])),
            SettleRound(playing.moved()),
            *(VacateSeat(seat, one.name, one.chips) for seat, one in leavers.items()),
        ]

    def _leavers(self, playing: Round[S, C]) -> set[Seat]:
        """Who goes when the round is over: a turn that ends the round may be missed too."""
        return playing.gone | {
            seat
            for seat in self.seats.keys() & playing.dealt
            if self.seats[seat].missed >= self.manners.missed_turns
        }

    # -- what is asked and told ----------------------------------------------------------

    def _wait(self, playing: Round[S, C], now: float) -> list[RoundEffect]:
        """Put the open questions, say to the others for whom they wait, set the alarms."""
        effects: list[RoundEffect] = []
        alarms: list[RoundEffect] = []
        asked: list[Seat] = []
        until = 0.0
        # No two questions are to one seat: their order is that of the seats.
        for seat, question in sorted(playing.open.items()):
            if question.until > until:
                until = question.until
            if seat != CHANCE:
                asked.append(seat)
                effects.append(AskSeat(seat, question.turn, question.ask, question.until))
            if seat == CHANCE and question.until <= now:
                alarms += self.wake(seat, question.turn, now)
            else:
                alarms.append(WakeTurn(question.until, seat, question.turn))
        effects.append(ShowWaiting(playing.turn, tuple(asked), until))
        return effects + alarms

    def _tell(self, playing: Round[S, C], before: int) -> list[RoundEffect]:
        """Tell everybody what was said since; all who may know the same at once."""
        said = tuple(playing.said[before:])
        if not said:
            return []
        if not any(event.secrets for event in said):
            return [TellSeats(self.seats.everybody(), before, said)]
        public = tuple([told(event, None) for event in said])
        owned = [owners(event) for event in said]
        private = sorted(set().union(*owned) & self.seats.keys())
        others = (*sorted(self.seats.keys() - set(private)), None)
        effects: list[RoundEffect] = [TellSeats(others, before, public)]
        for seat in private:
            # What this seat knows no more of than others is the same event, written once.
            own = [
                told(event, seat) if seat in owns else known
                for event, owns, known in zip(said, owned, public, strict=True)
            ]
            effects.append(TellSeats((seat,), before, tuple(own)))
        return effects
