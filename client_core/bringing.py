"""Buy-ins to propose, when a seat is offered or before a table is opened."""

from dataclasses import dataclass
from typing import Final

from client_core.acts import Button, Preset

DEPTHS: Final = (100, 50, 20, 10, 5)
"""What is proposed, in stakes: the first of these that leaves as much in the purse."""
ROUND: Final = (5, 2, 1)
"""How round numbers begin."""


@dataclass(frozen=True, slots=True)
class ToBring:
    """The least and the most to sit down with, what is proposed, and what I have."""

    least: int
    most: int
    usual: int
    have: int

    @property
    def short(self) -> bool:
        """I have not even the least; with nothing nobody sits down anywhere."""
        return self.have < max(self.least, 1)


def to_bring(least: int, most: int, stake: int, step: int, have: int) -> ToBring:
    """The same of a room where no seat is offered yet."""
    chips = bringing(least, most, stake, step, have)
    return ToBring(least, most, min(have, chips.usual), have)


def bringing(least: int, most: int, stake: int, step: int, have: int | None) -> Button:
    """The chips as a range to choose from, or the only amount. `have` is all that can be brought;
    of a bank account nobody knows. What is proposed is a round number of stakes."""
    low, high = least, max(least, most)
    if have is not None and have < high:
        high = low + max(0, have - low) // step * step
    # Nobody is led to bring everything to one table.
    spare = high if have is None else min(high, have // 2)
    amounts = [depth * stake for depth in DEPTHS] if stake else _round_ones(high)
    able = [one for one in amounts if low <= one <= high and (one - low) % step == 0]
    usual = next((one for one in able if one <= spare), able[-1] if able else low)
    middle = low + (high - low) // 2 // step * step
    named = {low: "min", high: "max"}
    chosen = sorted({low, middle if usual in named else usual, high})
    presets = tuple(Preset(named.get(amount, "amount"), amount) for amount in chosen)
    return Button(-1, "sit", "sit", "", low=low, high=high, step=step, presets=presets, usual=usual)


def _round_ones(most: int) -> list[int]:
    """Round numbers of cents up to that, the largest first."""
    size = 10 ** len(str(most))
    return [one * size // 10**down for down in range(1, 6) for one in ROUND
            if 0 < one * size // 10**down <= most]  # fmt: skip
