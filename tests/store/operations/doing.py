"""Doing operations of the store over one engine, and writing down what each answered."""

import ast
import inspect
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, TypeVar

import pytest

from game_server.store.transaction import Connection, Transaction, writing
from tools.requirements import ROOT

P = ParamSpec("P")
T = TypeVar("T")
STORE = ROOT / "game_server" / "store"
OF_FILES = {
    # Files that SQLite alone has, and what is done with them.
    "archive",
    "copying",
    "direct",
    "free_pages",
    "month_files",
    "refusals",
    "sqlite",
    "transaction",
}


class Doing:
    """Does operations, each in a transaction of its own, and keeps what they answered."""

    def __init__(self, conn: Connection) -> None:
        self.conn = conn
        self.said: list[tuple[str, object]] = []

    def __call__(
        self, work: Callable[Concatenate[Transaction, P], T], *args: P.args, **named: P.kwargs
    ) -> T:
        """What the operation answered."""
        with writing(self.conn):
            found: Any = work(self.conn, *args, **named)
            if isinstance(found, Iterator):
                found = tuple(found)
        self.said.append((name_of(work), found))
        return found  # type: ignore[no-any-return]

    def refused(
        self,
        wrong: type[Exception],
        work: Callable[Concatenate[Transaction, P], object],
        *args: P.args,
        **named: P.kwargs,
    ) -> None:
        """The store or its schema refuses the operation, in the same words."""
        with pytest.raises(wrong) as refusal, writing(self.conn):
            work(self.conn, *args, **named)
        self.said.append((name_of(work), str(refusal.value)))


def name_of(work: Callable[..., object]) -> str:
    """As in `ledger.book`."""
    found = work.func if isinstance(work, partial) else inspect.unwrap(work)
    return f"{found.__module__.rpartition('.')[2]}.{found.__name__}"


def all_operations() -> frozenset[str]:
    """Every public function of the store whose first argument is a transaction."""
    return frozenset(
        f"{file.stem}.{name}"
        for file in sorted(STORE.glob("*.py"))
        if file.stem not in OF_FILES
        for name in _operations(file)
    )


def _operations(file: Path) -> Iterator[str]:
    for node in ast.parse(file.read_text("utf-8")).body:
        if not isinstance(node, ast.FunctionDef) or node.name.startswith("_"):
            continue
        if node.args.args and ast.unparse(node.args.args[0].annotation or node) == "Transaction":
            yield node.name
