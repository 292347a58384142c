"""What is of one game stands in the files of that game: docs/adding-a-game.md names them.

Elsewhere no module has the name of a game, of one of its sets of rules, or of one of its verbs as a
text of its own.
"""

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

import pytest

from client_core.folds import GAMES
from protocol import games
from tests.toy_game.server import SHIPPED

ROOT: Final = Path(__file__).parents[1]
PACKAGES: Final = (
    "protocol",
    "game_server",
    "client_core",
    "client_link",
    "mobile_client",
    "terminal_client",
    "web_client",
)
PAGE: Final = ROOT / "docs" / "adding-a-game.md"
ITS_OWN: Final = (
    "protocol/games/{game}",
    "game_server/rules/{game}",
    "game_server/bots/{game}",
    "client_core/folds/{game}",
    "client_core/felts/{game}",
    "web_client/bridge/felts/{game}",
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
SAID: Final = "acted."
"""The sentence for an act has a key that begins so."""
AT_EVERY_TABLE: Final = {"all_in", "sit_out"}
"""Verbs that no game has for itself."""
VERBS: Final = {
    game: (
        {*GAMES[game].verbs} | {key.removeprefix(SAID) for key in games.text(game) if SAID in key}
    )
    - AT_EVERY_TABLE
    for game in SHIPPED
}
ALL_VERBS: Final = frozenset[str]().union(*VERBS.values())
PLAIN_WORDS: Final = {
    "bet", "bid", "call", "check", "clear", "deal", "draw", "open", "pass", "play", "show", "spin",
    "split", "undo",
}  # fmt: skip
"""Verbs that are words for much else; they are refused where they stand for an act."""
OTHERWISE: Final = {
    # What is chosen before one's turn.
    "client_core/before_turn.py": {"call", "check"},
    # Kinds of motions.
    "client_core/cues.py": {"bet", "deal", "show"},
    "client_core/motions.py": {"bet", "deal", "show"},
    "client_core/reveal.py": {"deal", "show"},
    "client_core/state/pace.py": {"deal", "show"},
    # The load is hold'em.
    "game_server/loadtest/players.py": {"bet", "call", "check", "raise"},
    # Chance draws.
    "protocol/words.py": {"draw"},
    # What is done with a seat that is offered, and at the question of leaving.
    "web_client/bridge/table_going.py": {"keep", "pass"},
}
"""Words that stand together in a module and mean something else there."""
TEXTS: Final = "client_core/text/"
"""The texts of all games, by their keys."""
LOCAL: Final = "terminal_client/local/"
"""Twenty-one at one terminal is blackjack alone."""


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


def verbs_named(source: str) -> set[str]:
    """The verbs of games that stand there as texts: those that mean nothing else wherever they are,
    the others where they are compared with a verb, offered, done, or one of several."""
    found: set[str] = set()
    for one in ast.walk(ast.parse(source)):
        found |= _texts([one]) - PLAIN_WORDS
        match one:
            case ast.Compare(left=left, comparators=others):
                if any(_is_verb(each) for each in (left, *others)):
                    found |= _texts(ast.walk(one))
            case ast.Match(subject=subject, cases=cases) if _is_verb(subject):
                found |= {text for case in cases for text in _texts(ast.walk(case.pattern))}
            case ast.keyword(arg="verb", value=value):
                found |= _texts([value])
            case ast.MatchClass(kwd_attrs=["verb", *_], kwd_patterns=[first, *_]):
                found |= _texts(ast.walk(first))
            case ast.Call(
                func=ast.Name(id="Act" | "Option") | ast.Attribute(attr="option"), args=args
            ):
                found |= _texts(args)
            case ast.Set(elts=parts) | ast.Tuple(elts=parts) | ast.List(elts=parts):
                found |= several if len(several := _texts(parts)) > 1 else set()
            case ast.Dict(keys=keys):
                found |= several if len(several := _texts(keys)) > 1 else set()
    return found


def _texts(nodes: Iterable[ast.AST | None]) -> set[str]:
    """The verbs among these texts, and among keys such as `act.fold`."""
    texts = {one.value for one in nodes if isinstance(one, ast.Constant)}
    return {
        text.removeprefix("act.")
        for text in texts
        if isinstance(text, str) and text.removeprefix("act.") in ALL_VERBS
    }


def _is_verb(one: ast.AST) -> bool:
    """Whether that is called a verb, or several."""
    name = (
        one.attr if isinstance(one, ast.Attribute) else one.id if isinstance(one, ast.Name) else ""
    )
    return name.strip("s").endswith("verb")


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


def test_no_other_module_names_a_verb_of_a_game() -> None:
    found = {
        path: names
        for one in modules()
        for path in [one.relative_to(ROOT).as_posix()]
        if not path.startswith((TEXTS, LOCAL)) and not owners(path)
        if (names := verbs_named(one.read_text(encoding="utf-8")) - OTHERWISE.get(path, set()))
    }
    assert found == {}, "say it on the game's card, as docs/adding-a-game.md has it"


def test_the_page_names_games_in_their_felts_alone() -> None:
    pages = ROOT / "web_client" / "page"
    shared = [one for one in sorted(pages.rglob("*.js")) if one.parent.name not in ("felts", "lib")]
    found = {
        one.name: names
        for one in shared
        for texts in [set(re.findall(r"""["'`]([a-z_]+)["'`]""", one.read_text(encoding="utf-8")))]
        if (names := texts & (NAMES | (ALL_VERBS - PLAIN_WORDS)))
    }
    assert len(shared) > 10
    assert found == {}, "say it in the felt of the game"


@pytest.mark.parametrize("path", OTHERWISE)
def test_what_means_something_else_by_such_words_has_them(path: str) -> None:
    named = verbs_named((ROOT / path).read_text(encoding="utf-8"))
    assert named >= OTHERWISE[path], "it is an exception no more"


@pytest.mark.parametrize("game", SHIPPED)
def test_the_card_of_a_game_describes_all_its_verbs(game: str) -> None:
    assert VERBS[game] == {*GAMES[game].verbs} - AT_EVERY_TABLE


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


@pytest.mark.parametrize(
    "line",
    [
        'OUT = frozenset({"fold"})',
        'TONES = {"check": INFO, "call": INFO}',
        'if button.verb == "open": pass',
        'again = "spin" in verbs',
        'match act.verb:\n    case "bid" | "pass": pass',
        'match event:\n    case Acted(verb="pass"): pass',
        'ask.option("check")',
        'Act("draw")',
        'say("act.rob")',
    ],
)
def test_a_verb_that_is_planted_is_found(line: str) -> None:
    assert verbs_named(line)


@pytest.mark.parametrize("line", ['icon("check")', 'purse = "play"', 'SIDES = {"open", "shut"}'])
def test_a_word_that_is_no_act_is_none(line: str) -> None:
    assert not verbs_named(line)
