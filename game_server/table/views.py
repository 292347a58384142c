"""What is sent of a table: the messages made from what stands there."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from game_server.table.chat import number
from game_server.table.seats import Attendee, Occupant
from protocol.events import Event
from protocol.messages import Asked, Sitter, Told, Waiting
from protocol.words import Ask, Seat

PAGE: Final = 100
"""Events in one message."""


def millis(seconds: float) -> int:
    """What remains, in whole milliseconds."""
    left = round(seconds * 1000)
    return left if left > 0 else 0


def sitter(
    one: Occupant, person: Attendee | None, stack: int, present: bool, stood_in: bool, now: float
) -> Sitter:
    """A sitter as everybody sees him; `present` hides what the others may not learn yet."""
    away = 0 if present or person is None else millis(now - person.since)
    return Sitter(
        name=one.name,
        stack=stack,
        coming=one.coming,
        avatar=one.avatar,
        bot=one.bot,
        here=present,
        away=away,
        out=one.out,
        ready=one.ready or one.is_bot,
        stand_in=stood_in,
        who=number(one.player),
    )


def told(table: str, number: int, after: int, events: Sequence[Event]) -> list[Told]:
    """Events in pages."""
    if 0 < len(events) <= PAGE:
        return [Told(table, number, after, after + len(events), tuple(events), False)]
    pages = []
    for start in range(0, len(events), PAGE):
        page = tuple(events[start : start + PAGE])
        begins = after + start
        more = start + PAGE < len(events)
        pages.append(Told(table, number, begins, begins + len(page), page, more))
    return pages


def asked(
    table: str, turn: int, ask: Ask, left: float, of: float, bank: float, clock: bool = True
) -> Asked:
    of = millis(of if of > left else left)
    return Asked(table, turn, ask, millis(left), of, millis(bank) if clock else 0, clock)


def waiting(
    table: str, turn: int, seats: tuple[Seat, ...], left: float, of: float, clock: bool = True
) -> Waiting:
    return Waiting(table, turn, seats, millis(left), millis(of if of > left else left), clock)


def still(said: Waiting, left: float) -> Waiting:
    """The same, with the time that remains now."""
    return replace(said, ms=millis(left))
