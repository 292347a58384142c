"""The settings that a house reads anew while it runs, and those that need a start."""

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any, Final, NamedTuple

from game_server.config import SECTIONS, Config
from game_server.config_file import BadConfig
from game_server.monitoring import LEVELS

RENEWED: Final[Mapping[str, tuple[str, ...]]] = {
    "house": ("closing_seconds",),
    "limits": ("guest_tables", "guest_rooms", "public_rooms", "bot_rooms", "bot_rooms_address"),
    "watch": ("log",),
    "security": ("keep_days", "address_days", "chat_hours"),
    "admin": ("chips_alone", "cards_delay"),
}
"""The settings that hold for whatever is asked from now on, by their sections."""


class Renewal(NamedTuple):
    """The settings after they were read anew: what holds now, which of it is new, and what has
    changed in the file and needs a start."""

    config: Config
    taken: tuple[str, ...]
    waiting: tuple[str, ...]

    def said(self) -> str:
        """The news for whoever asked; empty if nothing has changed."""
        parts = []
        if self.taken:
            parts.append(f"New from now on: {', '.join(self.taken)}.")
        if self.waiting:
            parts.append(f"New after a start: {', '.join(self.waiting)}.")
        return " ".join(parts)


def renew(old: Config, new: Config) -> Renewal:
    """Take what may change from the new settings, and the rest from the old; BadConfig when one of
    the new is wrong."""
    if new.watch.log not in LEVELS:
        raise BadConfig(f"The log cannot be {new.watch.log!r}; it is one of {', '.join(LEVELS)}.")
    taken, waiting, parts = [], [], dict[str, Any]()
    for section, kind in SECTIONS.items():
        before, after = getattr(old, section), getattr(new, section)
        changed = {one.name: getattr(after, one.name) for one in fields(kind)}
        changed = {name: it for name, it in changed.items() if it != getattr(before, name)}
        now = {name: it for name, it in changed.items() if name in RENEWED.get(section, ())}
        parts[section] = replace(before, **now)
        taken += [f"[{section}] {name}" for name in now]
        waiting += [f"[{section}] {name}" for name in changed if name not in now]
    if new.rooms != old.rooms:
        waiting.append("[[room]]")
    return Renewal(replace(old, **parts), tuple(taken), tuple(waiting))
