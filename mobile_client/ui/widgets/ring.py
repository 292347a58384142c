"""The ring around what the keyboard is at."""

from typing import Final
from weakref import ReferenceType, ref

from kivy.graphics import Color, SmoothLine
from kivy.uix.widget import Widget

from mobile_client.ui import theme
from mobile_client.ui.look import px

GROUP: Final = "ring"
"""Its instructions on the canvas of a widget."""
MOVES: Final = ("pos", "size", "lift", "rise")
"""What of a widget moves what is painted of it; a card that is chosen stands out by its lift."""


class Ring:
    """Lies around one widget at a time, and moves with it."""

    def __init__(self) -> None:
        self._around: ReferenceType[Widget] | None = None
        self.box: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)
        """Where it lies: left, low, width, height."""

    @property
    def around(self) -> Widget | None:
        return self._around() if self._around is not None else None

    def put(self, widget: Widget) -> None:
        """Around this one, and no other."""
        self.leave()
        self._around = ref(widget)
        for name in self._moves(widget):
            widget.fbind(name, self._draw)
        self._draw()

    def leave(self) -> None:
        at = self.around
        if at is not None:
            for name in self._moves(at):
                at.funbind(name, self._draw)
            at.canvas.after.remove_group(GROUP)
        self._around = None

    @staticmethod
    def _moves(widget: Widget) -> tuple[str, ...]:
        return tuple(name for name in MOVES if hasattr(widget, name))

    def _draw(self, *_: object) -> None:
        at = self.around
        if at is None:
            return
        after, gap = at.canvas.after, px(2)
        after.remove_group(GROUP)
        low = at.y - gap + getattr(at, "lift", 0.0) * getattr(at, "rise", 0.0) * at.height
        self.box = (at.x - gap, low, at.width + 2 * gap, at.height + 2 * gap)
        corner = px(theme.RADIUS["normal"])
        for colour, wide in ((theme.BLACK, 3.5), (theme.TEXT, 1.6)):
            after.add(Color(*colour, group=GROUP))
            after.add(
                SmoothLine(rounded_rectangle=(*self.box, corner), width=px(wide), group=GROUP)
            )
