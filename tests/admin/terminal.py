"""A terminal for the live view: what stands on it as plain text, and what feeds it."""

import asyncio
from collections.abc import Callable, Coroutine
from functools import wraps
from pathlib import Path
from typing import Any, ParamSpec

from game_server.admin.live.app import Live
from game_server.admin.live.link import Ended, News, Shown
from tests.admin.talk import Floor, Talk

P = ParamSpec("P")
SCREENS = Path(__file__).parent / "screens"


def in_a_loop(test: Callable[P, Coroutine[Any, Any, None]]) -> Callable[P, None]:
    """A test whose steps are taken one after another in a loop of its own."""

    @wraps(test)
    def run(*args: P.args, **named: P.kwargs) -> None:
        asyncio.run(test(*args, **named))

    return run


def screen(app: Live) -> str:
    """What stands on the terminal, without the blanks at the ends of its lines."""
    width, height = app.size
    strips = app.screen._compositor.render_strips()
    lines = ["".join(part.text for part in strip) for strip in strips]
    assert len(lines) == height
    assert all(len(line) <= width for line in lines), lines
    return "\n".join(line.rstrip() for line in lines) + "\n"


class FromFloor:
    """What a line to a house in this process shows, when it is asked for: `Live`'s source."""

    def __init__(self, floor: Floor, table: str, who: str = "cleo") -> None:
        self.floor = floor
        self.talk: Talk = floor.enter(who)
        self.look = 1
        self._taken = len(self.talk.heard)
        self._number = self._ask(table)
        self.heard: Callable[[News], None] = lambda _: None
        self.closed = False

    def _ask(self, table: str) -> int:
        given = {"table": table} if table else {}
        if self.talk.line.visitor.role == "cards":
            given["reason"] = "a complaint"
        return self.talk.begin("watch", **given)

    def start(self, heard: Callable[[News], None]) -> int:
        self.heard = heard
        return self.look

    def watch(self, table: str) -> int:
        self.talk.begin("stop", id=self._number)
        self._number = self._ask(table)
        self.look += 1
        return self.look

    def close(self) -> None:
        self.closed = True
        self.talk.begin("stop", id=self._number)

    def news(self) -> list[News]:
        """What has come since the last time."""
        fresh: list[dict[str, Any]] = self.talk.heard[self._taken :]
        self._taken = len(self.talk.heard)
        mine = [one for one in fresh if one["id"] == self._number]
        shown: list[News] = [Shown(self.look, one["item"]) for one in mine if "item" in one]
        shown += [Ended(self.look, one["ok"].get("said", "")) for one in mine if "ok" in one]
        shown += [Ended(self.look, one["no"]["text"]) for one in mine if "no" in one]
        return shown
