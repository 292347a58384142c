"""The terms on which the house takes cards: how often one may be tried."""

from dataclasses import dataclass, field
from typing import Final

from game_server.bank.tries import TryLimits


@dataclass(frozen=True, slots=True)
class Terms:
    """What the one who runs the house has set."""

    tries: TryLimits = field(default_factory=TryLimits)


USUAL: Final = Terms()
