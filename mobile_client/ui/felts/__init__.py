"""The felts: one for each game that has its own, and one on which every game can be played."""

from importlib import import_module
from typing import Final

from mobile_client.ui.felts.felt import TableFelt

FELTS: Final = {
    "holdem": "mobile_client.ui.felts.holdem:HoldemFelt",
    "doudizhu": "mobile_client.ui.felts.doudizhu:DoudizhuFelt",
    "blackjack": "mobile_client.ui.felts.blackjack:BlackjackFelt",
    "roulette": "mobile_client.ui.felts.roulette:RouletteFelt",
    "sabacc": "mobile_client.ui.felts.sabacc:SabaccFelt",
}
"""A new game is one line here, or none: it is played on the felt of all games."""


def felt_of(game: str) -> type[TableFelt]:
    """The felt that a game is played on."""
    if game not in FELTS:
        return TableFelt
    module, _, name = FELTS[game].partition(":")
    found: type[TableFelt] = getattr(import_module(module), name)
    return found
