"""Errands: what an administrator asks of one node, done by the node that has the table.

Each errand has a number, and the node that does it keeps the answer. When a link begins anew the
errands without an answer are said once more under their numbers: what was done gets the answer that
it got, and nothing is done twice.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from twisted.internet.defer import Deferred

from game_server.clock import Clock
from game_server.cluster.links import Item, Links

ANSWER_S: Final = 3.0
"""So long an answer is waited for."""
MOST_KEPT: Final = 1_000
"""Answers that are kept for whoever asks again."""

Errand = Sequence[Any]
"""Plain values and bytes, which those who hand it over and do it understand."""


class Errands:
    """Those that this node hands to others, and those that it does for them. `does` does one, and
    fires with the answer whatever happens."""

    def __init__(self, clock: Clock, links: Links) -> None:
        self.does: Callable[[Errand], Deferred[bytes]] = lambda errand: Deferred()
        self._clock, self._links = clock, links
        self._asked: dict[int, tuple[str, Item, Deferred[bytes | None]]] = {}
        self._answers: dict[tuple[str, int], bytes | None] = {}
        """By who asked, and the number; None while it is being done."""
        self._number = 0

    # -- for other nodes to do -------------------------------------------------------------------

    @property
    def here(self) -> str:
        """The name of this node."""
        return self._links.name

    def node(self, name: str) -> str:
        """The process of the node of that name; empty if it is not there."""
        # A process that was killed is there a moment longer than the one that follows it.
        return self.nodes().get(name, "")

    def nodes(self) -> Mapping[str, str]:
        """The processes of the nodes that are there, by name."""
        return {one.name: one.instance for one in self._links.up}

    def ask(self, node: str, errand: Errand, seconds: float = ANSWER_S) -> Deferred[bytes | None]:
        """Let that process do it; fires with its answer, or with None if there is none in time."""
        self._number += 1
        number, done = self._number, Deferred[bytes | None]()
        item = ["errand", number, list(errand)]
        self._asked[number] = node, item, done
        self._links.say(node, item)
        self._clock.callLater(seconds, self._fire, number, None)
        return done

    def answered(self, node: str, number: int, answer: bytes) -> None:
        """That process has done it."""
        if number in self._asked and self._asked[number][0] == node:
            self._fire(number, answer)

    def came(self, node: str) -> None:
        """A link with that process has begun anew: what was on its way there or back is lost."""
        for to, item, _ in self._asked.values():
            if to == node:
                self._links.say(node, item)

    def _fire(self, number: int, answer: bytes | None) -> None:
        asked = self._asked.pop(number, None)
        if asked is not None:
            asked[2].callback(answer)

    # -- for this node to do ---------------------------------------------------------------------

    def asked(self, node: str, number: int, errand: Errand) -> None:
        """Another node hands that over: done the first time, and answered each time."""
        key = node, number
        if key not in self._answers:
            self._answers[key] = None
            if len(self._answers) > MOST_KEPT:
                del self._answers[next(iter(self._answers))]
            self.does(errand).addCallback(self._done, key)
        elif (answer := self._answers[key]) is not None:
            self._links.say(node, ["errand_done", number, answer])

    def _done(self, answer: bytes, key: tuple[str, int]) -> None:
        self._answers[key] = answer
        node, number = key
        self._links.say(node, ["errand_done", number, answer])
