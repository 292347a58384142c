"""The options of Dou Dizhu, and the sets of them that have a name."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final, Literal

from game_server.rules.core import check_rules


@dataclass(frozen=True, slots=True)
class Options:
    """The options of Dou Dizhu: every choice that a room has; amounts are cents."""

    stake: int = 1000
    """What a peasant wins or pays at a bid of one, before anything doubles."""
    landlord: Literal["random", "bid", "call"] = "random"
    """Chance names the landlord, or the seats bid one, two or three stakes for it, or one seat
    calls and others rob: each rob doubles."""
    no_shuffle: bool = False
    """The cards of the last game are gathered as they were played, cut, and dealt in threes and
    fours."""
    deals: int = 3
    """So often the cards are dealt; when all passed each time, the round is over."""
    doubles: bool = False
    """Once the landlord has taken up the cards, each seat may double or double twice for itself."""
    open_hands: bool = False
    """A seat may play with its cards open: times 5 before the deal, 4 or 3 in it, 2 as landlord."""
    wild: bool = False
    """Chance names a rank once the cards are dealt; its cards stand for any but the jokers."""
    spring: bool = False
    """Double when the losing side never played, or the losing landlord only once."""
    online: bool = False
    """Kickers may be of equal ranks."""
    jokers_as_kickers: bool = False
    """Both jokers may go together as two solo kickers."""
    rocket_wins: bool = False
    """Nobody is asked to beat the rocket: both others pass at once."""
    shows_rest: bool = False
    """When a game is over, what is left in hands is shown."""
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


HOUSE: Final = Options(rocket_wins=True, shows_rest=True)
"""What is off in `Options` itself is so in journals of before it was there."""
CLASSIC: Final = replace(
    HOUSE, landlord="call", spring=True, doubles=True, open_hands=True, online=True
)
PRESETS: Final = {
    "house": HOUSE,
    "standard": replace(HOUSE, landlord="bid", spring=True),
    "classic": CLASSIC,
    "no_shuffle": replace(CLASSIC, no_shuffle=True),
    "wild": replace(CLASSIC, wild=True),
}
