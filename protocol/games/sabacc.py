"""Sabacc as both sides know it: what hands are worth, what lies open, its events."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from protocol.cards import Card, sabacc_value
from protocol.events import Dealt, Event, Laid, Moved, RoundBegan, event, hand_of
from protocol.frozen import frozen
from protocol.sight import Sight, Told, face_down, lying
from protocol.words import DISCARD, JACKPOT, Ask, Cards, Option, Seat, chips


def total(hand: Iterable[Card]) -> int:
    """The sum of the card numbers; 0 is a "sabacc"."""
    return sum(map(sabacc_value, hand))


def merit(hand: Cards) -> tuple[int, int, int]:
    """The better hand has the greater merit, equal hands the same.

    First the total closer to zero, then the positive one, then more cards.
    """
    count = total(hand)
    return -abs(count), count, len(hand)


def choices(told: Sequence[Event], ask: Ask, option: Option) -> Sequence[Cards]:
    """Each card of the hand once: any of them may be swapped or released."""
    return [(card,) for card in dict.fromkeys(hand_of(ask.who, told))]


def pile(told: Iterable[Event]) -> Cards:
    """The discard pile after these events, its top card last."""
    cards: list[Card] = []
    for one in told:
        match one:
            case RoundBegan():
                cards = []
            case Dealt(to=to, cards=tuple() as dealt) if to == DISCARD:
                cards.extend(dealt)
            case Laid(dst=dst, cards=laid) if dst == DISCARD:
                cards.extend(laid)
            case Laid(src=src, cards=laid) if src == DISCARD:
                del cards[-len(laid) :]
            case Reshuffled():
                del cards[:-1]
    return tuple(cards)


def face_up(seat: Seat, told: Iterable[Event]) -> Cards:
    """The cards before a seat that everybody sees: those it took from the discard pile."""
    cards: list[Card] = []
    for one in told:
        match one:
            case RoundBegan():
                cards = []
            case Laid(src=src, dst=dst, cards=laid):
                if dst == seat:
                    cards.extend(laid)
                if src == seat:
                    for card in laid:
                        if card in cards:
                            cards.remove(card)
    return tuple(cards)


def sabacc_pot(told: Iterable[Event]) -> int:
    """What lies in the sabacc pot after these events."""
    amount = 0
    for one in told:
        match one:
            case PotHolds(amount=held):
                amount = held
            case Moved(src=src, dst=dst, amount=moved):
                amount += moved * ((dst == JACKPOT) - (src == JACKPOT))
    return amount


@event("sabacc.pot")
@frozen
class PotHolds(Event):
    """The game begins with so much in the sabacc pot, left by the games before."""

    amount: int


@event("sabacc.lap")
@frozen
class LapBegan(Event):
    """One of the three rounds of a game begins."""

    number: int


@event("sabacc.rolled")
@frozen
class Rolled(Event):
    """Both dice, 1 to 6, at the end of a round."""

    first: int
    second: int


@event("sabacc.shift")
@frozen
class Shifted(Event):
    """The dice show doubles: all hands are thrown in and as many cards dealt anew."""


@event("sabacc.reshuffled")
@frozen
class Reshuffled(Event):
    """The draw pile was empty: the discard pile but its top card is shuffled to be drawn from."""

    count: int


@event("sabacc.counted")
@frozen
class Counted(Event):
    """What a hand that was shown is worth."""

    seat: Seat
    total: int


@event("sabacc.best")
@frozen
class Best(Event):
    """The best of all hands, and who holds it: its total, and of how many cards."""

    seats: tuple[Seat, ...]
    total: int
    size: int


TEXT: Final = {
    "dealt.seat": "{to} draws {cards}",
    "sabacc.pot": "The sabacc pot holds {amount:chips}",
    "sabacc.lap": "Play, round {number}",
    "sabacc.rolled": "The dice show {first} and {second}",
    "sabacc.shift": "Sabacc shift: every hand is thrown in and dealt anew",
    "sabacc.reshuffled": "The draw pile is empty; {count} discards are shuffled",
    "sabacc.counted": "{seat} has {total}",
    "sabacc.best": "The best hand, {total} with {size} cards: {seats:names}",
    "moved.ante": "{src} pays {amount:chips} into the sabacc pot",
    "moved.sabacc_pot": "The sabacc pot begins with {amount:chips}",
    "moved.stake": "",
    "moved.uncalled": "{dst} takes back {amount:chips} that nobody matched",
    "moved.pot": "{dst} wins {amount:chips} from the pot",
    "moved.side_pot": "{dst} wins {amount:chips} from a side pot",
    "moved.sabacc": "Sabacc! {dst} wins {amount:chips} from the sabacc pot",
    "acted.draw": "",
    "acted.keep": "{seat} keeps all cards",
    "acted.release": "",
    "acted.swap": "",
    "acted.stand": "{seat} stands",
    "acted.junk": "{seat} junks the hand",
    "acted.check": "{seat} checks",
    "acted.match": "{seat} matches with {amount:chips}",
    "acted.raise": "{seat} raises to {amount:chips}",
    "acted.all_in": "{seat} goes all-in with {amount:chips}",
}


def _marks(told: Told) -> Mapping[Seat, Sequence[str]]:
    hands, down = {seat: mine.get(0, ()) for seat, mine in lying(told).items()}, face_down(told)
    return {
        seat: (f"total {total(cards):+d}".replace("+0", "0"),)
        for seat, cards in hands.items()
        if cards and not down.get(seat)
    }


def _places(told: Told) -> Mapping[str, Cards]:
    top = pile(told)[-1:]
    return {"top of the discard pile": top} if top else {}


def _facts(told: Told) -> Mapping[str, str]:
    facts = {"sabacc pot": chips(sabacc_pot(told))}
    for one in told:
        match one:
            case LapBegan(number=number):
                facts["round"] = f"{number} of 3"
                facts.pop("dice", None)
            case Rolled(first=first, second=second):
                facts["dice"] = f"{first} {second}{', a shift' if first == second else ''}"
    return facts


SIGHT: Final = Sight(
    places=_places,
    marks=_marks,
    facts=_facts,
    side_pots=lambda _: True,
    gives_up=frozenset({"junk"}),
)
