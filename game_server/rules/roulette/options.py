"""The options of a roulette table, and the presets."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from game_server.rules.core import check_rules

MOST_SEATS: Final = 7


@dataclass(frozen=True, slots=True)
class Options:
    """The rules of one table; amounts in cents.

    `table_cap` is the most that lies on the board in one spin, shared out equally between the
    seats of the round; 0 is no cap. `counts`: whether results count for a leaderboard.
    """

    unit: int = 100
    least: int = 1
    most: int = MOST_SEATS
    corner_pays: int = 8
    half_pays: int = 1
    first_four: bool = True
    table_cap: int = 0
    counts: bool = True

    def __post_init__(self) -> None:
        check_rules(self._demands())

    def _demands(self) -> Iterator[tuple[bool, str]]:
        yield 1 <= self.least <= self.most <= MOST_SEATS, f"seats go from 1 to {MOST_SEATS}"
        yield self.unit >= 1, f"unit is {self.unit}; it is at least a cent"
        yield self.corner_pays >= 1, f"corner_pays is {self.corner_pays}; it is at least 1"
        yield self.half_pays >= 1, f"half_pays is {self.half_pays}; it is at least 1"
        cap, fair = self.table_cap, self.most * self.unit
        text = f"table_cap is {cap}; it is 0 or, for one unit a seat, at least {fair}"
        yield cap == 0 or cap >= fair, text


HOUSE_ODDS: Final = Options(
    corner_pays=11, half_pays=2, first_four=False, table_cap=10_000, counts=False
)
PRESETS: Final = {"house": HOUSE_ODDS, "standard": Options()}
