"""The options that rooms may choose, as a list for people."""

from dataclasses import asdict
from typing import Any

from game_server.rules.catalogue import GAMES
from game_server.rules.core import Game


def choices_explained() -> list[str]:
    """Lines of text: every option of every game, what it means, what it can be, what is usual."""
    lines = ["", "The options of a room, by game. Amounts are cents."]
    for game in GAMES.values():
        lines += ["", f"{game.name}:"]
        lines += [line for name in game.choices for line in _option(game, name)]
    return lines


def _option(game: Game[Any, Any, Any], name: str) -> list[str]:
    by_preset = {
        preset: one for preset in game.presets for one in game.offered(preset) if one.name == name
    }
    one = next(iter(by_preset.values()))
    usual = {preset: asdict(game.presets[preset])[name] for preset in by_preset}
    plain = ", ".join(f"{preset}: {_plain(value)}" for preset, value in usual.items())
    return [f"  {name}: {one.right}. {one.text}", f"    {plain}"]


def _plain(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
