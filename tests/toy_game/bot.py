"""A player of high card who keeps what is better than most."""

from collections.abc import Mapping, Sequence
from typing import Final

from game_server.bots import Bot, Chance
from protocol.cards import rank
from protocol.events import Event, hand_of
from protocol.words import Act, Ask

EIGHT: Final = 6


def keeps_high(told: Sequence[Event], ask: Ask, chance: Chance) -> Act:
    """Double with an eight or better, and with any card now and then."""
    (card,) = hand_of(ask.who, told)
    return Act("double") if rank(card) >= EIGHT or chance(6) == 0 else Act("fold")


BOTS: Final[Mapping[str, Bot]] = {"keeps_high": keeps_high}
