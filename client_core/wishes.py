"""Wishes for tables of one's own: what was chosen the last time is proposed the next time."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import Final, Literal

from protocol.choices import MOST_CHOSEN, Chosen

RoomKind = Literal["solo", "open"]
"""A room is opened for oneself alone, or for others too."""
MOST: Final = 40
"""So many wishes are kept: those of the rules that were played last."""


@dataclass(frozen=True, slots=True)
class Wish:
    """A table as one wants it; 0 and "" are what is usual there."""

    game: str = ""
    preset: str = ""
    stake: int = 0
    private: bool = True
    buy_in: int = 0
    bots: int = 0
    bot: str = ""
    bot_buy_in: int = 0
    counter: bool = False
    options: Chosen = field(default_factory=dict)
    unhurried: bool = True
    """Against bots: turns have no clock."""


_KINDS: Final = {one.name: type(getattr(Wish(), one.name)) for one in fields(Wish)}


def last(kept: str, kind: RoomKind, game: str = "", preset: str = "") -> Wish | None:
    """The last wish of this kind: of all, of a game, or of its rules; None: there is none."""
    for key, wish in reversed(_read(kept).items()):
        fits = game in ("", wish.game) and preset in ("", wish.preset)
        if key.startswith(f"{kind}/") and fits:
            return wish
    return None


def remembered(kept: str, kind: RoomKind, wish: Wish) -> str:
    """With this wish as the last one."""
    known = _read(kept)
    key = f"{kind}/{wish.game}/{wish.preset}"
    known.pop(key, None)
    known[key] = wish
    return json.dumps({name: asdict(one) for name, one in list(known.items())[-MOST:]})


def _read(kept: str) -> dict[str, Wish]:
    try:
        found = json.loads(kept or "{}")
    except ValueError:
        return {}
    items = found.items() if isinstance(found, dict) else ()
    return {str(key): wish for key, one in items if (wish := _wish(one)) is not None}


def _wish(found: object) -> Wish | None:
    """What was kept, unless it was kept by something else."""
    if not isinstance(found, Mapping) or not all(
        type(value) is _KINDS.get(str(name)) for name, value in found.items()
    ):
        return None
    options = found.get("options", {})
    plain = all(type(one) in (bool, int, str) for one in options.values())
    return Wish(**found) if plain and len(options) <= MOST_CHOSEN else None
