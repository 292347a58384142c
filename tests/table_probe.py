"""What a test looks at of a table: the one place of the tests that knows how a table is made."""

from collections.abc import Sequence
from typing import Any

from game_server.lobby.table_runner import TableRunner
from game_server.table.config import TableConfig
from game_server.table.queue import Queue
from game_server.table.round import Question, Round
from game_server.table.round_host import RoundHost
from game_server.table.seats import Attendees, Occupant, SeatMap
from game_server.table.state import TableState
from game_server.table.status import TablePhase
from game_server.table.table import Table
from game_server.table.view import TableView
from game_server.table.view_maker import ViewMaker
from game_server.table.winnings_limit import winnings_limit
from protocol.events import Event
from protocol.words import Seat


class TableProbe:
    """Reads a table as it stands, with what is not on disk yet and what nobody is told."""

    def __init__(self, table: Table[Any, Any, Any]) -> None:
        self.table = table

    @classmethod
    def of(cls, runner: TableRunner) -> "TableProbe":
        """That of the table which the runner has now: a table that failed is another one later."""
        return cls(runner._live.table)

    @property
    def config(self) -> TableConfig:
        return self.table.config

    @property
    def winnings_limit(self) -> int:
        """From how many chips on a player has busted the house."""
        return winnings_limit(self.config, self.table.game)

    # -- rounds ------------------------------------------------------------------------------

    @property
    def state(self) -> TableState[Any, Any, Any]:
        """What the rows of the table tell."""
        return self.table.state

    @property
    def host(self) -> RoundHost[Any, Any, Any]:
        return self.state.host

    @property
    def round(self) -> Round[Any, Any] | None:
        """The round in play."""
        return self.host.round

    @property
    def last(self) -> Round[Any, Any] | None:
        """The round that ended last."""
        return self.host.last

    @property
    def rounds(self) -> int:
        """The number of the round that began last."""
        return self.host.rounds

    @property
    def turn(self) -> int:
        """The number of the last question before the round in play."""
        return self.host.turn

    @property
    def options(self) -> Any:
        return self.host.options

    @property
    def carry(self) -> Any:
        return self.host.carry

    def packed_carry(self) -> bytes | None:
        return self.host.packed_carry()

    def question(self, seat: Seat, turn: int) -> Question | None:
        return self.host.question(seat, turn)

    def transcript(self, viewer: Seat | None, after: int = 0) -> Sequence[tuple[int, Event]]:
        return self.host.transcript(viewer, after)

    def asked_human(self, seat: Seat) -> bool:
        return self.state.asked_human(seat)

    # -- seats and people --------------------------------------------------------------------

    @property
    def seats(self) -> SeatMap:
        return self.state.seats

    @property
    def dealt(self) -> dict[Seat, str]:
        """Who was dealt in to the round that is told."""
        return self.state.dealt

    @property
    def people(self) -> Attendees:
        return self.table._parts.people

    @property
    def queue(self) -> Queue:
        return self.table._parts.queue

    @property
    def first(self) -> Seat | None:
        """The first seat to be filled while nobody sits."""
        return self.table._parts.offers.first

    def view_of(self, player: str) -> Seat | None:
        """The seat whose cards this player may see."""
        return self.state.view_of(player)

    def seat_of(self, player: str) -> Seat:
        return self.state.seat_of(player)

    def stack(self, seat: Seat) -> int:
        return self.state.stack(seat)

    def owned(self, seat: Seat) -> int:
        return self.state.owned(seat)

    def holdings(self) -> dict[str, int]:
        """What each player's escrow must be."""
        return self.state.holdings()

    def bank_left(self, one: Occupant) -> float:
        return self.state.bank_left(one)

    # -- the table itself --------------------------------------------------------------------

    @property
    def phase(self) -> TablePhase:
        return self.table._parts.status.phase

    @property
    def over(self) -> bool:
        return self.phase is TablePhase.OVER

    @property
    def halted(self) -> bool:
        return self.state.halted

    @property
    def paused(self) -> bool:
        return self.table._parts.status.paused

    @property
    def closing(self) -> str:
        return self.table._parts.status.closing

    def fresh_view(self) -> TableView:
        """The table as it stands, with nothing kept of the views before."""
        parts = self.table._parts
        maker = ViewMaker(
            self.state,
            parts.people,
            parts.queue,
            parts.chat,
            parts.status,
            parts.display,
            parts.offers,
            parts.next_round,
        )
        return maker.view()
