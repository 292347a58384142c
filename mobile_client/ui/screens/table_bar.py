"""Under the thumb: what can be chosen at a table now, as buttons, with an amount where one is."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from kivy.properties import BooleanProperty, NumericProperty, StringProperty
from kivy.uix.floatlayout import FloatLayout

from mobile_client.core.client import Button, Client
from mobile_client.ui import theme
from mobile_client.ui.look import px, text_px
from mobile_client.ui.theme import RADIUS, faded
from mobile_client.ui.widgets.buttons import IconButton, PushButton
from mobile_client.ui.widgets.controls import StepSlider
from mobile_client.ui.widgets.drawn import Drawn, block, border, glyphs, write

BUTTON: Final = 54
ROW: Final = 48
GAP: Final = 8
ROOMY: Final = 720
"""From this height in dp on, the amount has a place of its own that is always there."""
INKS: Final = {"text": theme.TEXT, "soft": theme.SOFT, "gold": theme.GOLD, "warm": theme.WARM}


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing that can be chosen. `offer` is the range that its amount is taken from."""

    key: str
    text: str
    note: str = ""
    kind: str = "quiet"
    offer: Button | None = None
    amount: int = 0


class Status(Drawn):
    """One line on how things stand."""

    text = StringProperty("")
    ink = StringProperty("soft")
    bare = BooleanProperty(False)
    """It lies on the felt: a ground of its own keeps it legible."""
    WATCHED = ("text", "ink", "bare")

    def paint(self) -> None:
        x, y = self.center
        widest = self.width - px(12)
        if self.bare and self.text:
            wide = min(glyphs(self.text, "label", widest).width, widest) + px(20)
            high = self.height
            block(x - wide / 2, y - high / 2, wide, high, faded(theme.SUNKEN, 0.72), high / 2)
        write(self.text, "label", INKS[self.ink], x, y, widest=widest)


class ActBar(Drawn, FloatLayout):
    """`take(choice, amount)` is called with what was pressed; `type_in(offer, amount)` when an
    amount is to be typed; `resized()` when the bar wants another height."""

    amount = NumericProperty(0)

    def __init__(
        self,
        client: Client,
        take: Callable[[Choice, int], None],
        type_in: Callable[[Button, int], None],
        resized: Callable[[], None],
    ) -> None:
        super().__init__(size_hint=(None, None))
        self.client, self.take, self.type_in, self.resized = client, take, type_in, resized
        self.choices: tuple[Choice, ...] = ()
        self.aim: Choice | None = None
        """The choice that the amount belongs to."""
        self.opened = ""
        self.wide = self.roomy = False
        self.bare = False
        """It lies on the felt itself, without a ground of its own."""
        self.status = Status(size_hint=(None, None))
        self.buttons: list[PushButton] = []
        self.presets: list[PushButton] = []
        self.slider = StepSlider(size_hint=(None, None))
        self.less, self.more = IconButton(icon="minus"), IconButton(icon="plus")
        self.away = IconButton(icon="close")
        self.typed = PushButton(kind="quiet", size_hint=(None, None))
        self.add_widget(self.status)
        self.slider.bind(value=self._slid)
        self.less.bind(on_release=lambda _: self.step(-1))
        self.more.bind(on_release=lambda _: self.step(1))
        self.away.bind(on_release=lambda _: self.close())
        self.typed.bind(on_release=lambda _: self._type())
        self.fbind("amount", self._amounts)
        self.fbind("pos", self.lay)
        self.fbind("size", self.lay)

    # -- what there is to choose -------------------------------------------------------------

    def show(self, choices: tuple[Choice, ...], status: str, ink: str = "soft") -> None:
        self.status.text, self.status.ink = status, ink
        if choices == self.choices:
            return
        before = self.aim
        if {one.key for one in choices} != {one.key for one in self.choices}:
            self.opened = ""
        self.choices = choices
        ranged = [one for one in choices if one.offer is not None]
        self.aim = next((one for one in ranged if one.key == self.opened), None)
        if self.aim is None and ranged and (self.roomy or self.wide):
            self.aim = ranged[-1] if ranged[-1].offer else None
        self._dress()
        self._aimed(before)
        self.lay()
        self.resized()

    def _aimed(self, before: Choice | None) -> None:
        """The slider takes over the range of the choice that is aimed at."""
        if self.aim is None or self.aim.offer is None:
            return
        offer = self.aim.offer
        same = before is not None and before.offer is not None and before.offer == offer
        start = self.amount if same else offer.low
        self.slider.low, self.slider.high = offer.low, offer.high
        self.slider.step = offer.step
        self.set_amount(int(start))

    def _dress(self) -> None:
        _fill(self, self.buttons, len(self._ordered()), self._pressed)
        for button, choice in zip(self.buttons, self._ordered(), strict=True):
            button.text, button.kind = choice.text, choice.kind
            button.note = choice.note
        presets = self.aim.offer.presets if self.aim and self.aim.offer else ()
        _fill(self, self.presets, len(presets), self._preset)
        for button, preset in zip(self.presets, presets, strict=True):
            button.kind = "quiet"
            money = self.client.money(preset.amount, short=True)
            plain = preset.name == "amount"
            button.text = money if plain else self.client.say(f"table.preset.{preset.name}")
            button.note = "" if plain else money
        for part in (self.slider, self.less, self.more, self.typed, self.away, self.status):
            there = self.aim is not None
            if part is self.away:
                there = self.over
            elif part is self.status:
                there = not self.over
            if there and part.parent is None:
                self.add_widget(part)
            elif not there and part.parent is not None:
                self.remove_widget(part)
        self._amounts()

    @property
    def over(self) -> bool:
        """An amount is chosen where there is little room: for that long nothing else is."""
        return self.aim is not None and not self.roomy and not self.wide

    def _ordered(self) -> tuple[Choice, ...]:
        """For a left hand, what is wanted most lies at the left."""
        if self.over and self.aim is not None:
            return (self.aim,)
        return self.choices[::-1] if self.client.settings.left_handed else self.choices

    # -- the amount --------------------------------------------------------------------------

    def set_amount(self, amount: int) -> None:
        if self.aim is None or self.aim.offer is None:
            return
        self.amount = max(self.aim.offer.low, min(self.aim.offer.high, amount))
        self.slider.value = self.amount

    def step(self, by: int) -> None:
        """Plus and minus."""
        if self.aim is not None and self.aim.offer is not None:
            self.set_amount(self.client.steps(self.aim.offer, int(self.amount), by))

    def _slid(self, *_: object) -> None:
        if self.slider.held:
            self.set_amount(int(self.slider.value))

    def _preset(self, button: PushButton) -> None:
        if self.aim is not None and self.aim.offer is not None:
            self.set_amount(self.aim.offer.presets[self.presets.index(button)].amount)

    def _type(self) -> None:
        if self.aim is not None and self.aim.offer is not None:
            self.type_in(self.aim.offer, int(self.amount))

    def _amounts(self, *_: object) -> None:
        """The amount wherever it is written."""
        if self.aim is None or self.aim.offer is None:
            return
        money = self.client.money(int(self.amount))
        self.typed.text = money
        for button, choice in zip(self.buttons, self._ordered(), strict=True):
            if choice.key == self.aim.key:
                button.note = money
        for button, preset in zip(self.presets, self.aim.offer.presets, strict=True):
            button.kind = "primary" if preset.amount == self.amount else "quiet"

    def _pressed(self, button: PushButton) -> None:
        choice = self._ordered()[self.buttons.index(button)]
        if choice.offer is not None and (self.aim is None or self.aim.key != choice.key):
            self.open(choice)
            return
        self.take(choice, int(self.amount) if choice.offer is not None else choice.amount)

    def open(self, choice: Choice) -> None:
        """Choose an amount for this one."""
        before, self.opened, self.aim = self.aim, choice.key, choice
        self._dress()
        self._aimed(before)
        self.lay()
        self.resized()

    def close(self) -> bool:
        """Put the amount away again; whether it was open."""
        if not self.opened or self.roomy or self.wide:
            return False
        self.opened, self.aim = "", None
        self._dress()
        for button, choice in zip(self.buttons, self._ordered(), strict=True):
            button.note = choice.note
        self.lay()
        self.resized()
        return True

    # -- where it stands ---------------------------------------------------------------------

    def across(self) -> int:
        """How many buttons stand side by side."""
        count = len(self.choices)
        if self.wide:
            return min(2, max(count, 1))
        least = px(76) if count < 5 else px(100)
        return max(1, min(count, int((self.width - px(2 * GAP)) // (least + px(GAP)))))

    def lines(self) -> int:
        return -(-len(self.buttons) // self.across()) if self.buttons else 0

    def need(self, width: float) -> float:
        """How high the bar is below a felt, whatever is asked."""
        rows = 1 if self.over else max(1, self.lines())
        high = px(GAP) + rows * px(BUTTON + GAP) + text_px("label") * 1.6
        return high + (px(2 * ROW + 2 * GAP) if self.roomy else 0.0)

    def opened_height(self, width: float) -> float:
        """How high it is now: an amount that has no place of its own goes over the felt."""
        if not self.over:
            return self.need(width)
        return px(GAP) * 3 + px(BUTTON + ROW)

    def lay(self, *_: object) -> None:
        gap, left, wide = px(GAP), self.x + px(GAP), self.width - 2 * px(GAP)
        y = self.y + gap
        if self.over:
            self._lay_over(left, y, wide)
            self.stale()
            return
        across, lines = self.across(), self.lines()
        for nth, button in enumerate(self.buttons):
            line, place = divmod(nth, across)
            mates = min(across, len(self.buttons) - line * across)
            each = (wide - gap * (mates - 1)) / mates
            button.size = (each, px(BUTTON))
            button.pos = (left + place * (each + gap), y + (lines - 1 - line) * (px(BUTTON) + gap))
        y += max(lines, 0 if self.wide else 1) * (px(BUTTON) + gap)
        if self.aim is not None:
            y = self._lay_amount(left, y, wide)
        high = text_px("label") * 1.6
        room = max(self.y + self.height - y, 0.0)
        self.status.size = (self.width, min(high, room))
        self.status.pos = (self.x, y + (room - self.status.height) / 2)
        self.stale()

    def _lay_over(self, left: float, y: float, wide: float) -> None:
        """Slider and button in one line, presets in the other."""
        gap, row = px(GAP), px(ROW)
        act = wide * 0.32
        button = self.buttons[0]
        button.size, button.pos = (act, px(BUTTON)), (left + wide - act, y)
        middle = y + (px(BUTTON) - row) / 2
        self.less.pos = (left, middle)
        self.more.pos = (left + wide - act - gap - row, middle)
        self.slider.pos = (left + row, middle)
        self.slider.size = (wide - act - gap - 2 * row, row)
        y += px(BUTTON) + gap
        self.away.pos = (left, y)
        parts = [*self.presets, self.typed]
        each = (wide - row - px(4) * len(parts)) / len(parts)
        for nth, part in enumerate(parts):
            part.size = (each, row)
            part.pos = (left + row + px(4) + nth * (each + px(4)), y)

    def _lay_amount(self, left: float, y: float, wide: float) -> float:
        gap, row = px(GAP), px(ROW)
        self.less.pos = (left, y)
        self.more.pos = (left + wide - row, y)
        self.slider.pos, self.slider.size = (left + row, y), (wide - 2 * row, row)
        y += row + gap
        parts = [*self.presets, self.typed]
        # Beside a felt there is room for three.
        most = 3 if self.wide and wide < px(300) else len(parts)
        lines = -(-len(parts) // most)
        for nth, part in enumerate(parts):
            line, place = divmod(nth, most)
            mates = min(most, len(parts) - line * most)
            each = (wide - px(4) * (mates - 1)) / mates
            part.size = (each, row)
            part.pos = (left + place * (each + px(4)), y + (lines - 1 - line) * (row + px(4)))
        return y + lines * (row + px(4)) + px(4)

    def paint(self) -> None:
        if self.bare:
            return
        r = px(RADIUS["large"])
        x, y, w, h = self.box
        block(x, y - r, w, h + r, theme.SURFACE, r)
        border(x, y - r, w, h + r, faded(theme.EDGE, 0.7), 1, r)


def _fill(
    bar: ActBar, pool: list[PushButton], count: int, pressed: Callable[[PushButton], None]
) -> None:
    """Exactly so many buttons."""
    while len(pool) > count:
        bar.remove_widget(pool.pop())
    while len(pool) < count:
        button = PushButton(size_hint=(None, None))
        button.bind(on_release=pressed)
        pool.append(button)
        bar.add_widget(button)
