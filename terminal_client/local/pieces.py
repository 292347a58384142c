"""Parts of the picture that are pressed, typed in or drawn: the table, answers, chips, the bet."""

from collections.abc import Sequence
from typing import Final

from rich.text import Text
from textual import events
from textual.widget import Widget
from textual.widgets import Button, Input

from terminal_client.local.answers import CENTS
from terminal_client.local.evening import Said
from terminal_client.local.picture import Drawing
from terminal_client.local.sight import TableSeen
from terminal_client.page.width import wide

BESIDE: Final = 3
"""What a button has beside its label."""
BET_SIGNS: Final = "0123456789., +"


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


class BetLine(Input):
    """The line that a bet is typed in; letters are keys of the game there too."""

    def __init__(self, value: str) -> None:
        super().__init__(value, id="bet", compact=True, restrict=f"[{BET_SIGNS}]*")

    def check_consume_key(self, key: str, character: str | None) -> bool:
        return character is not None and character in BET_SIGNS

    def on_key(self, event: events.Key) -> None:
        if event.is_printable and not self.check_consume_key(event.key, event.character):
            # An input takes every letter to itself, and drops those that it may not hold.
            event.prevent_default()


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
