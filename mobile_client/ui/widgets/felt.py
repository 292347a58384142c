"""The cloth that a game is played on: light in the middle, with a rail about it."""

from functools import lru_cache
from typing import ClassVar

from kivy.graphics import Color, Rectangle, StencilPop, StencilPush, StencilUnUse, StencilUse
from kivy.graphics.texture import Texture
from kivy.properties import BooleanProperty, StringProperty

from mobile_client.ui import theme
from mobile_client.ui.look import felt, look, table_px
from mobile_client.ui.own_pictures import pictures
from mobile_client.ui.pen import covering
from mobile_client.ui.plates import baked
from mobile_client.ui.theme import FELTS, OWN, faded, mixed
from mobile_client.ui.widgets.drawn import Drawn, block, border, picture, write

SIDE = 48
GRAIN = 64
VEIL = 0.38
"""How much darker than it is a picture of the player's own lies on a table."""


@lru_cache(maxsize=len(FELTS))
def cloth(name: str) -> Texture:
    """Light in the middle, darker towards the rim; stretched over the whole table."""
    colours = FELTS[name]
    data = bytearray()
    for row in range(SIDE):
        for column in range(SIDE):
            x, y = 2 * column / (SIDE - 1) - 1, 2 * row / (SIDE - 1) - 1
            share = min(1.0, (x * x + y * y) ** 0.5 / 1.32)
            smooth = share * share * (3 - 2 * share)
            data += bytes(round(255 * c) for c in mixed(colours.middle, colours.rim, smooth))
    texture = Texture.create(size=(SIDE, SIDE), colorfmt="rgba")
    texture.blit_buffer(bytes(data), colorfmt="rgba", bufferfmt="ubyte")
    return texture


@lru_cache(maxsize=1)
def weave() -> Texture:
    """A faint grain, the same at every start."""
    number, data = 12345, bytearray()
    for _ in range(GRAIN * GRAIN):
        number = (number * 1103515245 + 12345) % 2**31
        tone = 255 if (number >> 16) % 2 else 0
        data += bytes((tone, tone, tone, (number >> 20) % 14))
    texture = Texture.create(size=(GRAIN, GRAIN), colorfmt="rgba")
    texture.blit_buffer(bytes(data), colorfmt="rgba", bufferfmt="ubyte")
    texture.wrap = "repeat"
    texture.mag_filter = "nearest"
    return texture


class Felt(Drawn):
    """The table; `table` shapes it with a rail, else the cloth fills the widget."""

    table = BooleanProperty(True)
    text = StringProperty("")
    WATCHED: ClassVar[tuple[str, ...]] = ("table", "text")

    def __init__(self, **words: object) -> None:
        self._baked: Texture | None = None
        self._baked_of: tuple[object, ...] = ()
        super().__init__(**words)

    def paint(self) -> None:
        """A table that is only moved is not made again."""
        wanted = (tuple(self.size), self.table, self.text, look.felt, look.painted, look.room,
                  look.big_text, *self.printed())  # fmt: skip
        if self._baked is None or wanted != self._baked_of:
            self._baked, self._baked_of = baked(self.size, self.draw), wanted
        picture(self._baked, *self.box)

    def printed(self) -> tuple[object, ...]:
        """What else the picture depends on."""
        return ()

    def draw(self) -> None:
        """The table from (0, 0) on."""
        if not self.table:
            self._cloth(0, 0, *self.size)
            return
        colours = felt()
        x, y, w, h = 0.0, 0.0, self.width, self.height
        block(x, y, w, h, theme.NIGHT)
        rail = table_px(13)
        inset = table_px(6)
        x, y, w, h = x + inset, y + inset, w - 2 * inset, h - 2 * inset
        r = min(w, h) * 0.46
        block(x, y - table_px(4), w, h, faded(theme.BLACK, 0.5), r)
        block(x, y, w, h, colours.rail, r)
        border(
            x + table_px(2),
            y + table_px(2),
            w - table_px(4),
            h - table_px(4),
            colours.rail_light,
            1.6,
            r,
        )
        x, y, w, h = x + rail, y + rail, w - 2 * rail, h - 2 * rail
        r -= rail
        StencilPush()
        block(x, y, w, h, theme.WHITE, r)
        StencilUse()
        self._cloth(x, y, w, h)
        StencilUnUse()
        block(x, y, w, h, theme.WHITE, r)
        StencilPop()
        border(x, y, w, h, faded(theme.BLACK, 0.55), 3.4, r)
        line = table_px(16)
        border(x + line, y + line, w - 2 * line, h - 2 * line, colours.line, 1.6, r - line)
        write(self.text, "heading", faded(theme.TEXT, 0.22), x + w / 2, y + h * 0.34)

    def _cloth(self, x: float, y: float, w: float, h: float) -> None:
        own = pictures.table if look.felt == OWN else None
        Color(1, 1, 1, 1)
        if own is not None:
            Rectangle(texture=own, pos=(x, y), size=(w, h), tex_coords=covering(own, w / h))
            # Whatever it shows, words and chips on it are read.
            Color(*faded(theme.BLACK, VEIL))
            Rectangle(pos=(x, y), size=(w, h))
            return
        name = "emerald" if look.felt == OWN else look.felt
        Rectangle(texture=cloth(name), pos=(x, y), size=(w, h))
        across, up = w / GRAIN / 2, h / GRAIN / 2
        Rectangle(
            texture=weave(),
            pos=(x, y),
            size=(w, h),
            tex_coords=(0, 0, across, 0, across, up, 0, up),
        )


def forget(*_: object) -> None:
    """The textures are gone with the screen: made again when they are asked for."""
    cloth.cache_clear()
    weave.cache_clear()


look.bind(painted=forget)
