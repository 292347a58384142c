"""Stakes: what the stake of a room is, and how the amounts of its rules go with it."""

from collections.abc import Mapping
from math import gcd, isqrt
from typing import Final

Options = Mapping[str, int | str | bool]

STAKES: Final = ("big_blind", "stake", "ante", "min_bet")
"""The options that a stake is; the first that a game has is its stake."""
AMOUNTS: Final = (*STAKES, "small_blind", "max_bet")
"""What is played for: in proportion to the stake, to the cent."""
GIFTS: Final = ("pot_least", "pot_most", "pot_step")
"""What the house puts into a pot: less at a lower stake, and never more, or a high stake would
make chips of nothing."""
STEPS: Final = ("unit", "grid")
"""What amounts are multiples of."""
COINS: Final = ("chip",)
"""The least chip to bet with: it is one chip at a high stake too."""
CHIP: Final = 100


def stake(options: Options) -> int:
    """What is played for under these options; 0 is nothing in particular."""
    return next((_cents(options, name) for name in STAKES if options.get(name)), 0)


def least_step(options: Options) -> int:
    """A stake other than the usual one is a multiple of this: every amount is in whole cents."""
    usual = stake(options)
    return usual // gcd(usual, *_of(options, AMOUNTS).values()) if usual else 1


def at_stake(options: Options, named: int) -> dict[str, int]:
    """What is otherwise in a room of another stake: all amounts that are measured by it."""
    usual = stake(options)
    if not (named and usual) or named == usual:
        return {}
    before = _of(options, AMOUNTS)
    amounts = {name: cents * named // usual for name, cents in before.items()}
    gifts = {
        name: cents * min(named, usual) // usual for name, cents in _of(options, GIFTS).items()
    }
    steps = {
        name: _step(
            cents * named // usual,
            gcd(*(amounts[one] for one, usually in before.items() if usually % cents == 0)),
        )
        for name, cents in _of(options, STEPS).items()
        # A cent is the least there is, at any stake.
        if cents > 1
    }
    coins = {name: gcd(cents, *amounts.values()) for name, cents in _of(options, COINS).items()}
    return {**amounts, **gifts, **steps, **coins}


def _step(share: int, whole: int) -> int:
    """The largest step that is not above its share of the stake and divides this whole.

    Where the whole is in whole chips the step is too: nobody bets 2.40 at blinds of 1 and 2.
    """
    coin = gcd(CHIP, whole) or 1
    count, most = whole // coin, max(1, share // coin)
    small = [one for one in range(1, isqrt(count) + 1) if count % one == 0]
    return coin * max(
        (one for low in small for one in (low, count // low) if one <= most), default=1
    )


def _of(options: Options, names: tuple[str, ...]) -> dict[str, int]:
    return {name: _cents(options, name) for name in names if options.get(name)}


def _cents(options: Options, name: str) -> int:
    return int(options[name])
