"""A machine with nothing but python3 gets what the terminal needs with the house."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
OURS = ("terminal_client", "client_link", "client_storage", "client_core", "protocol")


def imported(folder: Path) -> Iterator[str]:
    for file in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                yield from (one.name.partition(".")[0] for one in node.names)
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                yield node.module.partition(".")[0]


def test_all_that_the_terminal_imports_is_installed_with_the_house() -> None:
    lock = (ROOT / "requirements.lock").read_text()
    run = lock[lock.index("## run") : lock.index("## client")]
    installed = {line.partition("==")[0] for line in run.splitlines() if "==" in line}
    wanted = {name for one in OURS for name in imported(ROOT / one)}
    ours = {path.parent.name for path in ROOT.glob("*/__init__.py")}
    assert {"websockets", "certifi", "textual"} <= wanted
    assert wanted - {*sys.stdlib_module_names} - ours <= installed
