"""What is said of where a player is logged in."""

from typing import Annotated

from protocol.frozen import frozen
from protocol.messages.declare import CLIENT, IN, SERVER, Message, message
from protocol.messages.parts import Count, Maybe, Request
from protocol.shape import UpTo


@frozen
class Device:
    """A session: what its client calls itself, the beginning of the address it was used from last,
    when it began and was used last (Unix seconds). `here`: it is that of this line. `over`: why it
    has ended, empty while it goes on."""

    name: Maybe
    place: Maybe
    since: Count
    seen: Count
    here: bool = False
    over: Maybe = ""


@message("sessions", CLIENT, IN)
@frozen
class Sessions(Message):
    """Ask where one is logged in; `session_list` answers."""

    id: Request


@message("logout_everywhere", CLIENT, IN)
@frozen
class LogoutEverywhere(Message):
    """Leave every table, be cashed out, end every session: no token is good any more."""

    id: Request


@message("session_list", SERVER)
@frozen
class SessionList(Message):
    """Answers `sessions`: those that go on and those that have ended lately, the newest first."""

    id: Request
    sessions: Annotated[tuple[Device, ...], UpTo(10)] = ()
