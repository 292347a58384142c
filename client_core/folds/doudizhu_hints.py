"""What could be played in Dou Dizhu, the smallest first, and why other cards cannot."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from client_core import names
from client_core.text import Say, Words
from protocol.events import Event
from protocol.games import doudizhu
from protocol.games.doudizhu import CATEGORIES, RANK_OF, STRICT, Amiss, Kickers, Pattern
from protocol.games.doudizhu.categories import BIG, SMALL
from protocol.words import Ask, Cards

Cost = tuple[int, bool, int, int, int, int]

STRONG: Final = {"bomb": 2, "rocket": 3}
"""These are shown after all else."""
KICKERS: Final = frozenset({"kickers_count", "kickers_equal", "both_jokers"})
"""What may be wrong with kickers."""
PAIR: Final = 2


def ordered(ask: Ask, told: Sequence[Event], plays: Sequence[Cards]) -> tuple[Cards, ...]:
    """The plays of a hand as hints: the lowest ranks first, then what breaks a bomb or the rocket,
    bombs and the rocket last.

    Who leads is shown first what tears nothing. Of plays of one rank the longest comes first, of
    equal ones that with the cheapest kickers.
    """
    hand, kickers = doudizhu.hand(ask.who, told), doudizhu.kickers(told)
    return in_sense(hand, plays, doudizhu.to_beat(told, ask), kickers)


def in_sense(
    hand: Cards, plays: Sequence[Cards], before: Pattern | None, kickers: Kickers = STRICT
) -> tuple[Cards, ...]:
    """The same for a hand that is known to face this; None: it leads."""
    held = Counter(RANK_OF[card] for card in hand)
    return tuple(sorted(plays, key=lambda cards: _cost(cards, held, kickers, before)))


def _cost(cards: Cards, held: Counter[int], kickers: Kickers, before: Pattern | None) -> Cost:
    pattern = doudizhu.classify(cards, kickers, before)
    if not isinstance(pattern, Pattern):
        raise ValueError(f"{cards} is no play: {pattern}.")
    used = Counter(RANK_OF[card] for card in cards)
    parted = [rank for rank, count in used.items() if held[rank] > count]
    torn = sum(not _primal(rank, pattern) for rank in parted)
    strong = STRONG.get(pattern.category, int(_breaks(used, held)))
    whole = sum(RANK_OF[card] for card in cards)
    return strong, before is None and bool(parted), pattern.low, -len(cards), torn, whole


def _breaks(used: Counter[int], held: Counter[int]) -> bool:
    """Whether these cards, no bomb and no rocket themselves, cost the hand one."""
    rocket = held[SMALL] and held[BIG] and (used[SMALL] or used[BIG])
    return bool(rocket) or any(held[rank] == 4 for rank in used)


def _primal(rank: int, pattern: Pattern) -> bool:
    return pattern.low <= rank <= pattern.high


def amiss(told: Sequence[Event], ask: Ask, cards: Cards, words: Words) -> Say | None:
    """Why these cards cannot be played now; None: they can."""
    return wrong(cards, doudizhu.to_beat(told, ask), words, doudizhu.kickers(told))


def wrong(
    cards: Cards, before: Pattern | None, words: Words, kickers: Kickers = STRICT
) -> Say | None:
    """Why these cards cannot be played on that; None: they can."""
    found = doudizhu.classify(cards, kickers, before)
    if isinstance(found, Amiss):
        if before is not None and not _nearly(found, len(cards), before):
            return names.beaten_by(words, before)
        if len(cards) == PAIR:
            return Say("amiss.two")
        return Say(f"refusal.{found.code}", text=found.text)
    if before is None or found.beats(before):
        return None
    return names.beaten_by(words, before)


def _nearly(amiss: Amiss, count: int, before: Pattern) -> bool:
    """Whether these cards were meant to be what lies there: then it helps to know what is wrong."""
    kind = CATEGORIES[before.category]
    if count != before.length * (kind.copies + kind.kickers * kind.kicker):
        return False
    return (
        kind.chain
        if amiss.code.startswith("chain")
        else (bool(kind.kickers) and amiss.code in KICKERS)
    )
