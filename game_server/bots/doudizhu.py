"""A Dou Dizhu player that keeps its hand in as few plays as it can.

It leads from that split, beats what it can without breaking it, leaves a fellow peasant's play
alone, and saves bombs for when somebody is about to go out.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from game_server.bots import Bot, Chance
from protocol.events import Dealt, Event, Laid, RoundBegan
from protocol.games import doudizhu
from protocol.games.doudizhu import CATEGORIES, RANK_OF, RANKS, Held, Pattern
from protocol.words import Act, Ask, Cards, Hidden, Seat

Counts = tuple[int, ...]
"""How many cards of each rank."""

TEN, ACE, TWO, SMALL, BIG = 7, 11, 12, 13, 14
CHAINS: Final = ((3, 2), (2, 3), (1, 5))
"""Copies and least length: airplanes, pair chains, chains."""
STRENGTH: Final[Mapping[int, int]] = {ACE: 1, TWO: 2, SMALL: 3, BIG: 4}
BOMB_STRENGTH: Final = 4
BIDS: Final = ((11, 3), (9, 2), (7, 1))
"""How strong a hand must be for a bid of so many stakes."""


class Candidate(NamedTuple):
    """A play that could be made, and how many plays would be left after it."""

    pattern: Pattern
    cards: Cards
    after: int

    @property
    def blast(self) -> bool:
        return self.pattern.category in ("bomb", "rocket")


@dataclass(frozen=True, slots=True)
class View:
    """What the seat knows when it is asked to play."""

    seat: Seat
    hand: Cards
    landlord: Seat
    left: Mapping[Seat, int]
    to_beat: Pattern | None
    holder: Seat
    """Whose play lies there."""
    turns: int
    """The fewest plays for the own hand."""

    @property
    def enemies(self) -> list[Seat]:
        if self.seat == self.landlord:
            return [seat for seat in self.left if seat != self.seat]
        return [self.landlord]

    @property
    def danger(self) -> int:
        """The fewest cards that an enemy has left."""
        return min(self.left[seat] for seat in self.enemies)

    @property
    def next(self) -> Seat:
        """Who plays after this seat: counter-clockwise."""
        seats = sorted(self.left, reverse=True)
        return seats[(seats.index(self.seat) + 1) % len(seats)]

    @property
    def fellow(self) -> Seat | None:
        """The other peasant, for a peasant."""
        others = (seat for seat in self.left if seat not in (self.seat, self.landlord))
        return None if self.seat == self.landlord else next(others)


def choose(told: Sequence[Event], ask: Ask, chance: Chance) -> Act:
    """Bid by strength; lead and follow from the split into fewest plays."""
    if ask.option("bid"):
        return _bid(told, ask)
    view = _view(told, ask)
    held = doudizhu.held(view.hand)
    candidates = [
        Candidate(pattern, cards, fewest(_without(held, cards)))
        for pattern, primal in doudizhu.primals(held, view.to_beat)
        if (cards := _with_kickers(held, pattern, primal))
    ]
    chosen = _lead(view, candidates) if view.to_beat is None else _follow(view, candidates)
    return Act("play", cards=chosen.cards) if chosen else Act("pass")


def _bid(told: Sequence[Event], ask: Ask) -> Act:
    hand = doudizhu.hand(ask.who, told)
    counts = _counts(hand)
    strength = sum(STRENGTH.get(RANK_OF[card], 0) for card in hand)
    strength += BOMB_STRENGTH * (sum(count == 4 for count in counts) + (sum(counts[SMALL:]) == 2))
    option = ask.option("bid")
    stakes = next((bid for least, bid in BIDS if strength >= least), 0)
    if option is None or stakes * option.step < option.low:
        return Act("pass")
    return Act("bid", amount=stakes * option.step)


def _view(told: Sequence[Event], ask: Ask) -> View:
    began = next(one for one in told if isinstance(one, RoundBegan))
    left = dict.fromkeys(began.stacks, 0)
    for one in told:
        match one:
            case doudizhu.Redealt():
                left = dict.fromkeys(left, 0)
            case Dealt(to=to, cards=Hidden(count=count)) if to in left:
                left[to] += count
            case Dealt(to=to, cards=tuple(cards)) if to in left:
                left[to] += len(cards)
            case Laid(src=src, dst=dst, cards=cards):
                if src in left:
                    left[src] -= len(cards)
                if dst in left:
                    left[dst] += len(cards)
    hand = doudizhu.hand(ask.who, told)
    last = doudizhu.last_play(told)
    landlord = doudizhu.landlord(told)
    return View(
        ask.who,
        hand,
        ask.who if landlord is None else landlord,
        left,
        doudizhu.to_beat(told, ask),
        last.seat if last else ask.who,
        fewest(_counts(hand)),
    )


def _lead(view: View, candidates: Sequence[Candidate]) -> Candidate:
    """The lowest play of the best split; the strongest when only one more is to follow."""
    if view.fellow == view.next and view.left[view.next] == 1:
        solos = [one for one in candidates if one.pattern.category == "solo"]
        if view.turns > 2:
            return min(solos, key=lambda one: one.pattern.low)

    def rating(one: Candidate) -> tuple[bool, int, int]:
        low, size = one.pattern.low, len(one.cards)
        if one.after <= 1:
            return False, one.after, -low - 20 * one.blast
        risky = size == view.danger and size <= 2
        wasteful = one.blast or (low >= TWO and size <= 2)
        return risky, one.after + wasteful, -low if risky else low - size

    return min(candidates, key=rating)


def _follow(view: View, candidates: Sequence[Candidate]) -> Candidate | None:
    """Beat what lies there if it is worth it; None is a pass."""
    if not candidates:
        return None
    best = min(candidates, key=lambda one: (one.after + 2 * one.blast, one.pattern.low))
    if best.after == 0:
        return best
    if any(one.blast and one.after <= 1 for one in candidates):
        return next(one for one in candidates if one.blast and one.after <= 1)
    if view.holder == view.fellow:
        return best if _overtakes_fellow(view, best) else None
    if view.danger <= 2:
        # Somebody is about to go out: the highest card that holds the trick, else a bomb.
        return max(candidates, key=lambda one: (-one.blast, -one.after, one.pattern.low))
    if best.blast:
        return best if view.danger <= 6 and best.after < view.turns else None
    if best.pattern.low >= SMALL and view.danger > 8 and best.after > 2:
        return None
    worth = best.after < view.turns or (best.after == view.turns and view.danger <= 12)
    return best if worth else None


def _overtakes_fellow(view: View, best: Candidate) -> bool:
    """Only to go out next, or to put a middling card between a low one and the landlord."""
    if best.blast or view.to_beat is None:
        return False
    if best.after == 1 and view.left[view.holder] > 2:
        return True
    cheap = view.to_beat.high < TEN and best.pattern.high <= ACE and best.after < view.turns
    return cheap and view.next == view.landlord and view.left[view.holder] > 2


def _counts(cards: Cards) -> Counts:
    counts = [0] * len(RANKS)
    for card in cards:
        counts[RANK_OF[card]] += 1
    return tuple(counts)


def _without(held: Held, cards: Cards) -> Counts:
    counts = [len(some) for some in held.cards]
    for card in cards:
        counts[RANK_OF[card]] -= 1
    return tuple(counts)


def _with_kickers(held: Held, pattern: Pattern, primal: Cards) -> Cards:
    """The play with the kickers that are missed least: few of the rank, and low; () if too few."""
    kind = CATEGORIES[pattern.category]
    wanted = kind.kickers * pattern.length
    if not wanted:
        return primal
    spare = [rank for rank in held.ranks[kind.kicker] if not pattern.low <= rank <= pattern.high]
    spare.sort(key=lambda rank: (rank >= TWO, len(held.cards[rank]), rank))
    if len(spare) < wanted or {SMALL, BIG} <= set(spare[:wanted]):
        return ()
    return primal + tuple(
        card for rank in spare[:wanted] for card in held.cards[rank][: kind.kicker]
    )


@lru_cache(maxsize=1 << 15)
def fewest(counts: Counts, airplanes: tuple[int, ...] = ()) -> int:
    """How few plays a hand can be split into; fours are kept as bombs.

    `airplanes` are the lengths of those that were taken out: each may carry solos or pairs.
    """
    best = _unchained(counts, airplanes)
    for copies, shortest in CHAINS:
        run = 0
        for high in range(ACE + 1):
            run = run + 1 if counts[high] >= copies else 0
            for length in range(shortest, run + 1):
                low = high + 1 - length
                chain = tuple([count - copies for count in counts[low : high + 1]])
                rest = counts[:low] + chain + counts[high + 1 :]
                taken = airplanes
                if copies == 3:
                    taken = tuple(sorted((length, *airplanes), reverse=True))
                best = min(best, 1 + fewest(rest, taken))
    return best


def _unchained(counts: Counts, airplanes: tuple[int, ...]) -> int:
    """The plays without more chains: airplanes carry solos or pairs, and then the trios do."""
    rocket = counts[SMALL] == counts[BIG] == 1
    solos, pairs, trios = counts.count(1) - 2 * rocket, counts.count(2), counts.count(3)
    for length in airplanes:
        if solos >= length:
            solos -= length
        elif pairs >= length:
            pairs -= length
    return trios + counts.count(4) + rocket + max(0, solos + pairs - trios)


BOTS: Final[Mapping[str, Bot]] = {"decomposer": choose}
