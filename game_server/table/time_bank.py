"""The time that a player has beyond the turn: a bank, and an allowance for a slow line."""

from dataclasses import dataclass
from typing import Final

MOST_DELAY: Final = 0.5
"""No line is so slow that more is allowed in one turn."""
QUOTA: Final = 5.0
"""So much is allowed in all; each turn answered in time gives a little back."""
REFILL: Final = 0.05


@dataclass
class TimeBank:
    """One player's: `ran_out` is when the turn ended whose time comes from the bank now."""

    bank: float = 0.0
    quota: float = QUOTA
    delay: float = 0.0
    ran_out: float | None = None

    @property
    def allowance(self) -> float:
        """So late may an answer arrive that was given in time."""
        return min(self.delay, MOST_DELAY, self.quota)

    def measured(self, delay: float) -> None:
        self.delay = max(0.0, delay)

    def spend(self, until: float) -> float:
        """Open the bank for a turn that ended then; what is in it, 0 if it is open already."""
        if self.ran_out is not None or self.bank <= 0:
            return 0.0
        self.ran_out = until
        return self.bank

    def answered(self, now: float, until: float) -> bool:
        """An answer came: what it took beyond the turn is gone. Whether the bank was open."""
        if self.ran_out is not None:
            self.bank = max(0.0, self.bank - max(0.0, now - self.ran_out))
            self.ran_out = None
            return True
        if now > until:
            self.quota = max(0.0, self.quota - (now - until))
        else:
            self.quota = min(QUOTA, self.quota + REFILL)
        return False

    def missed(self) -> bool:
        """No answer came: an open bank is empty. Whether it was open."""
        was_open = self.ran_out is not None
        if was_open:
            self.bank, self.ran_out = 0.0, None
        return was_open

    def afresh(self) -> None:
        """The question is put again with its whole time: nothing of the bank was used."""
        self.ran_out = None

    def refill(self, seconds: float, most: float) -> None:
        self.bank = min(most, self.bank + seconds)
