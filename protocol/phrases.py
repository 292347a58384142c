"""What can be said at a table by a code, which every client shows in its own language."""

from typing import Final

PHRASES: Final = (
    "hello",
    "good_luck",
    "well_played",
    "nice_hand",
    "thanks",
    "sorry",
    "one_moment",
    "hurry_up",
    "good_game",
    "see_you",
)
EMOTES: Final = (
    "smile",
    "laugh",
    "wink",
    "wow",
    "think",
    "cool",
    "sad",
    "cry",
    "angry",
    "clap",
)
SAYABLE: Final = frozenset((*PHRASES, *EMOTES))
