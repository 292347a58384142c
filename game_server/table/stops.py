"""Stops of a table: the house closes or pauses it, storage fails, or it fails for good.

Each changes the phase of the table (`TableStatus`), tells those who are here, and says what is to
go on after it.
"""

from collections.abc import Sequence

from game_server.refusals import TableSuspended
from game_server.table.departures import Departures
from game_server.table.journal import Row, TablePaused, millis
from game_server.table.order_buffer import OrderBuffer
from game_server.table.queue import Queue
from game_server.table.recovery import Recovery
from game_server.table.resync import CLOSES, HALTED, TableResync
from game_server.table.seats import Attendees
from game_server.table.status import TablePhase, TableStatus
from protocol.words import Refusal

GOES_ON = "The table goes on."


class Stops:
    """Whatever stops a table, and lets it go on."""

    def __init__(
        self,
        homecoming: float,
        people: Attendees,
        queue: Queue,
        orders: OrderBuffer,
        status: TableStatus,
        departures: Departures,
        recovery: Recovery,
        resync: TableResync,
    ) -> None:
        self._homecoming, self._people, self._queue = homecoming, people, queue
        self._orders, self._status, self._departures = orders, status, departures
        self._recovery, self._resync = recovery, resync

    def close(self, reason: str, now: float) -> None:
        """No new rounds: when this one is over everybody is cashed out."""
        if self._status.close(reason):
            self._orders.notice(None, "closing", CLOSES, reason=reason)
            self._recovery.set_clock(self._status.paused, now)
        if self._status.halted:
            # The game that is to end must go on.
            self.unpause(now)

    def pause(self, now: float) -> None:
        """The house pauses the table, clocks and all, until `unpause`."""
        self._status.refuse_if_closed()
        self._orders.record(TablePaused(True, millis(now)))
        self._orders.notice(None, "paused", HALTED)

    def unpause(self, now: float) -> None:
        """The house lets the table go on: open questions have their whole time again."""
        if not self._status.halted:
            raise Refusal("not_paused", "The table is not paused; it goes on.")
        self._orders.record(TablePaused(False, millis(now)))
        self._recovery.go_on(now, 0.0 if self._status.closing else self._homecoming)
        self._orders.notice(None, "resumed", GOES_ON)

    def void_round(self, number: int, now: float) -> None:
        """The house makes the round of that number void, which must be in play: stakes go back. A
        table that it has paused goes on."""
        if self._status.phase is TablePhase.SUSPENDED:
            raise TableSuspended("The table is paused; it goes on in a moment.")
        self._recovery.refuse_unless_in_play(number)
        if self._status.halted:
            self._orders.record(TablePaused(False, millis(now)))
            self._orders.notice(None, "resumed", GOES_ON)
        self._recovery.void_round(now)

    def suspend(self) -> None:
        """The journal cannot be written: nothing happens until `resume`."""
        self._orders.clear()
        self._status.suspend()
        self._orders.notice(None, "paused", "The table is paused; it goes on in a moment.")

    def quarantine(self) -> None:
        """The table keeps failing: everybody is sent away; seats and chips stay as written."""
        self._orders.clear()
        self._status.suspend()
        for player in list(self._people):
            self._departures.send_off(player, "quarantined")
        self._queue.restore((), {})

    def resume(self, rows: Sequence[Row], now: float, void_why: str) -> None:
        """Go on from what is written, whatever was about to happen when the journal failed."""
        self._orders.clear()
        self._status.resume()
        self._recovery.replay(rows, void_why, now)
        if not self._status.halted:
            self._orders.notice(None, "resumed", GOES_ON)
        for player in self._people.here():
            self._resync.catch_up(player, None, now)
