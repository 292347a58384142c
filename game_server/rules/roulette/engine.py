"""The roulette engine: bets, the spin, what it pays."""

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from game_server.rules.core import MOST_BET, Step, check_seats
from game_server.rules.roulette.options import Options
from protocol.events import Acted, Event, LeftGame, Moved
from protocol.games.roulette import (
    ALL_PLACES,
    NUMBERS,
    PLACES,
    SLOTS,
    BetPaid,
    Closed,
    Spun,
    colour,
    payouts,
)
from protocol.words import CHANCE, HOUSE, Act, Ask, Option, Seat, numbers

SPIN: Final = Option("spin")
CLEAR: Final = Option("clear")
UNDO: Final = Option("undo")
READY: Final = Act("spin")
MOST_KEPT: Final = 40
"""Bets on more places than this are not offered again: a carry has a size that it may not pass."""
MOST_UNDONE: Final = 64

Bets = Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Carry:
    """What a round of roulette leaves to the next. A wheel has no memory, but a player may lay the
    same again: `last` is what lay there of each seat, by the number of the place in
    `ALL_PLACES`."""

    round: int
    last: Mapping[Seat, Mapping[int, int]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class State:
    """The state of a round of roulette. `bets` lie on the board and still belong to their seats;
    `spun` is None until the ball lies.

    `limit` is what one seat may have on the board, its balance aside. `before` is what lay there
    of a seat before each of its acts, the newest last; `last` what lay there in the round before,
    and, once the ball lies, in this one.
    """

    round: int
    stacks: Mapping[Seat, int]
    limit: int
    bets: Mapping[Seat, Bets] = field(default_factory=dict)
    before: Mapping[Seat, tuple[Bets, ...]] = field(default_factory=dict)
    last: Mapping[Seat, Bets] = field(default_factory=dict)
    ready: frozenset[Seat] = frozenset()
    gone: frozenset[Seat] = frozenset()
    spun: int | None = None


class Roulette:
    """The engine of roulette under one set of options."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self.places = ALL_PLACES if options.first_four else PLACES
        self.pays = payouts(options.corner_pays, options.half_pays)

    def open(self, stacks: Mapping[Seat, int], carry: Carry | None) -> Step[State]:
        check_seats(self.options, stacks, self.options.unit)
        number = 1 if carry is None else carry.round + 1
        cap = self.options.table_cap
        limit = cap // len(stacks) if cap else MOST_BET
        last = {} if carry is None else {
            # As the places lie on the board: what is read from disk has forgotten any other order.
            seat: {ALL_PLACES[place]: amount for place, amount in sorted(bets.items())}
            for seat, bets in carry.last.items() if seat in stacks
        }  # fmt: skip
        return Step(State(number, dict(sorted(stacks.items())), limit, last=last), ())

    def asks(self, state: State) -> tuple[Ask, ...]:
        if state.spun is not None or len(state.gone) == len(state.stacks):
            return ()
        betting = _betting(state)
        if betting:
            return tuple(
                Ask(seat, self._offers(state, seat), READY, "bets", "bets", must=False)
                for seat in betting
            )
        return (numbers(f"round:{state.round}.wheel", (SLOTS,), "wheel"),)

    def apply(self, state: State, seat: Seat, act: Act) -> Step[State]:
        if seat == CHANCE:
            return self._spun(state, act.drawn[0])
        if act.verb == "spin":
            ready = replace(state, ready=state.ready | {seat})
            return _closing(ready, (Acted(seat, "spin"),))
        lay = state.bets.get(seat, {})
        before = state.before.get(seat, ())
        bets = _changed(lay, act, before, state.last.get(seat, {}))
        kept = before[:-1] if act.verb == "undo" else (*before, lay)[-MOST_UNDONE:]
        after = replace(state, bets={**state.bets, seat: bets}, before={**state.before, seat: kept})
        if act.verb == "clear":
            return Step(after, (Acted(seat, "clear", sum(lay.values())),))
        return Step(after, tuple(_laid(seat, lay, bets)))

    def leave(self, state: State, seat: Seat) -> Step[State]:
        """What lies on the board is forfeited until the ball has fallen."""
        if seat in state.gone or seat not in state.stacks:
            return Step(state, ())
        after = replace(state, gone=state.gone | {seat})
        said: tuple[Event, ...] = (LeftGame(seat),)
        if state.spun is not None:
            return Step(after, said)
        lost = sum(state.bets.get(seat, {}).values())
        if lost:
            said += (Moved(seat, HOUSE, lost, "forfeit"),)
            after = replace(
                after,
                stacks={**state.stacks, seat: state.stacks[seat] - lost},
                bets={other: bets for other, bets in state.bets.items() if other != seat},
            )
        return _closing(after, said) if _betting(state) else Step(after, said)

    def carry(self, state: State) -> Carry:
        """What each seat may lay again; who has left may lay nothing."""
        last = {
            seat: {ALL_PLACES.index(place): amount for place, amount in bets.items()}
            for seat, bets in state.last.items()
            if 0 < len(bets) <= MOST_KEPT and seat not in state.gone
        }
        return Carry(state.round, last)

    def announced(self, state: State, viewer: Seat | None) -> Hashable:
        """Nothing is hidden at a roulette table."""
        return ()

    def _offers(self, state: State, seat: Seat) -> tuple[Option, ...]:
        unit = self.options.unit
        bets = state.bets.get(seat, {})
        free = min(state.stacks[seat], state.limit) - sum(bets.values())
        offers = []
        if free >= unit:
            offers.append(Option("bet", unit, free - free % unit, unit, on=self.places))
        equal: dict[int, list[str]] = {}
        for place, stake in bets.items():
            equal.setdefault(stake, []).append(place)
        offers += (
            Option("take", unit, stake, unit, on=tuple(places)) for stake, places in equal.items()
        )
        if bets:
            offers.append(CLEAR)
        if state.before.get(seat):
            offers.append(UNDO)
        again = bets or state.last.get(seat, {})
        whole = sum(again.values())
        if 0 < whole <= free:
            offers.append(Option("double" if bets else "rebet", whole, whole))
        return (*offers, SPIN)

    def _spun(self, state: State, number: int) -> Step[State]:
        said: list[Event] = [Spun(number, colour(number))]
        stacks = dict(state.stacks)
        for seat in stacks:
            for one in self._settled(seat, state.bets.get(seat, {}), number):
                said.append(one)
                if isinstance(one, Moved):
                    stacks[seat] += one.amount if one.dst == seat else -one.amount
        # Who has let this spin pass may still lay what lay there before.
        last = {**state.last, **{seat: bets for seat, bets in state.bets.items() if bets}}
        return Step(replace(state, stacks=stacks, bets={}, last=last, spun=number), tuple(said))

    def _settled(self, seat: Seat, bets: Mapping[str, int], number: int) -> Iterator[Event]:
        lost = sum(stake for place, stake in bets.items() if number not in NUMBERS[place])
        if lost:
            yield Moved(seat, HOUSE, lost, "lost")
        for place, stake in bets.items():
            if number in NUMBERS[place]:
                won = stake * self.pays[place]
                yield BetPaid(seat, place, stake, won)
                yield Moved(HOUSE, seat, won, "won")


def newcomer(carry: Carry, seat: Seat) -> Carry:
    """What lay there was another's."""
    return replace(carry, last={one: bets for one, bets in carry.last.items() if one != seat})


def older(carry: Carry) -> Carry:
    """As it was written before anybody could lay the same again."""
    return replace(carry, last={})


def _changed(lay: Bets, act: Act, before: tuple[Bets, ...], last: Bets) -> Bets:
    """What lies there after an act."""
    match act.verb:
        case "clear":
            return {}
        case "undo":
            return before[-1]
        case "double":
            return {place: 2 * stake for place, stake in lay.items()}
        case "rebet":
            return last
    by = act.amount if act.verb == "bet" else -act.amount
    bets = {**lay, act.on: lay.get(act.on, 0) + by}
    return {place: stake for place, stake in bets.items() if stake}


def _laid(seat: Seat, lay: Bets, bets: Bets) -> Iterator[Event]:
    """What has changed on the board, as bets and as chips that were taken back."""
    for place in (*lay, *(one for one in bets if one not in lay)):
        by = bets.get(place, 0) - lay.get(place, 0)
        if by:
            yield Acted(seat, "bet" if by > 0 else "take", abs(by), place)


def _betting(state: State) -> list[Seat]:
    return [seat for seat in state.stacks if seat not in state.ready and seat not in state.gone]


def _closing(state: State, said: tuple[Event, ...]) -> Step[State]:
    closes = not _betting(state) and len(state.gone) < len(state.stacks)
    return Step(state, (*said, Closed()) if closes else said)
