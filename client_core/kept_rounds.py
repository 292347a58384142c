"""Rounds that outlive a restart: the newest that the player was dealt in to, kept on the device as
the house told them, so that they can be listed and seen again step by step.

Of each it is known at which house and to whom it was told: nobody else who plays on this device is
shown it.
"""

import json
from binascii import Error, a2b_base64, b2a_base64
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field, fields
from typing import Final

from client_core import folds
from client_core.tables import Past, Table
from protocol import messages
from protocol.codec import FROM_SERVER, decode, encode
from protocol.events import Event
from protocol.messages import Message, Room
from protocol.shape import Malformed
from protocol.words import Seat

MOST_ROUNDS: Final = 50
"""So many are kept, of all tables together."""
MOST_LETTERS: Final = 400_000
"""Longer than this the text of all of them is not: a browser keeps little."""
A_MESSAGE: Final = 256
"""So many events are in one message; a house tells no more at once."""

Opened = tuple[Room | None, Past | None]


@dataclass(frozen=True, slots=True)
class KeptRound:
    """One round: where, and to whom it was told, in which seat, and what."""

    house: str
    who: int
    table: str
    round: int
    seat: int
    room: str = field(default="", repr=False)
    told: tuple[str, ...] = field(default=(), repr=False)

    def same(self, other: "KeptRound") -> bool:
        """Whether it is that round, told once more."""
        return (self.house, self.who, self.table, self.round) == (
            other.house, other.who, other.table, other.round,
        )  # fmt: skip


def kept(house: str, who: int, table: Table, past: Past) -> KeptRound | None:
    """A round of a table as it is kept; None for one that I only watched, or that is not whole."""
    if past.me is None or not past.over:
        return None
    chunks = [
        messages.Told(table.name, past.number, at, at + len(some), some)
        for at in range(0, len(past.events), A_MESSAGE)
        for some in [past.events[at : at + A_MESSAGE]]
    ]
    try:
        room = _text(messages.Joined(0, table.room)) if table.room is not None else ""
        told = tuple(_text(chunk) for chunk in chunks)
    except Malformed:
        return None
    return KeptRound(house, who, table.name, past.number, int(past.me), room, told)


def opened(one: KeptRound) -> Opened:
    """The room, and the round as it lay there; none if it cannot be read any more."""
    try:
        joined = _message(one.room) if one.room else None
        told = [_message(text) for text in one.told]
    except (Malformed, Error, ValueError):
        return None, None
    events: tuple[Event, ...] = ()
    for chunk in told:
        if not isinstance(chunk, messages.Told):
            return None, None
        events += chunk.events
    last = None
    for event in events:
        last = folds.fold(last, event)
    room = joined.room if isinstance(joined, messages.Joined) else None
    if last is None:
        return None, None
    return room, Past(one.round, last.game, events, Seat(one.seat), last)


def serialised(rounds: Iterable[KeptRound]) -> str:
    """The newest of these rounds as text, for `read`."""
    lines: list[str] = []
    room = MOST_LETTERS
    for one in rounds:
        line = json.dumps(asdict(one))
        room -= len(line)
        if len(lines) == MOST_ROUNDS or room < 0:
            break
        lines.append(line)
    return "[" + ",\n".join(lines) + "]"


def read(text: str) -> tuple[KeptRound, ...]:
    """What was kept, the newest first; nothing if it cannot be read."""
    try:
        return tuple(_row(one) for one in json.loads(text))
    except (ValueError, KeyError, TypeError):
        return ()


def _row(found: dict[str, object]) -> KeptRound:
    house, who, table, round_, seat, room, told = (found[one.name] for one in fields(KeptRound))
    if not isinstance(told, list):
        raise TypeError
    numbers = [one for one in (who, round_, seat) if type(one) is int]
    if len(numbers) != 3:
        raise TypeError
    return KeptRound(
        str(house), numbers[0], str(table), numbers[1], numbers[2], str(room), tuple(map(str, told))
    )


def _text(message: Message) -> str:
    return b2a_base64(encode(message), newline=False).decode()


def _message(text: str) -> Message:
    return decode(a2b_base64(text), FROM_SERVER)
