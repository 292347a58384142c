"""docs/walk.md, written from a raise that was really played: `python -m tools.walk [--check]`.

`--check` writes nothing and fails if the raise passes other files than the page says.
"""

import argparse
import ast
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

from tools.walk.trace import ROOT, Called, traced

PAGE: Final = ROOT / "docs" / "walk.md"
INTRO: Final = Path(__file__).with_name("intro.md")
CORE: Final = ("client_core", "client_link", "protocol")
"""What of the app is shown function by function; of its pixels only the files are named."""
BY_THE_CLOCK: Final = frozenset({"client_link/nearby.py", "game_server/monitoring.py"})
"""Files that look at something every few seconds, whatever is played: a raise may last as long."""
TRIES: Final = 3
HEAD: Final = "| file | functions, in the order of their first call | what it is |\n|---|---|---|\n"


def main(args: Sequence[str] | None = None) -> int:
    """Write the page, or compare it; 1 if it is stale."""
    parser = argparse.ArgumentParser(prog="python -m tools.walk", description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing, fail if it is stale")
    asked = parser.parse_args(args)
    if asked.check:
        missing = stale()
        for file in sorted(missing):
            print(f"{file}: only one of docs/walk.md and the raise has it.", file=sys.stderr)
        return 1 if missing else 0
    # Of several raises the one that passes fewest files: during others something else was due.
    PAGE.write_text(
        page(min((played() for _ in range(TRIES)), key=lambda calls: len(files(calls))))
    )
    return 0


def played() -> list[Called]:
    """What a raise calls of ours."""
    return [one for one in traced() if belongs(one.file)]


def stale() -> set[str]:
    """The files that either page or raise lacks. A raise during which something else was due
    says nothing: the page stands if one of several passes its files."""
    named = stations(PAGE.read_text())
    for _ in range(TRIES):
        if not (differ := named ^ files([one for one in played() if not pixels(one)])):
            break
    return differ


def files(calls: Iterable[Called]) -> set[str]:
    """The files that these calls pass."""
    return {one.file for one in calls}


def belongs(file: str) -> bool:
    """Whether the file is ours and no test's, and is not passed by the clock alone."""
    return file not in BY_THE_CLOCK and file.endswith(".py") and file.partition("/")[0] in (
        "protocol", "game_server", "client_core", "client_link", "mobile_client",
    )  # fmt: skip


def pixels(call: Called) -> bool:
    """Whether it belongs to the window, which draws much that no raise needs."""
    return call.file.startswith("mobile_client")


def page(calls: Sequence[Called]) -> str:
    """The whole page."""
    house = [one for one in calls if one.side == "house"]
    app = [one for one in calls if one.side == "app"]
    reached, left = house[0].at, house[-1].at
    sent = max(one.at for one in app if one.at < reached and one.file.startswith("client_link"))
    parts = {
        "From the thumb to the wire": [one for one in app if one.at <= sent],
        "In the house": house,
        "Back at the table": [one for one in app if one.at > sent and not pixels(one)],
        "What is drawn anew": [one for one in app if one.at > sent and pixels(one)],
    }
    assert left > reached
    text = [INTRO.read_text().format(**counts(calls))]
    for title, part in parts.items():
        rows = [row(file, names, brief=title.endswith("anew")) for file, names in by_file(part)]
        text.append(f"## {title}\n\n{HEAD}" + "".join(rows))
    return "\n".join(text)


def counts(calls: Iterable[Called]) -> dict[str, int]:
    """How many files and functions of the phone's core and of the house."""
    core = {(one.file, one.function) for one in calls if one.file.startswith("client_")}
    house = {(one.file, one.function) for one in calls if one.file.startswith("game_server")}
    return {
        "core_files": len({file for file, _ in core}),
        "core_functions": len(core),
        "house_files": len({file for file, _ in house}),
        "house_functions": len(house),
    }


def by_file(calls: Iterable[Called]) -> list[tuple[str, list[str]]]:
    """The functions of each file, files in the order in which they are reached."""
    found: dict[str, list[str]] = {}
    for one in calls:
        found.setdefault(one.file, []).append(one.function.replace(".<locals>", ""))
    return list(found.items())


def row(file: str, functions: Sequence[str], brief: bool) -> str:
    """A line of a table."""
    told = functions[:2] if brief else functions
    names = ", ".join(f"`{name}`" for name in dict.fromkeys(told))
    more = f" and {len(functions) - 2} more" if brief and len(functions) > 2 else ""
    return f"| `{file}` | {names}{more} | {subject(file)} |\n"


def subject(file: str) -> str:
    """The first sentence of a module."""
    text = ast.get_docstring(ast.parse((ROOT / file).read_text())) or ""
    first = " ".join(text.partition("\n\n")[0].split())
    return first.partition(". ")[0].rstrip(".").replace("|", "\\|")


def stations(text: str) -> set[str]:
    """The files that a page names, without those of the window."""
    lines = (line.split("`")[1] for line in text.splitlines() if line.startswith("| `"))
    return {file for file in lines if not file.startswith("mobile_client")}


if __name__ == "__main__":
    sys.exit(main())
