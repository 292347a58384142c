"""Display of the seats: who sits where, as everybody at the table sees it."""

from dataclasses import replace

from game_server.table import views
from game_server.table.order_buffer import OrderBuffer
from game_server.table.seats import Attendees
from game_server.table.state import AnyState
from protocol.messages import Seats
from protocol.words import Seat


class SeatDisplay:
    """Shows the seats to all who are here, once an input, if they may look otherwise."""

    def __init__(self, table: str, state: AnyState, people: Attendees, orders: OrderBuffer) -> None:
        self._table, self._state = table, state
        self._people, self._orders = people, orders
        self._changed = False
        self.changes = 0
        """How often something was marked as changed."""

    def mark_changed(self) -> None:
        """The seats may look otherwise than they were shown."""
        self._changed = True
        self.changes += 1

    def show_changes(self, now: float) -> None:
        """Tell everybody here who sits where, if that has changed; only their own seat differs."""
        if not self._changed:
            return
        self._changed = False
        here, seats = self._people.here(), self._state.seats
        seated = {one.player: seat for seat, one in seats.people()}
        message = self._message(now)
        self._orders.tell([player for player in here if player not in seated], message)
        for player, seat in seated.items():
            self._orders.send(player, replace(message, you=seat))

    def _message(self, now: float) -> Seats:
        state, people = self._state, self._people
        shown = {
            seat: views.sitter(
                one,
                people.get(one.player),
                state.stack(seat),
                self._present(seat),
                state.stood_in(seat),
                now,
            )
            for seat, one in sorted(state.seats.items())
        }
        watching = sum(1 for player in people.here() if state.seats.of(player) is None)
        return Seats(self._table, shown, None, watching)

    def _present(self, seat: Seat) -> bool:
        """Whether a seat looks present: a silent leaver does until the others may know."""
        one, playing = self._state.seats[seat], self._state.host.round
        if one.left:
            return playing is not None and seat in playing.leaving
        person = self._people.get(one.player)
        return one.is_bot or (person is not None and person.here)
