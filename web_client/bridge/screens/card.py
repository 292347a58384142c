"""A bank card: to come in with, or to pay with from now on.

A card that takes the place of another is confirmed: by the password, or by the old one, which is
asked for in the same way; or it only pays.
"""

from dataclasses import replace
from typing import Final, Literal

from client_core.client import LONGEST_NAME, LONGEST_PASSWORD, Say
from protocol.messages.parts import CardProof
from web_client.bridge.encode import Plain
from web_client.bridge.local import Args
from web_client.bridge.shapes import (
    Block,
    Choice,
    Entry,
    Group,
    Paragraph,
    Pick,
    Press,
    Sheet,
)
from web_client.bridge.visit import Part, Visit, page_of, typed

LONGEST_NUMBER: Final = 23
SHORTEST_NUMBER: Final = 12
PIN_LEAST, PIN_MOST = 4, 6
EXPIRY_LONG: Final = 5
CODE_LEAST, CODE_MOST = 3, 4
OLD: Final = ("refusal.old_refused", "refusal.old_card_wrong")
PASSWORD: Final = ("refusal.password_wrong", "refusal.confirm_needed", "refusal.login_wait")
"""What is about the card used until now, and about the password."""
FIELDS: Final = {
    "refusal.card_number": "number",
    "refusal.card_unknown": "number",
    "refusal.pin_wrong": "pin",
    "refusal.expiry_missing": "expiry",
    "refusal.expiry_form": "expiry",
    "refusal.card_expired": "expiry",
    "refusal.cvc_missing": "security",
    "refusal.cvc_form": "security",
    "refusal.cvc_wrong": "security",
}
"""What is wrong in one field is said below it."""
Step = Literal["card", "old", "confirm"]


def _purpose(visit: Visit) -> str:
    about = visit.named("card").about
    return str(about[0]) if about else "login"


def _step(visit: Visit) -> Step:
    step = visit.named("card").chosen.get("step")
    return "old" if step == "old" else "confirm" if step == "confirm" else "card"


def _proof(visit: Visit, which: str) -> CardProof:
    """The card as it was typed or filled in: the `new` one, or the `old`."""
    found = visit.named("card").chosen.get(which)
    return found if isinstance(found, CardProof) else CardProof("debit", "")


def sheet(visit: Visit) -> Sheet:
    """Asks for a card and what proves it, or for what confirms it."""
    say = visit.say
    title = say(f"card.{_purpose(visit)}")
    if _step(visit) == "confirm":
        return page_of(visit, title, (_confirming(visit),))
    return page_of(visit, title, (_typing(visit),), tuple(_demo(visit)))


def _busy(visit: Visit) -> bool:
    login = _purpose(visit) == "login"
    return visit.waits or (login and visit.client.account.entry.busy)


def _typing(visit: Visit) -> Group:
    """The form of a card."""
    say, wrong = visit.say, _wrong(visit)
    login, old = _purpose(visit) == "login", _step(visit) == "old"
    card = _proof(visit, "old" if old else "new")
    parts: list[Block] = []
    if old:
        parts.append(Paragraph(say("card.old", digits=_home(visit)), "soft"))
    kinds = tuple(
        Pick(say(f"card.{one}"), ("card.kind", one), one == card.card)
        for one in ("debit", "credit")
    )
    parts.append(Choice(say("web.card_kind"), kinds, quiet=True))
    if login:
        parts.append(
            Entry("name", say("card.name"), visit.client.settings.name,
                  wrong=wrong.get("name", ""), most=LONGEST_NAME, fills="username")
        )  # fmt: skip
    parts.append(
        Entry("number", say("card.number"), card.number, "number", say("card.number_hint"),
              wrong.get("number", ""), LONGEST_NUMBER, "cc-number")
    )  # fmt: skip
    parts += _secrets(visit, card, wrong)
    if trouble := wrong.get("card", ""):
        parts.append(Paragraph(trouble, "warm"))
    text = say("card.confirm") if old else say(f"card.do_{_purpose(visit)}")
    parts.append(Press(text, ("card.send",), able=not _busy(visit), sends=True))
    if old:
        parts.append(Press(say("card.only_pay"), ("card.only",), "quiet", not _busy(visit)))
    return Group(tuple(parts), form="card")


def _secrets(visit: Visit, card: CardProof, wrong: dict[str, str]) -> list[Block]:
    """What proves the card: a PIN, or its date and its security code."""
    say = visit.say
    if card.card == "debit":
        pins = [one.pin for one in visit.client.cashier.demo_cards if one.number == card.number]
        hint = say("card.demo_pin", pin=pins[0]) if pins and pins[0] else ""
        return [
            Entry("pin", say("card.pin"), card.pin, "password", hint, wrong.get("pin", ""),
                  PIN_MOST, "off")
        ]  # fmt: skip
    return [
        Entry("expiry", say("card.expiry"), card.expiry, "text", say("card.expiry_hint"),
              wrong.get("expiry", ""), EXPIRY_LONG, "cc-exp"),
        Entry("security", say("card.code"), card.code, "password", say("card.code_hint"),
              wrong.get("security", ""), CODE_MOST, "cc-csc"),
    ]  # fmt: skip


def _wrong(visit: Visit) -> dict[str, str]:
    """What is wrong with the fields, and with the login that was refused."""
    wrong = dict(visit.local.wrong)
    entry = visit.client.account.entry
    if _purpose(visit) == "login" and entry.way == "login_by_card" and entry.refusal is not None:
        # Of a card that another has taken the place of nothing is said any more.
        if visit.named("card").chosen.get("sent") != _proof(visit, "new").number:
            return wrong
        wrong.setdefault(_field_of(entry.refusal), visit.say(entry.refusal))
    return wrong


def _field_of(refusal: Say) -> str:
    """The field that a refusal is about; "card" is the whole."""
    if refusal.key.startswith("refusal.name"):
        return "name"
    return FIELDS.get(refusal.key, "card")


def _demo(visit: Visit) -> tuple[Group, ...]:
    """In a house with a demo bank its cards lie here to be taken."""
    say, cards = visit.say, visit.client.cashier.demo_cards
    if not cards:
        return ()
    number = _proof(visit, "old" if _step(visit) == "old" else "new").number
    picks = tuple(
        Pick(f"{say(f'card.{one.card}')} •••• {one.number[-4:]}", ("card.demo", at),
             one.number == number, say("card.demo_pin", pin=one.pin) if one.pin else "")
        for at, one in enumerate(cards)
    )  # fmt: skip
    note = Paragraph(say("card.demo_note"), "soft")
    return (Group((note, Choice(say("card.demo"), picks, "list", quiet=True)), say("card.demo")),)


def _confirming(visit: Visit) -> Group:
    """The password, so that winnings go to the new card."""
    say, known = visit.say, visit.client.cashier.view.card is not None
    parts: tuple[Block, ...] = (
        Paragraph(say("card.password" if known else "card.password_first"), "soft"),
        Entry("password", say("start.password"), sort="password",
              wrong=visit.local.wrong.get("password", ""), most=LONGEST_PASSWORD,
              fills="current-password"),
        Press(say("card.confirm"), ("card.confirm",), able=not _busy(visit), sends=True),
    )  # fmt: skip
    only = Press(say("card.only_pay"), ("card.only",), "quiet", not _busy(visit))
    return Group((*parts, only) if known else parts, form="confirm")


# -- what is done ------------------------------------------------------------------------------


def _keep(visit: Visit, card: CardProof) -> None:
    if _step(visit) == "old":
        visit.choose("card", old=card)
    else:
        visit.choose("card", new=card)


def _kind(visit: Visit, args: Args, value: Plain) -> None:
    card = _proof(visit, "old" if _step(visit) == "old" else "new")
    _keep(visit, replace(card, card="credit" if args[0] == "credit" else "debit"))


def _fill(visit: Visit, args: Args, value: Plain) -> None:
    cards, at = visit.client.cashier.demo_cards, int(args[0])
    if at < len(cards):
        visit.wrong()
        _keep(visit, replace(cards[at], pin=""))


def _dated(text: str) -> str:
    """`04/31`: the digits of a month and a year as they stand on a card."""
    digits = "".join(sign for sign in text if sign.isdigit())[: EXPIRY_LONG - 1]
    return f"{digits[:2]}/{digits[2:]}" if len(digits) > 2 else digits


def _typed_card(visit: Visit, value: Plain) -> CardProof:
    before = _proof(visit, "old" if _step(visit) == "old" else "new")
    number = "".join(sign for sign in typed(value, "number") if sign.isdigit())
    if before.card == "debit":
        return CardProof("debit", number, typed(value, "pin").strip())
    expiry, code = _dated(typed(value, "expiry")), typed(value, "security").strip()
    return CardProof("credit", number, "", expiry, code)


def _lacks(visit: Visit, card: CardProof, name: str) -> bool:
    """Whether something is missing or cannot be right, which is said at its field."""
    say, debit = visit.say, card.card == "debit"
    pin = card.pin.isdecimal() and PIN_LEAST <= len(card.pin) <= PIN_MOST
    code = card.code.isdecimal() and CODE_LEAST <= len(card.code) <= CODE_MOST
    needed = {
        "name": (_purpose(visit) == "change" or bool(name), "start.needs_name"),
        "number": (len(card.number) >= SHORTEST_NUMBER, "card.needs_number"),
        "pin": (pin or not debit, "card.needs_pin"),
        "expiry": (debit or len(card.expiry) == EXPIRY_LONG, "card.needs_expiry"),
        "security": (debit or code, "card.needs_code"),
    }
    return visit.wrong(**{field: "" if so else say(text) for field, (so, text) in needed.items()})


def _send(visit: Visit, args: Args, value: Plain) -> None:
    """The card is typed whole: ask the house, or first for what confirms it."""
    card, name = _typed_card(visit, value), typed(value, "name").strip()
    _keep(visit, card)
    if _lacks(visit, card, name):
        return
    client = visit.client
    if _purpose(visit) == "login":
        client.set(name=name)
        visit.choose("card", sent=card.number)
        client.account.log_in_by_card(
            name, card.card, card.number, card.pin, card.expiry, card.code
        )
    elif _step(visit) == "old":
        _ask(visit, old=card)
    else:
        _confirm_or_ask(visit, card)


def _confirm_or_ask(visit: Visit, card: CardProof) -> None:
    known = visit.client.cashier.view
    home = _home(visit)
    if not known.confirm or (home and card.number.endswith(home)):
        _ask(visit)
    else:
        visit.choose("card", step="confirm" if known.confirm == "password" else "old")


def _home(visit: Visit) -> str:
    """The last digits of the card that winnings go to."""
    known = visit.client.cashier.view
    return known.home or known.digits


def _ask(visit: Visit, password: str = "", old: CardProof | None = None) -> None:
    new = _proof(visit, "new")
    visit.wait(
        visit.client.cashier.change_card(
            new.card, new.number, new.pin, new.expiry, new.code, password=password, old=old
        )
    )


def _confirm(visit: Visit, args: Args, value: Plain) -> None:
    password = typed(value, "password")
    if not visit.wrong(password="" if password else visit.say("card.needs_password")):
        _ask(visit, password)


def _only(visit: Visit, args: Args, value: Plain) -> None:
    _ask(visit)


def _answered(visit: Visit, refusal: Say | None) -> None:
    if refusal is None:
        if visit.page is not None and visit.page.name == "card":
            visit.back()
        return
    text = visit.say(refusal)
    if refusal.key in PASSWORD:
        visit.choose("card", step="confirm")
        visit.wrong(password=text)
    elif refusal.key in OLD:
        visit.choose("card", step="old")
        visit.wrong(card=text)
    else:
        # It is about the new card, and the form may show the old one.
        visit.choose("card", step="card")
        visit.wrong(**{_field_of(refusal): text})


PART: Final = Part(
    {"card": sheet},
    {
        "card.kind": _kind,
        "card.demo": _fill,
        "card.send": _send,
        "card.confirm": _confirm,
        "card.only": _only,
    },
    {"card": _answered},
)
