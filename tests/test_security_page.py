"""docs/security.md names tests, pages and settings that are there, and leaves no chapter out."""

import re
from dataclasses import fields
from pathlib import Path

import pytest

from game_server.config import Config, RoomSettings

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
ANSWER = r"^\| [^|]+ \| (yes|no|in part|not here) \| ([^|]*) ?\|$"
SETTINGS = re.findall(r"`(\w+)`: (\d+)", PAGE)


def usual() -> dict[str, object]:
    """Every setting with what is usual, by its name."""
    config = Config()
    sections = [getattr(config, one.name) for one in fields(config) if one.name != "rooms"]
    return {
        one.name: getattr(section, one.name)
        for section in (*sections, RoomSettings())
        for one in fields(section)
    }


def test_the_tests_that_it_names_are_there() -> None:
    named = set(re.findall(r"`(tests/[\w./]+)`", PAGE))
    assert len(named) > 15
    assert [one for one in sorted(named) if not (ROOT / one).exists()] == []


def test_the_pages_that_it_links_are_there() -> None:
    linked = re.findall(r"\]\(([^)#]+)\)", PAGE)
    assert [one for one in linked if not (ROOT / "docs" / one).exists()] == []


def test_it_names_settings_by_their_usual_values() -> None:
    known = usual()
    said = [(name, int(value)) for name, value in SETTINGS if name != "like_this"]
    assert len(said) > 5
    assert [(name, value) for name, value in said if known[name] != value] == []


@pytest.mark.parametrize("chapter", range(1, 18))
def test_every_chapter_of_the_asvs_has_its_lines(chapter: int) -> None:
    assert re.search(rf"^\|[^|]*\bV{chapter}\b", PAGE, re.MULTILINE), chapter


def test_every_line_of_the_tables_says_yes_or_no_or_why_not() -> None:
    _, standards = PAGE.split("## OWASP ASVS 5.0")
    answers = re.findall(
        r"^\| [^|]+ \| (yes|no|in part|not here) \| ([^|]*) ?\|$", standards, re.MULTILINE
    )
    lines = [line for line in standards.splitlines() if line.startswith("| ")]
    heads = 3
    assert len(answers) == len(lines) - heads
    assert all(why.strip() for answer, why in answers if answer in ("no", "in part", "yes"))


def test_readme_and_architecture_lead_to_it() -> None:
    for page in ("README.md", "docs/architecture.md", "docs/operations.md"):
        text = (ROOT / page).read_text(encoding="utf-8")
        assert "security.md" in text, page
