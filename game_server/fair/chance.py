"""Chance: the operating system's for players, a seeded one for demonstrations and tests."""

import random
import secrets
from collections.abc import Callable

Below = Callable[[int], int]
"""A whole number from 0 up to the bound, all alike likely."""


def true_chance(bound: int) -> int:
    """From the operating system, by rejection: no number is likelier than another."""
    return secrets.randbelow(bound)


def seeded(seed: int) -> Below:
    """The same numbers for the same seed. Never for players: whoever knows it knows the deck."""
    return random.Random(seed).randrange


def answer(bounds: tuple[int, ...], below: Below) -> tuple[int, ...]:
    """What chance draws when it is asked with these bounds."""
    return tuple(below(bound) for bound in bounds)
