"""How a room plays Dou Dizhu."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal

from game_server.rules.core import check_rules


@dataclass(frozen=True, slots=True)
class Options:
    """Every choice that a room has; amounts are cents."""

    stake: int = 1000
    """What a peasant wins or pays at a bid of one, before anything doubles."""
    landlord: Literal["random", "bid"] = "random"
    """Chance names the landlord, or the seats bid one, two or three stakes for it."""
    deals: int = 3
    """So often the cards are dealt; when all passed each time, the round is over."""
    spring: bool = False
    """Double when the losing side never played, or the losing landlord only once."""
    online: bool = False
    """Kickers may be of equal ranks."""
    jokers_as_kickers: bool = False
    """Both jokers may go together as two solo kickers."""
    unit: int = 100
    least: int = 3
    most: int = 3

    def __post_init__(self) -> None:
        check_rules(self._demands())

    def _demands(self) -> Iterator[tuple[bool, str]]:
        yield self.least == self.most == 3, "there are 3 seats, neither more nor less"
        yield self.unit >= 1, f"unit is {self.unit}; it is at least a cent"
        yield self.stake >= self.unit, f"stake is {self.stake}; it is at least one unit"
        yield self.stake % self.unit == 0, f"stake is {self.stake}; it is a whole number of units"
        yield self.deals >= 1, f"deals is {self.deals}; the cards are dealt at least once"


PRESETS: Final = {
    "house": Options(),
    "standard": Options(landlord="bid", spring=True),
}
