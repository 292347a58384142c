"""How long things take: the seconds behind the names that games give to their questions."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

SECONDS: Final[Mapping[str, float]] = {
    "turn": 15,
    "short": 5,
    "bets": 20,
    "doubling": 10,
    "opening": 15,
    "ready": 3,
    "part": 1.5,
    "deal": 0,
    "street": 2.5,
    "dealer": 1,
    "button": 1,
    "drawn": 3,
    "dice": 2,
    "rolled": 2.5,
    "wheel": 6,
    "fallen": 3.5,
}
AFTER: Final[Mapping[str, str]] = {"wheel": "fallen", "dice": "rolled"}
"""What was drawn at the one pace takes, at the end of a round, as long as the other says until it
is seen: a ball has to drop, dice roll and hands are turned over first. The pause between two rounds
begins then."""
UNTIMED_S: Final = 7_200.0
"""So long a table without a clock waits for the one who plays there, where nothing else is said."""

THINK_S: Final[Sequence[float]] = (0.8, 2.0)
"""The least and the most that a bot takes for what looks easy to everybody."""
HARDER: Final = 1.0
"""So many times as long again it takes for what looks as hard as can be."""
LATE_S: Final = 3.0
"""So long beyond its time a bot may think; then it plays a quick move."""


def thinking_time(
    difficulty: float, below: Callable[[int], int], easy: Sequence[float] = THINK_S
) -> float:
    """How long a bot takes for a decision that looks so hard, from 0 to 1."""
    least, most = easy
    return (least + (most - least) * below(1_000) / 1_000) * (1 + HARDER * difficulty)


@dataclass(frozen=True)
class Manners:
    """How long a table waits for answers, and how many missed turns cost a seat."""

    seconds: Mapping[str, float] = field(default_factory=lambda: SECONDS)
    missed_turns: int = 2
    """So many missed turns in a row, and the seat is vacated."""
    untimed: float = 0.0
    """So long a question to a player waits where nobody else does; 0: turns have their seconds."""
    silent_leave: bool = False
    """The others learn that a player has gone only when that player's turn comes."""
