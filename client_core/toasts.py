"""Short words about what happens elsewhere: one at a time, and kept for whoever missed one."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Final, Literal

from client_core.text import HAIR_S, Say

Mood = Literal["info", "good", "bad", "turn"]
SHOWN_S: Final[Mapping[Mood, float]] = {"info": 2.5, "good": 2.5, "bad": 4.0, "turn": 4.0}
MOST: Final = 3
"""So many are shown or wait to be."""
KEPT: Final = 50
"""So many of the last can be read again."""
PASSING: Final = frozenset({"news.landlord_me", "news.stakes", "news.told"})
"""What is said of a game that is played: its history tells it again, and no inbox."""
NEVER: Final = float("inf")
LATE_S: Final = 2.0
"""Nobody looked who notices so late that the time of a toast is over."""


@dataclass(frozen=True, slots=True)
class Toast:
    """A toast: short words until then in client time, which is known once it is shown; `table` is
    the one it is about, `at` is when it was said."""

    id: int
    say: Say
    kind: Mood
    at: float
    until: float
    table: str = ""

    @property
    def counts(self) -> bool:
        """It tells of seconds, which go by."""
        return isinstance(self.say.holes.get("seconds"), int)

    def says(self, now: float) -> Say:
        """What it says then: of the seconds that it tells of those that are left."""
        seconds = self.say.holes.get("seconds")
        if not isinstance(seconds, int):
            return self.say
        left = max(0, seconds - int(now - self.at + HAIR_S))
        return replace(self.say, holes={**self.say.holes, "seconds": left})


@dataclass(frozen=True, slots=True)
class Toasts:
    """The toasts to be shown, in their order. `shown`: the first is on the screen, the others wait
    for their turn. `inbox`: all that was said, the newest first; `missed` are the numbers of those
    that nobody has seen."""

    shown: tuple[Toast, ...] = ()
    count: int = 0
    inbox: tuple[Toast, ...] = ()
    missed: frozenset[int] = frozenset()

    def add(self, say: Say, kind: Mood, now: float, table: str = "") -> "Toasts":
        """One more. The same words are there once; what calls the player is shown before all else;
        of too many the oldest that waits is left to the inbox."""
        again = {one.id for one in self.shown if (one.say, one.table) == (say, table)}
        kept = tuple(one for one in self.shown if one.id not in again)
        toast = Toast(self.count + 1, say, kind, now, NEVER, table)
        if kind == "turn":
            # Whatever it interrupts is shown again from its beginning.
            kept = (toast, *(replace(one, until=NEVER) for one in kept))
        else:
            kept = (*kept, toast)
        if kind != "turn" and say.key not in PASSING:
            if self.inbox and _same(self.inbox[0], toast):
                # A tap that is refused once more says nothing new.
                again |= {self.inbox[0].id}
            calls = tuple(one for one in self.inbox if one.id not in again)
            self = replace(self, inbox=(toast, *calls)[:KEPT], missed=self.missed - again)
        left = self._left_out(kept)
        shown = tuple(one for one in kept if one.id not in left)
        return replace(self, shown=shown, count=self.count + 1)._missing(left)._timed(now)

    @staticmethod
    def _left_out(kept: tuple[Toast, ...]) -> frozenset[int]:
        waiting = [one.id for one in kept[1:] if one.kind != "turn"]
        return frozenset(waiting[: max(0, len(kept) - MOST)])

    def _missing(self, ids: frozenset[int]) -> "Toasts":
        known = {one.id for one in self.inbox}
        return replace(self, missed=(self.missed | ids) & known)

    def _timed(self, now: float) -> "Toasts":
        """The time of the first runs from when it is the first."""
        if not self.shown or self.shown[0].until < NEVER:
            return self
        first = self.shown[0]
        first = replace(first, until=now + SHOWN_S[first.kind])
        return replace(self, shown=(first, *self.shown[1:]))

    def without(self, toast: int, now: float) -> "Toasts":
        """The player has put one away."""
        left = tuple(one for one in self.shown if one.id != toast)
        return replace(self, shown=left)._timed(now)

    def without_any(self, keys: Collection[str], table: str, now: float) -> "Toasts":
        """Those of a table that say one of these are true no more."""
        left = tuple(one for one in self.shown if one.table != table or one.say.key not in keys)
        return replace(self, shown=left)._timed(now)

    def without_calls(self, now: float) -> "Toasts":
        """Those that say something, and call to no table."""
        left = tuple(one for one in self.shown if one.kind != "turn")
        return replace(self, shown=left)._timed(now)

    def at(self, now: float) -> "Toasts":
        """Those whose time is not over. Who comes back much later has missed what was shown."""
        toasts = self
        while toasts.shown and toasts.shown[0].until <= now:
            first, late = toasts.shown[0], now - toasts.shown[0].until
            toasts = replace(toasts, shown=toasts.shown[1:])
            if late > LATE_S:
                toasts = toasts._missing(frozenset({first.id}))
            toasts = toasts._timed(now)
        return toasts

    def read(self) -> "Toasts":
        """The player has looked at the inbox."""
        return replace(self, missed=frozenset()) if self.missed else self

    @property
    def next(self) -> float:
        """When the first one goes."""
        return self.shown[0].until if self.shown else NEVER


def _same(one: Toast, other: Toast) -> bool:
    """Whether they say the same of a table; of a refusal it may be the seconds that differ."""
    if one.table != other.table:
        return False
    refused = one.say.key.startswith("refusal.")
    return one.say.key == other.say.key if refused else one.say == other.say
