"""The deal of Dou Dizhu: one by one of a shuffled pack, or in packets of a cut one."""

from collections.abc import Iterator, Mapping
from typing import Final

from game_server.rules.doudizhu.state import State
from protocol.words import Ask, Cards, Seat, draw, drawn_from, numbers

HAND: Final = 17
KITTY: Final = 3
PARTS: Final[Mapping[int, int]] = {54: 18, 36: 18, 18: 15}
"""How many cards of a shuffled pack come in one part, by how many are left."""
PACKETS: Final[Mapping[int, tuple[int, ...]]] = {54: (3, 3), 36: (3, 4), 15: (4,)}
"""The packets that each seat is given in one part of what is not shuffled, likewise.

The rest is cut anew before each part, so no card to come follows from those that are dealt.
"""
_WHICH_SEAT: Final = (3, 2)
"""Chance says to which of three the first packet goes, and to which of two the second."""


def ask(state: State, parts: bool, pace: str = "deal") -> Ask:
    """Chance deals the next part, or all parts at once."""
    left = len(state.left)
    if not state.unshuffled:
        return draw(state.source, state.left, PARTS[left] if parts else 3 * HAND, pace)
    bounds: tuple[int, ...] = ()
    for size, packets in PACKETS.items():
        if size == left or (size < left and not parts):
            bounds += (size, *_WHICH_SEAT * len(packets))
    return numbers(f"{state.source}.cut", bounds, pace)


def dealt(state: State, drawn: tuple[int, ...]) -> tuple[dict[Seat, Cards], Cards]:
    """What comes to each seat, and what is left."""
    if not state.unshuffled:
        cards, left = drawn_from(state.left, drawn)
        return {seat: cards[place::3] for place, seat in enumerate(state.order)}, left
    found: dict[Seat, Cards] = dict.fromkeys(state.order, ())
    left, coming = state.left, iter(drawn)
    for cut in coming:
        packets = PACKETS[len(left)]
        left = left[cut:] + left[:cut]
        for size in packets:
            for seat in _seats(state.order, coming):
                found[seat] += left[:size]
                left = left[size:]
    return found, left


def gathered(state: State) -> Cards:
    """The cards of a game that is over: as they were played, then what was left in the hands.

    Nothing where nobody played: those cards are shuffled.
    """
    if not state.played:
        return ()
    second = state.after(state.turn)
    order = (state.turn, second, state.after(second))
    return state.played + tuple(card for seat in order for card in state.hands[seat])


def _seats(order: tuple[Seat, ...], coming: Iterator[int]) -> Iterator[Seat]:
    """To whom one packet after another goes."""
    waiting = list(order)
    for _ in _WHICH_SEAT:
        yield waiting.pop(next(coming))
    yield waiting[0]
