"""A fork server: runs a program of ours as a process of its own, forked from one that has imported
the house already, so that a start costs no import.

    tests -> fork server -> one parent for each program, which waits for it and tells how it ended

The fork server ends with whoever started it: its socket ends then.
"""

import json
import os
import runpy
import select
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from importlib import import_module
from typing import IO, Final, NoReturn

MOST_BYTES: Final = 1 << 20
FILES: Final = 3
"""The descriptors that come with a request: standard output, standard error, and where the parent
of a program tells of it."""

NODE: Final = "CARDROOM_CLUSTER_DSN"
"""What only a node of a cluster is told."""


class Forked:
    """A program that was forked. What is asked of it is named as in `subprocess.Popen`."""

    stdin: None = None

    def __init__(self, stdout: int, told: int) -> None:
        self.stdout: IO[str] = os.fdopen(stdout, encoding="utf-8")
        self._told = os.fdopen(told, "rb", buffering=0)
        self.pid = int(self._told.read(8))
        self.returncode: int | None = None

    def poll(self) -> int | None:
        """How it ended; None while it runs."""
        return self._ended(0)

    def wait(self, timeout: float | None = None) -> int:
        """Wait for its end; `subprocess.TimeoutExpired` when that takes longer."""
        code = self._ended(timeout)
        if code is None:
            raise subprocess.TimeoutExpired(str(self.pid), timeout or 0)
        return code

    def send_signal(self, number: int) -> None:
        """Send it a signal, if it runs: the number of what has ended may be another's by now."""
        # It may have ended a moment ago, and its parent not have told yet.
        with suppress(ProcessLookupError):
            if self.poll() is None:
                os.kill(self.pid, number)

    def kill(self) -> None:
        """SIGKILL."""
        self.send_signal(signal.SIGKILL)

    def terminate(self) -> None:
        """SIGTERM."""
        self.send_signal(signal.SIGTERM)

    def _ended(self, seconds: float | None) -> int | None:
        if self.returncode is None and select.select([self._told], [], [], seconds)[0]:
            told = self._told.read(8)
            self._told.close()
            # Its parent was killed too, as all of a group are.
            self.returncode = int(told) if told else -signal.SIGKILL
        return self.returncode


def forked(
    module: str, args: Sequence[str], environment: Mapping[str, str], errors: IO[str]
) -> Forked:
    """Run `python -m module args` in a process that has imported the house already."""
    said, says = os.pipe()
    told, tells = os.pipe()
    request = json.dumps([module, list(args), dict(environment), os.getcwd()]).encode()
    assert len(request) < MOST_BYTES
    socket.send_fds(_server(), [request], [says, errors.fileno(), tells])
    os.close(says)
    os.close(tells)
    return Forked(said, told)


@cache
def _server() -> socket.socket:
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    for one in (ours, theirs):
        one.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, MOST_BYTES)
    subprocess.Popen(
        [sys.executable, "-m", __name__, str(theirs.fileno())], pass_fds=[theirs.fileno()]
    )
    theirs.close()
    return ours


# -- in the fork server ----------------------------------------------------------------------------


def _serve(requests: socket.socket) -> None:
    _import("game_server.app", "game_server.process")
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    while True:
        request, files, _, _ = socket.recv_fds(requests, MOST_BYTES, FILES)
        if not request:
            return
        if NODE.encode() in request:
            _import("game_server.store.postgresql.opening", "nats")
        if os.fork() == 0:
            requests.close()
            _parent(request, *files)
        for one in files:
            os.close(one)


def _import(*modules: str) -> None:
    """Have them ready for whoever is forked from now on."""
    for module in modules:
        import_module(module)
    assert "twisted.internet.reactor" not in sys.modules, "what it has open would be all children's"


def _parent(request: bytes, says: int, errors: int, tells: int) -> NoReturn:
    """Fork the program, tell its number, wait for its end and tell how it ended."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    child = os.fork()
    if child == 0:
        os.close(tells)
        _program(request, says, errors)
    os.close(says)
    os.close(errors)
    # A signal for all at the terminal is the program's to answer.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.write(tells, b"%8d" % child)
    _, status = os.waitpid(child, 0)
    os.write(tells, b"%8d" % os.waitstatus_to_exitcode(status))
    os._exit(0)


def _program(request: bytes, says: int, errors: int) -> NoReturn:
    module, args, environment, folder = json.loads(request)
    os.dup2(says, 1)
    os.dup2(errors, 2)
    os.close(says)
    os.close(errors)
    os.environ.clear()
    os.environ.update(environment)
    time.tzset()
    os.chdir(folder)
    sys.argv = [module, *args]
    # It ends as any program does: its threads, and what it wants done at its end, included.
    runpy.run_module(module, run_name="__main__", alter_sys=True)
    sys.exit()


if __name__ == "__main__":
    _serve(socket.socket(fileno=int(sys.argv[1])))
