"""Blackjack by the book: basic strategy for several decks, from a table."""

from collections.abc import Mapping, Sequence
from typing import Final

from game_server.bots import Bot, Chance
from protocol.cards import rank
from protocol.events import Event, stacks_of
from protocol.games.blackjack import VALUES, count, dealer_shows, hands_of, playing_hand
from protocol.words import Act, Ask, Cards, Option

UPS: Final = (2, 3, 4, 5, 6, 7, 8, 9, 10, 1)
"""The columns of the tables below: the dealer's up card, the ace last."""

# Each letter is a wish with what is done if it is not offered:
# h hit, s stand, d double or hit, D double or stand, p split or play on, r surrender or hit.
HARD: Final = {
    9: "hddddhhhhh",
    10: "ddddddddhh",
    11: "dddddddddh",
    12: "hhssshhhhh",
    13: "ssssshhhhh",
    14: "ssssshhhhh",
    15: "ssssshhhrh",
    16: "ssssshhrrr",
}
SOFT: Final = {
    13: "hhhddhhhhh",
    14: "hhhddhhhhh",
    15: "hhdddhhhhh",
    16: "hhdddhhhhh",
    17: "hddddhhhhh",
    18: "sDDDDsshhh",
}
PAIRS: Final = {
    1: "pppppppppp",
    2: "pppppp....",
    3: "pppppp....",
    4: "...pp.....",
    6: "ppppp.....",
    7: "pppppp....",
    8: "pppppppppp",
    9: "ppppp.pp..",
}
WISHES: Final = {
    "h": ("hit",),
    "s": ("stand",),
    "d": ("double", "hit"),
    "D": ("double", "stand"),
    "r": ("surrender", "hit"),
}
MODEST: Final = 40
"""A bet is one part in so many of the chips."""


def basic(told: Sequence[Event], ask: Ask, chance: Chance) -> Act:
    """A modest bet, never an insurance, and what the table says for the hand in turn."""
    offered = {option.verb: option for option in reversed(ask.options)}
    if ask.window == "bets":
        return _bet(stacks_of(told)[ask.who], ask, offered)
    if ask.window == "insurance":
        return Act("decline")
    cards = hands_of(ask.who, told)[playing_hand(ask.who, told)]
    up = VALUES[rank(dealer_shows(told)[0])]
    for verb in wishes(cards, up):
        if verb in offered:
            return Act(verb, offered[verb].low)
    return ask.default


def wishes(cards: Cards, up: int) -> tuple[str, ...]:
    """What the book would do with these cards against this up card, the best first."""
    column = UPS.index(up)
    points, soft = count(cards)
    if soft:
        line = SOFT.get(points, "h" * 10 if points < 13 else "s" * 10)
    else:
        line = HARD.get(points, "h" * 10 if points < 9 else "s" * 10)
    wanted = WISHES[line[column]]
    pair = len(cards) == 2 and rank(cards[0]) == rank(cards[1])
    if pair and PAIRS.get(VALUES[rank(cards[0])], "." * 10)[column] == "p":
        return ("split", *wanted)
    return wanted


def _bet(stack: int, ask: Ask, offered: Mapping[str, Option]) -> Act:
    option = offered.get("bet")
    if option is None or "take" in offered:
        return ask.default
    steps = max(0, stack // MODEST - option.low) // option.step
    return Act("bet", min(option.low + steps * option.step, option.high))


BOTS: Final[Mapping[str, Bot]] = {"basic": basic}
