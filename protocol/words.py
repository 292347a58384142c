"""The words of every game: seats, acts, offers, and what only one seat may see."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Final, NewType

from protocol.cards import Card
from protocol.frozen import frozen

Seat = NewType("Seat", int)
"""An absolute place at a table, from 0; below 0 are the parties that nobody sits on."""

BOT_NAME: Final = "Bot "
"""So begins the name of a bot, in English and to be translated; no person may have the word."""
CHANCE: Final = Seat(-1)
POT: Final = Seat(-2)
HOUSE: Final = Seat(-3)
JACKPOT: Final = Seat(-4)
BOARD: Final = Seat(-5)
DISCARD: Final = Seat(-6)
PARTIES: Final[dict[Seat, str]] = {
    CHANCE: "chance",
    POT: "pot",
    HOUSE: "house",
    JACKPOT: "jackpot",
    BOARD: "board",
    DISCARD: "discard",
}

Cards = tuple[Card, ...]


@frozen
class Hidden:
    """Cards that the viewer may count and not see."""

    count: int


@frozen
class Secret:
    """Cards that only their owner may see; nobody at all when the owner is no seat.

    It never crosses the wire: `protocol.events.told` turns it into the owner's cards or a count,
    and the codec refuses to encode what was left.
    """

    owner: Seat
    cards: Cards


Veiled = Secret | Hidden | Cards
"""A field that is a Secret inside the server, and cards or a count for a viewer."""


@frozen
class Act:
    """An act: what a seat does when it is asked. Chance acts too: `drawn` are its numbers below the
    bounds asked for.

    `stands` are the ranks that the wild cards among the cards stand for.
    """

    verb: str
    amount: int = 0
    cards: Cards = ()
    on: str = ""
    drawn: tuple[int, ...] = ()
    stands: tuple[int, ...] = ()


class Refusal(Exception):
    """The refusal of a request: what was wrong and what would be right. A client translates the
    code."""

    def __init__(self, code: str, text: str, **facts: int | str) -> None:
        super().__init__(text)
        self.code = code
        self.text = text
        self.facts = facts


class Illegal(Refusal):
    """The refusal of an act that the rules do not allow at this moment."""


@frozen
class Option:
    """One kind of act that is open to a seat.

    `low` to `high` by `step` is the amount (all zero: none is wanted); `hand` the least and the
    most cards to name; `on` the places to choose one from; `bounds` what chance draws below.
    `ranks`: a wild card may stand for any of so many; 0: there are no wild cards.
    """

    verb: str
    low: int = 0
    high: int = 0
    step: int = 1
    hand: tuple[int, int] = (0, 0)
    on: tuple[str, ...] = ()
    bounds: tuple[int, ...] = ()
    ranks: int = 0

    def refusal(self, act: Act) -> Illegal | None:
        """Why `act`, which has this option's verb, is outside it; None if it is inside."""
        if not self.low <= act.amount <= self.high or (act.amount - self.low) % self.step:
            return self._wrong_amount(act.amount)
        if not self.hand[0] <= len(act.cards) <= self.hand[1]:
            return self._wrong_count(len(act.cards))
        if act.on not in self.on if self.on else act.on:
            return self.wrong_place(act.on)
        if self.bounds or act.drawn:
            return self._wrong_draw(act.drawn)
        if act.stands and not all(0 <= rank < self.ranks for rank in act.stands):
            return self._wrong_rank(act.stands)
        return None

    def _wrong_rank(self, stands: tuple[int, ...]) -> Illegal:
        right = f"a wild card may be 0 to {self.ranks - 1}" if self.ranks else "no card is wild"
        text = f"You named the ranks {stands} to {_spoken(self.verb)}; {right}."
        return Illegal("stands_unknown", text, ranks=self.ranks)

    def _wrong_amount(self, amount: int) -> Illegal:
        facts = {"amount": amount, "low": self.low, "high": self.high, "step": self.step}
        if amount < self.low:
            return Illegal("amount_low", _amount(self.verb, amount, "the least", self.low), **facts)
        if amount > self.high:
            return Illegal(
                "amount_high", _amount(self.verb, amount, "the most", self.high), **facts
            )
        text = f"{chips(amount)} to {_spoken(self.verb)}; it goes from {chips(self.low)} to "
        return Illegal(
            "amount_step",
            f"You named {text}{chips(self.high)} in steps of {chips(self.step)}.",
            **facts,
        )

    def _wrong_count(self, count: int) -> Illegal:
        least, most = self.hand
        right = str(least) if least == most else f"{least} to {most}"
        named = "1 card" if count == 1 else f"{count} cards"
        return Illegal(
            "cards_count",
            f"You named {named} to {_spoken(self.verb)}; it takes {right}.",
            count=count,
            least=least,
            most=most,
        )

    def wrong_place(self, on: str) -> Illegal:
        """The refusal of a place that is not among these."""
        if not self.on:
            return Illegal(
                "no_place", f"To {_spoken(self.verb)} takes no place; you named {on!r}.", on=on
            )
        some = ", ".join(self.on[:4]) + (", ..." if len(self.on) > 4 else "")
        wrong = (
            f"There is no {on!r} to {_spoken(self.verb)} on"
            if on
            else f"Say what to {_spoken(self.verb)} on"
        )
        return Illegal("place_unknown", f"{wrong}; there is {some}.", on=on)

    def _wrong_draw(self, drawn: tuple[int, ...]) -> Illegal | None:
        fits = len(drawn) == len(self.bounds) and all(
            0 <= number < bound for number, bound in zip(drawn, self.bounds, strict=True)
        )
        if fits:
            return None
        return Illegal("draw_wrong", f"Chance drew {drawn}; the bounds are {self.bounds}.")


@frozen
class Ask:
    """A question to one seat, and what its silence means.

    `pace` is a name that the table turns into seconds. A `window` is one question that survives
    further acts and chance, with one deadline; its name is unique in the round, and "" is a turn
    of its own. `must`: silence counts as a missed turn. Chance is asked with a `source` (one
    shuffle, one wheel) and the cards `left` in it in a fixed order.
    """

    who: Seat
    options: tuple[Option, ...]
    default: Act
    pace: str = "turn"
    window: str = ""
    must: bool = True
    source: str = ""
    left: Cards = ()

    def refusal(self, act: Act) -> Illegal | None:
        """Why `act` is outside everything offered here; None if it is offered."""
        refused = None
        for option in self.options:
            if option.verb == act.verb and (act.on in option.on or not (act.on or option.on)):
                refused = option.refusal(act)
                if refused is None:
                    return None
        if refused is not None:
            return refused
        same = [option for option in self.options if option.verb == act.verb]
        if same:
            places = dict.fromkeys(place for option in same for place in option.on)
            return replace(same[0], on=tuple(places)).wrong_place(act.on)
        verbs = ", ".join(dict.fromkeys(_spoken(option.verb) for option in self.options))
        text = f"You cannot {_spoken(act.verb)} now; you can: {verbs}."
        return Illegal("not_offered", text, verb=act.verb, verbs=verbs)

    def option(self, verb: str) -> Option | None:
        """The first option of that name."""
        return next((option for option in self.options if option.verb == verb), None)


def chips(cents: int) -> str:
    """`1250`, or `7.50` when there are cents: 100 cents are a chip."""
    whole, part = divmod(abs(cents), 100)
    sign = "-" if cents < 0 else ""
    return f"{sign}{whole}" + (f".{part:02d}" if part else "")


def numbers(source: str, bounds: tuple[int, ...], pace: str, left: Cards = ()) -> Ask:
    """Ask chance for a number below each bound: a wheel, dice, a seat; cards, if there are any."""
    option = Option("draw", bounds=bounds)
    return Ask(CHANCE, (option,), drew(()), pace, must=False, source=source, left=left)


def drew(drawn: tuple[int, ...]) -> Act:
    """The act of chance: the numbers that it drew."""
    return Act("draw", drawn=drawn)


def draw(source: str, left: Cards, count: int, pace: str = "deal") -> Ask:
    """Ask chance for `count` of the cards left, one after another."""
    bounds = tuple(range(len(left), len(left) - count, -1))
    return numbers(source, bounds, pace, left)


def drawn_from(left: Cards, drawn: Iterable[int]) -> tuple[Cards, Cards]:
    """The cards that chance's numbers name, and the cards that stay, in their fixed order."""
    rest = list(left)
    return tuple([rest.pop(number) for number in drawn]), tuple(rest)


def _amount(verb: str, amount: int, limit: str, bound: int) -> str:
    return f"You named {chips(amount)} to {_spoken(verb)}; {limit} is {chips(bound)}."


def _spoken(verb: str) -> str:
    return verb.replace("_", " ")
