"""How the puzzle in sight stands: what was played, what is chosen, what is being thought about."""

from dataclasses import dataclass, replace
from typing import Final, Literal

from client_core.client import Playing, Puzzle, Say, Solver, begun
from client_core.felts.puzzle import MINE, Ink, PuzzleSight
from protocol.words import Cards
from web_client.bridge.visit import Visit

PAGE: Final = "puzzle"
Thought = Literal["", "answer", "hint", "line"]


@dataclass(frozen=True, slots=True)
class PuzzleLocal:
    """A puzzle as it is played on this page."""

    puzzle: Puzzle
    playing: Playing
    picked: tuple[int, ...] = ()
    """The chosen cards, by their places in the hand."""
    note: Say | None = None
    """What there is to say of the last thing that was pressed."""
    ink: Ink = "gold"
    line: tuple[Cards, ...] = ()
    """The solution, as far as it is still to come."""
    thinks: Thought = ""
    """What the solver is asked for."""
    due: float = 0.0
    """When it goes on with that."""
    solver: Solver | None = None

    @property
    def hand(self) -> Cards:
        """My cards as they lie, the highest first."""
        return self.playing.position.hands[MINE][::-1]

    @property
    def chosen(self) -> Cards:
        """The cards that are chosen."""
        return tuple(self.hand[place] for place in self.picked)

    @property
    def sight(self) -> PuzzleSight:
        """What its words are made of."""
        return PuzzleSight(self.playing, self.chosen, self.line, self.note, self.ink)


def opened(visit: Visit, number: int) -> PuzzleLocal:
    """The puzzle of this number from its beginning."""
    found = visit.client.puzzles.all
    puzzle = next((one for one in found if one.number == number), found[0])
    return PuzzleLocal(puzzle, begun(puzzle))


def local_of(visit: Visit) -> PuzzleLocal:
    """The puzzle in sight as it stands."""
    page = visit.named(PAGE)
    known = page.chosen.get("local")
    if isinstance(known, PuzzleLocal):
        return known
    return opened(visit, int(page.about[0]) if page.about else 0)


def keep(visit: Visit, now: PuzzleLocal) -> None:
    """It stands like this from now on."""
    visit.choose(PAGE, local=now)


def change(visit: Visit, **fields: object) -> None:
    """Some of it is otherwise now."""
    keep(visit, replace(local_of(visit), **fields))  # type: ignore[arg-type]  # named by callers
