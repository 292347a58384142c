"""Dataclasses as plain classes, whose fields a compiler can put in their places.

mypyc leaves what a dataclass generates to the interpreter, and knows nothing of a decorator of our
own. Here each class gets its methods written out, with the same meaning; `written_out.dress` then
tells the library of dataclasses what it is made of. Two things are left out: the guard of a frozen
class, for mypy has seen that nobody changes one, and `slots`, which such a class has anyway.
"""

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

HEAD: Final = (
    "from typing import Any as _Any, ClassVar as _ClassVar, Final as _Final",
    "from written_out import ABSENT as _ABSENT, dress as _dress",
)
OPEN: Final = {"Refusal", "DirectStore"}
"""Classes from which others are derived that are not compiled."""
DERIVED: Final = (
    "from mypy_extensions import mypyc_attr as _mypyc_attr",
    "@_mypyc_attr(allow_interpreted_subclasses=True)",
)
REPLACE: Final = "from written_out import replace"
TOLD: Final = {"frozen", "slots", "unsafe_hash", "eq", "repr"}
"""What a dataclass may be told here; anything else would change what it means."""
FIELD: Final = {"default", "default_factory", "repr"}


class CannotLower(Exception):
    """What a class asks of the library that is not written out here."""


@dataclass(frozen=True)
class Part:
    """A field: its name, its type and its default as they are written."""

    name: str
    type: str
    default: str = ""
    made: str = ""
    """What makes the default anew for everyone."""
    shown: bool = True


def lower(source: str) -> str:
    """The module with its dataclasses written out; every other line stays as it is."""
    lines = source.splitlines()
    module = ast.parse(source)
    first = next((one.lineno - 1 for one in module.body if not _is_text(one)), len(lines))
    uses = False
    for one in reversed(module.body):
        if isinstance(one, ast.ClassDef) and (decorator := _declares(one)) is not None:
            begun = one.decorator_list[0].lineno - 1
            lines[begun : one.end_lineno] = _written_out(one, decorator, lines)
        elif isinstance(one, ast.ClassDef) and one.name in OPEN:
            lines[one.lineno - 1 : one.lineno - 1] = DERIVED
        elif isinstance(one, ast.ImportFrom) and one.module == "dataclasses":
            uses |= any(name.name == "replace" for name in one.names)
            at = one.end_lineno or one.lineno
            lines[at:at] = [REPLACE] if uses else []
    return "\n".join([*lines[:first], *HEAD, *lines[first:], ""])


def _is_text(one: ast.stmt) -> bool:
    return isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant)


def _declares(cls: ast.ClassDef) -> ast.expr | None:
    """The decorator that makes it a dataclass, which stands next to the class."""
    last = cls.decorator_list[-1] if cls.decorator_list else None
    name = last.func if isinstance(last, ast.Call) else last
    return last if isinstance(name, ast.Name) and name.id in ("dataclass", "frozen") else None


def _told(decorator: ast.expr) -> dict[str, bool]:
    """What the library is told of the class."""
    if isinstance(decorator, ast.Name):
        return {"unsafe_hash": True} if decorator.id == "frozen" else {}
    assert isinstance(decorator, ast.Call)
    told = {word.arg or "": ast.literal_eval(word.value) for word in decorator.keywords}
    if decorator.args or not told.keys() <= TOLD:
        raise CannotLower(f"line {decorator.lineno}: {ast.unparse(decorator)}")
    return told


def _written_out(cls: ast.ClassDef, decorator: ast.expr, lines: Sequence[str]) -> list[str]:
    told = _told(decorator)
    rest = [one for one in cls.body if not _is_field(one)]
    parts = [_part(one) for one in cls.body if isinstance(one, ast.AnnAssign) and _is_field(one)]
    own = {one.name for one in rest if isinstance(one, ast.FunctionDef)}
    text = list(lines[cls.lineno - 1 : cls.body[0].lineno - 1])
    if rest and _is_text(rest[0]):
        text += _source(rest.pop(0), lines)
    text += [f"    {part.name}: {part.type}" for part in parts]
    for name, method in _methods(cls.name, parts, told, "__post_init__" in own):
        if name not in own:
            text += [f"    {line}" for line in method]
    for one in rest:
        text += _source(one, lines)
    fields = ", ".join(
        f"({one.name!r}, {one.type}, {one.default or '_ABSENT'}, {one.made or '_ABSENT'}, "
        f"{one.shown})"
        for one in parts
    )
    # The types stand here as values, which some of them are not to the type checker.
    text.append(f"_dress({cls.name}, [{fields}], {told.get('frozen', False)})  # type: ignore")
    return text + [f"{ast.unparse(one)}({cls.name})" for one in cls.decorator_list[-2::-1]]


def _source(one: ast.stmt, lines: Sequence[str]) -> Sequence[str]:
    decorators: Sequence[ast.expr] = getattr(one, "decorator_list", ())
    begun = min([one.lineno, *(each.lineno for each in decorators)])
    return lines[begun - 1 : one.end_lineno]


def _is_field(one: ast.stmt) -> bool:
    return isinstance(one, ast.AnnAssign) and "ClassVar" not in ast.unparse(one.annotation)


def _part(one: ast.AnnAssign) -> Part:
    assert isinstance(one.target, ast.Name)
    name, kind, value = one.target.id, ast.unparse(one.annotation), one.value
    if not (isinstance(value, ast.Call) and ast.unparse(value.func) == "field"):
        return Part(name, kind, ast.unparse(value) if value is not None else "")
    said = {word.arg or "": ast.unparse(word.value) for word in value.keywords}
    if value.args or not said.keys() <= FIELD:
        raise CannotLower(f"line {one.lineno}: {ast.unparse(value)}")
    default, made = said.get("default", ""), said.get("default_factory", "")
    return Part(name, kind, default, made, said.get("repr") != "False")


def _methods(
    name: str, parts: Sequence[Part], told: dict[str, bool], checked: bool
) -> Iterator[tuple[str, list[str]]]:
    """What the library would make, name by name."""
    names = "".join(f"{part.name!r}, " for part in parts)
    yield "", ["__dataclass_fields__: _ClassVar[dict[str, _Any]] = {}"]
    yield "", [f"__match_args__: _Final = ({names})"]
    yield "__init__", _init(parts, checked)
    whole = "".join(f"self.{part.name}, " for part in parts)
    if told.get("eq", True):
        same = " and ".join(f"self.{one.name} == other.{one.name}" for one in parts)
        yield (
            "__eq__",
            [
                "def __eq__(self, other: object) -> bool:",
                f"    if not isinstance(other, {name}):",
                "        return NotImplemented",
                f"    return {same or True}",
            ],
        )
        if told.get("unsafe_hash") or told.get("frozen"):
            yield "__hash__", ["def __hash__(self) -> int:", f"    return hash(({whole}))"]
    if told.get("repr", True):
        shown = ", ".join(f"{one.name}={{self.{one.name}!r}}" for one in parts if one.shown)
        yield "__repr__", ["def __repr__(self) -> str:", f"    return f'{name}({shown})'"]
    # What goes to another process, or is copied, is made anew of its fields.
    yield (
        "__reduce__",
        ["def __reduce__(self) -> tuple[_Any, ...]:", f"    return {name}, ({whole})"],
    )
    if parts:
        anew = ", ".join(
            f"new[{one.name!r}] if {one.name!r} in new else self.{one.name}" for one in parts
        )
        yield (
            "__replace__",
            [f"def __replace__(self, **new: _Any) -> '{name}':", f"    return {name}({anew})"],
        )


def _init(parts: Sequence[Part], checked: bool) -> list[str]:
    head, lines = ["self"], []
    for part in parts:
        value = part.name
        if part.made:
            head.append(f"{part.name}: _Any = _ABSENT")
            made = {"dict": "{}", "list": "[]"}.get(part.made, f"({part.made})()")
            value = f"{made} if {part.name} is _ABSENT else {part.name}"
        else:
            head.append(f"{part.name}: {part.type}" + f" = {part.default}" * bool(part.default))
        lines.append(f"    self.{part.name} = {value}")
    if checked:
        lines.append("    self.__post_init__()")
    return [f"def __init__({', '.join(head)}) -> None:", *(lines or ["    pass"])]
