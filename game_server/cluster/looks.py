"""Looks: what one node shows another, once or again and again until it is enough.

A look changes nothing, so nothing of it is kept: it ends with the link, and whoever still wants it
asks anew. Who shows is never far ahead of who looks (`AHEAD`), however slow that one reads. What is
too long for one envelope is said in pieces.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from twisted.internet.defer import Deferred

from game_server.clock import Clock
from game_server.cluster.errands import ANSWER_S, Errand
from game_server.cluster.links import MOST_BYTES, Links

AHEAD: Final = 4
"""So much may be shown that was not taken yet."""
SLOW_S: Final = 0.2
"""So often it is asked whether one who does not keep up does again."""


class ShownTo:
    """The other end of a look, at the node that shows."""

    def __init__(self, say: Callable[[bytes], None]) -> None:
        self._say = say
        self._shown = self.taken = 0

    @property
    def slow(self) -> bool:
        """Whether what was shown is not being taken fast enough."""
        return self._shown - self.taken >= AHEAD

    def show(self, said: bytes) -> None:
        """Show one thing more."""
        self._shown += 1
        self._say(said)


@dataclass(eq=False)
class _Asked:
    """A look at another node. `heard` takes what is shown, `slow` says whether it keeps up."""

    node: str
    over: Deferred[bytes | None]
    heard: Callable[[bytes], object]
    slow: Callable[[], bool]
    piece: bytearray = field(default_factory=bytearray)
    taken: int = 0
    waits: bool = False


class Looks:
    """Those of this node at others, and those that it shows others. `does` shows one, and fires
    with its end whatever happens."""

    def __init__(self, clock: Clock, links: Links) -> None:
        self.does: Callable[[Errand, ShownTo], Deferred[bytes]] = lambda errand, to: Deferred()
        self._clock, self._links = clock, links
        self._asked: dict[int, _Asked] = {}
        self._shown: dict[tuple[str, int], tuple[ShownTo, Deferred[bytes]]] = {}
        self._number = 0

    # -- at other nodes ------------------------------------------------------------------------

    def ask(self, node: str, errand: Errand) -> Deferred[bytes | None]:
        """What that process answers; None if it is not there or gives no answer in time."""
        number, over = self._begin(node, errand, lambda said: None, lambda: False)
        self._clock.callLater(ANSWER_S, self._end, number, None)
        return over

    def follow(
        self,
        node: str,
        errand: Errand,
        heard: Callable[[bytes], object],
        slow: Callable[[], bool] = lambda: False,
    ) -> Deferred[bytes | None]:
        """Look until it is over there, which fires with the end; None if the node is gone. Whoever
        cancels it has seen enough."""
        return self._begin(node, errand, heard, slow)[1]

    def _begin(
        self,
        node: str,
        errand: Errand,
        heard: Callable[[bytes], object],
        slow: Callable[[], bool],
    ) -> tuple[int, Deferred[bytes | None]]:
        self._number += 1
        number = self._number
        over = Deferred[bytes | None](lambda _: self._enough(number))
        self._asked[number] = _Asked(node, over, heard, slow)
        if self._links.is_up(node):
            self._links.say(node, ["look", number, list(errand)])
        else:
            self._end(number, None)
        return number, over

    def shown(self, node: str, number: int, last: bool, ends: bool, piece: bytes) -> None:
        """That process shows this; more of it follows unless it is the last piece. What `ends` is
        the answer."""
        look = self._asked.get(number)
        if look is None or look.node != node:
            return
        look.piece += piece
        if not last:
            return
        said, look.piece = bytes(look.piece), bytearray()
        if ends:
            self._end(number, said)
            return
        look.taken += 1
        look.heard(said)
        if not look.waits:
            self._take(number)

    def _take(self, number: int) -> None:
        """Say how much was taken, as soon as more can be."""
        look = self._asked.get(number)
        if look is None:
            return
        look.waits = look.slow()
        if look.waits:
            self._clock.callLater(SLOW_S, self._take, number)
        else:
            self._links.say(look.node, ["taken", number, look.taken])

    def _enough(self, number: int) -> None:
        look = self._asked.pop(number, None)
        if look is not None:
            self._links.say(look.node, ["enough", number])

    def _end(self, number: int, said: bytes | None) -> None:
        look = self._asked.pop(number, None)
        if look is not None:
            look.over.callback(said)

    # -- of other nodes --------------------------------------------------------------------------

    def asked(self, node: str, number: int, errand: Errand) -> None:
        """Another node wants to look."""
        to = ShownTo(lambda said: self._say(node, number, False, said))
        over = self.does(errand, to)
        self._shown[node, number] = to, over

        def ended(said: bytes) -> None:
            if self._shown.pop((node, number), None) is not None:
                self._say(node, number, True, said)

        over.addCallback(ended)

    def taken(self, node: str, number: int, count: int) -> None:
        """It has taken so much of what was shown."""
        if (node, number) in self._shown:
            self._shown[node, number][0].taken = count

    def enough(self, node: str, number: int) -> None:
        """It has seen enough."""
        known = self._shown.pop((node, number), None)
        if known is not None:
            known[1].cancel()

    def _say(self, node: str, number: int, ends: bool, said: bytes) -> None:
        for start in range(0, max(1, len(said)), MOST_BYTES):
            last = start + MOST_BYTES >= len(said)
            piece = said[start : start + MOST_BYTES]
            self._links.say(node, ["shown", number, last, ends, piece])

    # -- links -----------------------------------------------------------------------------------

    def gone(self, node: str) -> None:
        """A link has ended, and each look over it."""
        for number in [one for one, look in self._asked.items() if look.node == node]:
            self._end(number, None)
        for asker, number in [one for one in self._shown if one[0] == node]:
            self.enough(asker, number)
