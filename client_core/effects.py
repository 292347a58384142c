"""Effects that the core wants done outside: lines, alarms, texts kept over a restart."""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Connect:
    """Open a line to this address; `line` names it in whatever is reported of it."""

    line: int
    url: str


@dataclass(frozen=True, slots=True)
class Send:
    """Send one frame on that line."""

    line: int
    data: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class HangUp:
    """Close that line now; nothing more is to be reported of it."""

    line: int


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


Effect = Connect | Send | HangUp | WakeAt | Keep | Quit
