"""The terminal that a process was started in: whether it is still there."""

import os
import termios
from contextlib import suppress
from typing import Final

TERMINAL: Final = "/dev/tty"


class ControllingTerminal:
    """The terminal of this process, if it was started in one."""

    def __init__(self) -> None:
        self._fd = -1
        with suppress(OSError):
            self._fd = os.open(TERMINAL, os.O_RDONLY | os.O_NOCTTY | os.O_NONBLOCK | os.O_CLOEXEC)

    @property
    def gone(self) -> bool:
        """Whether it was there at the start and was closed since."""
        if self._fd < 0:
            return False
        try:
            termios.tcgetattr(self._fd)
        except termios.error:
            return True
        return False
