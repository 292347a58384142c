"""Buttons for a thumb: never lower or narrower than it can hit."""

from typing import ClassVar, Final

from kivy.properties import (
    BooleanProperty,
    ListProperty,
    NumericProperty,
    OptionProperty,
    StringProperty,
)
from kivy.uix.behaviors import ButtonBehavior

from mobile_client.ui import theme
from mobile_client.ui.icons import icon
from mobile_client.ui.look import bar_px, px
from mobile_client.ui.theme import RADIUS, TOUCH, Colour, faded, mixed
from mobile_client.ui.widgets.drawn import Drawn, alike, block, border, disc, glyphs, picture, write

KINDS: Final = theme.Worn(
    lambda: {
        "primary": (theme.GOLD, theme.ON_GOLD),
        "quiet": (theme.RAISED, theme.TEXT),
        "dim": (theme.RAISED, theme.SOFT),
        "danger": (theme.DANGER, theme.ON_DANGER),
        "plain": (theme.CLEAR, theme.GOLD),
        "chosen": (mixed(theme.RAISED, theme.GOLD, 0.14), theme.GOLD),
    }
)
"""Ground and text of each kind of button."""
SMALLER: Final = 0.85
"""How small the texts of a row may become to keep their icons, as a part of their size."""


PLAIN: Final = (px, "button", "small")
"""How a button that does not grow is measured and written."""


class Pressed(ButtonBehavior, Drawn):
    """Something that can be pressed and shows it."""

    WATCHED: ClassVar[tuple[str, ...]] = ("state",)

    def __init__(self, **words: object) -> None:
        super().__init__(**words)
        self.size_hint_min = (px(TOUCH), px(TOUCH))

    @property
    def down(self) -> bool:
        return bool(self.state == "down")


class PushButton(Pressed):
    """A word, perhaps an icon before it and a note under it, such as an amount."""

    text = StringProperty("")
    note = StringProperty("")
    icon = StringProperty("")
    kind = OptionProperty("primary", options=list(KINDS))
    grows = BooleanProperty(False)
    """It is larger where there is much room, as what lies beside a table."""
    beside = ListProperty([])
    """The texts of the buttons beside it: all are set in one size, with icons or without."""

    WATCHED = ("state", "text", "note", "icon", "kind", "grows", "beside")

    def __init__(self, **words: object) -> None:
        if "height" not in words and "size_hint_y" not in words and "size" not in words:
            words |= {"size_hint_y": None, "height": px(52)}
        super().__init__(**words)

    def colours(self) -> tuple[Colour, Colour]:
        """Ground and text as they are now."""
        ground, text = KINDS[self.kind]
        if self.disabled:
            return faded(theme.RAISED, 0.45), faded(theme.SOFT, 0.55)
        if self.down:
            ground = mixed(ground, theme.BLACK, 0.22) if ground[3] else faded(theme.GOLD, 0.14)
        return ground, text

    def paint(self) -> None:
        ground, ink = self.colours()
        x, y, w, h = self.box
        r = px(RADIUS["normal"])
        if ground[3] and not self.disabled and not self.down:
            block(x, y - px(2), w, h, mixed(ground, theme.BLACK, 0.45), r)
        block(x, y, w, h, ground, r)
        if self.kind == "quiet":
            border(x, y, w, h, faded(theme.EDGE, 0.4 if self.disabled else 1), 1, r)
        elif self.kind == "chosen":
            border(x, y, w, h, theme.GOLD, 1.4, r)
        self._words(ink, x, y, w, h)

    def _words(self, ink: Colour, x: float, y: float, w: float, h: float) -> None:
        px, kind, small = (bar_px, "act", "act_note") if self.grows else PLAIN
        side = px(22) if self.icon and self._roomy(w) else 0.0
        gap = px(8) if side and self.text else 0.0
        widest = w - px(16) - side - gap
        if self.beside:
            widest = alike(self.text, self.beside, kind, widest)
        wide = min(glyphs(self.text, kind, widest).width, widest) if self.text else 0.0
        if side and self.note:
            # An icon stands before both lines, and they begin below each other.
            wide = max(wide, min(glyphs(self.note, small, widest).width, widest))
        left = x + (w - side - gap - wide) / 2
        middle = y + h / 2
        upper = middle + px(9) if self.note else middle
        lower = middle - px(11)
        if side:
            picture(icon(self.icon, round(side)), left, middle - side / 2, side, side, ink)
        write(self.text, kind, ink, left + side + gap, upper, "left", widest)
        if side:
            write(self.note, small, ink, left + side + gap, lower, "left", widest)
        else:
            write(self.note, small, ink, x + w / 2, lower, widest=w - px(12))

    def _roomy(self, wide: float) -> bool:
        """Whether there is room for an icon beside the text; of several in a row, in all."""
        kind = "act" if self.grows else "button"
        if not self.beside:
            return not self.text or glyphs(self.text, kind).width <= wide - px(46)
        longest = max(glyphs(one, kind).width for one in (self.text, *self.beside))
        return bool(longest * SMALLER <= wide - px(46))


class IconButton(Pressed):
    """An icon alone, with a mark when something waits behind it."""

    icon = StringProperty("menu")
    marks = NumericProperty(0)
    filled = BooleanProperty(False)
    grows = BooleanProperty(False)
    """It lies beside a table, and is larger where there is much room."""
    says = StringProperty("")
    """A word below the icon, for what an icon alone does not tell."""

    WATCHED = ("state", "icon", "marks", "filled", "grows", "says")

    def __init__(self, **words: object) -> None:
        words = {"size_hint": (None, None), "size": (px(TOUCH), px(TOUCH))} | words
        super().__init__(**words)
        self._fit()

    def dressed(self) -> None:
        self._fit()
        super().dressed()

    def _fit(self) -> None:
        if self.grows:
            self.size = bar_px(TOUCH), bar_px(TOUCH)

    def paint(self) -> None:
        length = bar_px if self.grows else px
        r = min(self.size) / 2 - px(2)
        if self.down or self.filled:
            disc(
                self.center_x,
                self.center_y,
                r,
                mixed(theme.RAISED, theme.WHITE, 0.14) if self.down else theme.RAISED,
            )
        side = round(length(24))
        ink = faded(theme.SOFT, 0.5) if self.disabled else theme.TEXT
        lift = length(9) if self.says else 0.0
        picture(
            icon(self.icon, side),
            self.center_x - side / 2,
            self.center_y - side / 2 + lift,
            side,
            side,
            ink,
        )
        write(self.says, "small", ink, self.center_x, self.y + length(13), widest=self.width)
        if self.marks:
            x, y = self.center_x + length(11), self.center_y + length(11)
            disc(x, y, px(9), theme.DANGER)
            write(str(min(self.marks, 99)), "small", theme.ON_DANGER, x, y, widest=px(15))
