"""The house rules of blackjack, and the sets of them that have a name."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal

from game_server.rules.core import check_rules

MOST_SEATS: Final = 8


@dataclass(frozen=True, slots=True)
class Options:
    """One set of rules; `docs/rules/blackjack.md` says what each means at the table.

    Money is in cents. A shoe's marker lies between `marker_least` and `marker_most` percent
    before its end.
    """

    unit: int = 1
    least: int = 1
    most: int = MOST_SEATS

    min_bet: int = 500
    max_bet: int = 0
    """0: as much as the seat has."""
    chip: int = 100

    decks: int = 6
    fresh_pack: bool = False
    marker_least: int = 20
    marker_most: int = 30

    dealer: Literal["s17", "h17", "hit_all_17"] = "s17"
    """The dealer rule: stands on every 17, hits a soft one, or hits every 17."""
    ace_hardens: bool = False
    """On: an ace of the dealer's that a card is drawn upon counts 1 from then on."""
    soft_on_two: bool = False
    """On: the dealer's hand is soft with two cards only; with more cards a 17 is a hard one."""
    hole_card: Literal["first", "second"] = "second"
    peek: bool = True
    tie: Literal["push", "dealer"] = "push"
    swedish_pub: bool = False

    natural_pays: int = 150
    """Percent of the bet; 0: a natural is 21 points like any other."""
    natural_faces_only: bool = False
    natural_sweeps: bool = False

    double_down: bool = True
    double_after_split: bool = True
    split: bool = True
    max_hands: int = 4
    insurance: bool = True
    surrender: bool = True
    five_hit_bonus: bool = False

    def __post_init__(self) -> None:
        check_rules(self._demands())

    def _demands(self) -> Iterator[tuple[bool, str]]:
        yield 1 <= self.least <= self.most <= MOST_SEATS, f"seats go from 1 to {MOST_SEATS}"
        yield self.unit >= 1, f"unit is {self.unit}; it is at least a cent"
        yield 1 <= self.decks <= 8, f"decks is {self.decks}; a shoe holds 1 to 8"
        yield self.chip >= 1, f"chip is {self.chip}; it is at least a cent"
        yield self.min_bet >= self.chip, "min_bet is at least one chip"
        yield self.min_bet % self.chip == 0, "min_bet is a whole number of chips"
        yield self.max_bet % self.chip == 0, "max_bet is a whole number of chips"
        most = f"max_bet is {self.max_bet}; it is 0 or at least min_bet, {self.min_bet}"
        yield self.max_bet == 0 or self.max_bet >= self.min_bet, most
        marker = "the marker lies 1 to 90 percent before the end, marker_least first"
        yield 1 <= self.marker_least <= self.marker_most <= 90, marker
        yield self.natural_pays >= 0, "natural_pays is a percentage from 0"
        yield 2 <= self.max_hands <= 4, f"max_hands is {self.max_hands}; it goes from 2 to 4"


CASINO: Final = Options(
    min_bet=100,
    decks=1,
    fresh_pack=True,
    dealer="h17",
    soft_on_two=True,
    hole_card="first",
    peek=False,
    natural_pays=0,
    double_down=False,
    double_after_split=False,
    split=False,
    max_hands=2,
    insurance=False,
    surrender=False,
)

TWENTY_ONE: Final = Options(
    max_bet=5_000,
    dealer="hit_all_17",
    ace_hardens=True,
    hole_card="first",
    natural_sweeps=True,
    double_after_split=False,
    max_hands=2,
)

STANDARD: Final = Options(max_bet=50_000)

PRESETS: Final = {"casino": CASINO, "twenty_one": TWENTY_ONE, "standard": STANDARD}
