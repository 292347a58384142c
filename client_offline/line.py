"""The line between a client and the house inside it, where one loop does everything but think: in a
worker of a browser, which has no thread."""

from collections import deque
from collections.abc import Callable
from typing import Final

from client_offline.house import OfflineHouse
from client_offline.thinking import BotsElsewhere, Question
from client_offline.world import Below
from protocol.words import Act

NEVER: Final = float("inf")
LONGEST_S: Final = 600.0
"""So long is waited at a time: a timer of a browser counts no months."""
EARLY_S: Final = 0.001
"""So much too early a timer may ring."""
Later = Callable[[float, Callable[[], None]], None]
"""Calls that in so many seconds, and never before what runs now has ended."""


class OfflineLine:
    """Carries frames both ways; what it is handed is never called before a call of it has ended.

    `now` is Unix time in seconds that only grow, `heard` takes each frame for the client, `ended`
    is called when the house has hung up. `ask` carries a question to where bots think, by its
    number; the answer comes to `bots`.
    """

    def __init__(
        self,
        stored: str,
        below: Below,
        now: Callable[[], float],
        later: Later,
        keep: Callable[[str, str], None],
        heard: Callable[[bytes], None],
        ended: Callable[[], None],
        ask: Callable[[int, bytes], None],
    ) -> None:
        self._now, self._later, self._keep = now, later, keep
        self._heard, self._ended = heard, ended
        self._frames: deque[bytes] = deque()
        self._delivering = self._hung_up = False
        self._alarm = NEVER
        self._rings = NEVER
        """When the earliest timer that was set rings."""
        self.bots = BotsElsewhere(ask, lambda call: later(0, call), self._thought)
        self._house = OfflineHouse(self, stored, below)

    # -- the client's end ------------------------------------------------------------------------

    def connect(self) -> None:
        """Open it; the house may be greeted at once."""
        self._forget()
        self._house.connect()

    def disconnect(self) -> None:
        """Close it: nothing more is heard."""
        self._forget()
        self._house.disconnect()

    def send(self, frame: bytes) -> None:
        """A frame for the house, which answers it in a moment."""
        self._later(0, lambda: self._house.heard(frame))

    def _forget(self) -> None:
        self._frames.clear()
        self._hung_up = False

    # -- the world of the house ------------------------------------------------------------------

    def time(self) -> float:
        return self._now()

    def keep(self, name: str, text: str) -> None:
        self._keep(name, text)

    def say(self, frame: bytes) -> None:
        self._frames.append(frame)
        self._deliver_soon()

    def hang_up(self) -> None:
        self._hung_up = True
        self._deliver_soon()

    def wake_at(self, at: float) -> None:
        self._alarm = at
        self._set_timer()

    def think(self, number: int, question: Question) -> None:
        self.bots.think(number, question)

    def _thought(self, number: int, act: Act | None) -> None:
        self._house.thought(number, act)

    # -- timers ----------------------------------------------------------------------------------

    def _set_timer(self) -> None:
        """Timers cannot be taken back; one that rings too early looks whether anything is due."""
        if self._alarm < self._rings:
            left = min(LONGEST_S, max(0.0, self._alarm - self._now()))
            self._rings = self._now() + left
            self._later(left, self._ring)

    def _ring(self) -> None:
        self._rings = NEVER
        if self._alarm <= self._now() + EARLY_S:
            self._alarm = NEVER
            self._house.woken()
        self._set_timer()

    def _deliver_soon(self) -> None:
        if not self._delivering:
            self._delivering = True
            self._later(0, self._deliver)

    def _deliver(self) -> None:
        self._delivering = False
        while self._frames:
            self._heard(self._frames.popleft())
        if self._hung_up:
            self._hung_up = False
            self._ended()
