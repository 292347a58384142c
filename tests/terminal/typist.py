"""Somebody at a terminal of any size: types lines, reads what is said, looks at the screen."""

import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from tests.house.process import plain_environment
from tests.pseudo import PATIENCE_S, Terminal

TOO_SOON_S: Final = 0.8
WRAPPED_S: Final = 0.2
ESCAPES: Final = re.compile(r"\x1b\[[0-9;?<>=]*[a-zA-Z]")


class Typist(Terminal):
    """One program on a terminal. `said` is all that it has written, without colours."""

    def __init__(
        self, process: "subprocess.Popen[bytes]", end: int, width: int, height: int
    ) -> None:
        super().__init__(process, end, width, height)
        self._mark = 0

    def type(self, line: str) -> None:
        """A line, and Enter."""
        self.press(line + "\r")

    @property
    def said(self) -> str:
        """Everything, as it was printed; sentences that were wrapped stand in one line again."""
        text = self.written.decode("utf-8", "replace").replace("\r\n", "\n")
        return ESCAPES.sub("", text).replace("\n  ", " ")

    @property
    def new(self) -> str:
        """What was said since `until` found something last."""
        return self.said[self._mark :]

    def until(self, *texts: str, do: Callable[[], object] = str) -> str:
        """Wait until one of these is said; all that was new up to there."""
        end, waited = time.monotonic() + PATIENCE_S, -1
        while True:
            found = [at for text in texts if (at := self.new.find(text)) >= 0]
            if found:
                at = min(found)
                text = next(one for one in texts if self.new.startswith(one, at))
                if self.new[at:] == text == "\n" and waited != len(self.written):
                    # Of a sentence that is wrapped the other lines may be on their way.
                    waited = len(self.written)
                    self.hear(WRAPPED_S)
                    continue
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

        def too_soon(shown: str) -> bool:
            text = " ".join(shown.split())
            return text.rfind("had just changed") > text.rfind(f"> {line}") >= 0

        while True:
            self.rest()
            self.type(line)
            shown = self.until_shown(lambda shown: so(shown) or too_soon(shown), what)
            if so(shown):
                return shown


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
    folder.mkdir(exist_ok=True)
    environment = {
        name: value
        for name, value in plain_environment().items()
        if name not in ("NO_COLOR", "LC_ALL")
    }
    command = [sys.executable, "-m", *module, "--config-folder", str(folder / "kept"), *args]
    environment |= {"LANG": language, "PYTHONUTF8": "1", "XDG_CONFIG_HOME": str(folder)}
    with Typist.of(command, environment, None, width, height, signals=True) as one:
        yield one
