"""Small values of the facade: who one is, how coming in stands, where one is to look."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from client_core.text import Say


@dataclass(frozen=True, slots=True)
class Connection:
    """The connection with the house as screens read it; `pending` requests wait for an answer.
    `code` says why the connection or the session ended last."""

    state: str
    since: float
    retry_at: float
    url: str
    house: str
    testing: bool
    open: bool
    code: str
    pending: int
    readable: bool = False
    """The house is open to its own network alone, without encryption."""
    offline: bool = False
    """It is the house inside this client: one plays alone, and needs no network."""


@dataclass(frozen=True, slots=True)
class Near:
    """A house that was found on this network, under the name that it gives itself."""

    name: str
    url: str


@dataclass(frozen=True, slots=True)
class Entry:
    """A login that is under way, by which way, or why the last one did not come in."""

    way: str = ""
    busy: bool = False
    refusal: Say | None = None


@dataclass(frozen=True, slots=True)
class Me:
    """The player at this client, and the chips beside the tables."""

    name: str = ""
    guest: bool = False
    avatar: str = ""
    inside: bool = False
    play: int = 0
    cash: int = 0
    profit: Mapping[str, int] = field(default_factory=dict)
    tables: tuple[str, ...] = ()
    number: int = 0
    """By which others know one, whatever one is called."""


@dataclass(frozen=True, slots=True)
class Screen:
    """The screen that the player is on: "start", "lobby", "table", or "ending", which says how a
    stay ended."""

    name: str
    table: str = ""


@dataclass(frozen=True, slots=True)
class Banner:
    """Something that all screens say on top."""

    code: str
    say: Say


@dataclass(frozen=True, slots=True)
class Farewell:
    """There are no chips left: why, and when the app ends by itself."""

    say: Say
    since: float
    until: float
