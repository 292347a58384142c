"""Work that takes a while, done in a thread so that the window is never still."""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from typing import Final, TypeVar

from kivy.clock import Clock

T = TypeVar("T")
LONGEST_S: Final = 60.0
"""Whoever waits for the thread itself waits no longer."""


class Thinking:
    """One thing after another; what was asked last counts, and all before it is forgotten."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, "thinking")
        self._asked = 0
        self._work: Future[object] | None = None

    @property
    def busy(self) -> bool:
        return self._work is not None

    def ask(self, work: Callable[[], T], then: Callable[[T], None]) -> None:
        """Does it elsewhere; `then` gets what comes of it, here and in a later frame."""
        self.forget()
        mine = self._asked

        def done(future: Future[T]) -> None:
            Clock.schedule_once(lambda _: self._done(mine, future, then), 0)

        future = self._thread.submit(work)
        self._work = future  # type: ignore[assignment]  # what comes of it is handed on unseen
        future.add_done_callback(done)

    def _done(self, asked: int, future: "Future[T]", then: Callable[[T], None]) -> None:
        if asked == self._asked:
            self._work = None
            then(future.result())

    def forget(self) -> None:
        """Nobody wants to know any more."""
        self._asked += 1
        self._work = None

    def wait(self) -> None:
        """Until the thread has done what it was asked; the frame after tells what came of it."""
        if self._work is not None:
            wait([self._work], LONGEST_S)
