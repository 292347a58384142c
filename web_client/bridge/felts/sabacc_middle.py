"""The middle of the felt of sabacc as the page draws it."""

from dataclasses import dataclass
from typing import Literal

from web_client.bridge.shapes import Tap
from web_client.bridge.table_shapes import CardsView


@dataclass(frozen=True, slots=True)
class SabaccMiddle:
    """The middle of sabacc: the pile, the dice, both pots."""

    lap: str
    dice: tuple[int, ...]
    dice_label: str
    shift: str
    pot: str
    sides: tuple[str, ...]
    chips: tuple[str, ...]
    jackpot: str
    discards: CardsView
    discards_tap: Tap
    discards_text: str
    listed: bool
    close_text: str
    kind: Literal["sabacc"] = "sabacc"
