"""What is on disk is asked for by named operations of the store: nobody else writes SQL."""

import ast
from collections.abc import Iterator
from pathlib import Path

from tools.requirements import ROOT

SERVER = ROOT / "game_server"
FOREIGN = SERVER / "bank" / "demo_books.py"
"""The books of the demo bank, which the house knows nothing of."""
CALLS = {"execute", "executemany", "executescript"}
VERBS = ("SELECT ", "INSERT INTO ", "UPDATE ", "DELETE FROM ", "PRAGMA ", "BEGIN IMMEDIATE")


def sql_in(tree: ast.AST) -> Iterator[int]:
    """The lines of a module in which a statement is done or written."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Attribute(attr=name)) if name in CALLS:
                yield node.lineno
            case ast.Constant(value=str(text)) if text.startswith(VERBS):
                yield node.lineno


def outside(root: Path) -> Iterator[Path]:
    for file in sorted(root.rglob("*.py")):
        if root / "store" not in file.parents and file != FOREIGN:
            yield file


def test_nobody_but_the_store_writes_sql() -> None:
    found = [
        f"{file.relative_to(ROOT)}:{line}"
        for file in outside(SERVER)
        for line in sql_in(ast.parse(file.read_text("utf-8")))
    ]
    assert found == []


def test_sql_would_be_found() -> None:
    for planted in ("conn.execute(asked)", "asked = f'SELECT {fields} FROM players'"):
        assert [*sql_in(ast.parse(planted))] == [1]
