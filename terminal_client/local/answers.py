"""Typed lines read as answers; or the sentence that says why one is none."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from client_core import client
from protocol.words import Act, Option, Seat
from terminal_client.local.language import Cents, Fact, Language

Kind = Literal["bet", "turn", "insurance", "again"]
VERBS: Final = ("hit", "stand", "double", "split", "surrender")
LETTERS: Final = {
    **{verb: client.verb_of(verb).letters[0] for verb in VERBS},
    "yes": "y",
    "no": "n",
    "play": "p",
    "quit": "q",
}
"""What may be typed in every language."""
HELP: Final = ("?",)
TABLE: Final = ("t",)
_PARTS: Final = re.compile(r"[\s+]+")
_DOLLARS: Final = re.compile(r"\$?(\d{1,9})(?:[.,](\d{1,2}))?\$?")
CENTS: Final = 100
_REFUSED: Final = {
    "amount_low": "wrong.low",
    "amount_high": "wrong.high",
    "amount_step": "wrong.whole",
}


@dataclass(frozen=True)
class Question:
    """A question to a player. `choices` are what may be answered by a letter; `bet` is what may be
    bet, and `last` the bet before, 0 if there is none to repeat."""

    seat: Seat
    kind: Kind
    text: str
    choices: tuple[str, ...] = ()
    bet: Option | None = None
    last: int = 0
    help: str = ""
    hint: str = ""
    """What can be answered, in a few words."""


@dataclass(frozen=True)
class Answer:
    """An answer of a player. `verb` is one of the choices of the question; a bet has an amount, 0
    sits out."""

    verb: str
    amount: int = 0


class Misunderstood(Exception):
    """The typed line is no answer; the text by its key and facts."""

    def __init__(self, key: str, **facts: Fact) -> None:
        super().__init__(key)
        self.key = key
        self.facts = facts


def understood(question: Question, typed: str, language: Language) -> Answer:
    """The answer that was typed; Misunderstood if it is none."""
    word = typed.casefold().strip()
    if word in HELP or word in language.typed("help"):
        return Answer("help")
    if word in TABLE or word in language.typed("table"):
        return Answer("table")
    for choice in question.choices:
        if _is(word, choice, language):
            return Answer(choice)
    if question.bet is not None:
        return _bet(question, question.bet, word, typed, language)
    if question.kind == "again" and _is(word, "no", language):
        return Answer("quit")
    if not word and question.kind == "again":
        return Answer("play")
    if not word:
        raise Misunderstood("wrong.nothing", help=question.hint)
    raise Misunderstood("wrong.answer", typed=typed, help=question.hint)


def _bet(question: Question, bet: Option, word: str, typed: str, language: Language) -> Answer:
    if not word:
        if question.last:
            return Answer("bet", question.last)
        raise Misunderstood("wrong.no_last", help=question.help)
    just = bet.low == bet.high
    if word in language.typed("all") or (just and _is(word, "yes", language)):
        return Answer("bet", bet.high)
    if just and _is(word, "no", language):
        return Answer("bet", 0)
    amount = _sum(_PARTS.split(word))
    if amount is None:
        raise Misunderstood("wrong.answer", typed=typed, help=question.help)
    refused = bet.refusal(Act("bet", amount)) if amount else None
    if refused is not None:
        facts = {"least": Cents(bet.low), "most": Cents(bet.high)}
        raise Misunderstood(_REFUSED[refused.code], typed=Cents(amount), **facts)
    return Answer("bet", amount)


def _is(word: str, choice: str, language: Language) -> bool:
    return word == LETTERS[choice] or word in language.typed(choice)


def _sum(parts: Sequence[str]) -> int | None:
    """`25`, `25 5 5`, `7.50` in cents; None if one of them is no amount."""
    total = 0
    for part in parts:
        found = _DOLLARS.fullmatch(part)
        if found is None:
            return None
        cents = (found[2] or "").ljust(2, "0")
        total += int(found[1]) * CENTS + int(cents)
    return total
