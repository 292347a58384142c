"""A window that costs little, for tests that ask widgets what they show and not the screen."""

from typing import Any, Final

from kivy.graphics.opengl import glViewport

EACH: Final = 10


class Dim:
    """Lets a window draw few of its frames, into one pixel, and show none, unless it is `lit`.

    All that belongs to a frame is done but for the drawing, which costs more than the rest of a
    test. What cannot be drawn is found by the frames that are: each tenth, and the last that a test
    asks for. Pictures of widgets are painted as ever.
    """

    def __init__(self, window: Any, lit: bool = False) -> None:
        self.window, self.lit = window, lit
        self._passed = 0
        self._flip = window.flip
        window.on_draw, window.flip = self._frame, self._show

    def draw(self) -> None:
        """Draw the frame, whatever came before."""
        self._passed = 0
        if not self.lit:
            glViewport(0, 0, 1, 1)
        self.window.clear()
        self.window.render_context.draw()
        glViewport(0, 0, *self.window.system_size)

    def _frame(self) -> None:
        self._passed += 1
        if self.lit or self._passed == EACH:
            self.draw()
            return
        # A canvas counts as drawn once it was asked to, whatever is in it.
        canvas = self.window.canvas
        within, canvas.children = canvas.children, []
        try:
            self.window.render_context.draw()
        finally:
            canvas.children = within

    def _show(self) -> None:
        if self.lit:
            self._flip()
