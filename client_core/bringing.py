"""How many chips to sit down with, when a seat is offered or before a room is opened."""

from dataclasses import dataclass
from typing import Final

from client_core.acts import Button, Preset

DEEP: Final = 100
"""So many big blinds are the usual stack of hold'em."""


@dataclass(frozen=True, slots=True)
class ToBring:
    """The least and the most to sit down with, what is proposed, and what I have."""

    least: int
    most: int
    usual: int
    have: int

    @property
    def short(self) -> bool:
        """I have not even the least."""
        return self.have < self.least


def to_bring(least: int, most: int, game: str, stake: int, step: int, have: int) -> ToBring:
    """The same of a room where no seat is offered yet."""
    chips = bringing(least, most, game, stake, step, have)
    return ToBring(least, most, min(have, chips.usual), have)


def bringing(least: int, most: int, game: str, stake: int, step: int, have: int | None) -> Button:
    """The chips as a range to choose from, or the only amount. `have` is all that can be brought;
    of a bank account nobody knows, and nobody is led to spend more of it than the least."""
    low, high = least, max(least, most)
    if have is not None and have < high:
        high = low + max(0, have - low) // step * step
    middle = low + (high - low) // 2 // step * step
    deep = DEEP * stake if game == "holdem" else 0
    if have is None:
        usual = low
    elif low <= deep <= high and (deep - low) % step == 0 and 2 * deep <= have:
        usual = deep
    else:
        # Nobody is led to bring everything to one table.
        usual = middle
    named = {low: "min", high: "max"}
    amounts = sorted({low, middle if usual in named else usual, high})
    presets = tuple(Preset(named.get(amount, "amount"), amount) for amount in amounts)
    return Button(-1, "sit", "sit", "", low=low, high=high, step=step, presets=presets, usual=usual)
