"""Peers that stop: who reads nothing, who never answers, who is half open. With and without TLS
each is ended in bounded time, costs little memory, and others are served meanwhile."""

import socket
import ssl
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import pytest

from protocol.codec import encode
from protocol.messages import VERSION, Hello, Lobby
from tests.certificate import self_signed
from tests.net.living import PATIENCE, Honest, LivingHouse, hello
from tests.net.wired import PONG, REQUEST, frame

EVE = "127.0.0.66"
SLOW_AT = "127.0.0.67"
LIMITS = {
    "connects": [500, 500.0],
    "frames": [500, 500.0],
    "rates": {"ping": [500, 500.0]},
    "hello_seconds": 0.5,
    "request_seconds": 0.5,
    "slow_seconds": 60.0,
    "close_seconds": 0.5,
}
SLOW = 12
GROWN = 16
"""Megabytes: what a dozen who read nothing may cost."""


@dataclass
class Door:
    """A house that speaks TLS or does not, and how one comes in."""

    house: LivingHouse
    trust: ssl.SSLContext | None

    def honest(self) -> Honest:
        return Honest(self.house, ssl=self.trust)

    def connected(self, host: str = EVE, **buffers: int) -> socket.socket:
        """A connection, over TLS where that is spoken, that has said nothing yet."""
        far = self.house.bare(host, **buffers)
        if self.trust is None:
            return far
        spoken = self.trust.wrap_socket(far, server_hostname="127.0.0.1")
        spoken.settimeout(PATIENCE)
        return spoken

    def line(self, host: str = EVE, **buffers: int) -> socket.socket:
        """A WebSocket since just now."""
        far = self.connected(host, **buffers)
        far.sendall(REQUEST % b"")
        answer = b""
        while b"\r\n\r\n" not in answer:
            answer += far.recv(1)
        return far


@contextmanager
def living(tls: Path | None, **limits: float) -> Iterator[Door]:
    """A house with these limits, which speaks TLS if there is a folder of a certificate."""
    if tls is None:
        with LivingHouse(**{**LIMITS, **limits}) as house:
            yield Door(house, None)
        return
    files = {"certificate": f"{tls}/cert.pem", "key": f"{tls}/key.pem"}
    with LivingHouse(**{**LIMITS, **limits, **files, "address": "0.0.0.0"}) as house:
        yield Door(house, ssl.create_default_context(cafile=files["certificate"]))


@pytest.fixture(scope="module", params=["plain", "tls"])
def tls(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path | None:
    """The folder of a certificate made just now, or none."""
    if request.param == "plain":
        return None
    folder = tmp_path_factory.mktemp("tls")
    self_signed(folder)
    return folder


@pytest.fixture(scope="module")
def door(tls: Path | None) -> Iterator[Door]:
    with living(tls) as one:
        yield one


def until_the_end(far: socket.socket) -> None:
    """Take what comes until there is no more; a time-out of the socket fails the test."""
    with suppress(ConnectionResetError, ssl.SSLError):
        while far.recv(65_536):
            pass
    far.close()


def test_a_dozen_who_read_nothing_are_dropped_and_cost_little(tls: Path | None) -> None:
    # On a busy machine the last of them says hello late, and is none of those who never do.
    with living(tls, hello_seconds=60.0, request_seconds=60.0) as door:
        house, honest = door.house, door.honest()
        before = house.memory()
        slow = [door.line(SLOW_AT, SO_RCVBUF=4_096) for _ in range(SLOW)]
        for far in slow:
            far.sendall(hello() + b"".join(frame(encode(Lobby(at))) for at in range(2, 10)))
            honest.is_served()
        for _ in slow:
            house.told("gone", gone="too_slow", address=SLOW_AT)
            honest.is_served()
        assert house.memory() - before < GROWN
        for far in slow:
            far.close()


def test_the_system_holds_little_for_each(door: Door) -> None:
    with door.house.line("127.0.0.5", **({"ssl": door.trust} if door.trust else {})) as line:
        line.send(encode(Hello(VERSION, VERSION)))
        told = door.house.told("met", met="127.0.0.5")
    assert told["nodelay"] is True
    # Linux doubles what was asked for.
    assert told["holds"] <= 2 * 131_072


def half_request(door: Door) -> socket.socket:
    far = door.connected()
    far.sendall(REQUEST[:40])
    return far


def half_frame(door: Door) -> socket.socket:
    far = door.line()
    far.sendall(hello() + frame(b"x" * 4_000)[:100])
    return far


def half_handshake(door: Door) -> socket.socket:
    """Without TLS these bytes are half a request."""
    incoming, outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
    spoken = ssl.create_default_context().wrap_bio(incoming, outgoing, server_hostname="house")
    with suppress(ssl.SSLWantReadError):
        spoken.do_handshake()
    far = door.house.bare(EVE)
    far.sendall(outgoing.read()[:-20])
    return far


HALF_OPEN: Sequence[Callable[[Door], socket.socket]] = (
    lambda door: door.house.bare(EVE),
    half_handshake,
    Door.connected,
    half_request,
    Door.line,
)


def test_who_is_half_open_in_whatever_way_is_ended(door: Door) -> None:
    honest = door.honest()
    for far in [opened(door) for opened in HALF_OPEN]:
        until_the_end(far)
        honest.is_served()


def test_who_never_answers_a_ping_is_given_up(tls: Path | None) -> None:
    with living(tls, ping_seconds=0.5, silent_seconds=0.5) as door:
        silent, inventive, halfway = door.line(), door.line(), half_frame(door)
        silent.sendall(hello())
        # A sign of life, but only as long as such signs come.
        inventive.sendall(hello() + frame(b"made up", PONG))
        for far in (silent, inventive, halfway):
            assert door.house.told("gone")["gone"] == "silent"
            until_the_end(far)


def test_who_does_not_hang_up_after_the_end_is_cut_off(door: Door) -> None:
    honest = door.honest()
    far = door.line()
    far.sendall(frame(b"\xc1"))
    # It reads on, says more, and never closes its own half.
    for _ in range(3):
        with suppress(OSError):
            far.sendall(frame(b"x" * 1_000))
    until_the_end(far)
    honest.is_served()


def test_nothing_is_left_of_any_of_them(door: Door) -> None:
    told = door.house.stop()
    assert told["open"] == 0
