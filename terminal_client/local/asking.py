"""Questions of the table, as they are put to a player in words."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from protocol.events import Event
from protocol.games.blackjack import count, dealer_shows, hands_of, playing_hand
from protocol.words import Ask, Seat
from terminal_client.local.answers import Kind, Question
from terminal_client.local.language import Cents, Fact, HandOf, Language

EXPLAINED: Final = ("double", "split", "surrender")


def asked_for(
    seat: Seat,
    ask: Ask,
    name: str,
    stack: int,
    last: int,
    said: Sequence[Event],
    language: Language,
) -> Question:
    """What the table asks a seat, which has so much and bet `last` in the hand before."""
    if ask.window == "bets":
        return _bet(seat, ask, name, stack, last, language)
    if ask.window == "insurance":
        cost = ask.options[0].low
        facts: dict[str, Fact] = {"amount": Cents(cost), "pays": Cents(2 * cost)}
        text = language.say("ask.insurance", name=name, **facts)
        return choice(seat, "insurance", text, ("yes", "no"), language)
    return _turn(seat, ask, name, said, language)


def _bet(seat: Seat, ask: Ask, name: str, stack: int, last: int, language: Language) -> Question:
    bet = ask.option("bet")
    assert bet is not None, "Whoever has chips may bet them."
    last = last if bet.low <= last <= bet.high else 0
    key = "bet_again" if last else "bet"
    if bet.low == bet.high:
        key = "bet_all" if bet.high == stack else "bet_just"
    facts: dict[str, Fact] = {"least": Cents(bet.low), "most": Cents(bet.high), "last": Cents(last)}
    text = language.say(f"ask.{key}", name=name, balance=Cents(stack), **facts)
    return Question(seat, "bet", text, ("quit",), bet, last, language.say("help.bet"))


def _turn(seat: Seat, ask: Ask, name: str, said: Sequence[Event], language: Language) -> Question:
    hands, playing = hands_of(seat, said), playing_hand(seat, said)
    who: Fact = HandOf(name, playing + 1) if len(hands) > 1 else name
    cards = hands[playing]
    choices = tuple(option.verb for option in ask.options)
    named = language.listed([language.say(f"choice.{verb}") for verb in choices], "ask")
    text = language.say(
        "ask.turn",
        name=who,
        cards=cards,
        points=count(cards),
        dealer=dealer_shows(said),
        choices=named,
    )
    hints = ["turn", *(verb for verb in EXPLAINED if verb in choices)]
    # Between Chinese sentences stands no blank.
    said_of_all = " ".join(language.say(f"help.{one}") for one in hints).replace("。 ", "。")
    return replace(choice(seat, "turn", text, choices, language), help=said_of_all)


def choice(
    seat: Seat, kind: Kind, text: str, choices: tuple[str, ...], language: Language
) -> Question:
    """A question that is answered by one of these."""
    named = language.listed([language.say(f"choice.{verb}") for verb in choices], "ask")
    hint = language.say("ask.hint", choices=named)
    return Question(seat, kind, text, choices, help=language.say(f"help.{kind}"), hint=hint)
