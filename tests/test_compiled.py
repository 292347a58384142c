"""What is compiled is what is written, as far as that shows without a compiler.

`make compiled` itself plays an evening on both and throws away what plays otherwise.
"""

import ast
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from game_server import compiled
from game_server.compiled import PACKAGES, ROOT, STAMP, SUFFIX, Finder, digest, sources, state
from tools.compiled import __main__ as tool
from tools.compiled.__main__ import CannotCompile, check, lacking, lowered, main, modules
from tools.compiled.lower import OPEN, CannotLower, lower

VALUE = '''"""A module."""

from dataclasses import dataclass, field, replace

from protocol.frozen import frozen

NAMED = []


def named(name):
    def take(cls):
        NAMED.append((name, cls))
        return cls

    return take


@named("coin")
@frozen
class Coin:
    """A coin."""

    cents: int
    """What it is worth."""
    face: str = "heads"
    secret: bytes = field(default=b"", repr=False)

    def doubled(self) -> "Coin":
        # What is said here stays.
        return replace(self, cents=2 * self.cents)


@dataclass
class Purse:
    coins: list[Coin] = field(default_factory=list)
    owner: str = "nobody"

    def __post_init__(self) -> None:
        if not self.owner:
            raise ValueError("owned by nobody")
'''


@pytest.fixture
def runs(monkeypatch: pytest.MonkeyPatch) -> Iterator[Sequence[dict[str, object]]]:
    """The names of the module as it is written, and of the one that goes to the compiler."""
    monkeypatch.syspath_prepend(str(ROOT / "tools" / "compiled"))
    found: list[dict[str, object]] = []
    for source in (VALUE, lower(VALUE)):
        names: dict[str, object] = {"__name__": __name__}
        exec(compile(source, "<module>", "exec"), names)
        found.append(names)
    yield found
    sys.modules.pop("written_out", None)


@pytest.mark.parametrize(
    "said",
    [
        "Coin(5) == Coin(5, 'heads')",
        "Coin(5) == Coin(6)",
        "Coin(5) == Purse()",
        "hash(Coin(5)) == hash((5, 'heads', b''))",
        "repr(Coin(5, secret=b'x'))",
        "Coin(5).doubled()",
        "replace(Coin(5), face='tails')",
        "Purse().coins is Purse().coins",
        "Purse([Coin(1)])",
        "[one.name for one in fields(Coin)]",
        "[one.type for one in fields(Coin)]",
        "asdict(Purse([Coin(1)], 'Ann'))",
        "get_type_hints(Coin)",
        "Coin.__match_args__",
        "Coin.__doc__",
        "loads(dumps(Coin(5, 'tails', b'x'))).face",
        "[(name, cls is Coin) for name, cls in NAMED]",
        "refused(lambda: Purse(owner=''))",
        "refused(lambda: replace(Coin(5), colour='red'))",
        "refused(lambda: Coin())",
    ],
)
def test_a_class_that_is_written_out_does_what_the_library_would_have_made(
    said: str, runs: Sequence[dict[str, object]], monkeypatch: pytest.MonkeyPatch
) -> None:
    told = []
    for names in runs:
        # Pickled is a class by its name in this module.
        monkeypatch.setattr(sys.modules[__name__], "Coin", names["Coin"], raising=False)
        exec(USES, names)
        told.append(repr(eval(said, names)))
    assert told[0] == told[1]


USES = """
from dataclasses import asdict, fields
from pickle import dumps, loads
from typing import get_type_hints

def refused(does):
    try:
        does()
    except (TypeError, ValueError) as wrong:
        return type(wrong)
"""


def test_what_would_change_the_meaning_of_a_class_is_not_written_out() -> None:
    for head in ("dataclass(order=True)", "dataclass(kw_only=True)"):
        with pytest.raises(CannotLower):
            lower(f"@{head}\nclass Coin:\n    cents: int\n")
    with pytest.raises(CannotLower):
        lower("@dataclass\nclass Coin:\n    cents: int = field(default=0, compare=False)\n")


def test_lines_outside_of_values_stay_as_they_are() -> None:
    source = "import os  # type: ignore\n\n\ndef f() -> int:\n    return 1  # noqa\n"
    assert lower(source).endswith(source)


def test_what_goes_to_the_compiler_plays_as_the_sources_do(tmp_path: Path) -> None:
    for package in PACKAGES:
        # What is no module lies beside them as it is: schemas, lists of words.
        ignored = shutil.ignore_patterns("*.py", "__pycache__")
        shutil.copytree(ROOT / package, tmp_path / package, ignore=ignored)
    lowered(modules(), tmp_path)
    plays = [sys.executable, "-m", "bench.act_by_act", "60"]
    told = []
    for path in (str(ROOT), f"{tmp_path}{os.pathsep}{ROOT}"):
        env = {**os.environ, "PYTHONPATH": path, "PYTHONSAFEPATH": "1"}
        run = subprocess.run(plays, cwd=tmp_path, capture_output=True, text=True, env=env)
        assert run.returncode == 0, run.stderr[-2000:]
        told.append(run.stdout.split()[-1])
    assert told[0] == told[1]


def test_nobody_derives_from_a_compiled_class_who_is_not_compiled() -> None:
    # It would be refused when it is imported, or taken for a stranger when it comes.
    chosen = set(modules())
    classes = {
        one.name
        for path in chosen
        for one in ast.parse((ROOT / path).read_text()).body
        if isinstance(one, ast.ClassDef) and not open_to_all(one)
    }
    derived = {
        ast.unparse(base)
        for path in sources()
        if path.relative_to(ROOT) not in chosen and ROOT / "game_server" in path.parents
        for one in ast.walk(ast.parse(path.read_text()))
        if isinstance(one, ast.ClassDef)
        for base in one.bases
    }
    assert "Refusal" in derived
    assert derived & classes <= OPEN | ALIKE


ALIKE = {"Message"}
"""Names of a class that is compiled and of another one that is not."""


def open_to_all(cls: ast.ClassDef) -> bool:
    """Protocols, tuples with names, and enumerations stay what they are to Python."""
    return any(
        ast.unparse(base).startswith(("Protocol", "NamedTuple", "Enum")) for base in cls.bases
    )


# -- what is used ---------------------------------------------------------------------------


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """Sources of a house, and something that was made of them."""
    (tmp_path / "protocol").mkdir()
    (tmp_path / "game_server").mkdir()
    (tmp_path / "protocol" / "cards.py").write_text("ACE = 12\n")
    (tmp_path / "made").mkdir()
    (tmp_path / "made" / STAMP).write_text(digest(tmp_path))
    return tmp_path


def test_what_was_compiled_of_these_sources_is_used(house: Path) -> None:
    assert state(house / "made", house) == "fresh"
    assert state(house / "nowhere", house) == ""


@pytest.mark.parametrize("name", ["protocol/cards.py", "game_server/new.py", "protocol/new.py"])
def test_what_was_compiled_of_other_sources_is_not(house: Path, name: str) -> None:
    (house / name).write_text("ACE = 13\n")
    assert state(house / "made", house) == "stale"


def test_what_was_compiled_for_another_python_is_not(
    house: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "version", "another")
    assert state(house / "made", house) == "stale"


def test_a_module_is_found_in_the_folder_and_everything_else_where_it_was(tmp_path: Path) -> None:
    (tmp_path / f"protocol.cards{SUFFIX}").touch()
    (tmp_path / "written_out.py").touch()
    finder = Finder(tmp_path)
    found = finder.find_spec("protocol.cards")
    assert found is not None
    assert found.origin == str(tmp_path / f"protocol.cards{SUFFIX}")
    assert finder.find_spec("written_out") is not None
    assert finder.find_spec("protocol.words") is None


def test_nothing_runs_compiled_that_is_not(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(compiled, "state", lambda: "stale")
    assert compiled.main(["bench.act_by_act", "1"]) == 2
    assert "is of other sources; `make compiled` builds it" in capsys.readouterr().err


# -- how it is made -------------------------------------------------------------------------


def test_a_machine_without_a_compiler_is_told_so_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", "")
    assert "a C compiler (apt-get install gcc)" in list(lacking())
    assert main() == 1
    said = capsys.readouterr().out
    assert said.count("\n") == 1
    assert "the house runs on its sources. What is missing: a C compiler" in said


@pytest.mark.parametrize(
    ("sources_say", "compiled_says"),
    [("print('1 abc')", "print('1 abd')"), ("print('1 abc')", "raise SystemExit(1)")],
    ids=["otherwise", "not at all"],
)
def test_what_plays_otherwise_than_the_sources_is_thrown_away(
    sources_say: str, compiled_says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / STAMP).write_text("fresh")
    monkeypatch.setattr(tool, "PLAYS", (["-c", sources_say], ["-c", sources_say]))
    check(tmp_path)
    assert (tmp_path / STAMP).exists()
    monkeypatch.setattr(tool, "PLAYS", (["-c", sources_say], ["-c", compiled_says]))
    with pytest.raises(CannotCompile, match="plays otherwise"):
        check(tmp_path)
    assert not (tmp_path / STAMP).exists()
