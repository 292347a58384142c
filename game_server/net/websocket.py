"""A client's WebSocket on Autobahn: frames, pings, slow readers, and how it ends.

Autobahn leaves open what this closes: a request without an end, messages in countless frames,
frames without a pause, and what still arrives after a connection was failed.
"""

from collections.abc import Callable
from http import HTTPStatus
from typing import TYPE_CHECKING, Final, cast

from autobahn.websocket.types import ConnectionDeny, ConnectionRequest
from twisted.internet.protocol import connectionDone
from twisted.python.failure import Failure

from game_server.net.admission import Admission
from game_server.net.codes import CLOSED, LOST
from game_server.net.connection import ClientConnection
from game_server.net.frame_sender import FrameSender
from game_server.net.frames import BINARY, ping, whole
from game_server.net.internals import AutobahnProtocol
from game_server.net.page_visit import PageVisit
from game_server.net.plain_request import END, PlainRequest, granted, parsed
from game_server.net.timer_wheel import Timer
from game_server.rate_limit import TokenBucket
from protocol.endings import (
    CROWDED,
    DENIALS,
    ENDINGS,
    NO_HELLO,
    NO_LOGIN,
    PROTOCOL,
    SILENT,
    TEXT,
    TOO_BIG,
    TOO_FAST,
    TOO_SLOW,
    Ending,
)
from protocol.messages import MET, NEW, Goodbye

if TYPE_CHECKING:
    from game_server.net.listener import ConnectionFactory

DEAF: Final = 65_536
"""What a client may still send after its connection has ended, while it takes note of that."""
RETRY_S: Final = {429: 30, 503: 10}
"""What a refusal says of when to come again, by status."""
AWAY_S: Final = 0.25
"""How long a connection that is ended for another may take to hear of it."""
CALM: Final = 0.125
"""How much a new measurement changes the delay."""


deny: Final = cast(Callable[[int, str], Exception], ConnectionDeny)


class NullLogger:
    """A log of nothing: Autobahn formats a line for every frame, and strangers' words in some."""

    def debug(self, *_: object, **__: object) -> None: ...
    def info(self, *_: object, **__: object) -> None: ...
    def warn(self, *_: object, **__: object) -> None: ...
    def error(self, *_: object, **__: object) -> None: ...


class WebSocketTransport(AutobahnProtocol):
    """The transport of one client: a WebSocket on Autobahn. `connection` is there from the
    handshake to the end."""

    log = NullLogger()
    factory: "ConnectionFactory"
    write: Callable[..., None]
    address: str
    answer: Admission
    """Whence it comes and what admission control said; both are set before the connection is
    made."""
    counts = True
    """Whether it takes up a place in the house."""
    held = False
    """Whether it comes from a proxy that has yet to say whence."""
    member = False
    connection: ClientConnection | None = None

    def is_open_now(self, is_open: bool) -> None:
        self._sender.open = is_open

    def connectionMade(self) -> None:
        self._sender = FrameSender(self.transport, self.factory.limits.kernel_bytes, self._late)
        # For every seat of a table after every act: the shortest way there is.
        self.write = self._sender.send
        self._now = self.factory.wheel.seconds()
        self._timers: dict[str, Timer] = {}
        self._behind = -1
        self._unread = 0
        self._fragments = 0
        self._pings = 0
        self._pinged: tuple[bytes, float] | None = None
        self._frames = TokenBucket(self.factory.limits.frames, self._now)
        self._end_code = LOST
        self._visit: PageVisit | None = None
        super().connectionMade()
        self.registerProducer(self, True)

    def connectionLost(self, reason: Failure = connectionDone) -> None:
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()
        super().connectionLost(reason)
        # A flood of connections brings much of what holds itself.
        self.forget_deferreds()
        self._sender.forget()
        if self._visit is not None:
            self._visit.forget()
        self.factory.left(self)
        if self.connection is not None:
            connection, self.connection = self.connection, None
            connection.gone(CLOSED if self._end_code == LOST and self.wasClean else self._end_code)

    # What comes in

    def dataReceived(self, data: bytes) -> None:
        if self._sender.open:
            self._now = self.factory.wheel.seconds()
            if self.mid_message:
                self.feed(data)
            else:
                self._short_way(data)
        elif self._visit is not None and not self._visit.ended:
            self._visit.asked(data)
        elif self.ended:
            self._unread += len(data)
            if self._unread > DEAF:
                self._sender.abort()
        else:
            self._now = self.factory.wheel.seconds()
            if self.connecting:
                self._request(data)
            else:
                self.feed(data)

    def _short_way(self, data: bytes) -> None:
        at = 0
        while at < len(data):
            found, kind = whole(data, at), data[at]
            if found is None:
                self.feed(data[at:])
                return
            message, at = found
            if not self.frame_begins():
                return
            if kind != BINARY:
                self.onPong(message)
            elif self.connection is not None:
                self.connection.heard(message, self._now)
            if not self._sender.open:
                return

    def frame_begins(self) -> bool:
        if self._frames.take(self._now):
            return True
        self._fail(TOO_FAST)
        return False

    def message_begins(self, binary: bool) -> None:
        self._fragments = 0
        if not binary:
            self._fail(TEXT)

    def part_begins(self) -> None:
        # Empty frames are free for Autobahn's limit of bytes and fill its list for ever.
        self._fragments += 1
        if self._fragments > self.factory.limits.fragments:
            self._fail(TOO_BIG)

    def onMessage(self, payload: bytes, isBinary: bool) -> None:
        if isBinary and self._sender.open and self.connection is not None:
            self.connection.heard(payload, self._now)

    # What goes out

    def _late(self, left: int) -> None:
        if self._behind >= 0:
            self._behind += left
            if self._behind > self.factory.limits.slow_bytes:
                self._too_slow()

    def pauseProducing(self) -> None:
        """The transport holds more than it likes."""
        if self._visit is not None:
            self._visit.pause()
        elif self._behind < 0:
            self._behind = 0
            self._later("slow", self.factory.limits.slow_seconds, self._too_slow)

    def resumeProducing(self) -> None:
        """All of it is sent."""
        if self._visit is not None:
            self._visit.resume()
        self._behind = -1
        self._never("slow")

    def stopProducing(self) -> None:
        """The connection is lost; `connectionLost` follows."""

    def _too_slow(self) -> None:
        # No close frame would get past what is not being read.
        self._abort(TOO_SLOW)

    @property
    def entering(self) -> bool:
        """Whether its login is being looked at."""
        return (
            self.connection is not None
            and self.connection.state is MET
            and self.connection.player is not None
        )

    def make_way(self) -> None:
        """The house is full, and nobody has logged in here: end it, soon."""
        self.factory.gives_up(self)
        if self._visit is not None:
            self._sender.abort()
        elif self.connection is not None and self.connection.state is MET and self._sender.open:
            self._fail(CROWDED)
            # Others take its place already.
            self._later("close", AWAY_S, self._sender.abort)
        else:
            self._abort(CROWDED)

    # How it begins

    def _request(self, data: bytes) -> None:
        begun = self.unread() + data
        end = begun.find(END)
        if (len(begun) if end < 0 else end) > self.factory.limits.request_bytes:
            self.request_refused(431)
            return
        proxied = self.held
        if self.held and end >= 0:
            status = self.factory.comes_from(self, begun[:end])
            if status:
                self.request_refused(status)
                return
        request = parsed(begun[:end]) if end >= 0 else None
        if request is not None and self.factory.visits is not None and not request.upgrades:
            self._visited(begun, proxied)
            return
        answer = None if request is None else self._granted(begun[:end], request)
        if answer is not None:
            self.opens(answer)
            self._short_way(begun[end + len(END) :])
            return
        try:
            self.feed(data)
        except Exception:
            if not self.connecting:
                raise
            # What Autobahn did not expect of a stranger's request is no error of ours.
            self.request_refused(400)

    def _granted(self, head: bytes, request: PlainRequest) -> bytes | None:
        """The answer to one who may come in as a client, and asks as nearly all do; None: Autobahn
        reads the request, and says why not."""
        origin = request.fields.get("origin")
        may = self.answer == "in" and self.factory.admits(origin, request.fields.get("host", ""))
        # An origin without a word in it is none of a program, and wrong.
        return granted(head, request) if may and origin != "" else None

    def _visited(self, data: bytes, proxied: bool) -> None:
        """It is the connection of a browser that fetches the page: no place of a player's."""
        visits = self.factory.visits
        assert visits is not None
        self.factory.gives_up(self)
        if not visits.enter(self):
            self.request_refused(429)
            return
        # What a proxy keeps open it uses for anybody.
        self._visit = PageVisit(visits, self, single=proxied)
        self.end_reading()
        self._visit.asked(data)

    def say(self, data: bytes) -> None:
        """Write bytes: an answer to a request, or a part of one."""
        self._sender.write(data)

    def lasts(self, seconds: float, then: Callable[[], object]) -> None:
        """Do that after so many seconds, unless it is said otherwise before."""
        self._later("page", seconds, then)

    def part(self) -> None:
        """A browser has all that it is given."""
        self._hang_up(self.factory.limits.page_seconds)

    def onConnect(self, request: ConnectionRequest) -> None:
        if self.answer == "house_full":
            raise deny(503, "The house is full; try again later.")
        if self.answer == "too_many_lines":
            raise deny(429, "There are too many lines from your address.")
        if not self.factory.admits(request.origin, request.headers.get("host", "")):
            raise deny(403, "Only pages of this house may connect.")

    def onOpen(self) -> None:
        limits = self.factory.limits
        self.connection = ClientConnection(self, self.factory.context, self.address, self._now)
        self._later("hello", limits.hello_seconds, self._expect_hello)
        # Spread, so that a crowd that came at once is not pinged at once for ever.
        self._later("ping", self.factory.spread() * limits.ping_seconds, self._ping)
        if self.factory.farewell is not None:
            self.connection.end(self.factory.farewell)

    def _expect_hello(self) -> None:
        if self.connection is not None and self.connection.state is NEW:
            self._fail(NO_HELLO)
        else:
            self._later("login", self.factory.limits.login_seconds, self._expect_login)

    def _expect_login(self) -> None:
        if self.connection is None or self.connection.state is not MET:
            return
        if self.factory.context.greeting.open:
            self._fail(NO_LOGIN)
        else:
            # Whoever waits at a closed house is told when it opens.
            self._later("login", self.factory.limits.login_seconds, self._expect_login)

    def request_refused(self, code: int) -> None:
        """Deny the request in plain HTTP; nothing that it said is said back."""
        self._end_code, _ = DENIALS.get(code, DENIALS[400])
        self.factory.context.counts[self._end_code] += 1
        upgrade = "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n" if code == 426 else ""
        connection = "Upgrade, close" if code == 426 else "close"
        retry = f"Retry-After: {RETRY_S[code]}\r\n" if code in RETRY_S else ""
        self.sendData(
            f"HTTP/1.1 {code} {HTTPStatus(code).phrase}\r\n{upgrade}{retry}"
            f"Content-Length: 0\r\nConnection: {connection}\r\n\r\n".encode()
        )
        self._hang_up()

    # How it ends

    def end(self, ending: Ending, reason: str = "") -> None:
        """End the connection with a close code, and a reason if there is one to say."""
        if self._sender.open:
            self._end_code = ending.name
            self.send_close(ending.code.to_bytes(2, "big") + (reason or ending.name).encode())
            self._hang_up()

    def dismiss(self, farewell: Goodbye | Ending) -> None:
        """End it as the house would, or at once if it is no connection yet."""
        if self.connection is None:
            # Who has knocked is told as soon as it can be heard.
            if self._visit is not None or not isinstance(farewell, Ending):
                self._sender.abort()
        elif isinstance(farewell, Ending):
            self.connection.end(farewell)
        else:
            self.connection.close(farewell)

    def _fail(self, ending: Ending) -> None:
        self.failedByMe = True
        self.end(ending)

    def refused(self, code: int) -> None:
        self._fail(ENDINGS.get(code, PROTOCOL))

    def _hang_up(self, seconds: float = 0.0) -> None:
        """Nothing more is said, and what is heard is thrown away; what was said still arrives."""
        self.end_reading()
        for name in ("hello", "login", "ping", "slow", "page"):
            self._never(name)
        # A producer that was paused would keep the transport from ever closing its half.
        self.unregisterProducer()
        self._sender.finish()
        within = seconds or self.factory.limits.close_seconds
        self._later("close", within, self._sender.abort)

    def waits_for_close(self) -> None:
        self._later("close", self.factory.limits.close_seconds, self._sender.abort)

    def _abort(self, ending: Ending) -> None:
        if not self.ended:
            self._end_code = ending.name
            self.state = self.STATE_CLOSED
            self._sender.abort()

    # Signs of life

    def _ping(self) -> None:
        limits = self.factory.limits
        now = self.factory.wheel.seconds()
        if now - self._now > limits.ping_seconds + limits.silent_seconds:
            self._abort(SILENT)
            return
        self._pings += 1
        self._pinged = (self._pings.to_bytes(8, "big"), now)
        if self._sender.open:
            # Past what is counted for slow readers: it is small, and nobody answers what waits.
            self._sender.write(ping(self._pinged[0]))
        self._later("ping", limits.ping_seconds, self._ping)

    def onPong(self, payload: bytes) -> None:
        if self._pinged is not None and payload == self._pinged[0] and self.connection is not None:
            took = self._now - self._pinged[1]
            known = self.connection.delay
            self.connection.delay = took if known == 0.0 else known + CALM * (took - known)
            self._pinged = None

    def _later(self, name: str, delay: float, call: Callable[[], object]) -> None:
        self._never(name)
        self._timers[name] = self.factory.wheel.callLater(delay, call)

    def _never(self, name: str) -> None:
        timer = self._timers.pop(name, None)
        if timer is not None:
            timer.cancel()
