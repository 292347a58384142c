"""docs/walk.md against the code and against a raise that is played."""

import ast
import re
from pathlib import Path

import pytest

from tools.walk import __main__
from tools.walk.trace import ROOT

ROW = re.compile(r"^\| `(?P<file>[^`]+)` \| (?P<functions>[^|]+) \|", re.MULTILINE)


def defined(node: ast.AST, within: str = "") -> set[str]:
    """The functions of a module by their qualified names, as the page writes them."""
    found: set[str] = set()
    for child in ast.iter_child_nodes(node):
        name = within
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            name = f"{within}.{child.name}" if within else child.name
            found.add(name)
        found |= defined(child, name)
    return found


def test_every_function_of_the_walk_is_in_the_code() -> None:
    rows = ROW.findall(__main__.PAGE.read_text())
    assert len(rows) > 50
    for file, functions in rows:
        known = defined(ast.parse((ROOT / file).read_text()))
        assert set(re.findall("`([^`]+)`", functions)) <= known, file


def test_a_raise_that_is_played_passes_the_files_of_the_walk(
    capsys: pytest.CaptureFixture[str],
) -> None:
    stale = __main__.main(["--check"])
    assert not stale, f"python -m tools.walk writes it anew: {capsys.readouterr().err}"


def test_a_page_that_names_another_file_is_stale(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    page = tmp_path / "walk.md"
    page.write_text("| `game_server/nowhere.py` | `here` | nothing |\n")
    monkeypatch.setattr(__main__, "PAGE", page)
    monkeypatch.setattr(__main__, "traced", lambda: [])
    assert __main__.main(["--check"]) == 1
