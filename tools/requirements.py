"""Which test shows which requirement.

Reads the ledger (`docs/requirements.md`) and the `req` marks of the tests, without importing a
test, and prints every id with its tag and tests:

    python -m tools.requirements [--strict rules,server] [--counts]

`--strict` fails on an id of these tags that no test shows; `--counts` prints only the sums.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tools.marks import Mark, MarkError, read_marks

ROOT = Path(__file__).resolve().parent.parent
LEDGER = ROOT / "docs" / "requirements.md"
TESTS = ROOT / "tests"
TAGS = (
    "rules", "server", "admin", "client", "doudizhu", "felts", "terminal", "web", "context",
)  # fmt: skip

BULLET = re.compile(r"^\s*[-*] \*\*")
REQUIREMENT = re.compile(r"^\s*- \*\*(?P<id>[A-Z][\w.-]*)\*\* \[(?P<tag>\w+)\] (?P<text>\S.*)$")


class LedgerError(Exception):
    """The ledger or a mark says something that cannot be: where, what, and what would be right."""


@dataclass(frozen=True)
class Requirement:
    id: str
    tag: str
    text: str


def read_ledger(path: Path) -> dict[str, Requirement]:
    """Every requirement of the ledger by its id, in the ledger's order."""
    found: dict[str, Requirement] = {}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if not BULLET.match(line):
            continue
        row = REQUIREMENT.match(line)
        if row is None:
            raise LedgerError(f"{path}:{number}: a requirement reads '- **ID** [tag] text': {line}")
        here = Requirement(row["id"], row["tag"], row["text"])
        if here.tag not in TAGS:
            raise LedgerError(f"{path}:{number}: no tag [{here.tag}]; there are {', '.join(TAGS)}.")
        if here.id in found:
            raise LedgerError(f"{path}:{number}: {here.id} stands here a second time.")
        found[here.id] = here
    if not found:
        raise LedgerError(f"{path}: not one line reads '- **ID** [tag] text'.")
    return found


def marks_below(folder: Path) -> list[Mark]:
    """The marks of every Python file below the folder, in the order of their paths."""
    return [
        mark
        for path in sorted(folder.rglob("*.py"))
        for mark in read_marks(path.read_text(encoding="utf-8"), path)
    ]


def shown_by(ledger: Mapping[str, Requirement], marks: Iterable[Mark]) -> dict[str, list[Mark]]:
    """Each id of the ledger with the marks that name it."""
    shown: dict[str, list[Mark]] = {name: [] for name in ledger}
    unknown = []
    for mark in marks:
        if mark.id in shown:
            shown[mark.id].append(mark)
        else:
            unknown.append(f"{mark.path}:{mark.line}: the ledger has no {mark.id!r} ({mark.test}).")
    if unknown:
        raise LedgerError("\n".join(unknown))
    return shown


def table(
    ledger: Mapping[str, Requirement], shown: Mapping[str, Sequence[Mark]], root: Path
) -> list[str]:
    """A line for each id, tag and first test; further tests stand below the first."""
    wide = max(map(len, ledger))
    lines = []
    for name, requirement in ledger.items():
        tests = [f"{mark.path.relative_to(root)}::{mark.test}" for mark in shown[name]]
        tag = f"[{requirement.tag}]"
        lines.append(f"{name:<{wide}}  {tag:<10}  {tests[0] if tests else '-'}")
        lines += [f"{'':<{wide}}  {'':<10}  {test}" for test in tests[1:]]
    return lines


def counts(ledger: Mapping[str, Requirement], shown: Mapping[str, Sequence[Mark]]) -> list[str]:
    """How many requirements each tag has, and how many of them a test shows."""
    all_of = Counter(requirement.tag for requirement in ledger.values())
    done = Counter(ledger[name].tag for name, marks in shown.items() if marks)
    lines = [f"{tag:<8}  {done[tag]:>3} of {all_of[tag]:>3} shown" for tag in TAGS if all_of[tag]]
    return [*lines, f"{'all':<8}  {done.total():>3} of {len(ledger):>3} shown"]


def missing(
    ledger: Mapping[str, Requirement], shown: Mapping[str, Sequence[Mark]], strict: Iterable[str]
) -> list[Requirement]:
    """The requirements of the strict tags that no test shows."""
    tags = set(strict)
    return [row for name, row in ledger.items() if row.tag in tags and not shown[name]]


def tags_of(text: str) -> tuple[str, ...]:
    """'rules,server' as tags; raises `LedgerError` for one that the ledger does not know."""
    tags = tuple(text.replace(",", " ").split())
    for tag in tags:
        if tag not in TAGS:
            raise LedgerError(f"STRICT names {tag!r}; the tags are {', '.join(TAGS)}.")
    return tags


def main(argv: Sequence[str] | None = None, ledger: Path = LEDGER, tests: Path = TESTS) -> int:
    """0: as it should be. 1: a strict requirement without a test. 2: a mistake in what was read."""
    parser = argparse.ArgumentParser(prog="python -m tools.requirements", description=__doc__)
    parser.add_argument("--strict", default="", metavar="TAGS", help="tags that must be complete")
    parser.add_argument("--counts", action="store_true", help="print the sums alone")
    asked = parser.parse_args(argv)
    try:
        strict = tags_of(asked.strict)
        rows = read_ledger(ledger)
        shown = shown_by(rows, marks_below(tests))
    except (LedgerError, MarkError) as wrong:
        print(wrong, file=sys.stderr)
        return 2
    if not asked.counts:
        print("\n".join(table(rows, shown, tests.parent)), end="\n\n")
    print("\n".join(counts(rows, shown)))
    untested = missing(rows, shown, strict)
    if untested:
        print(f"\n{len(untested)} of {', '.join(strict)} without a test:", file=sys.stderr)
        for row in untested:
            print(f"  {row.id} [{row.tag}] {row.text}", file=sys.stderr)
    return 1 if untested else 0


if __name__ == "__main__":
    sys.exit(main())
