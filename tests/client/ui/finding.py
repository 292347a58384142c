"""What stands on a stage, found as a player finds it: by what is written there."""

from collections.abc import Iterator
from typing import Final

from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from mobile_client.ui.stage import Stage
from mobile_client.ui.widgets.entry import Field, TextLine

WRITTEN: Final = ("text", "title", "note", "value")
"""Where widgets keep what they say."""
CALLED: Final = ("text", "title", "icon", "name")
"""What something that can be pressed is called by."""


def top(stage: Stage) -> Widget:
    """What is touched first: the topmost dialog, else the screen."""
    overlays = stage.overlays
    return overlays[-1] if overlays else stage.screen


def pressable(stage: Stage) -> Iterator[Widget]:
    """Everything that can be pressed now."""
    for one in top(stage).walk(restrict=True):
        if isinstance(one, ButtonBehavior) and not one.disabled:
            yield one


def names(stage: Stage) -> Iterator[str]:
    """What can be pressed now, each by what it is called."""
    for one in pressable(stage):
        said = (getattr(one, name, "") for name in CALLED)
        # What is called a text may be a widget that shows one.
        yield next((text for text in said if text and isinstance(text, str)), "")


def called(stage: Stage, text: str) -> Widget | None:
    """What can be pressed and says this."""
    for one in pressable(stage):
        if any(getattr(one, name, "") == text for name in CALLED):
            return one
    return None


def shows(stage: Stage, text: str) -> bool:
    """Whether this is written anywhere on the stage."""
    return any(
        text in str(getattr(one, name, "")) for one in stage.walk(restrict=True) for name in WRITTEN
    )


def field(stage: Stage, name: str) -> Field:
    """The line of this name that is typed in."""
    for one in top(stage).walk(restrict=True):
        if isinstance(one, Field) and one.name == name:
            return one
    raise AssertionError(f"There is no field {name!r}.")


def line_of(stage: Stage, name: str) -> TextLine:
    """What is typed into: the line of a field of this name, or one that asks for it itself."""
    for one in top(stage).walk(restrict=True):
        if isinstance(one, TextLine) and one.hint_text == name:
            return one
    return field(stage, name).line


def typed(stage: Stage, name: str, text: str) -> None:
    """Type this, and nothing else, into the line of this name."""
    line = line_of(stage, name)
    line.text = ""
    line.insert_text(text)


def scrolled(widget: Widget) -> ScrollView | None:
    """The list that it stands in."""
    above = widget.parent
    while isinstance(above, Widget) and above is not above.parent:
        if isinstance(above, ScrollView):
            return above
        above = above.parent
    return None


def into_sight(widget: Widget) -> None:
    """Move the list that it stands in until it can be touched."""
    if (above := scrolled(widget)) is not None:
        above.scroll_to(widget, padding=10, animate=False)
