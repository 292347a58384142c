"""Plays of Dou Dizhu that a hand could make, for hints and for bots."""

from collections.abc import Iterator, Sequence
from itertools import chain, combinations
from typing import NamedTuple

from protocol.cards import BIG_JOKER, SMALL_JOKER
from protocol.games.doudizhu.categories import (
    ACE,
    BIG,
    CATEGORIES,
    RANK_OF,
    RANKS,
    ROCKET,
    SMALL,
    STRICT,
    Kickers,
    Pattern,
    in_order,
)
from protocol.words import Cards

_JOKERS = (SMALL_JOKER, BIG_JOKER)


class Held(NamedTuple):
    """A hand as plays are found in it: the cards of each rank, and the ranks by their number."""

    cards: Sequence[Cards]
    ranks: Sequence[Sequence[int]]
    """`ranks[2]` are the ranks, rising, of which at least two cards are held."""


def held(hand: Cards) -> Held:
    """The hand sorted out, the lowest suits of each rank first."""
    cards: list[Cards] = [()] * len(RANKS)
    ranks: tuple[list[int], ...] = ([], [], [], [], [])
    for card in in_order(hand):
        rank = RANK_OF[card]
        cards[rank] += (card,)
        ranks[len(cards[rank])].append(rank)
    return Held(cards, ranks)


def plays(hand: Cards, to_beat: Pattern | None = None, kickers: Kickers = STRICT) -> list[Cards]:
    """Every legal play, each set of ranks once, with the lowest suits; `to_beat` None: a lead."""
    mine = held(hand)
    found: list[Cards] = []
    for pattern, cards in primals(mine, to_beat):
        if CATEGORIES[pattern.category].kickers:
            sets = kicker_sets(mine, pattern, kickers)
            found += [cards + more for more in sets if to_beat or not is_longer(pattern, more)]
        else:
            found.append(cards)
    return found


def primals(mine: Held, to_beat: Pattern | None) -> Iterator[tuple[Pattern, Cards]]:
    """Every pattern whose primal cards are held and that beats what lies there.

    There may not be kickers enough for it.
    """
    if to_beat is None:
        for name, kind in CATEGORIES.items():
            if len(mine.ranks[kind.copies]) >= kind.shortest:
                yield from _of(mine, name)
    elif to_beat != ROCKET:
        yield from _of(mine, to_beat.category, to_beat.low, to_beat.length)
        if to_beat.category != "bomb" and mine.ranks[4]:
            yield from _of(mine, "bomb")
        yield from _of(mine, "rocket")


def _of(mine: Held, name: str, above: int = -1, length: int = 0) -> Iterator[tuple[Pattern, Cards]]:
    """The primals of one category above a rank; a `length` of 0 is any."""
    kind = CATEGORIES[name]
    if name == "rocket":
        if mine.cards[SMALL] and mine.cards[BIG]:
            yield ROCKET, _JOKERS
    elif kind.chain:
        yield from _chains(mine, name, above, length)
    else:
        for rank in mine.ranks[kind.copies]:
            if rank > above:
                yield Pattern(name, 1, rank), mine.cards[rank][: kind.copies]


def _chains(mine: Held, name: str, above: int, length: int) -> Iterator[tuple[Pattern, Cards]]:
    kind = CATEGORIES[name]
    ranks = mine.ranks[kind.copies]
    if len(ranks) < length:
        return
    for low in ranks:
        if low <= above:
            continue
        cards: Cards = ()
        for rank in range(low, ACE + 1):
            if len(mine.cards[rank]) < kind.copies:
                break
            cards += mine.cards[rank][: kind.copies]
            long = rank - low + 1
            if long >= kind.shortest and length in (0, long):
                yield Pattern(name, long, low), cards
            if long == length:
                break


def kicker_sets(
    mine: Held, pattern: Pattern, kickers: Kickers, wanted: int | None = None
) -> list[Cards]:
    """Every choice of kickers for a pattern from the cards held, each set of ranks once.

    `wanted` is how many, where others come from elsewhere.
    """
    held, kind = mine.cards, CATEGORIES[pattern.category]
    if wanted is None:
        wanted = kind.kickers * pattern.length
    low, high = pattern.low, pattern.high
    others = [rank for rank in mine.ranks[kind.kicker] if not low <= rank <= high]
    if kind.kicker == 2:
        pairs = [held[rank][:2] for rank in others]
        return [tuple(chain.from_iterable(some)) for some in combinations(pairs, wanted)]
    if not kickers.equal:
        found: list[Cards] = list(combinations([held[rank][0] for rank in others], wanted))
    else:
        found = _handfuls([held[rank] for rank in others], wanted)
        if kind.chain:
            # Three of the next rank up are part of a higher airplane, which has these kickers.
            found = [some for some in found if high == ACE or _count(some, high + 1) != 3]
    if wanted > 1 and not kickers.both_jokers:
        # The jokers come last, as the ranks rise.
        found = [some for some in found if some[-2:] != _JOKERS]
    return found


def is_longer(pattern: Pattern, kickers: Cards) -> bool:
    """Whether the kickers of an airplane are a trio that makes it longer: no kickers then."""
    solos = pattern.category == "airplane_solos" and len(kickers) == 3
    return solos and _count(kickers, pattern.low - 1) == 3


def _count(cards: Cards, rank: int) -> int:
    return sum(RANK_OF[card] == rank for card in cards)


def _handfuls(groups: Sequence[Cards], wanted: int) -> list[Cards]:
    """Every way to take so many cards from the groups, each from the front of its group."""
    if wanted == 0:
        return [()]
    if not groups:
        return []
    first, rest = groups[0], groups[1:]
    return [
        first[:count] + more
        for count in range(min(wanted, len(first)) + 1)
        for more in _handfuls(rest, wanted - count)
    ]
