"""Names of bots: at one table no two bots have the same."""

from collections.abc import Callable, Collection
from typing import Final

from protocol.words import BOT_NAME

NAMES: Final = (
    "Amber",
    "Birch",
    "Coral",
    "Dune",
    "Ember",
    "Fern",
    "Gale",
    "Heath",
    "Iris",
    "Juniper",
    "Lark",
    "Moss",
    "Ochre",
    "Pine",
    "Quill",
    "Rowan",
)


def free(taken: Collection[str], below: Callable[[int], int], instead: int) -> str:
    """A name that none of those who sit there has; with all in use, that number."""
    start = below(len(NAMES))
    order = NAMES[start:] + NAMES[:start]
    here = {name.removeprefix(BOT_NAME) for name in taken}
    return f"{BOT_NAME}{next((one for one in order if one not in here), instead)}"
