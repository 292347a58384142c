"""Links between nodes: who is there, and a stream of items to each of them that loses none.

Words may be lost, come late, or come from a node that has forgotten everything. So:

- Each node beats: who it is, and how far it is with each of the others. Who is silent for `GONE_S`
  is gone, and so is whoever comes back as another process.
- Each end of a link has a number, and an envelope bears both. An end that begins anew takes a
  higher number, and the other end then begins anew too: to those above, the other is gone and has
  come. Ends are joined only when neither has heard anything of the other's end before.
- Envelopes are counted. What is missing is asked for and said again, in its order; what both have
  is let go when the next beat says so. An end that keeps too much begins anew.

What is said in one turn of the loop goes in one envelope.
"""

import secrets
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Protocol, TypeVar

import msgpack
from twisted.logger import Logger

from game_server.clock import Clock
from game_server.cluster.words import Words

BEAT_S: Final = 0.4
GONE_S: Final = 2.0
"""So long silent, and a node is gone."""
AGAIN_S: Final = 0.1
"""So soon what is missing is asked for once more."""
MOST_BYTES: Final = 256 * 1024
"""About so much goes in one envelope: a server of NATS takes four times that."""
MOST_KEPT: Final = 8 * 1024 * 1024
"""Bytes that wait to be known at the other end; with more the link begins anew."""
FRAME: Final = 32
"""About so many bytes an item has beside what it carries."""

T = TypeVar("T")
Item = Sequence[Any]
"""What is said to a node: its kind, and what goes with it; plain values and bytes."""


@dataclass(frozen=True)
class PeerFacts:
    """A node as it says who it is."""

    instance: str
    """Of this process alone."""
    name: str
    roles: tuple[str, ...]
    load: int = 0
    """The more, the less it wants of what is new."""


class LinkNews(Protocol):
    """Whoever is above the links."""

    def came(self, peer: PeerFacts) -> None:
        """A node is there, and knows nothing of what was said before."""

    def gone(self, peer: PeerFacts) -> None:
        """A node is there no more."""

    def heard(self, peer: PeerFacts, item: Item) -> None:
        """A node has said this."""


@dataclass
class _Peer:
    """The other end of a link."""

    facts: PeerFacts
    mine: int
    heard_at: float
    theirs: int = 0
    """The number of its end; 0 until it is known."""
    said: int = 0
    """How many envelopes were said."""
    kept: deque[tuple[int, bytes]] = field(default_factory=deque)
    kept_bytes: int = 0
    waiting: list[Item] = field(default_factory=list)
    expected: int = 0
    """The envelope that is to come next."""
    asked_at: float = -1.0


class Links:
    """The links of one node."""

    _log = Logger()

    def __init__(
        self,
        house: str,
        words: Words,
        clock: Clock,
        facts: Callable[[str], PeerFacts],
        news: LinkNews,
    ) -> None:
        """`facts` are those of this node, whose process has the name that is given."""
        self.instance = secrets.token_hex(8)
        self._words, self._clock, self._news = words, clock, news
        self._facts, self._house = facts, house
        self._peers: dict[str, _Peer] = {}
        self._ends = 0
        """How many ends of links this node has begun."""
        self._flushing = self._over = False

    # -- for those above -------------------------------------------------------------------------

    def begin(self) -> None:
        """Be there from now on."""
        self._words.listen(f"cardroom.{self._house}.nodes", self._heard)
        self._words.listen(self._subject(self.instance), self._heard)
        self._beat_again()

    def end(self) -> None:
        """Be there no more, and say so."""
        self._flush()
        self._over = True
        self._words.publish(f"cardroom.{self._house}.nodes", _pack(["end", self.instance]))

    @property
    def name(self) -> str:
        """What this node is called."""
        return self._facts(self.instance).name

    @property
    def up(self) -> tuple[PeerFacts, ...]:
        """The nodes that are there."""
        return tuple(one.facts for one in self._peers.values() if one.theirs)

    def is_up(self, instance: str) -> bool:
        """Whether that node is there."""
        peer = self._peers.get(instance)
        return peer is not None and bool(peer.theirs)

    def say(self, instance: str, item: Item) -> None:
        """Say it to a node that is there, in order; nothing to one that is not."""
        peer = self._peers.get(instance)
        if peer is None or not peer.theirs:
            return
        peer.waiting.append(item)
        if not self._flushing:
            self._flushing = True
            self._clock.callLater(0, self._flush)

    # -- what comes ------------------------------------------------------------------------------

    def _heard(self, data: bytes) -> None:
        kind, instance, *rest = msgpack.unpackb(data)
        if instance == self.instance or self._over:
            return
        if instance in self._peers:
            self._peers[instance].heard_at = self._clock.seconds()
        if kind == "beat":
            self._beaten(instance, *rest)
        elif kind == "end":
            self._forget(instance)
        elif kind == "items":
            self._items(instance, *rest)
        elif kind == "again":
            self._say_again(instance, *rest)

    def _beaten(
        self, instance: str, name: str, roles: list[str], load: int, ends: dict[str, list[int]]
    ) -> None:
        facts = PeerFacts(instance, name, tuple(roles), load)
        peer = self._peers.get(instance)
        if peer is None:
            peer = self._meet(facts)
            self._beat()
        peer.facts = facts
        if self.instance in ends:
            self._agree(peer, *ends[self.instance])

    def _agree(self, peer: _Peer, theirs: int, mine: int, said: int, expected: int) -> None:
        """The other end says its number, mine as it knows it, how much it has said and heard."""
        if theirs < peer.theirs:
            return
        if theirs > peer.theirs:
            if peer.theirs:
                peer = self._anew(peer)
            bound = mine in (0, peer.mine)
            if bound:
                peer.theirs = theirs
            self._beat()
            if bound:
                self._news.came(peer.facts)
        if mine != peer.mine:
            return
        while peer.kept and peer.kept[0][0] < expected:
            peer.kept_bytes -= len(peer.kept.popleft()[1])
        if said > peer.expected:
            self._ask_again(peer)

    def _items(
        self, instance: str, theirs: int, mine: int, number: int, items: list[list[Any]]
    ) -> None:
        peer = self._peers.get(instance)
        if peer is None or (theirs, mine) != (peer.theirs, peer.mine):
            return
        if number > peer.expected:
            self._ask_again(peer)
        elif number == peer.expected:
            peer.expected += 1
            for item in items:
                try:
                    self._news.heard(peer.facts, item)
                except Exception:
                    self._log.failure("What {node} said was not done.", node=peer.facts.name)

    def _ask_again(self, peer: _Peer) -> None:
        now = self._clock.seconds()
        if now - peer.asked_at >= AGAIN_S or peer.asked_at < 0:
            peer.asked_at = now
            asked = ["again", self.instance, peer.mine, peer.theirs, peer.expected]
            self._words.publish(self._subject(peer.facts.instance), _pack(asked))

    def _say_again(self, instance: str, theirs: int, mine: int, number: int) -> None:
        peer = self._peers.get(instance)
        if peer is not None and (theirs, mine) == (peer.theirs, peer.mine):
            for count, data in peer.kept:
                if count >= number:
                    self._words.publish(self._subject(instance), data)

    # -- what goes -------------------------------------------------------------------------------

    def _flush(self) -> None:
        self._flushing = False
        for peer in tuple(self._peers.values()):
            if peer.waiting and peer.theirs:
                items, peer.waiting = peer.waiting, []
                for some in pages(items, _size):
                    self._send(peer, some)
                if peer.kept_bytes > MOST_KEPT:
                    self._log.warn("Too much waits for {node}.", node=peer.facts.name)
                    self._anew(peer)

    def _send(self, peer: _Peer, items: list[Item]) -> None:
        data = _pack(["items", self.instance, peer.mine, peer.theirs, peer.said, items])
        peer.kept.append((peer.said, data))
        peer.kept_bytes += len(data)
        peer.said += 1
        self._words.publish(self._subject(peer.facts.instance), data)

    def _beat_again(self) -> None:
        if self._over:
            return
        before = self._clock.seconds() - GONE_S
        for peer in tuple(self._peers.values()):
            if peer.heard_at < before:
                self._forget(peer.facts.instance)
        self._beat()
        self._clock.callLater(BEAT_S, self._beat_again)

    def _beat(self) -> None:
        own = self._facts(self.instance)
        ends = {
            instance: [one.mine, one.theirs, one.said, one.expected]
            for instance, one in self._peers.items()
        }
        beat = ["beat", own.instance, own.name, own.roles, own.load, ends]
        self._words.publish(f"cardroom.{self._house}.nodes", _pack(beat))

    # -- ends of links ---------------------------------------------------------------------------

    def _meet(self, facts: PeerFacts) -> _Peer:
        self._ends += 1
        made = _Peer(facts, self._ends, self._clock.seconds())
        self._peers[facts.instance] = made
        return made

    def _anew(self, peer: _Peer) -> _Peer:
        self._forget(peer.facts.instance)
        return self._meet(peer.facts)

    def _forget(self, instance: str) -> None:
        peer = self._peers.pop(instance, None)
        if peer is not None and peer.theirs:
            self._log.info("{node} is gone.", node=peer.facts.name)
            self._news.gone(peer.facts)

    def _subject(self, instance: str) -> str:
        return f"cardroom.{self._house}.node.{instance}"


def pages(items: Iterable[T], size: Callable[[T], int]) -> Iterable[list[T]]:
    """The items, as many together as go in one envelope."""
    page, sum_of = list[T](), 0
    for item in items:
        takes = FRAME + size(item)
        if page and sum_of + takes > MOST_BYTES:
            yield page
            page, sum_of = [], 0
        page.append(item)
        sum_of += takes
    if page:
        yield page


def _size(value: object) -> int:
    if isinstance(value, bytes | str):
        return len(value)
    if isinstance(value, list | tuple):
        return 8 + sum(_size(one) for one in value)
    return 8


def _pack(said: object) -> bytes:
    packed: bytes = msgpack.packb(said)
    return packed
