"""How many chips to sit down with, when a seat is offered."""

from typing import Final

from mobile_client.core.acts import Button, Preset
from mobile_client.core.tables import Offered

DEEP: Final = 100
"""So many big blinds are the usual stack of hold'em."""


def bringing(offer: Offered, game: str, stake: int, step: int, have: int | None) -> Button:
    """The chips as a range to choose from, or the only amount. `have` is all that can be brought;
    of a bank account nobody knows."""
    low, high = offer.least, max(offer.least, offer.most)
    if have is not None and have < high:
        high = low + max(0, have - low) // step * step
    deep = DEEP * stake if game == "holdem" else 0
    # Nobody is led to bring everything to one table.
    poor = have is not None and 2 * deep > have
    fits = low <= deep <= high and (deep - low) % step == 0
    usual = deep if fits and not poor else _middle(low, high, step)
    named = {low: "min", high: "max"}
    middle = usual if usual not in named else _middle(low, high, step)
    amounts = sorted({low, middle, high})
    presets = tuple(Preset(named.get(amount, "amount"), amount) for amount in amounts)
    return Button(-1, "sit", "sit", "", low=low, high=high, step=step, presets=presets, usual=usual)


def _middle(low: int, high: int, step: int) -> int:
    return low + (high - low) // 2 // step * step
