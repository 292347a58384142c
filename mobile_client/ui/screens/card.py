"""The page of a bank card: to come in with, or to pay with from now on.

A debit card's PIN is asked for on a keypad of its own, a credit card's expiry and security code in
two fields. A card that takes the place of another is confirmed: by the password, or by the old one,
which is asked for in the same way; or it only pays.
"""

from typing import ClassVar, Final, Literal

from kivy.uix.widget import Widget

from client_core.client import LONGEST_NAME, LONGEST_PASSWORD, Client, Say, Toast
from mobile_client.ui.screens.bank_card import BankCard, grouped
from mobile_client.ui.screens.page import Page
from mobile_client.ui.screens.parts import Pills, Split, Surface, push, row, stack
from mobile_client.ui.stage import Stage
from mobile_client.ui.widgets.controls import Segments
from mobile_client.ui.widgets.entry import Dots, Field, Keypad
from mobile_client.ui.widgets.words import Words
from protocol.messages.parts import CardProof

Purpose = Literal["login", "change"]
LONGEST_NUMBER: Final = 19
SHORTEST_NUMBER: Final = 12
PIN_LEAST, PIN_MOST = 4, 6
EXPIRY_LONG: Final = 5
CODE_LEAST, CODE_MOST = 3, 4
NOTHING: Final = " "
MENDED_HERE: Final = ("refusal.pin_wrong", "refusal.too_fast", "refusal.line_lost")
"""What another try at the same step can mend; all else is about the card, or the name."""
OLD: Final = ("refusal.old_refused", "refusal.old_card_wrong")
PASSWORD: Final = ("refusal.password_wrong", "refusal.confirm_needed", "refusal.login_wait")
"""What is about the card used until now, and about the password."""
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
    """The page that asks for a card, then for what proves it, then for what confirms it."""

    # The keys of the PIN are at the lower edge.
    head: ClassVar[float | None] = 56

    def __init__(self, client: Client, stage: Stage, purpose: Purpose = "login") -> None:
        say = client.say
        super().__init__(client, stage, say(f"card.{purpose}"))
        self.purpose: Purpose = purpose
        self.step = "card"
        self.asked = 0
        self.given: CardProof | None = None
        """The new card, while the old one is asked for."""
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
        self.why = Words(ink="soft", halign="center")
        self.password = Field(name=say("start.password"), secret=True, most=LONGEST_PASSWORD)
        self.confirm = push(say("card.confirm"), self._confirmed)
        self.only = push(say("card.only_pay"), lambda: self._ask(), "quiet")
        self.prompt = Words(kind="heading", halign="center")
        self.dots = Dots(of=PIN_LEAST)
        self.keypad = Keypad(most=PIN_MOST, least=PIN_LEAST)
        self.trouble = Words(ink="warm", halign="center")
        self.demo = self._demo()
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

    def _demo(self) -> Surface | None:
        """In a house with a demo bank its cards lie here to be taken."""
        cards = self.client.cashier.demo_cards
        if not cards:
            return None
        pills = Pills(least_dp=150)
        pills.choices = [
            (one, f"{self.say(f'card.{one.card}')} •••• {one.number[-4:]}") for one in cards
        ]
        pills.fbind("chosen", lambda _, one: self._fill(one))
        note = Words(text=self.say("card.demo_note"), ink="soft")
        return Surface(note, pills, heading=self.say("card.demo"))

    def _fill(self, card: CardProof) -> None:
        self.kind.chosen, self.number.text = card.card, card.number
        self.expiry.text, self.code.text = card.expiry, card.code

    def _demo_pin(self) -> str:
        """What proves a debit card of the demo bank, said where it is asked for."""
        pins = [one.pin for one in self.client.cashier.demo_cards if one.number == self.number.text]
        return self.say("card.demo_pin", pin=pins[0]) if pins and pins[0] else ""

    def back(self) -> bool:
        if self.step == "card" and self.given is None:
            return False
        if self.step in ("card", "confirm"):
            self._afresh(self.given)
        else:
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
            if self.given is not None:
                self.why.text = self.say("card.old", digits=self._home())
                above.insert(0, self.why)
            below += [self.number, *wrong, self.next]
            below += [self.only] if self.given is not None else []
            below += [self.demo] if self.demo is not None else []
        elif step == "code":
            below = [self.credit, *wrong, self.send]
        elif step == "confirm":
            known = self.client.cashier.view.card is not None
            self.why.text = self.say("card.password" if known else "card.password_first")
            above.append(self.why)
            below = [self.password, *wrong, self.confirm]
            below += [self.only] if known else []
        else:
            self.prompt.text = "\n".join(filter(None, (self.say("card.pin"), self._demo_pin())))
            above += [self.prompt, self.trouble, self.dots]
            below = [self.keypad]
        # A part may move from one column to the other.
        self.upper.clear_widgets()
        self.lower.clear_widgets()
        for column, parts in ((self.upper, above), (self.lower, below)):
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
        """The card is typed whole: ask the house, or first for what confirms it."""
        kind, pin = self.kind.chosen, self.keypad.number
        if kind == "debit" and len(pin) < PIN_LEAST:
            self._at("pin", self.say("card.needs_pin"))
            return
        credit = kind == "credit"
        typed = CardProof(
            kind,
            self.number.text,
            "" if credit else pin,
            self.expiry.text if credit else "",
            self.code.text if credit else "",
        )
        if self.given is not None:
            self._ask(old=typed)
            return
        if self.purpose == "login":
            name = self.name.text.strip()
            self.client.set(name=name)
            self.client.account.log_in_by_card(
                name, kind, typed.number, typed.pin, typed.expiry, typed.code
            )
            self._waits(True)
            return
        by, self.given = self.client.cashier.view.confirm, typed
        if not by or typed.number.endswith(self._home() or NOTHING):
            self._ask()
        elif by == "password":
            self._at("confirm")
        else:
            self._afresh(None)
            self.given = typed
            self._at("card")

    def _confirmed(self) -> None:
        self.password.error = "" if self.password.text else self.say("card.needs_password")
        if self.password.text:
            self._ask(password=self.password.text)

    def _ask(self, password: str = "", old: CardProof | None = None) -> None:
        new = self.given
        if new is not None:
            self.asked = self.client.cashier.change_card(
                *(new.card, new.number, new.pin, new.expiry, new.code), password=password, old=old
            )
            self._waits(True)

    def _home(self) -> str:
        """The last digits of the card that winnings go to."""
        known = self.client.cashier.view
        return known.home or known.digits

    def _afresh(self, typed: CardProof | None) -> None:
        """Ask for the new card, as it was typed already or for an empty one."""
        self.given = None
        self.password.text = self.code.text = ""
        self.kind.chosen = typed.card if typed is not None else "debit"
        self.number.text = typed.number if typed is not None else ""
        self.expiry.text = typed.expiry if typed is not None else ""
        self._at("card")

    def _waits(self, so: bool) -> None:
        for part in (self.keypad, self.next, self.send, self.confirm, self.only):
            part.disabled = so

    def tells(self, said: Toast) -> bool:
        """Why the card was not taken stands at what has to be mended."""
        return said.say == self.client.cashier.view.refusal

    def heard(self, topic: str, table: str) -> None:
        if self.purpose == "login" and topic == "entry":
            self._answered(self.client.account.entry.busy, self.client.account.entry.refusal)
        elif self.purpose == "change" and self.asked and topic == "cashier":
            self._answered(
                self.client.requests.pending(self.asked),
                self.client.requests.refusal_of(self.asked),
            )

    def _answered(self, busy: bool, refusal: Say | None) -> None:
        if busy:
            return
        self._waits(False)
        if refusal is not None:
            self._refused(refusal)
        elif self.purpose == "change":
            self._afresh(None)
            self.stage.back()

    def _refused(self, refusal: Say) -> None:
        """Back to the step that can mend it."""
        if refusal.key in PASSWORD:
            self._at("confirm")
            self.password.text, self.password.error = "", self.say(refusal)
            return
        if refusal.key in OLD:
            self.code.text = ""
            self._at("card", self.say(refusal))
            return
        if self.given is not None:
            # It is about the new card, and the fields may show the old one.
            new = self.given
            self._afresh(new)
            self.step = "code" if new.card == "credit" else "pin"
        field = FIELDS.get(refusal.key)
        same = refusal.key in MENDED_HERE or field in ("expiry", "code")
        self._at(self.step if same else "card", "" if field else self.say(refusal))
        self.code.text = ""
        if field:
            getattr(self, field).error = self.say(refusal)


def _of_a_date(sign: str) -> bool:
    return sign.isdigit() or sign == "/"
