"""Display of the seats: who sits where, as everybody at the table sees it."""

from dataclasses import replace
from typing import Final

from game_server.table import views
from game_server.table.crowd_pace import CrowdPace
from game_server.table.order_buffer import OrderBuffer
from game_server.table.seats import Attendees
from game_server.table.state import AnyState
from protocol.messages import Seats
from protocol.shape import WrittenOnce
from protocol.words import Seat

SHOWN_EVERY_S: Final = 1.0
SLOWEST_S: Final = 2.0
"""The least time between two tells of who is away and who is back, and that time while they keep
coming and going."""


class SeatDisplay:
    """Shows the seats to all who are here, once an input, if they may look otherwise.

    Who sits is told of other seats at once. Who is away and who is back, how many watch, and all
    of it to who only watches, is told at the pace of a crowd, to whom it is news: a house that
    starts again has them all come back within seconds.
    """

    def __init__(self, table: str, state: AnyState, people: Attendees, orders: OrderBuffer) -> None:
        self._table, self._state = table, state
        self._people, self._orders = people, orders
        self._pace = CrowdPace(orders, SHOWN_EVERY_S, SLOWEST_S)
        self._changed = self._unshown = False
        """Whether the seats were marked since who sits was told, and anything since all were."""
        self._owed: set[str] = set()
        """Who is here anew, and has been told nothing yet."""
        self._know: set[str] = set()
        """Who was told since something was marked: to those it is no news."""
        self.changes = 0
        """How often something was marked as changed."""

    def mark_changed(self) -> None:
        """The seats may look otherwise than they were shown."""
        self._changed = True
        self.mark_presence()

    def mark_presence(self) -> None:
        """Somebody is here or away, or comes or goes without a seat: all hear it at the pace of a
        crowd."""
        self._unshown = True
        self._know.clear()
        self.changes += 1

    def mark_here(self, player: str) -> None:
        """This player is here anew, and is told at once."""
        self._owed.add(player)
        self.mark_presence()

    def show_changes(self, now: float) -> None:
        """Tell who sits where, if that has changed, to all whom it is due; only their own seat
        differs."""
        if not self._unshown:
            return
        here, seats = self._people.here(), self._state.seats
        if not here:
            # Who comes is told, and that is no change of a crowd.
            self._changed = self._unshown = False
            return
        all_are_due, changed = self._pace.due(now), self._changed
        if not (all_are_due or changed or self._owed):
            return
        owed, self._owed = self._owed, set()
        self._changed, self._unshown = False, not all_are_due
        seated = {one.player: seat for seat, one in seats.people()}
        due = {
            one
            for one in here
            if one in owed
            or ((all_are_due or (changed and one in seated)) and one not in self._know)
        }
        self._know |= due
        message = self._message(now)
        self._orders.tell([one for one in here if one in due and one not in seated], message)
        for player, seat in seated.items():
            if player in due:
                self._orders.send(player, replace(message, you=seat))

    def _message(self, now: float) -> Seats:
        state, people = self._state, self._people
        # Each who sits is told in a message of its own, which differs by one field.
        shown = WrittenOnce(
            (
                seat,
                views.sitter(
                    one,
                    people.get(one.player),
                    state.stack(seat),
                    self._present(seat),
                    state.stood_in(seat),
                    now,
                ),
            )
            for seat, one in sorted(state.seats.items())
        )
        watching = sum(1 for player in people.here() if state.seats.of(player) is None)
        return Seats(self._table, shown, None, watching)

    def _present(self, seat: Seat) -> bool:
        """Whether a seat looks present: a silent leaver does until the others may know."""
        one, playing = self._state.seats[seat], self._state.host.round
        if one.left:
            return playing is not None and seat in playing.leaving
        person = self._people.get(one.player)
        return one.is_bot or (person is not None and person.here)
