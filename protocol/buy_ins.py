"""What is brought to a room where nothing else was wished: so many of its stakes."""

from typing import Final

BUY_INS: Final = (20, 100)
"""The usual least and most chips to sit down with, in stakes."""
NO_STAKE: Final = 1_000
"""What stands for the stake where a game has none."""


def usual(stake: int) -> tuple[int, int]:
    """The least and the most to sit down with at this stake, 0 being none."""
    least, most = BUY_INS
    return (stake or NO_STAKE) * least, (stake or NO_STAKE) * most
