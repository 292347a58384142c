"""Upkeep of a table after each input: seats are offered, bots come and go, rounds are appointed."""

from typing import Final

from game_server.table.bot_seats import BotSeats
from game_server.table.chipless import ChiplessSeats
from game_server.table.departures import Departures
from game_server.table.next_round import NextRound
from game_server.table.order_buffer import OrderBuffer
from game_server.table.readiness import Readiness
from game_server.table.seat_offers import SeatOffers
from game_server.table.seats import Attendees
from game_server.table.state import AnyState
from game_server.table.status import TableStatus

ALONE_S: Final = 120.0
"""So long a table that was opened waits for the first to come in."""


class Upkeep:
    """Keeps the seats filled and the rounds coming, and closes a table that stands empty."""

    def __init__(
        self,
        stays: bool,
        state: AnyState,
        people: Attendees,
        orders: OrderBuffer,
        status: TableStatus,
        offers: SeatOffers,
        bots: BotSeats,
        departures: Departures,
        readiness: Readiness,
        chipless: ChiplessSeats,
        next_round: NextRound,
    ) -> None:
        self._stays, self._state, self._people = stays, state, people
        self._orders, self._status = orders, status
        self._offers, self._bots, self._departures = offers, bots, departures
        self._readiness, self._chipless, self._next_round = readiness, chipless, next_round
        self._visited = False
        """Whether anybody has been at the table."""
        self._alone_until = 0.0
        """When a table closes that nobody has come into; 0: that is not appointed."""

    def visit(self) -> None:
        """Somebody has come in."""
        self._visited = True

    def restart(self) -> None:
        """After a replay: somebody is there, or nobody has come yet."""
        # Bots do not come to a table that stays before somebody has.
        self._visited = bool(self._people or (self._stays and self._state.seats))
        self._alone_until = 0.0

    def tidy(self, now: float) -> None:
        """Offer free seats, call bots or let them yield, make an appointment, close if empty."""
        if self._in_full_swing():
            return
        self._close_if_empty(now)
        if self._status.closing:
            if self._state.host.round is None:
                self._departures.shut(now)
            return
        if self._visited:
            # Before the first has come they wait.
            self._bots.send_home(now)
        self._bots.make_room(now)
        self._offers.offer(now)
        self._bots.call()
        self._offers.show_queue(now)
        self._readiness.hasten(now)
        self._chipless.watch(now)
        self._next_round.appoint(now)

    def _in_full_swing(self) -> bool:
        """A round goes on, somebody is here, nobody waits and none is appointed: nothing is due."""
        busy = self._state.host.round is not None and bool(self._people)
        return busy and not (self._offers.due or self._next_round.at)

    def _close_if_empty(self, now: float) -> None:
        """A table that does not stay goes with the last one who is in it, or when nobody comes."""
        if self._stays or self._people:
            return
        if self._visited or 0 < self._alone_until <= now:
            self._status.close("empty")
        elif not self._alone_until:
            self._alone_until = now + ALONE_S
            self._orders.wake_at(self._alone_until, "alone")
