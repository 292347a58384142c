"""The reveal of a round's end: told all at once, and seen step by step.

The steps are the cards that were still to come, the hands that are shown, who wins what, and how
that lies there."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final, Literal

from client_core import folds
from client_core.motions import Motion
from client_core.round import Round
from client_core.tables import Table
from protocol.messages import Sitter
from protocol.words import Seat

Part = Literal["", "cards", "fell", "shown", "won"]
PARTS: Final[Mapping[str, Part]] = {
    "deal": "cards", "lay": "cards", "fall": "fell", "roll": "fell", "show": "shown",
    "win": "won", "pay": "won", "ended": "won",
}  # fmt: skip
"""What belongs to which step; all else goes with what it stands among."""


@dataclass(frozen=True, slots=True)
class RevealStep:
    """A step of a reveal: its part, the motions seen together, and their last event."""

    part: Part
    motions: tuple[Motion, ...]
    seq: int


@dataclass(frozen=True, slots=True)
class Reveal:
    """The reveal at a table: the step in sight, those to come, and who sat there when
    it began."""

    now: RevealStep
    rest: tuple[RevealStep, ...]
    seats: Mapping[Seat, Sitter]

    def next(self) -> "Reveal | None":
        """One step further; None: all is told."""
        return replace(self, now=self.rest[0], rest=self.rest[1:]) if self.rest else None

    def shown(self, table: Table) -> tuple[Table, Round | None]:
        """The table and its round as they are seen now."""
        now: Round | None = None
        for event in table.events[: self.now.seq]:
            now = folds.fold(now, event)
        return replace(table, seats=self.seats, seats_last=False, rebuy=0), now

    def on(self, more: tuple[RevealStep, ...]) -> "Reveal":
        """With what was told since; what belongs to the last step is seen with it."""
        if self.rest and more and self.rest[-1].part == more[0].part:
            last, first = self.rest[-1], more[0]
            both = RevealStep(last.part, (*last.motions, *first.motions), first.seq)
            return replace(self, rest=(*self.rest[:-1], both, *more[1:]))
        return replace(self, rest=(*self.rest, *more))


def steps(motions: Iterable[Motion]) -> tuple[RevealStep, ...]:
    """What has moved, in steps: only where somebody wins by it, or dice are thrown, there is more
    than one. The end of a round is told after all else, and then it is looked at how all lies
    there."""
    moved = tuple(motions)
    if not moved:
        return ()
    found: list[RevealStep] = []
    part: Part = ""
    some: list[Motion] = []
    for one in moved:
        its = PARTS.get(one.kind, part)
        if part and its != part:
            found.append(RevealStep(part, tuple(some), some[-1].seq))
            some = []
        part = its
        some.append(one)
    found.append(RevealStep(part, tuple(some), some[-1].seq))
    if found[-1].part != "won" and not any(one.kind == "roll" for one in moved):
        return (RevealStep("", moved, moved[-1].seq),)
    if any(one.kind == "ended" for one in moved):
        found.append(RevealStep("", (), found[-1].seq))
    return tuple(found)
