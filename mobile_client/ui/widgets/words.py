"""Texts of any length: they wrap to the width they are given and grow in height."""

import re
from typing import Final

from kivy.core.text import Label as Glyphs
from kivy.properties import OptionProperty
from kivy.uix.label import Label

from mobile_client.ui import theme
from mobile_client.ui.lines import broken
from mobile_client.ui.look import look, role
from mobile_client.ui.theme import TYPE
from mobile_client.ui.widgets.drawn import face, fitting

WORD: Final = re.compile(r"[^\s\u2e80-\uffff]+")
"""What no line may break: Chinese may end anywhere."""

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

    def __init__(self, **words: object) -> None:
        super().__init__(**({"halign": "left", "valign": "middle", "size_hint_y": None} | words))
        for name in ("kind", "ink"):
            self.fbind(name, self._dress)
        look.bind(big_text=self._dress, room=self._dress, scheme=self._dress)
        for name in ("width", "text"):
            self.fbind(name, self._wrap)
        self.fbind("texture_size", self._grow)
        self._dress()

    def _dress(self, *_: object) -> None:
        self.line_height = role(self.kind).line
        self.color = INKS[self.ink]
        self._wrap()

    def _wrap(self, *_: object) -> None:
        """Lines end between words: a word that is wider than the line makes the text smaller."""
        self.font_name = face(self.kind, self.text)
        words = WORD.findall(self.text) or [""]
        room = max(self._room(), 0)
        self.font_size = min(fitting(word, self.kind, room) for word in words)
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
            wide = self._room() - 1
            self._label.text = broken(self.text, wide, lambda part: pen.get_extents(part)[0])
        super().texture_update()

    def _grow(self, *_: object) -> None:
        if self.size_hint_y is None:
            self.height = self.texture_size[1]
