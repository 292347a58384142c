"""Text fields, and a keypad for numbers and PINs."""

from typing import Final

from kivy.core.window import Window
from kivy.graphics import Canvas
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.textinput import TextInput

from mobile_client.ui import theme
from mobile_client.ui.icons import icon
from mobile_client.ui.keyboard import typing
from mobile_client.ui.look import px, text_px
from mobile_client.ui.pen import SANS
from mobile_client.ui.theme import RADIUS, TOUCH, faded, mixed
from mobile_client.ui.widgets.buttons import Pressed
from mobile_client.ui.widgets.drawn import Drawn, block, border, face, picture, write
from mobile_client.ui.widgets.words import Words

ERASE: Final = 8
DONE: Final = (13, 271)
DIGITS: Final = {first + digit: str(digit) for first in (48, 256) for digit in range(10)}
"""Keys of a keyboard: its digits are in a row above the letters, and beside them once more."""


class TextLine(Drawn, TextInput):
    """One line of text in a sunken box whose rim lights up when it has the keyboard."""

    wrong = BooleanProperty(False)
    WATCHED = ("focus", "wrong")

    def __init__(self, **words: object) -> None:
        self._ground = Canvas()
        super().__init__(
            **(
                {
                    "multiline": False,
                    "write_tab": False,
                    "font_name": SANS,
                    "background_color": theme.CLEAR,
                    "foreground_color": theme.TEXT,
                    "disabled_foreground_color": theme.SOFT,
                    "hint_text_color": faded(theme.SOFT, 0.85),
                    "cursor_color": theme.GOLD,
                    "cursor_width": px(2),
                    "selection_color": faded(theme.GOLD, 0.35),
                    "size_hint_y": None,
                    "height": px(52),
                }
                | words
            )
        )
        # Kivy keeps cursor and text colour in canvas.before: the ground goes below them.
        self.canvas.before.insert(0, self._ground)
        for name in ("height", "line_height"):
            self.fbind(name, self._dress)
        self.fbind("text", self._face)
        self.fbind("focus", typing.at)
        self._dress()

    def dressed(self) -> None:
        self._dress()
        super().dressed()

    def _face(self, *_: object) -> None:
        self.font_name = face("body", self.text)

    def _dress(self, *_: object) -> None:
        self.font_size = text_px("body")
        # A line that is a hair higher than its room is not shown at all.
        above = max(0.0, (self.height - self.line_height) / 2 - px(1))
        self.padding = (px(14), above, px(14), above)

    def _paint(self, *_: object) -> None:
        self._ground.clear()
        with self._ground:
            self.paint()

    def paint(self) -> None:
        rim = theme.WARM if self.wrong else theme.GOLD if self.focus else theme.EDGE
        r = px(RADIUS["normal"])
        block(*self.box, theme.SUNKEN, r)
        border(*self.box, rim, 2 if self.focus or self.wrong else 1, r)


class Field(BoxLayout):
    """A line with its name above and, when something is wrong, what below."""

    name = StringProperty("")
    text = StringProperty("")
    hint = StringProperty("")
    error = StringProperty("")
    secret = BooleanProperty(False)
    most = NumericProperty(0)
    """The most characters; 0 is as many as one likes."""
    fits = ObjectProperty(None, allownone=True)
    """What a character must satisfy to be taken, such as `str.isdigit`."""

    def __init__(self, **words: object) -> None:
        super().__init__(orientation="vertical", size_hint_y=None, spacing=px(6))
        self.title = Words(kind="label", ink="soft")
        self.line = TextLine()
        self.trouble = Words(kind="small", ink="warm")
        self.line.input_filter = self._taken
        for one in (self.title, self.line, self.trouble):
            self.add_widget(one)
        self.bind(minimum_height=self.setter("height"))
        for mine, widget, its in (
            ("name", self.title, "text"),
            ("hint", self.line, "hint_text"),
            ("secret", self.line, "password"),
            ("error", self.trouble, "text"),
        ):
            self.fbind(mine, widget.setter(its))
        self.fbind("error", self._mark)
        self.fbind("text", self._show)
        self.line.bind(text=self._typed)
        for name, value in words.items():
            setattr(self, name, value)
        self._mark()

    def _typed(self, _: TextLine, text: str) -> None:
        """What was wrong is being mended."""
        self.text, self.error = text, ""

    def _show(self, *_: object) -> None:
        if self.line.text != self.text:
            self.line.text = self.text

    def _mark(self, *_: object) -> None:
        self.line.wrong = bool(self.error)
        if not self.error:
            self.trouble.height = 0

    def _taken(self, typed: str, from_undo: bool) -> str:
        """Of what is typed or pasted, what fits."""
        kept = "".join(sign for sign in typed if self.fits is None or self.fits(sign))
        return kept[: max(0, int(self.most) - len(self.line.text))] if self.most else kept


class Key(Pressed):
    """A key of the keypad."""

    text = StringProperty("")
    icon = StringProperty("")
    lit = BooleanProperty(False)
    """It is what to press next."""
    early = BooleanProperty(False)
    """It is what to press, but not yet."""
    WATCHED = ("state", "text", "icon", "lit", "early")

    def paint(self) -> None:
        ground = mixed(theme.RAISED, theme.WHITE, 0.16) if self.down else theme.RAISED
        last = self.lit
        if self.early:
            ground = faded(ground, 0.4)
        elif last:
            ground = mixed(theme.GOLD, theme.BLACK, 0.2) if self.down else theme.GOLD
        block(*self.box, ground, px(RADIUS["normal"]))
        if self.icon:
            side = round(px(26))
            picture(
                icon(self.icon, side),
                self.center_x - side / 2,
                self.center_y - side / 2,
                side,
                side,
                theme.ON_GOLD if last else faded(theme.SOFT, 0.5) if self.early else theme.TEXT,
            )
        write(self.text, "key", theme.TEXT, self.center_x, self.center_y)


class Keypad(GridLayout):
    """Digits, erase and done; `number` is what was typed, no longer than `most`. While it is on the
    screen the keys of a keyboard do the same."""

    number = StringProperty("")
    most = NumericProperty(12)
    least = NumericProperty(0)
    """So many digits make it whole."""
    amiss = BooleanProperty(False)
    """It cannot be taken as it is."""

    def __init__(self, **words: object) -> None:
        self.register_event_type("on_done")
        super().__init__(**({"cols": 3, "spacing": px(8), "size_hint_y": None} | words))
        self.height = 4 * px(TOUCH + 6) + 3 * px(8)
        for sign in (*"123456789", "erase", "0", "check"):
            words = {"text": sign} if sign.isdigit() else {"icon": sign}
            key = Key(**words)
            key.bind(on_release=self._pressed)
            self.add_widget(key)
        self.done = self.children[0]
        for name in ("number", "least", "amiss"):
            self.fbind(name, self._light)
        self._light()
        Window.bind(on_key_down=self._key)

    def _light(self, *_: object) -> None:
        self.done.lit = len(self.number) >= self.least and not self.amiss
        self.done.early = not self.done.lit

    def on_done(self) -> None:
        """The player says that the number is whole."""

    def _pressed(self, key: Key) -> None:
        self.press(key.text or key.icon)

    def press(self, what: str) -> None:
        """A digit, `erase`, or `check`."""
        if what == "check":
            self.dispatch("on_done")
        elif what == "erase":
            self.number = self.number[:-1]
        elif len(self.number) < self.most:
            self.number += what

    def _key(self, _: object, key: int, *__: object) -> bool:
        """Whether a key of the keyboard was for this one."""
        what = "erase" if key == ERASE else "check" if key in DONE else DIGITS.get(key, "")
        if not what or typing.line is not None or self.get_root_window() is None:
            return False
        self.press(what)
        return True


class Dots(Drawn):
    """A PIN as dots: how many digits are typed of how many."""

    count = NumericProperty(0)
    of = NumericProperty(4)
    WATCHED = ("count", "of")

    def __init__(self, **words: object) -> None:
        super().__init__(**({"size_hint_y": None, "height": px(36)} | words))

    def paint(self) -> None:
        step, r = px(30), px(8)
        left = self.center_x - step * (self.of - 1) / 2
        for place in range(int(self.of)):
            x = left + place * step
            filled = place < self.count
            block(x - r, self.center_y - r, 2 * r, 2 * r, theme.GOLD if filled else theme.SUNKEN, r)
            border(
                x - r, self.center_y - r, 2 * r, 2 * r, theme.GOLD if filled else theme.SOFT, 1.4, r
            )
