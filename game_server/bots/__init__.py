"""Bots: players that are told what their seat is told and return an act.

A bot keeps nothing between two questions and has no other door, so that it may choose in any
process. Each game's bots stand in the module of its name, in `BOTS`; "random" plays all games.
`QUICK` is the one that chooses within milliseconds whatever it is asked, where not all of them do.
"""

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Final

from protocol.events import Event
from protocol.words import Act, Ask

Chance = Callable[[int], int]
"""A number below the bound, all alike likely."""

Bot = Callable[[Sequence[Event], Ask, Chance], Act]
"""What the seat was told since the round began (RoundBegan first), what it is asked, chance."""


_ELSEWHERE: Final[dict[str, ModuleType]] = {}


def register(game: str, module: ModuleType) -> None:
    """Let a module that stands elsewhere play a game; ValueError for one that has bots here."""
    if _module(game) is not None:
        raise ValueError(f"There are bots for {game!r} already; take another name.")
    _ELSEWHERE[game] = module


def _module(game: str) -> ModuleType | None:
    """Where the bots of a game stand."""
    name = f"{__name__}.{game}"
    return _ELSEWHERE.get(game) or (import_module(name) if find_spec(name) else None)


def bots(game: str) -> Mapping[str, Bot]:
    """Every bot that can play this game, by name; the first is the one to seat by default."""
    own: Mapping[str, Bot] = getattr(_module(game), "BOTS", {})
    return {**own, "random": import_module(f"{__name__}.random_player").choose}


def quick(game: str) -> Bot:
    """The bot to choose at once, where there is no time to think."""
    own: Bot | None = getattr(_module(game), "QUICK", None)
    return own or next(iter(bots(game).values()))
