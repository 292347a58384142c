"""A server of one's own: a program of a wheel that ends with whoever started it."""

import subprocess
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

WITH_ME: Final = '"$@" & child=$!; read end; kill -INT $child; wait $child'
"""A shell that ends the server when its own input ends: by `halt`, or because the parent died."""
PATIENCE_S: Final = 60
LOOK_S: Final = 0.01
SHOWN: Final = 4_000


class OwnServer:
    """A server that can be halted and started again; what it says goes to a file."""

    def __init__(self, name: str, log: Path) -> None:
        self._name, self._log = name, log
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int:
        """The process that has started it."""
        assert self._process is not None
        return self._process.pid

    def start(
        self, command: Sequence[str], takes: Callable[[], bool], user: dict[str, Any] | None = None
    ) -> None:
        """Let it run, as that user if one is given; it takes connections when this returns."""
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                ["sh", "-c", WITH_ME, "sh", *command],
                stdin=subprocess.PIPE,
                stdout=log,
                stderr=log,
                start_new_session=True,
                **(user or {}),
            )
        until = time.monotonic() + PATIENCE_S
        while not takes():
            if time.monotonic() > until or self._process.poll() is not None:
                raise RuntimeError(f"{self._name} does not start:\n{self.said()}")
            time.sleep(LOOK_S)

    def halt(self) -> None:
        """End it, connections or not."""
        if self._process is not None and self._process.stdin is not None:
            self._process.stdin.close()
            self._process.wait(PATIENCE_S)
            self._process = None

    def said(self) -> str:
        """The end of what it has said."""
        return self._log.read_text(errors="replace")[-SHOWN:]
