"""The connection of `cardroom admin` to the house."""

import re
import socket
import ssl
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, Final, cast

from game_server.admin import wire
from game_server.admin.command.exits import Ends, Exit
from game_server.admin.wire import AdminReply
from protocol.words import Refusal

CONNECT_S: Final = 10.0
LOGIN_S: Final = 30.0
URL: Final = re.compile(r"tls://(?:\[([0-9a-fA-F:.]+)\]|([^\[\]:/]+)):(\d{1,5})/?")
Heard = Callable[[AdminReply], None]


@dataclass(frozen=True)
class Address:
    """The address of a house: the path of a socket, or a host and port with TLS."""

    socket: str = ""
    host: str = ""
    port: int = 0
    authority: str = ""
    """Whose certificates are believed besides those that the system knows: a file."""

    @property
    def shown(self) -> str:
        return self.socket or f"tls://{self.host}:{self.port}"


def read_url(url: str, authority: str) -> Address:
    """The address that a url names."""
    found = URL.fullmatch(url)
    if found is None or int(found[3]) > 65535:
        raise Ends(Exit.USAGE, f"{url!r} is no address; one is written like tls://host:8773.")
    return Address(host=found[1] or found[2], port=int(found[3]), authority=authority)


class HouseConnection:
    """Asks the house, one question at a time. `open` it; it is closed at the end of a `with`."""

    def __init__(self, address: Address, stream: socket.socket) -> None:
        self.address = address
        self._stream = stream
        self._file = cast(BinaryIO, stream.makefile("rb"))
        self._number = 0
        self._token = ""
        self._by: tuple[str, str] | None = None
        """The name and password that this line was entered with; none beside a second factor,
        whose codes open once."""

    @classmethod
    def open(cls, address: Address) -> "HouseConnection":
        """Connect; Ends says why that cannot be."""
        return cls(address, _connected(address))

    def __enter__(self) -> "HouseConnection":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the line, under whoever reads from it."""
        with suppress(OSError):
            self._stream.shutdown(socket.SHUT_RDWR)
        self._file.close()
        self._stream.close()

    def log_in(self, name: str, password: str, code: str = "") -> Mapping[str, Any]:
        """By name and password, and a code where one is asked for: who one is, and a token for
        further lines. a no is raised as Refusal."""
        given = {"name": name, "password": password, **({wire.CODE: code} if code else {})}
        entered = self._enter(wire.LOGIN, given)
        self._by = None if code else (name, password)
        self._token = str(entered.get("token", ""))
        return entered

    def resume(self, token: str) -> Mapping[str, Any]:
        """By the token of a login before."""
        entered = self._enter(wire.RESUME, {"token": token})
        self._token = token
        return entered

    def reconnect(self) -> "HouseConnection":
        """Another line to the same house, entered as this one was; Ends or Refusal if none is."""
        connection = HouseConnection.open(self.address)
        try:
            connection.resume(self._token)
            connection._by = self._by
        except Refusal as wrong:
            connection.close()
            if self._by is None or wrong.code != wire.SESSION_OVER:
                raise
            # A house that was started again knows no sessions, and a stranger has one try.
            connection = HouseConnection.open(self.address)
            try:
                connection.log_in(*self._by)
            except Refusal:
                connection.close()
                raise
        except Ends:
            connection.close()
            raise
        return connection

    def _enter(self, do: str, given: Mapping[str, object]) -> Mapping[str, Any]:
        self._stream.settimeout(LOGIN_S)
        answer = self.ask(do, given)
        self._stream.settimeout(None)
        return answer

    def ask(
        self, do: str, given: Mapping[str, object], heard: Heard = lambda _: None
    ) -> Mapping[str, Any]:
        """The answer; `heard` is told of progress and items before it. A no is raised as
        Refusal."""
        number = self.begin(do, given)
        for reply in self.replies():
            if reply.kind == "no" and reply.id in (number, 0):
                raise _illegal(reply)
            if reply.id != number:
                continue
            if reply.kind == "ok":
                return reply.body
            heard(reply)
        raise Ends(Exit.LOST, _lost(self.address))

    def begin(self, do: str, given: Mapping[str, object]) -> int:
        """Ask, and read what comes of it by `replies`; the number of the request."""
        self._number += 1
        # If the line has ended the house may have said why.
        with suppress(OSError):
            self._stream.sendall(wire.request(self._number, do, given))
        return self._number

    def stop(self, number: int) -> None:
        """End a request that streams; its answer follows."""
        self.begin(wire.STOP, {"id": number})

    def replies(self) -> Iterator[AdminReply]:
        """Everything that the house says, until the line ends."""
        while True:
            try:
                line = self._file.readline(wire.ANSWER)
            except TimeoutError:
                raise Ends(Exit.NO_HOUSE, f"{self.address.shown} does not answer.") from None
            except OSError:
                line = b""
            if not line.endswith(b"\n"):
                return
            try:
                yield wire.read_reply(line)
            except Refusal:
                text = f"What answers at {self.address.shown} is no house."
                raise Ends(Exit.NO_HOUSE, text) from None


def _illegal(reply: AdminReply) -> Refusal:
    code, text = reply.body.get("code"), reply.body.get("text")
    return Refusal(str(code), str(text))


def _lost(address: Address) -> str:
    return f"The house at {address.shown} was gone before it answered; look whether it was done."


def _connected(address: Address) -> socket.socket:
    if address.socket:
        return _unix(address.socket)
    try:
        context = ssl.create_default_context()
        if address.authority:
            context.load_verify_locations(address.authority)
    except OSError as wrong:
        text = f"{address.authority} cannot be read as certificates: {wrong.strerror or wrong}."
        raise Ends(Exit.USAGE, text) from None
    try:
        plain = socket.create_connection((address.host, address.port), CONNECT_S)
        return context.wrap_socket(plain, server_hostname=address.host)
    except ssl.SSLCertVerificationError as wrong:
        text = f"The certificate of {address.shown} is not believed: {wrong.verify_message};"
        raise Ends(Exit.NO_HOUSE, f"{text} name its authority with --ca.") from None
    except OSError as wrong:
        text = f"No house answers at {address.shown}: {wrong.strerror or wrong}."
        raise Ends(Exit.NO_HOUSE, text) from None


def _unix(path: str) -> socket.socket:
    stream = socket.socket(socket.AF_UNIX)
    stream.settimeout(CONNECT_S)
    try:
        stream.connect(path)
    except PermissionError:
        text = f"{path} is not yours: only the user that runs the house may use it."
        raise Ends(Exit.NOT_ALLOWED, text) from None
    except FileNotFoundError:
        text = f"No house runs here: there is no {Path(path).absolute()}. Start it with `cardroom"
        text += " serve`, or say where it is with --config or --socket."
        raise Ends(Exit.NO_HOUSE, text) from None
    except ConnectionRefusedError:
        text = f"No house runs here: nobody listens at {path}, which an earlier one has left."
        raise Ends(Exit.NO_HOUSE, f"{text} Start it with `cardroom serve`.") from None
    except OSError as wrong:
        text = f"No house answers at {path}: {wrong.strerror or wrong}."
        raise Ends(Exit.NO_HOUSE, text) from None
    return stream
