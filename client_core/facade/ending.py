"""The end of a stay at a table: its page, and the ways that lead on."""

from dataclasses import replace

from client_core import cashier
from client_core.ending import Ending, Way, ways
from client_core.facade.notices import NoticesPart
from client_core.facade.requests import RequestsPart
from client_core.state.client_state import ClientState
from protocol import messages


class EndingPart:
    """The page that says how a stay at a table ended."""

    def __init__(self, state: ClientState, requests: RequestsPart, notices: NoticesPart) -> None:
        self._state = state
        self._requests = requests
        self._notices = notices

    def show_page(self) -> None:
        """There is a screen "ending": a table stays in sight until `stay_over`, and then that
        screen says how the stay ended."""
        self._state.navigation.shows_endings = True

    def stay_over(self) -> None:
        """The last round of a table that I have left has been seen."""
        self._state.navigation.stay_over()
        self._state.navigation.settle()
        self._state.settle()

    @property
    def view(self) -> Ending | None:
        """How the last stay ended, until something comes after it."""
        ended = self._state.navigation.ending
        if ended is None:
            return None
        till, number = self._state.purse.cashier, self._state.purse.cash_outs.get(ended.table)
        paid = (one for one in till.payments if one.n == number)
        purse = till.cash if ended.room.purse == "cash" else till.play
        return replace(ended, paid=next((cashier.row(one).say for one in paid), None), purse=purse)

    @property
    def ways(self) -> tuple[Way, ...]:
        """What may come after it; the first leads."""
        ended = self._state.navigation.ending
        if ended is None:
            return ()
        return ways(ended, self._state.purse.cashier.play, self._notices.closing)

    def go_on(self, way: Way) -> int:
        """Take one of these ways, as far as it leads to a table; the number of the request."""
        ended = self._state.navigation.ending
        if ended is None or way not in self.ways:
            return 0
        wish, room = ended.wish, ended.room
        match way:
            case "again" if wish is not None:
                return self._requests.ask(lambda mine: replace(wish, id=mine))
            case "another":
                return self._requests.ask(
                    lambda mine: messages.QuickSeat(mine, room.game, room.preset)
                )
            case "back":
                by_code = room.code
                table = "" if by_code else room.table
                return self._requests.ask(lambda mine: messages.Join(mine, table, by_code))
        self.read()
        return 0

    def read(self) -> None:
        """To the menu."""
        self._state.navigation.ending_read()
        self._state.settle()
