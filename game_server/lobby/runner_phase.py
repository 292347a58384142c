"""The phases of a table runner, and which follows which."""

from collections.abc import Mapping
from enum import Enum, auto
from typing import Final, Literal


class RunnerPhase(Enum):
    """A phase of a table runner."""

    # Looked up six times an act; an Enum hashes the name of a member, in Python.
    __hash__ = object.__hash__

    RECOVERING = auto()
    """The table is not there: its rows are to be read."""
    IDLE = auto()
    """Every answer is on disk, and no input waits."""
    ANSWERING = auto()
    """The table is asked, one batch of inputs after the other."""
    SUBMITTING = auto()
    """A commit is handed to the store, which may write it at once."""
    WRITING = auto()
    """A commit is on its way to the disk."""
    QUARANTINED = auto()
    """The table keeps failing: nothing is done until it is settled."""
    STOPPED = auto()
    """The process ends; the table goes on at the next start."""
    OVER = auto()
    """The table is closed for good."""


RunnerStep = Literal["read", "answer", "answered", "submit", "wait", "written"]

AFTER: Final[Mapping[tuple[RunnerPhase, RunnerStep], RunnerPhase]] = {
    (RunnerPhase.RECOVERING, "read"): RunnerPhase.IDLE,
    (RunnerPhase.IDLE, "answer"): RunnerPhase.ANSWERING,
    (RunnerPhase.ANSWERING, "answered"): RunnerPhase.IDLE,
    (RunnerPhase.ANSWERING, "submit"): RunnerPhase.SUBMITTING,
    (RunnerPhase.SUBMITTING, "wait"): RunnerPhase.WRITING,
    (RunnerPhase.SUBMITTING, "written"): RunnerPhase.ANSWERING,
    (RunnerPhase.WRITING, "written"): RunnerPhase.IDLE,
}
"""The phase after each step of the work. Beside these, every phase may fail (RECOVERING), be given
up (QUARANTINED), or end (STOPPED, OVER)."""
SETTLED: Final = frozenset({RunnerPhase.IDLE, RunnerPhase.ANSWERING})
"""What stands in the table is on disk, but for the answer that is being made."""
UP: Final = SETTLED | {RunnerPhase.SUBMITTING, RunnerPhase.WRITING}
"""The table is there, and may be asked."""
