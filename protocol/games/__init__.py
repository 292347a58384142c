"""What both sides know of each game: one module or package a game, found by its name.

A module may define
    TEXT     sentences for its events, by key (see `protocol.story`)
    WORDS    how a sentence writes a field, by name: `{on:place}` is WORDS["place"](on)
    choices  (told, ask, option) -> the cards that could be named, for hints and bots;
             a game needs it when an option of it takes cards
    ways     (told, ask, option, cards) -> what the wild cards among them could stand for, each
             way that is another play; a game needs it when cards of it are wild
    SIGHT    what lies on its table that lies on no other's (see `protocol.sight`)
"""

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType
from typing import Final

from protocol.events import Event
from protocol.sight import PLAIN, Sight
from protocol.words import Ask, Cards, Option

Words = Mapping[str, Callable[..., str]]
"""Functions that write the value of a field, by the name that a sentence calls them by."""

_FOUND: Final[dict[str, ModuleType]] = {
    module.name: import_module(f"{__name__}.{module.name}") for module in iter_modules(__path__)
}
NAMES: Final = _FOUND.keys()


def register(game: str, module: ModuleType) -> None:
    """Let both sides know a game whose module stands elsewhere; ValueError for one that is here."""
    if game in _FOUND:
        raise ValueError(f"Both sides know a game {game!r} already; take another name.")
    _FOUND[game] = module


def text(game: str) -> Mapping[str, str]:
    """The sentences that a game has for its events."""
    found: Mapping[str, str] = getattr(_FOUND.get(game), "TEXT", {})
    return found


def words(game: str) -> Words:
    """The ways that a game has of writing a field in a sentence."""
    found: Words = getattr(_FOUND.get(game), "WORDS", {})
    return found


def sight(game: str) -> Sight:
    """How the game lies on the table."""
    found: Sight = getattr(_FOUND.get(game), "SIGHT", PLAIN)
    return found


def choices(game: str, told: Sequence[Event], ask: Ask, option: Option) -> Sequence[Cards]:
    """The cards that could be named with this option; one empty choice where none are wanted."""
    if option.hand == (0, 0):
        return [()]
    found: Sequence[Cards] = _FOUND[game].choices(told, ask, option)
    return found


def ways(
    game: str, told: Sequence[Event], ask: Ask, option: Option, cards: Cards
) -> Sequence[tuple[int, ...]]:
    """What the wild cards among these could stand for, for each play that they could be; one
    empty way where none is wild."""
    if not option.ranks:
        return [()]
    found: Sequence[tuple[int, ...]] = _FOUND[game].ways(told, ask, option, cards)
    return found
