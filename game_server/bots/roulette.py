"""The roulette bot: a few chips on a colour, and now and then one on a number."""

from collections.abc import Mapping, Sequence
from typing import Final

from game_server.bots import Bot, Chance
from protocol.events import Event
from protocol.games.roulette import SLOTS, bets_of
from protocol.words import Act, Ask


def colours(told: Sequence[Event], ask: Ask, chance: Chance) -> Act:
    """One bet of at most a twentieth of what it could bet, rarely a second; then it is ready."""
    bet = ask.option("bet")
    mine = bets_of(told).get(ask.who, {})
    if bet is None or len(mine) > 1:
        return ask.default
    if mine:
        lucky = chance(4) == 0
        return Act("bet", bet.low, on=f"straight:{chance(SLOTS)}") if lucky else ask.default
    most = max(1, bet.high // bet.step // 20)
    return Act("bet", bet.step * (1 + chance(most)), on=("red", "black")[chance(2)])


BOTS: Final[Mapping[str, Bot]] = {"colours": colours}
