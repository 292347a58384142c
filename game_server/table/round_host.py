"""A table without input or output: everything that happens at it goes through here."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, replace
from functools import lru_cache
from typing import Any, Generic

from game_server.rules.core import C, Game, Opt, S
from game_server.table import journal
from game_server.table.course import Course
from game_server.table.journal import (
    Broken,
    LeaveIntended,
    RoundOpened,
    Row,
    millis,
)
from game_server.table.pace import Manners
from game_server.table.round_effects import RefuseSeat, RoundEffect, VacateSeat, WriteRow
from game_server.table.seats import Occupant, SeatMap
from protocol.events import Event, told
from protocol.words import Act, Refusal, Seat


class RoundHost(Course[Opt, S, C], Generic[Opt, S, C]):
    """One table of one game.

    Every method takes the time and returns what is to be done, in order: journal rows stand
    before whatever they allow to be told. Seats change between rounds only.
    """

    # -- between rounds ------------------------------------------------------------------

    def sit(self, seat: Seat, name: str, chips: int) -> None:
        """Take a free seat; the next round deals it in."""
        if not 0 <= seat < self.options.most:
            raise Refusal(
                "no_seat", f"There is no seat {seat}; they go from 0 to {self.options.most - 1}."
            )
        if seat in self.seats:
            raise Refusal("seat_taken", f"Seat {seat} is taken by {self.seats[seat].name}.")
        self.seats[seat] = Occupant(f"seat {seat}", name, chips=chips)

    def buy(self, seat: Seat, chips: int) -> None:
        """Add chips to a seat between two rounds."""
        if self.round is not None:
            raise Refusal("in_play", "Chips are added between two rounds; this one is in play.")
        self.seats[seat].chips += chips

    def begin(self, now: float, dealt: Collection[Seat] | None = None) -> list[RoundEffect]:
        """Deal the next round to these seats, or to all, as far as they have enough chips."""
        if self.round is not None:
            raise Refusal("in_play", "A round is in play; the next begins when it is over.")
        entry = self.game.entry(self.options)
        playing = {
            seat: place
            for seat, place in sorted(self.seats.items())
            if place.chips >= entry and (dealt is None or seat in dealt)
        }
        if len(playing) < self.options.least:
            text = f"{len(playing)} can play; this game needs {self.options.least}."
            raise Refusal("too_few", text, players=len(playing), least=self.options.least)
        row = RoundOpened(
            round=self.rounds + 1,
            game=self.game.name,
            preset=self.preset,
            options=_written(self._options(playing)),
            names={seat: place.name for seat, place in playing.items()},
            stacks={seat: place.chips for seat, place in playing.items()},
            missed={seat: place.missed for seat, place in playing.items()},
            carry=self.packed_carry(),
            turn=self.turn,
        )
        self.record(row, now)
        return [WriteRow(row), *self._tell(self._playing(), 0), *self.advance(now)]

    def _options(self, playing: Collection[Seat]) -> Any:
        """The rules of a round; where the order of play asks who is a person, they say so."""
        options: Any = self.options
        if not hasattr(options, "people"):
            return options
        people = sum(1 << seat for seat in playing if seat not in self.bots)
        return replace(options, people=people)

    # -- in a round ----------------------------------------------------------------------

    def act(
        self,
        seat: Seat,
        turn: int,
        act: Act,
        now: float,
        by: str = journal.PLAYER,
        request: int = 0,
    ) -> list[RoundEffect]:
        """An answer to the question with that turn number; any other is stale and hits nothing."""
        question = self.question(seat, turn)
        if question is None:
            return [
                RefuseSeat(
                    seat, Refusal("stale", "That question is over; your act changed nothing.")
                )
            ]
        if self.round is not None and seat in self.round.gone and by == journal.PLAYER:
            return [
                RefuseSeat(seat, Refusal("gone", "You have left this round; wait for the next."))
            ]
        refused = question.ask.refusal(act)
        if refused is not None:
            return [RefuseSeat(seat, refused)]
        try:
            return self._happen(seat, turn, act, by, now, request)
        except Refusal as wrong:
            return [RefuseSeat(seat, wrong)]

    def leave(self, seat: Seat, now: float) -> list[RoundEffect]:
        """The player goes. Where leaving is silent it takes effect at the seat's turn."""
        if self.round is None or seat not in self.round.stacks:
            one = self.seats.get(seat)
            self.seats.free(seat)
            return [] if one is None else [VacateSeat(seat, one.name, one.chips)]
        if seat in self.round.gone or seat in self.round.leaving:
            return []
        if self.manners.silent_leave and seat not in self.round.open:
            row = LeaveIntended(seat, millis(now))
            self.record(row, now)
            return [WriteRow(row)]
        return self._leave(seat, now)

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
    ) -> tuple["RoundHost[Opt, S, C]", list[RoundEffect]]:
        """The table as its journal tells it, and what it waits for. Nothing is told twice."""
        host: RoundHost[Opt, S, C] | None = None
        for row in rows:
            if isinstance(row, RoundOpened):
                host = host or cls(game, row.preset, manners)
                host.seats, host.preset = SeatMap(), row.preset
                host.options = type(host.options)(**row.options)
            elif host is None:
                raise Broken(f"The journal begins with {row}; it must begin with a round.")
            host.replay(row)
        if host is None:
            raise Broken("The journal is empty; there is nothing to rebuild.")
        if host.round is None:
            return host, []
        host.round.afresh(now, host.given)
        return host, host.advance(now)

    def unplayed(self) -> "RoundHost[Opt, S, C]":
        """One for the same game, preset, manners and options, at which nothing was played."""
        return RoundHost(self.game, self.preset, self.manners, self.options)

    def replay(self, row: Row) -> None:
        """Let happen again what a row of a round says; Broken if it leads elsewhere now."""
        try:
            self.record(row, 0.0)
        except Broken:
            raise
        except Exception as wrong:  # whatever these rules make of what other rules allowed
            raise Broken(f"{type(row).__name__} cannot be replayed: {wrong!r}") from wrong

    def void(self) -> None:
        """The round in play never was: the chips are where they were before it."""
        self.round = None


@lru_cache(maxsize=64)
def _written(options: Any) -> Mapping[str, int | str | bool]:
    """The options of a round as its row has them: the same for every round of a table."""
    return asdict(options)
