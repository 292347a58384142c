"""`make audit`: what the answers of pip-audit come to."""

import json
import subprocess
from pathlib import Path

import pytest

from tools import audit

CLEAN = {"name": "twisted", "version": "26.10.0", "vulns": []}
HOLE = {
    "name": "pillow",
    "version": "10.4.0",
    "vulns": [{"id": "CVE-2026-1", "fix_versions": ["12.1.1"]}],
}
UNKNOWN = {"name": "nobody", "skip_reason": "Dependency not found on PyPI"}


def answered(monkeypatch: pytest.MonkeyPatch, out: str, complained: str = "") -> int:
    """What is made of this answer."""

    def run(*_: object, **__: object) -> "subprocess.CompletedProcess[str]":
        return subprocess.CompletedProcess([], 1, out, complained)

    monkeypatch.setattr(subprocess, "run", run)
    return audit.audited(Path("requirements.lock"))


@pytest.mark.parametrize(
    ("found", "status", "says"),
    [
        ([CLEAN] * 20, audit.CLEAN, "20 packages, 0 known holes"),
        ([*[CLEAN] * 20, UNKNOWN], audit.CLEAN, "nothing is known of nobody"),
        ([*[CLEAN] * 20, HOLE], audit.HOLES, "pillow 10.4.0 has CVE-2026-1; mended in 12.1.1."),
        ([UNKNOWN] * 20, audit.NOT_ASKED, "NOT AUDITED"),
    ],
)
def test_an_answer_is_clean_a_hole_or_none(
    found: list[dict[str, object]],
    status: int,
    says: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert answered(monkeypatch, json.dumps({"dependencies": found, "fixes": []})) == status
    assert says in capsys.readouterr().out


def test_no_answer_is_no_clean_bill(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert answered(monkeypatch, "", "Traceback\nConnectionError: no network") == audit.NOT_ASKED
    assert "NOT AUDITED: the list of known holes cannot be reached. ConnectionError" in (
        capsys.readouterr().out
    )
