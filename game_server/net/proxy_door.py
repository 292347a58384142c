"""The door for connections of named proxies: it reads a header of the PROXY protocol, if there is
one, and hands the connection on as one from where it really comes."""

from typing import TYPE_CHECKING, Any, Final, cast

from twisted.internet.address import IPv4Address, IPv6Address
from twisted.internet.interfaces import IAddress
from twisted.internet.protocol import Factory, Protocol, connectionDone
from twisted.python.failure import Failure

from game_server.addresses import plain
from game_server.net.proxies import (
    MalformedClaim,
    Proxies,
    begins_proxy_protocol,
    proxy_header,
)
from game_server.net.timer_wheel import Timer, TimerWheel

if TYPE_CHECKING:
    from game_server.net.admission import AdmissionControl

NO_PORT: Final = 0


class ProxyDoor(Factory):
    """Stands before the factory of a listener, for those who come from a proxy that is believed."""

    noisy = False

    def __init__(
        self,
        factory: Any,
        proxies: Proxies,
        admission: "AdmissionControl",
        wheel: TimerWheel,
        seconds: float,
    ) -> None:
        # zope's interfaces are none that mypy sees.
        self.inner: Any = factory
        self.admission, self.wheel, self.seconds = admission, wheel, seconds
        self._proxies = proxies
        self.waiting: set[ProxiedConnection] = set()

    # What Twisted wants back is a protocol of mypy's, which Autobahn's are not.
    def buildProtocol(self, addr: IAddress | None) -> Protocol | None:
        host = plain(getattr(addr, "host", ""))
        if host not in self._proxies:
            return cast(Protocol | None, self.inner.buildProtocol(addr))
        if self.admission.hold() == "shut":
            return None
        made = ProxiedConnection(self, addr, host)
        self.waiting.add(made)
        return made

    def stop(self) -> None:
        """Those who have said nothing yet are not waited for."""
        for one in tuple(self.waiting):
            one.give_up()


class ProxiedConnection(Protocol):
    """A connection of a proxy, until its first bytes say whether they are a PROXY header."""

    def __init__(self, door: ProxyDoor, addr: IAddress | None, host: str) -> None:
        self._door, self._addr, self._host = door, addr, host
        self._data = b""
        self._timer: Timer | None = None

    def connectionMade(self) -> None:
        self._timer = self._door.wheel.callLater(self._door.seconds, self.give_up)

    def dataReceived(self, data: bytes) -> None:
        if self not in self._door.waiting:
            return
        self._data += data
        if not begins_proxy_protocol(self._data):
            self._hand_on(self._addr, 0)
            return
        try:
            found = proxy_header(self._data, self._host)
        except MalformedClaim:
            self.give_up()
            return
        if found is None:
            return
        real, end = found
        kind = IPv6Address if ":" in real else IPv4Address
        self._hand_on(self._addr if real == self._host else kind("TCP", real, NO_PORT), end)

    def connectionLost(self, reason: Failure = connectionDone) -> None:
        self._leave()

    def give_up(self) -> None:
        """It is ended without a word."""
        self._leave()
        cast(Any, self.transport).loseConnection()

    def _hand_on(self, addr: object, end: int) -> None:
        self._leave()
        transport = cast(Any, self.transport)
        inner = self._door.inner.buildProtocol(addr)
        if inner is None:
            transport.loseConnection()
            return
        # From here on the transport knows the other alone: nothing stands between them.
        transport.protocol = inner
        inner.makeConnection(transport)
        if self._data[end:]:
            inner.dataReceived(self._data[end:])

    def _leave(self) -> None:
        if self in self._door.waiting:
            self._door.waiting.discard(self)
            self._door.admission.release()
        if self._timer is not None:
            self._timer.cancel()
