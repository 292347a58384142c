"""Clock watch: alarms where the time of the machine is not the time that the house goes by.

A house takes the time once, when it starts, and counts on from there by a clock that never jumps: a
clock that is set, or a machine that slept, changes no deadline. But what it writes down is dated by
that time, and so is the end of a session, a ban or a hold.
"""

import time
from collections.abc import Callable
from typing import Final

from twisted.logger import Logger

AHEAD_S: Final = 5
"""The ledger may be so far ahead of the clock at a start, as after a step of a time service."""
APART_S: Final = 60
ALARM: Final = "clock"
SHOWN: Final = "%Y-%m-%d %H:%M:%S %z"


class ClockWatch:
    """Compares the house's time with the machine's; both are Unix seconds."""

    _log = Logger()

    def __init__(self, house: Callable[[], float], machine: Callable[[], float]) -> None:
        self._house, self._machine = house, machine
        self._apart = False

    def begin(self, newest_ms: int | None) -> None:
        """The house starts; the newest entry of its ledger is of that moment."""
        now = self._house()
        ahead = 0.0 if newest_ms is None else newest_ms / 1000 - now
        if ahead > AHEAD_S:
            self._log.critical(
                "It is {now}, {ahead} s before the last thing in the ledger: set the clock right,"
                " and start the house again.",
                now=_shown(now),
                ahead=round(ahead),
                alarm=ALARM,
            )

    def look(self) -> None:
        """Compare now; one alarm for each time that they part."""
        apart = self._machine() - self._house()
        if abs(apart) <= APART_S:
            self._apart = False
        elif not self._apart:
            self._apart = True
            self._log.critical(
                "The clock of the machine was set, or the machine slept: the house goes by {house},"
                " {apart} s from it. It takes the time anew when it starts again.",
                house=_shown(self._house()),
                apart=round(apart),
                alarm=ALARM,
            )


def _shown(at: float) -> str:
    return time.strftime(SHOWN, time.localtime(at))
