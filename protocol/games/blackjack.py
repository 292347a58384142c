"""Blackjack, as both sides know it: its events, its sentences, and what a hand counts."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from protocol.cards import Card, rank
from protocol.events import Dealt, Event, RoundBegan, Shown, event
from protocol.frozen import frozen
from protocol.sight import Sight, Told, each, lying
from protocol.words import HOUSE, Cards, Seat

VALUES: Final = (2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 1)
"""What a card of each rank counts, deuce to ace; an ace may count 10 more."""

ACE: Final = 12
FACES: Final = (9, 10, 11)
TENS: Final = (8, *FACES)


class Count(NamedTuple):
    """The points of a hand, and whether an ace counts 11 in them."""

    points: int
    soft: bool


def count(cards: Iterable[Card]) -> Count:
    """As close to 21 as the aces allow without exceeding it; over 21 only with every ace as 1."""
    hard, aces = 0, False
    for card in cards:
        value = VALUES[rank(card)]
        hard += value
        aces = aces or value == 1
    soft = aces and hard <= 11
    return Count(hard + 10 if soft else hard, soft)


def score(cards: Iterable[Card]) -> int:
    """The points of a hand."""
    return count(cards).points


def dealer_count(cards: Cards, ace_hardens: bool = False) -> Count:
    """What a dealer's cards, in the order they came, count.

    With `ace_hardens` every ace that a card was drawn upon counts 1 for good: A 6 is a soft 17,
    and A 6 4 is 11.
    """
    if not ace_hardens or len(cards) <= 2:
        return count(cards)
    held = sum(VALUES[rank(card)] for card in cards[:-1])
    last = VALUES[rank(cards[-1])]
    soft = last == 1 and held <= 10
    return Count(held + (11 if soft else last), soft)


def is_natural(cards: Cards, faces_only: bool = False) -> bool:
    """Two cards, an ace and a ten-value card; with `faces_only` a ten is not enough."""
    if len(cards) != 2:
        return False
    low, high = sorted(rank(card) for card in cards)
    return high == ACE and low in (FACES if faces_only else TENS)


@event("blackjack.marked")
@frozen
class Marked(Event):
    """The shuffle marker is put into the shoe, so many cards before its end."""

    cards: int


@event("blackjack.shuffled")
@frozen
class Shuffled(Event):
    """All cards that are not in play are shuffled; so many are in the shoe now."""

    cards: int


@event("blackjack.peeked")
@frozen
class Peeked(Event):
    """The dealer looked at the hole card and announced whether it makes a natural."""

    natural: bool


@event("blackjack.natural")
@frozen
class Natural(Event):
    """A seat was dealt a natural."""

    seat: Seat


@event("blackjack.split")
@frozen
class Split(Event):
    """The second card of hand `hand` becomes the first of hand `other`, with an equal bet."""

    seat: Seat
    hand: int
    other: int


@event("blackjack.playing")
@frozen
class Playing(Event):
    """A seat that split plays this hand now."""

    seat: Seat
    hand: int
    cards: Cards


@event("blackjack.busted")
@frozen
class Busted(Event):
    """A hand is over 21."""

    seat: Seat
    hand: int
    score: int


@event("blackjack.swept")
@frozen
class Swept(Event):
    """A hand loses because another seat has a natural."""

    seat: Seat
    hand: int


@event("blackjack.lost")
@frozen
class Lost(Event):
    """A seat loses its `what`, "bet" or "insurance", to the house; the chips move next."""

    seat: Seat
    what: str
    amount: int


@event("blackjack.stood")
@frozen
class DealerStood(Event):
    """The dealer draws no more, standing or busted."""

    score: int

    @property
    def variant(self) -> str:
        return "bust" if self.score > 21 else ""


@event("blackjack.compared")
@frozen
class Compared(Event):
    """A hand that stood is held against the dealer's; what it won or lost follows."""

    seat: Seat
    hand: int
    score: int
    dealer: int


def hands_of(seat: Seat, told: Iterable[Event]) -> dict[int, Cards]:
    """The cards of each hand of a seat in this round, by number; a seat that never split has 0."""
    hands: dict[int, Cards] = {}
    for one in told:
        match one:
            case RoundBegan():
                hands = {}
            case Dealt(to=to, cards=tuple() as cards, hand=number) if to == seat:
                hands[number] = hands.get(number, ()) + cards
            case Split(seat=to, hand=number, other=other) if to == seat:
                first, second = hands[number]
                hands[number], hands[other] = (first,), (second,)
    return hands


def playing_hand(seat: Seat, told: Iterable[Event]) -> int:
    """The number of the hand that the seat plays."""
    number = 0
    for one in told:
        match one:
            case RoundBegan():
                number = 0
            case Playing(seat=to, hand=hand) if to == seat:
                number = hand
    return number


def dealer_shows(told: Iterable[Event]) -> Cards:
    """The dealer's cards that lie open, the up card before the hole card."""
    seen: Cards = ()
    for one in told:
        match one:
            case RoundBegan():
                seen = ()
            case Dealt(to=to, cards=tuple() as cards) if to == HOUSE:
                seen += cards
            case Shown(seat=to, cards=cards) if to == HOUSE:
                seen += cards
    return seen


TEXT: Final[dict[str, str]] = {
    "moved.bet": "{src} bets {amount:chips}",
    "moved.take_back": "{dst} takes {amount:chips} back",
    "moved.double": "{src} doubles the bet with {amount:chips}",
    "moved.split": "{src} splits and bets {amount:chips} on the other hand",
    "moved.insurance": "{src} insures the bet with {amount:chips}",
    "moved.stake": "",
    "moved.win": "{dst} wins {amount:chips}",
    "moved.natural": "{dst} wins {amount:chips} for the natural",
    "moved.five_hits": "{dst} hit five times without a bust and wins {amount:chips}",
    "moved.push": "{dst} pushes and keeps the bet of {amount:chips}",
    "moved.lose": "",
    "moved.bust": "",
    "moved.swept": "",
    "moved.surrender": "The house keeps {amount:chips} of the bet",
    "moved.surrender_back": "{dst} gets {amount:chips} back",
    "moved.insurance_stake": "",
    "moved.insurance_win": "{dst} wins {amount:chips} by the insurance",
    "moved.insurance_lost": "",
    "moved.forfeit": "The house takes the {amount:chips} left on the table",
    "acted.bet": "",
    "acted.take": "",
    "acted.deal": "{seat} is ready for the deal",
    "acted.sit_out": "{seat} sits this round out",
    "acted.hit": "{seat} hits",
    "acted.stand": "{seat} stands",
    "acted.double": "",
    "acted.split": "",
    "acted.surrender": "{seat} surrenders",
    "acted.insure": "",
    "acted.decline": "{seat} takes no insurance",
    "dealt.seat": "{to} gets {cards}",
    "dealt.house": "The dealer gets {cards}",
    "shown": "The dealer turns over {cards}",
    "blackjack.marked": "The shuffle marker lies {cards} cards before the end of the shoe",
    "blackjack.shuffled": "The dealer shuffles the cards that are not in play: {cards} in the shoe",
    "blackjack.peeked": "The dealer looks at the hole card: {natural:natural}",
    "blackjack.natural": "{seat} has a natural",
    "blackjack.split": "",
    "blackjack.playing": "{seat} plays the hand {cards}",
    "blackjack.busted": "{seat} busts with {score}",
    "blackjack.swept": "{seat} loses to another player's natural",
    "blackjack.lost": "{seat} loses the {what} of {amount:chips}",
    "blackjack.stood": "The dealer {score:ends}",
    "blackjack.compared": "{seat} has {score}{dealer:against}",
}


def _ends(score: int) -> str:
    return f"busts with {score}" if score > 21 else f"has {score}"


def _against(dealer: int) -> str:
    """Nothing is held against a dealer who busted."""
    return "" if dealer > 21 else f" against {dealer}"


WORDS: Final[dict[str, Callable[..., str]]] = {
    "natural": lambda natural: "a natural" if natural else "no natural",
    "ends": _ends,
    "against": _against,
}


def _worth(cards: Cards) -> str:
    if is_natural(cards):
        return "natural"
    points, soft = count(cards)
    return f"{points} bust" if points > 21 else f"soft {points}" if soft else f"{points}"


def _marks(seat: Seat, told: Told) -> Sequence[str]:
    hands = hands_of(seat, told)
    on = playing_hand(seat, told) if len(hands) > 1 else -1
    return tuple(f"{'>' if n == on else ''}{_worth(cards)}" for n, cards in sorted(hands.items()))


def _facts(told: Told) -> Mapping[str, str]:
    cards = lying(told).get(HOUSE, {}).get(0, ())
    facts = {"dealer has": _worth(cards)} if cards else {}
    for one in told:
        if isinstance(one, Peeked):
            facts["hole card"] = WORDS["natural"](one.natural)
    return facts


SIGHT: Final = Sight(hands=each(hands_of), marks=each(_marks), facts=_facts)
