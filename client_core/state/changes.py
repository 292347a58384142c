"""Topics that have changed since observers were told last."""

from collections.abc import Callable
from typing import Literal

Topic = Literal[
    "connection",
    "entry",
    "me",
    "devices",
    "busters",
    "credentials",
    "lobby",
    "table",
    "ask",
    "motions",
    "chat",
    "blocked",
    "cashier",
    "settings",
    "rules",
    "history",
    "toasts",
    "banner",
    "farewell",
    "ending",
    "screen",
]
Observer = Callable[[Topic, str], None]


class Changes:
    """Dirty topics, and the observers that are told of them at the end of an input."""

    def __init__(self) -> None:
        self._dirty: dict[tuple[Topic, str], None] = {}
        self._observers: list[Observer] = []

    def observe(self, observer: Observer) -> Callable[[], None]:
        """Call this with every topic that changes; what is returned ends it."""
        self._observers.append(observer)

        def stop() -> None:
            if observer in self._observers:
                self._observers.remove(observer)

        return stop

    def touch(self, topic: Topic, table: str = "") -> None:
        """Mark a topic as changed, of one table if one is named."""
        self._dirty[topic, table] = None

    def publish(self) -> None:
        """Tell the observers, each topic once."""
        dirty, self._dirty = self._dirty, {}
        for topic, table in dirty:
            for observer in tuple(self._observers):
                observer(topic, table)
