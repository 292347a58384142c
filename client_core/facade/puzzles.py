"""Endgames of Dou Dizhu to be solved; no house is asked for them."""

from collections.abc import Mapping

from client_core.folds import doudizhu_hints
from client_core.puzzles import playing
from client_core.puzzles.collection import Puzzle, puzzles
from client_core.puzzles.position import Position
from client_core.state.client_state import ClientState
from client_core.text import Say
from protocol.words import Cards


class PuzzlesPart:
    """All puzzles, and which of them were solved on this device."""

    def __init__(self, state: ClientState) -> None:
        self._state = state

    @property
    def all(self) -> tuple[Puzzle, ...]:
        """The easiest first."""
        return puzzles()

    @property
    def stars(self) -> Mapping[int, int]:
        """The stars of those that were solved, by their numbers."""
        return playing.read(self._state.settings.puzzles)

    def solved(self, number: int, stars: int) -> None:
        """A puzzle was solved; the most stars are kept."""
        before = self._state.settings.puzzles
        after = playing.with_stars(before, number, stars)
        if after != before:
            self._state.prefer(puzzles=after)

    def amiss(self, position: Position, cards: Cards) -> Say | None:
        """Why these cards cannot be played there; None: they can."""
        return doudizhu_hints.wrong(cards, position.to_beat, self._state.words)
