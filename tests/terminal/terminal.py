"""Programs on a terminal of their own: keys are typed, and what stands there is read."""

import fcntl
import os
import pty
import select
import signal
import struct
import sys
import termios
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pyte

from tools.requirements import ROOT

PATIENCE: Final = 60.0
"""So long is waited for what must come; a timing decides no test."""
PROGRAM: Final = (sys.executable, "-m", "terminal_client.twenty_one")


def environment(folder: Path, **more: str) -> dict[str, str]:
    """A player's own, without what this test was started with."""
    kept = {name: os.environ[name] for name in ("PATH", "LANG", "LC_ALL") if name in os.environ}
    home = {"HOME": str(folder), "XDG_CONFIG_HOME": str(folder / "config")}
    return {"LANG": "C.UTF-8", **kept, **home, "PYTHONPATH": str(ROOT), "TERM": "xterm", **more}


class Terminal:
    """A terminal with a program on it."""

    def __init__(self, columns: int, lines: int, fd: int, pid: int) -> None:
        self._fd, self._pid = fd, pid
        self._screen = pyte.Screen(columns, lines)
        self._stream = pyte.ByteStream(self._screen)
        self.raw = ""
        self.status: int | None = None

    @property
    def text(self) -> str:
        """What stands on it."""
        return "\n".join(line.rstrip() for line in self._screen.display).rstrip()

    @property
    def said(self) -> list[str]:
        """The lines that the program has written, in order, without colours."""
        stream = pyte.HistoryScreen(self._screen.columns, self._screen.lines, history=100_000)
        pyte.Stream(stream).feed(self.raw)
        gone = [
            "".join(line[at].data for at in range(stream.columns)) for line in stream.history.top
        ]
        return [line.rstrip() for line in [*gone, *stream.display] if line.strip()]

    def type(self, keys: str) -> None:
        """Press these keys."""
        os.write(self._fd, keys.encode())

    def wait_for(self, *words: str) -> str:
        """Read until one of these stands on the terminal; which one."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            found = next((word for word in words if word in self.text), None)
            if found is not None:
                return found
            if not self._read(0.2) and self.status is not None:
                break
        raise AssertionError(f"None of {words} came:\n{self.text}")

    def wait_until_gone(self, word: str) -> None:
        """Read until this no longer stands on the terminal."""
        end = time.monotonic() + PATIENCE
        while word in self.text and time.monotonic() < end:
            self._read(0.2)
        assert word not in self.text, self.text

    def wait_for_line(self, *words: str, after: int = 0) -> str:
        """Read until one of these was written behind that sign of `raw`; which one."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            found = next((word for word in words if word in self.raw[after:]), None)
            if found is not None:
                return found
            if not self._read(0.2) and self.status is not None:
                break
        raise AssertionError(f"None of {words} came:\n{self.raw[after:]}")

    def wait_for_end(self) -> int:
        """Read until the program ends; its exit code, or minus the signal that ended it."""
        end = time.monotonic() + PATIENCE
        while self.status is None and time.monotonic() < end:
            self._read(0.2)
        assert self.status is not None, f"It has not ended:\n{self.text}"
        while self._read(0.05):
            pass
        return os.waitstatus_to_exitcode(self.status)

    def kill(self, number: int) -> None:
        """Send a signal to the program."""
        os.kill(self._pid, number)

    def _read(self, seconds: float) -> bool:
        data = b""
        if select.select([self._fd], [], [], seconds)[0]:
            try:
                data = os.read(self._fd, 65536)
            except OSError:
                data = b""
        if data:
            self._stream.feed(data)
            self.raw += data.decode("utf-8", "replace")
            return True
        if self.status is None:
            pid, status = os.waitpid(self._pid, os.WNOHANG)
            self.status = status if pid else None
        return False

    def close(self) -> None:
        if self.status is None:
            os.kill(self._pid, signal.SIGKILL)
            _, self.status = os.waitpid(self._pid, 0)
        os.close(self._fd)


@contextmanager
def on_terminal(
    arguments: Sequence[str],
    surroundings: Mapping[str, str],
    folder: Path,
    columns: int = 80,
    lines: int = 24,
    program: Sequence[str] = PROGRAM,
) -> Iterator[Terminal]:
    """Run the program on a terminal of that size."""
    pid, fd = pty.fork()
    if pid == 0:  # pragma: no cover - the other process
        os.chdir(folder)
        size = struct.pack("HHHH", lines, columns, 0, 0)
        fcntl.ioctl(0, termios.TIOCSWINSZ, size)
        os.execvpe(program[0], [*program, *arguments], dict(surroundings))
    terminal = Terminal(columns, lines, fd, pid)
    try:
        yield terminal
    finally:
        terminal.close()
