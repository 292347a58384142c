"""Where the bots of a house think that knows high card: each in a process of its own."""

from collections.abc import Sequence

from game_server.bots import choosing
from protocol.events import Event
from protocol.words import Act, Ask
from tests.toy_game import server

_choose = choosing.choose


def choose(game: str, bot: str, told: Sequence[Event], ask: Ask, seed: int) -> Act:
    """What a bot does, at any game of such a house."""
    server.register()
    return _choose(game, bot, told, ask, seed)
