"""Tiles of the main menu: the player, the games, the small doors."""

from typing import Final

from kivy.properties import BooleanProperty, ListProperty, NumericProperty, StringProperty

from client_core.client import card_of
from mobile_client.ui import theme
from mobile_client.ui.icons import icon
from mobile_client.ui.look import look, px
from mobile_client.ui.theme import FELTS, RADIUS, faded, mixed
from mobile_client.ui.widgets.avatars import avatar
from mobile_client.ui.widgets.buttons import SMALLER, Pressed
from mobile_client.ui.widgets.drawn import (
    Drawn,
    alike,
    block,
    border,
    disc,
    glyphs,
    picture,
    write,
    write_name,
)
from protocol.avatars import usual

WATERMARK: Final = 40
"""An emblem on the ground of a tile is at least so large, in dp, or is not there."""
ARROW: Final = 22
LINES: Final = (60, 80)
"""How high a table's row is with one line under its title, and with two, in dp."""
NARROW: Final = 300
"""A row that is narrower than this, in dp, has room for words alone."""


class GameButton(Pressed):
    """A game: its emblem, its name, who plays it now and for what."""

    title = StringProperty("")
    players = StringProperty("")
    live = ListProperty([])
    """What goes on, the most telling first: as many of them are written as there is room for."""
    large = BooleanProperty(False)
    dim = BooleanProperty(False)
    """Nothing can be begun there now; one may still look in."""

    WATCHED = ("state", "title", "players", "live", "large", "dim")

    def __init__(self, game: str, title: str, **words: object) -> None:
        shown = card_of(game)
        self.emblem, self.felt = shown.emblem, shown.cloth
        super().__init__(**({"size_hint_y": None, "height": px(132), "title": title} | words))

    def paint(self) -> None:
        felt = FELTS[self.felt]
        x, y, w, h = self.box
        r, pad = px(RADIUS["large"]), px(16)
        grown = look.room > 1
        fact, line = ("body", px(25)) if grown else ("small", px(22))
        over = px(74 if grown else 62)
        block(x, y - px(3), w, h, faded(theme.BLACK, 0.4), r)
        ground, edge = mixed(felt.middle, felt.rim, 0.42), mixed(felt.middle, theme.WHITE, 0.16)
        gold, ink = theme.GOLD, theme.TEXT
        if self.dim:
            ground, edge = (mixed(theme.SURFACE, one, 0.3) for one in (ground, edge))
            gold = ink = theme.SOFT
        block(x, y, w, h, mixed(ground, felt.rim, 0.48) if self.down else ground, r)
        border(x, y, w, h, edge, 1, r)
        # Between the players and the name, where it runs into neither.
        side = round(min(h * 0.62, h - pad - px(30) - over))
        if side >= px(WATERMARK):
            at = x + w - side - pad
            picture(icon(self.emblem, side), at, y + over, side, side, faded(theme.WHITE, 0.1))
        small = round(px(28 if self.large else 24))
        picture(icon(self.emblem, small), x + pad, y + h - pad - small, small, small, gold)
        if self.players:
            self._players(x + w - px(12), y + h - pad - small / 2, w - 3 * pad - small)
        kind = ("heading", "title", "display")[self.large + grown]
        middle = line + px((24, 27, 32)[self.large + grown])
        write(self.title, kind, ink, x + pad, y + middle, "left", w - 2 * pad)
        live = self.fitting(w - 2 * pad, fact)
        write(live, fact, ink, x + pad, y + line, "left", w - 2 * pad)

    def fitting(self, widest: float, kind: str = "small") -> str:
        """As much of what goes on as there is room for, and always the first of it."""
        for count in range(len(self.live), 1, -1):
            text = " · ".join(self.live[:count])
            if glyphs(text, kind).width <= widest:
                return text
        return self.live[0] if self.live else ""

    def _players(self, right: float, y: float, widest: float) -> None:
        wide = min(float(glyphs(self.players, "small").width) + px(30), widest)
        block(right - wide, y - px(13), wide, px(26), faded(theme.SUNKEN, 0.6), px(13))
        disc(right - wide + px(13), y, px(4), theme.GOOD)
        write(self.players, "small", theme.TEXT, right - px(10), y, "right", widest=wide - px(30))


class IconTile(Pressed):
    """A sign above a word, and below it what is chosen there."""

    icon = StringProperty("plus")
    text = StringProperty("")
    note = StringProperty("")
    beside = ListProperty([])
    """The words of the tiles beside it: all are set in one size."""
    WATCHED = ("state", "icon", "text", "note", "beside")

    def paint(self) -> None:
        r = px(RADIUS["large"])
        ground = mixed(theme.SURFACE, theme.WHITE, 0.1) if self.down else theme.SURFACE
        gold, ink = theme.GOLD, theme.TEXT
        if self.disabled:
            ground, gold, ink = (faded(one, 0.5) for one in (ground, theme.SOFT, theme.SOFT))
        block(*self.box, ground, r)
        border(*self.box, faded(theme.EDGE, 0.7), 1, r)
        grown = look.room > 1
        side, kind, below = (32, "button", 21) if grown else (26, "label", 19)
        widest = alike(self.text, self.beside, kind, self.width - px(12))
        (x, y), side = self.center, round(px(side))
        if self.note:
            # The three of them stand in the middle as the two do elsewhere.
            write(self.note, "small", gold, x, y - px(below + 5), widest=self.width - px(12))
            y, below = y + px(9), 13
        picture(icon(self.icon, side), x - side / 2, y, side, side, gold)
        write(self.text, kind, ink, x, y - px(below), widest=widest)


class TableRow(Pressed):
    """A table that I am at: its game and rules, and what tells it from another; lit when it is my
    turn there. What is added to it stands before the arrow."""

    title = StringProperty("")
    note = StringProperty("")
    code = StringProperty("")
    """In the line of the note, or below it where there is no room."""
    calls = BooleanProperty(False)
    WATCHED = ("state", "title", "note", "code", "calls", "children")

    def __init__(self, **words: object) -> None:
        super().__init__(**({"size_hint_y": None} | words))
        for name in ("pos", "size", "children", "note", "code"):
            self.fbind(name, self._place)
        self._place()

    def _place(self, *_: object) -> None:
        self.height = px(LINES[len(self.lines) - 1])
        # What Kivy says of right and middle may be what they were before.
        for sign in self.children:
            sign.x = self.x + self.width - px(ARROW + 12) - sign.width
            sign.y = self.y + (self.height - sign.height) / 2

    @property
    def _room(self) -> tuple[float, float]:
        """Where the words begin, from the left edge, and how wide they may be."""
        left = px(14 + (ARROW + 10 if self.width >= px(NARROW) else 0))
        taken = sum(sign.width for sign in self.children) + px(ARROW + 12)
        return left, self.width - taken - left

    @property
    def lines(self) -> tuple[str, ...]:
        """What stands under the title."""
        both = tuple(filter(None, (self.note, self.code)))
        one = " · ".join(both)
        fits = glyphs(one, "small").width * SMALLER <= self._room[1] if one else True
        return (one,) if fits else both

    def paint(self) -> None:
        x, y, w, h = self.box
        r, side = px(RADIUS["normal"]), round(px(ARROW))
        block(x, y, w, h, mixed(theme.SURFACE, theme.WHITE, 0.08 if self.down else 0), r)
        border(x, y, w, h, theme.GOLD if self.calls else faded(theme.EDGE, 0.7), 1, r)
        low = y + (h - side) / 2
        if w >= px(NARROW):
            picture(icon("chips", side), x + px(14), low, side, side, theme.GOLD)
        right = x + w - px(8) - side
        picture(icon("forward", side), right, low, side, side, theme.SOFT)
        left, widest = self._room
        at = y + h - px(19)
        write(self.title, "strong", theme.TEXT, x + left, at, "left", widest)
        for line in self.lines:
            at -= px(23 if at > y + h - px(20) else 20)
            ink = theme.GOLD if self.calls else theme.SOFT
            write(line, "small", ink, x + left, at, "left", widest)


class ResultRow(Drawn):
    """The result of a game for me so far."""

    text = StringProperty("")
    amount = StringProperty("")
    lost = BooleanProperty(False)
    WATCHED = ("text", "amount", "lost")

    def __init__(self, **words: object) -> None:
        super().__init__(**({"size_hint_y": None, "height": px(30)} | words))

    def paint(self) -> None:
        ink = theme.WARM if self.lost else theme.GOOD
        taken = write(self.amount, "strong", ink, self.right, self.center_y, "right")
        widest = self.width - taken - px(8)
        write(self.text, "body", theme.TEXT, self.x, self.center_y, "left", widest)


class PlayerCard(Pressed):
    """My name and what I have; opens the profile."""

    name = StringProperty("")
    face = StringProperty("")
    chips = StringProperty("")
    note = StringProperty("")
    """What lies in the other purse."""
    profit = ListProperty(["", ""])
    """The net profit in words, and the bare sum where there is no room for them."""
    won = NumericProperty(0)
    """The net profit, which is green or red; what is neither won nor lost is neither."""
    WATCHED = ("state", "name", "face", "chips", "note", "profit", "won")

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
        picture(icon("forward", arrow), right, self.center_y - arrow / 2, arrow, arrow, theme.SOFT)
        right -= px(12)
        coin = round(px(20))
        low, high = self.center_y - px(14), self.center_y + px(16)
        note = float(glyphs(self.note, "label").width) if self.note else 0.0
        chips = coin + px(20) + float(glyphs(self.chips, "title").width)
        who = min(px(96), float(glyphs(self.name, "strong").width)) + px(10)
        own = note > right - left - chips and note > right - left - who - px(8)
        if own:
            # It has room neither beside the chips nor beside the name.
            low, high = self.center_y, self.center_y + px(26)
            floor = self.center_y - px(27)
            write(self.note, "label", theme.SOFT, left, floor, "left", right - left)
        picture(icon("chips", coin), left, low - coin / 2, coin, coin, theme.GOLD)
        at = left + coin + px(8)
        at += write(self.chips, "title", theme.GOLD, at, low, "left", right - at) + px(12)
        end = right
        if note and not own and note <= right - at:
            write(self.note, "label", theme.SOFT, at, low, "left")
        elif note and not own:
            # Beside the chips there is no room for it.
            end -= write(self.note, "label", theme.SOFT, right, high, "right") + px(8)
        # Who I am goes before what I have won.
        room = end - left - who
        ink = theme.WARM if self.won < 0 else theme.GOOD if self.won else theme.SOFT
        said = next((one for one in self.profit if glyphs(one, "small").width <= room), "")
        if said:
            end -= write(said, "small", ink, end, high, "right") + px(10)
        write_name(self.name, "strong", theme.TEXT, left, high, "left", end - left)
