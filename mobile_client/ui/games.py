"""Looks of each game in the app: its felt, its tile in the menu, its music, its screens."""

from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from mobile_client.ui.felts.felt import TableFelt

ALL_GAMES: Final = "mobile_client.ui.felts.felt:TableFelt"
"""The felt on which every game can be played."""


@dataclass(frozen=True, slots=True)
class GameLook:
    """The look of one game in the app. What is left out is as with a game that nobody knows."""

    felt: str = ALL_GAMES
    """Where its felt is: imported when somebody sits down at it."""
    emblem: str = "diamond"
    cloth: str = "graphite"
    """The emblem and the ground of its tile."""
    music: str = "play"
    """The piece at its tables; "" goes with how far a round is."""
    shuffles: bool = False
    """Whether a pack is shuffled before each round."""
    speaks: bool = False
    """Whether its plays are said aloud."""
    hands: bool = False
    """Whether its rules have a list of hands."""
    puzzles: bool = False
    busters: bool = False
    """Whether one can look up who busted the house."""


GAMES: Final[dict[str, GameLook]] = {
    "holdem": GameLook(
        "mobile_client.ui.felts.holdem:HoldemFelt",
        "spade",
        "emerald",
        shuffles=True,
        hands=True,
    ),
    "doudizhu": GameLook(
        "mobile_client.ui.felts.doudizhu:DoudizhuFelt",
        "crown",
        "burgundy",
        music="",
        shuffles=True,
        speaks=True,
        puzzles=True,
    ),
    "blackjack": GameLook(
        "mobile_client.ui.felts.blackjack:BlackjackFelt",
        "heart",
        "midnight",
        music="blackjack",
        busters=True,
    ),
    "roulette": GameLook(
        "mobile_client.ui.felts.roulette:RouletteFelt",
        "wheel",
        "bronze",
        music="roulette",
    ),
    "sabacc": GameLook(
        "mobile_client.ui.felts.sabacc:SabaccFelt",
        "sabacc",
        "violet",
        music="sabacc",
        shuffles=True,
    ),
}
"""A new game is one entry here, or none."""
PLAIN: Final = GameLook()


def look_of(game: str) -> GameLook:
    """How that game is shown."""
    return GAMES.get(game, PLAIN)


def felt_of(game: str) -> "type[TableFelt]":
    """The felt that a game is played on."""
    module, _, name = look_of(game).felt.partition(":")
    found: type[TableFelt] = getattr(import_module(module), name)
    return found
