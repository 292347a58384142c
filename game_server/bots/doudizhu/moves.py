"""What a packed hand can play: every way to beat a play, and leads from its best split."""

from functools import lru_cache
from typing import Final, NamedTuple

from game_server.bots.doudizhu.packed import (
    CHAINABLE,
    ROCKET,
    SMALL,
    TWO,
    Packed,
    at_least,
    ranks,
    size,
)
from game_server.bots.doudizhu.split import UNITS, split
from protocol.games.doudizhu import CATEGORIES, Category

BLASTS: Final = ("bomb", "rocket")


class DoudizhuMove(NamedTuple):
    """A play of a packed hand: what is compared, its cards, and what is left after it."""

    category: str
    length: int
    low: int
    cards: Packed
    size: int
    value: int
    """What the rest of the hand is worth."""
    turns: int
    """In how many plays the rest goes out."""
    blast: bool
    """It doubles the stakes."""


PLAIN: Final = {1: "solo", 2: "pair", 3: "trio"}
CHAINS: Final = {1: "chain", 2: "pair_chain", 3: "airplane"}
CARRIES: Final = {
    "trio": ("trio_solo", "trio_pair"),
    "airplane": ("airplane_solos", "airplane_pairs"),
    "bomb": ("four_solos", "four_pairs"),
}
"""What becomes of a bare play by kickers."""


@lru_cache(maxsize=1 << 12)
def follows(hand: Packed, category: str, length: int, low: int) -> tuple[DoudizhuMove, ...]:
    """The plays that beat this one, each with the kickers that are missed least."""
    if category == "rocket":
        return ()
    kind = CATEGORIES[category]
    able = higher(hand, kind, length, low)
    found = []
    for rank in ranks(able):
        bare = kind.copies * UNITS[length] << 4 * rank
        move = _made(hand, category, length, rank, bare)
        if move is not None:
            found.append(move)
    if category != "bomb":
        found += [
            _leaving(hand, "bomb", 1, rank, 4 << 4 * rank) for rank in ranks(at_least(hand, 4))
        ]
    if hand & ROCKET == ROCKET:
        found.append(_leaving(hand, "rocket", 2, SMALL, ROCKET))
    return tuple(found)


def beatable(category: str, length: int, low: int, unseen: Packed) -> bool:
    """Whether these cards, if one seat held them all, could beat the play."""
    if category == "rocket":
        return False
    if unseen & ROCKET == ROCKET or higher(unseen, CATEGORIES[category], length, low):
        return True
    return category != "bomb" and at_least(unseen, 4) != 0


def higher(hand: Packed, kind: Category, length: int, low: int) -> Packed:
    """A one at every rank above `low` from which the primals of such a play are held."""
    held = at_least(hand, kind.copies)
    if kind.chain:
        held &= CHAINABLE
    able = held
    for step in range(1, length):
        able &= held >> 4 * step
    return able >> 4 * (low + 1) << 4 * (low + 1)


@lru_cache(maxsize=1 << 12)
def leads(hand: Packed) -> tuple[DoudizhuMove, ...]:
    """The plays of the best split, trios with and without kickers, and the whole hand as one."""
    found: list[DoudizhuMove] = []
    rest = hand
    for copies, length, low in split(hand)[2]:
        bare = copies * UNITS[length] << 4 * low
        rest -= bare
        found += _with_kickers(hand, CHAINS[copies], length, low, bare)
    if rest & ROCKET == ROCKET:
        rest -= ROCKET
        found.append(_leaving(hand, "rocket", 2, SMALL, ROCKET))
    for rank in ranks(at_least(rest, 1)):
        count = rest >> 4 * rank & 15
        bare = count << 4 * rank
        if count == 4:
            found.append(_leaving(hand, "bomb", 1, rank, bare))
            if size(hand) in (6, 8):
                found += [one for one in _carrying(hand, "bomb", 1, rank, bare) if one.turns == 0]
        else:
            found += _with_kickers(hand, PLAIN[count], 1, rank, bare)
    return tuple(found)


@lru_cache(maxsize=1 << 8)
def every_lead(hand: Packed) -> tuple[DoudizhuMove, ...]:
    """Every play that the hand could lead, however it is split, each with the kickers that are
    missed least."""
    found: list[DoudizhuMove] = []
    for copies, category in PLAIN.items():
        for rank in ranks(at_least(hand, copies)):
            found += _with_kickers(hand, category, 1, rank, copies << 4 * rank)
    for category in CHAINS.values():
        kind = CATEGORIES[category]
        length = kind.shortest
        while starts := higher(hand, kind, length, -1):
            for low in ranks(starts):
                bare = kind.copies * UNITS[length] << 4 * low
                found += _with_kickers(hand, category, length, low, bare)
            length += 1
    for rank in ranks(at_least(hand, 4)):
        found += _with_kickers(hand, "bomb", 1, rank, 4 << 4 * rank)
    if hand & ROCKET == ROCKET:
        found.append(_leaving(hand, "rocket", 2, SMALL, ROCKET))
    return tuple(found)


def lowest_solo(hand: Packed) -> DoudizhuMove:
    """The lowest card, wherever it is missed."""
    rank = next(ranks(at_least(hand, 1)))
    return _leaving(hand, "solo", 1, rank, 1 << 4 * rank)


def _with_kickers(
    hand: Packed, category: str, length: int, low: int, bare: Packed
) -> list[DoudizhuMove]:
    """A play with each sort of kickers that it may have, and without."""
    found = _carrying(hand, category, length, low, bare) if category in CARRIES else []
    return [*found, _leaving(hand, category, length, low, bare)]


def _carrying(
    hand: Packed, category: str, length: int, low: int, bare: Packed
) -> list[DoudizhuMove]:
    made = (_made(hand, carrier, length, low, bare) for carrier in CARRIES[category])
    return [move for move in made if move is not None]


def _made(hand: Packed, category: str, length: int, low: int, bare: Packed) -> DoudizhuMove | None:
    """The play with the kickers of its category; None if there are too few."""
    kind = CATEGORIES[category]
    if not kind.kickers:
        return _leaving(hand, category, length, low, bare)
    kickers = _kickers(hand - bare, low, length, kind.kicker, kind.kickers * length)
    if not kickers:
        return None
    return _leaving(hand, category, length, low, bare + kickers)


def _kickers(rest: Packed, low: int, length: int, kicker: int, wanted: int) -> Packed:
    """Kickers of different ranks: first what no chain wants, few of the rank, and low."""
    others = at_least(rest, kicker) & ~(UNITS[length] << 4 * low)
    if others.bit_count() < wanted:
        return 0
    loose = rest
    for copies, long, bottom in split(rest)[2]:
        loose -= copies * UNITS[long] << 4 * bottom

    def missed(rank: int) -> tuple[bool, bool, int, int]:
        alone = loose >> 4 * rank & 15
        return rank >= TWO, alone < kicker, alone, rank

    chosen = sorted(ranks(others), key=missed)[:wanted]
    if chosen[-2:] == [SMALL, SMALL + 1]:
        return 0
    return sum(kicker << 4 * rank for rank in chosen)


def _leaving(hand: Packed, category: str, length: int, low: int, cards: Packed) -> DoudizhuMove:
    value, turns, _ = split(hand - cards)
    return DoudizhuMove(category, length, low, cards, size(cards), value, turns, category in BLASTS)
