"""The choice of an amount: a slider, steps, presets, and keys to type on."""

from collections.abc import Callable
from typing import Final

from kivy.properties import NumericProperty
from kivy.uix.floatlayout import FloatLayout

from client_core.client import Button, Client
from mobile_client.ui.look import bar_px
from mobile_client.ui.widgets.buttons import IconButton, PushButton
from mobile_client.ui.widgets.controls import StepSlider

ROW: Final = 48
GAP: Final = 8
TIGHT: Final = 4
LEAST: Final = 50
"""How narrow a preset may be, in dp: as many stand in one line as are not narrower."""
LOWEST: Final = 34
"""How low a preset may be, in dp, where two lines of them have little room."""


class AmountRow(FloatLayout):
    """`type_in(offer, amount, digit)` is called when an amount is to be typed; `away()` when
    nothing is to be chosen after all."""

    amount = NumericProperty(0)

    def __init__(
        self,
        client: Client,
        type_in: Callable[[Button, int, str], None],
        away: Callable[[], object],
    ) -> None:
        super().__init__(size_hint=(None, None))
        self.client, self.type_in = client, type_in
        self.offer: Button | None = None
        """The range that it is taken from."""
        self.cash = False
        """Chips are money here."""
        self.presets: list[PushButton] = []
        self.slider = StepSlider(size_hint=(None, None))
        self.less, self.more = (
            IconButton(icon="minus", grows=True),
            IconButton(icon="plus", grows=True),
        )
        self.away = IconButton(icon="close", grows=True)
        self.typed = PushButton(kind="quiet", icon="keys", grows=True, size_hint=(None, None))
        for part in (self.slider, self.less, self.more, self.typed):
            self.add_widget(part)
        self.slider.bind(value=self._slid)
        self.less.bind(on_release=lambda _: self.step(-1))
        self.more.bind(on_release=lambda _: self.step(1))
        self.away.bind(on_release=lambda _: away())
        self.typed.bind(on_release=lambda _: self.type())
        self.fbind("amount", self._light)

    def aim(self, offer: Button | None, over: bool) -> None:
        """Amounts of this range; one that was chosen in the same range stays. `over`: it can be
        put away."""
        again, self.offer = offer == self.offer, offer
        if over != (self.away.parent is self):
            (self.add_widget if over else self.remove_widget)(self.away)
        if offer is None:
            return
        fill(self, self.presets, len(offer.presets), self._preset)
        for button, preset in zip(self.presets, offer.presets, strict=True):
            money = self.client.texts.money(preset.amount, short=True, cash=self.cash)
            plain = preset.name == "amount"
            button.text = money if plain else self.client.say(f"table.preset.{preset.name}")
            button.note = "" if plain else money
        self.slider.low, self.slider.high = offer.low, offer.high
        self.slider.step = offer.step
        self.set(int(self.amount) if again else offer.usual or offer.low)
        self._light()

    # -- what is chosen ----------------------------------------------------------------------

    def set(self, amount: int) -> None:
        """This much, or the nearest that is offered."""
        if self.offer is not None:
            self.amount = max(self.offer.low, min(self.offer.high, amount))
            self.slider.value = self.amount

    def step(self, by: int) -> None:
        """Plus and minus."""
        if self.offer is not None:
            self.set(self.client.turn.steps(self.offer, int(self.amount), by))

    def _slid(self, *_: object) -> None:
        if self.slider.held:
            self.set(int(self.slider.value))

    def _preset(self, button: PushButton) -> None:
        # A finger may have come down on one that is there no more.
        if self.offer is not None and button in self.presets:
            self.set(self.offer.presets[self.presets.index(button)].amount)

    def type(self, digit: str = "") -> None:
        """Type an amount; of one that is typed on a keyboard the first digit is there already."""
        if self.offer is not None:
            self.type_in(self.offer, int(self.amount), digit)

    def _light(self, *_: object) -> None:
        """The preset that is chosen stands out; an amount beside all of them was typed or slid."""
        presets = self.offer.presets if self.offer else ()
        for button, preset in zip(self.presets, presets, strict=True):
            button.kind = "chosen" if preset.amount == self.amount else "quiet"

    # -- where it stands ---------------------------------------------------------------------

    def lay_over(self, left: float, y: float, wide: float, act: PushButton) -> None:
        """Slider and the button that does it in one line, presets in the other."""
        gap, row, high = bar_px(GAP), bar_px(ROW), act.height
        act.width = wide * 0.32
        act.pos = (left + wide - act.width, y)
        rest = wide - act.width - gap
        self._slider_row(left, y + (high - row) / 2, rest)
        y += high + bar_px(TIGHT)
        self.away.pos = (left, y)
        self._line(
            [*self.presets, self.typed],
            left + row + bar_px(TIGHT),
            y,
            wide - row - bar_px(TIGHT),
            row,
        )

    def lay_rows(self, left: float, y: float, wide: float, top: float) -> float:
        """One above the other, from y upwards; returns where it ends, which is not above `top`
        if presets as low as may be have room below it."""
        self._slider_row(left, y, wide)
        y += bar_px(ROW + GAP)
        parts = [*self.presets, self.typed]
        fit = max(1, int((wide + bar_px(TIGHT)) // bar_px(LEAST + TIGHT)))
        most = -(-len(parts) // -(-len(parts) // fit))
        lines = [parts[at : at + most] for at in range(0, len(parts), most)]
        each = (top - y - bar_px(TIGHT)) / len(lines) - bar_px(TIGHT)
        high = min(bar_px(ROW), max(bar_px(LOWEST), each))
        for line in reversed(lines):
            self._line(line, left, y, wide, high)
            y += high + bar_px(TIGHT)
        return y + bar_px(TIGHT)

    def _slider_row(self, left: float, y: float, wide: float) -> None:
        row = bar_px(ROW)
        self.less.pos, self.more.pos = (left, y), (left + wide - row, y)
        self.slider.pos, self.slider.size = (left + row, y), (wide - 2 * row, row)

    def _line(
        self, parts: list[PushButton], left: float, y: float, wide: float, high: float
    ) -> None:
        each = (wide - bar_px(TIGHT) * (len(parts) - 1)) / len(parts)
        for nth, part in enumerate(parts):
            part.size, part.pos = (each, high), (left + nth * (each + bar_px(TIGHT)), y)


def fill(
    row: FloatLayout,
    pool: list[PushButton],
    count: int,
    pressed: Callable[[PushButton], None],
    held: Callable[[PushButton], None] = lambda _: None,
) -> None:
    """Exactly so many buttons."""
    while len(pool) > count:
        row.remove_widget(pool.pop())
    while len(pool) < count:
        button = PushButton(grows=True, size_hint=(None, None))
        button.bind(on_press=held, on_release=pressed)
        pool.append(button)
        row.add_widget(button)
