"""An administrator who looks at a house in this process."""

from typing import Any, Final

from game_server.admin.patch import merged
from tests.admin.talk import Floor, Talk

LOOKERS: Final[list["Looker"]] = []
"""Who looks, and has to end that with the test."""


class Looker:
    """An administrator who looks, and what has been shown so far; for a reason at all cards."""

    def __init__(
        self, floor: Floor, table: str = "", who: str = "cleo", reason: str = "a complaint"
    ) -> None:
        self.talk: Talk = floor.enter(who)
        given = {"table": table, "reason": reason}
        self.number = self.talk.begin("watch", **{k: one for k, one in given.items() if one})
        self.read = 0
        self.items = 0
        self.shown: dict[str, Any] = {}
        LOOKERS.append(self)

    def look(self, seconds: float = 0.2) -> dict[str, Any]:
        """What is shown after that time."""
        self.talk.listen(seconds)
        for one in self.talk.heard[self.read :]:
            item = one.get("item") if one["id"] == self.number else None
            if item is None:
                continue
            self.items += 1
            whole = item.get("table") or item.get("house")
            self.shown = whole if whole else merged(self.shown, item["changes"])
        self.read = len(self.talk.heard)
        return self.shown

    def end(self) -> None:
        self.talk.begin("stop", id=self.number)
