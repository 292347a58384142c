"""Listing of a table: how the lobby shows it to everybody."""

from typing import NamedTuple

from game_server.table.bot_seats import BotSeats
from game_server.table.config import TableConfig
from game_server.table.queue import Queue
from game_server.table.seats import Attendees
from game_server.table.state import AnyState
from protocol.messages import Room


class CrowdSize(NamedTuple):
    """Those at a table who have no seat, and those of them who wait for one."""

    unseated: int
    waiting: int


class TableListing:
    """Says of a table what a player wants to know before coming in."""

    def __init__(
        self,
        config: TableConfig,
        state: AnyState,
        people: Attendees,
        queue: Queue,
        bots: BotSeats,
    ) -> None:
        self._config, self._state = config, state
        self._people, self._queue, self._bots = people, queue, bots

    def room(self) -> Room:
        """The table as the lobby lists it."""
        config, seats = self._config, self._state.seats
        return Room(
            table=config.table,
            game=config.game,
            preset=config.preset,
            purse=config.purse,
            stake=config.stake,
            least_buy_in=config.least_buy_in,
            most_buy_in=config.most_buy_in,
            seats=self._state.host.options.most,
            taken=len(seats),
            waiting=len(self._queue.order),
            ready=config.ready,
            private=config.private,
            code=config.code,
            counter=config.card_counter,
            # The house may look at any table, and says so at each.
            watched=True,
            testing=config.testing,
            bots=sum(1 for _ in seats.bots()) if config.bots_yield else 0,
            calls=config.calls,
            coming=self._bots.coming(),
            options=config.chosen,
        )

    def crowd(self) -> CrowdSize:
        """How many are at the table without a seat."""
        seated = sum(1 for _, one in self._state.seats.people() if one.player in self._people)
        return CrowdSize(len(self._people) - seated, len(self._queue.order))

    def made_of(self) -> tuple[object, ...]:
        """What the listing is made of: as long as this is the same, so is that."""
        state, visited = self._state, bool(self._people)
        options, taken = state.host.options, len(state.seats)
        return self._config, options, taken, len(self._queue.order), visited
