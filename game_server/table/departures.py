"""Departures: whoever goes from a table, and the chips that go along."""

from game_server.table.journal import LeaveMarked, SeatVacated, millis
from game_server.table.order_buffer import OrderBuffer
from game_server.table.orders import CashOut, Shut
from game_server.table.queue import Queue
from game_server.table.seat_display import SeatDisplay
from game_server.table.seats import Attendees, Occupant
from game_server.table.state import AnyState
from game_server.table.status import TableStatus
from protocol.messages import Left
from protocol.words import Seat


class Departures:
    """Ends the stay of players: each gets all chips, hears why, and waits in no queue."""

    def __init__(
        self,
        table: str,
        state: AnyState,
        people: Attendees,
        queue: Queue,
        orders: OrderBuffer,
        display: SeatDisplay,
        status: TableStatus,
    ) -> None:
        self._table, self._state, self._people, self._queue = table, state, people, queue
        self._orders, self._display, self._status = orders, display, status

    def vacate(self, seat: Seat, why: str, now: float) -> None:
        """A seat that no round needs is free again, with a row of its own."""
        one = self._state.seats[seat]
        self._orders.record(SeatVacated(seat, millis(now)))
        self.cash_out(one, one.chips, why, now)

    def cash_out(self, one: Occupant, held: int, why: str, now: float) -> None:
        """Whoever had a seat gets all the chips and is gone from the table."""
        self.gone(one, why)
        self._orders.add(CashOut(one.player, held + one.coming, one.reason))
        self._queue.seat_freed(now)
        self._display.mark_changed()

    def gone(self, one: Occupant, why: str) -> None:
        """The player is at the table no more; the seat may stay until the round ends."""
        if one.reason:
            return
        one.left, one.reason = True, why
        if one.player in self._people:
            self.send_off(one.player, why)
        self._queue.drop(one.player)

    def send_off(self, player: str, why: str) -> None:
        """Somebody is at the table no more, and hears why."""
        self._orders.send(player, Left(self._table, why))
        del self._people[player]

    def leave_later(self, seat: Seat, leaving: bool, now: float, kicked: bool = False) -> None:
        """The seat is left when the round is over, or is kept after all."""
        one = self._state.seats[seat]
        if (one.leaving, one.kicked) != (leaving, kicked):
            self._orders.record(LeaveMarked(seat, leaving, millis(now), kicked))

    def shut(self, now: float) -> None:
        """No round is in play: cash everybody out and close."""
        why = self._status.closing
        for seat in list(self._state.seats):
            self.vacate(seat, why, now)
        for player in list(self._people):
            self.send_off(player, why)
        self._status.end()
        self._orders.add(Shut(why))
