"""What has changed between two views, as patches that the page applies to the first."""

from collections.abc import Iterator
from dataclasses import is_dataclass

from web_client.bridge.encode import Plain, field_names, plain

Path = tuple[str | int, ...]
Patch = tuple[Path, Plain]


def patches(before: object, after: object) -> list[Patch]:
    """The patches that make `after` of `before`, each a path and the value that goes there. A list
    of another length, or a view of another kind, is sent whole."""
    return list(_between(before, after, ()))


def _between(before: object, after: object, path: Path) -> Iterator[Patch]:
    if before is after:
        return
    if type(before) is type(after):
        if isinstance(before, tuple) and isinstance(after, tuple) and len(before) == len(after):
            for at, (old, new) in enumerate(zip(before, after, strict=True)):
                yield from _between(old, new, (*path, at))
            return
        if is_dataclass(after) and not isinstance(after, type):
            for name in field_names(type(after)):
                yield from _between(getattr(before, name), getattr(after, name), (*path, name))
            return
        if before == after:
            return
    yield path, plain(after)


def applied(view: Plain, changes: list[Patch]) -> Plain:
    """The view after these patches; what the page does, for whoever reads it here."""
    for path, value in changes:
        view = _put(view, path, value)
    return view


def _put(view: Plain, path: Path, value: Plain) -> Plain:
    if not path:
        return value
    first, rest = path[0], path[1:]
    if isinstance(view, dict) and isinstance(first, str):
        return {**view, first: _put(view[first], rest, value)}
    if isinstance(view, list) and isinstance(first, int):
        return [_put(one, rest, value) if at == first else one for at, one in enumerate(view)]
    raise KeyError(f"There is no {first!r} in {view!r}.")
