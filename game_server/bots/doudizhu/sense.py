"""The sense of an experienced player, at once: by the own split, the counts, and who leads."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from game_server.bots.doudizhu.moves import DoudizhuMove, beatable, follows, leads, lowest_solo
from game_server.bots.doudizhu.packed import Packed
from game_server.bots.doudizhu.split import split
from game_server.bots.doudizhu.worths import WORTHS

LANDLORD: Final = 0
"""The landlord's place; 1 is the peasant who plays next, 2 the one who plays before."""
ALMOST_OUT: Final = 2
"""With so few cards an enemy goes out by one play."""
LAST: Final = {"solo": 1, "pair": 2}
"""How many cards are left to whom such a play is the last."""


class Spot(NamedTuple):
    """A turn as the seat whose turn it is sees it."""

    place: int
    hand: Packed
    left: Sequence[int]
    """How many cards each place has."""
    table: DoudizhuMove | None
    """What is to be beaten."""
    owner: int
    """Whose play that is."""
    unseen: Packed
    """What the others hold together."""
    feared: Packed
    """What enemies could hold: less than that where hands lie open."""

    @property
    def danger(self) -> int:
        """The fewest cards that an enemy has."""
        if self.place == LANDLORD:
            return min(self.left[1], self.left[2])
        return self.left[LANDLORD]


def sensible(spot: Spot) -> DoudizhuMove | None:
    """A play, or None for a pass."""
    return _lead(spot) if spot.table is None else _follow(spot, spot.table)


def plays_of(spot: Spot) -> tuple[DoudizhuMove, ...]:
    """The plays worth a thought."""
    if spot.table is None:
        return leads(spot.hand)
    return follows(spot.hand, spot.table.category, spot.table.length, spot.table.low)


def _lead(spot: Spot) -> DoudizhuMove:
    """The play whose rest is worth most, unless it lets an enemy out."""
    plays = leads(spot.hand)
    shortest = min(one.turns for one in plays)
    if shortest == 0:
        return next(one for one in plays if one.turns == 0)
    if spot.place == 1 and spot.left[2] == 1 and shortest > 1:
        # The fellow is next and has one card.
        return lowest_solo(spot.hand)
    if shortest <= 2:
        sure = [one for one in plays if not _can_be_beaten(one, spot)]
        if sure:
            best = min(sure, key=lambda one: (one.turns, one.blast, -one.value))
            if best.turns == 1 or (best.turns == 2 and len(sure) > 1):
                return best
    danger, by_size, by_low = spot.danger, WORTHS.lead_size[spot.place], WORTHS.lead_low[spot.place]

    def worth(one: DoudizhuMove) -> int:
        value = one.value + by_size * one.size + by_low * one.low
        if one.size == danger <= ALMOST_OUT and _can_be_beaten(one, spot):
            return value + WORTHS.risk_low * one.low - WORTHS.risk
        return value

    return max(plays, key=worth)


def _follow(spot: Spot, table: DoudizhuMove) -> DoudizhuMove | None:
    """Beat what lies there if it is worth it."""
    plays = follows(spot.hand, table.category, table.length, table.low)
    if not plays:
        return None
    for one in plays:
        if one.turns == 0:
            return one
    for one in plays:
        if one.turns == 1 and not _can_be_beaten(one, spot):
            return one
    best = max(plays, key=_value)
    value, turns, _ = split(spot.hand)
    if LANDLORD not in (spot.place, spot.owner):
        if _lets_landlord_out(spot, table):
            return _cover(spot, plays)
        return best if _helps_fellow(spot, table, best, value) else None
    danger = spot.danger
    if danger <= ALMOST_OUT:
        plain = [one for one in plays if not one.blast]
        return max(plain, key=lambda one: (-one.turns, one.low)) if plain else best
    if best.blast and best.value < value:
        near = danger < WORTHS.blast_left and best.turns < min(turns, WORTHS.blast_turns)
        return best if near else None
    return best if best.value >= value - _given(spot.place, danger) else None


def _given(place: int, danger: int) -> int:
    """How much of the own hand is given for a trick, with so few cards at an enemy."""
    late, later = WORTHS.given[place]
    return late if danger <= WORTHS.late_few else later if danger <= WORTHS.late_more else 0


def _lets_landlord_out(spot: Spot, table: DoudizhuMove) -> bool:
    """The landlord is next and may have just the cards to beat the fellow's play and be out."""
    last = LAST.get(table.category) == spot.left[LANDLORD]
    return last and spot.place == 2 and _can_be_beaten(table, spot)


def _cover(spot: Spot, plays: Sequence[DoudizhuMove]) -> DoudizhuMove | None:
    """The cheapest that the landlord cannot beat; else the highest that is no bomb."""
    sure = [one for one in plays if not _can_be_beaten(one, spot)]
    plain = [one for one in plays if not one.blast]
    if sure:
        return max(sure, key=lambda one: (not one.blast, one.value))
    return max(plain, key=lambda one: one.low) if plain else None


def _helps_fellow(spot: Spot, table: DoudizhuMove, best: DoudizhuMove, value: int) -> bool:
    """Only to go out next, or to put a middling play between a low one and the landlord."""
    if best.blast or spot.left[spot.owner] <= ALMOST_OUT:
        return False
    if best.turns == 1:
        return True
    cheap = table.low + table.length <= WORTHS.help_low
    cheap = cheap and best.low + best.length - 1 <= WORTHS.help_high
    needed = spot.place == 2 and _can_be_beaten(table, spot)
    return cheap and best.value >= value - WORTHS.help_slack and needed


def _can_be_beaten(move: DoudizhuMove, spot: Spot) -> bool:
    return beatable(move.category, move.length, move.low, spot.feared)


def _value(move: DoudizhuMove) -> int:
    return move.value
