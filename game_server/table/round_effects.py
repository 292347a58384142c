"""What a table wants done, in this order: write, then tell, then wait."""

from typing import NamedTuple

from game_server.table.journal import Row
from protocol.events import Event, Moved
from protocol.frozen import frozen
from protocol.words import Ask, Cards, Refusal, Seat


@frozen
class WriteRow:
    """Write this row before anything that stands after it is done."""

    row: Row


@frozen
class TellSeats:
    """Tell these seats the events after number `after`, as they may know them.

    Seat None is everybody who only watches. Seats that may know the same share one effect.
    """

    seats: tuple[Seat | None, ...]
    after: int
    events: tuple[Event, ...]


@frozen
class AskSeat:
    """Put a question to a seat, to be answered by `until`."""

    seat: Seat
    turn: int
    ask: Ask
    until: float


@frozen
class ShowWaiting:
    """Tell all who are not asked for whom the table waits."""

    turn: int
    seats: tuple[Seat, ...]
    until: float


@frozen
class WakeTurn:
    """Call `wake` at that time with this seat and turn; a turn that is over makes it harmless."""

    at: float
    seat: Seat
    turn: int


@frozen
class Draw:
    """Let chance draw below these bounds from this source, and bring the numbers as its act."""

    turn: int
    source: str
    left: Cards
    bounds: tuple[int, ...]


class RiggedDraw(NamedTuple):
    """What a tester wants chance to bring next, the first first: cards, eyes of dice, slots."""

    cards: Cards = ()
    dice: tuple[int, ...] = ()
    wheel: tuple[int, ...] = ()


@frozen
class SettleRound:
    """A round is over: book these movements, then cash out whoever has left."""

    entries: tuple[Moved, ...]


@frozen
class VacateSeat:
    """A seat is vacated with these chips."""

    seat: Seat
    name: str
    chips: int


@frozen
class RefuseSeat:
    """Nothing happened; tell the seat why."""

    seat: Seat
    why: Refusal


RoundEffect = (
    WriteRow
    | TellSeats
    | AskSeat
    | ShowWaiting
    | WakeTurn
    | Draw
    | SettleRound
    | VacateSeat
    | RefuseSeat
)
