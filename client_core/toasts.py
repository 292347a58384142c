"""Short words about what happens elsewhere, one after another, gone by themselves."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final, Literal

from client_core.text import Say

Mood = Literal["info", "good", "bad", "turn"]
SHOWN_S: Final[Mapping[Mood, float]] = {"info": 2.5, "good": 2.5, "bad": 4.0, "turn": 4.0}
MOST: Final = 3


@dataclass(frozen=True, slots=True)
class Toast:
    """One of them, until then in client time; `table` is the one it is about."""

    id: int
    say: Say
    kind: Mood
    at: float
    until: float
    table: str = ""


@dataclass(frozen=True, slots=True)
class Toasts:
    """Those that are shown, the oldest first."""

    shown: tuple[Toast, ...] = ()
    count: int = 0

    def add(self, say: Say, kind: Mood, now: float, table: str = "") -> "Toasts":
        """One more; the same words are shown once, and of too many the oldest goes."""
        kept = tuple(one for one in self.shown if (one.say, one.table) != (say, table))
        toast = Toast(self.count + 1, say, kind, now, now + SHOWN_S[kind], table)
        return Toasts((*kept, toast)[-MOST:], self.count + 1)

    def without(self, toast: int) -> "Toasts":
        return replace(self, shown=tuple(one for one in self.shown if one.id != toast))

    def without_calls(self) -> "Toasts":
        """Those that say something, and call to no table."""
        return replace(self, shown=tuple(one for one in self.shown if one.kind != "turn"))

    def at(self, now: float) -> "Toasts":
        """Those whose time is not over."""
        left = tuple(one for one in self.shown if one.until > now)
        return self if len(left) == len(self.shown) else replace(self, shown=left)

    @property
    def next(self) -> float:
        """When the next one goes."""
        return min((one.until for one in self.shown), default=float("inf"))
