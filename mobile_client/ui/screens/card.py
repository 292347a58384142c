"""A bank card: to come in with, or to pay with from now on. A debit card's PIN is asked for on a
keypad of its own, a credit card's expiry and security code below its number."""

from typing import ClassVar, Final, Literal

from kivy.uix.widget import Widget

from mobile_client.core.client import Client, Say
from mobile_client.ui.screens.bank_card import BankCard, grouped
from mobile_client.ui.screens.page import Page
from mobile_client.ui.screens.parts import Split, push, row, stack
from mobile_client.ui.screens.start import LONGEST_NAME
from mobile_client.ui.stage import Stage
from mobile_client.ui.widgets.controls import Segments
from mobile_client.ui.widgets.entry import Dots, Field, Keypad
from mobile_client.ui.widgets.words import Words

Purpose = Literal["login", "change"]
LONGEST_NUMBER: Final = 19
SHORTEST_NUMBER: Final = 12
PIN_LEAST, PIN_MOST = 4, 6
EXPIRY_LONG: Final = 5
CODE_LEAST, CODE_MOST = 3, 4
NOTHING: Final = " "
MENDED_HERE: Final = ("refusal.pin_wrong", "refusal.too_fast", "refusal.line_lost")
"""What another try at the same step can mend; all else is about the card, or the name."""
FIELDS: Final = {
    "refusal.card_number": "number",
    "refusal.card_unknown": "number",
    "refusal.expiry_missing": "expiry",
    "refusal.expiry_form": "expiry",
    "refusal.card_expired": "expiry",
    "refusal.cvc_missing": "code",
    "refusal.cvc_form": "code",
    "refusal.cvc_wrong": "code",
}
"""What is wrong in one field is said below it."""


def dated(text: str) -> str:
    """`04/31`: the digits of a month and a year as they stand on a card."""
    digits = "".join(sign for sign in text if sign.isdigit())[: EXPIRY_LONG - 1]
    return f"{digits[:2]}/{digits[2:]}" if len(digits) > 2 else digits


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
        self.expiry = Field(name=say("card.expiry"), hint=say("card.expiry_hint"))
        self.expiry.most, self.expiry.fits = EXPIRY_LONG, _of_a_date
        self.code = Field(name=say("card.code"), hint=say("card.code_hint"), secret=True)
        self.code.most, self.code.fits = CODE_MOST, str.isdigit
        for field in (self.number, self.expiry, self.code):
            field.line.input_type = "number"
        self.credit = row(self.expiry, self.code, gap="normal")
        for field in (self.expiry, self.code):
            field.fbind("height", self._level)
            field.pos_hint = {"top": 1}
        self._level()
        self.next = push("", self._next)
        self.send = push(say(f"card.do_{purpose}"), self._proved)
        self.prompt = Words(kind="heading", halign="center")
        self.dots = Dots(of=PIN_LEAST)
        self.keypad = Keypad(most=PIN_MOST, least=PIN_LEAST)
        self.trouble = Words(ink="warm", halign="center")
        self.upper = stack(gap="wide")
        self.lower = stack(gap="wide")
        self.set_body(Split(self.upper, self.lower, middle=True))
        self.number.fbind("text", self._drawn)
        self.expiry.fbind("text", self._dated)
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
        self.next.text = self.say("card.next" if debit else "card.next_code")

    def _dated(self, *_: object) -> None:
        self.expiry.text = dated(self.expiry.text)

    def _level(self, *_: object) -> None:
        """A row is as high as the higher of the two."""
        self.credit.height = max(self.expiry.height, self.code.height)

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
        elif step == "code":
            below = [self.credit, *wrong, self.send]
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
        if named and long:
            self._at("pin" if self.kind.chosen == "debit" else "code")

    def _proved(self) -> None:
        dated = len(self.expiry.text) == EXPIRY_LONG
        coded = len(self.code.text) >= CODE_LEAST
        self.expiry.error = "" if dated else self.say("card.needs_expiry")
        self.code.error = "" if coded else self.say("card.needs_code")
        if dated and coded:
            self._send()

    def _send(self) -> None:
        client, kind, pin = self.client, self.kind.chosen, self.keypad.number
        if kind == "debit" and len(pin) < PIN_LEAST:
            self._at("pin", self.say("card.needs_pin"))
            return
        number, expiry, code = self.number.text, self.expiry.text, self.code.text
        if kind == "debit":
            expiry = code = ""
        if self.purpose == "login":
            name = self.name.text.strip()
            client.set(name=name)
            client.log_in_by_card(name, kind, number, pin, expiry, code)
        else:
            self.asked = client.change_card(kind, number, pin, expiry, code)
        self._waits(True)

    def _waits(self, so: bool) -> None:
        for part in (self.keypad, self.next, self.send):
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
            field = FIELDS.get(refusal.key)
            same = refusal.key in MENDED_HERE or field in ("expiry", "code")
            self._at(self.step if same else "card", "" if field else self.say(refusal))
            self.code.text = ""
            if field:
                getattr(self, field).error = self.say(refusal)
        elif self.purpose == "change":
            self.stage.back()
            if self.stage.screen is self:
                self.stage.back()


def _of_a_date(sign: str) -> bool:
    return sign.isdigit() or sign == "/"
