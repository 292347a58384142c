"""A table without input or output: everything that happens at it goes through here."""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Generic

from game_server.rules.core import C, Game, Opt, S, Step
from game_server.table import journal
from game_server.table.effects import (
    Asked,
    CashOut,
    Draw,
    Effect,
    Journal,
    Refuse,
    Settle,
    Tell,
    Waiting,
    Wake,
)
from game_server.table.journal import Broken, Closed, Happened, Intended, Opened, Row
from game_server.table.pace import Manners
from game_server.table.round import Question, Round, owners
from protocol.events import Event, RoundBegan, RoundEnded, told
from protocol.words import CHANCE, Act, Illegal, Seat


@dataclass
class Place:
    """Somebody at a seat: the name, the chips between rounds, turns missed in a row."""

    name: str
    chips: int
    missed: int = 0


class TableHost(Generic[Opt, S, C]):
    """One table of one game.

    Every method takes the time and returns what is to be done, in order: journal rows stand
    before whatever they allow to be told. Seats change between rounds only.
    """

    def __init__(
        self, game: Game[Opt, S, C], preset: str, manners: Manners, options: Opt | None = None
    ) -> None:
        self.game = game
        self.preset = preset
        self.options: Opt = game.presets[preset] if options is None else options
        self.manners = manners
        self.places: dict[Seat, Place] = {}
        self.bots: set[Seat] = set()
        """Seats for which nobody waits: when only these play on, chance takes no time."""
        self.rounds = 0
        self.turn = 0
        self.carry: C | None = None
        self.round: Round[S, C] | None = None
        self.last: Round[S, C] | None = None
        """The round that ended last, for those who missed its end."""
        self.seal: Callable[[], bytes] = bytes
        """Makes the secret of a round's chance; nothing for who answers chance otherwise."""

    # -- between rounds ------------------------------------------------------------------

    def sit(self, seat: Seat, name: str, chips: int) -> None:
        """Take a free seat; the next round deals it in."""
        if not 0 <= seat < self.options.most:
            raise Illegal(
                "no_seat", f"There is no seat {seat}; they go from 0 to {self.options.most - 1}."
            )
        if seat in self.places:
            raise Illegal("seat_taken", f"Seat {seat} is taken by {self.places[seat].name}.")
        self.places[seat] = Place(name, chips)

    def buy(self, seat: Seat, chips: int) -> None:
        """Add chips to a seat between two rounds."""
        if self.round is not None:
            raise Illegal("in_play", "Chips are added between two rounds; this one is in play.")
        self.places[seat].chips += chips

    def begin(self, now: float, dealt: Collection[Seat] | None = None) -> list[Effect]:
        """Deal the next round to these seats, or to all, as far as they have enough chips."""
        if self.round is not None:
            raise Illegal("in_play", "A round is in play; the next begins when it is over.")
        entry = self.game.entry(self.options)
        playing = {
            seat: place
            for seat, place in sorted(self.places.items())
            if place.chips >= entry and (dealt is None or seat in dealt)
        }
        if len(playing) < self.options.least:
            text = f"{len(playing)} can play; this game needs {self.options.least}."
            raise Illegal("too_few", text, players=len(playing), least=self.options.least)
        row = Opened(
            round=self.rounds + 1,
            game=self.game.name,
            preset=self.preset,
            options=asdict(self.options),  # type: ignore[call-overload]
            names={seat: place.name for seat, place in playing.items()},
            stacks={seat: place.chips for seat, place in playing.items()},
            missed={seat: place.missed for seat, place in playing.items()},
            carry=self.packed_carry(),
            turn=self.turn,
            seal=self.seal(),
        )
        self._open(row)
        effects = [Journal(row), *self._tell(0)]
        self._ask(now)
        return effects + self.go_on(now)

    # -- in a round ----------------------------------------------------------------------

    def act(
        self,
        seat: Seat,
        turn: int,
        act: Act,
        now: float,
        by: str = journal.PLAYER,
        request: int = 0,
    ) -> list[Effect]:
        """An answer to the question with that turn number; any other is stale and hits nothing."""
        question = self.question(seat, turn)
        if question is None:
            return [
                Refuse(seat, Illegal("stale", "That question is over; your act changed nothing."))
            ]
        if self.round is not None and seat in self.round.gone and by == journal.PLAYER:
            return [Refuse(seat, Illegal("gone", "You have left this round; wait for the next."))]
        refused = question.ask.refusal(act)
        if refused is not None:
            return [Refuse(seat, refused)]
        try:
            return self._happen(seat, turn, act, by, now, request)
        except Illegal as wrong:
            return [Refuse(seat, wrong)]

    def wake(self, seat: Seat, turn: int, now: float) -> list[Effect]:
        """The alarm of a question: chance draws, a silent seat does the default."""
        question = self.question(seat, turn)
        if question is None or now < question.until:
            return []
        if seat == CHANCE:
            ask = question.ask
            return [Draw(turn, ask.source, ask.left, ask.options[0].bounds)]
        effects = self._record(seat, turn, question.ask.default, journal.CLOCK, now)
        # Nobody is asked between the last missed turn and the leaving that follows from it.
        goes = self._playing().open and self._missed_too_many(seat)
        return effects + (self._leave(seat, now) if goes else self.go_on(now))

    def leave(self, seat: Seat, now: float) -> list[Effect]:
        """The player goes. Where leaving is silent it takes effect at the seat's turn."""
        if self.round is None or seat not in self.round.stacks:
            return self._vacate([seat] if seat in self.places else [])
        if seat in self.round.gone or seat in self.round.leaving:
            return []
        if self.manners.silent_leave and seat not in self.round.open:
            row = Intended(seat, millis(now))
            self.round.leaving.add(seat)
            return [Journal(row)]
        return self._leave(seat, now)

    def question(self, seat: Seat, turn: int) -> Question | None:
        """The question of that number, if it is still open to the seat."""
        question = self.round.open.get(seat) if self.round is not None else None
        return question if question is not None and question.turn == turn else None

    def extend(self, seat: Seat, turn: int, until: float) -> None:
        """An open question may be answered until then; its old alarm comes too early."""
        if self.question(seat, turn) is not None:
            self._playing().extend(seat, until)

    def transcript(self, viewer: Seat | None, after: int = 0) -> Sequence[tuple[int, Event]]:
        """What this viewer was told of the round since event number `after`, word for word.

        Between two rounds it is that of the round before.
        """
        playing = self.round or self.last
        said = playing.said if playing is not None else []
        return [(seq, told(event, viewer)) for seq, event in enumerate(said[after:], after + 1)]

    # -- after a crash -------------------------------------------------------------------

    @classmethod
    def rebuild(
        cls, game: Game[Opt, S, C], manners: Manners, rows: Iterable[Row], now: float
    ) -> tuple["TableHost[Opt, S, C]", list[Effect]]:
        """The table as its journal tells it, and what it waits for. Nothing is told twice."""
        host: TableHost[Opt, S, C] | None = None
        for row in rows:
            if isinstance(row, Opened):
                host = host or cls(game, row.preset, manners)
                host.places, host.preset = {}, row.preset
                host.options = type(host.options)(**row.options)
            elif host is None:
                raise Broken(f"The journal begins with {row}; it must begin with a round.")
            host.replay(row)
        if host is None:
            raise Broken("The journal is empty; there is nothing to rebuild.")
        if host.round is None:
            return host, []
        host.round.afresh(now, manners.seconds)
        return host, host.go_on(now)

    def replay(self, row: Row) -> None:
        """Let happen again what a row of a round says; Broken if it leads elsewhere now."""
        try:
            self._replay(row)
        except Broken:
            raise
        except Exception as wrong:  # whatever these rules make of what other rules allowed
            raise Broken(f"{type(row).__name__} cannot be replayed: {wrong!r}") from wrong

    def void(self) -> None:
        """The round in play never was: the chips are where they were before it."""
        self.round = None

    def packed_carry(self) -> bytes | None:
        """What the next round inherits, as the journal writes it."""
        return None if self.carry is None else journal.packed(self.game.carry, self.carry)

    def inherit(self, carry: bytes | None) -> None:
        """The same, as the journal wrote it."""
        self.carry = None if carry is None else journal.unpacked(self.game.carry, carry)

    def _reopen(self, row: Opened) -> None:
        self.inherit(row.carry)
        self.turn = row.turn
        for seat, chips in row.stacks.items():
            self.places[seat] = Place(row.names[seat], chips, row.missed[seat])
        self.round = None
        self._open(row)
        self._ask(0.0)

    def _replay(self, row: Row) -> None:
        if isinstance(row, Opened):
            self._reopen(row)
        elif isinstance(row, Closed):
            playing = self._playing()
            playing.say((RoundEnded(),))
            self._close()
            if self.packed_carry() != row.carry:
                raise Broken(f"Round {row.round} ended otherwise than its journal says.")
            self._vacate(self._leavers(playing))
        elif isinstance(row, Intended):
            self._playing().leaving.add(row.seat)
        elif isinstance(row, Happened):
            before = len(self._playing().said)
            self._do(row.seat, row.act, row.by)
            if journal.digest(self._playing().said[before:]) != row.digest:
                raise Broken(f"Turn {row.turn} of seat {row.seat} went otherwise than journalled.")
            self._ask(0.0)

    # -- how it goes on ------------------------------------------------------------------

    def _playing(self) -> Round[S, C]:
        if self.round is None:
            raise Broken("No round is in play; a round begins with its first row.")
        return self.round

    def _open(self, row: Opened) -> None:
        rules = self.game.rules(type(self.options)(**row.options))
        first = rules.open(row.stacks, self.carry)
        self.rounds = row.round
        self.round = Round(row.round, rules, first.state, turn=row.turn, seal=row.seal)
        began = RoundBegan(row.game, row.preset, row.round, row.names, row.stacks, row.options)
        self.round.take(Step(first.state, (began, *first.events)))

    def _happen(
        self, seat: Seat, turn: int, act: Act, by: str, now: float, request: int = 0
    ) -> list[Effect]:
        return self._record(seat, turn, act, by, now, request) + self.go_on(now)

    def _record(
        self, seat: Seat, turn: int, act: Act, by: str, now: float, request: int = 0
    ) -> list[Effect]:
        """Do it, write it, tell it; who is asked next is known and not yet put."""
        playing = self._playing()
        before = len(playing.said)
        self._do(seat, act, by)
        digest = journal.digest(playing.said[before:])
        row = Happened(turn, seat, by, millis(now), act, digest, request)
        effects = [Journal(row), *self._tell(before)]
        self._ask(now)
        return effects

    def _do(self, seat: Seat, act: Act, by: str) -> None:
        """Apply what happened to the round: the one path of live play and of replay."""
        playing = self._playing()
        if by == journal.LEFT:
            step = playing.rules.leave(playing.state, seat)
            playing.leaving.discard(seat)
            playing.gone.add(seat)
        else:
            must = playing.open[seat].ask.must
            step = playing.rules.apply(playing.state, seat, act)
            self._count_missed(seat, by, must)
        playing.take(step)

    def _count_missed(self, seat: Seat, by: str, must: bool) -> None:
        if seat == CHANCE or seat not in self.places:
            return
        if by == journal.PLAYER:
            self.places[seat].missed = 0
        elif by == journal.CLOCK and must:
            self.places[seat].missed += 1

    def _missed_too_many(self, seat: Seat) -> bool:
        if seat not in self.places or self.places[seat].missed < self.manners.missed_turns:
            return False
        return self.round is not None and seat not in self.round.gone

    def _leave(self, seat: Seat, now: float) -> list[Effect]:
        return self._happen(seat, self._playing().turn, Act("leave"), journal.LEFT, now)

    def go_on(self, now: float) -> list[Effect]:
        """Let those go whose time to leave has come; wait for answers; or end the round."""
        playing = self._playing()
        due = playing.leaving & playing.open.keys() if playing.open else playing.leaving
        if due:
            return self._leave(min(due), now)
        return self._wait(now) if playing.open else self._end(playing)

    def _end(self, playing: Round[S, C]) -> list[Effect]:
        before = len(playing.said)
        playing.say((RoundEnded(),))
        ended = self._tell(before)
        row = Closed(playing.number, journal.packed(self.game.carry, self._close()))
        leavers = self._leavers(playing)
        return [Journal(row), *ended, Settle(playing.moved()), *self._vacate(leavers)]

    def _leavers(self, playing: Round[S, C]) -> set[Seat]:
        """Who goes when the round is over: a turn that ends the round may be missed too."""
        return playing.gone | {
            seat
            for seat in playing.dealt & self.places.keys()
            if self.places[seat].missed >= self.manners.missed_turns
        }

    def _ask(self, now: float) -> None:
        self._playing().asks_next(now, self.manners.seconds, self.hurried())

    def hurried(self) -> bool:
        """Whether only bots still play: everybody else has given up or left."""
        playing = self._playing()
        return playing.dealt - self.bots <= playing.out

    def _close(self) -> C:
        playing = self._playing()
        for seat, place in self.places.items():
            place.chips = playing.stacks.get(seat, place.chips)
        self.carry = playing.rules.carry(playing.state)
        self.turn = playing.turn
        self.round, self.last = None, playing
        return self.carry

    def _vacate(self, seats: Iterable[Seat]) -> list[Effect]:
        effects: list[Effect] = []
        for seat in sorted(seats):
            place = self.places.pop(seat)
            effects.append(CashOut(seat, place.name, place.chips))
        return effects

    def _wait(self, now: float) -> list[Effect]:
        """Put the open questions, say to the others for whom they wait, set the alarms."""
        playing = self._playing()
        # No two questions are to one seat: their order is that of the seats.
        put = sorted(playing.open.items())
        effects: list[Effect] = [
            Asked(seat, question.turn, question.ask, question.until)
            for seat, question in put
            if seat != CHANCE
        ]
        asked = tuple([seat for seat, _ in put if seat != CHANCE])
        until = max([question.until for _, question in put])
        effects.append(Waiting(playing.turn, asked, until))
        for seat, question in put:
            if seat == CHANCE and question.until <= now:
                effects += self.wake(seat, question.turn, now)
            else:
                effects.append(Wake(question.until, seat, question.turn))
        return effects

    def _tell(self, before: int) -> list[Effect]:
        """Tell everybody what was said since; all who may know the same at once."""
        said = tuple(self._playing().said[before:])
        if not said:
            return []
        if not any(event.secrets for event in said):
            return [Tell((*sorted(self.places), None), before, said)]
        public = tuple([told(event, None) for event in said])
        owned = [owners(event) for event in said]
        private = sorted(set().union(*owned) & self.places.keys())
        others = (*sorted(self.places.keys() - set(private)), None)
        effects: list[Effect] = [Tell(others, before, public)]
        for seat in private:
            # What this seat knows no more of than others is the same event, written once.
            own = [
                told(event, seat) if seat in owns else known
                for event, owns, known in zip(said, owned, public, strict=True)
            ]
            effects.append(Tell((seat,), before, tuple(own)))
        return effects


def millis(now: float) -> int:
    """A time as the journal writes it."""
    return round(now * 1000)
