"""A tab of a browser without a browser: the bridge, and the page as its patches make it."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from client_core.effects import Connect, Effect, Keep, Send, WakeAt
from protocol import messages
from protocol.codec import FROM_CLIENT, decode, encode
from protocol.messages import Message
from tests.client.device import Device
from web_client.bridge.bridge import Bridge
from web_client.bridge.encode import Plain, plain
from web_client.bridge.patches import applied
from web_client.bridge.visit import Browser

HOUSE = "ws://127.0.0.1:8770"


@dataclass
class Tab(Device):
    """A device whose player sees a page. Whatever is posted is applied at once, and what the page
    shows then is what the bridge has made."""

    address: str = ""
    posted: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__post_init__()
        self.page: Plain = None
        browser = Browser(HOUSE, lambda: 1_790_000_000.0 + self.time, 0, False, "http://h/")
        chance = self.chance or self.random.randrange
        self.bridge = Bridge(
            lambda: self.time, chance, self._run, self._posted, self.kept, browser, self.language
        )
        self.client, self.visit = self.bridge.client, self.bridge.visit
        self.bridge.start(self.address)

    def _run(self, effect: Effect) -> None:
        self.effects.append(effect)
        match effect:
            case Connect(number, _):
                self.connection = number
            case Send(_, data):
                self.sent.append(decode(data, FROM_CLIENT))
            case WakeAt(at):
                self.alarm = at
            case Keep(name, text):
                self.kept[name] = text

    def _posted(self, text: str) -> None:
        self.posted.append(text)
        changes = [(tuple(path), value) for path, value in json.loads(text)["patches"]]
        self.page = applied(self.page, changes)
        assert self.page == plain(self.bridge.shown)

    # -- what the house, the time and the player do --------------------------------------------

    def house(self, *told: Message) -> None:
        for message in told:
            self.bridge.heard(self.connection, encode(message))

    def passes(self, seconds: float) -> None:
        end, rings = self.time + seconds, 0
        while self.alarm <= end:
            rings += 1
            assert rings < 1_000, "an alarm that rings and rings"
            self.time = max(self.time, self.alarm)
            self.bridge.woken()
        self.time = end

    def meet(self) -> None:
        self.bridge.opened(self.connection)
        self.house(messages.Welcome(1, house="Test"))

    def come_in(self, *tables: str) -> None:
        self.meet()
        self.tap("enter", value={"name": "Me"})
        self.in_house(self.last(messages.Guest).id, *tables)

    def lose(self, code: int | None = None) -> None:
        self.bridge.lost(self.connection, code)

    def tap(self, *what: str | int | bool, value: Plain = None) -> None:
        """Press what has this tap; it has to be in sight."""
        assert list(what) in [*taps(self.page)], (what, [*taps(self.page)])
        self.bridge.tap(json.dumps({"tap": what, "value": value}))

    @property
    def screen(self) -> str:
        return str(self.at("screen"))

    def at(self, *path: str | int) -> Any:
        """What stands there in the view."""
        found: Any = self.page
        for step in path:
            found = found[step]
        return found

    @property
    def texts(self) -> list[str]:
        """Whatever is said on the page."""
        return [*strings(self.page)]

    def says(self, text: str) -> bool:
        return any(text in one for one in self.texts)


SPOKEN = frozenset({
    "text", "title", "label", "note", "hint", "wrong", "value", "told", "badge", "back_text",
    "name", "chips", "profit", "players", "banner", "call", "button", "state", "heading",
})  # fmt: skip
"""Fields of views that are read by the player."""


def strings(view: Plain) -> Iterator[str]:
    """Every text of a view that the player reads."""
    if isinstance(view, dict):
        for name, value in view.items():
            if isinstance(value, str) and name in SPOKEN:
                yield value
            elif name in ("live", "marks") and isinstance(value, list):
                yield from (one for one in value if isinstance(one, str))
            else:
                yield from strings(value)
    elif isinstance(view, list):
        for one in view:
            yield from strings(one)


def taps(view: Plain) -> Iterator[list[Plain]]:
    """Everything that can be pressed."""
    if isinstance(view, dict):
        if view.get("able") is not False:
            for name, value in view.items():
                named = name in ("tap", "back", "dismiss", "close") or name.endswith("_tap")
                if named and isinstance(value, list) and value:
                    yield value
        for value in view.values():
            yield from taps(value)
    elif isinstance(view, list):
        for one in view:
            yield from taps(one)


def parts(view: Plain) -> Iterator[dict[str, Plain]]:
    """Every part of a view that is one."""
    if isinstance(view, dict):
        yield view
    for one in view.values() if isinstance(view, dict) else view if isinstance(view, list) else ():
        yield from parts(one)
