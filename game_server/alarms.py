"""Alarms: what somebody who runs the house must look at, by kind, with when and what it was.

Every critical line of the log is one. `log.critical("...", alarm="bots")` names its kind; without
a name it is the part of the house that logged it.
"""

import json
import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from twisted.logger import LogEvent, LogLevel, formatEvent

ALARMS: Final = "alarms.json"
"""In the folder of the data, for `doctor` and for the house when it has started again."""
KEPT_MS: Final = 24 * 60 * 60 * 1000
"""An alarm is shown for so long after it was raised last, unless somebody closes it before."""
KINDS: Final = 50
OTHER: Final = "other"
LONGEST: Final = 300
WRITTEN_EVERY_MS: Final = 5_000


@dataclass(frozen=True)
class RaisedAlarm:
    """Alarms of one kind: how many, when the first and the last, and what the last one said."""

    times: int
    first: int
    last: int
    text: str


class Alarms:
    """An observer of the log. `now` is the time in milliseconds, `file` where alarms are kept."""

    def __init__(self, now: Callable[[], int], file: Path | None = None) -> None:
        self.total = 0
        """Since the process began."""
        self._now, self._file = now, file
        self._kinds = dict(read(file)) if file is not None else {}
        self._written = 0

    def __call__(self, event: LogEvent) -> None:
        if event.get("log_level") is LogLevel.critical:
            self.add(kind_of(event), formatEvent(event))

    def add(self, kind: str, text: str) -> None:
        """One more alarm."""
        at = self._now()
        kinds = self._kinds = self._shown(at)
        if kind not in kinds and len(kinds) >= KINDS:
            kind = OTHER
        before = kinds.get(kind, RaisedAlarm(0, at, at, ""))
        kinds[kind] = RaisedAlarm(before.times + 1, before.first, at, text[:LONGEST])
        self.total += 1
        if before.times == 0 or at >= self._written + WRITTEN_EVERY_MS:
            self.write()

    def raised(self) -> Mapping[str, RaisedAlarm]:
        """The alarms of the last day, by kind."""
        return self._shown(self._now())

    def close(self, kind: str) -> RaisedAlarm | None:
        """Show an alarm no more, which somebody has looked at; None if there is none. It stands
        there again when it is raised again."""
        closed = self._shown(self._now()).get(kind)
        if closed is not None:
            del self._kinds[kind]
            self.write()
        return closed

    def write(self) -> None:
        """Keep them for after the process. A disk that is full must not end what raised one."""
        self._written = self._now()
        if self._file is None:
            return
        text = json.dumps({kind: asdict(one) for kind, one in self._kinds.items()})
        new = self._file.with_suffix(".new")
        with suppress(OSError):
            with open(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
                file.write(text)
            new.replace(self._file)

    def _shown(self, at: int) -> dict[str, RaisedAlarm]:
        return {kind: one for kind, one in self._kinds.items() if at - one.last < KEPT_MS}


def kind_of(event: LogEvent) -> str:
    """What sort of alarm a critical line is."""
    return str(event.get("alarm") or event.get("log_namespace") or OTHER).removeprefix(
        "game_server."
    )


def read(file: Path) -> Mapping[str, RaisedAlarm]:
    """The alarms that a house has kept; none if there is no such file, or it is broken."""
    with suppress(OSError, ValueError, TypeError, AttributeError):
        found = json.loads(file.read_text())
        return {str(kind): RaisedAlarm(**one) for kind, one in found.items()}
    return {}
