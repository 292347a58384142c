"""The names of the theme for what the player has chosen."""

from typing import Final

CLOTHS: Final = {
    "green": "emerald",
    "blue": "midnight",
    "red": "burgundy",
    "grey": "graphite",
    "bronze": "bronze",
    "violet": "violet",
}
BACKS: Final = {"blue": "royal", "red": "ruby", "black": "ebony", "green": "jade", "violet": "plum"}
