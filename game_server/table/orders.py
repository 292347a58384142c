"""Orders: what a table wants done, in order.

`Journal`, `Settle` and `CashOut` of one answer are one commit; everything else in it waits for
that commit. Rows come first, as they were written.
"""

from collections.abc import Mapping

from game_server.table.round_effects import Draw, WriteRow
from protocol.events import Event, Moved
from protocol.frozen import frozen
from protocol.messages import Message
from protocol.words import Ask, Refusal, Seat

Token = tuple[str | int, ...]
"""Names an alarm; a table knows by itself which alarms are over."""


@frozen
class Send:
    """Send a message to one player, whom alone it concerns."""

    player: str
    message: Message


@frozen
class Broadcast:
    """Send the same bytes to all of these players."""

    players: tuple[str, ...]
    message: Message


@frozen
class Wake:
    """Call `wake` with this token, at that time and never before."""

    at: float
    token: Token


@frozen
class Settle:
    """A round is over: book these movements between the players of these seats."""

    round: int
    entries: tuple[Moved, ...]
    players: Mapping[Seat, str]


@frozen
class CashOut:
    """These chips of a player leave the table."""

    player: str
    chips: int
    reason: str


@frozen
class Accept:
    """Answer the request: it is done."""

    player: str
    request: int


@frozen
class Refuse:
    """Answer the request: nothing happened, and why."""

    player: str
    request: int
    why: Refusal


@frozen
class Choose:
    """An order: let a bot answer, by `chose`, not before that time; `told` is all it may know."""

    seat: Seat
    turn: int
    ask: Ask
    told: tuple[Event, ...]
    bot: str
    not_before: float


@frozen
class NeedBots:
    """Seats wait for bots of that name ("": of any); each comes by `seat_bot`, with its chips in
    escrow."""

    count: int
    bot: str = ""


@frozen
class Crowded:
    """Enough wait for a second table to open."""

    waiting: int


@frozen
class Alarm:
    """Somebody who runs the house should look at this."""

    code: str
    text: str


@frozen
class Shut:
    """Everybody is cashed out; the table is over."""

    reason: str


Order = (
    WriteRow
    | Settle
    | CashOut
    | Draw
    | Wake
    | Send
    | Broadcast
    | Accept
    | Refuse
    | Choose
    | NeedBots
    | Crowded
    | Alarm
    | Shut
)
