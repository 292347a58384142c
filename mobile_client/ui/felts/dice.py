"""The dice of sabacc: thrown from the side they tumble to their place and lie there."""

from collections.abc import Callable
from typing import Final

from kivy.clock import Clock
from kivy.graphics import PopMatrix, PushMatrix, Rotate
from kivy.properties import ListProperty, NumericProperty

from mobile_client.ui import theme
from mobile_client.ui.look import motion, table_px
from mobile_client.ui.theme import faded
from mobile_client.ui.widgets.drawn import Drawn, block, disc

PIPS: Final = {
    1: ((0, 0),),
    2: ((-1, 1), (1, -1)),
    3: ((-1, 1), (0, 0), (1, -1)),
    4: ((-1, 1), (1, 1), (-1, -1), (1, -1)),
    5: ((-1, 1), (1, 1), (0, 0), (-1, -1), (1, -1)),
    6: ((-1, 1), (1, 1), (-1, 0), (1, 0), (-1, -1), (1, -1)),
}
ROLL_S: Final = 1.1
"""How long they roll."""
TUMBLES: Final = 9
"""So many faces are seen of each before the one that it shows."""
FROM: Final = ((150.0, 46.0), (190.0, -30.0))
"""From where each is thrown, in dp from where it will lie."""
TURNS: Final = (540.0, -450.0)
"""How far each turns on its way, in degrees."""
HOPS: Final = 3
HIGH: Final = 26
"""How often they bounce, and how high at first, in dp."""


class Dice(Drawn):
    """Two dice; none before they were thrown. `landed` is called when they lie."""

    faces = ListProperty([])
    rolled = NumericProperty(1.0)
    """How far they are on their way, from 0 to 1."""
    WATCHED = ("faces", "rolled")

    def __init__(self, landed: Callable[[], None] = lambda: None, **words: object) -> None:
        self.landed = landed
        self._step = Clock.create_trigger(self._on, 0, interval=True)
        super().__init__(
            **({"size_hint": (None, None), "size": (table_px(60), table_px(28))} | words)
        )

    @property
    def busy(self) -> bool:
        """Whether they still roll."""
        return bool(self.rolled < 1)

    def roll(self) -> None:
        """Throws them, to show what they show now."""
        if self.faces and motion().normal:
            self.rolled = 0.0
            self._step()

    def stop(self) -> None:
        """They lie, now."""
        self._step.cancel()
        if self.busy:
            self.rolled = 1.0
            self.landed()

    def _on(self, seconds: float) -> None:
        self.rolled = min(1.0, self.rolled + seconds / ROLL_S)
        if not self.busy:
            self._step.cancel()
            self.landed()

    def seen(self) -> tuple[int, ...]:
        """The faces that are on top now; which those are on the way is no chance and no news."""
        if not self.busy:
            return tuple(self.faces)
        nth = int(self.rolled * TUMBLES)
        return tuple((face + (3 + 2 * place) * (TUMBLES - nth)) % 6 + 1
                     for place, face in enumerate(self.faces))  # fmt: skip

    def paint(self) -> None:
        side, left = table_px(26), 1 - self.rolled
        for place, face in enumerate(self.seen()):
            far = left**2
            hop = abs(1 - 2 * ((self.rolled * HOPS) % 1))
            lift = table_px(HIGH) * left * (1 - hop**2)
            dx, dy = FROM[place]
            x = self.center_x + (place - 0.5) * (side + table_px(6)) + table_px(dx) * far
            y = self.center_y + table_px(dy) * far
            block(
                x - side / 2,
                y - side / 2 - table_px(1.5),
                side,
                side,
                faded(theme.BLACK, 0.4),
                table_px(6),
            )
            PushMatrix()
            Rotate(angle=TURNS[place] * far, origin=(x, y + lift))
            _die(x - side / 2, y + lift - side / 2, side, face)
            PopMatrix()


def _die(x: float, y: float, side: float, face: int) -> None:
    block(x, y, side, side, theme.PAPER, table_px(6))
    for across, up in PIPS.get(face, ()):
        disc(x + side / 2 + across * side * 0.26, y + side / 2 + up * side * 0.26, table_px(2.6),
             theme.INK_BLACK)  # fmt: skip
