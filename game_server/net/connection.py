"""A client's connection as the house knows it: messages, its state, and its rate limits."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Final, Protocol

from twisted.logger import Logger

from game_server.net.admission import AdmissionControl
from game_server.net.codes import STRIKES
from game_server.net.limits import LOGINS, ListenerLimits
from game_server.rate_limit import TokenBucket
from protocol.codec import FROM_CLIENT, decode, encode
from protocol.endings import FAILED, GOODBYE, UPGRADE, Ending
from protocol.messages import (
    IN,
    MET,
    NEW,
    OLDEST,
    VERSION,
    Goodbye,
    Hello,
    Message,
    Refused,
    State,
    UpgradeRequired,
    Welcome,
)
from protocol.shape import Malformed

SENTENCE: Final = 300
HELLOS: Final = 64
"""Hellos that are known by their bytes."""
SOON: Final = {
    NEW: "Say hello first.",
    MET: "Log in first; to change the name, log out.",
    IN: "You are logged in already.",
}
"""What a client should do instead, by the state of its connection."""


class MessageTransport(Protocol):
    """The side of a WebSocket that carries messages."""

    def write(self, *data: bytes) -> None:
        """Send messages, each in a frame of its own, in one piece; nothing once it has ended."""

    def end(self, ending: Ending, reason: str = "") -> None:
        """Close, with this code, what was written before; nothing if it has ended."""


class ConnectionHandler(Protocol):
    """The server behind the connections: told of each client, and of what it says."""

    def met(self, connection: "ClientConnection") -> None:
        """A client has said hello and was welcomed."""

    def heard(self, connection: "ClientConnection", message: Message) -> None:
        """A client said what its state allows. The house moves the connection to IN by a login."""

    def gone(self, connection: "ClientConnection") -> None:
        """A connection that was met has ended, once; `connection.ended` is why."""


@dataclass
class ListenerContext:
    """Handler, limits and counts that all connections of a listener share."""

    handler: ConnectionHandler
    limits: ListenerLimits
    admission: AdmissionControl
    greeting: Welcome = field(default_factory=lambda: Welcome(VERSION))
    """Said to all who come: its features are those of the house, its version is replaced."""
    came: Callable[[str, str], None] = lambda address, answer: None
    """Told of each connection whence it came, and what admission control said."""
    inside: Callable[["MessageTransport", bool], None] = lambda transport, member: None
    """Told of each transport whose client has logged in, and whether as a member."""
    counts: Counter[str] = field(default_factory=Counter)
    """How often a message was refused, a request denied and a connection ended, by code."""
    _hellos: dict[bytes, Hello] = field(default_factory=dict, repr=False)
    """What was said as a hello lately, by its bytes."""
    _greeted: Welcome | None = field(default=None, repr=False)
    _welcomes: dict[tuple[int, tuple[str, ...]], bytes] = field(default_factory=dict, repr=False)
    """The words of that greeting, by what is common to both sides."""

    def first(self, data: bytes) -> Message:
        """What a client has said first; Malformed as any message. Thousands may come back at once,
        and all whose client is of the same make say the same."""
        known = self._hellos.get(data)
        if known is not None:
            return known
        message = decode(data, FROM_CLIENT)
        if isinstance(message, Hello):
            if len(self._hellos) >= HELLOS:
                del self._hellos[next(iter(self._hellos))]
            self._hellos[data] = message
        return message

    def welcome(self, version: int, features: tuple[str, ...]) -> bytes:
        """The greeting for a client of that version with which the house has these features in
        common. There are few, and thousands may come back at once."""
        if self._greeted is not self.greeting:
            self._greeted = self.greeting
            self._welcomes.clear()
        said = self._welcomes.get((version, features))
        if said is None:
            said = encode(replace(self.greeting, version=version, features=features))
            self._welcomes[version, features] = said
        return said


class ClientConnection:
    """One WebSocket of a client, with its state and its rate limits."""

    __slots__ = (
        "_buckets",
        "_context",
        "_ended",
        "_held",
        "_strikes",
        "_transport",
        "address",
        "delay",
        "features",
        "hello",
        "opened",
        "player",
        "send_bytes",
        "state",
        "version",
    )

    remote: Final = False
    """It is one of this process."""

    def __init__(
        self, transport: MessageTransport, context: ListenerContext, address: str, now: float
    ) -> None:
        self._transport = transport
        self.send_bytes: Callable[..., None] = transport.write
        """Says messages that are encoded already, in one piece."""
        self._held: list[bytes] = []
        self._context = context
        self._buckets: dict[str, TokenBucket] = {}
        self._strikes = TokenBucket(context.limits.strikes, now)
        self._ended = ""
        self.address = address
        self.opened = now
        self.state: State = NEW
        self.hello: Hello | None = None
        self.version = 0
        self.features: frozenset[str] = frozenset()
        """What both sides can do beyond the version."""
        self.delay = 0.0
        """Seconds of the way to the client and back, measured; a client can feign more."""
        self.player: object = None
        """Whatever the house keeps here."""

    @property
    def ended(self) -> str:
        """Why the connection has ended, as a code; empty while it lasts."""
        return self._ended

    def came_in(self, member: bool) -> None:
        """The house has let the client in."""
        self.state = IN
        self._context.inside(self._transport, member)

    def send(self, message: Message) -> None:
        """Say it; nothing if the connection has ended."""
        self.send_bytes(encode(message))

    @contextmanager
    def in_one_piece(self) -> Iterator[None]:
        """Whatever is said until the end of a `with` is sent then, together."""
        self.send_bytes = self._hold
        try:
            yield
        finally:
            self._say_held()

    def _hold(self, *data: bytes) -> None:
        self._held += data

    def _say_held(self) -> None:
        held, self._held = self._held, []
        self.send_bytes = self._transport.write
        if held:
            self.send_bytes(*held)

    def close(self, goodbye: Goodbye) -> None:
        """Say goodbye and end the connection; nothing more of it is heard."""
        if not self._ended:
            self.send(goodbye)
            self.end(GOODBYE, goodbye.code)

    def heard(self, data: bytes, now: float) -> None:
        """One message of the client, from the transport."""
        try:
            message = self._context.first(data) if self.state is NEW else decode(data, FROM_CLIENT)
        except Malformed as wrong:
            self._refuse(0, "malformed", f"That {wrong}."[:SENTENCE], now)
            return
        number: int = getattr(message, "id", 0)
        if self.state not in message.states:
            self._refuse(number, "not_now", SOON[self.state], now)
            return
        wait = self._wait(message.t, now)
        if wait > 0:
            text = f"You send {message.t!r} too fast; wait {wait:.1f} seconds."
            self._refuse(number, "too_fast", text, now, {"ms": int(wait * 1000) + 1})
        elif isinstance(message, Hello):
            self._meet(message)
        else:
            self._pass_on(message, number)

    def gone(self, why: str) -> None:
        """The transport has ended; once."""
        self._ended = self._ended or why
        self._context.counts[self._ended] += 1
        if self.state is not NEW:
            self._context.handler.gone(self)

    def _wait(self, kind: str, now: float) -> float:
        """0.0 if the connection may send this kind now, else the seconds until it may."""
        bucket = self._buckets.get(kind)
        if bucket is None:
            bucket = self._buckets[kind] = TokenBucket(self._context.limits.rates[kind], now)
        if not bucket.take(now):
            return max(bucket.wait(now), 0.001)
        if kind in LOGINS:
            return self._context.admission.login(self.address, now)
        return 0.0

    def _meet(self, hello: Hello) -> None:
        if not (hello.low <= VERSION and hello.high >= OLDEST and hello.low <= hello.high):
            spoken = f"from {OLDEST} to {VERSION}" if OLDEST < VERSION else f"{VERSION}"
            text = f"You speak {hello.low} to {hello.high}; the house speaks {spoken}."
            self.send(UpgradeRequired(OLDEST, VERSION, text))
            self.end(UPGRADE)
            return
        greeting = self._context.greeting
        self.hello = hello
        self.version = min(hello.high, VERSION)
        common = tuple(one for one in greeting.features if one in hello.features)
        self.features = frozenset(common)
        self.state = MET
        self.send_bytes(self._context.welcome(self.version, common))
        self._context.handler.met(self)

    def _pass_on(self, message: Message, number: int) -> None:
        try:
            self._context.handler.heard(self, message)
        except Exception:
            # The kind alone: a message may hold a password or a PIN.
            Logger().failure("The house failed at {kind}", kind=message.t)
            self._context.counts["failed"] += 1
            self.send(Refused(number, FAILED.name, "The house failed at that; nothing is lost."))

    def _refuse(
        self, number: int, code: str, text: str, now: float, facts: Mapping[str, int] | None = None
    ) -> None:
        self._context.counts[f"refused_{code}"] += 1
        self.send(Refused(number, code, text, dict(facts or {})))
        cost, ending = STRIKES[code]
        # A stranger has one try.
        if self.state is NEW or not self._strikes.take(now, cost):
            self.end(ending)

    def end(self, ending: Ending, reason: str = "") -> None:
        """End the connection without a message; nothing more of it is heard."""
        self._say_held()
        self._ended = ending.name
        self._transport.end(ending, reason)
