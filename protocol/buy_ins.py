"""What may be brought to a room, and what is usual where nothing else was wished."""

from typing import Final

BUY_INS: Final = (20, 100)
"""The usual least and most chips to sit down with, in stakes."""
NO_STAKE: Final = 1_000
"""What stands for the stake where a game has none."""
MOST_STAKE: Final = 10**8
"""No room is played for a higher stake: a million chips."""
MOST_BROUGHT: Final = MOST_STAKE * BUY_INS[1]
"""Nobody brings more to a table: the usual most at the highest stake. Whatever a table of full
seats can move in a round is less than the largest sum that a message or the ledger holds."""
MOST_OF_BOT: Final = 10**7
"""No bot brings more to a room that a player has opened: its chips are the house's."""

GIFT: Final = 100_000
"""What a new player is given for a start: 1000 play chips; and so is one who has lost the last."""
NEW_START_MS: Final = 24 * 60 * 60 * 1000
"""The time between two new starts of one who has lost the last."""


def usual(stake: int) -> tuple[int, int]:
    """The least and the most to sit down with at this stake, 0 being none."""
    least, most = BUY_INS
    return (stake or NO_STAKE) * least, (stake or NO_STAKE) * most
