"""The papers beside the sources: a site without dead links, a changelog by release, templates."""

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml
from mkdocs.commands.build import build
from mkdocs.config import load_config
from mkdocs.exceptions import Abort

from protocol.release import RELEASE
from tools import apk
from tools.requirements import ROOT

FRAGMENTS = ROOT / "changelog.d"
KINDS = {
    one["directory"]
    for one in tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["towncrier"]["type"]
}
NAME = re.compile(r"\+[a-z0-9-]+\.(?P<kind>[a-z]+)\.md")


def site(folder: Path, docs: Path = ROOT / "docs") -> Path:
    build(load_config(str(ROOT / "mkdocs.yml"), docs_dir=str(docs), site_dir=str(folder)))
    return folder


def test_the_docs_are_built_without_a_dead_link_and_list_every_decision(tmp_path: Path) -> None:
    listed = (site(tmp_path) / "decisions" / "index.html").read_text()
    for decision in (ROOT / "docs" / "decisions").glob("0*.md"):
        assert f'href="{decision.stem}.html"' in listed


def test_a_dead_link_in_the_docs_fails(tmp_path: Path) -> None:
    docs = tmp_path / "docs"
    subprocess.run(["cp", "-r", ROOT / "docs", docs], check=True)
    (docs / "index.md").write_text("[nowhere](nowhere.md)")
    with pytest.raises(Abort):
        site(tmp_path / "site", docs)


def test_every_fragment_of_the_changelog_is_of_a_known_kind_and_says_something() -> None:
    for fragment in FRAGMENTS.iterdir():
        if fragment.name == "README.md":
            continue
        name = NAME.fullmatch(fragment.name)
        assert name is not None, f"{fragment.name}: a name is +a-few-words.KIND.md"
        assert name["kind"] in KINDS, fragment.name
        assert fragment.read_text().strip(), fragment.name


def test_the_next_release_is_made_of_the_fragments(tmp_path: Path) -> None:
    (tmp_path / "changelog.d").mkdir()
    (tmp_path / "changelog.d" / "+undo.added.md").write_text("Chips are undone one by one.\n")
    for file in ("pyproject.toml", "CHANGELOG.md"):
        (tmp_path / file).write_text((ROOT / file).read_text())
    command = [sys.executable, "-m", "towncrier", "build", "--draft", "--version", "9.9.9"]
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert "## 9.9.9 - " in run.stdout
    assert "### Added\n\n- Chips are undone one by one." in run.stdout


def test_the_changelog_goes_by_release_and_the_newest_is_this_one() -> None:
    log = (ROOT / "CHANGELOG.md").read_text()
    releases = re.findall(r"^## (\S+) - \d{4}-\d\d-\d\d$", log, re.MULTILINE)
    assert releases[0] == RELEASE
    assert [line for line in log.splitlines() if line.startswith("## ")] == re.findall(
        r"^## \S+ - \d{4}-\d\d-\d\d$", log, re.MULTILINE
    )


def test_the_forge_runs_what_everybody_runs() -> None:
    work = yaml.safe_load((ROOT / ".github/workflows/test.yml").read_text())
    steps = work["jobs"]["test"]["steps"]
    assert steps[-2:] == [{"run": "make test"}, {"run": "make soak SECONDS=60"}]


def test_a_commit_is_checked_by_what_lint_checks() -> None:
    hooks = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text())["repos"][0]["hooks"]
    lint = re.search(r"define LINT\n(.*?)endef", (ROOT / "Makefile").read_text(), re.DOTALL)
    assert lint is not None
    for command in re.findall(r"\$\(BIN\)/([\w-]+)", lint[1]):
        assert any(f".venv/bin/{command}" in hook["entry"] for hook in hooks), command


# -- releases -----------------------------------------------------------------------------------

WORKFLOWS = ROOT / ".github/workflows"
TAGGED = ("app", "house")
ACTIONS = {
    "actions/checkout",
    "actions/setup-python",
    "actions/upload-artifact",
    "actions/download-artifact",
    "pypa/gh-action-pypi-publish",
}


def steps_of(name: str) -> list[tuple[str, dict[str, Any]]]:
    """The steps of a workflow, each with its job."""
    work = yaml.safe_load((WORKFLOWS / f"{name}.yml").read_text())
    return [(job, step) for job, one in work["jobs"].items() for step in one["steps"]]


@pytest.mark.parametrize("name", TAGGED)
def test_a_release_runs_for_a_tag_alone_and_only_what_is_known(name: str) -> None:
    work = yaml.safe_load((WORKFLOWS / f"{name}.yml").read_text())
    # YAML reads the word `on` as true.
    assert work[True] == {"push": {"tags": ["v*"]}}
    for _, step in steps_of(name):
        if "uses" in step:
            assert step["uses"].partition("@")[0] in ACTIONS
        if step.get("uses", "").startswith("actions/checkout"):
            assert step["with"] == {"persist-credentials": False}


def test_the_key_of_the_app_is_known_to_the_step_that_signs_alone() -> None:
    told = [step.get("name") for _, step in steps_of("app") if "secrets." in str(step)]
    assert told == ["Build and sign"]
    assert not [step for _, step in steps_of("house") if "secrets." in str(step)]
    (sign,) = [step for _, step in steps_of("app") if step.get("name") == "Build and sign"]
    assert {*apk.SIGNING} <= {*sign["env"]}
    assert "set -x" not in sign["run"]


def test_what_the_environment_says_of_a_build_is_known_to_the_spec() -> None:
    """buildozer overrides by the environment only what its spec names."""
    said = set(re.findall(r"\bAPP_ANDROID_(\w+)", (WORKFLOWS / "app.yml").read_text()))
    known = {name.removeprefix("android.").upper().replace(".", "_") for name in apk.spec()}
    assert said == {"ACCEPT_SDK_LICENSE", "RELEASE_ARTIFACT"}
    assert said <= known


def test_no_app_is_attached_before_every_library_was_looked_through() -> None:
    names = [step.get("name", "") for _, step in steps_of("app")]
    order = [
        names.index(one)
        for one in ("Build and sign", "Look through every library", "Attach to the release")
    ]
    assert order == sorted(order)
    (look,) = [step for _, step in steps_of("app") if step.get("name", "").startswith("Look")]
    assert "python -m tools.libraries" in look["run"]
    for kind in ("*.apk", "*.aab"):
        assert f"dist/android/{kind}" in look["run"]


@pytest.mark.parametrize(("tag", "right"), [(f"v{RELEASE}", True), ("v0.0.0", False), ("", False)])
def test_a_tag_that_is_not_the_release_builds_nothing(tag: str, right: bool) -> None:
    looks = [
        (name, job, step["run"])
        for name in TAGGED
        for job, step in steps_of(name)
        if step.get("name") == "The tag is the release"
    ]
    assert [(name, job) for name, job, _ in looks] == [("app", "app"), ("house", "wheel")]
    for _, _, run in looks:
        known = {"PATH": os.environ["PATH"], "GITHUB_REF_NAME": tag}
        done = subprocess.run(["sh", "-c", run], cwd=ROOT, env=known, check=False)
        assert (done.returncode == 0) is right


def test_the_image_is_the_wheel_and_what_the_lock_has_for_a_house() -> None:
    made = (ROOT / "deploy/Dockerfile").read_text()
    lock = (ROOT / "requirements.lock").read_text()
    (ends,) = re.findall(r"sed '/(\^## \w+:)/,\$d'", made)
    (section,) = re.findall(ends, lock, re.MULTILINE)
    assert section == "## client:", "what a window needs begins there"
    assert lock.index("## run:") < lock.index(section)
    pinned, house = re.findall(r"pip install (.*)", made)
    assert "--require-hashes -r run.lock" in pinned
    assert house.endswith("--no-deps ./*.whl")
    assert "USER 970:970" in made
    # Only what is published is in it.
    job = yaml.safe_load((WORKFLOWS / "house.yml").read_text())["jobs"]["image"]
    assert job["needs"] == "wheel"
