"""The card counter of Dou Dizhu: how many cards of each rank the others still hold."""

from typing import Final

from kivy.properties import ListProperty

from mobile_client.ui import theme
from mobile_client.ui.look import table_px
from mobile_client.ui.theme import RADIUS, faded
from mobile_client.ui.widgets.drawn import Drawn, block, write
from protocol.games.doudizhu import RANKS

SIGNS: Final = ("3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2")
"""Jokers have a sign of the language."""
COUNTER_HIGH: Final = 36
WIDEST: Final = 26
"""The height, and the most width of a rank, in dp."""


class Counter(Drawn):
    """Ranks from the coloured joker down; four of a rank stand out: that may be a bomb."""

    left = ListProperty([])
    """By rank; nothing while it is not shown."""
    WATCHED = ("left",)

    def __init__(self, joker: str) -> None:
        self.signs = (*SIGNS, joker, joker)
        super().__init__(size_hint=(None, None), size=(0, table_px(COUNTER_HIGH)))

    def paint(self) -> None:
        if not self.left:
            return
        each = min(self.width / len(RANKS), table_px(WIDEST))
        across = each * len(RANKS)
        x, y, half = self.center_x - across / 2, self.y, self.height / 2
        block(x, y, across, self.height, faded(theme.SUNKEN, 0.82), table_px(RADIUS["small"]))
        block(x, y + half, across, half, faded(theme.RAISED, 0.9), table_px(RADIUS["small"]))
        for place, rank in enumerate(reversed(RANKS)):
            count = int(self.left[rank])
            middle = x + (place + 0.5) * each
            sign = theme.WARM if rank == RANKS[-1] else theme.TEXT
            ink = theme.GOLD if count == 4 else theme.TEXT if count else faded(theme.SOFT, 0.55)
            write(self.signs[rank], "seat", sign, middle, y + half * 1.5, widest=each - table_px(1))
            write(str(count), "tag", ink, middle, y + half * 0.5, widest=each - table_px(1))
