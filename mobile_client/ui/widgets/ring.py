"""The ring around what the keyboard is at."""

from typing import Final
from weakref import ReferenceType, ref

from kivy.graphics import Color, SmoothLine
from kivy.uix.widget import Widget

from mobile_client.ui import theme
from mobile_client.ui.look import px

GROUP: Final = "ring"
"""Its instructions on the canvas of a widget."""


class Ring:
    """Lies around one widget at a time, and moves with it."""

    def __init__(self) -> None:
        self._around: ReferenceType[Widget] | None = None

    @property
    def around(self) -> Widget | None:
        return self._around() if self._around is not None else None

    def put(self, widget: Widget) -> None:
        """Around this one, and no other."""
        self.leave()
        self._around = ref(widget)
        widget.fbind("pos", self._draw)
        widget.fbind("size", self._draw)
        self._draw()

    def leave(self) -> None:
        at = self.around
        if at is not None:
            at.funbind("pos", self._draw)
            at.funbind("size", self._draw)
            at.canvas.after.remove_group(GROUP)
        self._around = None

    def _draw(self, *_: object) -> None:
        at = self.around
        if at is None:
            return
        after, gap, r = at.canvas.after, px(2), px(theme.RADIUS["normal"])
        after.remove_group(GROUP)
        box = (at.x - gap, at.y - gap, at.width + 2 * gap, at.height + 2 * gap, r)
        for colour, wide in ((theme.BLACK, 3.5), (theme.TEXT, 1.6)):
            after.add(Color(*colour, group=GROUP))
            after.add(SmoothLine(rounded_rectangle=box, width=px(wide), group=GROUP))
