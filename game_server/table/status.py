"""Status of a table: which phase it is in, and which follows which."""

from collections.abc import Mapping
from enum import Enum, auto
from typing import Final, Literal

from game_server.refusals import TableCloses, TableSuspended
from game_server.table.state import AnyState


class TablePhase(Enum):
    """A phase of a table."""

    OPEN = auto()
    """Rounds are played."""
    HALTED = auto()
    """Open, and paused by the house until the house lets it go on; the rows say so."""
    CLOSING = auto()
    """No new rounds begin; when the one in play is over everybody is cashed out."""
    OVER = auto()
    """Everybody was cashed out."""
    SUSPENDED = auto()
    """The journal cannot be written: nothing happens before the rows are read back."""


PhaseStep = Literal["close", "end", "suspend", "resume"]

AFTER: Final[Mapping[tuple[TablePhase, PhaseStep], TablePhase]] = {
    (TablePhase.OPEN, "close"): TablePhase.CLOSING,
    (TablePhase.CLOSING, "close"): TablePhase.CLOSING,
    (TablePhase.SUSPENDED, "close"): TablePhase.SUSPENDED,
    (TablePhase.CLOSING, "end"): TablePhase.OVER,
    (TablePhase.OPEN, "suspend"): TablePhase.SUSPENDED,
    (TablePhase.CLOSING, "suspend"): TablePhase.SUSPENDED,
    (TablePhase.OVER, "suspend"): TablePhase.SUSPENDED,
    (TablePhase.SUSPENDED, "suspend"): TablePhase.SUSPENDED,
    (TablePhase.OPEN, "resume"): TablePhase.OPEN,
    (TablePhase.CLOSING, "resume"): TablePhase.OPEN,
    (TablePhase.SUSPENDED, "resume"): TablePhase.OPEN,
}
"""The phase after each step. HALTED is not among them: it is OPEN with rows that say so. A table
that closes is closed again when it is resumed."""


PAUSED: Final = frozenset({TablePhase.HALTED, TablePhase.SUSPENDED})
"""Nothing happens: the house has paused the table, or storage has failed."""
CLOSED: Final = frozenset({TablePhase.CLOSING, TablePhase.OVER})
"""No new rounds begin."""


def refuse_if_paused(phase: TablePhase) -> None:
    """Refusal while nothing happens at a table."""
    if phase in PAUSED:
        raise TableSuspended("The table is paused; it goes on in a moment.")


def refuse_if_closed(phase: TablePhase) -> None:
    """Refusal while nothing happens at a table, and when no new rounds begin."""
    refuse_if_paused(phase)
    if phase in CLOSED:
        raise TableCloses("The table closes after this round; choose another.")


class TableStatus:
    """The phase that a table is in, and why it closes if it does."""

    def __init__(self, state: AnyState) -> None:
        self._state, self._phase = state, TablePhase.OPEN
        self.closing = ""
        """Why the table closes; empty while it does not."""

    @property
    def phase(self) -> TablePhase:
        """The phase, with what the rows say of it."""
        if self._phase is TablePhase.OPEN and self._state.halted:
            return TablePhase.HALTED
        return self._phase

    @property
    def over(self) -> bool:
        """Whether everybody was cashed out."""
        return self._phase is TablePhase.OVER

    @property
    def goes_on(self) -> bool:
        """Whether the table is neither paused nor over."""
        phase = self._phase
        return not (phase is TablePhase.SUSPENDED or phase is TablePhase.OVER or self._state.halted)

    @property
    def halted(self) -> bool:
        """Whether the house has paused the table, until it lets it go on."""
        return self._state.halted

    @property
    def paused(self) -> bool:
        """Whether nothing happens here: the house has paused the table, or storage has failed."""
        # A table that is halted and told to close is so until it is let go on.
        return self._phase is TablePhase.SUSPENDED or self._state.halted

    def close(self, reason: str) -> bool:
        """Close for that reason; whether the table was not closing before."""
        if self.closing or self.over:
            return False
        self.closing = reason
        self._step("close")
        return True

    def end(self) -> None:
        """Everybody was cashed out."""
        self._step("end")

    def suspend(self) -> None:
        """Nothing happens until the table is resumed."""
        self._step("suspend")

    def restore(self, closing: str) -> None:
        """Be suspended, and closing for that reason when resumed; empty: not closing."""
        self._step("suspend")
        self.closing = closing

    def resume(self) -> None:
        """The rows are read back."""
        self._step("resume")
        if self.closing:
            self._step("close")

    def refuse_if_paused(self) -> None:
        """Refusal while nothing happens here."""
        if self._state.halted or self._phase is TablePhase.SUSPENDED:
            refuse_if_paused(TablePhase.SUSPENDED)

    def refuse_if_closed(self) -> None:
        """Refusal while nothing happens here, and when no new rounds begin."""
        refuse_if_closed(self.phase)

    def _step(self, step: PhaseStep) -> None:
        self._phase = AFTER[self._phase, step]
