"""The terms on which the house takes cards and gives money back."""

from dataclasses import dataclass, field
from typing import Final

from game_server.bank.cards import DAY_MS
from game_server.bank.tries import TryLimits


@dataclass(frozen=True, slots=True)
class BankTerms:
    """The settings of cards and payouts. `payout_hold`: the milliseconds that winnings wait before
    they go to a card that has taken the place of another."""

    tries: TryLimits = field(default_factory=TryLimits)
    payout_hold: int = DAY_MS


USUAL_TERMS: Final = BankTerms()
