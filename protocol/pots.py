"""Pots of every game that has one: uncalled bets, side pots, ties and odd chips."""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from protocol.words import Seat


class Pot(NamedTuple):
    """Chips, and the seats that can win them."""

    amount: int
    seats: frozenset[Seat]


def uncalled(paid: Mapping[Seat, int]) -> tuple[Seat, int] | None:
    """What the highest bettor put in above everybody else: nobody called it, so it goes back."""
    if not paid:
        return None
    seat = max(paid, key=lambda one: paid[one])
    second = max((amount for other, amount in paid.items() if other != seat), default=0)
    return (seat, paid[seat] - second) if paid[seat] > second else None


def reach(
    paid: Mapping[Seat, int], stacks: Mapping[Seat, int], live: Collection[Seat]
) -> dict[Seat, int]:
    """Up to which level each seat that is left can win.

    Who is all-in: what it paid. Who has chips: whatever others who are left have in, and of what
    lies above, which leavers put there, as much as these chips cover.
    """
    top = max(paid.values(), default=0)
    held = max((paid.get(seat, 0) for seat in live), default=0)
    return {
        seat: max(held, min(top, paid.get(seat, 0) + stacks[seat]))
        if stacks.get(seat)
        else paid.get(seat, 0)
        for seat in live
    }


def unmatched(paid: Mapping[Seat, int], covers: Mapping[Seat, int]) -> dict[Seat, int]:
    """What seats that are out put in above all that any seat that is left can win.

    None of these can win it from them, so it goes back: a leaver's bet, above all.
    """
    most = max(covers.values(), default=0)
    return {seat: put - most for seat, put in paid.items() if seat not in covers and put > most}


def given_back(
    stacks: Mapping[Seat, int], paid: Mapping[Seat, int], back: Mapping[Seat, int]
) -> tuple[dict[Seat, int], dict[Seat, int]]:
    """What the seats have, and what they have put in, when so much is with its owners again."""
    kept = {seat: chips + back.get(seat, 0) for seat, chips in stacks.items()}
    return kept, {seat: put - back.get(seat, 0) for seat, put in paid.items()}


def layers(
    paid: Mapping[Seat, int], live: Collection[Seat], reach: Mapping[Seat, int] | None = None
) -> tuple[Pot, ...]:
    """The main pot and the side pots, one for each all-in level, from the lowest.

    What folded seats paid stays where it lies. A level that no live seat reaches (all who paid
    it have folded or gone) falls to the pot below it. `reach`: up to which level each live seat
    can win, where the rules let it win above what it paid.
    """
    reach = paid if reach is None else reach
    pots: list[Pot] = []
    floor = 0
    for level in sorted({reach[seat] for seat in live if reach.get(seat, 0) > 0}):
        amount = sum(min(put, level) - min(put, floor) for put in paid.values())
        able = frozenset(seat for seat in live if reach.get(seat, 0) >= level)
        pots.append(Pot(amount, able))
        floor = level
    over = sum(max(0, put - floor) for put in paid.values())
    if over and pots:
        pots[-1] = Pot(pots[-1].amount + over, pots[-1].seats)
    elif over:
        pots.append(Pot(over, frozenset(live)))
    return tuple(pots)


def with_dead(pots: tuple[Pot, ...], dead: int, live: Collection[Seat]) -> tuple[Pot, ...]:
    """With chips that any of these can win: in the main pot, or before it where some of them have
    paid nothing else."""
    if not dead:
        return pots
    if pots and pots[0].seats == frozenset(live):
        return (Pot(pots[0].amount + dead, pots[0].seats), *pots[1:])
    return (Pot(dead, frozenset(live)), *pots)


def share(amount: int, winners: Sequence[Seat], unit: int) -> dict[Seat, int]:
    """Split between the winners in whole units; odd units go one each in the winners' order.

    What is smaller than a unit goes to the first who got no odd one: no two of them are further
    apart than a unit.
    """
    units, crumbs = divmod(amount, unit)
    each, odd = divmod(units, len(winners))
    shares = {seat: (each + (1 if place < odd else 0)) * unit for place, seat in enumerate(winners)}
    shares[winners[odd]] += crumbs
    return shares


def last_person(people: int, seats: Collection[Seat], start: Seat) -> Seat | None:
    """Of these seats the first at which a person sits, from `start` against the order of play; bit
    n of `people` says that one sits at seat n. None: there are only bots."""
    order = sorted(seats, key=lambda one: (one > start, -one))
    return next((seat for seat in order if people >> seat & 1), None)


def seats_after(seat: Seat, seats: Collection[Seat]) -> tuple[Seat, ...]:
    """The seats in playing order from the left of `seat`, which is last if it is among them."""
    return tuple(sorted(seats, key=lambda one: (one <= seat, one)))
