"""Questions of a round as they are put: to whom, with how much time, and what others are told."""

from collections.abc import Callable

from game_server.table import views
from game_server.table.config import TableConfig
from game_server.table.difficulty import difficulty
from game_server.table.order_buffer import OrderBuffer
from game_server.table.orders import Choose
from game_server.table.round import Question
from game_server.table.seats import Attendees
from game_server.table.state import AnyState
from protocol.messages import Waiting
from protocol.words import Seat


class Questions:
    """Puts the open questions to people and bots, and says for whom the table waits.

    `think` gives a bot's thinking time; it is told how hard the decision looks to everybody and
    nothing else, so the time shows nothing.
    """

    def __init__(
        self,
        config: TableConfig,
        state: AnyState,
        people: Attendees,
        orders: OrderBuffer,
        think: Callable[[float], float],
    ) -> None:
        self._config, self._state = config, state
        self._people, self._orders, self._think = people, orders, think
        self._asked: dict[Seat, Question] = {}
        """The questions as they were put last."""
        self._held: set[Seat] = set()
        """Seats whose question waits for its player to come back after a restart."""
        self._awaited: tuple[float, Waiting] | None = None
        """For whom the table waits: until when, and as it was said."""

    # -- what was put ----------------------------------------------------------------------

    def forget(self) -> None:
        """What was put counts no more: each question that is open is put anew."""
        self._asked, self._awaited = {}, None

    def let_nobody_wait(self) -> None:
        """No question waits for its player to come back."""
        self._held = set()

    def answered(self, seat: Seat) -> None:
        """The next question to this seat is put even if it is the same."""
        self._asked.pop(seat, None)

    def release(self, seat: Seat) -> None:
        """The player of the seat has answered: nothing waits for that one any more."""
        self._held.discard(seat)

    # -- putting them ----------------------------------------------------------------------

    def ask(self, seat: Seat, now: float) -> None:
        """Put a question to whoever answers for the seat, unless it stands as it was put."""
        playing = self._state.host.round
        if playing is None or seat not in playing.open:
            return
        question = playing.open[seat]
        before = self._asked.get(seat)
        if before is not None and before.turn == question.turn and before == question:
            return
        self._asked[seat] = question
        if self._state.asked_human(seat):
            self._put(seat, question, now)
        else:
            self.let_choose(seat, question, now)

    def put(self, seat: Seat, now: float) -> None:
        """Send a seat its open question with the time that is left."""
        playing = self._state.host.round
        question = playing.open.get(seat) if playing is not None else None
        if question is not None:
            self._put(seat, question, now)

    def _put(self, seat: Seat, question: Question, now: float) -> None:
        state, host, ask = self._state, self._state.host, question.ask
        one = state.seats[seat]
        bank = state.bank_left(one) if one.player in self._people else 0.0
        clock = not host.is_untimed(ask)
        left, of = question.until - now, host.given(ask)
        self._orders.send(
            one.player,
            views.asked(self._config.table, question.turn, ask, left, of, bank, clock),
        )

    def let_choose(self, seat: Seat, question: Question, now: float) -> None:
        """A bot answers for the seat, told what the seat was told and nothing else."""
        host, one = self._state.host, self._state.seats[seat]
        heard = tuple([event for _, event in host.transcript(seat)])
        bot = one.bot if one.is_bot else self._config.stand_in
        wait = 0.0 if host.hurried() else self._think(self._looks(seat))
        at = min(now + wait, max(now, question.until - 1))
        self._orders.add(Choose(seat, question.turn, question.ask, heard, bot, at))

    def _looks(self, seat: Seat) -> float:
        """How hard this seat's decision looks to who sees no cards."""
        return difficulty((event for _, event in self._state.host.transcript(None)), seat)

    def put_again(self, player: str, now: float) -> None:
        """Tell one who is back what a round in play waits for: the own question, or others."""
        playing, seat = self._state.host.round, self._state.seats.of(player)
        if playing is None:
            return
        if seat is not None and seat in playing.open and self._state.asked_human(seat):
            self.put(seat, now)
        elif self._awaited is not None:
            until, said = self._awaited
            self._orders.send(player, views.still(said, until - now))

    # -- for whom the table waits ------------------------------------------------------------

    def wait_for(self, turn: int, seats: tuple[Seat, ...], until: float, now: float) -> None:
        """Say for whom the table waits, if that is new."""
        state, host = self._state, self._state.host
        of = 0.0
        asked: set[str] = set()
        clock = True
        for seat in seats:
            put = self._asked.get(seat)
            if put is not None:
                of = max(of, host.given(put.ask))
                clock = clock and not host.is_untimed(put.ask)
            if state.asked_human(seat):
                asked.add(state.seats[seat].player)
        message = views.waiting(self._config.table, turn, seats, until - now, of, clock)
        before, self._awaited = self._awaited, (until, message)
        if before is None or before[0] != until or before[1].seats != seats:
            others = [player for player in self._people.here() if player not in asked]
            self._orders.tell(others, message)

    def say_waiting(self, now: float) -> None:
        """The time of an open question has changed: say so to all who are not asked."""
        playing = self._state.host.round
        asked = tuple(sorted(seat for seat in playing.open if seat >= 0)) if playing else ()
        if playing is not None and asked:
            until = max(playing.open[seat].until for seat in asked)
            self.wait_for(playing.turn, asked, until, now)

    # -- more time ---------------------------------------------------------------------------

    def allowance(self, seat: Seat) -> float:
        """How much longer than the turn the table listens: the delay of the player's connection."""
        one = self._state.seats.get(seat)
        person = self._people.get(one.player) if one is not None and not one.left else None
        return person.time_bank.allowance if person is not None and person.here else 0.0

    def extend(self, seat: Seat, turn: int, until: float, allowance: float) -> None:
        """The question is open until then; it was put already, with that time or without."""
        host = self._state.host
        host.extend(seat, turn, until)
        self._orders.wake_at(until + allowance, "turn", seat, turn)
        if host.round is not None:
            self._asked[seat] = host.round.open[seat]

    def came_back(self, seat: Seat, now: float) -> None:
        """The question that waited for its player gets its whole time from now."""
        if seat not in self._held:
            return
        self._held.discard(seat)
        playing = self._state.host.round
        if playing is None or seat not in playing.open:
            return
        question = playing.open[seat]
        until = now + self._state.host.given(question.ask)
        if until < question.until:
            self.extend(seat, question.turn, until, self.allowance(seat))
            self.say_waiting(now)

    def afresh(self, now: float, homecoming: float) -> None:
        """Open questions have their whole time again; who is away has so much more to come back."""
        state = self._state
        playing = state.host.round
        if playing is None:
            return
        playing.afresh(now, state.host.given)
        for person in self._people.values():
            person.time_bank.afresh()
        for seat, question in list(playing.open.items()):
            if state.asked_human(seat) and not self._people[state.seats[seat].player].here:
                whole = state.host.given(question.ask)
                state.host.extend(seat, question.turn, now + homecoming + whole)
                self._held.add(seat)
