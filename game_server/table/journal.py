"""The rows of a table, snapshots among them, and how they are serialised: only what happened."""

import hashlib
from collections.abc import Iterable, Mapping
from typing import Final, TypeVar, cast

import msgpack

from protocol.codec import pack
from protocol.events import Event, bared
from protocol.frozen import frozen
from protocol.shape import AnyShape, Malformed, shape_of
from protocol.words import Act, Seat

PLAYER: Final = "player"
BOT: Final = "bot"
CLOCK: Final = "clock"
SPARED: Final = "spared"
"""The clock, for one who keeps nobody waiting: no missed turn."""
CHANCE_DREW: Final = "chance"
LEFT: Final = "leave"


T = TypeVar("T")


class Broken(Exception):
    """A journal that cannot be replayed: which row, and what it says against what came out."""


@frozen
class RoundOpened:
    """A round begins: everything that its replay needs besides the acts."""

    round: int
    game: str
    preset: str
    options: Mapping[str, int | str | bool]
    names: Mapping[Seat, str]
    stacks: Mapping[Seat, int]
    missed: Mapping[Seat, int]
    carry: bytes | None
    turn: int = 0
    """The number of the last question before this round: a number is never used again."""


@frozen
class ActDone:
    """Somebody acted: who, as what, answering which turn, and a digest of the events it led to.

    `request` is the player's number of the act, 0 if nobody asked for it by number.
    """

    turn: int
    seat: Seat
    by: str
    at: int
    act: Act
    digest: bytes
    request: int = 0


@frozen
class LeaveIntended:
    """A seat said that it leaves, which takes effect when its turn comes."""

    seat: Seat
    at: int


@frozen
class RoundClosed:
    """The round is over; this is what the next one inherits."""

    round: int
    carry: bytes


@frozen
class SeatSnapshot:
    """A seat and who sits there: `coming` are chips that count from the next round, `bank` is what
    is left in the time bank, in milliseconds; None: it is full."""

    player: str
    name: str
    avatar: str = ""
    bot: str = ""
    chips: int = 0
    coming: int = 0
    missed: int = 0
    out: bool = False
    leaving: bool = False
    chipless: int = 0
    kicked: bool = False
    bank: int | None = None


@frozen
class SeatTaken:
    """Somebody took a seat with these chips, which count from the next round."""

    seat: Seat
    who: SeatSnapshot
    at: int


@frozen
class ChipsBought:
    """Chips came to a seat; they count from the next round."""

    seat: Seat
    chips: int
    at: int


@frozen
class SatOut:
    """A seat plays no rounds from the next one, or plays again."""

    seat: Seat
    out: bool
    at: int


@frozen
class LeaveMarked:
    """A row: a seat is left when the round is over, or kept after all; `kicked`: by the house."""

    seat: Seat
    leaving: bool
    at: int
    kicked: bool = False


@frozen
class SeatVacated:
    """A seat that was not in play is free again; its chips were cashed out with this row."""

    seat: Seat
    at: int


@frozen
class RoundVoided:
    """A round that cannot be replayed never was: every stake is back where it came from."""

    round: int


@frozen
class Snapshot:
    """How the table stands between two rounds; no row before it is needed to rebuild it.

    `answered` are the last requests to act that were done, by player. `halted` and `dismissed` are
    as in the rows of these.
    """

    round: int
    turn: int
    carry: bytes | None
    seats: Mapping[Seat, SeatSnapshot]
    answered: Mapping[str, tuple[int, ...]]
    halted: bool = False
    dismissed: int = 0


@frozen
class TimeBankUsed:
    """A turn has used the time bank of a seat; so many milliseconds are left in it."""

    seat: Seat
    left: int


@frozen
class TablePaused:
    """The house has paused the table, or lets it go on."""

    halted: bool
    at: int


@frozen
class BotsDismissed:
    """Fewer bots than usual are called, because who sits here has sent them away."""

    bots: int


@frozen
class ChipsReturned:
    """Chips of a bot went back to the house between two rounds."""

    seat: Seat
    chips: int
    at: int


Row = (
    RoundOpened
    | ActDone
    | LeaveIntended
    | RoundClosed
    | SeatTaken
    | ChipsBought
    | SatOut
    | LeaveMarked
    | SeatVacated
    | RoundVoided
    | Snapshot
    | TimeBankUsed
    | TablePaused
    | BotsDismissed
    | ChipsReturned
)
KINDS: Final[tuple[type[Row], ...]] = (
    RoundOpened,
    ActDone,
    LeaveIntended,
    RoundClosed,
    SeatTaken,
    ChipsBought,
    SatOut,
    LeaveMarked,
    SeatVacated,
    RoundVoided,
    Snapshot,
    TimeBankUsed,
    TablePaused,
    BotsDismissed,
    ChipsReturned,
)
"""A row is stored with its place here: new kinds go to the end."""
_ROWS: Final[Mapping[type[Row], tuple[bytes, AnyShape]]] = {
    kind: (bytes([place]), shape_of(cast(object, kind))) for place, kind in enumerate(KINDS)
}
_EVENTS: Final = shape_of(tuple[Event, ...])


def packed(declared: type[T], value: T) -> bytes:
    """A value as the bytes that its declared type gives it."""
    return pack(shape_of(declared).write(value))


def unpacked(declared: type[T], data: bytes) -> T:
    """The value again; Broken when the bytes are no such value."""
    try:
        return shape_of(declared).read(msgpack.unpackb(data, strict_map_key=False))
    except (Malformed, ValueError) as wrong:
        raise Broken(f"What was written as {declared.__name__} cannot be read: {wrong}") from wrong


def digest(events: Iterable[Event]) -> bytes:
    """Eight bytes that differ when the events do, hidden cards included."""
    bare = tuple([bared(event) if event.secrets else event for event in events])
    return hashlib.blake2b(pack(_EVENTS.write(bare)), digest_size=8).digest()


def to_bytes(row: Row) -> bytes:
    """A row as it is stored: a byte for its kind, then its fields."""
    first, shape = _ROWS[type(row)]
    return first + pack(shape.write(row))


def from_bytes(data: bytes) -> Row:
    """The row again; Broken when it is none."""
    if not data or data[0] >= len(KINDS):
        raise Broken(f"The row begins with {data[:1]!r}; a row begins with 0 to {len(KINDS) - 1}.")
    return unpacked(KINDS[data[0]], data[1:])


def millis(now: float) -> int:
    """A time as the journal writes it."""
    return round(now * 1000)
