"""A bank card: to come in with, or to pay with from now on. First the card, then its PIN."""

from typing import ClassVar, Final, Literal

from kivy.properties import BooleanProperty, OptionProperty, StringProperty
from kivy.uix.widget import Widget

from mobile_client.core.client import Client, Say
from mobile_client.ui import theme
from mobile_client.ui.icons import icon
from mobile_client.ui.look import px
from mobile_client.ui.screens.page import Page
from mobile_client.ui.screens.parts import Split, push, stack
from mobile_client.ui.screens.start import LONGEST_NAME
from mobile_client.ui.stage import Stage
from mobile_client.ui.theme import RADIUS, faded
from mobile_client.ui.widgets.controls import Segments
from mobile_client.ui.widgets.drawn import Drawn, block, border, picture, write
from mobile_client.ui.widgets.entry import Dots, Field, Keypad
from mobile_client.ui.widgets.words import Words

Purpose = Literal["login", "change"]
LONGEST_NUMBER: Final = 19
SHORTEST_NUMBER: Final = 12
PIN_LEAST, PIN_MOST = 4, 6
NOTHING: Final = " "
GROUP: Final = 4
PIN_TROUBLES: Final = ("refusal.pin_wrong", "refusal.too_fast", "refusal.line_lost")
"""What another try on the keypad can mend; all else is about the card, or the name."""


def grouped(digits: str) -> str:
    """`4000 1234 ...`: as it stands on a card."""
    return " ".join(digits[at : at + GROUP] for at in range(0, len(digits), GROUP))


LOWEST: Final = 116
HIGHEST: Final = 180
"""How high the picture of a card is in a narrow column, and in a wide one, in dp."""
FLAT: Final = 36
"""How high a line is that says the same, in dp."""
SHAPE: Final = 2.7
"""How much wider than high it is between the two."""


class BankCard(Drawn):
    """The picture of a card with what is known of it."""

    kind = OptionProperty("debit", options=["debit", "credit"])
    text = StringProperty("")
    number = StringProperty("")
    flat = BooleanProperty(False)
    """A line with the same, where there is no room for a picture."""
    WATCHED = ("kind", "text", "number", "flat")

    def __init__(self, **words: object) -> None:
        super().__init__(**({"size_hint_y": None, "height": px(LOWEST)} | words))
        for name in ("width", "flat"):
            self.fbind(name, self._shape)

    def _shape(self, *_: object) -> None:
        self.height = (
            px(FLAT) if self.flat else max(px(LOWEST), min(px(HIGHEST), round(self.width / SHAPE)))
        )

    def paint(self) -> None:
        if self.flat:
            self._line()
            return
        ground = theme.FELTS["midnight" if self.kind == "debit" else "graphite"]
        x, y, w, h = self.box
        r = px(RADIUS["large"])
        block(x, y - px(3), w, h, faded(theme.BLACK, 0.4), r)
        block(x, y, w, h, theme.mixed(ground.middle, ground.rim, 0.35), r)
        border(x, y, w, h, theme.mixed(ground.middle, theme.WHITE, 0.2), 1, r)
        block(x + px(18), y + h - px(48), px(36), px(26), theme.GOLD, px(5))
        block(x + px(18), y + h - px(36), px(36), px(2), faded(theme.ON_GOLD, 0.35))
        side = round(px(26))
        picture(icon("card", side), x + w - px(18) - side, y + h - px(48), side, side, theme.TEXT)
        write(self.number, "heading", theme.TEXT, x + px(18), y + px(46), "left", w - px(36))
        write(self.text, "small", theme.TEXT, x + px(18), y + px(20), "left", w - px(36))

    def _line(self) -> None:
        side = round(px(22))
        y, left = self.center_y, self.x + side + px(12)
        picture(icon("card", side), self.x, y - side / 2, side, side, theme.GOLD)
        taken = write(self.number, "body", theme.TEXT, self.right, y, "right", self.width * 0.5)
        write(self.text, "body", theme.TEXT, left, y, "left", self.right - taken - left - px(8))


class CardScreen(Page):
    """Asks for the card, then where the card has one for the PIN on a keypad of its own."""

    # The keys of the PIN are at the lower edge.
    head: ClassVar[float | None] = 56

    def __init__(self, client: Client, stage: Stage, purpose: Purpose = "login") -> None:
        say = client.say
        super().__init__(client, stage, say(f"card.{purpose}"))
        self.purpose: Purpose = purpose
        self.step = "card"
        self.asked = 0
        self.picture = BankCard()
        self.name = Field(name=say("card.name"), text=client.settings.name, most=LONGEST_NAME)
        self.kind = Segments(
            choices=[(kind, say(f"card.{kind}")) for kind in ("debit", "credit")], chosen="debit"
        )
        self.number = Field(name=say("card.number"), hint=say("card.number_hint"))
        self.number.most, self.number.fits = LONGEST_NUMBER, str.isdigit
        self.number.line.input_type = "number"
        self.next = push("", self._next)
        self.prompt = Words(kind="heading", halign="center")
        self.dots = Dots(of=PIN_LEAST)
        self.keypad = Keypad(most=PIN_MOST, least=PIN_LEAST)
        self.trouble = Words(ink="warm", halign="center")
        self.upper = stack(gap="wide")
        self.lower = stack(gap="wide")
        self.set_body(Split(self.upper, self.lower, middle=True))
        self.number.fbind("text", self._drawn)
        self.kind.fbind("chosen", self._drawn)
        self.keypad.fbind("number", self._typed)
        self.keypad.bind(on_done=lambda _: self._send())
        self._drawn()
        self._at("card")

    def back(self) -> bool:
        if self.step == "card":
            return False
        self._at("card")
        return True

    def _drawn(self, *_: object) -> None:
        self.picture.kind = self.kind.chosen
        self.picture.text = self.say(f"card.{self.kind.chosen}")
        digits = self.number.text
        self.picture.number = grouped(digits) if digits else "•••• •••• •••• ••••"
        debit = self.kind.chosen == "debit"
        self.next.text = self.say("card.next" if debit else f"card.do_{self.purpose}")

    def _typed(self, *_: object) -> None:
        self.dots.of = max(PIN_LEAST, len(self.keypad.number))
        self.dots.count = len(self.keypad.number)

    def _at(self, step: str, trouble: str = "") -> None:
        """One of the two steps, with what was wrong at it."""
        self.step = step
        self.keypad.number = ""
        # Where there is no trouble, its place is kept: no key moves from under a thumb.
        self.trouble.text = trouble or NOTHING
        wrong = [self.trouble] if trouble else []
        above: list[Widget] = [self.picture]
        if step == "card":
            above.append(self.kind)
            below = [self.name] if self.purpose == "login" else []
            below += [self.number, *wrong, self.next]
        else:
            self.prompt.text = self.say("card.pin")
            above += [self.prompt, self.trouble, self.dots]
            below = [self.keypad]
        for column, parts in ((self.upper, above), (self.lower, below)):
            column.clear_widgets()
            for part in parts:
                column.add_widget(part)

    def _next(self) -> None:
        named = self.purpose == "change" or self.name.text.strip()
        long = len(self.number.text) >= SHORTEST_NUMBER
        self.name.error = "" if named else self.say("start.needs_name")
        self.number.error = "" if long else self.say("card.needs_number")
        if not (named and long):
            return
        if self.kind.chosen == "debit":
            self._at("pin")
        else:
            self._send()

    def _send(self) -> None:
        client, kind, pin = self.client, self.kind.chosen, self.keypad.number
        if kind == "debit" and len(pin) < PIN_LEAST:
            self._at("pin", self.say("card.needs_pin"))
            return
        if self.purpose == "login":
            client.set(name=self.name.text.strip())
            client.log_in_by_card(self.name.text.strip(), kind, self.number.text, pin)
        else:
            self.asked = client.change_card(kind, self.number.text, pin)
        self._waits(True)

    def _waits(self, so: bool) -> None:
        for part in (self.keypad, self.next):
            part.disabled = so

    def heard(self, topic: str, table: str) -> None:
        if self.purpose == "login" and topic == "entry":
            self._answered(self.client.entry.busy, self.client.entry.refusal)
        elif self.purpose == "change" and self.asked and topic == "cashier":
            self._answered(self.client.pending(self.asked), self.client.refusal_of(self.asked))

    def _answered(self, busy: bool, refusal: Say | None) -> None:
        if busy:
            return
        self._waits(False)
        if refusal is not None:
            step = self.step if refusal.key in PIN_TROUBLES else "card"
            self._at(step, self.say(refusal))
        elif self.purpose == "change":
            self.stage.back()
            if self.stage.screen is self:
                self.stage.back()
