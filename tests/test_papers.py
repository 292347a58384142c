"""The papers beside the sources: a site without dead links, a changelog by release, templates."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml
from mkdocs.commands.build import build
from mkdocs.config import load_config
from mkdocs.exceptions import Abort

from protocol.release import RELEASE
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
    assert steps[-1] == {"run": "make test"}


def test_a_commit_is_checked_by_what_lint_checks() -> None:
    hooks = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text())["repos"][0]["hooks"]
    lint = re.search(r"define LINT\n(.*?)endef", (ROOT / "Makefile").read_text(), re.DOTALL)
    assert lint is not None
    for command in re.findall(r"\$\(BIN\)/(\S+)", lint[1]):
        assert any(f".venv/bin/{command}" in hook["entry"] for hook in hooks), command
