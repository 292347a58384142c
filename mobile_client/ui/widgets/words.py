"""Texts of any length: they wrap to the width they are given and grow in height."""

import re
from typing import Final
from weakref import WeakSet

from kivy.core.text import Label as Glyphs
from kivy.properties import BooleanProperty, OptionProperty
from kivy.uix.label import Label

from mobile_client.ui import theme
from mobile_client.ui.lines import broken, pieces
from mobile_client.ui.look import role, text_px
from mobile_client.ui.theme import TYPE
from mobile_client.ui.widgets.drawn import dress_together, face, fitting

WORD: Final = re.compile(r"[^\s\u2e80-\uffff]+")
"""What no line may break: Chinese may end anywhere."""
READ: Final = 0.7
"""How small a word of what players write may make its text; a longer one is broken."""

INKS = theme.Worn(
    lambda: {
        "text": theme.TEXT,
        "soft": theme.SOFT,
        "gold": theme.GOLD,
        "good": theme.GOOD,
        "warm": theme.WARM,
        "on_gold": theme.ON_GOLD,
        "on_danger": theme.ON_DANGER,
        "on_good": theme.ON_GOOD,
    }
)


class Words(Label):
    """A paragraph; markup stays off, so a text can never be taken for orders."""

    kind = OptionProperty("body", options=list(TYPE))
    ink = OptionProperty("text", options=list(INKS))
    written = BooleanProperty(False)
    """Players have written some of it."""

    def __init__(self, **words: object) -> None:
        self._breaks = False
        super().__init__(**({"halign": "left", "valign": "middle", "size_hint_y": None} | words))
        for name in ("kind", "ink"):
            self.fbind(name, self._dress)
        for name in ("width", "text"):
            self.fbind(name, self._wrap)
        self.fbind("texture_size", self._grow)
        _alive.add(self)
        self._dress()

    def dressed(self) -> None:
        """The player has chosen other looks."""
        self._dress()

    def _dress(self, *_: object) -> None:
        self.line_height = role(self.kind).line
        self.color = INKS[self.ink]
        self._wrap()

    def _wrap(self, *_: object) -> None:
        """Lines end between words: a word that is wider than the line makes the text smaller. What
        players write is broken before it gets too small."""
        self.font_name = face(self.kind, self.text)
        words = WORD.findall(self.text) or [""]
        room = max(self._room(), 0)
        sizes = [fitting(word, self.kind, room) for word in words]
        usual = text_px(self.kind)
        least = usual * READ if self.written else 0.0
        self._breaks = min(sizes) < least
        self.font_size = min((size for size in sizes if size >= least), default=usual)
        self.text_size = (self.width, None)

    def _room(self) -> float:
        """How wide a line may be."""
        left, _, right, _ = self.padding
        return float(self.width - left - right)

    def texture_update(self, *_: object) -> None:
        """Kivy would begin a line of Chinese with whatever comes next, a stop as well."""
        if not self.shorten:
            # The label's own measure is of another font until it has drawn something.
            pen = Glyphs(font_size=self.font_size, font_name=self.font_name)
            wide, text = self._room() - 1, self.text

            def measure(part: str) -> float:
                return float(pen.get_extents(part)[0])

            if self._breaks and wide > 0:
                text = WORD.sub(lambda word: pieces(word[0], wide, measure), text)
            self._label.text = broken(text, wide, measure)
        super().texture_update()

    def _grow(self, *_: object) -> None:
        if self.size_hint_y is None:
            self.height = self.texture_size[1]


# One watches for all, as in drawn.py: each that watched for itself would make the next one slower.
_alive: Final[WeakSet[Words]] = WeakSet()


dress_together(_alive, ("big_text", "room", "scheme"))
