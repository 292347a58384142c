"""The listener: accepts connections under admission control, and stops."""

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import count, islice
from socket import socket
from typing import Final, cast

from twisted.internet.defer import Deferred
from twisted.internet.error import CannotListenError
from twisted.internet.interfaces import (
    IAddress,
    IOpenSSLServerConnectionCreator,
    IProtocolFactory,
)
from twisted.internet.posixbase import PosixReactorBase
from twisted.logger import Logger
from twisted.protocols.tls import TLSMemoryBIOFactory

from game_server.addresses import plain, private
from game_server.net.admission import Admission, AdmissionControl
from game_server.net.certificates import Certificates
from game_server.net.connection import ConnectionHandler, ListenerContext, MessageTransport
from game_server.net.internals import AutobahnFactory, Later
from game_server.net.limits import ListenerLimits, with_port
from game_server.net.listening_ports import ListeningPorts
from game_server.net.page_visit import PageVisits
from game_server.net.plain_request import own_host
from game_server.net.proxies import MalformedClaim, Proxies, forwarded_for
from game_server.net.proxy_door import ProxyDoor
from game_server.net.timer_wheel import TimerWheel
from game_server.net.unauthenticated import Unauthenticated
from game_server.net.web_files import WebFiles
from game_server.net.websocket import WebSocketTransport
from protocol.endings import GOING_AWAY, Ending
from protocol.messages import VERSION, Goodbye, Welcome

EVICT_EVERY_S: Final = 1.0
"""Seconds between two looks at connections without a login in a house that is nearly full."""
GOLDEN: Final = 0.6180339887


class ConnectionFactory(AutobahnFactory):
    """Makes a `WebSocketTransport` of each connection that admission control lets in."""

    def __init__(self, context: ListenerContext, wheel: TimerWheel, reactor: object) -> None:
        context.limits.check()
        super().__init__(wheel, reactor)
        self.context = context
        self.limits = limits = context.limits
        self.admission = context.admission
        self.wheel = wheel
        self.proxies = Proxies(limits.proxies)
        self.websockets: set[WebSocketTransport] = set()
        self._unauthenticated = Unauthenticated()
        self._evicting = False
        self.admission.make_room = self._unauthenticated.make_room
        context.inside = self._inside
        self._spread = count(1)
        self.farewell: Ending | None = None
        """How connections end that are opened while the listener stops."""
        self.visits: PageVisits | None = None
        """Of the page, where the house has one."""
        self._pages = frozenset(limits.pages())
        self.setProtocolOptions(  # type: ignore[no-untyped-call]  # Autobahn's
            versions=[13],
            webStatus=False,
            requireMaskedClientFrames=True,
            maxFramePayloadSize=limits.frame_bytes,
            maxMessagePayloadSize=limits.frame_bytes,
            failByDrop=False,
            echoCloseCodeReason=False,
            openHandshakeTimeout=limits.request_seconds,
            closeHandshakeTimeout=limits.close_seconds,
            tcpNoDelay=True,
            perMessageCompressionAccept=lambda _: None,
            # Pings, and the most connections, are ours: they measure the delay and count by
            # address.
            autoPingInterval=0,
            maxConnections=0,
            trustXForwardedFor=0,
            serveFlashSocketPolicy=False,
            # Which pages may connect is said below: Autobahn does not know the house's own.
            allowedOrigins=["*"],
            allowNullOrigin=limits.null_origin,
        )
        self._websocket_class = self.configured(WebSocketTransport)

    # What Twisted wants back is a protocol of mypy's, which Autobahn's are not.
    def buildProtocol(  # type: ignore[override]
        self, addr: IAddress | None
    ) -> WebSocketTransport | None:
        address, now = plain(getattr(addr, "host", "")), self.wheel.seconds()
        if address in self.proxies:
            if self.admission.hold() == "shut":
                self.context.counts["shut"] += 1
                return None
            websocket = self._made(address, "in", now)
            websocket.held = True
            return websocket
        answer = self._admits(address, now)
        return None if answer == "shut" else self._made(address, answer, now)

    def _admits(self, address: str, now: float) -> Admission:
        if self.limits.lan and not private(address):
            # A router passes its port on to this one.
            self.context.counts["not_private"] += 1
            self.context.came(address, "not_private")
            return "shut"
        answer = self.admission.enter(address, now)
        self.context.came(address, answer)
        if answer == "shut":
            self.context.counts["shut"] += 1
        return answer

    def _made(self, address: str, answer: Admission, now: float) -> WebSocketTransport:
        websocket = self._websocket_class()
        websocket.factory, websocket.address, websocket.answer = self, address, answer
        self.websockets.add(websocket)
        self._unauthenticated.came(websocket, now)
        if not self._evicting and self.admission.crowded():
            self._evicting = True
            self.wheel.callLater(EVICT_EVERY_S, self._evict_idle)
        return websocket

    def comes_from(self, websocket: WebSocketTransport, head: bytes) -> int:
        """The proxy has said whence this connection comes, in the head of its request: 0, or the
        HTTP status that denies it."""
        try:
            address = forwarded_for(head, self.proxies, websocket.address)
        except MalformedClaim:
            return 400
        now = self.wheel.seconds()
        self._unauthenticated.gone(websocket)
        self.admission.release()
        websocket.held = False
        websocket.address, websocket.answer = address, self._admits(address, now)
        websocket.counts = websocket.answer != "shut"
        if not websocket.counts:
            return 429
        self._unauthenticated.came(websocket, now)
        return 0

    def left(self, websocket: WebSocketTransport) -> None:
        """The connection is gone."""
        self.websockets.discard(websocket)
        self.gives_up(websocket)
        if self.visits is not None:
            self.visits.leave(websocket)

    def admits(self, origin: str | None, host: str) -> bool:
        """Whether the page with this origin may connect to the house under that name; programs are
        of no page."""
        if not origin:
            return self.limits.apps
        if origin == "null":
            return self.limits.null_origin
        if with_port(origin) in self._pages:
            return True
        scheme = "https" if self.limits.secure else "http"
        own = self.visits is not None and own_host(host, self.visits.names)
        return own and origin.lower() == f"{scheme}://{host.lower()}"

    def serve(self, files: WebFiles) -> None:
        """Give browsers these files from now on."""
        self.visits = PageVisits(files, self.limits, self.wheel.seconds, self._turn)

    def _turn(self, call: Callable[[], None]) -> None:
        """Do that in the next turn of the loop."""
        cast(Later, self.reactor).callLater(0, call)

    def gives_up(self, websocket: WebSocketTransport) -> None:
        """The place of a connection is free, whether or not it is gone already."""
        self._unauthenticated.gone(websocket)
        if websocket.counts:
            websocket.counts = False
            if websocket.held:
                self.admission.release()
            else:
                self.admission.leave(websocket.address, websocket.member)

    def _inside(self, websocket: MessageTransport, member: bool) -> None:
        if isinstance(websocket, WebSocketTransport) and websocket.counts:
            self._unauthenticated.gone(websocket)
            if member and not websocket.member:
                websocket.member = True
                self.admission.is_member(websocket.address)

    def _evict_idle(self) -> None:
        """End connections without a login while only those are left that are kept for players who
        come back."""
        self._evicting = self.admission.crowded()
        if self._evicting:
            self._unauthenticated.evict_before(
                self.wheel.seconds() - self.limits.full_login_seconds
            )
            self.wheel.callLater(EVICT_EVERY_S, self._evict_idle)

    def dismiss(self, farewell: Goodbye | Ending) -> None:
        """End all connections like that."""
        if isinstance(farewell, Ending):
            self.farewell = farewell
        for websocket in tuple(self.websockets):
            websocket.dismiss(farewell)

    def ask_back(self, most: int) -> None:
        """End so many connections; their clients come back at once, wherever they are let in."""
        for websocket in tuple(islice(self.websockets, most)):
            websocket.dismiss(GOING_AWAY)

    def spread(self) -> float:
        """Ever other fractions of 1, evenly spread however many are taken."""
        return next(self._spread) * GOLDEN % 1.0


class Listener:
    """Listens for clients and hands each of them, as a connection, to the handler."""

    _log = Logger()

    def __init__(
        self,
        handler: ConnectionHandler,
        limits: ListenerLimits,
        reactor: PosixReactorBase,
        greeting: Welcome | None = None,
        handed: Sequence[socket] = (),
    ) -> None:
        """`handed` are sockets that listen already; those at addresses of the limits are used."""
        limits.check()
        self.wheel = TimerWheel(reactor)
        self.context = ListenerContext(
            handler, limits, AdmissionControl(limits), greeting or Welcome(VERSION)
        )
        self._factory = ConnectionFactory(self.context, self.wheel, reactor)
        self._ports = ListeningPorts(reactor, handed)
        self._certificates: Certificates | None = None
        self._door: ProxyDoor | None = None

    @property
    def counts(self) -> Counter[str]:
        """Refusals, denials and endings so far, by code."""
        return self.context.counts

    @property
    def open(self) -> int:
        """How many connections there are, those before and after their handshake included."""
        return self.context.admission.connections

    def listen(self) -> int:
        """Let clients in from now on; the port, which the system chose if it was 0."""
        limits = self.context.limits
        # zope's interfaces are none that mypy sees.
        factory = cast(IProtocolFactory, self._factory)
        if limits.secure:
            self._certificates = Certificates(limits.certificate, limits.key)
            shown = cast(IOpenSSLServerConnectionCreator, self._certificates)
            factory = cast(IProtocolFactory, TLSMemoryBIOFactory(shown, False, factory))
        if limits.proxies:
            self._door = ProxyDoor(
                factory,
                self._factory.proxies,
                self.context.admission,
                self.wheel,
                limits.request_seconds,
            )
            factory = cast(IProtocolFactory, self._door)
        port = self._ports.listen(limits.address, limits.port, factory)
        for other in limits.others:
            try:
                self._ports.listen(other, port, factory)
            except CannotListenError as wrong:
                # An address that has gone since, or whose port another program has.
                text = "Players cannot connect on {address}: {why}."
                self._log.warn(text, address=other, why=wrong.socketError)
        self._ports.close_unused()
        return port

    def renew(self) -> bool:
        """Read the certificate anew, for connections from now on; False where there is none.
        BadCertificate, and the one before stays in use."""
        if self._certificates is None:
            return False
        self._certificates.renew()
        return True

    @property
    def addresses(self) -> tuple[str, ...]:
        """Where it listens."""
        return self._ports.addresses

    def sockets(self) -> tuple[socket, ...]:
        """Where it listens, to be handed on: copies that go on when the listener stops."""
        return self._ports.sockets()

    def serve(self, files: WebFiles) -> None:
        """Give the files of this page to browsers that ask for them."""
        self._factory.serve(files)

    def ask_back(self, most: int) -> None:
        """End so many connections; their clients come back at once, wherever they are let in."""
        self._factory.ask_back(most)

    def stop(self, farewell: Goodbye | Ending) -> Deferred[None]:
        """Let nobody in, end all connections like that, and fire when the last one is gone."""
        gone: Deferred[None] = Deferred()
        stopped = self._ports.stop()

        def look() -> None:
            if self._factory.websockets:
                self.wheel.callLater(0, look)
            else:
                gone.callback(None)

        if self._door is not None:
            self._door.stop()
        self._factory.dismiss(farewell)
        stopped.addCallback(lambda _: look())
        return gone
