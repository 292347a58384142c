"""Parts of the picture that are pressed, typed in or drawn: the table, answers, chips, the bet."""

from collections.abc import Iterable, Sequence
from typing import Final

from rich.text import Text
from textual import events
from textual.widget import Widget
from textual.widgets import Button, Input

from terminal_client.local.answers import CENTS
from terminal_client.local.conversation import Said
from terminal_client.local.picture import Drawing
from terminal_client.local.sight import TableSeen
from terminal_client.page.width import wide

BESIDE: Final = 3
"""What a button has beside its label."""
BET_SIGNS: Final = "0123456789., +"
"""Signs of a number of dollars, or of chips one after another."""


class Picture(Widget):
    """The widget that the table is drawn in."""

    def __init__(self, drawing: Drawing) -> None:
        super().__init__()
        self._drawing = drawing
        self.table = TableSeen()
        self.said: list[Said] = []

    def render(self) -> Text:
        return self._drawing.draw(self.table, self.said, *self.size)


def in_two_lines(buttons: Sequence[Button], width: int) -> int:
    """How many of them stand in a line above the others; none where one line holds all."""
    whole = sum(wide(str(button.label)) + BESIDE for button in buttons)
    return 0 if whole <= width else len(buttons) // 2


def dollars(cents: int) -> str:
    """A bet as it is typed."""
    whole, part = divmod(cents, CENTS)
    return f"{whole}.{part:02}" if part else str(whole)


class BetLine(Input):
    """The line that a bet is typed in; letters are keys of the game there too."""

    def __init__(self, value: str) -> None:
        # Either a number of dollars, or the word for all of it.
        may = rf"[{BET_SIGNS}]*|[^\W\d_]*"
        super().__init__(value, id="bet", compact=True, restrict=may, select_on_focus=False)

    def check_consume_key(self, key: str, character: str | None) -> bool:
        return character is not None and character in BET_SIGNS

    def on_key(self, event: events.Key) -> None:
        if self.edited(event.key, event.character):
            event.stop()
            event.prevent_default()
        elif event.is_printable and not self.check_consume_key(event.key, event.character):
            # An input takes every letter to itself, and drops those that it may not hold.
            event.prevent_default()

    def edited(self, key: str, character: str | None) -> bool:
        """Change the bet by a key, whatever has the focus; whether it is one that does. Keys that
        come all at once are taken in their order."""
        if key == "backspace":
            self.focus()
            self.action_delete_left()
        elif character is not None and character in BET_SIGNS.strip() and self._must_take():
            if self.value.isalpha():
                self.value = ""
            self.focus()
            self.insert_text_at_cursor(character)
        else:
            return False
        return True

    def _must_take(self) -> bool:
        """Whether a digit would be lost on the way that it goes by itself."""
        return self.value.isalpha() or not self.has_focus

    def spelt(self, letter: str, words: Iterable[str]) -> bool:
        """Put a letter of one of these words into the line; whether it is one."""
        word = (self.value.casefold() if self.value.isalpha() else "") + letter
        if not letter or not any(one.startswith(word) for one in words):
            return False
        self.value = word
        self.cursor_position = len(word)
        return True

    def add(self, cents: int, least: int, most: int) -> None:
        """So much more or less than stands there, between these two."""
        now = most if self.value.isalpha() else 0
        if self.value.isdecimal() and len(self.value) < 9:
            now = int(self.value) * CENTS
        self.value = dollars(max(least, min(most, now + cents)))
        self.focus()


class ChoiceButton(Button):
    """An answer to press; `typed` is what it stands for."""

    def __init__(self, label: str, typed: str) -> None:
        super().__init__(label, compact=True)
        self.typed = typed


class ChipButton(Button):
    """A chip that is put to the bet."""

    def __init__(self, value: int) -> None:
        super().__init__(f"+{value // CENTS}", compact=True)
        self.value = value
