"""A window that costs little, for tests that ask widgets what they show and not the screen."""

from typing import Any

from kivy.graphics.opengl import glViewport


class Dim:
    """Lets a window draw its frames into one pixel and show none, unless it is `lit`.

    All that belongs to a frame is done but for the painting, which costs more than the rest of a
    test. Pictures of widgets are painted as ever.
    """

    def __init__(self, window: Any, lit: bool = False) -> None:
        self.window, self.lit = window, lit
        self._flip = window.flip
        window.on_draw, window.flip = self._draw, self._show

    def _draw(self) -> None:
        if not self.lit:
            glViewport(0, 0, 1, 1)
        self.window.clear()
        self.window.render_context.draw()
        glViewport(0, 0, *self.window.system_size)

    def _show(self) -> None:
        if self.lit:
            self._flip()
