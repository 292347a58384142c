"""What a browser's page has open and chosen, beside what the core knows."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from web_client.bridge.shapes import Look, Tap
from web_client.bridge.table_local import TableLocal

Args = tuple[str | int | bool, ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer to a question: its text, how it looks, and the tap that it is."""

    text: str
    look: Look = "quiet"
    tap: Tap = ()


@dataclass(frozen=True, slots=True)
class Question:
    """A question that lies over everything until it is answered."""

    title: str
    text: str
    answers: tuple[Answer, ...]
    turn: int | None = None
    """The turn at the table in sight that it is about: with it the question is over."""


@dataclass(frozen=True, slots=True)
class Opened:
    """A page that lies over the base screen: its name, what it is about, and what is chosen on it
    so far."""

    name: str
    about: Args = ()
    chosen: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Link:
    """Where the address bar leads: `join` a code, or look at a `table`."""

    way: str
    name: str


@dataclass(frozen=True, slots=True)
class Local:
    """The state of the page. `pages` lie over the base screen, the last one in sight."""

    pages: tuple[Opened, ...] = ()
    question: Question | None = None
    link: Link | None = None
    way: str = ""
    """Of coming in, once one was chosen."""
    coded: bool = False
    """The house has asked for the code of a second factor."""
    wrong: Mapping[str, str] = field(default_factory=dict)
    """What is wrong with a field of the form in sight, by its name."""
    asked: int = 0
    """The request that the screen `asked_by` waits for."""
    asked_by: str = ""
    ended: bool = False
    """The player has closed the app; the page can be opened again."""
    tables: Mapping[str, TableLocal] = field(default_factory=dict)
