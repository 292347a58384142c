"""Players without hands: they are told what their seat is told and return an act.

A bot keeps nothing between two questions and has no other door, so that it may choose in any
process. Each game's bots stand in the module of its name, in `BOTS`; "random" plays all games.
`QUICK` is the one that chooses within milliseconds whatever it is asked, where not all of them do.
"""

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec

from protocol.events import Event
from protocol.words import Act, Ask

Chance = Callable[[int], int]
"""A number below the bound, all alike likely."""

Bot = Callable[[Sequence[Event], Ask, Chance], Act]
"""What the seat was told since the round began (RoundBegan first), what it is asked, chance."""


def bots(game: str) -> Mapping[str, Bot]:
    """Every bot that can play this game, by name; the first is the one to seat by default."""
    module = f"{__name__}.{game}"
    own: Mapping[str, Bot] = import_module(module).BOTS if find_spec(module) else {}
    return {**own, "random": import_module(f"{__name__}.random_player").choose}


def quick(game: str) -> Bot:
    """The bot to choose at once, where there is no time to think."""
    module = f"{__name__}.{game}"
    own: Bot | None = getattr(import_module(module), "QUICK", None) if find_spec(module) else None
    return own or next(iter(bots(game).values()))
