"""The listener: whom it lets in, with which of Autobahn's settings, and how it stops."""

import re
from collections import Counter
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Final, cast

from autobahn.twisted.websocket import WebSocketServerFactory
from OpenSSL import crypto
from twisted.internet.defer import Deferred, maybeDeferred
from twisted.internet.interfaces import IAddress, IOpenSSLContextFactory, IProtocolFactory
from twisted.internet.posixbase import PosixReactorBase
from twisted.internet.ssl import Certificate, CertificateOptions, KeyPair, TLSVersion
from twisted.internet.tcp import Port
from twisted.protocols.tls import TLSMemoryBIOFactory

from game_server.addresses import plain
from game_server.net.door import Door
from game_server.net.limits import Limits
from game_server.net.line import House, Porch, Wire
from game_server.net.strangers import Strangers
from game_server.net.wheel import Timer, Wheel
from game_server.net.wire import AutobahnWire
from protocol.messages import VERSION, Goodbye, Welcome

BACKLOG: Final = 512
ACCEPT: Final = 16
"""New connections a turn of the loop: each costs a tenth of a millisecond."""
THIN_S: Final = 1.0
"""Seconds between two looks at lines without a login in a house that is nearly full."""
GOLDEN: Final = 0.6180339887
PEM: Final = re.compile(rb"-----BEGIN CERTIFICATE-----.+?-----END CERTIFICATE-----", re.DOTALL)


class Batch:
    """Autobahn's timers on our wheel; its own round a time-out down to a whole second."""

    def __init__(self, wheel: Wheel) -> None:
        self._wheel = wheel

    def call_later(self, delay: float, call: Callable[[], object]) -> Timer:
        return self._wheel.callLater(delay, call)


class Lines(WebSocketServerFactory):
    """Makes a wire of each connection that the door lets in."""

    noisy = False

    def __init__(self, porch: Porch, wheel: Wheel, reactor: object) -> None:
        porch.limits.check()
        super().__init__(server="", reactor=reactor)  # type: ignore[no-untyped-call]  # Autobahn's
        self.porch = porch
        self.limits = limits = porch.limits
        self.door = porch.door
        self.wheel = wheel
        self.wires: set[AutobahnWire] = set()
        self._strangers = Strangers()
        self._thinning = False
        self.door.make_room = self._strangers.make_room
        porch.inside = self._inside
        self._batched_timer = Batch(wheel)
        self._spread = count(1)
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
            # Pings, and the most lines, are ours: they measure the delay and count by address.
            autoPingInterval=0,
            maxConnections=0,
            trustXForwardedFor=0,
            serveFlashSocketPolicy=False,
            allowedOrigins=list(limits.pages()),
            allowNullOrigin=limits.null_origin,
        )
        # Autobahn copies its settings to each connection, after it looked in vain for tcpNoDelay,
        # and pretty-prints them for its log, half a millisecond each. So they are attributes of
        # the class, where a function would be bound.
        found = {name: getattr(self, name) for name in AutobahnWire.CONFIG_ATTRS}
        settings = {name: staticmethod(it) if callable(it) else it for name, it in found.items()}
        own = type("Wire", (AutobahnWire,), {**settings, "CONFIG_ATTRS": ()})
        self._wire = cast(type[AutobahnWire], own)

    # What Twisted wants back is a protocol of mypy's, which Autobahn's are not.
    def buildProtocol(self, addr: IAddress | None) -> AutobahnWire | None:  # type: ignore[override]
        address, now = plain(getattr(addr, "host", "")), self.wheel.seconds()
        answer = self.door.enter(address, now)
        self.porch.came(address, answer)
        if answer == "shut":
            self.porch.counts["shut"] += 1
            return None
        wire = self._wire()
        wire.factory, wire.address, wire.answer = self, address, answer
        self.wires.add(wire)
        self._strangers.came(wire, now)
        if not self._thinning and self.door.crowded():
            self._thinning = True
            self.wheel.callLater(THIN_S, self._thin)
        return wire

    def left(self, wire: AutobahnWire) -> None:
        """The connection is gone."""
        self.wires.discard(wire)
        self.gives_up(wire)

    def gives_up(self, wire: AutobahnWire) -> None:
        """The place of a connection is free, whether or not it is gone already."""
        self._strangers.gone(wire)
        if wire.counts:
            wire.counts = False
            self.door.leave(wire.address, wire.member)

    def _inside(self, wire: Wire, member: bool) -> None:
        if isinstance(wire, AutobahnWire) and wire.counts:
            self._strangers.gone(wire)
            if member and not wire.member:
                wire.member = True
                self.door.is_member(wire.address)

    def _thin(self) -> None:
        """While only the lines are left that are kept for those who come back, nobody stays long
        without a login."""
        self._thinning = self.door.crowded()
        if self._thinning:
            self._strangers.thin(self.wheel.seconds() - self.limits.crowded_seconds)
            self.wheel.callLater(THIN_S, self._thin)

    def spread(self) -> float:
        """Ever other fractions of 1, evenly spread however many are taken."""
        return next(self._spread) * GOLDEN % 1.0


class Gate(Port):
    """A listening port that takes a few connections a turn, however many knock."""

    @property
    def numberAccepts(self) -> int:
        return self._accepts

    @numberAccepts.setter
    def numberAccepts(self, wanted: int) -> None:
        # Twisted takes a hundred, and twenty more each time that all of them were there.
        self._accepts = min(wanted, ACCEPT)


class Net:
    """The net of a house: it listens, and lets clients in as lines."""

    def __init__(
        self,
        house: House,
        limits: Limits,
        reactor: PosixReactorBase,
        greeting: Welcome | None = None,
    ) -> None:
        limits.check()
        self.wheel = Wheel(reactor)
        self.porch = Porch(house, limits, Door(limits), greeting or Welcome(VERSION))
        self._reactor = reactor
        self._lines = Lines(self.porch, self.wheel, reactor)
        self._gate: Gate | None = None

    @property
    def counts(self) -> Counter[str]:
        """Refusals, denials and endings so far, by code."""
        return self.porch.counts

    @property
    def open(self) -> int:
        """How many lines there are, those that are not yet or no longer lines included."""
        return self.porch.door.lines

    def listen(self) -> int:
        """Let clients in from now on; the port, which the system chose if it was 0."""
        limits = self.porch.limits
        # zope's interfaces are none that mypy sees.
        factory = cast(IProtocolFactory, self._lines)
        if limits.secure:
            context = cast(IOpenSSLContextFactory, tls(limits))
            factory = cast(IProtocolFactory, TLSMemoryBIOFactory(context, False, factory))
        self._gate = Gate(limits.port, factory, BACKLOG, limits.address, self._reactor)
        self._gate.startListening()
        bound: tuple[str, int] = self._gate.socket.getsockname()[:2]
        return bound[1]

    def stop(self, goodbye: Goodbye) -> Deferred[None]:
        """Let nobody in, say goodbye to all, and fire when the last line is gone."""
        gone: Deferred[None] = Deferred()
        gate, self._gate = self._gate, None
        stopped = maybeDeferred(gate.stopListening) if gate else None

        def look() -> None:
            if self._lines.wires:
                self.wheel.callLater(0, look)
            else:
                gone.callback(None)

        for wire in tuple(self._lines.wires):
            wire.dismiss(goodbye)
        if stopped is None:
            look()
        else:
            stopped.addCallback(lambda _: look())
        return gone


def tls(limits: Limits) -> CertificateOptions:
    """What a TLS listener shows: the certificate and those it rests on. It speaks TLS 1.3 alone,
    in which no key that is stolen later opens what was said."""
    pages = PEM.findall(Path(limits.certificate).read_bytes())
    own, *chain = (Certificate.loadPEM(page).original for page in pages)
    key = KeyPair.load(Path(limits.key).read_bytes(), crypto.FILETYPE_PEM).original
    return CertificateOptions(
        privateKey=key,
        certificate=own,
        extraCertChain=chain,
        raiseMinimumTo=TLSVersion.TLSv1_3,
    )
