"""Blackjack by the book: basic strategy for several decks, from a table, for who has no time to
work out what the rules of a room make of it."""

from collections.abc import Sequence
from typing import Final

from game_server.bots import Chance
from game_server.bots.blackjack.player import bet
from protocol.cards import rank
from protocol.events import Event
from protocol.games.blackjack import VALUES, count, dealer_shows, hands_of, playing_hand
from protocol.words import Act, Ask, Cards

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


def by_the_book(told: Sequence[Event], ask: Ask, chance: Chance) -> Act:
    """What the table says for the hand in turn."""
    if ask.window == "bets":
        return bet(told, ask)
    if ask.window == "insurance":
        return ask.default
    offered = {option.verb: option for option in reversed(ask.options)}
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
