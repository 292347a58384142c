"""The rules of a room in words: how the game goes, and what its options mean."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from client_core.folds import card_of
from client_core.text import CHIP, Words
from protocol import stakes

Options = Mapping[str, int | str | bool]
HIDDEN = frozenset({"unit", "least", "most", "people"})
"""Options that no player wonders about."""


def at_stake(options: Options, named: int) -> Options:
    """The same rules in a room that names a stake: what is measured by the usual one goes with
    it."""
    return {**options, **stakes.at_stake(options, named)}


@dataclass(frozen=True, slots=True)
class RulesView:
    """The rules of a game or a room, as a page tells them. `how` tells the game from its beginning,
    `lines` what is so under these rules, and last that the house may look on; `here`: these are the
    rules of a room, with its own stake, and `departs` tells what of them its preset has
    otherwise."""

    game: str
    preset: str
    how: tuple[str, ...]
    lines: tuple[str, ...]
    options: Options
    here: bool = False
    departs: tuple[str, ...] = ()


def view(
    game: str,
    preset: str,
    options: Options,
    words: Words,
    here: bool = False,
    departs: tuple[str, ...] = (),
) -> RulesView:
    """The rules of a game under these options, as a page tells them."""
    any_room = () if here or not stakes.stake(options) else (words.say("rule.any_room"),)
    said = (*lines(game, options, words), *any_room, words.say("rule.watched"))
    return RulesView(game, preset, tuple(how(game, words)), said, options, here, departs)


def how(game: str, words: Words) -> Iterator[str]:
    """The game, a paragraph each."""
    number = 1
    while words.has(f"how.{game}.{number}"):
        yield words.say(f"how.{game}.{number}")
        number += 1


def lines(game: str, options: Options, words: Words) -> Iterator[str]:
    """What each option means, in the order of the catalogue; one that says nothing has no line."""
    places = {key: place for place, key in enumerate(words.keys)}

    def place(name: str) -> int:
        stem = f"rule.{game}.{name}"
        of_it = (at for key, at in places.items() if key == stem or key.startswith(f"{stem}."))
        return min(of_it, default=len(places))

    for name, value in sorted(options.items(), key=lambda one: place(one[0])):
        other, idle = card_of(game).idle.get(name, ("", None))
        text = line(game, name, value, words)
        if text and (idle is None or options.get(other) != idle):
            yield text


def line(game: str, name: str, value: int | str | bool, words: Words) -> str:
    """What one option means; empty if it says nothing."""
    key = f"rule.{game}.{name}"
    match value:
        case bool():
            key += ".yes" if value else ".no"
        case str():
            key += f".{value}"
        case 0 if words.has(f"{key}.zero"):
            key += ".zero"
        case int() if words.has(f"{key}.{value}"):
            key += f".{value}"
        case int() if value == CHIP and words.has(f"{key}.chip"):
            key += ".chip"
    return words.or_else(key, "", value=value)
