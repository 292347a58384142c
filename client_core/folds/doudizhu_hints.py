"""Hints for Dou Dizhu: plays that could be made, the smallest first, and why others cannot."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from client_core import names
from client_core.text import Say, Words
from protocol.events import Event
from protocol.games import doudizhu
from protocol.games.doudizhu import BLASTS, KINDS, RANK_OF, STRICT, Amiss, Kickers, Pattern, Reading
from protocol.games.doudizhu.categories import BIG, SMALL
from protocol.words import Ask, Cards

Cost = tuple[int, bool, int, int, int, int]

STRONG: Final = {"soft_bomb": 2, "bomb": 3, "wild_bomb": 4, "rocket": 5}
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
    before, rank = doudizhu.to_beat(told, ask), doudizhu.wild(told)
    if rank is None:
        return in_sense(hand, plays, before, kickers)
    held = Counter(RANK_OF[card] for card in hand)
    found = sorted(
        doudizhu.thrifty(hand, rank, before, kickers),
        key=lambda one: _with_wilds(one.cards, one.pattern, rank, held, before),
    )
    return tuple(dict.fromkeys(one.cards for one in found))


def _with_wilds(
    cards: Cards, pattern: Pattern, rank: int, held: Counter[int], before: Pattern | None
) -> tuple[int, ...]:
    """The same where a rank is wild: first what costs no wild card, and bombs last all the same."""
    wilds = sum(RANK_OF[card] == rank for card in cards)
    cost = _cost_of(cards, pattern, held, before)
    return (10 * cost[0] if pattern.category in BLASTS else wilds), *cost


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
    return _cost_of(cards, pattern, held, before)


def _cost_of(cards: Cards, pattern: Pattern, held: Counter[int], before: Pattern | None) -> Cost:
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
    before, kickers, rank = doudizhu.to_beat(told, ask), doudizhu.kickers(told), doudizhu.wild(told)
    if rank is None or not any(RANK_OF[card] == rank for card in cards):
        return wrong(cards, before, words, kickers)
    if doudizhu.readings(cards, rank, kickers, before):
        return None
    return Say("refusal.wild_none") if before is None else names.beaten_by(words, before)


def readings(told: Sequence[Event], ask: Ask, cards: Cards) -> tuple[Reading, ...]:
    """Every play that the cards could be now with the wild ones among them, the strongest first."""
    rank = doudizhu.wild(told)
    if rank is None or not any(RANK_OF[card] == rank for card in cards):
        return ()
    return doudizhu.readings(cards, rank, doudizhu.kickers(told), doudizhu.to_beat(told, ask))


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
    kind = KINDS[before.category]
    if count != before.length * (kind.copies + kind.kickers * kind.kicker):
        return False
    return (
        kind.chain
        if amiss.code.startswith("chain")
        else (bool(kind.kickers) and amiss.code in KICKERS)
    )
