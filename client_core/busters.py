"""Players who have busted the house at 21, as a player reads it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class BusterRow:
    """One who has busted the house: the name, the Unix time, the chips."""

    name: str
    at: int
    amount: int
