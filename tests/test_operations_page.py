"""What docs/operations.md says was tried: each incident has a section, and a test that there is."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PAGE = (ROOT / "docs/operations.md").read_text()
TRIED = re.findall(
    r"^\| ([^|]+) \| \[[^|]+\]\(#([\w-]+)\) \| `(tests/\S+)` `(test_\w+)` \|", PAGE, re.MULTILINE
)


def anchors() -> set[str]:
    """The sections of the page, as a link names them."""
    heads = re.findall(r"^#+ (.*)", PAGE, re.MULTILINE)
    plain = (re.sub(r"[^\w\s-]", "", head).strip().lower() for head in heads)
    return {re.sub(r"[\s-]+", "-", one) for one in plain}


def test_twenty_incidents_of_the_night_were_tried() -> None:
    section = PAGE.partition("## What was tried")[2].partition("\n## ")[0]
    rows = [line for line in section.splitlines() if line.startswith("| ")][1:]
    assert len(rows) == len(TRIED) >= 20, "each row has a section and a test"


@pytest.mark.parametrize(("incident", "section", "file", "name"), TRIED)
def test_an_incident_has_a_section_and_a_test(
    incident: str, section: str, file: str, name: str
) -> None:
    assert section in anchors(), incident
    assert f"def {name}(" in (ROOT / file).read_text(), incident
