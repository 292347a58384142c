"""Sitting out: seats that play no rounds for a while, and how long they are kept."""

from game_server.table.config import TableConfig
from game_server.table.journal import SatOut, millis
from game_server.table.leaving import Leaving
from game_server.table.order_buffer import OrderBuffer
from game_server.table.queue import Queue
from game_server.table.seat_display import SeatDisplay
from game_server.table.state import AnyState
from protocol.words import Seat


class SittingOut:
    """Takes seats out of play and in again; who stays out too long loses the seat."""

    def __init__(
        self,
        config: TableConfig,
        state: AnyState,
        queue: Queue,
        orders: OrderBuffer,
        display: SeatDisplay,
        leaving: Leaving,
    ) -> None:
        self._config, self._state, self._queue = config, state, queue
        self._orders, self._display, self._leaving = orders, display, leaving

    def set_out(self, seat: Seat, out: bool, now: float) -> None:
        """Play no rounds from the next one, or play again."""
        one = self._state.seats[seat]
        if one.out == out:
            return
        self._display.mark_changed()
        one.spared = one.spared and out
        self._orders.record(SatOut(seat, out, millis(now)))
        if out:
            # A moment in play that no round falls into gives nobody the whole time again.
            left = max(0.0, self._config.out_limit - one.out_before)
            self._orders.wake_at(now + left, "out", one.player, millis(now))
            one.out_at = now
        else:
            one.out_before += now - one.out_at

    def too_long(self, player: str, since: int, here: bool, now: float) -> None:
        """The alarm of one who sits out since then: the seat is given up, unless nobody would have
        more of an empty one."""
        seat = self._state.seats.of(player)
        if seat is None:
            return
        one = self._state.seats[seat]
        if not one.out or millis(one.out_at) != since:
            return
        if here and one.spared and self.alone(seat):
            self._orders.wake_at(now + self._config.out_limit, "out", player, since)
        else:
            self._leaving.give_up(seat, "sat_out", now)

    def restart_limit(self, seat: Seat, now: float) -> None:
        """One who sits out has the whole time again."""
        one = self._state.seats[seat]
        if one.out:
            one.out_at, one.out_before = now, 0.0
            self._orders.wake_at(now + self._config.out_limit, "out", one.player, millis(now))

    def spare(self, seat: Seat, now: float) -> None:
        """Who is silent too often and keeps nobody waiting sits out, and keeps the seat."""
        one = self._state.seats.get(seat)
        if one is None or one.left:
            return
        one.silent += 1
        if one.silent >= self._config.missed_turns and not one.out:
            one.silent, one.spared = 0, True
            self.set_out(seat, True, now)
            text = "You were silent in two turns and sit out; come back whenever you like."
            self._orders.notice(one.player, "spared", text)

    def acted(self, seat: Seat, now: float) -> None:
        """Who was taken out of play for silence and acts again is back; who chose it stays out."""
        if self._state.seats[seat].spared:
            self.set_out(seat, False, now)

    def alone(self, seat: Seat) -> bool:
        """Whether no other player sits or waits here, and chips are no money."""
        seats = self._state.seats
        if self._config.purse == "cash" or self._queue.order or seat not in seats:
            return False
        me = seats[seat]
        return not me.is_bot and all(one is me for _, one in seats.people())
