"""The felts of the app: on which table each game is played."""

from importlib import import_module
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from mobile_client.ui.felts.felt import TableFelt

ALL_GAMES: Final = "mobile_client.ui.felts.felt:TableFelt"
"""The felt on which every game can be played."""
FELTS: Final[dict[str, str]] = {
    "holdem": "mobile_client.ui.felts.holdem:HoldemFelt",
    "doudizhu": "mobile_client.ui.felts.doudizhu:DoudizhuFelt",
    "blackjack": "mobile_client.ui.felts.blackjack:BlackjackFelt",
    "roulette": "mobile_client.ui.felts.roulette:RouletteFelt",
    "sabacc": "mobile_client.ui.felts.sabacc:SabaccFelt",
}
"""Where the felt of a game is: imported when somebody sits down at it. A new game is one entry, or
none."""


def felt_of(game: str) -> "type[TableFelt]":
    """The felt that a game is played on."""
    module, _, name = FELTS.get(game, ALL_GAMES).partition(":")
    found: type[TableFelt] = getattr(import_module(module), name)
    return found
