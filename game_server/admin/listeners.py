"""The listeners for administrators: a unix socket that only the house's own user can open, and TCP
with TLS if the settings name it."""

import os
import re
import stat
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, cast

from twisted.internet.defer import Deferred, gatherResults, maybeDeferred
from twisted.internet.error import CannotListenError
from twisted.internet.interfaces import IOpenSSLServerConnectionCreator, IProtocolFactory
from twisted.internet.posixbase import PosixReactorBase
from twisted.logger import Logger
from twisted.protocols.tls import TLSMemoryBIOFactory

from game_server.admin.connections import AdminConnections
from game_server.admin.office import Office
from game_server.clock import Clock
from game_server.config import Config
from game_server.net.certificates import BadCertificate, Certificates

SOCKET: Final = "admin.sock"
LONGEST_PATH: Final = 107
"""What the system takes as the name of a socket."""
OWNER_ONLY: Final = 0o600
AT: Final = re.compile(r"(?:\[([0-9a-fA-F:.]+)\]|([^\[\]:/]+)):(\d{1,5})")


class CannotListen(Exception):
    """Why there is no connection for administrators, and what would be right."""


@dataclass(frozen=True)
class AdminAddress:
    """The addresses that administrators connect to: a path, and an address with what TLS shows
    there."""

    socket: str
    host: str = ""
    port: int = 0
    certificates: Certificates | None = None


def admin_address(config: Config) -> AdminAddress:
    """What the settings say; CannotListen when it must not be so."""
    admin, listen = config.admin, config.listen
    socket = admin.socket or str(Path(config.house.data) / SOCKET)
    if len(os.fsencode(socket)) > LONGEST_PATH:
        text = f"{socket} is too long for a socket; name a shorter path as [admin] socket"
        raise CannotListen(f"{text} ({LONGEST_PATH} bytes are the most).")
    if not admin.listen:
        return AdminAddress(socket)
    at = AT.fullmatch(admin.listen)
    if at is None or not int(at[3]) <= 65535:
        text = f"[admin] listen is {admin.listen!r}; it is written like 0.0.0.0:8773."
        raise CannotListen(text)
    own = bool(admin.certificate or admin.key)
    certificate = admin.certificate if own else listen.certificate
    key = admin.key if own else listen.key
    if not (certificate and key):
        text = f"Administrators connect to {admin.listen} over TLS alone; name a certificate and"
        raise CannotListen(f"{text} its key, or leave [admin] listen empty.")
    try:
        certificates = Certificates(certificate, key)
    except BadCertificate as wrong:
        raise CannotListen(str(wrong)) from None
    return AdminAddress(socket, at[1] or at[2], int(at[3]), certificates)


class AdminListener:
    """Listens for administrators."""

    _log = Logger()

    def __init__(
        self, way: AdminAddress, office: Office, reactor: PosixReactorBase, clock: Clock
    ) -> None:
        self._address, self._reactor = way, reactor
        # Strangers who fill one do not keep anybody out of the other.
        self._near, self._far = AdminConnections(office, clock), AdminConnections(office, clock)
        self._ports: list[Any] = []

    def open(self) -> None:
        """Let administrators come; CannotListen says why they cannot."""
        self._ports.append(self._listen_unix(self._address.socket))
        if self._address.certificates is None:
            return
        # zope's interfaces are none that mypy sees.
        shown = cast(IOpenSSLServerConnectionCreator, self._address.certificates)
        factory = TLSMemoryBIOFactory(shown, False, cast(IProtocolFactory, self._far))
        try:
            port = self._reactor.listenTCP(
                self._address.port, factory, interface=self._address.host
            )
        except CannotListenError as wrong:
            text = f"Administrators cannot connect on {self._address.host}:{self._address.port}"
            raise CannotListen(f"{text}: {wrong.socketError}; set another.") from None
        self._ports.append(port)
        at = port.getHost()
        self._log.info("Administrators connect on {host}:{port}", host=at.host, port=at.port)

    def renew(self) -> bool:
        """Read the certificate anew, for connections from now on; False where there is none.
        BadCertificate, and the one before stays in use."""
        if self._address.certificates is None:
            return False
        self._address.certificates.renew()
        return True

    def close(self) -> Deferred[None]:
        """Nobody comes any more; fires when what was asked is answered and all connections are
        gone."""
        gone = gatherResults([*self.stop(), self._near.dismiss(), self._far.dismiss()])
        return gone.addCallback(lambda _: None)

    def stop(self) -> list[Deferred[None]]:
        """Nobody comes any more; each fires when a port is closed and its socket is gone."""
        ports, self._ports = self._ports, []
        return [maybeDeferred(port.stopListening) for port in ports]

    def _listen_unix(self, path: str) -> Any:
        try:
            if not stat.S_ISSOCK(os.lstat(path).st_mode):
                text = f"{path} is there and is no socket; move it, or name another path"
                raise CannotListen(f"{text} as [admin] socket.")
            # A house that was killed has left it: two houses never share a folder.
            Path(path).unlink()
        except FileNotFoundError:
            pass
        except OSError as wrong:
            raise CannotListen(f"{path} cannot be used: {wrong.strerror}.") from None
        # Between binding and a chmod anybody could connect.
        before = os.umask(0o177)
        try:
            return self._reactor.listenUNIX(path, self._near, mode=OWNER_ONLY)
        except CannotListenError as wrong:
            raise CannotListen(f"{path} cannot be used: {wrong.socketError}.") from None
        finally:
            os.umask(before)
