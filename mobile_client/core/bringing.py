"""How many chips to sit down with, when a seat is offered."""

from typing import Final

from mobile_client.core.acts import Button, Preset
from mobile_client.core.tables import Offered

DEEP: Final = 100
"""So many big blinds are the usual stack of hold'em."""


def bringing(offer: Offered, game: str, stake: int, step: int, have: int | None) -> Button:
    """The chips as a range to choose from, or the only amount. `have` is all that can be brought;
    of a bank account nobody knows, and nobody is led to spend more of it than the least."""
    low, high = offer.least, max(offer.least, offer.most)
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
