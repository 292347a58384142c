"""Seats without chips: how long their players have to buy some."""

from typing import Literal

from game_server.table.config import TableConfig
from game_server.table.departures import Departures
from game_server.table.journal import millis
from game_server.table.order_buffer import OrderBuffer
from game_server.table.state import AnyState
from protocol.words import Seat

ChiplessStep = Literal["buy_soon", "chipless"]


class ChiplessSeats:
    """Reminds those who sit without chips, and then gives their seats away."""

    def __init__(
        self,
        config: TableConfig,
        state: AnyState,
        orders: OrderBuffer,
        departures: Departures,
    ) -> None:
        self._config, self._state = config, state
        self._orders, self._departures = orders, departures

    def watch(self, now: float) -> None:
        """Between rounds: set the time of those who sit without chips, and stop that of others.
        Where nobody can play no round begins, so that counting rounds would keep them for ever."""
        state = self._state
        if state.host.round is not None:
            return
        for seat, one in state.seats.people():
            if state.owned(seat) >= state.entry or one.rebuy:
                one.chipless_at = 0.0
            elif not one.chipless_at:
                one.chipless_at = now
                half = now + self._config.chipless_seat / 2
                self._orders.wake_at(half, "buy_soon", one.player, millis(now))

    def hurry(self, step: ChiplessStep, player: str, since: int, now: float) -> None:
        """The alarm of one who has sat without chips since then: a word first, then the seat."""
        seat = self._state.seats.of(player)
        if seat is None or self._state.host.round is not None:
            return
        one, left = self._state.seats[seat], self._config.chipless_seat / 2
        if one.left or not one.chipless_at or millis(one.chipless_at) != since:
            return
        if step == "buy_soon":
            seconds = round(left)
            text = f"You have no chips: buy some within {seconds} seconds, or lose the seat."
            self._orders.notice(player, "chipless", text, seconds=seconds)
            self._orders.wake_at(now + left, "chipless", player, since)
        else:
            self._departures.vacate(seat, "no_chips", now)

    def rebuy_over(self, player: str, number: int, now: float) -> None:
        """Whoever was asked to buy chips after that round and did not goes."""
        seat = self._state.seated(player)
        if seat is None or self._state.seats[seat].rebuy != number:
            return
        if not self._state.in_play(seat):
            self._departures.vacate(seat, "no_chips", now)

    def restart_limit(self, seat: Seat, now: float) -> None:
        """After a restart: one who lacks chips has the whole time again."""
        state, one = self._state, self._state.seats[seat]
        one.chipless_at = 0.0
        if self._config.broke == "rebuy" and state.owned(seat) < state.entry:
            one.rebuy = max(1, state.host.rounds)
            self._orders.wake_at(now + self._config.rebuy, "rebuy", one.player, one.rebuy)
