"""Effects that the core wants done outside: connections, alarms, texts kept over a restart."""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Connect:
    """Open a connection to this address; `connection` names it in whatever is reported of it."""

    connection: int
    url: str


@dataclass(frozen=True, slots=True)
class Send:
    """Send one frame on that connection."""

    connection: int
    data: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class Disconnect:
    """Close that connection now; nothing more is to be reported of it."""

    connection: int


@dataclass(frozen=True, slots=True)
class WakeAt:
    """Call `woken` at this time, instead of any time that was named before; infinity: never."""

    at: float


@dataclass(frozen=True, slots=True)
class Keep:
    """Store this text under this name, so that the next start of the app gets it."""

    name: str
    text: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Quit:
    """The app is to end."""


Effect = Connect | Send | Disconnect | WakeAt | Keep | Quit
