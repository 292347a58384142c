"""A seat's turn at blackjack: hit, stand, and what else the house rules allow."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from game_server.rules.blackjack.options import Options
from game_server.rules.blackjack.settle import moved, settle
from game_server.rules.blackjack.state import Hand, Stage, State
from game_server.rules.core import Step
from protocol.cards import rank
from protocol.events import Acted, Moved
from protocol.games.blackjack import ACE, Split
from protocol.words import POT, Act, Ask, Option, Seat

PIPS: Final = 340
"""The points of a pack with every ace as 1."""


def turn_ask(options: Options, state: State) -> Ask:
    """What may be done with the hand in turn. Silence stands."""
    hand = state.hands[state.turn]
    offered = (Option("hit"), Option("stand"), *_first_choices(options, state, hand))
    return Ask(hand.seat, offered, Act("stand"))


def _first_choices(options: Options, state: State, hand: Hand) -> Iterator[Option]:
    """What is open on two cards only."""
    if len(hand.cards) != 2:
        return
    affords = state.stacks[hand.seat] >= hand.bet
    doubles = options.double_after_split if hand.from_split else options.double_down
    if doubles and affords:
        yield Option("double", hand.bet, hand.bet)
    if options.split and affords and _splits(options, state, hand):
        yield Option("split", hand.bet, hand.bet)
    if options.surrender and not hand.from_split:
        yield Option("surrender")


def _splits(options: Options, state: State, hand: Hand) -> bool:
    """Equal rank: a ten and a king are no pair. Aces that were split stay as they are."""
    first, second = hand.cards
    mine = sum(other.seat == hand.seat for other in state.hands)
    if rank(first) != rank(second) or mine >= options.max_hands:
        return False
    # No hand in play counts more than 21, so with few enough there is always a card to deal.
    lying = sum(other.stage is not Stage.DONE for other in state.hands)
    return 21 * (lying + 2) < PIPS * options.decks


def play(options: Options, state: State, act: Act) -> Step[State]:
    """Do what the hand in turn chose."""
    place = state.turn
    hand = state.hands[place]
    seat = hand.seat
    said = Acted(seat, act.verb, act.amount)
    match act.verb:
        case "hit":
            hit = state.with_hand(place, replace(hand, hits=hand.hits + 1))
            return Step(replace(hit, owed=((seat, hand.number),)), (said,))
        case "double":
            state, events = moved(state, Moved(seat, POT, act.amount, "double"))
            doubled = state.with_hand(place, replace(hand, bet=2 * hand.bet, last=True))
            return Step(replace(doubled, owed=((seat, hand.number),)), (said, *events))
        case "split":
            state, events = moved(state, Moved(seat, POT, act.amount, "split"))
            number = sum(other.seat == seat for other in state.hands)
            split = Split(seat, hand.number, number)
            return Step(_split(state, place, number), (said, *events, split))
        case "surrender":
            state, events = settle(options, state, place, "surrender")
            return Step(state, (said, *events))
        case "stand":
            return Step(state.with_hand(place, replace(hand, stage=Stage.STOOD)), (said,))
    raise ValueError(f"{act.verb!r} is no act of a turn; core.play refuses it.")


def _split(state: State, place: int, number: int) -> State:
    """Two hands of one card each, both of which get their second card now."""
    hand = state.hands[place]
    first, second = hand.cards
    one = replace(hand, cards=(first,), from_split=True, last=rank(first) == ACE)
    other = replace(one, number=number, cards=(second,))
    after = max(at for at, held in enumerate(state.hands) if held.seat == hand.seat)
    hands = list(state.hands)
    hands[place] = one
    hands.insert(after + 1, other)
    owed: tuple[tuple[Seat, int], ...] = ((hand.seat, hand.number), (hand.seat, number))
    return replace(state, hands=tuple(hands), owed=owed, turn=-1)
