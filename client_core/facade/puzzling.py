"""Endgames to be solved: no house is asked for them."""

from collections.abc import Mapping

from client_core.facade.own import Own
from client_core.folds import doudizhu_hints
from client_core.puzzles import playing
from client_core.puzzles.collection import Puzzle, puzzles
from client_core.puzzles.position import Position
from client_core.text import Say
from protocol.words import Cards


class Puzzling(Own):
    """All puzzles, and which of them were solved on this device."""

    @property
    def puzzles(self) -> tuple[Puzzle, ...]:
        """The easiest first."""
        return puzzles()

    @property
    def puzzle_stars(self) -> Mapping[int, int]:
        """The stars of those that were solved, by their numbers."""
        return playing.read(self._model.settings.puzzles)

    def solved(self, number: int, stars: int) -> None:
        """A puzzle was solved; the most stars are kept."""
        before = self._model.settings.puzzles
        after = playing.with_stars(before, number, stars)
        if after != before:
            self.set(puzzles=after)

    def puzzle_amiss(self, position: Position, cards: Cards) -> Say | None:
        """Why these cards cannot be played there; None: they can."""
        return doudizhu_hints.wrong(cards, position.to_beat, self._model.words)
