"""One page that looks at one client: what taps act upon, and what screens are made of."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from client_core.client import Client, Say
from web_client.bridge.encode import Plain
from web_client.bridge.local import Answer, Args, Local, Opened, Question
from web_client.bridge.shapes import Block, Press, Sheet

NEVER: Final = math.inf
KEPT: Final = 6
"""So many of the last sentences are told again with each view."""
CUES: Final = 24
"""So many of the last cues: a deal with what is said of it has more of them than sentences."""
FOLLOWS: Final = ("person", "report")
"""Pages that stay open where the player is led elsewhere: a seat is gone while one writes."""
Handler = Callable[["Visit", Args, Plain], None]
"""What a tap does: with the arguments of the tap, and what the page sent beside it."""


@dataclass(frozen=True, slots=True)
class Part:
    """Screens that belong together: how each is made, what taps on them do, what follows from the
    answer to what one of them asked, what one asks as soon as it is opened, and what the one in
    sight does when its time has come."""

    sheets: Mapping[str, Callable[["Visit"], Sheet]] = field(default_factory=dict)
    taps: Mapping[str, Handler] = field(default_factory=dict)
    answers: Mapping[str, Callable[["Visit", Say | None], None]] = field(default_factory=dict)
    opens: Mapping[str, Callable[["Visit"], object]] = field(default_factory=dict)
    wakes: Mapping[str, Callable[["Visit"], object]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Numbered:
    """A sentence or a cue; the page says or plays each number once."""

    number: int
    text: str


@dataclass(frozen=True, slots=True)
class Browser:
    """What the browser says of itself: where the house is, and the clock on the wall, in seconds,
    which is so many seconds ahead of UTC."""

    house: str
    wall: Callable[[], float]
    ahead: int = 0
    touch: bool = False
    page: str = ""
    """The address of the page, of which an invitation is made."""


class Visit:
    """A client, and the state of the page that shows it."""

    def __init__(self, client: Client, browser: Browser) -> None:
        self.client, self.browser = client, browser
        self.say = client.say
        self.local = Local()
        self.alarm = NEVER
        self.hidden = False
        self.elsewhere = False
        """Another tab of this browser has the session now."""
        self.told: tuple[Numbered, ...] = ()
        self.cues: tuple[Numbered, ...] = ()
        self._count = 0

    def change(self, **fields: object) -> None:
        """Another state of the page."""
        self.local = replace(self.local, **fields)  # type: ignore[arg-type]  # named by the callers

    def wake_at(self, at: float) -> None:
        """Make the view anew at this time of the client, or before."""
        self.alarm = min(self.alarm, at)

    # -- pages ---------------------------------------------------------------------------------

    @property
    def page(self) -> Opened | None:
        """The page that lies over the base screen, if one does."""
        return self.local.pages[-1] if self.local.pages else None

    def go(self, name: str, *about: str | int | bool) -> None:
        """Lay a page over what is in sight."""
        self.change(pages=(*self.local.pages, Opened(name, about)), wrong={}, asked=0)

    def named(self, name: str) -> Opened:
        """The topmost page of this name; one that nothing is chosen on where there is none."""
        found = (page for page in reversed(self.local.pages) if page.name == name)
        return next(found, Opened(name))

    def choose(self, name: str = "", **chosen: object) -> None:
        """Choose this on the page in sight, or on the topmost one of a name."""
        pages = list(self.local.pages)
        for at in reversed(range(len(pages))):
            if name in ("", pages[at].name):
                pages[at] = replace(pages[at], chosen={**pages[at].chosen, **chosen})
                self.change(pages=tuple(pages))
                return

    def home(self) -> None:
        """Away with all pages and questions."""
        self.change(pages=(), wrong={}, question=None)

    def moved(self) -> None:
        """The core has decided where the player is: what lay over it was about another place, but
        for what is said of a player."""
        pages = self.local.pages if self.client.screen.name != "start" else ()
        kept = tuple(one for one in pages if one.name in FOLLOWS)
        self.change(pages=kept, wrong=self.local.wrong if kept else {}, question=None)

    def wait(self, request: int) -> None:
        """The screen in sight waits for the answer to this request."""
        name = self.page.name if self.page is not None else self.client.screen.name
        self.change(asked=request, asked_by=name)

    @property
    def waits(self) -> bool:
        """Whether something that was asked here is still to be answered."""
        return bool(self.local.asked) and self.client.requests.pending(self.local.asked)

    def back(self) -> bool:
        """One step back; whether there was one."""
        if self.local.question is not None:
            self.change(question=None)
        elif self.local.pages:
            self.change(pages=self.local.pages[:-1], wrong={}, asked=0)
        elif self.client.screen.name == "table":
            self.client.show("")
        elif self.client.screen.name == "ending":
            self.client.ending.read()
        else:
            return False
        return True

    @property
    def depth(self) -> int:
        """How many steps lead back."""
        base = self.client.screen.name in ("table", "ending")
        return len(self.local.pages) + base + (self.local.question is not None)

    def ask(self, title: str, text: str, *answers: Answer, turn: int | None = None) -> None:
        """Ask a question over everything; about a turn at the table, for as long as that lasts."""
        self.change(question=Question(title, text, answers, turn))

    def wrong(self, **fields: str) -> bool:
        """Say what is wrong with the fields of a form; whether anything is."""
        self.change(wrong={name: text for name, text in fields.items() if text})
        return bool(self.local.wrong)

    # -- what is heard -------------------------------------------------------------------------

    def live(self, text: str) -> None:
        """A sentence for those who listen to the page."""
        if text:
            self._count += 1
            self.told = (*self.told, Numbered(self._count, text))[-KEPT:]

    def cue(self, name: str) -> None:
        """Something that the page plays once: `sound:win.mp3`, `voice:en/woman/bomb`, `vibrate:60`,
        `notify:<text>`."""
        self._count += 1
        self.cues = (*self.cues, Numbered(self._count, name))[-CUES:]


def page_of(
    visit: Visit,
    title: str,
    *columns: tuple[Block, ...],
    actions: tuple[Press, ...] = (),
    foot: tuple[Press, ...] = (),
) -> Sheet:
    """A page that lies over the base screen, with the way back."""
    return Sheet(title, columns, actions, foot, ("back",), visit.say("web.back"))


def typed(value: Plain, name: str) -> str:
    """What was typed in a field of a form."""
    found = value.get(name) if isinstance(value, Mapping) else None
    return found if isinstance(found, str) else ""


def number(value: Plain) -> int:
    """What a slider stands at."""
    return int(value) if isinstance(value, int | float) else 0
