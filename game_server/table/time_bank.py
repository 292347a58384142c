"""The time bank of a seat, used up beyond its turns, and an allowance for a slow connection."""

from dataclasses import dataclass
from typing import Final

MOST_DELAY: Final = 0.5
"""No connection is so slow that more is allowed in one turn."""
QUOTA: Final = 5.0
"""So much is allowed in all; each turn answered in time gives a little back."""
REFILL: Final = 0.05


@dataclass
class TimeBank:
    """How one player uses time beyond the turn: `ran_out` is when the turn ended whose time comes
    from the bank now. What is left in the bank stands in the rows (`Occupant.bank`)."""

    quota: float = QUOTA
    delay: float = 0.0
    ran_out: float | None = None

    @property
    def allowance(self) -> float:
        """So late may an answer arrive that was given in time."""
        return min(self.delay, MOST_DELAY, self.quota)

    def measured(self, delay: float) -> None:
        self.delay = delay if delay > 0.0 else 0.0

    def spend(self, until: float, bank: float) -> float:
        """Open the bank, with so many seconds, for a turn that ended then; what it gives, 0 if it
        is open already."""
        if self.ran_out is not None or bank <= 0:
            return 0.0
        self.ran_out = until
        return bank

    def answered(self, now: float, until: float) -> float | None:
        """An answer came: so many seconds beyond the turn were taken from the bank; None if it was
        not open."""
        if self.ran_out is not None:
            used, self.ran_out = max(0.0, now - self.ran_out), None
            return used
        if now > until:
            self.quota = max(0.0, self.quota - (now - until))
        else:
            self.quota = min(QUOTA, self.quota + REFILL)
        return None

    def missed(self) -> bool:
        """No answer came. Whether the bank was open: it is empty then."""
        was_open, self.ran_out = self.ran_out is not None, None
        return was_open

    def afresh(self) -> None:
        """The question is put again with its whole time: nothing of the bank was used."""
        self.ran_out = None
