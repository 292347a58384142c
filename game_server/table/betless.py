"""Seats that lay no bets: they are no missed turns, and yet they keep others from the table."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from game_server.table.order_buffer import OrderBuffer
from game_server.table.seat_offers import SeatOffers
from game_server.table.seats import Occupant
from game_server.table.state import AnyState
from protocol.events import Moved
from protocol.words import Seat

ROUNDS: Final = 3
"""So many rounds in a row without a bet, while somebody waits, cost a seat."""
TAKEN_BACK: Final = "take_back"


class BetlessSeats:
    """Counts the rounds in which a seat lays no bet while somebody waits for one."""

    def __init__(self, state: AnyState, orders: OrderBuffer, offers: SeatOffers) -> None:
        self._state, self._orders, self._offers = state, orders, offers

    def after_round(self, moves: Sequence[Moved]) -> frozenset[Seat]:
        """Count the round that has ended with these movements: the seats that go to who waits, no
        more than wait. Who goes after one more round like it is told so."""
        playing = self._state.host.last
        if not self._state.game.window_bets or playing is None:
            return frozenset()
        waiting = sum(1 for _ in self._offers.waiting())
        bettors = _bettors(moves)
        lost: list[Seat] = []
        for seat, one in self._state.seats.people():
            if not waiting or seat in bettors:
                one.betless = 0
            elif seat in playing.dealt:
                one.betless += 1
                if one.betless >= ROUNDS and len(lost) < waiting:
                    lost.append(seat)
                elif one.betless >= ROUNDS - 1:
                    self._warn(one)
        return frozenset(lost)

    def _warn(self, one: Occupant) -> None:
        text = "Others wait for a seat: bet in the next round, or yours goes to them."
        self._orders.notice(one.player, "bet_or_go", text)


def _bettors(moves: Sequence[Moved]) -> set[Seat]:
    """Whose chips stayed on the table when the window of bets closed: who won or lost any, and
    has not taken all of them back."""
    paid: set[Seat] = set()
    laid: Counter[Seat] = Counter()
    for moved in moves:
        if moved.why == TAKEN_BACK:
            laid[moved.dst] -= moved.amount
        else:
            laid[moved.src] += moved.amount
            paid.add(moved.dst)
    return paid | {seat for seat, chips in laid.items() if chips > 0}
