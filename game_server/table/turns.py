"""Turns: answers, what chance drew, the time bank, and silence when the time is up."""

from game_server.table import journal
from game_server.table.journal import TimeBankUsed, millis
from game_server.table.order_buffer import OrderBuffer
from game_server.table.orders import Accept, Refuse
from game_server.table.questions import Questions
from game_server.table.round_effects import RefuseSeat
from game_server.table.round_play import RoundPlay
from game_server.table.seats import Attendee, Attendees
from game_server.table.sitting_out import SittingOut
from game_server.table.stand_ins import StandIns
from game_server.table.state import AnyState
from game_server.table.status import TableStatus
from protocol.words import CHANCE, Act, Refusal, Seat, drew


class Turns:
    """Hands answers to the round, and answers for who is silent."""

    def __init__(
        self,
        state: AnyState,
        people: Attendees,
        orders: OrderBuffer,
        status: TableStatus,
        questions: Questions,
        rounds: RoundPlay,
        stand_ins: StandIns,
        sitting_out: SittingOut,
    ) -> None:
        self._state, self._people = state, people
        self._orders, self._status, self._questions = orders, status, questions
        self._rounds, self._stand_ins, self._sitting_out = rounds, stand_ins, sitting_out

    # -- players -----------------------------------------------------------------------------

    def act(self, player: str, request: int, turn: int, act: Act, now: float, delay: float) -> bool:
        """An answer to the question of that turn; `delay` is what the player's connection takes.
        False if it was answered without being looked at: by the answer that its number got before,
        or by a refusal of one who cannot act here."""
        state = self._state
        try:
            # What was answered and is not written may not have happened.
            self._status.refuse_if_paused()
            known = state.replies.get((player, request))
            if known is not None:
                self._orders.add(known.again(turn, act))
                return False
            person = self._people.refuse_if_absent(player)
            seat = state.seat_of(player)
        except Refusal as wrong:
            self._orders.add(Refuse(player, request, wrong))
            return False
        one = state.seats[seat]
        if one.covered:
            # Who acts is there.
            self._stand_ins.take_over(seat, now)
        until = self._late(person, seat, turn, now, delay)
        wanted = state.host.act(seat, turn, act, now, journal.PLAYER, request)
        first = wanted[0]
        if isinstance(first, RefuseSeat):
            refused = Refuse(player, request, first.why)
            self._orders.add(refused)
            state.replies.remember(refused, (turn, act))
            return True
        # The row of the act has left the reply, but for one that nobody asked for by number.
        known = state.replies.get((player, request))
        self._orders.add(Accept(player, request) if known is None else known.reply)
        self._questions.release(seat)
        one.silent = 0
        if one.spared:
            self._sitting_out.acted(seat, now)
        banked = person.time_bank.answered(now, until)
        if banked is not None:
            left = max(0.0, state.bank_left(one) - banked)
            self._orders.record(TimeBankUsed(seat, millis(left)))
        self._rounds.go_on(seat, wanted, now)
        return True

    def _late(self, person: Attendee, seat: Seat, turn: int, now: float, delay: float) -> float:
        """When the turn ends or ended; one who is later than `delay` explains has missed it."""
        question = self._state.host.question(seat, turn)
        person.time_bank.measured(delay)
        if question is None:
            return now
        if now > question.until and now > question.until + person.time_bank.allowance:
            self.time_is_up(seat, turn, now)
        return question.until

    # -- bots and chance ---------------------------------------------------------------------

    def awaits_bot(self, seat: Seat, turn: int) -> bool:
        """Whether a bot is to answer for that seat in that turn."""
        asked = self._state.host.question(seat, turn) is not None
        return asked and not (self._status.paused or self._state.asked_human(seat))

    def chose(self, seat: Seat, turn: int, act: Act, now: float) -> None:
        """A bot has chosen; what it may not do becomes the act of a silent seat."""
        host = self._state.host
        question = host.question(seat, turn)
        if question is None or not self.awaits_bot(seat, turn):
            return
        wanted = host.act(seat, turn, act, now, journal.BOT)
        if isinstance(wanted[0], RefuseSeat):
            wanted = host.act(seat, turn, question.ask.default, now, journal.BOT)
        self._rounds.go_on(seat, wanted, now)

    def chance(self, turn: int, drawn: tuple[int, ...], now: float) -> None:
        """Chance has drawn what it was asked for."""
        host = self._state.host
        if host.question(CHANCE, turn) is None or self._status.paused:
            return
        wanted = host.act(CHANCE, turn, drew(drawn), now, journal.CHANCE_DREW)
        if isinstance(wanted[0], RefuseSeat):
            raise wanted[0].why
        self._rounds.perform(wanted, now)

    # -- silence -----------------------------------------------------------------------------

    def time_is_up(self, seat: Seat, turn: int, now: float) -> None:
        """Open the time bank of one who is here; else the seat does what silence means."""
        state = self._state
        question = state.host.question(seat, turn)
        if question is None or now < question.until:
            return
        player = state.seats[seat].player if state.asked_human(seat) else ""
        person = self._people.get(player)
        if person is not None and person.here and question.ask.must:
            until = self._open_bank(person, seat, turn, question.until, now)
            if now < until:
                return
        if person is not None and person.time_bank.missed():
            self._orders.record(TimeBankUsed(seat, 0))
        state.host.spared = self._sitting_out.alone(seat)
        self._rounds.go_on(seat, state.host.wake(seat, turn, now), now)
        self._stand_ins.cover_the_silent(seat, now)
        if state.host.spared and question.ask.must:
            self._sitting_out.spare(seat, now)

    def _open_bank(
        self, person: Attendee, seat: Seat, turn: int, until: float, now: float
    ) -> float:
        """Give the turn what the time bank has, if it is not open; until when it lasts then."""
        more = person.time_bank.spend(until, self._state.bank_left(self._state.seats[seat]))
        if more:
            self._questions.extend(seat, turn, until + more, person.time_bank.allowance)
            self._questions.put(seat, now)
            self._questions.say_waiting(now)
        return until + more
