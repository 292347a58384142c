"""Copy watch: how old the continuous copy of the house is, and an alarm where it lags."""

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Final, Protocol

from twisted.logger import Logger

from game_server.clock import Clock
from game_server.store import copy_folder
from game_server.store.ports import Store

EVERY_S: Final = 1.0
LATE_S: Final = 10.0
"""The copy of a house that is well is younger than two seconds."""
ALARM: Final = "copy"


class CopyLook(Protocol):
    """Looks at a copy, beside everything else that the house does."""

    folder: Path
    seen: tuple[int | None, bool]
    """Up to when the copy goes, in milliseconds, and whether it is this machine's."""

    def start(self) -> None:
        """Begin to look."""

    def stop(self) -> None:
        """Look no more."""


class FolderLook(threading.Thread):
    """Looks at a folder once a second on a thread of its own: a disk of another machine may hang,
    and nobody in the house waits for it."""

    def __init__(self, data: Path, folder: Path) -> None:
        super().__init__(name="copy-look", daemon=True)
        self.folder = folder
        self.seen: tuple[int | None, bool] = (None, True)
        self._data = data
        self._ends = threading.Event()

    def run(self) -> None:
        """Look until `stop`."""
        while not self._ends.is_set():
            newest = copy_folder.newest_at(self.folder)
            self.seen = newest, newest is None or copy_folder.held(self._data, self.folder)
            self._ends.wait(EVERY_S)

    def stop(self) -> None:
        """Look no more."""
        self._ends.set()


class CopyWatch:
    """Lets the house write once a second, so that there is always something to copy, and raises an
    alarm once for each time that the copy lags. `now` is the time in milliseconds."""

    _log = Logger()

    def __init__(self, store: Store, clock: Clock, now: Callable[[], int], look: CopyLook) -> None:
        self._store, self._clock, self._now, self._look = store, clock, now, look
        self._began = now()
        self._late = self._stopped = False

    @property
    def age(self) -> float:
        """Seconds since the newest that is copied was written; since the start if nothing is."""
        newest = self._look.seen[0]
        return max(0.0, (self._now() - (self._began if newest is None else newest)) / 1000)

    def start(self) -> None:
        """Begin, and go on until `stop`."""
        self._look.start()
        self._step()

    def stop(self) -> None:
        """Look and write no more."""
        self._look.stop()
        self._stopped = True

    def _step(self) -> None:
        if self._stopped:
            return
        self._compare()
        at = self._now()
        # A disk that takes nothing is said elsewhere.
        self._store.write(lambda conn: copy_folder.beat(conn, at)).addErrback(lambda _: None)
        self._clock.callLater(EVERY_S, self._step)

    def _compare(self) -> None:
        # What was not copied while nobody ran is copied in the first moments.
        if self._now() - self._began < LATE_S * 1000:
            return
        ours, age = self._look.seen[1], self.age
        late = age > LATE_S or not ours
        if late and not self._late:
            self._log.critical("{text}", text=self._why(age, ours), alarm=ALARM)
        elif self._late and not late:
            self._log.info("The copy in {folder} goes on.", folder=self._look.folder)
        self._late = late

    def _why(self, age: float, ours: bool) -> str:
        folder = self._look.folder
        if not ours:
            return (
                f"Another machine copies this house into {folder}: it was put back elsewhere. Stop"
                " one of the two before both pay the same winnings."
            )
        return (
            f"The copy in {folder} is {age:.0f} s old: what came after it would be lost with this"
            " machine. Look whether `cardroom copy` runs, and whether that disk takes anything."
        )
