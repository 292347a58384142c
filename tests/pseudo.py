"""A terminal of any size with a real program on it."""

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import termios
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final, Self

import pyte

PATIENCE_S: Final = 60.0
STRANGE: Final = re.compile(
    rb"\x1b\[[<>=?][0-9;]*[a-zA-Z$]+[a-zA-Z]?|\x1bP[^\x1b]*\x1b\\|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)"
)
"""Questions and modes that the terminal here knows nothing of; it shows letters for some."""
COLOURS: Final = re.compile(rb"\x1b\[[0-9;]*\b(?:38|48|3[0-7]|4[0-7]|9[0-7]|10[0-7])(?:;[0-9;]*)?m")


class Terminal:
    """What the program has written, as it stands on the screen."""

    def __init__(
        self, process: "subprocess.Popen[bytes]", end: int, width: int, height: int
    ) -> None:
        self.process, self._end = process, end
        self.screen = pyte.Screen(width, height)
        self._stream = pyte.ByteStream(self.screen)
        self.written = b""

    @classmethod
    @contextmanager
    def of(
        cls,
        command: Sequence[str],
        environment: Mapping[str, str],
        folder: Path | None = None,
        width: int = 80,
        height: int = 24,
        signals: bool = False,
    ) -> Iterator[Self]:
        """Run the program on a terminal, until the end of a `with`. With `signals`, Ctrl+C is one
        where the program does not read it as a key."""
        sized = ("COLUMNS", "LINES")
        own = {name: value for name, value in environment.items() if name not in sized}
        end, inner = pty.openpty()
        fcntl.ioctl(inner, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))
        process = subprocess.Popen(
            command,
            stdin=inner,
            stdout=inner,
            stderr=inner,
            cwd=folder,
            env={**own, "TERM": "xterm-256color"},
            start_new_session=True,
            preexec_fn=(lambda: fcntl.ioctl(inner, termios.TIOCSCTTY, 0)) if signals else None,
        )
        os.close(inner)
        try:
            yield cls(process, end, width, height)
        finally:
            process.kill()
            process.wait()
            os.close(end)

    def press(self, keys: str) -> None:
        """Type."""
        os.write(self._end, keys.encode())

    def resize(self, width: int, height: int) -> None:
        """Pull at the corner of the window."""
        self.screen.resize(height, width)
        fcntl.ioctl(self._end, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))

    def hear(self, seconds: float = 0.02) -> bool:
        """Take what comes in that time; False if the program has closed its terminal."""
        ready, _, _ = select.select([self._end], [], [], seconds)
        if not ready:
            return True
        try:
            data = os.read(self._end, 65_536)
        except OSError:
            return False
        self.written += data
        self._stream.feed(STRANGE.sub(b"", data))
        return bool(data)

    @property
    def shown(self) -> str:
        """The screen."""
        return "\n".join(line.rstrip() for line in self.screen.display)

    def until_shown(
        self, so: Callable[[str], object], what: str, do: Callable[[], object] = str
    ) -> str:
        """Wait until the screen is so, doing something meanwhile; the screen."""
        end = time.monotonic() + PATIENCE_S
        while not so(self.shown):
            assert time.monotonic() < end, f"{what}:\n{self.shown}\n{self.written[-500:]!r}"
            do()
            self.hear()
        return self.shown

    def ends(self) -> int:
        """Wait for the program's end; its exit code."""
        end = time.monotonic() + PATIENCE_S
        while self.process.poll() is None:
            assert time.monotonic() < end, self.shown
            self.hear()
        while self.hear(0.2) and select.select([self._end], [], [], 0)[0]:
            pass
        return self.process.returncode
