"""Views as plain values of JSON."""

from dataclasses import fields, is_dataclass
from functools import cache

Plain = None | bool | int | float | str | list["Plain"] | dict[str, "Plain"]


@cache
def field_names(kind: type) -> tuple[str, ...]:
    """The names of the fields of a view, in their order."""
    return tuple(one.name for one in fields(kind))


def plain(value: object) -> Plain:
    """The view as maps and lists; TypeError for what no page can read."""
    match value:
        case None | bool() | float() | str():
            return value
        case int():
            # A subclass, such as cash, is a number there like any other.
            return int(value)
        case tuple():
            return [plain(one) for one in value]
    if is_dataclass(value) and not isinstance(value, type):
        return {name: plain(getattr(value, name)) for name in field_names(type(value))}
    raise TypeError(f"A view holds {value!r}; it is made of dataclasses, tuples and plain values.")
