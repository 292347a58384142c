"""What could be played in Dou Dizhu, the smallest first, and why other cards cannot."""

from collections import Counter
from collections.abc import Sequence

from mobile_client.core import names
from mobile_client.core.text import Say, Words
from protocol.events import Event
from protocol.games import doudizhu
from protocol.games.doudizhu import CATEGORIES, RANK_OF, ROCKET, Amiss, Kickers, Pattern
from protocol.words import Ask, Cards, Seat

Cost = tuple[int, int, int, int, int]


def ordered(seat: Seat, told: Sequence[Event], plays: Sequence[Cards]) -> tuple[Cards, ...]:
    """The plays of a hand as hints: the lowest ranks first, bombs and the rocket last.

    Of plays of one rank the longest comes first, of equal ones that with the cheapest kickers.
    """
    held = Counter(RANK_OF[card] for card in doudizhu.hand(seat, told))
    kickers = doudizhu.kickers(told)
    return tuple(sorted(plays, key=lambda cards: _cost(cards, held, kickers)))


def _cost(cards: Cards, held: Counter[int], kickers: Kickers) -> Cost:
    pattern = doudizhu.classify(cards, kickers)
    if not isinstance(pattern, Pattern):
        raise ValueError(f"{cards} is no play: {pattern}.")
    strong = ("bomb", "rocket").index(pattern.category) + 1 if _strong(pattern) else 0
    used = Counter(RANK_OF[card] for card in cards)
    torn = sum(held[rank] > count for rank, count in used.items() if not _primal(rank, pattern))
    return strong, pattern.low, -len(cards), torn, sum(RANK_OF[card] for card in cards)


def _strong(pattern: Pattern) -> bool:
    return pattern.category in ("bomb", "rocket")


def _primal(rank: int, pattern: Pattern) -> bool:
    return pattern.low <= rank <= pattern.high


def amiss(told: Sequence[Event], ask: Ask, cards: Cards, words: Words) -> Say | None:
    """Why these cards cannot be played now; None: they can."""
    found = doudizhu.classify(cards, doudizhu.kickers(told))
    if isinstance(found, Amiss):
        return Say(f"refusal.{found.code}", text=found.text)
    before = doudizhu.to_beat(told, ask)
    if before is None or found.beats(before):
        return None
    if before == ROCKET:
        return Say("beat.rocket")
    if before.category == "bomb":
        return Say("beat.bomb", {"rank": names.rank_name(words, before.low)})
    name = names.category_name(words, before.category)
    if CATEGORIES[before.category].chain:
        return Say("beat.chain", {"name": name, "length": before.length})
    return Say("beat.same", {"name": name, "rank": names.rank_name(words, before.low)})
