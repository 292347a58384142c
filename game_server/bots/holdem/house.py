"""The casino's opponent at hold'em, which looks at its own cards alone."""

from collections.abc import Sequence
from typing import Final

from game_server.bots import Chance
from protocol.events import Event, hand_of, stacks_of
from protocol.games.holdem import CATEGORIES, category, street_bets, strength
from protocol.words import BOARD, Act, Ask, Cards, Option

RIVER: Final = 5
TOP: Final = ("royal_flush", "straight_flush", "four_of_a_kind")
MIDDLE: Final = ("full_house", "flush", "straight")
"""The ten categories in thirds, from the best: three, three and four."""


def house(told: Sequence[Event], ask: Ask, chance: Chance) -> Act:
    """The top third bets, the middle checks, the rest checks until it folds on the river."""
    if ask.option("show") or ask.option("muck"):
        return ask.default
    board = hand_of(BOARD, told)
    third = third_of(hand_of(ask.who, told) + board)
    if third == "top":
        return _match_and_more(told, ask, chance)
    if third == "lower" and len(board) == RIVER and ask.option("fold"):
        return Act("fold")
    return _stay_for_nothing(ask)


def third_of(cards: Cards) -> str:
    """Where the best hand among these cards stands in the ten categories."""
    if len(cards) < 5:
        return "lower"
    name = CATEGORIES[category(strength(cards))]
    return "top" if name in TOP else "middle" if name in MIDDLE else "lower"


def _stay_for_nothing(ask: Ask) -> Act:
    return Act("check") if ask.option("check") else Act("fold")


def _match_and_more(told: Sequence[Event], ask: Ask, chance: Chance) -> Act:
    """Match the bet and add a random percentage of the balance; all-in if it does not suffice."""
    stack = stacks_of(told)[ask.who]
    bets = street_bets(told)
    put = bets.get(ask.who, 0)
    level = max(bets.values(), default=0)
    total = level + stack * chance(101) // 100
    all_in = ask.option("all_in")
    if all_in and total - put >= stack:
        return Act("all_in", all_in.low)
    raised = ask.option("bet") or ask.option("raise")
    if raised and total >= raised.low:
        return Act(raised.verb, _on_the_grid(raised, total))
    call = ask.option("call")
    return Act("call", call.low) if call else _stay_for_nothing(ask)


def _on_the_grid(option: Option, amount: int) -> int:
    within = min(amount, option.high) - option.low
    return option.low + within // option.step * option.step
