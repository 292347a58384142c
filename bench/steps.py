"""The house with every step of its loop timed: `python -m bench.steps FILE serve --config ...`.

A step is what runs between two looks at the loop: what came in on a line, a call that was due, what
a thread has brought. SIGUSR1 writes the longest of them into the file and begins anew, each with
what was done in it: rows, tells, how long the disk and the collector took. The time of a step is
that of the processor: who else wants the machine is not the house's fault.
"""

import gc
import json
import os
import signal
import sys
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from heapq import nlargest
from pathlib import Path
from time import monotonic, perf_counter, sleep, thread_time
from types import FrameType
from typing import Any

from twisted.internet.epollreactor import EPollReactor
from twisted.internet.main import installReactor

from game_server import cli
from game_server.house.online_players import OnlinePlayers
from game_server.lobby.commit import Commit, CommitResult
from game_server.store import direct, group_commit
from game_server.store.transaction import Connection, Transaction

KEPT = 5
PATIENCE = 10.0
Longest = Sequence[tuple[float, str, Mapping[str, float]]]
"""Seconds, what it was and what was done in it, the longest first."""


class Steps:
    """The longest steps since the last look, and how many there were."""

    def __init__(self, file: Path, clock: Callable[[], float] = thread_time) -> None:
        self._file, self._clock = file, clock
        self._count = 0
        self._longest: list[tuple[float, str, Mapping[str, float]]] = []
        self._enough = 0.0
        self.inside: defaultdict[str, float] = defaultdict(float)
        """What is being done in this step: how often, or for how many milliseconds."""

    def time(self, name: str, step: Callable[..., object], *args: object, **more: object) -> object:
        """Do it, and remember how long it took if it was long."""
        self.inside.clear()
        begun = self._clock()
        try:
            return step(*args, **more)
        finally:
            took = self._clock() - begun
            self._count += 1
            if took > self._enough:
                found = [*self._longest, (took, name, dict(self.inside))]
                self._longest = nlargest(KEPT, found, key=lambda one: one[0])
                self._enough = self._longest[-1][0] if len(self._longest) == KEPT else 0.0

    def write(self, number: int = 0, frame: FrameType | None = None) -> None:
        """What was found since the last time."""
        found = {"count": self._count, "longest": self._longest}
        self._count, self._longest, self._enough = 0, [], 0.0
        # In one piece: who waits for the file must not find half of it.
        part = self._file.with_suffix(".part")
        part.write_text(json.dumps(found))
        part.rename(self._file)


def look(process: int, file: Path) -> tuple[int, Longest]:
    """How many steps that process has made since the last look, and the longest."""
    file.unlink(missing_ok=True)
    os.kill(process, signal.SIGUSR1)
    until = monotonic() + PATIENCE
    while not file.exists():
        if monotonic() > until:
            raise RuntimeError(f"Process {process} does not tell its steps.")
        sleep(0.02)
    found = json.loads(file.read_text())
    return found["count"], [(took, name, inside) for took, name, inside in found["longest"]]


def timed(steps: Steps) -> EPollReactor:
    """The reactor of the house, with its steps timed."""

    class Timed(EPollReactor):
        def _doReadOrWrite(self, selectable: object, fd: int, event: int) -> None:
            name = f"{type(selectable).__name__} {event:#x}"
            steps.time(name, super()._doReadOrWrite, selectable, fd, event)

        def callLater(self, delay, call, *args, **more):  # type: ignore[no-untyped-def,override]  # as Twisted has it
            return super().callLater(delay, steps.time, named(call), call, *args, **more)

        def callFromThread(self, call, *args, **more):  # type: ignore[no-untyped-def,override]  # as Twisted has it
            super().callFromThread(steps.time, named(call), call, *args, **more)

    return Timed()  # type: ignore[no-untyped-call]  # as Twisted has it


def look_inside(steps: Steps) -> None:
    """Note in every step from now on what is done in it."""
    begun = 0.0
    commit, write, post = group_commit.commit, Commit.write, OnlinePlayers.post

    def collected(phase: str, info: Mapping[str, int]) -> None:
        nonlocal begun
        if phase == "start":
            begun = perf_counter()
        else:
            spent = (perf_counter() - begun) * 1e3
            steps.inside[f"ms of collector {info['generation']}"] += spent

    def timed_commit(
        conn: Connection,
        jobs: Sequence[group_commit.CommitJob[Any]],
        before: Callable[[], None],
        after: Callable[[], None],
        enough: Callable[[], bool],
    ) -> Sequence[group_commit.CommitJob[Any]]:
        begun = 0.0

        def begin() -> None:
            nonlocal begun
            before()
            begun = perf_counter()

        def end() -> None:
            steps.inside["ms of disk"] += (perf_counter() - begun) * 1e3
            after()

        done = commit(conn, jobs, begin, end, enough)
        steps.inside["pieces of work"] += len(done)
        return done

    def noted_write(self: Commit, conn: Transaction) -> CommitResult:
        for row in self.rows:
            steps.inside[type(row).__name__] += 1
        return write(self, conn)

    def noted_post(self: OnlinePlayers, said: Mapping[str, Sequence[bytes]]) -> None:
        steps.inside["tells"] += len(said)
        post(self, said)

    gc.callbacks.append(collected)
    # The bench alone looks into a running house so; there are no seams for it.
    setattr(direct, "commit", timed_commit)  # noqa: B010
    setattr(Commit, "write", noted_write)  # noqa: B010
    setattr(OnlinePlayers, "post", noted_post)  # noqa: B010


def told(inside: Mapping[str, float]) -> str:
    """What was done in a step, in words."""
    return ", ".join(f"{amount:.3g} {what}" for what, amount in inside.items())


def named(call: Callable[..., object]) -> str:
    """What a call is, for who looks for the slow ones."""
    return str(getattr(call, "__qualname__", type(call).__qualname__))


def serve(arguments: Sequence[str]) -> int:
    """A house whose steps are timed, until it is told to stop."""
    steps = Steps(Path(arguments[0]))
    installReactor(timed(steps))
    look_inside(steps)
    signal.signal(signal.SIGUSR1, steps.write)
    return cli.main(arguments[1:])


if __name__ == "__main__":
    sys.exit(serve(sys.argv[1:]))
