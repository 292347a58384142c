"""Pictures painted once into textures, so that the screen draws each as a single quad.

A picture is painted at four times its size without smoothing and taken down to twice its size,
which smooths it. It is painted again when Android has thrown the textures away.
"""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Final

from kivy.graphics import Callback, Canvas, Fbo, Rectangle
from kivy.graphics.context import get_context
from kivy.graphics.opengl import GL_BLEND, glDisable, glEnable
from kivy.graphics.texture import Texture

from mobile_client.ui.pen import Pen
from mobile_client.ui.theme import CLEAR, Colour

Paint = Callable[[Pen], None]

PAINTED: Final = 4
KEPT: Final = 2
MOST_PIXELS: Final = 24_000_000
"""About 96 MB: every face of a pack at its largest, and what else a table shows."""

# What was painted over nothing comes out multiplied with its alpha: this divides it again.
# Where nothing was painted the colour of the edge stands, or smoothing would darken the rim.
RESOLVE: Final = """
$HEADER$
uniform vec3 edge;
void main(void) {
    vec4 c = texture2D(texture0, tex_coord0);
    gl_FragColor = c.a < 0.004 ? vec4(edge, 0.0) : vec4(c.rgb / c.a, c.a);
}
"""

_nowhere: Final = Canvas()
_plates: OrderedDict[Hashable, Texture] = OrderedDict()
_forgotten: list[Callable[[], None]] = []


def plate(
    key: Hashable, size: tuple[float, float], high: float, paint: Paint, edge: Colour = CLEAR
) -> Texture:
    """The picture of this key, `size` pixels on the screen and `high` units in its own measure."""
    full = (key, size)
    if full in _plates:
        _plates.move_to_end(full)
        return _plates[full]
    texture = _painted(size, high, paint, edge)
    _plates[full] = texture
    while len(_plates) > 1 and sum(t.width * t.height for t in _plates.values()) > MOST_PIXELS:
        _plates.popitem(last=False)
    return texture


# Kivy hangs whatever is made while a canvas is open into that canvas: the sheet itself, which
# would be drawn for ever after, and the stencils that it makes to put its state back, which hide
# what follows. So both happen in a canvas that is never shown.


def _sheet(width: int, height: int) -> Fbo:
    """Something to draw on."""
    with _nowhere:
        sheet = Fbo(size=(width, height), with_stencilbuffer=True)
    _nowhere.clear()
    return sheet


def _draw(sheet: Fbo) -> None:
    with _nowhere:
        sheet.draw()
    _nowhere.clear()


def _painted(size: tuple[float, float], high: float, paint: Paint, edge: Colour) -> Texture:
    width, height = (max(1, round(side)) for side in size)
    draft = _sheet(width * PAINTED, height * PAINTED)
    with draft:
        paint(Pen(high, height * PAINTED / high))
    _draw(draft)
    fair = _sheet(width * KEPT, height * KEPT)
    fair.shader.fs = RESOLVE
    fair["edge"] = edge[:3]
    with fair:
        Callback(lambda _: glDisable(GL_BLEND))
        Rectangle(size=fair.size, texture=draft.texture)
        Callback(lambda _: glEnable(GL_BLEND))
    _draw(fair)
    return fair.texture


def baked(size: tuple[float, float], draw: Callable[[], None]) -> Texture:
    """What is drawn from (0, 0) to `size`, as one texture as large as on the screen.

    For large grounds: many layers cost the screen no more than one.
    """
    ground = _sheet(*(max(1, round(side)) for side in size))
    with ground:
        draw()
    _draw(ground)
    return ground.texture


def when_forgotten(repaint: Callable[[], None]) -> None:
    """Calls this whenever the plates are gone and have to be asked for again."""
    _forgotten.append(repaint)


def forget(*_: object) -> None:
    """Drops every plate, as Android does when it takes the screen away."""
    _plates.clear()
    for repaint in _forgotten:
        repaint()


def count() -> int:
    return len(_plates)


get_context().add_reload_observer(forget)
