"""The line to the house inside a client, where nobody waits long for bots, wheels and pauses."""

from typing import ClassVar, Final

from client_link.inside import InsideLine

HASTE: Final = 25.0
BRIEF_S: Final = 4.5
"""What takes no longer is hurried. Whatever a player has time for takes longer, and all of it: a
machine that does nothing for two seconds costs nobody a turn."""
HAIR_S: Final = 0.001


class HurriedLine(InsideLine):
    """Leaps over most of a brief wait when it is over."""

    ahead: ClassVar[float] = 0.0
    """By so much the clock of all these houses is ahead."""
    _leap: tuple[float, float] = (float("inf"), 0.0)
    """When the clock leaps, by that of the loop, and how far."""

    def time(self) -> float:
        due, far = self._leap
        if self._loop.time() >= due:
            HurriedLine.ahead += far
            self._leap = HurriedLine._leap
        return super().time() + self.ahead

    def wake_at(self, at: float) -> None:
        left = at - self.time()
        far = left * (1 - 1 / HASTE) if 0 < left <= BRIEF_S else 0.0
        due = at - self.ahead - far
        super().wake_at(due)
        self._leap = due - self._began - HAIR_S, far
