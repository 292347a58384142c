"""How my hand of Dou Dizhu lies where a felt stands upright: many cards in two rows."""

from collections.abc import Sequence
from typing import Final

from protocol.cards import Card
from protocol.games.doudizhu import RANK_OF

ONE_ROW: Final = 10
"""So many cards of mine lie in one row on an upright felt, more in two."""


def upper_row(cards: Sequence[Card | None]) -> int:
    """How many of these cards lie in the upper row: about half, and no rank is parted; 0: there is
    one row."""
    ranks = [RANK_OF[card] for card in cards if card is not None]
    count = len(ranks)
    if count <= ONE_ROW:
        return 0
    breaks = [at for at in range(1, count) if ranks[at] != ranks[at - 1]]
    return min(breaks, key=lambda at: abs(2 * at - count), default=0)
