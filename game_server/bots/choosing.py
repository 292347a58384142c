"""The choice of a bot, as it is asked for from another process."""

from collections.abc import Sequence
from itertools import count

from game_server import bots
from game_server.bots import Bot
from protocol.events import Event
from protocol.words import Act, Ask


def choose(game: str, bot: str, told: Sequence[Event], ask: Ask, seed: int) -> Act:
    """What the bot does; the same for the same seed."""
    return _by(bots.bots(game)[bot], told, ask, seed)


def quick(game: str, told: Sequence[Event], ask: Ask, seed: int) -> Act:
    """What a bot does that has no time to think: within milliseconds."""
    return _by(bots.quick(game), told, ask, seed)


def names(game: str) -> Sequence[str]:
    """The bots that play a game, the usual one first."""
    return tuple(bots.bots(game))


def _by(bot: Bot, told: Sequence[Event], ask: Ask, seed: int) -> Act:
    words = count(seed)

    def below(bound: int) -> int:
        return _mixed(next(words)) % bound

    return bot(told, ask, below)


def _mixed(word: int) -> int:
    """A number of 64 bits that looks like none of its neighbours."""
    # The finisher of SplitMix64.
    word = word * 0x9E3779B97F4A7C15 % 2**64
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 % 2**64
    word = (word ^ word >> 27) * 0x94D049BB133111EB % 2**64
    return word ^ word >> 31
