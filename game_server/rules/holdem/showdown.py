"""The showdown of hold'em: uncalled bets, who shows in which order, who wins which pot and side
pot."""

from collections.abc import Mapping
from dataclasses import replace

from game_server.rules.core import Step
from game_server.rules.holdem.hand import OVER, SHOW, Hand
from game_server.rules.holdem.options import Options
from protocol.events import Acted, Event, Moved, Shown
from protocol.games.holdem import (
    CATEGORIES,
    NoStakes,
    Ranked,
    best_five,
    category,
    name,
    ranks_of,
    strength,
)
from protocol.pots import (
    Pot,
    given_back,
    layers,
    reach,
    seats_after,
    share,
    uncalled,
    unmatched,
    with_dead,
)
from protocol.words import POT, Act, Ask, Option, Seat


def give_back(options: Options, hand: Hand) -> tuple[Hand, list[Event]]:
    """What nobody can win goes back: what those who are out put in above all that those who are
    left cover, and what the highest bettor has in above all that others can be held to."""
    back = unmatched(hand.paid, _reach(options, hand))
    hand = _less(hand, back)
    found = uncalled({**hand.paid, **_reach(options, hand)})
    if found is not None and found[0] in hand.live:
        back |= dict([found])
        hand = _less(hand, dict([found]))
    return hand, [Moved(POT, seat, amount, "uncalled") for seat, amount in back.items()]


def _less(hand: Hand, back: Mapping[Seat, int]) -> Hand:
    """So much is with its owners again."""
    stacks, paid = given_back(hand.stacks, hand.paid, back)
    return replace(hand, stacks=stacks, paid=paid)


def unopposed(options: Options, hand: Hand) -> Step[Hand]:
    """All others have folded: the last one takes everything and shows nothing."""
    hand, events = give_back(options, hand)
    pot = Pot(sum(hand.paid.values()) + hand.dead, frozenset(hand.live))
    return _pay_out(options, hand, events, (pot,), dict.fromkeys(hand.live, 0))


def turn_up(hand: Hand) -> tuple[Hand, list[Event]]:
    """Nobody can bet any more: every hand in play lies open while the board runs out."""
    order = seats_after(hand.button, hand.live)
    return replace(hand, face_up=True), [Shown(seat, hand.holes[seat]) for seat in order]


def begin(options: Options, hand: Hand) -> Step[Hand]:
    """The last aggressor shows first, else the first seat left of the button; then all in turn."""
    order = seats_after(hand.button, hand.live)
    first = hand.street.aggressor
    if first in order:
        place = order.index(first)
        order = order[place:] + order[:place]
    return _go_on(options, replace(hand, stage=SHOW, showing=order), [])


def ask(hand: Hand) -> Ask:
    """A beaten hand may be shown or not; silence is no offence."""
    return Ask(
        hand.showing[0], (Option("show"), Option("muck")), Act("muck"), pace="short", must=False
    )


def answer(options: Options, hand: Hand, verb: str, events: list[Event]) -> Step[Hand]:
    """What the first who has still to show decided, after these events."""
    seat = hand.showing[0]
    events.append(Acted(seat, verb))
    if verb == "show":
        events += _shown(hand, seat, strength(hand.holes[seat] + hand.board))
        hand = replace(hand, shown=(*hand.shown, seat))
    return _go_on(options, replace(hand, showing=hand.showing[1:]), events)


def _go_on(options: Options, hand: Hand, events: list[Event]) -> Step[Hand]:
    """Show, until a beaten hand is to be asked about; then pay."""
    # With nobody all-in there is one pot, so that one better hand is enough to be beaten.
    mucking = options.losers_may_muck and all(hand.stacks[seat] for seat in hand.live)
    values = {seat: strength(hand.holes[seat] + hand.board) for seat in hand.live}
    shown, beaten = list(hand.shown), list(hand.beaten)
    best = max((values[seat] for seat in shown), default=0)
    for place, seat in enumerate(hand.showing):
        if not mucking or values[seat] >= best:
            best = max(best, values[seat])
            shown.append(seat)
            events += _shown(hand, seat, values[seat])
            continue
        beaten.append(seat)
        if seat not in hand.gone:
            rest = hand.showing[place:]
            asked = replace(hand, showing=rest, shown=tuple(shown), beaten=tuple(beaten))
            return Step(asked, tuple(events))
        events.append(Acted(seat, "muck"))
    hand = replace(hand, showing=(), shown=tuple(shown), beaten=tuple(beaten))
    pots = with_dead(layers(hand.paid, shown, _reach(options, hand)), hand.dead, shown)
    return _pay_out(options, hand, events, pots, values)


def _shown(hand: Hand, seat: Seat, value: int) -> tuple[Event, ...]:
    cards = hand.holes[seat]
    whole = cards + hand.board
    kind = CATEGORIES[category(value)]
    ranked = Ranked(seat, kind, ranks_of(value), best_five(whole), name(value))
    return (ranked,) if hand.face_up else (Shown(seat, cards), ranked)


def _reach(options: Options, hand: Hand) -> dict[Seat, int]:
    """Up to which level each live seat can win."""
    if options.single_pot:
        return dict.fromkeys(hand.live, max(hand.paid.values()))
    return reach(hand.paid, hand.stacks, hand.live)


def _pay_out(
    options: Options,
    hand: Hand,
    events: list[Event],
    pots: tuple[Pot, ...],
    values: Mapping[Seat, int],
) -> Step[Hand]:
    """Each pot to the best hand among those that can win it."""
    pots = tuple(pot for pot in pots if pot.amount)
    stacks = dict(hand.stacks)
    for number, pot in enumerate(pots):
        best = max(values[seat] for seat in pot.seats)
        winners = [seat for seat in pot.seats if values[seat] == best]
        why = "pot" if len(pots) == 1 else "side_pot" if number else "main_pot"
        shares = share(pot.amount, seats_after(hand.button, winners), options.unit)
        for seat, amount in shares.items():
            if amount:
                stacks[seat] += amount
                events.append(Moved(POT, seat, amount, why))
    if not pots:
        events.append(NoStakes())
    return Step(replace(hand, stage=OVER, stacks=stacks), tuple(events))
