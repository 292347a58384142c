"""The price of leaving in the middle of a round, game by game."""

from typing import NamedTuple

from client_core.round import Round
from protocol.words import Seat


class Given(NamedTuple):
    """The price of leaving in mid-round. `key` says it in words, `lost` is what has been put in,
    `left` the chips that come back."""

    key: str
    lost: int
    left: int


def of_a_pot(now: Round, seat: Seat) -> Given | None:
    """The hand is folded, and what is in the pot stays there; who is all-in stays in the game."""
    if now.won or seat not in now.hands:
        return None
    lost, left = now.paid.get(seat, 0), now.stacks[seat]
    if lost and not left:
        return Given("all_in", lost, 0)
    return Given("hand_paid" if lost else "hand", lost, left)


def of_the_house(now: Round, seat: Seat) -> Given | None:
    """What lies before the seat is the house's."""
    lost = now.bets.get(seat, 0)
    return Given("bets", lost, now.stacks[seat]) if lost else None
