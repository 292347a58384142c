"""Stand-ins: a bot plays on for a player in games that need every seat."""

from game_server.table.order_buffer import OrderBuffer
from game_server.table.questions import Questions
from game_server.table.seat_display import SeatDisplay
from game_server.table.seats import Attendees
from game_server.table.state import AnyState
from protocol.words import Refusal, Seat


class StandIns:
    """Lets a bot play for a seat until the round is over or its player takes over."""

    def __init__(
        self,
        missed_turns: int,
        state: AnyState,
        people: Attendees,
        orders: OrderBuffer,
        display: SeatDisplay,
        questions: Questions,
    ) -> None:
        self._missed_turns, self._state, self._people = missed_turns, state, people
        self._orders, self._display, self._questions = orders, display, questions

    def ask_for(self, player: str, now: float) -> None:
        """Let a bot play on for this one until the round is over or the player acts."""
        seat = self._state.seat_of(player)
        if not (self._state.game.needs_all and self._state.in_play(seat)):
            text = "A bot plays for you only while a game goes on that needs every seat."
            raise Refusal("no_stand_in", text)
        self.cover(seat, now)
        self._state.seats[seat].trusts = True

    def cover(self, seat: Seat, now: float) -> None:
        """A bot plays for the seat, until the round is over or its player takes over."""
        one, playing = self._state.seats[seat], self._state.host.round
        if playing is None or one.covered or one.left or not self._state.in_play(seat):
            return
        one.covered = True
        self._display.mark_changed()
        if seat in playing.open:
            self._questions.let_choose(seat, playing.open[seat], now)

    def cover_the_silent(self, seat: Seat, now: float) -> None:
        """Where a game needs all its seats a bot plays for one who has been silent too often."""
        state = self._state
        one = state.seats.get(seat)
        if not state.game.needs_all or one is None or not state.asked_human(seat):
            return
        if one.missed >= self._missed_turns and seat in state.dealt:
            self.cover(seat, now)
            text = "You missed two turns; a bot plays for you until you take over."
            self._orders.notice(one.player, "stand_in", text)

    def cover_the_absent(self, now: float) -> None:
        """Where a game needs all its seats a bot plays for everybody who is not here."""
        if self._state.game.needs_all:
            for seat, one in self._state.seats.people():
                if not self._people[one.player].here:
                    self.cover(seat, now)

    def take_over(self, seat: Seat, now: float) -> None:
        """The player plays again: what the bot is still thinking of counts no more."""
        one = self._state.seats[seat]
        if one.covered:
            one.covered, one.trusts = False, False
            self._display.mark_changed()
            self._questions.put(seat, now)

    def came_back(self, seat: Seat) -> None:
        """The player is here again, and plays unless the bot was asked to go on."""
        one = self._state.seats[seat]
        if not one.trusts:
            one.covered = False
