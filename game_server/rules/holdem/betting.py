"""The betting of hold'em: who may do what in a betting round, and what an act does to it."""

from dataclasses import replace
from typing import Final

from game_server.rules.holdem.hand import Hand, Street
from game_server.rules.holdem.options import Options
from protocol.events import Acted, Event, Moved
from protocol.pots import last_person, seats_after
from protocol.words import POT, Act, Ask, Option, Seat

ALL_IN: Final = "all_in"
FOLD: Final = Option("fold")
CHECK: Final = Option("check")
FOLDED: Final = Act("fold")
CHECKED: Final = Act("check")


def open_street(options: Options, hand: Hand) -> Street:
    """A betting round without blinds: the first live seat left of the button begins, or left of
    the person who acts last."""
    last = None
    if options.people_last:
        last = last_person(options.people, hand.seats, hand.button)
    return Street(
        bets=dict.fromkeys(hand.seats, 0),
        level=0,
        raise_by=max(options.big_blind, options.unit),
        answered={},
        queue=seats_after(hand.button if last is None else last, hand.can_act()),
    )


def to_call(hand: Hand, seat: Seat) -> int:
    """What the seat lacks of the current bet, as far as somebody can win it from the seat."""
    street = hand.street
    put = street.bets[seat]
    if put < street.level and hand.can_act() == (seat,):
        highest = max(street.bets[other] for other in hand.live if other != seat)
        return max(0, min(street.level, highest) - put)
    return max(0, street.level - put)


def least_raise_to(options: Options, street: Street, level: int) -> int:
    """What a bet or raise above `level` makes at least, before the grid."""
    opening = max(options.big_blind, options.unit)
    if level == 0:
        return opening
    match options.min_raise:
        case "last_raise":
            return level + street.raise_by
        case "double":
            return max(2 * level, opening)
        case "any":
            return level + options.grid


def may_raise(options: Options, hand: Hand, seat: Seat) -> bool:
    """Whether more than a call is open to the seat.

    Who has acted may raise again only over a full raise, be it made by one seat or by several
    short all-ins together; and there must be somebody left who could answer.
    """
    street, bets, stacks = hand.street, hand.street.bets, hand.stacks
    if bets[seat] + stacks[seat] <= street.level:
        return False
    answered = street.answered.get(seat)
    if answered is not None and street.level < least_raise_to(options, street, answered):
        return False
    return any(bets[one] + stacks[one] > street.level for one in hand.live if one != seat)


def offers(options: Options, hand: Hand, seat: Seat) -> tuple[Option, ...]:
    """Everything that is open to the seat whose turn it is."""
    street, stack = hand.street, hand.stacks[seat]
    owed = to_call(hand, seat)
    found = []
    if owed or not options.fold_needs_bet:
        found.append(FOLD)
    if not owed or options.check_is_always_free:
        found.append(CHECK)
    if 0 < owed < stack:
        found.append(Option("call", owed, owed))
    raising = may_raise(options, hand, seat)
    if raising:
        grid = options.grid
        low = -(-least_raise_to(options, street, street.level) // grid) * grid
        high = (street.bets[seat] + stack) // grid * grid
        if low <= high:
            found.append(Option("raise" if street.level else "bet", low, high, grid))
    if raising or stack <= owed:
        found.append(Option(ALL_IN, stack, stack))
    return tuple(found)


def ask(options: Options, hand: Hand) -> Ask:
    """The question to the first of the queue."""
    seat = hand.street.queue[0]
    found = offers(options, hand, seat)
    return Ask(seat, found, _silence(options, found))


def _silence(options: Options, found: tuple[Option, ...]) -> Act:
    """What a silent seat does. Folding stands first among the offers, then checking."""
    if found[0] is CHECK or (options.timeout != "fold" and found[1] is CHECK):
        return CHECKED
    return FOLDED


def fold(hand: Hand, seat: Seat) -> Hand:
    """The seat is out of the hand; what it paid stays."""
    street = hand.street
    return replace(
        hand,
        live=tuple(one for one in hand.live if one != seat),
        street=replace(street, queue=tuple(one for one in street.queue if one != seat)),
    )


def act(options: Options, hand: Hand, seat: Seat, done: Act) -> tuple[Hand, list[Event]]:
    """An act that was offered to the first of the queue."""
    events: list[Event] = [Acted(seat, done.verb, done.amount)]
    if done.verb == "fold":
        return fold(hand, seat), events
    adds = done.verb in ("call", ALL_IN)
    chips = 0 if done.verb == "check" else done.amount
    if chips and not adds:
        chips -= hand.street.bets[seat]
    street = _answer(options, hand, seat, chips)
    if not chips:
        return hand.answered(hand.stacks, hand.paid, street), events
    events.append(Moved(seat, POT, chips, done.verb))
    stacks = {**hand.stacks, seat: hand.stacks[seat] - chips}
    paid = {**hand.paid, seat: hand.paid[seat] + chips}
    return hand.answered(stacks, paid, street), events


def _answer(options: Options, hand: Hand, seat: Seat, chips: int) -> Street:
    """The first of the queue has acted and put so much in, perhaps nothing."""
    street = hand.street
    level, raise_by, aggressor = street.level, street.raise_by, street.aggressor
    queue = street.queue[1:]
    put = street.bets[seat] + chips
    if put > level:
        if put >= least_raise_to(options, street, level):
            raise_by = put - level
        level, aggressor = put, seat
        if not options.one_lap:
            queue = seats_after(seat, [other for other in hand.can_act() if other != seat])
    return Street(
        bets={**street.bets, seat: put},
        level=level,
        raise_by=raise_by,
        answered={**street.answered, seat: level},
        queue=queue,
        aggressor=aggressor,
    )


def is_closed(hand: Hand) -> bool:
    """Nobody has to act any more, or the only one who could has nothing to answer."""
    queue = hand.street.queue
    if not queue:
        return True
    return not to_call(hand, queue[0]) and len(hand.can_act()) == 1
