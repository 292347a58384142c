"""A puzzle as it is being played: what has been played so far, and what it cost."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from client_core.puzzles.collection import Puzzle
from client_core.puzzles.position import LANDLORD, Position
from protocol.words import Cards

MOST_STARS: Final = 3


@dataclass(frozen=True, slots=True)
class Playing:
    """A puzzle in play. `past` are the positions so far, each with the cards that were played there
    (none: a pass).

    The stars are `MOST_STARS` less one for each position in `hinted_at` and each step back, and one
    at least; none where the line was shown. A hint that is looked at once more costs nothing.
    """

    puzzle: Puzzle
    position: Position
    past: tuple[tuple[Position, Cards], ...] = ()
    hinted_at: frozenset[Position] = frozenset()
    undos: int = 0
    shown: bool = False

    @property
    def mine(self) -> bool:
        """It is the player's turn."""
        return self.position.winner is None and self.position.turn == LANDLORD

    @property
    def won(self) -> bool:
        return self.position.winner is True

    @property
    def lost(self) -> bool:
        return self.position.winner is False

    @property
    def stars(self) -> int:
        if not self.won or self.shown:
            return 0
        return max(1, MOST_STARS - len(self.hinted_at) - self.undos)

    @property
    def before_each(self) -> Mapping[int, Cards]:
        """What each hand has done last, by its place; a lead takes away what lay there before."""
        found: dict[int, Cards] = {}
        for position, cards in self.past:
            if position.to_beat is None:
                found = {}
            found[position.turn] = cards
        return found

    def after(self, cards: Cards) -> "Playing":
        """With these cards played, or with a pass; ValueError with the reason if they may not."""
        past = (*self.past, (self.position, cards))
        return replace(self, position=self.position.after(cards), past=past)

    @property
    def can_undo(self) -> bool:
        return any(position.turn == LANDLORD for position, _ in self.past)

    def undone(self) -> "Playing":
        """At the player's last turn again; the same where there was none."""
        for at in range(len(self.past) - 1, -1, -1):
            position = self.past[at][0]
            if position.turn == LANDLORD:
                undos = self.undos + 1
                return replace(self, position=position, past=self.past[:at], undos=undos)
        return self

    def hinted(self) -> "Playing":
        return replace(self, hinted_at=self.hinted_at | {self.position})


def begun(puzzle: Puzzle, shown: bool = False) -> Playing:
    """From the beginning; `shown`: its line is only looked at."""
    return Playing(puzzle, puzzle.position, shown=shown)


# -- what is kept ----------------------------------------------------------------------------------


def read(kept: str) -> Mapping[int, int]:
    """The stars of the puzzles that were solved, by their numbers; what cannot be read is left
    out."""
    found: dict[int, int] = {}
    for word in kept.split():
        number, _, stars = word.partition(":")
        if number.isdecimal() and stars.isdecimal() and 1 <= int(stars) <= MOST_STARS:
            found[int(number)] = int(stars)
    return found


def with_stars(kept: str, number: int, stars: int) -> str:
    """The same with what was won now, if it is more than before."""
    found = dict(read(kept))
    if stars > found.get(number, 0):
        found[number] = stars
    return " ".join(f"{one}:{found[one]}" for one in sorted(found))
