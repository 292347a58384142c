"""News of a table while it is looked at: who comes and goes, and events that turn the game."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from client_core import folds, history
from client_core.names import brief
from client_core.tables import Table
from client_core.text import Say, Words
from protocol.events import Event, LeftGame
from protocol.games.doudizhu import (
    Doubled,
    Landlord,
    Multiplied,
    NoGame,
    Redealt,
    Staked,
    Unshuffled,
    Wild,
)

RAISES: Final = (Landlord, Multiplied, Staked, Doubled)
"""Events that say what is played for from here on."""
TURNS: Final = (Unshuffled, Wild, Redealt, NoGame, *RAISES)
"""Events that change what everybody plays for."""
STAKES: Final = frozenset({"news.landlord_me", "news.stakes"})
"""News of which only the last is true."""


def news(before: Table, after: Table, words: Words) -> tuple[Say, ...]:
    """What is new at a table, to be said in passing; nothing of what is only told again."""
    if before.quiet or after.quiet:
        return ()
    among_friends = after.room is not None and after.room.ready
    people = _people(before, after) if among_friends else ()
    return (*people, *_events(before, after, words, among_friends))


def _people(before: Table, after: Table) -> Iterator[Say]:
    """Who sat down, stood up, lost the line or is back; never me."""
    if not before.seats or before.seats is after.seats:
        return
    for seat, sitter in after.seats.items():
        known = before.seats.get(seat)
        if seat == after.me:
            continue
        if known is None or known.name != sitter.name:
            yield Say("news.sat", {"name": sitter.name})
        elif sitter.stand_in and not known.stand_in:
            yield Say("news.stand_in", {"name": sitter.name})
        elif known.here != sitter.here:
            yield Say("news.back" if sitter.here else "news.away", {"name": sitter.name})
    names = {sitter.name for sitter in after.seats.values()}
    for seat, sitter in before.seats.items():
        if sitter.name not in names and seat != before.me:
            yield Say("news.stood", {"name": sitter.name})


def _events(before: Table, after: Table, words: Words, among_friends: bool) -> Iterator[Say]:
    same = after.number == before.number
    first = before.seq if same else 0
    now = before.round if same else None
    for event in after.events[first:]:
        now = folds.fold(now, event)
        if isinstance(event, Landlord) and event.seat == after.me:
            yield Say("news.landlord_me", {"each": event.each})
        elif now is not None and _turns(event, after, among_friends):
            # It stands in a line with other things.
            shorter = replace(now, names={seat: brief(name) for seat, name in now.names.items()})
            text = history.sentence(event, shorter, words, after.cash)
            if text:
                key = "news.stakes" if isinstance(event, RAISES) else "news.told"
                yield Say(key, {"text": text})


def _turns(event: Event, table: Table, among_friends: bool) -> bool:
    if isinstance(event, LeftGame):
        return among_friends and event.seat != table.me
    return isinstance(event, TURNS)
