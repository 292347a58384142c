"""Chips as they look: denominations with their colours. Money itself is only ever cents. Money
itself is only ever cents."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Chip:
    """A denomination in cents, and the colour a player names it by."""

    value: int
    colour: str


EPS: Final = (
    Chip(500, "white"),
    Chip(1_000, "red"),
    Chip(5_000, "green"),
    Chip(10_000, "black"),
    Chip(50_000, "purple"),
)
TWENTY_ONE: Final = (
    Chip(100, "white"),
    Chip(500, "red"),
    Chip(2_500, "green"),
    Chip(10_000, "black"),
)


@dataclass(frozen=True, slots=True)
class Stack:
    """Chips with how many of each, the largest first, and the cents that no chip covers."""

    chips: tuple[tuple[Chip, int], ...]
    rest: int


def stack(amount: int, denominations: Sequence[Chip]) -> Stack:
    """The fewest chips for an amount, taken from the largest downwards."""
    if amount < 0:
        raise ValueError(f"A stack of {amount} cents cannot be laid; the least is 0.")
    piles = []
    for chip in sorted(denominations, key=lambda chip: -chip.value):
        count, amount = divmod(amount, chip.value)
        if count:
            piles.append((chip, count))
    return Stack(tuple(piles), amount)
