"""Typed lines read as offers of a table: `f`, `r 40`, `bet 25 on 17`, `2`.

Nothing here knows a game but by what it offers: a verb with a range, places and cards.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from client_core.client import (
    ALL_IN,
    Button,
    Client,
    GameCard,
    Say,
    card_of,
)
from protocol.words import Cards
from terminal_client.house.called import SIT_OUT, meant, verb_like
from terminal_client.house.named import NotHeld
from terminal_client.house.places import place

TIMES: Final = frozenset({"1", "2", "3"})
ALL: Final = frozenset({"all", "max", "全部", "最大"})
_BET: Final = re.compile(r"(?:b|bet|下注)?\s*((?:[$+\s]*[\d０-９]+(?:[.,，][\d０-９]+)*)+)")
_ON_PLACE: Final = re.compile(r"[\d０-９]+\s*(?:on\b|at\b|压|押|在).*|[\d０-９]+\s+\S.*")
THOUSANDS: Final = re.compile(r"\d{1,3}(?: \d{3})+")
_APART: Final = re.compile(r"[\d０-９]\s+[\d０-９]")
_AMOUNT: Final = re.compile(r"[\d０-９][\d０-９,，]*(?:[.。]\d+)?")
ON: Final = re.compile(r"\s+(?:on|at|from|压|押|在)\s+|\s*[压押]\s*")


@dataclass(frozen=True, slots=True)
class Wish:
    """An act as it was typed; what is not in it was not named."""

    button: Button
    amount: int = 0
    cards: Cards = ()
    on: str = ""
    stands: tuple[int, ...] = ()
    """What the wild cards among them stand for."""


@dataclass(frozen=True, slots=True)
class Wrong:
    """The reason why what was typed is no act, and what would be right; `known`: it was meant as
    one."""

    say: Say
    known: bool = True


CardsOf = Callable[[Button, str], Cards]
"""The cards that are meant by a text; raises NotHeld."""


def act(
    client: Client, game: str, buttons: Sequence[Button], text: str, cards_of: CardsOf
) -> Wish | Wrong:
    """The act that is meant by a text, among these offers of a game."""
    card = card_of(game)
    word, rest = _split(_bet(card, buttons, text.strip()))
    alone = _place_alone(card, buttons, text.strip())
    # A number on its own is a place there, or chips, and not the number of an offer.
    found = () if alone and word.isdecimal() else meant(client, card, buttons, word)
    if not found:
        if alone is not None:
            return alone
        return Wrong(Say("terminal.no_act", {"typed": text}), known=verb_like(client, word))
    return _filled(client, card, found, rest, cards_of)


def is_bet(text: str) -> bool:
    """Whether chips are meant, on places or not, as far as the text alone says it."""
    plain = text.casefold()
    return bool(_BET.fullmatch(plain) or _ON_PLACE.fullmatch(plain))


def _bet(card: GameCard, buttons: Sequence[Button], text: str) -> str:
    """A number alone is a bet where bets are laid, chips one after another are their sum, 0 sits
    out; `5 on 17`, `5 red` and `red 5` are bets too."""
    verbs = {button.verb: button for button in buttons}
    bet = verbs.get(card.lays)
    if bet is None:
        return text
    if bet.on:
        where, _, last = text.rpartition(" ")
        if last.isdecimal() and where[:1].isalpha() and place(where, bet.on):
            # `red 10`; but `dozen 2` is a place without chips.
            return text if place(text, bet.on) else f"{bet.verb} {last} {where}"
        return f"{bet.verb} {text}" if _ON_PLACE.fullmatch(text.casefold()) else text
    found = _BET.fullmatch(text.casefold())
    if text.casefold() in ALL:
        return f"{bet.verb} all"
    if found is None:
        return text
    chips = found[1].replace("$", " ").replace("+", " ").split()
    if SIT_OUT in verbs and [int(chip) for chip in chips if chip.isdecimal()] == [0]:
        return SIT_OUT
    if len(chips) > 1 and all(chip.isdecimal() for chip in chips):
        return f"{bet.verb} {sum(int(chip) for chip in chips)}"
    return f"{bet.verb} {' '.join(chips)}"


def _place_alone(card: GameCard, buttons: Sequence[Button], text: str) -> Wrong | None:
    """`17`, `red` where bets are laid on places: only the chips are missing."""
    bet = next((one for one in buttons if one.verb == card.lays and one.on), None)
    if bet is None or not (place(text, bet.on) or text.isdecimal()):
        return None
    return Wrong(Say("terminal.how_much_on", {"typed": text if place(text, bet.on) else "17"}))


def _split(text: str) -> tuple[str, str]:
    """The word and what follows it: `r40` is `r 40`, `下注25` is `下注 25`."""
    text = text.strip()
    joined = re.match(r"([^\W\d]+[-_]?[^\W\d]*)[ \t]*(.*)", text, re.DOTALL)
    if joined is None:
        word, _, rest = text.partition(" ")
        return word.casefold(), rest.strip()
    word, rest = joined[1], joined[2]
    if word.casefold() == "all" and rest.casefold().startswith("in"):
        return ALL_IN, rest[2:].strip()
    return word.casefold(), rest.strip()


def _filled(
    client: Client, card: GameCard, found: Sequence[Button], rest: str, cards_of: CardsOf
) -> Wish | Wrong:
    button = found[0]
    if button.cards[1]:
        return _with_cards(button, rest, cards_of)
    if any(one.on for one in found):
        return _on_place(client, card, found, rest)
    if len(found) > 1:
        return _of_several(client, found, rest)
    if not button.ranges:
        amount = _amount(client, rest)
        if button.verb in card.in_stakes and amount is not None:
            amount = _times(button, rest) or amount
            if amount != button.amount:
                return Wrong(Say("terminal.fixed_bid", {"times": button.amount // button.step}))
        if rest and amount is not None and amount != button.amount and button.amount:
            return Wrong(Say("terminal.fixed", {"amount": button.amount}))
        if rest and (amount is None or amount != button.amount):
            return Wrong(Say("terminal.too_much", {"typed": rest}))
        return Wish(button)
    return _with_amount(client, card, button, rest)


def _with_cards(button: Button, rest: str, cards_of: CardsOf) -> Wish | Wrong:
    if not rest:
        return Wrong(Say("terminal.which_card" if button.cards[1] == 1 else "terminal.which_cards"))
    try:
        return Wish(button, cards=cards_of(button, rest))
    except NotHeld as wrong:
        key = "terminal.held_fewer" if wrong.fewer else "terminal.not_held"
        return Wrong(Say(key, {"typed": wrong.word}))


def _with_amount(client: Client, card: GameCard, button: Button, rest: str) -> Wish | Wrong:
    if button.verb in card.in_stakes:
        return _bid(client, button, rest)
    if rest.casefold() in ALL:
        return Wish(button, client.turn.steps(button, button.high, 0))
    if not rest:
        holes = {"low": button.low, "high": button.high}
        return Wrong(Say("terminal.how_much", holes))
    named = next((one for one in button.presets if one.name == rest.casefold()), None)
    if named is not None:
        return Wish(button, named.amount)
    if _APART.search(rest) and not THOUSANDS.fullmatch(rest):
        # `r 40 5` is none of 405, 45 and 40.
        return Wrong(Say("refusal.typed"))
    amount, wrong = client.turn.typed(button, rest)
    return Wrong(wrong) if wrong is not None else Wish(button, amount)


def _bid(client: Client, button: Button, rest: str) -> Wish | Wrong:
    """So many stakes, as bids are offered; a sum of chips is understood too."""
    amount = button.high if rest.casefold() in ALL else _times(button, rest)
    if button.low <= amount <= button.high:
        return Wish(button, amount)
    amount, wrong = client.turn.typed(button, rest)
    if wrong is None:
        return Wish(button, amount)
    holes = {"low": button.low // button.step, "high": button.high // button.step}
    return Wrong(Say("terminal.how_many_stakes", holes))


def _times(button: Button, rest: str) -> int:
    """`b 3`: three times the stake, which is the step; 0 is none."""
    times = rest.removeprefix("x").removeprefix("×")
    return int(times) * button.step if times in TIMES else 0


def _of_several(client: Client, found: Sequence[Button], rest: str) -> Wish | Wrong:
    """Several ranges of one verb: some of it, or all."""
    whole = max(found, key=lambda one: one.high)
    if not rest or rest.casefold() in ALL:
        return Wish(whole, whole.high)
    amount = _amount(client, rest)
    for button in found:
        if amount is not None and client.turn.typed(button, rest)[1] is None:
            return Wish(button, amount)
    return Wrong(client.turn.typed(found[0], rest)[1] or Say("refusal.typed"))


def _on_place(client: Client, card: GameCard, found: Sequence[Button], rest: str) -> Wish | Wrong:
    """`25 on 17`, `17`: without an amount the least, or all that lies there."""
    if not rest:
        return Wrong(Say("terminal.which_place"))
    said = ON.split(rest, maxsplit=1)
    amount_text, place_text = (said[0].strip(), said[1]) if len(said) == 2 else ("", rest)
    if len(said) == 1 and rest.casefold().startswith(("on ", "from ")):
        place_text = rest.split(" ", 1)[1]
    elif len(said) == 1:
        first = _AMOUNT.match(rest)
        more = rest[first.end() :].strip() if first else ""
        if first is not None and more and not more.startswith(("-", "–")) and not _nth(rest):
            # `25 red`, `5 17`: the chips first, then the place.
            amount_text, place_text = first.group(), more
    fitting = [one for one in found if place(place_text, one.on)]
    if not fitting:
        key = "none_there" if found[0].verb in card.takes_back else "no_place"
        return Wrong(Say(f"terminal.{key}", {"typed": place_text}))
    button = fitting[0]
    on = place(place_text, button.on)
    if not amount_text:
        whole = button.verb in card.takes_back
        return Wish(button, button.high if whole else button.low, on=on)
    if amount_text.casefold() in ALL:
        return Wish(button, button.high, on=on)
    for one in fitting:
        amount, wrong = client.turn.typed(one, amount_text)
        if wrong is None:
            return Wish(one, amount, on=on)
    amount, wrong = client.turn.typed(button, amount_text)
    return Wrong(wrong or Say("refusal.typed"))


def _nth(text: str) -> bool:
    """`2nd dozen`, `1 2 3`: a place that begins with a number."""
    return re.match(r"\d+(?:st|nd|rd)\b", text.casefold()) is not None


def _amount(client: Client, text: str) -> int | None:
    button = Button(0, "", "", "", low=1, high=10**14)
    amount, wrong = client.turn.typed(button, text)
    return amount if wrong is None else None
