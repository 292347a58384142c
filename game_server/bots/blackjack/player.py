"""The blackjack player: a modest bet, and what is worth most by the rules of its room."""

from collections.abc import Mapping, Sequence
from typing import Final

from game_server.bots import Chance
from game_server.bots.blackjack.house import BlackjackRules, house_of
from game_server.bots.blackjack.strategy import strategy
from protocol.cards import PACK, Card, rank
from protocol.events import Dealt, Event, RoundBegan, stacks_of
from protocol.games.blackjack import FACES, TENS, VALUES, dealer_shows, hands_of, playing_hand
from protocol.words import Act, Ask, Cards, Option

MODEST: Final = 40
"""A bet is one part in so many of the chips."""
SUITS: Final = 4
PAYS: Final = 2
"""So many times its price insurance pays."""


def basic(told: Sequence[Event], ask: Ask, chance: Chance) -> Act:
    """What is asked: bet, insure or play."""
    if ask.window == "bets":
        return bet(told, ask)
    house = house_of(_began(told).options)
    if ask.window == "insurance":
        return insurance(house, told, ask)
    hands = hands_of(ask.who, told)
    cards = hands[playing_hand(ask.who, told)]
    values = act_values(house, cards, dealer_shows(told)[0], len(hands))
    # What is offered first goes first where two are worth the same.
    verb, option = max(_offered(ask).items(), key=lambda one: values[one[0]])
    return Act(verb, option.low)


def act_values(
    house: BlackjackRules, cards: Cards, up: Card, hands: int = 1
) -> Mapping[str, float]:
    """What each act is worth with one of so many hands that were one, for a bet of one."""
    plan = strategy(house, _value(up), rank(up) in FACES)
    pairs = len(cards) == 2 and rank(cards[0]) == rank(cards[1])
    return plan.values(tuple(map(_value, cards)), pairs, hands)


def bet(told: Sequence[Event], ask: Ask) -> Act:
    """A modest share of the chips, once; then it is ready."""
    offered = _offered(ask)
    if "bet" not in offered or "take" in offered:
        return ask.default
    option = offered["bet"]
    steps = max(0, stacks_of(told)[ask.who] // MODEST - option.low) // option.step
    return Act("bet", min(option.low + steps * option.step, option.high))


def insurance(house: BlackjackRules, told: Sequence[Event], ask: Ask) -> Act:
    """Taken where the open cards leave so many that make a natural that it is worth its price."""
    ranks = FACES if house.natural_faces_only else TENS
    seen = [
        card
        for one in told
        if isinstance(one, Dealt) and isinstance(one.cards, tuple)
        for card in one.cards
    ]
    naturals = SUITS * len(ranks) * house.decks - sum(rank(card) in ranks for card in seen)
    if PAYS * naturals > len(PACK) * house.decks - len(seen) - naturals:
        return Act("insure", _offered(ask)["insure"].low)
    return ask.default


def _value(card: Card) -> int:
    """Its place among the ten values, the ace first."""
    return VALUES[rank(card)] - 1


def _offered(ask: Ask) -> dict[str, Option]:
    return {option.verb: option for option in reversed(ask.options)}


def _began(told: Sequence[Event]) -> RoundBegan:
    return next(one for one in reversed(told) if isinstance(one, RoundBegan))
