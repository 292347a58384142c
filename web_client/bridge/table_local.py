"""What is open and chosen on the screen of one table."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TableLocal:
    """The state of the page at one table."""

    menu: bool = False
