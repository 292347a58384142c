"""What a sabacc table can be told, and the preset."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Options:
    """The rules of one table; amounts in cents.

    Every seat pays `ante` into the sabacc pot when a game begins and must hold it: who cannot
    pay is not dealt in. At its first game a table puts `pot_least` to `pot_most` there, in
    steps of `pot_step`.
    """

    unit: int = 100
    least: int = 2
    most: int = 4
    ante: int = 5_000
    pot_least: int = 5_000
    pot_most: int = 50_000
    pot_step: int = 5_000
    laps: int = 3


PRESETS: Final = {"house": Options()}
