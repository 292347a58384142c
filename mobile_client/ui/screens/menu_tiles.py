"""What the main menu is made of: the player, the games, the small doors."""

from types import MappingProxyType
from typing import Final

from kivy.properties import BooleanProperty, ListProperty, StringProperty

from mobile_client.ui import theme
from mobile_client.ui.icons import icon as icon_of
from mobile_client.ui.look import px
from mobile_client.ui.theme import FELTS, RADIUS, faded, mixed
from mobile_client.ui.widgets.avatars import avatar, usual
from mobile_client.ui.widgets.buttons import Pressed
from mobile_client.ui.widgets.drawn import block, border, disc, glyphs, picture, write

LOOKS: Final = MappingProxyType(
    {
        "holdem": ("spade", "emerald"),
        "doudizhu": ("crown", "burgundy"),
        "blackjack": ("heart", "midnight"),
        "roulette": ("wheel", "graphite"),
        "sabacc": ("sabacc", "midnight"),
    }
)
"""Emblem and felt of each game."""
OTHER: Final = ("diamond", "graphite")


class GameButton(Pressed):
    """A game: its emblem, its name, who plays it now and for what."""

    title = StringProperty("")
    players = StringProperty("")
    live = ListProperty([])
    """What goes on, the most telling first: as many of them are written as there is room for."""
    large = BooleanProperty(False)

    WATCHED = ("state", "title", "players", "live", "large")

    def __init__(self, game: str, title: str, **words: object) -> None:
        self.emblem, self.felt = LOOKS.get(game, OTHER)
        super().__init__(**({"size_hint_y": None, "height": px(132), "title": title} | words))

    def paint(self) -> None:
        felt = FELTS[self.felt]
        x, y, w, h = self.box
        r, pad = px(RADIUS["large"]), px(16)
        block(x, y - px(3), w, h, faded(theme.BLACK, 0.4), r)
        block(x, y, w, h, mixed(felt.middle, felt.rim, 0.7 if self.down else 0.42), r)
        border(x, y, w, h, mixed(felt.middle, theme.WHITE, 0.16), 1, r)
        side = round(h * 0.62)
        picture(
            icon_of(self.emblem, side),
            x + w - side - px(12),
            y + (h - side) / 2,
            side,
            side,
            faded(theme.WHITE, 0.1),
        )
        small = round(px(28 if self.large else 24))
        picture(icon_of(self.emblem, small), x + pad, y + h - pad - small, small, small, theme.GOLD)
        if self.players:
            self._players(x + w - px(12), y + h - pad - small / 2, w - 3 * pad - small)
        kind = "title" if self.large else "heading"
        write(self.title, kind, theme.TEXT, x + pad, y + px(46), "left", w - 2 * pad)
        live = self._fitting(w - 2 * pad)
        write(live, "small", theme.TEXT, x + pad, y + px(22), "left", w - 2 * pad)

    def _fitting(self, widest: float) -> str:
        for count in range(len(self.live), 1, -1):
            text = " · ".join(self.live[:count])
            if glyphs(text, "small").width <= widest:
                return text
        return self.live[0] if self.live else ""

    def _players(self, right: float, y: float, widest: float) -> None:
        wide = min(float(glyphs(self.players, "small").width) + px(30), widest)
        block(right - wide, y - px(13), wide, px(26), faded(theme.SUNKEN, 0.6), px(13))
        disc(right - wide + px(13), y, px(4), theme.GOOD)
        write(self.players, "small", theme.TEXT, right - px(10), y, "right", widest=wide - px(30))


class IconTile(Pressed):
    """A sign above a word."""

    icon = StringProperty("plus")
    text = StringProperty("")
    WATCHED = ("state", "icon", "text")

    def paint(self) -> None:
        r = px(RADIUS["large"])
        ground = mixed(theme.SURFACE, theme.WHITE, 0.1) if self.down else theme.SURFACE
        block(*self.box, ground, r)
        border(*self.box, faded(theme.EDGE, 0.7), 1, r)
        side = round(px(26))
        _, y, w, h = self.box
        picture(
            icon_of(self.icon, side),
            self.center_x - side / 2,
            y + h - px(42),
            side,
            side,
            theme.GOLD,
        )
        write(self.text, "label", theme.TEXT, self.center_x, y + px(22), widest=w - px(12))


class TableRow(Pressed):
    """A table that I am at: its game, its rules and code; lit when it is my turn there."""

    title = StringProperty("")
    note = StringProperty("")
    calls = BooleanProperty(False)
    WATCHED = ("state", "title", "note", "calls")

    def __init__(self, **words: object) -> None:
        super().__init__(**({"size_hint_y": None, "height": px(60)} | words))

    def paint(self) -> None:
        x, y, w, h = self.box
        r, pad, side = px(RADIUS["normal"]), px(14), round(px(22))
        block(x, y, w, h, mixed(theme.SURFACE, theme.WHITE, 0.08 if self.down else 0), r)
        border(x, y, w, h, theme.GOLD if self.calls else faded(theme.EDGE, 0.7), 1, r)
        left, right = x + pad + side + px(10), x + w - px(8) - side
        low = self.center_y - side / 2
        picture(icon_of("chips", side), x + pad, low, side, side, theme.GOLD)
        picture(icon_of("forward", side), right, low, side, side, theme.SOFT)
        widest = right - left - px(4)
        write(self.title, "strong", theme.TEXT, left, self.center_y + px(11), "left", widest)
        ink = theme.GOLD if self.calls else theme.SOFT
        write(self.note, "small", ink, left, self.center_y - px(12), "left", widest)


class PlayerCard(Pressed):
    """Who I am and what I have; opens the profile."""

    name = StringProperty("")
    face = StringProperty("")
    chips = StringProperty("")
    note = StringProperty("")
    """What lies in the other purse."""
    WATCHED = ("state", "name", "face", "chips", "note")

    def __init__(self, **words: object) -> None:
        super().__init__(**({"size_hint_y": None, "height": px(88)} | words))

    def paint(self) -> None:
        x, y, w, h = self.box
        r, pad = px(RADIUS["large"]), px(16)
        ground = mixed(theme.SURFACE, theme.WHITE, 0.08) if self.down else theme.SURFACE
        block(x, y, w, h, ground, r)
        border(x, y, w, h, faded(theme.EDGE, 0.7), 1, r)
        side = px(56)
        disc(x + pad + side / 2, self.center_y, side / 2 + px(2), theme.GOLD)
        face = avatar(self.face or usual(self.name), round(side))
        picture(face, x + pad, self.center_y - side / 2, side, side)
        left = x + pad + side + px(14)
        arrow = round(px(22))
        right = x + w - pad - arrow
        picture(
            icon_of("forward", arrow), right, self.center_y - arrow / 2, arrow, arrow, theme.SOFT
        )
        widest = right - left - px(8)
        write(self.name, "strong", theme.TEXT, left, self.center_y + px(16), "left", widest)
        coin = round(px(20))
        low = self.center_y - px(14)
        picture(icon_of("chips", coin), left, low - coin / 2, coin, coin, theme.GOLD)
        at = left + coin + px(8)
        at += write(self.chips, "title", theme.GOLD, at, low, "left", widest - coin) + px(12)
        if self.note and right - at > px(30):
            write(self.note, "label", theme.SOFT, at, low, "left", right - at)
