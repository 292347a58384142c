"""The deal of cards that are not shuffled written a second time, from what everybody could see."""

from collections.abc import Iterator, Mapping, Sequence

from protocol.cards import Card
from protocol.events import Event, Laid
from protocol.words import BOARD, Cards, Seat


def pile(events: Sequence[Event], held: Mapping[Seat, Cards], order: Sequence[Seat]) -> list[Card]:
    """One play upon another, and then the hands of those who did not get out.

    The one who would have played next throws in first.
    """
    laid = [event for event in events if isinstance(event, Laid) and event.dst == BOARD]
    pack = [card for event in laid for card in event.cards]
    last = list(order).index(laid[-1].src)
    for step in (1, 2):
        pack.extend(held[order[(last + step) % 3]])
    return pack


def hands(
    pack: Sequence[Card], drawn: Sequence[int], order: Sequence[Seat]
) -> tuple[dict[Seat, set[Card]], set[Card]]:
    """Three cuts: after the first two threes a seat, after the second a three and a four, after
    the third a four. Two numbers say for each three packets in which order they go round."""
    numbers = iter(drawn)
    ring, given = list(pack), {seat: set[Card]() for seat in order}
    for sizes in ([3, 3], [3, 4], [4]):
        first = next(numbers)
        ring = [ring[(first + place) % len(ring)] for place in range(len(ring))]
        for size in sizes:
            for seat in _round(order, numbers):
                given[seat] |= {ring.pop(0) for _ in range(size)}
    return given, set(ring)


def _round(order: Sequence[Seat], numbers: Iterator[int]) -> list[Seat]:
    first = order[next(numbers)]
    others = [seat for seat in order if seat != first]
    second = others[next(numbers)]
    return [first, second, *(seat for seat in others if seat != second)]
