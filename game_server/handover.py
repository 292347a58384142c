"""Listening sockets that a process is handed by the one before it, as systemd does it: they are
open as 3, 4 and so on, and LISTEN_FDS says how many. Who connects meanwhile waits in their queues.
"""

import fcntl
import os
import socket
import sys
from collections.abc import MutableMapping, Sequence
from contextlib import suppress
from typing import Final, NoReturn

FIRST: Final = 3
"""The number of the first one that is handed over; below are standard input and output."""
WHOSE: Final = "LISTEN_PID"
COUNT: Final = "LISTEN_FDS"
NAMES: Final = "LISTEN_FDNAMES"


def received(environment: MutableMapping[str, str]) -> tuple[socket.socket, ...]:
    """The sockets that this process was handed. The environment says nothing of them afterwards:
    what this process starts has none of them."""
    whose, count = environment.pop(WHOSE, ""), environment.pop(COUNT, "")
    environment.pop(NAMES, None)
    if whose != str(os.getpid()) or not count.isdecimal():
        return ()
    found = []
    for fd in range(FIRST, FIRST + int(count)):
        with suppress(OSError):
            os.set_inheritable(fd, False)
            one = socket.socket(fileno=fd)
            one.setblocking(False)
            found.append(one)
    return tuple(found)


def start_again(sockets: Sequence[socket.socket]) -> NoReturn:
    """Run this program anew in the place of this process, and hand these sockets to it. The process
    keeps its number, so whoever looks after it notices nothing."""
    sys.stdout.flush()
    sys.stderr.flush()
    beyond = FIRST + len(sockets)
    copies = [fcntl.fcntl(one.fileno(), fcntl.F_DUPFD_CLOEXEC, beyond) for one in sockets]
    for place, copy in enumerate(copies, FIRST):
        os.dup2(copy, place)
    handed = {WHOSE: str(os.getpid()), COUNT: str(len(sockets))} if sockets else {}
    os.execve(sys.executable, program(), {**os.environ, **handed})


def program(*more: str) -> list[str]:
    """The words that this process was started with, and more words."""
    return [sys.executable, *sys.orig_argv[1:], *more]
