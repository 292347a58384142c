"""Chance: the operating system's for players, a seeded one for demonstrations and tests.

A number is drawn when a table asks for it, and not before: nothing from which it could be told in
advance is in memory, on disk or in a copy.
"""

import random
import secrets
from collections.abc import Callable

from game_server.table.round_effects import Draw

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


class TrueChance:
    """Chance of players: every number comes from the operating system at the moment it is asked
    for, and follows from no other."""

    def draw(self, table: str, asked: Draw) -> tuple[int, ...]:
        """Answer a question to chance; the table is told apart by testers alone."""
        del table
        return answer(asked.bounds, true_chance)

    def below(self, bound: int) -> int:
        """A number from 0 to below the bound, each as likely."""
        return true_chance(bound)
