"""Events of hold'em beyond those that all games tell."""

from collections.abc import Iterable
from typing import Final

from protocol.events import ANTES, Dealt, Event, Moved, RoundBegan, event
from protocol.frozen import frozen
from protocol.words import BOARD, POT, Cards, Seat


@event("holdem.high_card")
@frozen
class HighCard(Event):
    """The card a seat drew for the first button; the highest has it."""

    seat: Seat
    cards: Cards


@event("holdem.ranked")
@frozen
class Ranked(Event):
    """What a hand that was shown is worth: its best five cards, and their name in English.

    `category` and `ranks` (as in `ranks.CATEGORIES` and `ranks.ranks_of`) are the same for a
    translation.
    """

    seat: Seat
    category: str
    ranks: tuple[int, ...]
    cards: Cards
    name: str


@event("holdem.no_stakes")
@frozen
class NoStakes(Event):
    """The hand is over and nobody had bet: there is no pot to win."""


TEXT: Final[dict[str, str]] = {
    "button": "{seat} has the button",
    "moved.ante": "{src} posts the ante, {amount:chips}",
    "moved.big_blind_ante": "{src} posts the ante for all, {amount:chips}",
    "moved.small_blind": "{src} posts the small blind, {amount:chips}",
    "moved.big_blind": "{src} posts the big blind, {amount:chips}",
    "moved.call": "",
    "moved.bet": "",
    "moved.raise": "",
    "moved.all_in": "",
    "moved.uncalled": "{dst} takes back {amount:chips} that nobody called",
    "moved.pot": "{dst} wins {amount:chips}",
    "moved.main_pot": "{dst} wins {amount:chips} from the main pot",
    "moved.side_pot": "{dst} wins {amount:chips} from a side pot",
    "acted.fold": "{seat} folds",
    "acted.check": "{seat} checks",
    "acted.call": "{seat} calls {amount:chips}",
    "acted.bet": "{seat} bets {amount:chips}",
    "acted.raise": "{seat} raises to {amount:chips}",
    "acted.all_in": "{seat} goes all-in with {amount:chips}",
    "acted.show": "",
    "acted.muck": "{seat} mucks",
    "dealt.seat": "{to} is dealt {cards}",
    "dealt.board": "On the board: {cards}",
    "shown": "{seat} shows {cards}",
    "left": "{seat} leaves",
    "holdem.high_card": "{seat} draws {cards} for the button",
    "holdem.ranked": "{seat}: {name} ({cards})",
    "holdem.no_stakes": "No chips at stake",
}


def street_bets(told: Iterable[Event]) -> dict[Seat, int]:
    """What every seat has put in since the last card came to the board."""
    bets: dict[Seat, int] = {}
    for one in told:
        match one:
            case RoundBegan():
                bets = {}
            case Dealt(to=to) if to == BOARD:
                bets = {}
            case Moved(dst=dst, why=why) if dst == POT and why in ANTES:
                pass
            case Moved(src=src, dst=dst, amount=amount) if dst == POT:
                bets[src] = bets.get(src, 0) + amount
            case Moved(src=src, dst=dst, amount=amount, why="uncalled") if src == POT:
                bets[dst] = bets.get(dst, 0) - amount
    return bets
