"""What stands beside compiled modules: the library of dataclasses learns of classes whose methods
were written out.
"""

import dataclasses
from collections.abc import Sequence
from typing import Any, Final, TypeVar

T = TypeVar("T")
ABSENT: Final[Any] = dataclasses.MISSING


def dress(cls: Any, parts: Sequence[tuple[str, object, Any, Any, bool]], frozen: bool) -> None:
    """`fields` and `asdict` know the class from now on as if they had made it."""
    declared: list[Any] = []
    for name, kind, default, made, shown in parts:
        how: dict[str, Any] = {"repr": shown}
        if default is not ABSENT:
            how["default"] = default
        elif made is not ABSENT:
            how["default_factory"] = made
        declared.append((name, kind, dataclasses.field(**how)))
    model: Any = dataclasses.make_dataclass(cls.__name__, declared, frozen=frozen)
    cls.__dataclass_fields__ = model.__dataclass_fields__
    cls.__dataclass_params__ = model.__dataclass_params__
    cls.__annotations__ = {name: kind for name, kind, *_ in parts}


def replace(value: T, /, **new: Any) -> T:
    """A copy with other fields, as `dataclasses.replace` makes it."""
    known: Any = value
    try:
        anew = known.__replace__
    except AttributeError:
        known = dataclasses.replace(known, **new)
    else:
        fields = known.__dataclass_fields__
        if not new.keys() <= fields.keys():
            unknown = ", ".join(sorted(new.keys() - fields.keys()))
            raise TypeError(f"{type(value).__name__} has no field {unknown}")
        known = anew(**new)
    copy: T = known
    return copy
