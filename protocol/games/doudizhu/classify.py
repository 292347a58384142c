"""The classification of cards at Dou Dizhu: which category some are, or why they are none."""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from protocol.cards import label
from protocol.games.doudizhu.categories import (
    ACE,
    CATEGORIES,
    RANK_NAMES,
    RANK_OF,
    RANKS,
    ROCKET,
    SMALL,
    STRICT,
    TWO,
    Kickers,
    Pattern,
)
from protocol.words import Cards


class Amiss(NamedTuple):
    """Why cards are no play: a code, and a sentence with what would be right."""

    code: str
    text: str


class _Shape(NamedTuple):
    """The ranks that occur once, twice, three and four times, each rising."""

    solos: Sequence[int]
    pairs: Sequence[int]
    trios: Sequence[int]
    fours: Sequence[int]


def classify(
    cards: Cards, kickers: Kickers = STRICT, to_beat: Pattern | None = None
) -> Pattern | Amiss:
    """The pattern that these cards are, the highest if they are several, or why they are none.

    Four trios in a row are an airplane, or the highest three of them with the lowest as kickers
    where only that beats what lies there.
    """
    if not cards:
        return Amiss("no_cards", "You chose no card; choose at least one.")
    if len(set(cards)) != len(cards):
        twice = next(card for card in cards if cards.count(card) > 1)
        return Amiss("card_twice", f"You named {label(twice)} twice; there is one of every card.")
    counts = [0] * len(RANKS)
    for card in cards:
        counts[RANK_OF[card]] += 1
    return of_ranks(counts, kickers, to_beat)


def of_ranks(
    counts: Sequence[int], kickers: Kickers = STRICT, to_beat: Pattern | None = None
) -> Pattern | Amiss:
    """The same of so many cards of each rank, four of one at most."""
    shape = _shape(counts)
    if kickers.equal:
        winged = _winged(shape, sum(counts), kickers, to_beat)
        if winged:
            return winged
    if shape.fours:
        return _fours(shape, kickers)
    if shape.trios:
        return _trios(shape, kickers)
    return _plain(shape)


def _shape(counts: Sequence[int]) -> _Shape:
    ranks: tuple[list[int], ...] = ([], [], [], [], [])
    for rank, count in enumerate(counts):
        ranks[count].append(rank)
    return _Shape(*ranks[1:])


def _plain(shape: _Shape) -> Pattern | Amiss:
    solos, pairs = shape.solos, shape.pairs
    if solos and pairs:
        return Amiss(
            "mixed",
            "Solos and pairs are no play together; play one solo, one pair, or a chain of either.",
        )
    if pairs:
        return Pattern("pair", 1, pairs[0]) if len(pairs) == 1 else _chain("pair_chain", pairs)
    if len(solos) == 1:
        return Pattern("solo", 1, solos[0])
    return ROCKET if solos[0] == SMALL else _chain("chain", solos)


def _chain(category: str, ranks: Sequence[int]) -> Pattern | Amiss:
    kind = CATEGORIES[category]
    if len(ranks) < kind.shortest:
        return Amiss(
            "chain_short",
            f"A {kind.name.en} has at least {kind.shortest} ranks; these are {len(ranks)}.",
        )
    broken = _broken(category, ranks)
    if broken:
        return broken
    return Pattern(category, len(ranks), ranks[0])


def _broken(category: str, ranks: Sequence[int]) -> Amiss | None:
    name = CATEGORIES[category].name.en
    if ranks[-1] > ACE:
        return Amiss(
            "chain_high",
            f"{_named(ranks[-1])} is never part of a chain; the {name} goes from 3 to A.",
        )
    for low, high in pairwise(ranks):
        if high != low + 1:
            gap = RANK_NAMES[low + 1].en
            return Amiss("chain_gap", f"The ranks of a chain follow each other; {gap} is missing.")
    return None


def _trios(shape: _Shape, kickers: Kickers) -> Pattern | Amiss:
    trios = shape.trios
    broken = _broken("airplane", trios) if len(trios) > 1 else None
    if broken:
        return broken
    word = "trio" if len(trios) == 1 else "airplane"
    if not shape.solos and not shape.pairs:
        return Pattern(word, len(trios), trios[0])
    amiss = _wrong_kickers(shape, len(trios), kickers)
    if amiss:
        return amiss
    suffix = "" if word == "trio" else "s"
    kicker = "pair" if shape.pairs else "solo"
    return Pattern(f"{word}_{kicker}{suffix}", len(trios), trios[0])


def _winged(
    shape: _Shape, size: int, kickers: Kickers, to_beat: Pattern | None
) -> Pattern | Amiss | None:
    """An airplane with as many solos as trios, of whatever ranks; None: it is none.

    Trios that are more than the airplane needs are kickers, as are all four of a rank.
    """
    length = size // 4
    if size % 4 or length < 2:
        return None
    lows = [low for low in shape.trios if _is_run(shape.trios, low, length)]
    if not lows:
        return None
    found = Pattern("airplane_solos", length, lows[-1])
    whole = 3 * len(shape.trios) == size and _is_run(shape.trios, shape.trios[0], size // 3)
    if whole and not (to_beat is not None and found.beats(to_beat)):
        return None
    return _both_jokers(shape, kickers) or found


def _is_run(ranks: Sequence[int], low: int, length: int) -> bool:
    """Whether so many ranks follow each other from there on, none of them above the ace."""
    run = range(low, low + length)
    return run[-1] <= ACE and all(rank in ranks for rank in run)


def _fours(shape: _Shape, kickers: Kickers) -> Pattern | Amiss:
    if len(shape.fours) > 1 or shape.trios:
        return Amiss(
            "four_joined",
            "Four of a rank go alone as a bomb, or with two solos or two pairs of other ranks.",
        )
    four = shape.fours[0]
    if not shape.solos and not shape.pairs:
        return Pattern("bomb", 1, four)
    if kickers.equal and len(shape.pairs) == 1 and not shape.solos:
        return Pattern("four_solos", 1, four)
    amiss = _wrong_kickers(shape, 2, kickers)
    return amiss or Pattern("four_pairs" if shape.pairs else "four_solos", 1, four)


def _wrong_kickers(shape: _Shape, wanted: int, kickers: Kickers) -> Amiss | None:
    """Why the solos and pairs are not `wanted` solos, nor `wanted` pairs; None if they are."""
    solos, pairs = len(shape.solos), len(shape.pairs)
    if solos == wanted and not pairs:
        return _both_jokers(shape, kickers)
    if pairs == wanted and not solos:
        return None
    right = "a solo or a pair" if wanted == 1 else f"{wanted} solos or {wanted} pairs"
    if wanted > 1 and pairs and solos + 2 * pairs == wanted:
        twice = RANK_NAMES[shape.pairs[0]].en
        return Amiss(
            "kickers_equal",
            f"{twice} is a kicker twice; the kickers are {right} of different ranks.",
        )
    here = _counted((solos, "solo"), (pairs, "pair"))
    return Amiss("kickers_count", f"The kickers here are {right}; you named {here}.")


def _both_jokers(shape: _Shape, kickers: Kickers) -> Amiss | None:
    if kickers.both_jokers or len(shape.solos) < 2 or shape.solos[-2] != SMALL:
        return None
    return Amiss(
        "both_jokers", "Both jokers together are the rocket, never two kickers; take one at most."
    )


def _counted(*things: tuple[int, str]) -> str:
    return " and ".join(
        f"{count} {word}" + ("s" if count > 1 else "") for count, word in things if count
    )


def _named(rank: int) -> str:
    return "A 2" if rank == TWO else "A joker"
