"""Leaving a table: at once, after the round, or because the house sends somebody away."""

from typing import Literal

from game_server.table.departures import Departures
from game_server.table.order_buffer import OrderBuffer
from game_server.table.queue import Queue
from game_server.table.round_play import RoundPlay
from game_server.table.seat_display import SeatDisplay
from game_server.table.seats import Attendees
from game_server.table.state import AnyState
from protocol.words import Refusal, Seat

When = Literal["now", "after_round", "never"]


class Leaving:
    """Lets people give up their seats; a seat in play stays until the round is over."""

    def __init__(
        self,
        silent: bool,
        state: AnyState,
        people: Attendees,
        queue: Queue,
        orders: OrderBuffer,
        display: SeatDisplay,
        departures: Departures,
        rounds: RoundPlay,
    ) -> None:
        self._silent, self._state = silent, state
        self._people, self._queue = people, queue
        self._orders, self._display = orders, display
        self._departures, self._rounds = departures, rounds

    def leave(self, player: str, when: When, now: float) -> None:
        """Go now, or after the round; "never" stays after all."""
        self._people.refuse_if_absent(player)
        state, seat = self._state, self._state.seated(player)
        if seat is not None and when == "never" and state.seats[seat].kicked:
            raise Refusal("kicked", "The house sends you away; you leave after this round.")
        if seat is not None and when != "now" and state.host.round is not None:
            kicked = state.seats[seat].kicked
            self._departures.leave_later(seat, when == "after_round", now, kicked)
        elif when != "never" and seat is not None:
            self.give_up(seat, "left", now)
        elif when == "now":
            self._queue.drop(player)
            self._departures.send_off(player, "left")
            self._display.mark_presence()
        else:
            raise Refusal("not_seated", "You have no seat to leave after the round.")

    def kick(self, player: str, at_once: bool, now: float) -> None:
        """The house sends somebody away, after the round or at once."""
        self._people.refuse_if_absent(player)
        self._queue.drop(player)
        seat = self._state.seated(player)
        if seat is None:
            self._departures.send_off(player, "kicked")
            self._display.mark_presence()
        elif at_once or not self._state.in_play(seat):
            self.give_up(seat, "kicked", now)
        else:
            self._departures.leave_later(seat, True, now, kicked=True)
            text = "The house sends you away; you leave after this round."
            self._orders.notice(player, "kicked", text)

    def give_up(self, seat: Seat, why: str, now: float) -> None:
        """The player goes at once; a seat in play stays until the round is over."""
        state, playing = self._state, self._state.host.round
        if playing is None or seat not in playing.dealt:
            self._departures.vacate(seat, why, now)
            return
        silent = self._silent and seat not in playing.open
        # The row of the intent stands before the player hears that he is out.
        wanted = state.host.leave(seat, now)
        self._departures.gone(state.seats.get(seat) or state.departed[seat], why)
        if not silent:
            self._display.mark_changed()
        self._rounds.perform(wanted, now)
