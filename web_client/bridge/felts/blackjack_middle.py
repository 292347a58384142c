"""The middle of the felt of blackjack as the page draws it."""

from dataclasses import dataclass
from typing import Literal

from web_client.bridge.table_shapes import CardsView, Tag, TrayChip


@dataclass(frozen=True, slots=True)
class BlackjackMiddle:
    """The middle of blackjack: the dealer's hand, the print on the cloth, the shoe, the chips to
    bet with."""

    house: CardsView
    printed: tuple[str, ...]
    shoe: int
    """How full it is, in percent; -1: nobody says."""
    marker: int
    insurance: Tag
    tray: tuple[TrayChip, ...]
    tray_label: str
    kind: Literal["blackjack"] = "blackjack"
