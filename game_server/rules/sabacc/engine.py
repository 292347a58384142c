"""The sabacc engine: what is asked when, and what an act leads to."""

from collections.abc import Hashable, Mapping
from dataclasses import replace
from typing import Final

from game_server.rules.core import Step, check_seats
from game_server.rules.sabacc import betting
from game_server.rules.sabacc.options import Options
from game_server.rules.sabacc.settling import settled
from game_server.rules.sabacc.state import (
    NOBODY,
    Carry,
    State,
    dealt,
    first_deal,
    laid,
    out,
    restocked,
    taken,
    thrown_in,
)
from protocol.cards import labels
from protocol.events import Acted, Event, LeftGame, Moved
from protocol.games.sabacc import LapBegan, PotHolds, Rolled, Shifted
from protocol.words import (
    CHANCE,
    HOUSE,
    JACKPOT,
    Act,
    Ask,
    Cards,
    Illegal,
    Option,
    Seat,
    draw,
    drawn_from,
    numbers,
)

PLAYS: Final = (Option("stand"), Option("draw"), Option("swap", hand=(1, 1)), Option("junk"))
RELEASES: Final = (Option("keep"), Option("release", hand=(1, 1)))
DICE: Final = (6, 6)


class Sabacc:
    """The engine of sabacc under one set of options."""

    def __init__(self, options: Options) -> None:
        self.options = options

    def open(self, stacks: Mapping[Seat, int], carry: Carry | None) -> Step[State]:
        """The antes; who cannot pay one is not dealt in."""
        ante = self.options.ante
        check_seats(self.options, stacks, ante)
        held = 0 if carry is None else carry.jackpot
        people = (seat for seat in sorted(stacks, reverse=True) if self.options.people >> seat & 1)
        said: list[Event] = [] if carry is None else [PotHolds(held)]
        said += (Moved(seat, JACKPOT, ante, "ante") for seat in sorted(stacks))
        state = State(
            1 if carry is None else carry.round + 1,
            {seat: stacks[seat] - ante for seat in sorted(stacks)},
            held + ante * len(stacks),
            dict.fromkeys(sorted(stacks), ()),
            last=next(people, NOBODY),
        )
        return Step(state if carry is None else first_deal(state), tuple(said))

    def asks(self, state: State) -> tuple[Ask, ...]:
        if state.phase == "over":
            return ()
        if state.phase == "sabacc_pot":
            return (numbers(f"round:{state.round}.sabacc_pot", (self._pots,), "deal"),)
        if state.owed:
            count = min(len(state.left), sum(count for _, count in state.owed))
            return (draw(state.source, state.left, count),)
        if state.phase == "dice":
            return (numbers(f"round:{state.round}.dice{state.lap}", DICE, "dice"),)
        seat = state.queue[0]
        if state.phase == "bet":
            return (self._bet(state, seat),)
        # One window: the release has what time the draw has left.
        window = f"play{state.lap}.{seat}"
        if state.phase == "release":
            return (Ask(seat, RELEASES, Act("keep"), window=window, must=False),)
        return (Ask(seat, PLAYS, Act("stand"), window=window),)

    def apply(self, state: State, seat: Seat, act: Act) -> Step[State]:
        said: list[Event] = []
        if seat == CHANCE:
            after = self._drawn(state, act.drawn, said)
        elif state.phase == "bet":
            after = betting.bet(state, seat, act, said)
        else:
            after = _played(state, seat, act, said)
        return Step(self._go_on(after, said), tuple(said))

    def leave(self, state: State, seat: Seat) -> Step[State]:
        """As if junked; but who is all-in, or the last one in, stays to the end and stands."""
        if seat in state.gone or seat not in state.stacks:
            return Step(state, ())
        said: list[Event] = [LeftGame(seat)]
        after = replace(state, gone=state.gone | {seat})
        if state.phase == "over" or seat not in state.hands:
            return Step(after, tuple(said))
        if state.phase == "release" and state.queue[0] == seat:
            after = _next(after)
        if state.stacks[seat] > 0 and len(state.hands) > 1:
            after = out(after, seat, said)
        return Step(self._go_on(after, said), tuple(said))

    def carry(self, state: State) -> Carry:
        return Carry(state.round, state.jackpot)

    def announced(self, state: State, viewer: Seat | None) -> Hashable:
        """Nothing: every hand that decides anything is shown."""
        return ()

    @property
    def _pots(self) -> int:
        """How many sums the sabacc pot can begin with."""
        return (self.options.pot_most - self.options.pot_least) // self.options.pot_step + 1

    def _bet(self, state: State, seat: Seat) -> Ask:
        """Where only one thing can be done there is little to think about and no offence."""
        offers = betting.offers(state, seat, self.options.unit)
        default = Act(offers[0].verb, offers[0].low)
        if len(offers) == 1:
            return Ask(seat, offers, default, "short", must=False)
        return Ask(seat, offers, default)

    def _drawn(self, state: State, drawn: tuple[int, ...], said: list[Event]) -> State:
        if state.phase == "sabacc_pot":
            amount = self.options.pot_least + drawn[0] * self.options.pot_step
            said.append(Moved(HOUSE, JACKPOT, amount, "sabacc_pot"))
            return first_deal(replace(state, jackpot=state.jackpot + amount))
        if state.owed:
            return dealt(state, *drawn_from(state.left, drawn), said)
        first, second = drawn
        said.append(Rolled(first + 1, second + 1))
        after = replace(state, phase="rolled")
        if first != second:
            return after
        said.append(Shifted())
        return thrown_in(after, said)

    def _go_on(self, state: State, said: list[Event]) -> State:
        """Up to the next question, or the end."""
        if state.phase == "sabacc_pot":
            return state
        if state.owed:
            return restocked(state, said)
        if len(state.hands) == 1:
            return settled(state, self.options.unit, said)
        while state.phase not in ("dice", "over"):
            state = _waiting(state)
            if state.queue:
                return state
            state = self._after(state, said)
        return state

    def _after(self, state: State, said: list[Event]) -> State:
        """The lap in which nobody is left to ask gives way to what follows."""
        match state.phase:
            case "play":
                return betting.opened(state)
            case "bet":
                return betting.closed(state, said)
            case "rolled" if state.lap == self.options.laps:
                return settled(state, self.options.unit, said)
        said.append(LapBegan(state.lap + 1))
        return replace(state, phase="play", lap=state.lap + 1, queue=state.order)


def _waiting(state: State) -> State:
    """Without those at the head of the queue who have nothing to decide."""
    queue = state.queue
    while queue and not _asked(state, queue[0]):
        queue = queue[1:]
    return replace(state, queue=queue)


def _asked(state: State, seat: Seat) -> bool:
    if state.phase == "bet":
        return betting.asked(state, seat)
    return seat in state.hands and seat not in state.gone


def _next(state: State) -> State:
    """The play of the seat whose turn it is has been made."""
    return replace(state, phase="play", queue=state.queue[1:])


def _played(state: State, seat: Seat, act: Act, said: list[Event]) -> State:
    _check_held(state.hands[seat], act.cards)
    said.append(Acted(seat, act.verb))
    match act.verb:
        case "draw":
            return replace(state, phase="release", owed=((seat, 1),))
        case "swap":
            return _next(laid(taken(state, seat, said), seat, act.cards, said))
        case "release":
            return _next(laid(state, seat, act.cards, said))
        case "junk":
            return _next(out(state, seat, said))
    return _next(state)


def _check_held(hand: Cards, named: Cards) -> None:
    missing = tuple(card for card in named if card not in hand)
    if missing:
        raise Illegal(
            "not_in_hand",
            f"You named {labels(missing)}; choose from your hand, {labels(hand)}.",
            named=labels(missing),
            hand=labels(hand),
        )
