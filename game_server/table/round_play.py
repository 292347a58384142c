"""Rounds of a table: what the round host wants done, said to the people who are there."""

from collections.abc import Sequence

from game_server.table import views
from game_server.table.config import TableConfig
from game_server.table.departures import Departures
from game_server.table.journal import LEFT, ActDone, Row
from game_server.table.order_buffer import OrderBuffer
from game_server.table.orders import Settle
from game_server.table.questions import Questions
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
from game_server.table.round_end import RoundEnd
from game_server.table.seat_display import SeatDisplay
from game_server.table.seats import Attendees, Occupant
from game_server.table.state import AnyState
from protocol.events import Event
from protocol.words import Seat


class RoundPlay:
    """A round from its deal to its last chip."""

    def __init__(
        self,
        config: TableConfig,
        state: AnyState,
        people: Attendees,
        orders: OrderBuffer,
        display: SeatDisplay,
        questions: Questions,
        departures: Departures,
        end: RoundEnd,
    ) -> None:
        self._config, self._state, self._people = config, state, people
        self._orders, self._display, self._questions = orders, display, questions
        self._departures, self._end = departures, end

    def begin(self, now: float) -> None:
        """Deal. Who has no chips when a second game begins goes before (at `eps` tables)."""
        state, host = self._state, self._state.host
        for seat, one in list(state.seats.items()):
            if self._config.broke != "second_game" or state.owned(seat):
                continue
            if one.chipless:
                self._departures.vacate(seat, "no_chips", now)
            else:
                text = "You have no chips; buy some, or the next game begins without you."
                self._orders.notice(one.player, "no_chips", text)
        dealt = state.eligible()
        for seat, one in state.seats.items():
            # While rounds are played, it is they that are counted.
            one.chipless_at = 0.0
            if seat in dealt:
                one.out_before = 0.0
        self._questions.forget()
        host.bots = {seat for seat, _ in state.seats.bots()}
        self.perform(host.begin(now, dealt), now)

    def go_on(self, seat: Seat, wanted: Sequence[RoundEffect], now: float) -> None:
        """The seat has answered: the next question to it is put even if it is the same."""
        self._questions.answered(seat)
        self.perform(wanted, now)

    def perform(self, wanted: Sequence[RoundEffect], now: float) -> None:
        """Turn what the host wants into orders, and clear up when the round is over."""
        orders, questions = self._orders, self._questions
        ended: SettleRound | None = None
        for effect in wanted:
            # What comes with every act stands first. A pattern takes three times as long.
            if type(effect) is WriteRow:
                orders.write(effect)
                self._note(effect.row)
            elif type(effect) is TellSeats:
                self._tell(effect.seats, effect.after, effect.events)
            elif type(effect) is AskSeat:
                questions.ask(effect.seat, now)
            elif type(effect) is ShowWaiting:
                questions.wait_for(effect.turn, effect.seats, effect.until, now)
            elif type(effect) is WakeTurn:
                at = effect.at + questions.allowance(effect.seat)
                orders.wake_at(at, "turn", effect.seat, effect.turn)
            elif type(effect) is Draw:
                orders.add(effect)
            elif type(effect) is SettleRound:
                ended, state = effect, self._state
                orders.add(Settle(state.host.rounds, effect.entries, dict(state.dealt)))
            elif type(effect) is VacateSeat:
                one = self._state.departed[effect.seat]
                self._departures.cash_out(one, effect.chips, one.reason or "missed_turns", now)
        if ended is not None:
            self._end.after_round(now, ended.entries)

    def _note(self, row: Row) -> None:
        """Somebody whom the host took out of the round has left the table too."""
        if isinstance(row, ActDone) and row.by == LEFT:
            one = self._dealt_to(row.seat)
            if one is not None:
                self._display.mark_changed()
                self._departures.gone(one, "missed_turns")

    def _dealt_to(self, seat: Seat) -> Occupant | None:
        """Who sits there, or has lost the seat when the round was closed just now."""
        return self._state.seats.get(seat) or self._state.departed.get(seat)

    def _tell(self, seats: tuple[Seat | None, ...], after: int, events: Sequence[Event]) -> None:
        """Tell these seats; who watches hears what all hear, and so do those who lost the seat."""
        orders, dealt = self._orders, self._state.dealt
        pages = views.told(self._config.table, self._state.host.rounds, after, events)
        if None in seats:
            hearers = self._people.here()
            # Of what all may know, nobody who was dealt in is told apart.
            if seats is not self._state.seats.everybody() and (apart := dealt.keys() - seats):
                own = {dealt[seat] for seat in apart if self._views(seat)}
                hearers = tuple([player for player in hearers if player not in own])
            for page in pages:
                orders.tell(hearers, page)
            return
        for seat in seats:
            if seat is not None and self._views(seat):
                for page in pages:
                    orders.send(dealt[seat], page)

    def _views(self, seat: Seat) -> bool:
        """Whether the player who was dealt in at this seat is still the one who sees its cards."""
        one = self._dealt_to(seat)
        return one is not None and not one.left and self._state.dealt.get(seat) == one.player
