"""The pictures that a player can be shown by; each client draws its own for a name."""

from typing import Final

AVATARS: Final = (
    "fox",
    "owl",
    "cat",
    "bear",
    "panda",
    "rabbit",
    "penguin",
    "frog",
    "tiger",
    "koala",
    "lion",
    "robot",
)
"""A name that is not here is shown as if there were none."""
USUAL: Final = ("fox", "owl", "cat", "bear", "panda", "penguin", "tiger")


def usual(name: str) -> str:
    """The picture of one who has chosen none: always the same, on every screen."""
    return USUAL[sum(map(ord, name)) % len(USUAL)]
