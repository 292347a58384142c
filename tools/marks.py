"""The `req` marks of a test file, read from its text: no test is imported to find them.

A mark counts where pytest would run something for it: on a test function, on a class of tests, in
the `pytestmark` of a class or a file, and in a `pytest.param` among the decorators of a test.
Anywhere else it would show a requirement that nothing shows, and is refused.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

Scope = ast.Module | ast.ClassDef
Test = ast.FunctionDef | ast.AsyncFunctionDef
UNRUN = ("skip", "skipif", "xfail")


class MarkError(Exception):
    """A mark that shows nothing: where, what is wrong, and what would be right."""


@dataclass(frozen=True)
class Mark:
    """`test` shows requirement `id`; the mark stands at `path`, `line`."""

    id: str
    test: str
    path: Path
    line: int


def read_marks(source: str, path: Path) -> list[Mark]:
    """Every mark of the file, in its order; raises `MarkError` for a mark that shows nothing."""
    tree = ast.parse(source, filename=str(path))
    spots = list(_spots(tree, ""))
    placed = {id(call) for _, where in spots for call in _req_calls(where)}
    for call in _req_calls(tree):
        if id(call) not in placed:
            raise MarkError(
                f"{path}:{call.lineno}: this req mark stands on no test that runs; write it on one."
            )
    marks = [
        mark
        for test, where in spots
        for call in _req_calls(where)
        for mark in _ids(call, test, path)
    ]
    if marks and not (path.name.startswith("test_") or path.stem.endswith("_test")):
        first = marks[0]
        raise MarkError(f"{path}:{first.line}: pytest collects no test here; name the file test_*.")
    return sorted(marks, key=lambda mark: mark.line)


def _spots(scope: Scope, prefix: str) -> Iterator[tuple[str, ast.expr]]:
    """The places in this scope where a mark counts, each with the name of what it marks."""
    name = prefix.rstrip(":") or "(every test of the file)"
    for node in scope.body:
        if isinstance(node, Test) and node.name.startswith("test"):
            if not any(
                _is_mark(part, UNRUN) for each in node.decorator_list for part in ast.walk(each)
            ):
                for decorator in node.decorator_list:
                    yield prefix + node.name, decorator
        elif isinstance(node, ast.ClassDef) and node.name.startswith("Test"):
            if _has_tests(node):
                for decorator in node.decorator_list:
                    yield prefix + node.name, decorator
            yield from _spots(node, f"{prefix}{node.name}::")
        elif isinstance(node, ast.Assign) and node.value is not None:
            for target in node.targets:
                if isinstance(target, ast.Name) and target.id == "pytestmark" and _has_tests(scope):
                    yield name, node.value
                # A hypothesis machine's test case gets its marks by assignment.
                elif isinstance(target, ast.Attribute) and target.attr == "pytestmark":
                    yield ast.unparse(target.value), node.value


def _has_tests(scope: Scope) -> bool:
    return any(
        (isinstance(node, Test) and node.name.startswith("test"))
        or (isinstance(node, ast.ClassDef) and node.name.startswith("Test") and _has_tests(node))
        for node in scope.body
    )


def _is_mark(node: ast.AST, names: tuple[str, ...]) -> bool:
    """Is it `pytest.mark.NAME` or `mark.NAME`?"""
    if not (isinstance(node, ast.Attribute) and node.attr in names):
        return False
    owner = node.value
    return (
        isinstance(owner, ast.Attribute | ast.Name)
        and (owner.attr if isinstance(owner, ast.Attribute) else owner.id) == "mark"
    )


def _req_calls(tree: ast.AST) -> Iterator[ast.expr]:
    """Every `pytest.mark.req` below the node: the call, or the bare name if nothing calls it."""
    called = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and _is_mark(node.func, ("req",)):
            called.add(id(node.func))
            yield node
        elif (
            isinstance(node, ast.Attribute) and _is_mark(node, ("req",)) and id(node) not in called
        ):
            yield node


def _ids(call: ast.expr, test: str, path: Path) -> Iterator[Mark]:
    named = call.args if isinstance(call, ast.Call) and not call.keywords else []
    for each in named:
        if not (isinstance(each, ast.Constant) and isinstance(each.value, str)):
            break
        yield Mark(each.value, test, path, each.lineno)
    else:
        if named:
            return
    raise MarkError(f'{path}:{call.lineno}: write the ids out: @pytest.mark.req("E-RF-BR-013").')
