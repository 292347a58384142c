"""What both sides know of each game: one module or package a game, found by its name.

A module may define
    TEXT     sentences for its events, by key (see `protocol.story`)
    choices  (told, ask, option) -> the cards that could be named, for hints and bots;
             a game needs it when an option of it takes cards
"""

from collections.abc import Mapping, Sequence
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType
from typing import Final

from protocol.events import Event
from protocol.words import Ask, Cards, Option

_FOUND: Final[dict[str, ModuleType]] = {
    module.name: import_module(f"{__name__}.{module.name}") for module in iter_modules(__path__)
}
NAMES: Final = tuple(sorted(_FOUND))


def text(game: str) -> Mapping[str, str]:
    """The sentences that a game has for its events."""
    found: Mapping[str, str] = getattr(_FOUND.get(game), "TEXT", {})
    return found


def choices(game: str, told: Sequence[Event], ask: Ask, option: Option) -> Sequence[Cards]:
    """The cards that could be named with this option; one empty choice where none are wanted."""
    if option.hand == (0, 0):
        return [()]
    found: Sequence[Cards] = _FOUND[game].choices(told, ask, option)
    return found
