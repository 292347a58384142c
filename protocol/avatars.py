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
