"""What a roulette table can be told, and the presets."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Options:
    """The rules of one table; amounts in cents.

    `table_cap` is the most that lies on the board in one spin, shared out equally between the
    seats of the round; 0 is no cap. `counts`: whether results count for a leaderboard.
    """

    unit: int = 100
    least: int = 1
    most: int = 7
    corner_pays: int = 8
    half_pays: int = 1
    first_four: bool = True
    table_cap: int = 0
    counts: bool = True


HOUSE_ODDS: Final = Options(
    corner_pays=11, half_pays=2, first_four=False, table_cap=10_000, counts=False
)
PRESETS: Final = {"house": HOUSE_ODDS, "standard": Options()}
