"""The faces that can be said at a table, and the bubble in which words are said."""

from types import MappingProxyType
from typing import Final

from kivy.graphics.texture import Texture
from kivy.properties import NumericProperty, OptionProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from mobile_client.ui import theme
from mobile_client.ui.look import table_px
from mobile_client.ui.pen import Pen
from mobile_client.ui.plates import plate
from mobile_client.ui.theme import Colour, mixed, rgb
from mobile_client.ui.widgets.drawn import Drawn, block, border, picture
from mobile_client.ui.widgets.words import Words

FACE: Final = rgb("FFCF4A")
INK: Final = rgb("4A2E0A")
RED: Final = rgb("D8434B")
BLUE: Final = rgb("58B4F0")
WHITE: Final = theme.WHITE

TIP: Final = 5
"""How far the tip of a bubble stands out, in dp."""

Stroke = tuple[str, Colour, float]
"""A line of a width; a width of 0 fills it."""

SMILE: Final = ("M28,60 Q50,84 72,60", INK, 5.5)
ARCHED: Final = (("M24,44 Q33,32 42,44", INK, 5.5), ("M58,44 Q67,32 76,44", INK, 5.5))
GRIN: Final = (
    ("M24,56 L76,56 Q72,86 50,86 Q28,86 24,56 Z", INK, 0.0),
    ("M28,56 L72,56 L71,64 L29,64 Z", WHITE, 0.0),
    ("M36,80 Q50,68 64,80 Q58,86 50,86 Q42,86 36,80 Z", RED, 0.0),
)
DROWN: Final = ("M30,76 Q50,58 70,76", INK, 5.5)

FACES: Final[MappingProxyType[str, tuple[bool, tuple[Stroke, ...]]]] = MappingProxyType(
    {
        "smile": (True, (SMILE,)),
        "laugh": (False, (*ARCHED, *GRIN)),
        "wink": (
            False,
            (("M33,34 L33,46", INK, 9.0), ("M57,42 L77,38", INK, 5.5), SMILE),
        ),
        "wow": (
            True,
            (
                ("M50,56 C62,56 62,84 50,84 C38,84 38,56 50,56 Z", INK, 0.0),
                ("M24,24 Q33,17 42,22", INK, 4.5),
                ("M76,24 Q67,17 58,22", INK, 4.5),
            ),
        ),
        "think": (
            True,
            (
                ("M36,70 L62,66", INK, 5.5),
                ("M24,27 Q33,20 42,27", INK, 4.5),
                ("M58,24 L76,20", INK, 4.5),
            ),
        ),
        "cool": (
            False,
            (
                ("M14,36 L86,36 L84,42 C82,58 60,60 54,44 L46,44 C40,60 18,58 16,42 Z", INK, 0.0),
                ("M24,41 L32,41 L28,48 Z", WHITE, 0.0),
                ("M62,41 L70,41 L66,48 Z", WHITE, 0.0),
                ("M34,70 Q54,80 68,66", INK, 5.5),
            ),
        ),
        "sad": (
            True,
            (DROWN, ("M24,30 L42,24", INK, 4.5), ("M76,30 L58,24", INK, 4.5)),
        ),
        "cry": (
            False,
            (
                ("M24,40 Q33,50 42,40", INK, 5.5),
                ("M58,40 Q67,50 76,40", INK, 5.5),
                ("M30,48 L38,48 L40,82 Q34,90 28,82 Z", BLUE, 0.0),
                ("M62,48 L70,48 L72,82 Q66,90 60,82 Z", BLUE, 0.0),
                ("M42,74 Q50,64 58,74", INK, 5.5),
            ),
        ),
        "angry": (
            True,
            (DROWN, ("M22,22 L43,32", INK, 6.0), ("M78,22 L57,32", INK, 6.0)),
        ),
        "clap": (
            False,
            (
                *ARCHED,
                SMILE,
                ("M10,98 L6,78 Q6,70 13,70 L24,72 L38,92 L30,104 Z", WHITE, 0.0),
                ("M90,98 L94,78 Q94,70 87,70 L76,72 L62,92 L70,104 Z", WHITE, 0.0),
                ("M22,64 L18,56", WHITE, 4.0),
                ("M78,64 L82,56", WHITE, 4.0),
            ),
        ),
    }
)
"""Whether the eyes are open, and the strokes of a face of 100 units."""


def paint_emote(pen: Pen, name: str) -> None:
    ground = mixed(FACE, RED, 0.55) if name == "angry" else FACE
    eyes, strokes = FACES[name]
    pen.oval(50, 50, 49, 49, mixed(ground, INK, 0.2))
    pen.oval(50, 48.5, 47, 47, ground)
    pen.oval(50, 38, 36, 32, mixed(ground, WHITE, 0.16))
    if eyes:
        for x in (33, 67):
            pen.oval(x, 42, 6, 8, INK)
            pen.oval(x + 2, 38.6, 2, 2.4, WHITE)
    for path, colour, width in strokes:
        if width:
            pen.line(path, colour, width)
        else:
            pen.fill(path, colour)


def emote(name: str, side: float) -> Texture:
    if name not in FACES:
        raise ValueError(f"There is no emote {name!r}; there are {', '.join(FACES)}.")
    return plate(("emote", name), (side, side), 100, lambda pen: paint_emote(pen, name), edge=FACE)


class Emote(Drawn):
    """One of the faces."""

    name = OptionProperty("smile", options=list(FACES))
    WATCHED = ("name",)

    def paint(self) -> None:
        side = min(self.size)
        picture(
            emote(self.name, round(side)),
            self.center_x - side / 2,
            self.center_y - side / 2,
            side,
            side,
        )


class Bubble(Drawn, BoxLayout):
    """A bubble of talk, with a tip of `TIP` that points to who says it."""

    text = StringProperty("")
    tip = OptionProperty("below", options=["below", "above", "none"])
    aim = NumericProperty(0)
    """To where the tip points, as far as that is under the bubble; 0 is its middle."""
    WATCHED = ("tip", "aim")

    def __init__(self, **words: object) -> None:
        pad = table_px(theme.SPACE["normal"])
        super().__init__(
            **(
                {"size_hint": (None, None), "width": table_px(160), "padding": (pad, pad / 2)}
                | words
            )
        )
        self.words = Words(kind="seat", text=self.text, halign="center", written=True)
        self.add_widget(self.words)
        self.fbind("text", self.words.setter("text"))
        self.bind(minimum_height=self.setter("height"))

    def paint(self) -> None:
        r = table_px(theme.RADIUS["normal"])
        half = table_px(7)
        if self.tip != "none":
            # A disc, of which no more than the tip stands out.
            out = half - table_px(TIP)
            y = self.y + out if self.tip == "below" else self.top - out
            inset = r + half
            x = min(max(self.aim or self.center_x, self.x + inset), self.right - inset)
            block(x - half, y - half, 2 * half, 2 * half, theme.RAISED, half)
        block(*self.box, theme.RAISED, r)
        border(*self.box, theme.EDGE, 1, r)
