"""Who is in the house: one line for each player, wherever the player was before."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple, Protocol
from weakref import WeakValueDictionary

from twisted.internet.defer import DeferredLock

from game_server.players.person import Person
from game_server.players.sessions import Entered
from protocol.codec import encode
from protocol.messages import Answer, Buy, Goodbye, Message, OpenRoom, Sit, State

KNOWN: Final = 256
"""Of so many requests of a guest it is known what they were."""
LEFT: Final = 200_000
"""So many requests are known of all who are out; of who went first they are forgotten first."""
MUTERS: Final = 10_000
"""Of so many who are out it is known whom they have muted."""


KEPT: Final = (Sit, Buy, OpenRoom)
"""Requests whose reply is kept on disk when they were done."""


class Line(Protocol):
    """The part of a client's line that the house uses."""

    address: str
    opened: float
    state: State
    delay: float
    player: object

    @property
    def ended(self) -> str: ...

    def came_in(self, member: bool) -> None: ...

    def send(self, message: Message) -> None: ...

    def send_bytes(self, *data: bytes) -> None: ...

    def close(self, goodbye: Goodbye) -> None: ...


@dataclass(eq=False)
class Guest:
    """A player who is in. `unconfirmed`: the client has not used its token yet."""

    line: Line
    person: Person
    entered: Entered
    muted: set[str] = field(default_factory=set)
    unconfirmed: bool = True
    asked: dict[int, int] = field(default_factory=dict)
    """What each of the last requests was, by number, as a hash."""
    kept: int = 0
    """No number above this one is of a request whose reply is on disk."""
    in_turn: DeferredLock = field(default_factory=DeferredLock)
    """Requests whose replies are kept come one after the other, for they count chips and rooms
    before they take them."""

    @property
    def id(self) -> int:
        return self.person.id

    @property
    def player(self) -> str:
        """The player as a room knows one."""
        return str(self.person.id)

    def say(self, message: Message) -> None:
        self.line.send(message)

    def reuses(self, message: Message) -> bool:
        """Whether the number of this request was that of another one; the request is known from
        now on. One that is sent again as it was is the same one."""
        number: int = getattr(message, "id", 0)
        if not number:
            return False
        if isinstance(message, Answer):
            # The room itself knows which acts had which numbers.
            return number in self.asked
        body = _body(message)
        if self.asked.setdefault(number, body) != body:
            return True
        if isinstance(message, KEPT) and number > self.kept:
            self.kept = number
        if len(self.asked) > KNOWN:
            del self.asked[next(iter(self.asked))]
        return False


def _body(message: Message) -> int:
    """What a request says, in brief."""
    # The options of a room are a map, which has no hash of its own.
    return hash(encode(message) if isinstance(message, OpenRoom) else (type(message), message))


class _Left(NamedTuple):
    """What one who is out has asked for; `size` is how many it was when the line ended."""

    asked: dict[int, int]
    kept: int
    size: int


class Guests:
    """Everybody who is in, by number. A player who comes again on another line has moved."""

    def __init__(self) -> None:
        self._in: dict[int, Guest] = {}
        self._by_player: dict[str, Guest] = {}
        """The same as a room knows them."""
        self._muted: dict[int, set[str]] = {}
        """Whom those have muted who were here and are not, the last to go last."""
        self._left: dict[int, _Left] = {}
        """What those have asked for who are out, in the same order."""
        self._known = 0
        """How many requests that are."""
        self._turns = WeakValueDictionary[int, DeferredLock]()
        """What a broken line has asked for may still be under way when its player is back."""

    def __len__(self) -> int:
        return len(self._in)

    def __iter__(self) -> Iterator[Guest]:
        return iter(tuple(self._in.values()))

    def of(self, player: int) -> Guest | None:
        return self._in.get(player)

    def enter(self, guest: Guest) -> Guest | None:
        """Let somebody in; who it was on another line until now, if anybody."""
        before = self._in.get(guest.id)
        self._recall(guest, before)
        guest.muted = before.muted if before else self._muted.pop(guest.id, set())
        guest.in_turn = self._turns.setdefault(guest.id, guest.in_turn)
        self._in[guest.id] = self._by_player[guest.player] = guest
        guest.line.player = guest
        return before

    def _recall(self, guest: Guest, before: Guest | None) -> None:
        """What the player has asked for on other lines: a number is of one request on all."""
        known: Guest | _Left | None = before
        if before is None:
            known = left = self._left.pop(guest.id, None)
            self._known -= left.size if left else 0
        if known is not None:
            # What is under way is not on disk yet.
            guest.asked, guest.kept = known.asked, max(guest.kept, known.kept)

    def gone(self, guest: Guest) -> bool:
        """A line has ended; whether the player is out with it, and not on another line."""
        if self._in.get(guest.id) is not guest:
            return False
        del self._in[guest.id], self._by_player[guest.player]
        if guest.asked:
            self._left[guest.id] = _Left(guest.asked, guest.kept, len(guest.asked))
            self._known += len(guest.asked)
            while self._known > LEFT:
                self._known -= self._left.pop(next(iter(self._left))).size
        if guest.muted:
            self._muted[guest.id] = guest.muted
            if len(self._muted) > MUTERS:
                del self._muted[next(iter(self._muted))]
        return True

    def post(self, player: str, frames: Sequence[bytes]) -> None:
        """Send messages to a player in one piece; nothing if no line is there."""
        guest = self._by_player.get(player)
        if guest is not None:
            guest.line.send_bytes(*frames)

    def among(self, players: Collection[int]) -> list[Guest]:
        """Those of these players who are in."""
        return [self._in[one] for one in players if one in self._in]
