"""The puzzles that come with the client: made by `tools.puzzles`, proved by the solver."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

from client_core.puzzles.position import Position
from protocol.cards import labels, parse

FILE: Final = "puzzles.json"


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position that the side to move wins, with one first play alone.

    `difficulty` is measured, `grade` is its fifth of all puzzles: 1 is the easiest.
    """

    number: int
    position: Position
    difficulty: int
    grade: int


@cache
def puzzles() -> tuple[Puzzle, ...]:
    """All of them, the easiest first."""
    rows = json.loads((files(__package__) / FILE).read_text(encoding="utf-8"))
    return tuple(
        Puzzle(
            row["id"],
            Position(tuple(parse(hand) for hand in row["hands"]), row["turn"]),
            row["difficulty"],
            row["grade"],
        )
        for row in rows
    )


def serialised(found: Iterable[Puzzle]) -> str:
    """As they lie in the file, one a line."""
    rows = (
        json.dumps(
            {
                "id": one.number,
                "grade": one.grade,
                "difficulty": one.difficulty,
                "turn": one.position.turn,
                "hands": [labels(hand) for hand in one.position.hands],
            }
        )
        for one in found
    )
    return "[\n" + ",\n".join(rows) + "\n]\n"
