"""Makes the views of a table, and makes anew only what has changed since the last one."""

from collections.abc import Mapping

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
        self._offers, self._next_round = offers, next_round
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
        return TableView(
            config=state.config,
            game=state.game,
            options=host.options,
            carry=host.carry,
            phase=self._status.phase,
            closing=self._status.closing,
            least=self._offers.least(),
            seats=self._seats,
            people=self._shown,
            queue=tuple(self._queue.order),
            rounds=host.rounds,
            turn=host.turn if host.round is None else host.round.turn,
            round=None if host.round is None else _round(host.round),
            last=self._ended(host.last),
            dealt=state.dealt,
            begins=self._next_round.at,
            chat=self._lines,
            given=host.given,
        )

    def _seat(self, one: Occupant) -> SeatView:
        person = self._people.get(one.player)
        is_bot = one.is_bot
        here = is_bot or (person is not None and person.here)
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
            away_since=None if person is None or person.here else person.since,
        )

    def _ended(self, last: Round[object, object] | None) -> RoundView | None:
        """A round that is over is never changed again."""
        if last is None:
            return None
        if self._last is None or self._last[0] is not last:
            self._last = (last, _round(last))
        return self._last[1]


def _round(playing: Round[object, object]) -> RoundView:
    return RoundView(
        number=playing.number,
        rules=playing.rules,
        state=playing.state,
        stacks=dict(playing.stacks),
        open=dict(playing.open),
        leaving=frozenset(playing.leaving),
        dealt=playing.dealt,
        said_count=len(playing.said),
        _said=playing.said,
    )
