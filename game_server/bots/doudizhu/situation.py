"""What a seat knows of a game when it is asked to play: packed hands, and places for seats."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from game_server.bots.doudizhu.habits import Habit
from game_server.bots.doudizhu.moves import DoudizhuMove
from game_server.bots.doudizhu.packed import Packed, pack, size
from game_server.bots.doudizhu.sense import LANDLORD, Spot
from protocol.cards import PACK_WITH_JOKERS
from protocol.events import Acted, Dealt, Event, Laid, RoundBegan, Shown
from protocol.games import doudizhu
from protocol.games.doudizhu import RANKS, Pattern, Played, Redealt
from protocol.words import BOARD, Ask, Cards, Hidden, Seat

WHOLE_PACK: Final = pack(PACK_WITH_JOKERS)
NEVER: Final = 15


class Seen(NamedTuple):
    """What all have seen of a game of Dou Dizhu, by place."""

    played: Sequence[Packed]
    kitty: Packed
    """What the landlord must still hold of the three shown cards."""
    solo: Sequence[int]
    pair: Sequence[int]
    """The lowest solo and pair of an enemy that a place did not beat; `NEVER` if it beat all."""
    habits: Sequence[Habit] = (Habit(), Habit(), Habit())


class DoudizhuSituation(NamedTuple):
    """The turn, the hand in cards, and what is known of the hands of others: what the landlord
    still holds of the three shown cards, and every hand that lies open."""

    spot: Spot
    hand: Cards
    known: tuple[Packed, Packed, Packed]
    seen: Seen
    opened: bool
    """Whether a hand of another seat lies open."""


def read(told: Sequence[Event], ask: Ask) -> DoudizhuSituation:
    """From all that the seat was told since the round began."""
    places = _places(told, ask)
    left = [0, 0, 0]
    gone: Packed = 0
    known: list[frozenset[int]] = [frozenset()] * 3
    for one in told:
        match one:
            case Redealt():
                left, known = [0, 0, 0], [frozenset()] * 3
            case Dealt(to=to, cards=Hidden(count=count)) if to in places:
                left[places[to]] += count
            case Dealt(to=to, cards=tuple(cards)) if to in places:
                left[places[to]] += len(cards)
                known[places[to]] |= frozenset(cards)
            case Shown(seat=seat, cards=cards) if seat in places:
                known[places[seat]] |= frozenset(cards)
            case Laid(src=src, dst=dst, cards=cards) if src == BOARD:
                known[places[dst]] |= frozenset(cards)
                left[places[dst]] += len(cards)
            case Laid(src=src, cards=cards):
                known[places[src]] -= frozenset(cards)
                left[places[src]] -= len(cards)
                gone += pack(cards)
    hand = doudizhu.hand(ask.who, told)
    mine = pack(hand)
    before = doudizhu.to_beat(told, ask)
    last = doudizhu.last_play(told)
    place, unseen = places[ask.who], WHOLE_PACK - gone - mine
    # My own cards are no news to me.
    of_others = [pack(cards) * (one != place) for one, cards in enumerate(known)]
    spot = Spot(
        place,
        mine,
        left,
        DoudizhuMove(*before, cards=0, size=0, value=0, turns=0, blast=False) if before else None,
        places[last.seat] if last else place,
        unseen,
        _feared(place, unseen, left, of_others),
    )
    opened = {one.seat for one in told if isinstance(one, Acted) and one.verb == "open"}
    return DoudizhuSituation(
        spot,
        hand,
        (of_others[0], of_others[1], of_others[2]),
        _seen(told, places),
        not opened <= {ask.who},
    )


def _seen(told: Sequence[Event], places: Mapping[Seat, int]) -> Seen:
    played: list[Packed] = [0, 0, 0]
    kitty: Packed = 0
    refused = {"solo": [NEVER] * 3, "pair": [NEVER] * 3}
    habits = [Habit()] * 3
    last: Played | None = None
    laid: Packed = 0
    for one in told:
        match one:
            case Laid(src=src, cards=cards) if src == BOARD:
                kitty = pack(cards)
            case Laid(src=src, cards=cards):
                laid = pack(cards)
                played[places[src]] += laid
            case Played(seat=seat):
                before = None if last is None or last.seat == seat else _pattern(last)
                habits[places[seat]] = habits[places[seat]].after(before, _pattern(one), laid)
                last = one
            case Acted(seat=seat, verb="pass") if last is not None:
                place = places[seat]
                habits[place] = habits[place].after(_pattern(last), None, 0)
                if last.category in refused and LANDLORD in (place, places[last.seat]):
                    lowest = refused[last.category]
                    lowest[place] = min(lowest[place], last.low)
    still = _still(kitty, played[LANDLORD])
    return Seen(played, still, refused["solo"], refused["pair"], habits)


def _pattern(play: Played) -> Pattern:
    return Pattern(play.category, play.length, play.low)


def _still(held: Packed, gone: Packed) -> Packed:
    """What is left for sure of these cards when some of their ranks are gone."""
    return sum(
        max(0, (held >> 4 * rank & 15) - (gone >> 4 * rank & 15)) << 4 * rank for rank in RANKS
    )


def _feared(place: int, unseen: Packed, left: Sequence[int], known: Sequence[Packed]) -> Packed:
    """What enemies could hold: the cards of an open hand are only where they lie."""
    if place == LANDLORD:
        return unseen
    fellow = 3 - place
    if size(known[LANDLORD]) == left[LANDLORD]:
        return known[LANDLORD]
    return unseen - known[fellow]


def _places(told: Sequence[Event], ask: Ask) -> dict[Seat, int]:
    """Seats in playing order from the landlord; numbers rise clockwise, and play goes round
    the other way."""
    began = next(one for one in told if isinstance(one, RoundBegan))
    order = sorted(began.stacks, reverse=True)
    landlord = doudizhu.landlord(told)
    first = order.index(ask.who if landlord is None else landlord)
    return {seat: (place - first) % 3 for place, seat in enumerate(order)}
