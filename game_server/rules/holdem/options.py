"""The rules of hold'em that differ from room to room, and the four sets that have a name."""

from dataclasses import dataclass
from typing import Final, Literal

MOST_SEATS: Final = 10


@dataclass(frozen=True)
class Options:
    """Amounts in cents; `big_blind` is the least opening bet too."""

    unit: int = 100
    least: int = 2
    most: int = 7
    small_blind: int = 500
    big_blind: int = 1000
    ante: int = 0
    """What is paid before the blinds. It is no bet: nobody has to match it."""
    ante_from: Literal["all", "big_blind"] = "all"
    """Each seat pays an ante, or the big blind one for all, which anybody can win whole."""
    small_blind_left_of_dealer_heads_up: bool = False
    """Off: of two players the dealer posts the small blind."""
    grid: int = 100
    """What a seat has in on a street after its bet or raise is a multiple of this."""
    min_raise: Literal["last_raise", "double", "any"] = "last_raise"
    """A raise adds at least the last raise, or makes at least twice the bet, or adds a step of the
    grid."""
    preflop_betting: bool = True
    """Off: the flop follows the deal at once."""
    check_is_always_free: bool = False
    """On: a seat that faces a bet may check, pays nothing and stays in."""
    one_lap: bool = False
    """On: each seat acts once on a street; a raise binds only those still to act."""
    single_pot: bool = False
    """On: no side pots, a seat that is all-in for less can win everything."""
    fold_needs_bet: bool = False
    """On: who can check for nothing cannot fold."""
    timeout: Literal["fold", "check_or_fold"] = "check_or_fold"
    """What the silence of a seat means."""
    losers_may_muck: bool = False
    """Off: every hand is shown at the showdown."""
    all_in_shows: bool = False
    """On: when nobody can bet any more, all hands in play lie open before the board runs out."""
    first_button: Literal["random", "high_card", "lowest_seat"] = "random"
    button_moves: bool = True
    people_last: bool = False
    """On: wherever the button is, the first person at it or before it acts last on each street."""
    people: int = 0
    """Bit n: a person sits at seat n. The table says so for each round."""

    def __post_init__(self) -> None:
        if not 0 <= self.small_blind <= self.big_blind:
            raise ValueError(
                f"Blinds of {self.small_blind} and {self.big_blind} cents cannot be;"
                " the small blind is from 0 to the big blind."
            )
        if self.ante < 0:
            raise ValueError(f"An ante of {self.ante} cents cannot be; it is 0 or more.")
        if self.unit < 1 or self.grid < 1:
            raise ValueError(f"Unit {self.unit} and grid {self.grid} must be at least a cent.")
        if not 2 <= self.least <= self.most <= MOST_SEATS:
            seats = f"{self.least} to {self.most} seats"
            raise ValueError(f"{seats} cannot be; 2 to {MOST_SEATS} can play.")


PRESETS: Final = {
    "standard": Options(losers_may_muck=True, all_in_shows=True),
    "eps": Options(unit=500, grid=1000, min_raise="any", timeout="fold"),
    "heads_up": Options(
        most=2,
        min_raise="double",
        fold_needs_bet=True,
        all_in_shows=True,
        first_button="high_card",
    ),
    "casino": Options(
        small_blind=0,
        big_blind=0,
        min_raise="any",
        preflop_betting=False,
        check_is_always_free=True,
        one_lap=True,
        first_button="lowest_seat",
        people_last=True,
    ),
}
