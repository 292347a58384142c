"""Ports for programs of the operator: the demo bank's, and that of the metrics."""

from typing import Final

from twisted.internet.error import CannotListenError
from twisted.internet.posixbase import PosixReactorBase

from game_server.planning import CannotServe

HERE: Final = "127.0.0.1"


def listen(
    reactor: PosixReactorBase,
    port: int,
    door: object,
    what: str,
    setting: str,
    address: str = HERE,
) -> int:
    """Listen, for programs of this machine alone unless there is another `address`; the port, which
    the system chose if it was 0. CannotServe names `what` cannot, and the setting."""
    try:
        bound = reactor.listenTCP(port, door, interface=address)
    except CannotListenError as wrong:
        text = f"{what} cannot listen on port {port}: {wrong.socketError}; set another"
        raise CannotServe(f"{text} {setting}.") from None
    return int(bound.getHost().port)
