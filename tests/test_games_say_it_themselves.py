"""What is of one game stands in the files of that game: docs/adding-a-game.md names them.

Elsewhere no module has the name of a game, or of one of its sets of rules, as a text of its own.
"""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from tests.toy_game.server import SHIPPED

ROOT: Final = Path(__file__).parents[1]
PACKAGES: Final = (
    "protocol",
    "game_server",
    "client_core",
    "client_link",
    "mobile_client",
    "terminal_client",
)
PAGE: Final = ROOT / "docs" / "adding-a-game.md"
ITS_OWN: Final = (
    "protocol/games/{game}",
    "game_server/rules/{game}",
    "game_server/bots/{game}",
    "client_core/folds/{game}",
    "mobile_client/ui/felts/{game}",
)
"""The files of a game begin so."""
ENTERED: Final = ("game_server/config.py", "mobile_client/ui/games.py")
"""Where the page says that games are entered by their names."""
OF_ONE_GAME: Final = {
    "game_server/loadtest/players.py": "the load is hold'em, at tables that are opened for it",
    "mobile_client/ui/gallery.py": "samples of all that is drawn",
    "mobile_client/ui/icons.py": "an icon is called after the game whose sign it is",
    "terminal_client/local/settings.py": "twenty-one at one terminal is blackjack alone",
}
"""Modules that are about one game, each with the reason."""
PLAIN: Final = {"standard", "house", "casino", "classic", "wild", "online"}
"""Sets of rules that are called by a word which means much else."""
NAMES: Final = {*SHIPPED} | {
    preset for game in SHIPPED.values() for preset in game.presets if preset not in PLAIN
}


def modules() -> Iterator[Path]:
    for package in PACKAGES:
        yield from sorted((ROOT / package).rglob("*.py"))


def named(source: str) -> set[str]:
    """The names of games and of their rules that stand there as texts."""
    return {
        one.value
        for one in ast.walk(ast.parse(source))
        if isinstance(one, ast.Constant) and one.value in NAMES
    }


def owners(path: str) -> set[str]:
    """The games whose file this is."""
    return {game for game in SHIPPED for own in ITS_OWN if path.startswith(own.format(game=game))}


def test_no_other_module_names_a_game_or_its_rules() -> None:
    found = {
        path: names
        for one in modules()
        for path in [one.relative_to(ROOT).as_posix()]
        if path not in ENTERED and path not in OF_ONE_GAME
        for names in [named(one.read_text(encoding="utf-8")) - _own(path)]
        if names
    }
    assert found == {}, "say it in a field of the game's own, as docs/adding-a-game.md has it"


def _own(path: str) -> set[str]:
    return {name for game in owners(path) for name in (game, *SHIPPED[game].presets)}


@pytest.mark.parametrize("path", [*ENTERED, *OF_ONE_GAME])
def test_what_may_name_a_game_does_so(path: str) -> None:
    assert named((ROOT / path).read_text(encoding="utf-8")), "it is an exception no more"


def test_the_page_names_every_file_in_which_a_game_is_entered() -> None:
    page = PAGE.read_text(encoding="utf-8")
    lists = ("game_server/rules/catalogue.py", "client_core/folds/__init__.py", *ENTERED)
    for path in (*lists, *(own.format(game="<game>") for own in ITS_OWN[:-1])):
        assert path in page, path


@pytest.mark.parametrize(
    "line", ['POTS = {"holdem"}', 'if view.game == "sabacc": pass', 'x = {"eps": 1}']
)
def test_a_name_that_is_planted_is_found(line: str) -> None:
    assert named(line)
