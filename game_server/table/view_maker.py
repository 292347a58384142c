"""Makes the views of a table, and makes anew only what has changed since the last one."""

from collections.abc import Mapping
from typing import Final

from game_server.table.chat import Chat
from game_server.table.next_round import NextRound
from game_server.table.queue import Queue
from game_server.table.round import Round
from game_server.table.seat_display import SeatDisplay
from game_server.table.seat_offers import SeatOffers
from game_server.table.seats import Attendees, Occupant
from game_server.table.state import AnyState
from game_server.table.status import TableStatus
from game_server.table.view import PersonView, RoundView, SeatView, TableView
from protocol.messages import Line
from protocol.words import Seat

NOBODY: Final[frozenset[Seat]] = frozenset()


class ViewMaker:
    """Takes a view of a table as it stands. A view is taken after every act, so that seats, people
    and chat are kept from the view before as long as nothing has touched them."""

    def __init__(
        self,
        state: AnyState,
        people: Attendees,
        queue: Queue,
        chat: Chat,
        status: TableStatus,
        display: SeatDisplay,
        offers: SeatOffers,
        next_round: NextRound,
    ) -> None:
        self._state, self._people, self._queue, self._chat = state, people, queue, chat
        self._status, self._display = status, display
        self._next_round, self._least = next_round, offers.least()
        self._version = (-1, -1, -1)
        self._seats: Mapping[Seat, SeatView] = {}
        self._shown: Mapping[str, PersonView] = {}
        self._lines: tuple[Line, ...] = ()
        self._last: tuple[Round[object, object], RoundView] | None = None

    def view(self) -> TableView:
        """The table as it stands now."""
        state, host = self._state, self._state.host
        version = (state.changes, self._people.changes, self._display.changes)
        if version != self._version:
            self._version = version
            self._seats = {seat: self._seat(one) for seat, one in sorted(state.seats.items())}
            self._shown = {p: PersonView(one.name, one.here) for p, one in self._people.items()}
        lines = self._chat.lines
        if len(lines) != len(self._lines) or (lines and lines[-1][1] is not self._lines[-1]):
            self._lines = tuple([line for _, line in lines])
        playing, last = host.round, host.last
        if last is not None and (self._last is None or self._last[0] is not last):
            # A round that is over is never changed again.
            self._last = (last, _round(last))
        # By their places: to name so many fields would cost as much as all the rest.
        return TableView(
            state.config,
            state.game,
            host.options,
            host.carry,
            self._status.phase,
            self._status.closing,
            self._least,
            self._seats,
            self._shown,
            tuple(self._queue.order),
            host.rounds,
            host.turn if playing is None else playing.turn,
            None if playing is None else _round(playing),
            None if last is None or self._last is None else self._last[1],
            state.dealt,
            self._next_round.at,
            self._lines,
            host.given,
        )

    def _seat(self, one: Occupant) -> SeatView:
        person = self._people.get(one.player)
        is_bot = one.is_bot
        here = is_bot or (person is not None and person.here)
        away_since = None if person is None or person.here else person.since
        return SeatView(
            player=one.player,
            name=one.name,
            bot=one.bot,
            is_bot=is_bot,
            chips=one.chips,
            coming=one.coming,
            out=one.out,
            ready=one.ready,
            left=one.left,
            leaving=one.leaving,
            here=here,
            away_since=away_since,
        )


def _round(playing: Round[object, object]) -> RoundView:
    return RoundView(
        playing.number,
        playing.rules,
        playing.state,
        dict(playing.stacks),
        playing.open,
        frozenset(playing.leaving) if playing.leaving else NOBODY,
        playing.dealt,
        len(playing.said),
        playing.said,
    )
