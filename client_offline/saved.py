"""What a house inside the client keeps on the device, as one text: purse, books, tables, journals.

The text says of itself that it is whole. One that was torn, or that is of something else, is not
read in part: `NotSaved` says so, and whoever reads it begins anew.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Final

STORED: Final = "offline_house"
"""The name of the text on the device."""
ASIDE: Final = "offline_house_aside"
"""The name under which a text is left that could not be read."""
VERSION: Final = 1
KINDS: Final[Mapping[str, type]] = {
    "name": str,
    "avatar": str,
    "token": str,
    "accounts": dict,
    "profit": dict,
    "busters": list,
    "done": list,
    "started": int,
    "bots": int,
    "tables": dict,
}


class NotSaved(ValueError):
    """A text that is none of this house, or was torn."""


@dataclass
class SavedTable:
    """A table: its settings, and its rows as text, from a snapshot on."""

    config: str
    rows: list[str] = field(default_factory=list)


@dataclass
class SavedHouse:
    """Everything that outlives the process.

    `accounts` are those of the books, `profit` is by game, `busters` are name, Unix seconds and
    cents. `done` are number and digest of the last requests that moved chips. `started`
    is when the last new chips were given, in Unix milliseconds; `bots` counts the bots so far.
    """

    name: str = ""
    avatar: str = ""
    token: str = ""
    accounts: dict[str, int] = field(default_factory=dict)
    profit: dict[str, int] = field(default_factory=dict)
    busters: list[tuple[str, int, int]] = field(default_factory=list)
    done: list[tuple[int, str]] = field(default_factory=list)
    started: int = 0
    bots: int = 0
    tables: dict[str, SavedTable] = field(default_factory=dict)


def serialised(house: SavedHouse) -> str:
    """The text to be kept, for `read`."""
    body = json.dumps(asdict(house), separators=(",", ":"))
    return json.dumps({"offline": VERSION, "digest": _digest(body), "body": body})


def read(text: str) -> SavedHouse:
    """The house again; NotSaved for any other text."""
    try:
        outer = json.loads(text)
        body = outer["body"]
        if outer["offline"] != VERSION or outer["digest"] != _digest(body):
            raise NotSaved("The text is of another version, or it was torn.")
        return _house(json.loads(body))
    except (ValueError, KeyError, TypeError, AttributeError) as wrong:
        raise NotSaved(f"The text cannot be read: {wrong!r}") from wrong


def _house(found: dict[str, Any]) -> SavedHouse:
    for name, kind in KINDS.items():
        if type(found[name]) is not kind:
            raise NotSaved(f"{name} is {type(found[name]).__name__}; it is {kind.__name__}.")
    tables = {
        str(name): SavedTable(str(one["config"]), [str(row) for row in one["rows"]])
        for name, one in found["tables"].items()
    }
    return SavedHouse(
        **{
            **{name: found[name] for name in KINDS},
            "accounts": _amounts(found["accounts"]),
            "profit": _amounts(found["profit"]),
            "busters": [(str(who), int(at), int(cents)) for who, at, cents in found["busters"]],
            "done": [(int(number), str(body)) for number, body in found["done"]],
            "tables": tables,
        }
    )


def _amounts(found: Mapping[Any, Any]) -> dict[str, int]:
    return {str(name): int(cents) for name, cents in found.items()}


def _digest(body: str) -> str:
    return hashlib.blake2b(body.encode(), digest_size=16).hexdigest()
