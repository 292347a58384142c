"""The players who are online: one connection for each, wherever the player was before."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import Final, NamedTuple, Protocol
from weakref import WeakValueDictionary

from twisted.internet.defer import DeferredLock

from game_server.players.player_account import PlayerAccount
from game_server.players.sessions import LiveSession
from protocol.codec import encode
from protocol.messages import Answer, Buy, Goodbye, Message, OpenRoom, Sit, State

KNOWN: Final = 256
"""Requests of a player that are known as they were."""
LEFT: Final = 200_000
"""Requests that are known of all who are out; of who went first they are forgotten first."""
MUTERS: Final = 10_000
"""Players who are out and whose mutes are known."""


KEPT: Final = (Sit, Buy, OpenRoom)
"""Requests whose reply is kept on disk when they were done."""


class PlayerConnection(Protocol):
    """The part of a client's connection that the house uses."""

    address: str
    opened: float
    state: State
    delay: float
    player: object

    @property
    def ended(self) -> str: ...

    @property
    def remote(self) -> bool: ...

    def came_in(self, member: bool) -> None: ...

    def send(self, message: Message) -> None: ...

    def send_bytes(self, *data: bytes) -> None: ...

    def in_one_piece(self) -> AbstractContextManager[None]: ...

    def close(self, goodbye: Goodbye) -> None: ...


@dataclass(eq=False)
class OnlinePlayer:
    """A player who is connected and logged in. `unconfirmed`: the client has not used its token
    yet."""

    connection: PlayerConnection
    account: PlayerAccount
    session: LiveSession
    muted: set[str] = field(default_factory=set)
    blocked: set[str] = field(default_factory=set)
    """Whom the player has blocked for good, by the keys that tables use."""
    unconfirmed: bool = True
    asked: dict[int, int] = field(default_factory=dict)
    """What each of the last requests was, by number, as a hash."""
    kept: int = 0
    """No number above this one is of a request whose reply is on disk."""
    line: int = 0
    """The number of the line: of two lines of a player the one with the higher number came later,
    at whichever node."""
    in_turn: DeferredLock = field(default_factory=DeferredLock)
    """Requests whose replies are kept come one after the other, for they count chips and tables
    before they take them."""
    key: str = field(init=False)
    """The player as a table knows one."""

    def __post_init__(self) -> None:
        self.key = str(self.account.id)

    @property
    def id(self) -> int:
        return self.account.id

    @property
    def unheard(self) -> frozenset[str]:
        """Whose talk does not reach the player, muted or blocked."""
        return frozenset(self.muted | self.blocked)

    def say(self, message: Message) -> None:
        """Send a message to the player."""
        self.connection.send(message)

    def reuses(self, message: Message) -> bool:
        """Whether the number of this request was that of another one; the request is known from
        now on. One that is sent again as it was is the same one."""
        if type(message) is Answer:
            # The table itself knows which acts had which numbers.
            return message.id in self.asked
        number: int = getattr(message, "id", 0)
        if not number:
            return False
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
    # The options of a table are a map, which has no hash of its own.
    return hash(encode(message) if isinstance(message, OpenRoom) else (type(message), message))


class Mutes(NamedTuple):
    """Whom a player has muted for now; `here` if the player's line is at the node that says so."""

    player: int
    here: bool
    muted: tuple[str, ...]


class _Departed(NamedTuple):
    """What one who is out has asked for; `size` is how many it was when the connection ended."""

    asked: dict[int, int]
    kept: int
    size: int


class OnlinePlayers:
    """All players who are online, by number. A player who comes again on another connection has
    moved."""

    def __init__(self) -> None:
        self._in: dict[int, OnlinePlayer] = {}
        self._by_player: dict[str, OnlinePlayer] = {}
        """Everybody who is in, by the key that tables use."""
        self._muted: dict[int, set[str]] = {}
        """Whom those have muted who were here and are not, the last to go last."""
        self._left: dict[int, _Departed] = {}
        """What those have asked for who are out, in the same order."""
        self._known = 0
        """How many requests that are."""
        self._turns = WeakValueDictionary[int, DeferredLock]()
        """What a broken connection has asked for may still be under way when its player is back."""

    def __len__(self) -> int:
        return len(self._in)

    def __iter__(self) -> Iterator[OnlinePlayer]:
        return iter(tuple(self._in.values()))

    @property
    def own(self) -> Sequence[OnlinePlayer]:
        """Those whose line is one of this node, and not of another one of the house."""
        return [one for one in self._in.values() if not one.connection.remote]

    def of(self, player: int) -> OnlinePlayer | None:
        """The player of that number, if online."""
        return self._in.get(player)

    def turn_of(self, player: int) -> DeferredLock:
        """What requests of a player wait for that come one after the other, whether or not the
        player is in."""
        known = self._in.get(player)
        return known.in_turn if known else self._turns.setdefault(player, DeferredLock())

    def enter(self, player: OnlinePlayer) -> OnlinePlayer | None:
        """Let somebody in; who it was on another connection until now, if anybody."""
        before = self._in.get(player.id)
        self._recall(player, before)
        player.muted = before.muted if before else self._muted.pop(player.id, set())
        player.blocked = before.blocked if before else player.blocked
        player.in_turn = self._turns.setdefault(player.id, player.in_turn)
        self._in[player.id] = self._by_player[player.key] = player
        player.connection.player = player
        return before

    def _recall(self, player: OnlinePlayer, before: OnlinePlayer | None) -> None:
        """What the player has asked for on other connections: a number is of one request on all."""
        known: OnlinePlayer | _Departed | None = before
        if before is None:
            known = left = self._left.pop(player.id, None)
            self._known -= left.size if left else 0
        if known is not None:
            # What is under way is not on disk yet.
            player.asked, player.kept = known.asked, max(player.kept, known.kept)

    def gone(self, player: OnlinePlayer) -> bool:
        """A connection has ended; whether the player is out with it, and not on another
        connection."""
        if self._in.get(player.id) is not player:
            return False
        del self._in[player.id], self._by_player[player.key]
        if player.asked:
            self._left[player.id] = _Departed(player.asked, player.kept, len(player.asked))
            self._known += len(player.asked)
            while self._known > LEFT:
                self._known -= self._left.pop(next(iter(self._left))).size
        self._remember(player.id, player.muted)
        return True

    def _remember(self, player: int, muted: set[str]) -> None:
        """Whom one who is out has muted."""
        self._muted.pop(player, None)
        if muted:
            self._muted[player] = muted
            if len(self._muted) > MUTERS:
                del self._muted[next(iter(self._muted))]

    def muted_at_another(self, player: int, other: str, silent: bool) -> None:
        """One who is not in here has muted another at another node, or hears that one again."""
        muted = self._muted.get(player, set())
        (muted.add if silent else muted.discard)(other)
        self._remember(player, muted)

    def mutes(self) -> Iterator[Mutes]:
        """All that is known here of whom players have muted."""
        for one in self._in.values():
            if not one.connection.remote:
                yield Mutes(one.id, True, tuple(sorted(one.muted)))
        for player, muted in self._muted.items():
            yield Mutes(player, False, tuple(sorted(muted)))

    def learn(self, mutes: Mutes) -> None:
        """What another node knows: it counts where the line is, and else where nothing is known."""
        here = self._in.get(mutes.player)
        if here is None and (mutes.here or mutes.player not in self._muted):
            self._remember(mutes.player, set(mutes.muted))

    def forget(self, player: int) -> None:
        """The account is deleted: nothing of one who is out is known any more."""
        self._muted.pop(player, None)
        left = self._left.pop(player, None)
        self._known -= left.size if left else 0

    def post(self, said: Mapping[str, Sequence[bytes]]) -> None:
        """Send to each of these players what is said there, in one piece; nothing where no
        connection is."""
        for key, frames in said.items():
            player = self._by_player.get(key)
            if player is not None:
                player.connection.send_bytes(*frames)

    def among(self, players: Collection[int]) -> list[OnlinePlayer]:
        """Those of these players who are in."""
        return [self._in[one] for one in players if one in self._in]
