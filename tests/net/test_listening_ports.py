"""The ports of a listener: how many who connect at once wait in the system until they are taken."""

import socket
from pathlib import Path

import pytest
from twisted.internet.epollreactor import EPollReactor
from twisted.internet.protocol import ServerFactory

from game_server.net.listening_ports import BACKLOG, ListeningPorts

SYSTEM = Path("/proc/sys/net/core/somaxconn")
MOST_WAITING_AT = 28
"""Where TCP_INFO of a listening socket says how many may wait."""


def waiting(port: int, known: list[socket.socket]) -> int:
    """How many may wait at the port of one of these sockets."""
    (one,) = (one for one in known if one.getsockname()[1] == port)
    info = one.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 104)
    return int.from_bytes(info[MOST_WAITING_AT : MOST_WAITING_AT + 4], "little")


@pytest.mark.parametrize("handed_over", [False, True])
def test_a_full_house_may_come_back_at_once(handed_over: bool) -> None:
    given = [socket.create_server(("127.0.0.1", 0), backlog=5)] if handed_over else []
    number = given[0].getsockname()[1] if given else 0
    ports = ListeningPorts(EPollReactor(), given)
    factory = ServerFactory()
    port = ports.listen("127.0.0.1", number, factory)  # type: ignore[arg-type]  # zope's
    opened = list(ports.sockets())
    try:
        assert (port == number) == handed_over
        assert waiting(port, opened) == min(BACKLOG, int(SYSTEM.read_text()))
    finally:
        ports.stop()
        for one in opened:
            one.close()
