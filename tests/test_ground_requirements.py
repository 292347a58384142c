"""The ledger, the marks, and the program that brings them together."""

import subprocess
import sys
from pathlib import Path

import pytest

from tools.marks import MarkError, read_marks
from tools.requirements import LEDGER, ROOT, TAGS, LedgerError, main, read_ledger

SMALL = """# Ledger
- **A-1** [rules] A rule.
- **A-2** [rules] Another.
  - **A-2.a** [server] Below another.
  - Full ties: not stated; split the pot. [A-H4]
- **A-3** [context] **(a)** Told only.
"""


def marked(source: str, name: str = "test_one.py") -> list[tuple[str, str]]:
    head = "import pytest\n\n"
    return [(mark.id, mark.test) for mark in read_marks(head + source, Path(name))]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "ledger.md").write_text(SMALL)
    (tmp_path / "tests").mkdir()
    return tmp_path


def ran(project: Path, *arguments: str, **files: str) -> int:
    for name, text in files.items():
        (project / "tests" / f"{name}.py").write_text("import pytest\n\n" + text)
    return main(arguments, project / "ledger.md", project / "tests")


def test_the_ledger_of_the_project_is_whole() -> None:
    rows = read_ledger(LEDGER)
    by_tag = {tag: sum(row.tag == tag for row in rows.values()) for tag in TAGS}
    assert by_tag == {
        "rules": 199,
        "server": 57,
        "admin": 13,
        "client": 33,
        "doudizhu": 8,
        "felts": 20,
        "terminal": 20,
        "web": 1,
        "context": 36,
    }
    assert rows["H-FR8b.E"].text.startswith("Straight")
    assert rows["D-K-sum"].tag == "context"


def test_a_line_without_an_id_is_no_requirement_and_an_indented_one_is(project: Path) -> None:
    assert list(read_ledger(project / "ledger.md")) == ["A-1", "A-2", "A-2.a", "A-3"]


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("- **A-1** [rules] Again.", "A-1 stands here a second time"),
        ("- **A-9** No tag.", r"reads '- \*\*ID\*\* \[tag\] text'"),
        ("- **A-9** [ruels] Typo.", r"no tag \[ruels\]"),
        ("- **A 9** [rules] Space.", r"reads '- \*\*ID\*\* \[tag\] text'"),
        ("* **A-9** [rules] A star.", r"reads '- \*\*ID\*\* \[tag\] text'"),
    ],
)
def test_a_ledger_line_that_is_wrong_is_refused_with_its_place(
    project: Path, line: str, complaint: str
) -> None:
    (project / "ledger.md").write_text(SMALL + line + "\n")
    with pytest.raises(LedgerError, match=rf"ledger\.md:7: .*{complaint}"):
        read_ledger(project / "ledger.md")


def test_an_empty_ledger_is_refused(project: Path) -> None:
    (project / "ledger.md").write_text("# Ledger\n")
    with pytest.raises(LedgerError, match="not one line"):
        read_ledger(project / "ledger.md")


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ('@pytest.mark.req("A")\ndef test_x(): ...', [("A", "test_x")]),
        ('@pytest.mark.req("A")\nasync def test_x(): ...', [("A", "test_x")]),
        ('@pytest.mark.req(\n "A",\n "B")\ndef test_x(): ...', [("A", "test_x"), ("B", "test_x")]),
        (
            '@pytest.mark.req("A")\n@pytest.mark.req("B")\ndef test_x(): ...',
            [("A", "test_x"), ("B", "test_x")],
        ),
        ('@pytest.mark.req("A")\nclass TestX:\n def test_y(self): ...', [("A", "TestX")]),
        ('class TestX:\n @pytest.mark.req("A")\n def test_y(self): ...', [("A", "TestX::test_y")]),
        (
            'pytestmark = pytest.mark.req("A")\ndef test_x(): ...',
            [("A", "(every test of the file)")],
        ),
        (
            'pytestmark = [pytest.mark.other, pytest.mark.req("A"), pytest.mark.req("B")]\n'
            "def test_x(): ...",
            [("A", "(every test of the file)"), ("B", "(every test of the file)")],
        ),
        (
            'class TestX:\n pytestmark = [pytest.mark.req("A")]\n def test_y(self): ...',
            [("A", "TestX")],
        ),
        (
            '@pytest.mark.parametrize("x", [pytest.param(1, marks=pytest.mark.req("A"))])\n'
            "def test_x(x): ...",
            [("A", "test_x")],
        ),
        (
            'TestX = Machine.TestCase\nTestX.pytestmark = [pytest.mark.req("A")]',
            [("A", "TestX")],
        ),
        ("def test_x(): ...", []),
    ],
)
def test_a_mark_is_found_where_pytest_runs_something_for_it(
    source: str, found: list[tuple[str, str]]
) -> None:
    assert marked(source) == found


@pytest.mark.parametrize(
    "source",
    [
        '@pytest.mark.req("A")\ndef help_a_test(): ...',
        '@pytest.mark.req("A")\nclass TestX:\n def check(self): ...',
        '@pytest.mark.req("A")\nclass Contract:\n def test_y(self): ...',
        'pytestmark = pytest.mark.req("A")',
        'CASES = [pytest.param(1, marks=pytest.mark.req("A"))]',
        'def test_x():\n pytest.mark.req("A")',
        "req = pytest.mark.req",
        '@pytest.mark.skip\n@pytest.mark.req("A")\ndef test_x(): ...',
        '@pytest.mark.xfail(reason="later")\n@pytest.mark.req("A")\ndef test_x(): ...',
    ],
)
def test_a_mark_that_shows_nothing_is_refused(source: str) -> None:
    with pytest.raises(MarkError, match=r"test_one\.py:\d+: this req mark stands on no test"):
        marked(source)


def test_a_mark_in_a_file_that_pytest_does_not_collect_is_refused() -> None:
    with pytest.raises(MarkError, match=r"support\.py:3: pytest collects no test here"):
        marked('@pytest.mark.req("A")\ndef test_x(): ...', "support.py")


@pytest.mark.parametrize(
    "mark", ["req", "req()", "req(*IDS)", "req(NAME)", 'req(id="A")', "req(1)"]
)
def test_ids_are_written_out(mark: str) -> None:
    with pytest.raises(MarkError, match="write the ids out"):
        marked(f"@pytest.mark.{mark}\ndef test_x(): ...")


def test_every_id_is_printed_with_tag_and_tests(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    two = '@pytest.mark.req("A-1", "A-2.a")\ndef test_x(): ...\n'
    assert ran(project, test_a=two, test_b='@pytest.mark.req("A-1")\ndef test_y(): ...') == 0
    assert capsys.readouterr().out.splitlines() == [
        "A-1    [rules]     tests/test_a.py::test_x",
        "                   tests/test_b.py::test_y",
        "A-2    [rules]     -",
        "A-2.a  [server]    tests/test_a.py::test_x",
        "A-3    [context]   -",
        "",
        "rules       1 of   2 shown",
        "server      1 of   1 shown",
        "context     0 of   1 shown",
        "all         2 of   4 shown",
    ]


def test_strict_fails_on_an_untested_id_of_its_tags_alone(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shows_a1 = '@pytest.mark.req("A-1")\ndef test_x(): ...\n'
    assert ran(project, "--counts", "--strict", "rules", test_a=shows_a1) == 1
    complaint = capsys.readouterr().err
    assert "A-2 [rules] Another." in complaint
    assert "A-1" not in complaint
    assert "A-2.a" not in complaint
    shows_both = shows_a1 + '@pytest.mark.req("A-2")\ndef test_y(): ...\n'
    assert ran(project, "--counts", "--strict", "rules", test_a=shows_both) == 0
    assert ran(project, "--counts", "--strict", "rules,server", test_a=shows_both) == 1


def test_an_unknown_id_is_refused_with_file_and_line(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert ran(project, test_a='@pytest.mark.req(\n    "A-1",\n    "A-7")\ndef test_x(): ...') == 2
    complaint = capsys.readouterr().err
    assert "test_a.py:5: the ledger has no 'A-7' (test_x)." in complaint
    assert "'A-1'" not in complaint


def test_an_unknown_tag_is_refused_rather_than_found_complete(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert ran(project, "--strict", "ruels") == 2
    assert "STRICT names 'ruels'" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("mark", "complaint"),
    [
        ("pytest.mark.req('E-RF-BR-999')", "The ledger has no 'E-RF-BR-999'"),
        ("pytest.mark.req()", "A req mark names at least one requirement"),
        ("pytest.mark.rek('E-RF-BR-013')", "'rek' not found in `markers`"),
    ],
)
def test_pytest_itself_refuses_a_mark_that_names_no_requirement(
    tmp_path: Path, mark: str, complaint: str
) -> None:
    planted = tmp_path / "test_planted.py"
    planted.write_text(f"import pytest\n\n@{mark}\ndef test_x() -> None: ...\n")
    plugins = ["-p", "no:cacheprovider", "-p", "tests.conftest"]
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-c", "pyproject.toml", *plugins, str(planted)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode not in (0, 5)
    assert complaint in run.stdout + run.stderr
