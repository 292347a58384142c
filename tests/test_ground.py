"""What a fresh clone is promised: the commands, the pins, and papers without a machine in them."""

import os
import re
import subprocess
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

from tools.requirements import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
LOCK = (ROOT / "requirements.lock").read_text()
PIN = re.compile(r"^(?P<name>[A-Za-z0-9._-]+)==(?P<version>[A-Za-z0-9.]+)$")
COMMANDS = (
    "play", "serve", "compiled", "watch-bots", "test", "lint", "bench", "bench-bots", "screenshots",
    "apk", "requirements", "lock", "clean", "help",
)  # fmt: skip


def pins() -> dict[str, Version]:
    rows = [PIN.match(line) for line in LOCK.splitlines()]
    return {canonicalize_name(row["name"]): Version(row["version"]) for row in rows if row}


def commands_of(*target: str) -> str:
    """What make would run for this target if nothing were installed yet."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    for name in ("GAME", "PRESET", "SEATS", "SEED", "ROUNDS", "STRICT"):
        kept.pop(name, None)
    run = subprocess.run(
        ["make", "--dry-run", "--always-make", *target],
        cwd=ROOT, capture_output=True, text=True, check=True, env=kept,
    )  # fmt: skip
    return " ".join(run.stdout.replace("\\\n", " ").split())


def test_the_lock_file_holds_names_and_versions_and_nothing_else() -> None:
    assert [line for line in LOCK.splitlines() if not PIN.match(line)] == []
    assert len(pins()) == len(LOCK.splitlines())


def test_the_lock_file_pins_what_the_project_and_its_tests_ask_for() -> None:
    extras = PROJECT["project"]["optional-dependencies"]
    asked = PROJECT["project"]["dependencies"] + extras["client"] + extras["dev"]
    for wanted in map(Requirement, asked):
        if wanted.name == PROJECT["project"]["name"]:
            continue
        pinned = pins().get(canonicalize_name(wanted.name))
        assert pinned is not None, f"{wanted.name} is not pinned; run make lock"
        assert wanted.specifier.contains(pinned), f"{wanted} is pinned at {pinned}; run make lock"


def test_the_lock_file_pins_no_giants_and_not_the_project() -> None:
    assert pins().keys().isdisjoint({"torch", "tensorflow", "jax", "cardroom", "pip", "setuptools"})


def test_a_house_is_installed_without_a_screen_and_without_the_tools_of_developers() -> None:
    extras = PROJECT["project"]["optional-dependencies"]
    others = {Requirement(text).name for extra in extras.values() for text in extra}
    needed = {Requirement(text).name for text in PROJECT["project"]["dependencies"]}
    assert "msgpack" in needed
    assert needed.isdisjoint(others)


@pytest.mark.parametrize("package", ["protocol", "game_server", "mobile_client"])
def test_each_package_is_typed_and_is_packed(package: str) -> None:
    assert (ROOT / package / "__init__.py").is_file()
    assert (ROOT / package / "py.typed").is_file()
    assert f"{package}*" in PROJECT["tool"]["setuptools"]["packages"]["find"]["include"]


@pytest.mark.parametrize("command", COMMANDS)
def test_make_knows_its_commands(command: str) -> None:
    assert f"make {command} " in subprocess.check_output(["make", "help"], cwd=ROOT, text=True)
    assert commands_of(command)


def test_make_watch_bots_passes_on_what_is_set_and_leaves_out_what_is_empty() -> None:
    run = commands_of(
        "watch-bots", "GAME=sabacc", "PRESET=house", "SEATS=3", "SEED=9", "ROUNDS="
    )  # fmt: skip
    assert run.endswith("/cardroom watch-bots sabacc --preset house --seats 3 --seed 9")
    assert commands_of("watch-bots").endswith("/cardroom watch-bots holdem --seed 7 --rounds 3")


def test_make_play_installs_the_client_without_the_tools_of_developers() -> None:
    run = commands_of("play")
    assert 'install --quiet -c requirements.lock -e ".[client]"' in run
    assert "[dev]" not in run
    assert run.endswith("/cardroom play")


def test_make_test_lints_then_checks_the_requirements_that_are_done_then_runs_everything() -> None:
    run = commands_of("test")
    steps = ["ruff check", "mypy", "lint-imports", '--counts --strict "rules', "pytest -n 3"]
    places = [run.find(step) for step in steps]
    assert -1 not in places, dict(zip(steps, places, strict=True))
    assert places == sorted(places)


def test_continuous_integration_runs_make_test_and_takes_its_verdict(tmp_path: Path) -> None:
    script = ROOT / ".ci" / "run"
    assert os.access(script, os.X_OK)
    fake = tmp_path / "make"
    fake.write_text('#!/bin/sh\necho "$PWD $*"\nexit 3\n')
    fake.chmod(0o755)
    path = f"{tmp_path}{os.pathsep}{os.environ['PATH']}"
    run = subprocess.run(
        [script], cwd=tmp_path, capture_output=True, text=True, env={"PATH": path}, check=False
    )
    assert (run.returncode, run.stdout) == (3, f"{ROOT} test\n")


def test_a_python_that_is_missing_is_named_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "Makefile").write_text((ROOT / "Makefile").read_text())
    (tmp_path / "requirements.lock").touch()
    (tmp_path / "pyproject.toml").touch()
    run = subprocess.run(
        ["make", "play", "PYTHON=no-such-python"],
        cwd=tmp_path, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert run.returncode != 0
    assert "There is no no-such-python here. Install Python 3.11 or newer" in run.stdout


def test_the_readme_names_both_commands() -> None:
    readme = (ROOT / "README.md").read_text()
    assert "make play" in readme
    assert "make test" in readme


def test_every_link_between_the_papers_leads_somewhere() -> None:
    papers = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
    dead = [
        f"{paper.relative_to(ROOT)}: {target}"
        for paper in papers
        for target in re.findall(r"\]\((?!\w+:)([^)#]+)[^)]*\)", paper.read_text())
        if not (paper.parent / target).exists()
    ]
    assert dead == []
