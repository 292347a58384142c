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
PIN = re.compile(
    r"^(?P<name>[a-z0-9.-]+)==(?P<version>[A-Za-z0-9.]+)"
    r"(?: ; python_full_version (?:<|>=) '3\.\d+')? \\\n(?P<digests>(?:    --hash=.*\n)+)",
    re.MULTILINE,
)
DIGEST = re.compile(r"    --hash=sha256:[0-9a-f]{64}(?: \\)?")
SECTION = re.compile(r"^## (build|run|client|page|copy|cluster|dev): .*\n", re.MULTILINE)
COMMANDS = (
    "play", "serve", "web", "watch-bots", "test", "lint", "bench", "soak", "bench-bots",
    "screenshots", "apk", "requirements", "docs", "lock", "audit", "clean", "help",
)  # fmt: skip


def pins(lock: str = LOCK) -> dict[str, list[Version]]:
    """The versions of each package; another Python may have another one."""
    found: dict[str, list[Version]] = {}
    for row in PIN.finditer(lock):
        found.setdefault(canonicalize_name(row["name"]), []).append(Version(row["version"]))
    return found


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


@pytest.mark.parametrize("file", ["requirements.lock", "tools/tools.lock"])
def test_a_lock_file_holds_versions_and_digests_of_their_files_and_no_address(file: str) -> None:
    lock = (ROOT / file).read_text()
    assert SECTION.sub("", PIN.sub("", lock)) == "", "all lines are of pins and sections"
    for row in PIN.finditer(lock):
        digests = row["digests"].splitlines()
        assert [line for line in digests if not DIGEST.fullmatch(line)] == [], row["name"]


def test_the_lock_file_pins_what_the_project_and_its_tests_ask_for() -> None:
    extras = PROJECT["project"]["optional-dependencies"]
    asked = [*PROJECT["project"]["dependencies"], *(one for name in extras for one in extras[name])]
    for wanted in map(Requirement, asked):
        if wanted.name == PROJECT["project"]["name"]:
            continue
        pinned = pins().get(canonicalize_name(wanted.name), [])
        assert pinned, f"{wanted.name} is not pinned; run make lock"
        for one in pinned:
            assert wanted.specifier.contains(one), f"{wanted} is pinned at {one}; run make lock"


def test_the_sections_of_the_lock_hold_what_a_house_and_a_client_ask_for() -> None:
    first, *cut = SECTION.split(LOCK)
    assert first == ""
    sections = {name: set(pins(text)) for name, text in zip(cut[::2], cut[1::2], strict=True)}
    assert list(sections) == ["build", "run", "client", "page", "copy", "cluster", "dev"]
    project = PROJECT["project"]
    build = PROJECT["build-system"]["requires"]
    for name, asked in (
        ("build", build),
        ("run", project["dependencies"]),
        ("client", project["optional-dependencies"]["client"]),
        ("page", project["optional-dependencies"]["page"]),
        ("cluster", project["optional-dependencies"]["cluster"]),
    ):
        wanted = {canonicalize_name(Requirement(text).name) for text in asked}
        assert wanted <= sections["build"] | sections["run"] | sections[name], name
    assert "kivy" in sections["client"], "a house is installed without it"


def test_pillow_is_of_a_version_without_known_holes() -> None:
    # Kivy's own list holds it below 11.
    assert min(pins()["pillow"]) >= Version("12.1.1")


def test_the_lock_file_pins_no_giants_and_not_the_project() -> None:
    assert pins().keys().isdisjoint({"torch", "tensorflow", "jax", "cardroom", "pip"})


def test_a_house_is_installed_without_a_screen_and_without_the_tools_of_developers() -> None:
    extras = PROJECT["project"]["optional-dependencies"]
    others = {Requirement(text).name for extra in extras.values() for text in extra}
    needed = {Requirement(text).name for text in PROJECT["project"]["dependencies"]}
    assert "msgpack" in needed
    assert needed.isdisjoint(others)


@pytest.mark.parametrize(
    "package",
    [
        "protocol",
        "game_server",
        "client_core",
        "client_link",
        "client_offline",
        "client_storage",
        "mobile_client",
        "terminal_client",
    ],
)
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


def test_make_test_lints_and_checks_the_requirements_that_are_done_then_runs_everything() -> None:
    before, pytest_runs, _ = commands_of("test").rpartition("-m pytest -n 7 --dist worksteal -q")
    assert pytest_runs
    for step in ("ruff check", "ruff format --check", "mypy", "lint-imports", "--strict rules,"):
        assert step in before, before


CLOSES = "trap 'echo The house closes.; exit 143' TERM;"
WAITS = "while :; do sleep 0.05; done"
SAYS = "echo Ctrl-C closes the house at the end.;"


@pytest.mark.parametrize(
    ("play", "status", "said"),
    [
        (f"{CLOSES} {SAYS} {WAITS}", 3, f"{ROOT} test unset\n"),
        ("exit 1", 1, ""),
        (f"{SAYS} exit 0", 1, ""),
    ],
    ids=["both run", "play does not open", "play does not close"],
)
def test_continuous_integration_runs_both_commands_bare_and_takes_the_verdict_of_the_tests(
    tmp_path: Path, play: str, status: int, said: str
) -> None:
    script = ROOT / ".ci" / "run"
    assert os.access(script, os.X_OK)
    for name, text in {
        "make": f'case $1 in play) {play} ;; *) echo "$PWD $* ${{SET:-unset}}"; exit 3 ;; esac',
        # Only root makes a clean root, which takes minutes and is what runs this.
        "id": "echo 1000",
    }.items():
        (tmp_path / name).write_text(f"#!/bin/sh\n{text}\n")
        (tmp_path / name).chmod(0o755)
    path = f"{tmp_path}{os.pathsep}{os.environ['PATH']}"
    run = subprocess.run(
        [script],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        env={"PATH": path, "SET": "by whoever set up the machine"},
        check=False,
        timeout=120,
    )
    assert (run.returncode, run.stdout) == (status, said), run.stderr
    assert "NO CLEAN ROOT HERE" in run.stderr


def test_a_python_that_is_missing_is_named_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "tools").mkdir()
    for name in ("Makefile", "tools/ready.sh", "requirements.lock", "pyproject.toml"):
        (tmp_path / name).write_text((ROOT / name).read_text())
    run = subprocess.run(
        ["make", "play", "PYTHON=no-such-python"],
        cwd=tmp_path, capture_output=True, text=True, check=False,
        env={**os.environ, "READY_AGAIN": "yes"},  # root would install it
    )  # fmt: skip
    assert run.returncode != 0
    assert "Python 3.11 or newer: there is no no-such-python here" in run.stderr


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
