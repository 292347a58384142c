"""Somebody else at the table: a plain client on a thread of its own, who plays calmly."""

import time
from collections.abc import Callable
from contextlib import ExitStack
from threading import Event, Thread
from types import TracebackType

from protocol import messages
from protocol.messages import Line, Message
from tests.e2e.orders import PATIENCE_S
from tests.house.visiting import Visitor


class Friend(Thread):
    """Plays from the first line of the `with` to its last; `tell` hands over what to say."""

    def __init__(self, url: str, come: Callable[[Visitor], object], seed: int = 1) -> None:
        super().__init__(daemon=True)
        self._url, self._come, self._seed = url, come, seed
        self._ready, self._over = Event(), Event()
        self._orders: list[Callable[[Visitor], Message]] = []
        self._trouble: BaseException | None = None
        self.visitor: Visitor | None = None

    def run(self) -> None:
        try:
            with ExitStack() as lines:
                self.visitor = one = Visitor(lines, self._url, self._seed)
                self._come(one)
                self._ready.set()
                while not self._over.is_set():
                    while self._orders:
                        one.say(self._orders.pop(0)(one))
                    one.hear(0.02)
                    one.answer()
        except BaseException as trouble:
            self._trouble = trouble
        finally:
            self._ready.set()

    def tell(self, order: Callable[[Visitor], Message]) -> None:
        """Let the friend say this to the house; it is made with the friend's numbers."""
        self._orders.append(order)

    def lines(self) -> list[Line]:
        """What the friend has read."""
        assert self.visitor is not None
        return [line for chat in self.visitor.heard(messages.Chat) for line in chat.lines]

    def until(self, so: Callable[[], object], what: str) -> None:
        end = time.monotonic() + PATIENCE_S
        while not so():
            assert self._trouble is None, self._trouble
            assert time.monotonic() < end, f"The friend waits for {what}."
            time.sleep(0.01)

    def __enter__(self) -> "Friend":
        self.start()
        self._ready.wait(PATIENCE_S)
        assert self._trouble is None, self._trouble
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        wrong: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._over.set()
        self.join(PATIENCE_S)
        # What ended the test is said rather than what followed from it.
        if kind is None and self._trouble is not None:
            raise self._trouble
