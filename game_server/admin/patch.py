"""The difference between two maps, as a JSON merge patch (RFC 7386): null takes away."""

from collections.abc import Mapping
from typing import Any

from game_server.admin.menu.words import Json


def difference(before: Mapping[str, Json], after: Mapping[str, Json]) -> dict[str, Json]:
    """What makes `after` of `before`. Neither holds a null: that would take away."""
    found: dict[str, Json] = {name: None for name in before if name not in after}
    for name, new in after.items():
        old = before.get(name)
        if old is new:
            continue
        if isinstance(old, Mapping) and isinstance(new, Mapping):
            deeper = difference(old, new)
            if deeper:
                found[name] = deeper
        elif type(old) is not type(new) or old != new:
            found[name] = new
    return found


def merged(before: Mapping[str, Any], patch: Mapping[str, Any]) -> dict[str, Any]:
    """The map with the patch applied."""
    found = dict(before)
    for name, new in patch.items():
        if new is None:
            found.pop(name, None)
        elif isinstance(new, Mapping):
            old = found.get(name)
            found[name] = merged(old if isinstance(old, Mapping) else {}, new)
        else:
            found[name] = new
    return found
