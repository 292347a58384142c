"""Plays in which cards of one rank are wild: they stand for any rank but the jokers.

Wild cards alone are what they are. Beside another card each stands for any rank, its own too, but
never for a fifth card of a rank.
"""

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import accumulate, chain, combinations, combinations_with_replacement
from typing import Final, NamedTuple

from protocol.games.doudizhu.categories import (
    ACE,
    BLASTS,
    CATEGORIES,
    RANK_NAMES,
    RANK_OF,
    RANKS,
    ROCKET,
    SMALL,
    STRICT,
    Category,
    Kickers,
    Pattern,
)
from protocol.games.doudizhu.classify import Amiss, classify, of_ranks
from protocol.games.doudizhu.plays import Held, held, is_longer, kicker_sets
from protocol.words import Cards

FOR: Final = SMALL
"""A wild card stands for any of so many ranks: from 3 to 2."""


NONE: Final = "These cards are no play, whatever the wild ones stand for; take others."


class Reading(NamedTuple):
    """One way to take some cards: what they are, and the rank that each wild one stands for."""

    pattern: Pattern
    stands: tuple[int, ...]


def read(
    cards: Cards,
    wild: int,
    stands: tuple[int, ...] = (),
    kickers: Kickers = STRICT,
    to_beat: Pattern | None = None,
) -> Reading | Amiss:
    """What the cards are where the wild ones stand for these ranks, or why they are none.

    Without `stands` there must be no doubt: only one play that they could be now.
    """
    plain = classify(cards, kickers, to_beat)
    counts, wilds = _counted(cards, wild)
    if not wilds or (isinstance(plain, Amiss) and plain.code in ("no_cards", "card_twice")):
        return plain if isinstance(plain, Amiss) else Reading(plain, ())
    if not stands:
        found = readings(cards, wild, kickers, to_beat)
        if len(found) == 1:
            return found[0]
        if not found:
            # What is too low is a play all the same.
            loose = readings(cards, wild, kickers)
            return loose[0] if loose else Amiss("wild_none", NONE)
        names = ", or ".join(str(one.pattern) for one in found)
        return Amiss("which_play", f"These cards are {names}; say what the wild ones stand for.")
    if len(stands) != wilds:
        text = f"{wilds} of these cards are wild; you said what {len(stands)} stand for."
        return Amiss("stands_count", text)
    if not any(counts) and any(rank != wild for rank in stands):
        own = RANK_NAMES[wild].en
        return Amiss("wild_alone", f"Wild cards alone are what they are: {own}s.")
    pattern = _stood(counts, tuple(sorted(stands)), wild, kickers, to_beat)
    return pattern if isinstance(pattern, Amiss) else Reading(pattern, tuple(sorted(stands)))


def readings(
    cards: Cards, wild: int, kickers: Kickers = STRICT, to_beat: Pattern | None = None
) -> tuple[Reading, ...]:
    """Every play that these cards could be now, the strongest first."""
    if not cards or len(set(cards)) != len(cards):
        return ()
    counts, wilds = _counted(cards, wild)
    return _readings(tuple(counts), wilds, wild, kickers, to_beat)


@lru_cache(maxsize=1 << 10)
def _readings(
    counts: tuple[int, ...], wilds: int, wild: int, kickers: Kickers, to_beat: Pattern | None
) -> tuple[Reading, ...]:
    found: dict[Pattern, tuple[int, ...]] = {}
    alone = not any(counts)
    ways = [(wild,) * wilds] if alone else combinations_with_replacement(range(FOR), wilds)
    for stands in ways:
        pattern = _stood(counts, stands, wild, kickers, to_beat)
        if isinstance(pattern, Amiss) or (to_beat is not None and not pattern.beats(to_beat)):
            continue
        before = found.get(pattern)
        # A kicker stays what it is where it may.
        if before is None or stands.count(wild) > before.count(wild):
            found[pattern] = stands
    strongest = sorted(found, key=lambda one: (BLASTS.get(one.category, 0), *_strength(one)))
    return tuple(Reading(one, found[one]) for one in reversed(strongest))


def _strength(pattern: Pattern) -> tuple[int, int, str]:
    return pattern.length, pattern.low, pattern.category


def _counted(cards: Cards, wild: int) -> tuple[list[int], int]:
    """How many cards there are of each rank without the wild ones, and how many of these."""
    counts = [0] * len(RANKS)
    for card in cards:
        counts[RANK_OF[card]] += 1
    wilds, counts[wild] = counts[wild], 0
    return counts, wilds


def _stood(
    counts: Sequence[int],
    stands: tuple[int, ...],
    wild: int,
    kickers: Kickers,
    to_beat: Pattern | None,
) -> Pattern | Amiss:
    whole = list(counts)
    for rank in stands:
        whole[rank] += 1
        if whole[rank] > 4:
            return Amiss("fifth", f"There are four {RANK_NAMES[rank].en}s at most in a play.")
    pattern = of_ranks(whole, kickers, to_beat)
    if isinstance(pattern, Pattern) and pattern.category == "bomb" and stands:
        return pattern._replace(category="soft_bomb" if any(counts) else "wild_bomb")
    return pattern


# -- every pattern that a hand can make ------------------------------------------------------


class Found(NamedTuple):
    """A play of a hand, and what it is."""

    cards: Cards
    pattern: Pattern


def thrifty(
    hand: Cards, wild: int, to_beat: Pattern | None = None, kickers: Kickers = STRICT
) -> list[Found]:
    """Every pattern that the hand can lead, or beat `to_beat` with, with every choice of kickers.

    Wild cards stand only where the hand has no other card; the lowest suits are taken.
    """
    mine = held(tuple(card for card in hand if RANK_OF[card] != wild))
    wilds = tuple(card for card in held(hand).cards[wild])
    # How many cards lack up to each rank for so many copies of every rank below it.
    lacks = [
        tuple(accumulate((max(0, copies - len(own)) for own in mine.cards), initial=0))
        for copies in range(5)
    ]
    found = list(_blasts(mine, wilds, wild, to_beat))
    for name, kind in CATEGORIES.items():
        if name in BLASTS or (to_beat is not None and to_beat.category != name):
            continue
        lack = lacks[kind.copies]
        for pattern in _patterns(name, kind, to_beat):
            if lack[pattern.low + pattern.length] - lack[pattern.low] <= len(wilds):
                found += _laid(mine, wilds, wild, pattern, kickers, to_beat)
    return found


@cache
def _patterns(name: str, kind: Category, to_beat: Pattern | None) -> tuple[Pattern, ...]:
    """All of a category, or those that beat this one."""
    most = ACE + 1 if kind.chain else 1
    highest = ACE if kind.chain else RANKS[-1] if kind.copies == 1 and not kind.kickers else FOR - 1
    lengths = range(kind.shortest, most + 1) if to_beat is None else (to_beat.length,)
    lowest = 0 if to_beat is None else to_beat.low + 1
    return tuple(
        Pattern(name, length, low)
        for length in lengths
        for low in range(lowest, highest - length + 2)
    )


def _blasts(mine: Held, wilds: Cards, wild: int, to_beat: Pattern | None) -> Iterator[Found]:
    found: list[Found] = []
    for rank in range(FOR):
        own = mine.cards[rank]
        if len(own) == 4:
            found.append(Found(own, Pattern("bomb", 1, rank)))
        elif own and len(own) + len(wilds) >= 4:
            found.append(Found(own + wilds[: 4 - len(own)], Pattern("soft_bomb", 1, rank)))
    if len(wilds) == 4:
        found.append(Found(wilds, Pattern("wild_bomb", 1, wild)))
    if mine.cards[SMALL] and mine.cards[SMALL + 1]:
        found.append(Found(mine.cards[SMALL] + mine.cards[SMALL + 1], ROCKET))
    return (one for one in found if to_beat is None or one.pattern.beats(to_beat))


def _laid(
    mine: Held,
    wilds: Cards,
    wild: int,
    pattern: Pattern,
    kickers: Kickers,
    to_beat: Pattern | None,
) -> Iterator[Found]:
    kind = CATEGORIES[pattern.category]
    primals: Cards = ()
    need = 0
    for rank in range(pattern.low, pattern.high + 1):
        own = mine.cards[rank][: kind.copies]
        primals += own
        need += kind.copies - len(own)
    joker = pattern.low >= SMALL and need
    # Wild cards alone are what they are.
    alone = not primals and not kind.kickers and pattern.low != wild
    if joker or alone:
        return
    cards, spare = primals + wilds[:need], wilds[need:]
    if not kind.kickers:
        yield Found(cards, pattern)
        return
    ways = _pairs if kind.kicker == 2 else _solos
    for more in ways(mine, spare, pattern, kickers):
        if any(RANK_OF[card] != wild for card in cards + more) and (
            to_beat or not is_longer(pattern, more)
        ):
            yield Found(cards + more, pattern)


def _solos(mine: Held, spare: Cards, pattern: Pattern, kickers: Kickers) -> list[Cards]:
    """Solo kickers with as few wild cards as can be."""
    kind = CATEGORIES[pattern.category]
    wanted = kind.kickers * pattern.length
    for wilds in range(min(wanted, len(spare)) + 1):
        found = kicker_sets(mine, pattern, kickers, wanted - wilds)
        if found:
            return [some + spare[:wilds] for some in found]
    return []


def _pairs(mine: Held, spare: Cards, pattern: Pattern, _: Kickers) -> list[Cards]:
    """Pairs as kickers with as few wild cards as can be: whole ones, then halves, then none."""
    wanted = CATEGORIES[pattern.category].kickers * pattern.length
    others = [rank for rank in range(FOR) if not pattern.low <= rank <= pattern.high]
    whole = [mine.cards[rank][:2] for rank in others if len(mine.cards[rank]) >= 2]
    if len(whole) >= wanted:
        return [tuple(chain.from_iterable(some)) for some in combinations(whole, wanted)]
    here = tuple(chain.from_iterable(whole))
    missing = wanted - len(whole)
    halves = [mine.cards[rank] for rank in others if len(mine.cards[rank]) == 1]
    single = min(missing, len(halves))
    wilds = single + 2 * (missing - single)
    if wilds > len(spare):
        return []
    return [
        here + tuple(chain.from_iterable(some)) + spare[:wilds]
        for some in combinations(halves, single)
    ]
