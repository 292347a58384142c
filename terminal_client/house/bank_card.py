"""A bank card, asked for line by line: its kind, its number, and what proves it."""

import re
from typing import Final

from client_core.client import Say
from protocol.messages.parts import CardProof
from terminal_client.house.asking import Answers, Field
from terminal_client.house.talk import Talk

_MONTH: Final = re.compile(r"(?:0[1-9]|1[0-2]) ?/ ?[0-9]{2}|[0-9]{4}-(?:0[1-9]|1[0-2])")
"""A month as houses take it."""


def card_question(
    talk: Talk, answers: Answers, which: str = "", first: Say | None = None, skip: bool = False
) -> Field | None:
    """What is still to be known of a card. PIN and code are not seen. `which` stands before the
    names of the answers where more than one card is asked for; `first` is the first question, and
    with `skip` an empty line there means none."""
    say, asked = talk.client.say, answers.keys()
    if f"{which}kind" not in asked:
        kinds = (("debit", say("card.debit")), ("credit", say("card.credit")))
        question = first or Say("terminal.ask.kind")
        return Field(f"{which}kind", question, choices=kinds, usual="" if skip else None)
    if not answers[f"{which}kind"]:
        return None
    number = Field(f"{which}number", Say("terminal.ask.number"), check=_number)
    if answers[f"{which}kind"] == "debit":
        proof = [Field(f"{which}pin", Say("terminal.ask.pin"), secret=True, check=_pin)]
    else:
        code = Say("terminal.ask.security")
        proof = [
            Field(f"{which}expiry", Say("terminal.ask.expiry"), check=_expiry),
            Field(f"{which}security", code, secret=True, check=_security),
        ]
    return next((one for one in (number, *proof) if one.name not in asked), None)


def typed_card(answers: Answers, which: str = "") -> CardProof:
    """The card that was typed."""
    kind, number, pin, expiry, code = (
        answers.get(f"{which}{name}", "")
        for name in ("kind", "number", "pin", "expiry", "security")
    )
    digits = "".join(number.split())
    return CardProof("credit" if kind == "credit" else "debit", digits, pin, expiry, code)


def _number(typed: str) -> Say | None:
    digits = "".join(typed.split())
    return None if digits.isdecimal() and len(digits) >= 12 else Say("card.needs_number")


def _pin(typed: str) -> Say | None:
    return None if typed.isdecimal() and 4 <= len(typed) <= 6 else Say("card.needs_pin")


def _expiry(typed: str) -> Say | None:
    return None if _MONTH.fullmatch(typed.strip()) else Say("card.needs_expiry")


def _security(typed: str) -> Say | None:
    return None if typed.isdecimal() and len(typed) in (3, 4) else Say("card.needs_code")
