"""A house in a process of its own: `python -m tests.net.house_process '{"per_address": 30}'`.

It tells on its output, a line of JSON each, its port, who was met and who is gone; it stops with
a goodbye when its input ends. The lobby of this house is long: pages of numbered noise.
"""

import json
import sys
from pathlib import Path
from socket import IPPROTO_TCP, SO_SNDBUF, SOL_SOCKET, TCP_NODELAY
from typing import Any, cast

from twisted.internet.epollreactor import EPollReactor
from twisted.internet.main import installReactor
from twisted.internet.protocol import Protocol, connectionDone
from twisted.internet.stdio import StandardIO
from twisted.python.failure import Failure

from game_server.net.connection import ClientConnection
from game_server.net.limits import RATES, ListenerLimits
from game_server.net.listener import Listener
from game_server.net.timer_wheel import use_monotonic_time
from game_server.net.web_files import read_page
from game_server.rate_limit import RateLimit
from protocol.codec import encode
from protocol.messages import Goodbye, Lobby, Message, Notice
from tests.net.wired import Host

PAGES = 5
PAGE = 200
"""So many pieces, each of so many messages, answer one `lobby`: less than the house keeps for
one who is behind, more than the transport holds at ease.
"""


def tell(**what: object) -> None:
    sys.stdout.write(json.dumps(what) + "\n")
    sys.stdout.flush()


class TellingHost(Host):
    """The host of the tests, aloud."""

    def met(self, line: ClientConnection) -> None:
        super().met(line)
        transport = cast(Any, line)._transport.transport
        transport = getattr(transport, "transport", transport)
        nodelay = transport.socket.getsockopt(IPPROTO_TCP, TCP_NODELAY)
        holds = transport.socket.getsockopt(SOL_SOCKET, SO_SNDBUF)
        tell(met=line.address, nodelay=bool(nodelay), holds=holds)

    def heard(self, line: ClientConnection, message: Message) -> None:
        if isinstance(message, Lobby):
            for page in range(PAGES):
                numbers = range(page * PAGE, (page + 1) * PAGE)
                text = "x" * 250
                notices = (Notice("page", text, facts={"n": number}) for number in numbers)
                line.send_bytes(*(encode(notice) for notice in notices))
        else:
            super().heard(line, message)

    def gone(self, line: ClientConnection) -> None:
        super().gone(line)
        tell(gone=line.ended, address=line.address)


class Input(Protocol):
    """Ends the house when the input ends."""

    def __init__(self, net: Listener, reactor: EPollReactor) -> None:
        self._net = net
        self._reactor = reactor

    def connectionLost(self, reason: Failure = connectionDone) -> None:
        def off(_: None) -> None:
            tell(open=self._net.open, counts=dict(self._net.counts))
            self._reactor.stop()

        self._net.stop(Goodbye("closed", "The house is turned off.")).addCallback(off)


def main(settings: dict[str, Any]) -> None:
    for name in {"connects", "frames"} & set(settings):
        settings[name] = RateLimit(*settings[name])
    own = {kind: RateLimit(*rate) for kind, rate in settings.pop("rates", {}).items()}
    page = settings.pop("page", "")
    reactor = EPollReactor()
    installReactor(reactor)
    use_monotonic_time(reactor)
    net = Listener(
        TellingHost(), ListenerLimits(apps=True, rates={**RATES, **own}, **settings), reactor
    )
    if page:
        net.serve(read_page(Path(page)))
    tell(port=net.listen())
    StandardIO(Input(net, reactor))
    reactor.run()


if __name__ == "__main__":
    main(json.loads(sys.argv[1]))
