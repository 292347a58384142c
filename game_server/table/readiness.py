"""Readiness: who keeps others waiting where a round begins when all are ready."""

from typing import Literal

from game_server.table.config import TableConfig
from game_server.table.departures import Departures
from game_server.table.journal import millis
from game_server.table.order_buffer import OrderBuffer
from game_server.table.seat_display import SeatDisplay
from game_server.table.seat_offers import SeatOffers
from game_server.table.seats import Attendees, Occupant
from game_server.table.state import AnyState
from protocol.words import Seat

ReadyStep = Literal["hasten", "unready"]


class Readiness:
    """Where a round waits for all: who is awaited, since when, and for how long."""

    def __init__(
        self,
        config: TableConfig,
        state: AnyState,
        people: Attendees,
        orders: OrderBuffer,
        display: SeatDisplay,
        offers: SeatOffers,
        departures: Departures,
    ) -> None:
        self._config, self._state, self._people = config, state, people
        self._orders, self._display = orders, display
        self._offers, self._departures = offers, departures

    def say(self, player: str, ready: bool) -> None:
        """The player is ready for the next round, or not yet."""
        one = self._state.seats[self._state.seat_of(player)]
        if one.ready != ready:
            self._display.mark_changed()
        one.ready = ready

    def is_ready(self, one: Occupant) -> bool:
        """Whether nobody waits for this sitter: bots are always ready, and nobody who is away."""
        return one.is_bot or (one.ready and self._people[one.player].here)

    def hasten(self, now: float) -> None:
        """Set the time of those for whom others wait, and stop that of all others."""
        if not self._config.ready or self._state.host.round is not None:
            return
        for seat, one in self._state.seats.people():
            if not self._awaited(seat, one):
                one.awaited = 0.0
            elif not one.awaited:
                one.awaited = now
                at = now + self._config.ready_in
                self._orders.wake_at(at, "hasten", one.player, millis(now))

    def _awaited(self, seat: Seat, one: Occupant) -> bool:
        """Whether somebody else could play, or have the seat, if this one were ready or gone."""
        if self.is_ready(one):
            return False
        others = (other for _, other in self._state.seats.people() if other is not one)
        full = len(self._state.eligible()) >= self._state.host.options.least
        waiting = any(self._offers.waiting())
        return waiting or (full and any(self.is_ready(other) for other in others))

    def hurry(self, step: ReadyStep, player: str, since: int, now: float) -> None:
        """The alarm of one who was awaited since then: a word first, then the seat."""
        seat = self._state.seats.of(player)
        if seat is None or self._state.host.round is not None:
            return
        one = self._state.seats[seat]
        if one.left or millis(one.awaited) != since or not self._awaited(seat, one):
            return
        if step == "hasten":
            left = self._config.ready_in / 2
            text = f"Others wait for you: get ready within {round(left)} seconds."
            self._orders.notice(player, "get_ready", text, seconds=round(left))
            self._orders.wake_at(now + left, "unready", player, since)
        elif any(self._offers.waiting()) or not self._people[player].here:
            self._departures.vacate(seat, "not_ready", now)
        else:
            # Nobody wants the seat: it is kept, and its player reminded again.
            one.awaited = 0.0
