"""How a room plays Dou Dizhu."""

from dataclasses import dataclass
from typing import Final, Literal


@dataclass(frozen=True, slots=True)
class Options:
    """Every choice that a room has; amounts are cents."""

    stake: int = 1000
    """What a peasant wins or pays at a bid of one, before anything doubles."""
    landlord: Literal["random", "bid"] = "random"
    """Chance names the landlord, or the seats bid one, two or three stakes for it."""
    spring: bool = False
    """Double when the losing side never played, or the losing landlord only once."""
    online: bool = False
    """Kickers may be of equal ranks."""
    jokers_as_kickers: bool = False
    """Both jokers may go together as two solo kickers."""
    unit: int = 100
    least: int = 3
    most: int = 3


PRESETS: Final = {
    "house": Options(),
    "standard": Options(landlord="bid", spring=True),
}
