"""Somebody at a terminal of any size: types lines, reads what is said, looks at the screen."""

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pyte

from tests.house.process import plain_environment

PATIENCE_S: Final = 60.0
TOO_SOON_S: Final = 0.8
STRANGE: Final = re.compile(
    rb"\x1b\[[<>=?][0-9;]*[a-zA-Z$]+[a-zA-Z]?|\x1bP[^\x1b]*\x1b\\|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)"
)
"""Questions and modes that the terminal here knows nothing of; it shows letters for some."""
ESCAPES: Final = re.compile(r"\x1b\[[0-9;?<>=]*[a-zA-Z]")


class Typist:
    """One program on a terminal. `said` is all that it has written, without colours."""

    def __init__(
        self, process: "subprocess.Popen[bytes]", end: int, width: int, height: int
    ) -> None:
        self.process, self._end = process, end
        self.screen = pyte.Screen(width, height)
        self._stream = pyte.ByteStream(self.screen)
        self.written = b""
        self._mark = 0

    def type(self, line: str) -> None:
        """A line, and Enter."""
        self.press(line + "\r")

    def press(self, keys: str) -> None:
        os.write(self._end, keys.encode())

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
    def said(self) -> str:
        """Everything, as it was printed; sentences that were wrapped stand in one line again."""
        text = self.written.decode("utf-8", "replace").replace("\r\n", "\n")
        return ESCAPES.sub("", text).replace("\n  ", " ")

    @property
    def new(self) -> str:
        """What was said since `until` found something last."""
        return self.said[self._mark :]

    @property
    def shown(self) -> str:
        """The screen."""
        return "\n".join(line.rstrip() for line in self.screen.display)

    def until(self, *texts: str, do: Callable[[], object] = str) -> str:
        """Wait until one of these is said; all that was new up to there."""
        end = time.monotonic() + PATIENCE_S
        while True:
            found = [at for text in texts if (at := self.new.find(text)) >= 0]
            if found:
                at = min(found)
                text = next(one for one in texts if self.new.startswith(one, at))
                heard = self.new[: at + len(text)]
                self._mark += at + len(text)
                return heard
            assert time.monotonic() < end, f"{texts} was not said:\n{self.said[-3000:]}"
            assert self.hear() or self.process.poll() is None, self.said[-3000:]
            do()

    def act(self, line: str, *texts: str) -> str:
        """Type an act, once more where that was too soon, until one of these is said."""
        self.type(line)
        while True:
            heard = self.until("had just changed", *texts)
            if not heard.endswith("had just changed"):
                return heard
            self.rest()
            self.type(line)

    def rest(self) -> None:
        """As long as a person needs to read that it was too soon."""
        end = time.monotonic() + TOO_SOON_S
        while time.monotonic() < end:
            self.hear()

    def act_shown(self, line: str, so: Callable[[str], object], what: str) -> str:
        """The same on the screen."""
        self.rest()
        self.type(line)
        return self.until_shown(so, what)

    def until_shown(self, so: Callable[[str], object], what: str) -> str:
        """Wait until the screen is so."""
        end = time.monotonic() + PATIENCE_S
        while not so(self.shown):
            assert time.monotonic() < end, f"{what}:\n{self.shown}"
            self.hear()
        return self.shown

    def ends(self) -> int:
        """Wait for the program's end; its exit code."""
        end = time.monotonic() + PATIENCE_S
        while self.process.poll() is None:
            assert time.monotonic() < end, self.said[-3000:]
            self.hear()
        while self.hear(0.2) and select.select([self._end], [], [], 0)[0]:
            pass
        return self.process.returncode


@contextmanager
def typist(
    folder: Path,
    *args: str,
    width: int = 80,
    height: int = 24,
    module: Sequence[str] = ("terminal_client.house",),
    language: str = "en_GB.UTF-8",
) -> Iterator[Typist]:
    """Run the terminal client on a terminal, until the end of a `with`."""
    end, inner = pty.openpty()
    fcntl.ioctl(inner, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))
    folder.mkdir(exist_ok=True)
    environment = {
        name: value
        for name, value in plain_environment().items()
        if name not in ("NO_COLOR", "COLUMNS", "LINES", "LC_ALL")
    }
    process = subprocess.Popen(
        [sys.executable, "-m", *module, "--config-folder", str(folder / "kept"), *args],
        stdin=inner,
        stdout=inner,
        stderr=inner,
        env={
            **environment,
            "TERM": "xterm-256color",
            "LANG": language,
            "PYTHONUTF8": "1",
            "XDG_CONFIG_HOME": str(folder),
        },
        start_new_session=True,
        preexec_fn=lambda: fcntl.ioctl(inner, termios.TIOCSCTTY, 0) and None,
    )
    os.close(inner)
    try:
        yield Typist(process, end, width, height)
    finally:
        process.kill()
        process.wait()
        os.close(end)
