"""One idea has one name: classes, the glossary, and the first words of docstrings."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tools.requirements import ROOT

PACKAGES = (
    "protocol",
    "game_server",
    "client_core",
    "mobile_client",
    "terminal_client",
    "web_client",
)

SHARED = {
    "game_server": {
        # The rules of each game say the same of it, in the words of the contract of all rules.
        "Carry", "Options", "State", "Hand",
    },
}  # fmt: skip
"""Names that several classes of a package may have, and why."""

OWN = (*PACKAGES, "client_link", "client_offline", "client_storage", "tools", "bench", "tests")
"""Where the names are ours."""

LEAD = ("The same", "So many", "So long", "Who ")
"""Beginnings of docstrings that say nothing by themselves."""

GLOSSARY = (ROOT / "docs" / "glossary.md").read_text()
ROW = re.compile(r"^\| (?P<word>[^|]+) \| (?P<what>[^|]+) \| (?P<where>[^|]+) \| [^|]*\|$", re.M)


@cache
def modules(package: str) -> tuple[tuple[Path, ast.Module], ...]:
    files = sorted((ROOT / package).rglob("*.py"))
    return tuple((file, ast.parse(file.read_text())) for file in files)


def inside(tree: ast.Module | ast.ClassDef) -> Iterator[ast.ClassDef]:
    for one in tree.body:
        if isinstance(one, ast.ClassDef):
            yield one
            yield from inside(one)


@cache
def classes(package: str) -> tuple[tuple[Path, ast.ClassDef], ...]:
    return tuple((file, one) for file, tree in modules(package) for one in inside(tree))


@pytest.mark.parametrize("package", PACKAGES)
def test_no_two_classes_of_a_package_have_one_name(package: str) -> None:
    found = defaultdict[str, list[str]](list)
    for file, one in classes(package):
        found[one.name].append(str(file.relative_to(ROOT)))
    shared = SHARED.get(package, set())
    twice = {name: files for name, files in found.items() if len(files) > 1}
    assert {name: files for name, files in twice.items() if name not in shared} == {}
    assert shared <= twice.keys(), "what is shared no more is on the list"
    rules = "game_server/rules/"
    assert all(file.startswith(rules) for name in shared for file in twice[name])


@pytest.mark.parametrize("package", [*PACKAGES, "client_link", "client_offline", "client_storage"])
def test_a_docstring_begins_with_what_it_is_about(package: str) -> None:
    said: list[tuple[Path, str | None]] = [
        (f, ast.get_docstring(tree)) for f, tree in modules(package)
    ]
    said += [(f, ast.get_docstring(one)) for f, one in classes(package) if one.name[0] != "_"]
    assert [(str(file), text) for file, text in said if text and text.startswith(LEAD)] == []


def aliases(source: str) -> Iterator[str]:
    """The names of ours that a module imports under another name."""
    for one in ast.walk(ast.parse(source)):
        if isinstance(one, ast.Import | ast.ImportFrom):
            of, near = (one.module, one.level) if isinstance(one, ast.ImportFrom) else ("", 0)
            for each in one.names:
                ours = near > 0 or (of or each.name).split(".")[0] in OWN
                if ours and each.asname not in (None, each.name):
                    yield f"{each.name} as {each.asname}"


@pytest.mark.parametrize("package", OWN)
def test_what_is_ours_is_imported_under_its_own_name(package: str) -> None:
    found = {
        path: names
        for file in sorted((ROOT / package).rglob("*.py"))
        for path in [file.relative_to(ROOT).as_posix()]
        if (names := set(aliases(file.read_text())))
    }
    assert found == {}, "import it as it is called, or its module and say module.name"


@pytest.mark.parametrize(
    "line", ["import protocol.cards as c", "from bench import cards as c", "from . import a as b"]
)
def test_an_alias_that_is_planted_is_found(line: str) -> None:
    assert list(aliases(line))
    assert not list(aliases("import numpy as np\nfrom protocol import cards"))


def test_the_words_of_the_glossary_are_in_the_order_of_the_alphabet_and_once_each() -> None:
    words = [row["word"] for row in ROW.finditer(GLOSSARY)][2:]
    assert len(words) > 30
    assert words == sorted(set(words))


def named() -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Each place of a word, with the names that stand behind it."""
    for row in ROW.finditer(GLOSSARY):
        parts = re.findall(r"`([^`]+)`", row["where"])
        starts = [at for at, part in enumerate(parts) if "/" in part]
        for at, end in zip(starts, [*starts[1:], len(parts)], strict=True) if starts else ():
            names = [name for part in parts[at + 1 : end] for name in part.split(".")]
            yield row["word"], parts[at], tuple(names)


@pytest.mark.parametrize(("word", "place", "names"), list(named()))
def test_what_the_glossary_names_is_where_it_says(
    word: str, place: str, names: tuple[str, ...]
) -> None:
    there = ROOT / place
    assert there.exists(), f"{word}: there is no {place}"
    files = [there] if there.is_file() else sorted(there.rglob("*.py"))
    text = "\n".join(file.read_text() for file in files)
    for name in names:
        assert re.search(rf"^\s*(class|def) {name}\b|^{name}\b.* = ", text, re.M), f"{word}: {name}"


GREPPED = re.compile(r"^\| `(?P<word>[^`]+)` \| (?P<files>`[^|]+`) \|$", re.M)
_, TO_GREP = GLOSSARY.split("## Words to grep for")


@pytest.mark.parametrize(
    ("word", "file"),
    [
        (row["word"], file)
        for row in GREPPED.finditer(TO_GREP.partition("\n## ")[0])
        for file in re.findall(r"`([^`]+)`", row["files"])
    ],
)
def test_the_first_sentence_of_a_module_has_the_word_of_engineers(word: str, file: str) -> None:
    said = ast.get_docstring(ast.parse((ROOT / file).read_text())) or ""
    first = re.split(r"\.\s|\n\n", said)[0]
    assert word.casefold() in " ".join(first.split()).casefold()
