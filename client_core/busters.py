"""Players who have busted the house at 21, as a player reads it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class BusterRow:
    """Who, when in Unix seconds, and with how many chips."""

    name: str
    at: int
    amount: int
