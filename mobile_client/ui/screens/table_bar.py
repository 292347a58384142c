"""The bar under the thumb: what can be chosen at a table now, as buttons, with an amount where one
is."""

from collections.abc import Callable
from typing import Final

from kivy.uix.floatlayout import FloatLayout

from client_core.client import Button, Client
from client_core.felts.choices import Choice
from mobile_client.ui import theme
from mobile_client.ui.look import bar_px
from mobile_client.ui.screens.table_amount import GAP, ROW, TIGHT, AmountRow, fill
from mobile_client.ui.screens.table_status import Status, line_height
from mobile_client.ui.theme import RADIUS, faded
from mobile_client.ui.widgets.buttons import PushButton
from mobile_client.ui.widgets.drawn import Drawn, block, border, glyphs, put

BUTTON: Final = 54
LEAST: Final = 76
"""The height of a button, and the least width of one of few, in dp."""
PLAIN: Final = {"primary": "quiet"}
"""How a button looks while another is gold."""
ROOMY: Final = 720
"""From this height in dp on, the amount has a place of its own that is always there."""


class ActBar(Drawn, FloatLayout):
    """`take(choice, amount)` is called with what was pressed; `type_in(offer, amount, digit)` when
    an amount is to be typed; `resized()` when the bar wants another height."""

    def __init__(
        self,
        client: Client,
        take: Callable[[Choice, int], None],
        type_in: Callable[[Button, int, str], None],
        resized: Callable[[], None],
    ) -> None:
        super().__init__(size_hint=(None, None))
        self.client, self.take, self.resized = client, take, resized
        self.choices: tuple[Choice, ...] = ()
        self.aim: Choice | None = None
        """The choice that the amount belongs to."""
        self.opened = ""
        self.armed = ""
        """The choice that the keyboard has taken up: Enter does it, and it alone is gold."""
        self._held = ""
        """What the finger is on."""
        self.wide = self.roomy = False
        self.held = False
        """The line is gone: what is chosen stands, and nothing can be done."""
        self.clock = ""
        """What is left of the time, where an amount takes the place of the line that says it."""
        self.bare = False
        """It lies on the felt itself, without a ground of its own."""
        self.status = Status(size_hint=(None, None))
        self.buttons: list[PushButton] = []
        self.kept = 0
        """So many lines of buttons have room, whether they are there or not."""
        self.sum = AmountRow(client, type_in, self.close)
        self.add_widget(self.status)
        self.sum.fbind("amount", self._amounts)
        self.fbind("pos", self.lay)
        self.fbind("size", self.lay)

    # -- what there is to choose -------------------------------------------------------------

    def show(
        self,
        choices: tuple[Choice, ...],
        status: str,
        ink: str = "soft",
        clock: str = "",
        held: bool = False,
        keep: bool = False,
    ) -> None:
        """`keep`: the bar stays as high as it is, for buttons that come in a moment."""
        kept = max(self.kept, len(self.lines())) if keep else 0
        if kept != self.kept:
            self.kept = kept
            self.stale()
        self.status.text, self.status.ink = status, ink
        if held != self.held:
            self.held = held
            self._dress()
        if choices == self.choices:
            if clock != self.clock:
                self.clock = clock
                self._amounts()
            return
        self.clock = clock
        if {one.key for one in choices} != {one.key for one in self.choices}:
            self.opened = self.armed = ""
        self.choices = choices
        self._dress()
        self.lay()
        self.resized()

    def fit(self, width: float, wide: bool, roomy: bool, bare: bool = False) -> None:
        """For a screen like this: everything else follows from it."""
        self.width = width
        if (wide, roomy, bare) != (self.wide, self.roomy, self.bare):
            self.wide, self.roomy = wide, roomy
            self.bare = self.status.bare = bare
            self.status.stands = "middle"
            self._dress()
            self.stale()

    def _dress(self) -> None:
        ranged = [one for one in self.choices if one.offer is not None]
        self.aim = next((one for one in ranged if one.key == self.opened), None)
        if self.aim is None and ranged and (self.roomy or self.wide):
            self.aim = ranged[-1]
        fill(self, self.buttons, len(self._ordered()), self._pressed, self._hold)
        for button, choice in zip(self.buttons, self._ordered(), strict=True):
            button.text, button.note = choice.text, choice.note
            if choice.offer is not None and not choice.note and choice is not self.aim:
                # The amount is asked for when it is pressed.
                button.text += "…"
            button.kind = "primary" if self.over else self._kind(choice)
            button.disabled = self.held
        self.sum.aim(self.aim.offer if self.aim else None, self.over)
        put(self, self.sum, self.aim is not None)
        put(self, self.status, not self.over)
        self._amounts()

    def _kind(self, choice: Choice) -> str:
        """One button is gold at a time: what Enter does."""
        if self.armed:
            return "primary" if choice.key == self.armed else PLAIN.get(choice.kind, choice.kind)
        return choice.kind

    @property
    def over(self) -> bool:
        """An amount is chosen where there is little room: for that long nothing else is."""
        return self.aim is not None and not self.roomy and not self.wide

    def _ordered(self) -> tuple[Choice, ...]:
        """For a left hand, what is wanted most lies at the left."""
        if self.over and self.aim is not None:
            return (self.aim,)
        return self.choices[::-1] if self.client.settings.left_handed else self.choices

    @property
    def first(self) -> PushButton | None:
        """The first button that is to be pressed now and gives nothing up."""
        for button, choice in zip(self.buttons, self._ordered(), strict=True):
            if button.kind != "danger" and not choice.key.startswith("pre."):
                return button
        return None

    def _amounts(self, *_: object) -> None:
        """The amount on the button that it belongs to."""
        for button, choice in zip(self.buttons, self._ordered(), strict=True):
            if self.aim is not None and choice.key == self.aim.key:
                amount = self.client.texts.money(int(self.sum.amount), cash=self.sum.cash)
                clock = self.clock if self.over else ""
                button.note = " · ".join(one for one in (amount, clock) if one)

    def _hold(self, button: PushButton) -> None:
        self._held = self._ordered()[self.buttons.index(button)].key

    def _pressed(self, button: PushButton) -> None:
        held, self._held = self._held, ""
        if button not in self.buttons:
            # There are fewer buttons now than when the finger came down.
            return
        choice = self._ordered()[self.buttons.index(button)]
        if held and held != choice.key:
            # The finger came down on what stood there before.
            return
        self.choose(choice)

    def choose(self, choice: Choice) -> None:
        """Do it, or ask first for how much."""
        if choice.offer is not None and (self.aim is None or self.aim.key != choice.key):
            self.open(choice)
            return
        self.take(choice, int(self.sum.amount) if choice.offer is not None else choice.amount)

    def open(self, choice: Choice) -> None:
        """Choose an amount for this one."""
        self._opened(choice.key)

    def arm(self, choice: Choice) -> None:
        """Enter does this one from now on, with the amount that stands there."""
        self.armed = choice.key
        self.open(choice)

    def disarm(self) -> bool:
        """Enter does again what most want; whether it did something else."""
        if not self.armed:
            return False
        self.armed = ""
        self._dress()
        return True

    def close(self) -> bool:
        """Put the amount away again; whether it was open."""
        disarmed = self.disarm()
        if not self.opened or self.roomy or self.wide:
            return disarmed
        self._opened("")
        return True

    def _opened(self, key: str) -> None:
        self.opened = key
        self._dress()
        self.lay()
        self.resized()

    # -- where it stands ---------------------------------------------------------------------

    def across(self) -> int:
        """How many buttons stand side by side."""
        count = len(self.choices)
        if self.wide:
            return min(2, max(count, 1))
        least = bar_px(LEAST) if count < 5 else bar_px(100)
        return max(1, min(count, int((self.width - bar_px(2 * GAP)) // (least + bar_px(GAP)))))

    def lines(self) -> list[list[int]]:
        """Which buttons stand in each line, from above."""
        ordered, across = self._ordered(), self.across()
        # For a left hand each line is turned, and the lines stay where they are.
        turned = self.client.settings.left_handed and not self.over
        rest, below = list(range(len(ordered)))[:: -1 if turned else 1], []
        if len(rest) > 2 and not self.wide and not self.bare:
            below = [at for at in rest if ordered[at].lead]
            rest = [at for at in rest if not ordered[at].lead]
            across = min(across, len(rest))
        # What is alone in a line is what comes first, and never all the chips.
        first = len(rest) % across if across else 0
        found = [rest[:first]] if first else []
        found += [rest[at : at + across] for at in range(first, len(rest), across)]
        if turned:
            found = [line[::-1] for line in found]
        return [*found, below] if below else found

    def _wides(self, line: list[int], room: float) -> list[float]:
        """How wide the buttons of a line are: alike, but what leads has what the others spare."""
        ordered, alike = self._ordered(), room / len(line)
        leads = [ordered[at].lead for at in line]
        if not any(leads):
            return [alike] * len(line)
        wides = [
            max(bar_px(LEAST), glyphs(ordered[at].text, "act").width + bar_px(22)) for at in line
        ]
        rest = room - sum(wide for wide, lead in zip(wides, leads, strict=True) if not lead)
        return [rest if lead else wide for wide, lead in zip(wides, leads, strict=True)]

    def need(self) -> float:
        """How high the bar is below a felt, whatever is asked."""
        rows = 1 if self.over else max(1, len(self.lines()), self.kept)
        high = bar_px(GAP) + rows * bar_px(BUTTON + GAP) + line_height()
        return high + (bar_px(2 * ROW + 2 * GAP) if self.roomy else 0.0)

    def beside_height(self) -> float:
        """How high it is beside a felt where something stands above it, whatever is asked."""
        rows = max(2, len(self.lines()))
        return (
            bar_px(GAP)
            + rows * bar_px(BUTTON + GAP)
            + bar_px(2 * ROW + 2 * GAP)
            + 2 * line_height()
        )

    def opened_height(self) -> float:
        """How high it is now: an amount that has no place of its own takes more."""
        return bar_px(GAP + BUTTON + TIGHT + ROW + TIGHT) if self.over else self.need()

    def lay(self, *_: object) -> None:
        gap, left, wide = bar_px(GAP), self.x + bar_px(GAP), self.width - 2 * bar_px(GAP)
        y = self.y + gap
        # A layout has places for its children only while it has a size of its own.
        self.sum.pos, self.sum.size = self.pos, self.size
        if self.over:
            self.buttons[0].height = bar_px(BUTTON)
            self.sum.lay_over(left, y, wide, self.buttons[0])
            self.stale()
            return
        lines = self.lines()
        for nth, line in enumerate(reversed(lines)):
            x, low = left, y + nth * (bar_px(BUTTON) + gap)
            for at, each in zip(line, self._wides(line, wide - gap * (len(line) - 1)), strict=True):
                self.buttons[at].size, self.buttons[at].pos = (each, bar_px(BUTTON)), (x, low)
                x += each + gap
        # Where nothing is to be pressed for now, the text stays about where it was.
        rows = len(lines) or (2 if self.wide and not self.bare else 0)
        y += rows * (bar_px(BUTTON) + gap)
        if self.aim is not None:
            y = self.sum.lay_rows(left, y, wide, self.y + self.height - line_height())
        self._lay_status(y)
        self.stale()

    def _lay_status(self, y: float) -> None:
        """Right above the buttons; where nothing is to be pressed, in the middle of the bar, or
        beside a felt about where it was: what is read there does not jump."""
        room = max(self.y + self.height - y, 0.0)
        if self.bare:
            high = min(line_height() * (2 if room > 2.4 * line_height() else 1), room)
            self.status.size = (self.width, high)
            self.status.pos = (self.x, self.y + self.height - high)
            return
        there = bool(self.buttons) or self.wide
        self.status.stands = "low" if there else "middle"
        self.status.size = (self.width, room if there else self.height)
        self.status.pos = (self.x, y if there else self.y)

    def paint(self) -> None:
        if self.bare:
            return
        r = bar_px(RADIUS["large"])
        x, y, w, h = self.box
        block(x, y - r, w, h + r, theme.SURFACE, r)
        border(x, y - r, w, h + r, faded(theme.EDGE, 0.7), 1, r)
