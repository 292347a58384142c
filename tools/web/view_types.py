"""Writes `web_client/page/types/views.d.ts`: the types of the views, from their dataclasses.

python -m tools.web.view_types
"""

import sys
import types
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Final, Literal, Union, get_args, get_origin, get_type_hints

from web_client.bridge import shapes
from web_client.bridge.page import PageView

PLACE: Final = Path(__file__).parents[2] / "web_client" / "page" / "types" / "views.d.ts"
PLAIN: Final = {str: "string", int: "number", float: "number", bool: "boolean", type(None): "null"}
UNIONS: Final = {frozenset(get_args(shapes.Block)): "Block"}
"""Unions that have a name of their own."""
HEAD: Final = "// Made by `python -m tools.web.view_types` from web_client/bridge.\n"


def text() -> str:
    """The whole file."""
    known: dict[type, str] = {}
    _write(PageView, known)
    named = (f"export type {name} = {' | '.join(sorted(one.__name__ for one in union))};\n"
             for union, name in UNIONS.items())  # fmt: skip
    parts = (known[one] for one in sorted(known, key=lambda one: one.__name__))
    return "\n".join((HEAD, *named, *parts))


def _write(kind: type, known: dict[type, str]) -> None:
    if kind in known:
        return
    known[kind] = ""
    hints = get_type_hints(kind)
    lines = [f"  readonly {one.name}: {_said(hints[one.name], known)};" for one in fields(kind)]
    known[kind] = "\n".join((f"export interface {kind.__name__} {{", *lines, "}", ""))


def _said(hint: object, known: dict[type, str]) -> str:
    """A type as TypeScript writes it; TypeError for one that no view may have."""
    if isinstance(hint, type) and hint in PLAIN:
        return PLAIN[hint]
    if isinstance(hint, type) and is_dataclass(hint):
        _write(hint, known)
        return hint.__name__
    origin, inside = get_origin(hint), get_args(hint)
    if origin is Literal:
        return " | ".join(f'"{one}"' for one in inside)
    if origin is tuple and len(inside) == 2 and inside[1] is Ellipsis:
        return f"readonly {_within(_said(inside[0], known))}[]"
    if origin is tuple:
        return f"readonly [{', '.join(_said(one, known) for one in inside)}]"
    if origin in (Union, types.UnionType):
        said = [*dict.fromkeys(_said(one, known) for one in inside)]
        name = UNIONS.get(frozenset(one for one in inside if is_dataclass(one)))
        return name or " | ".join(said)
    raise TypeError(f"A view has a field of {hint!r}; it is made of dataclasses and plain values.")


def _within(said: str) -> str:
    return f"({said})" if " | " in said or said.startswith("readonly") else said


if __name__ == "__main__":
    PLACE.write_text(text())
    print(f"Written: {PLACE.relative_to(Path.cwd())}", file=sys.stderr)
