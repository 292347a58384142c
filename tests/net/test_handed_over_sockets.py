"""Which of the sockets that were handed over a listener listens on."""

import socket
from collections.abc import Iterator
from typing import cast

import pytest
from twisted.internet.interfaces import IProtocolFactory
from twisted.internet.posixbase import PosixReactorBase
from twisted.internet.protocol import Factory
from twisted.internet.testing import MemoryReactorClock

from game_server.net.listening_ports import ListeningPorts

HERE = "127.0.0.1"
NOBODY = cast(IProtocolFactory, Factory())


@pytest.fixture
def handed() -> Iterator[list[socket.socket]]:
    """Two sockets that listen."""
    sockets = [socket.create_server((HERE, 0)) for _ in range(2)]
    yield sockets
    for one in sockets:
        one.close()


@pytest.fixture
def reactor() -> PosixReactorBase:
    return cast(PosixReactorBase, MemoryReactorClock())


def at(one: socket.socket) -> tuple[str, int]:
    """Its address and port."""
    found: tuple[str, int] = one.getsockname()
    return found


def test_a_port_is_the_socket_that_listens_at_its_address_and_the_others_are_closed(
    handed: list[socket.socket], reactor: PosixReactorBase
) -> None:
    first, second = (at(one) for one in handed)
    ports = ListeningPorts(reactor, handed)
    assert ports.listen(HERE, second[1], NOBODY) == second[1]
    assert ports.addresses == (HERE,)
    (copy,) = ports.sockets()
    with copy:
        assert at(copy) == second
    with socket.create_connection(first):
        pass
    ports.close_unused()
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(first)


def test_any_port_is_one_that_was_handed_over_if_its_address_is_right(
    handed: list[socket.socket], reactor: PosixReactorBase
) -> None:
    known = [at(one)[1] for one in handed]
    ports = ListeningPorts(reactor, handed)
    assert ports.listen("127.0.0.2", 0, NOBODY) not in known
    assert ports.listen(HERE, 0, NOBODY) in known


def test_what_is_handed_on_listens_when_the_port_has_stopped(
    handed: list[socket.socket], reactor: PosixReactorBase
) -> None:
    ports = ListeningPorts(reactor)
    number = ports.listen(HERE, 0, NOBODY)
    (copy,) = ports.sockets()
    with copy:
        ports.stop()
        cast(MemoryReactorClock, reactor).advance(1)
        with socket.create_connection((HERE, number)):
            pass
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection((HERE, number))
