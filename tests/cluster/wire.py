"""Words between nodes of one process, on a fake clock: a wire that can lose them and be cut."""

from collections import defaultdict
from collections.abc import Callable

from twisted.internet.defer import Deferred, succeed
from twisted.internet.task import Clock


class Wire:
    """What carries the words of all nodes. `loses` says of a word whether it is lost."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.ends: list[WireWords] = []
        self.loses: Callable[[str, bytes], bool] = lambda subject, said: False
        self.cut: set[WireWords] = set()
        """Those whose words go nowhere, and who hear none."""
        self.delay = 0.0
        """So long a word is on its way."""

    def node(self) -> "WireWords":
        """The words of one more node."""
        made = WireWords(self)
        self.ends.append(made)
        return made

    def carry(self, frm: "WireWords", subject: str, said: bytes) -> None:
        if frm not in self.cut and not self.loses(subject, said):
            self.clock.callLater(self.delay, self._deliver, frm, subject, said)

    def _deliver(self, frm: "WireWords", subject: str, said: bytes) -> None:
        for one in self.ends:
            if one is not frm and one not in self.cut:
                for heard in one.heard[subject]:
                    heard(said)


class WireWords:
    """The words of one node."""

    def __init__(self, wire: Wire) -> None:
        self.wire = wire
        self.heard = defaultdict[str, list[Callable[[bytes], None]]](list)
        self.changed: Callable[[bool], None] = lambda connected: None

    @property
    def connected(self) -> bool:
        return self not in self.wire.cut

    def publish(self, subject: str, said: bytes) -> None:
        self.wire.carry(self, subject, said)

    def listen(self, subject: str, heard: Callable[[bytes], None]) -> None:
        self.heard[subject].append(heard)

    def close(self) -> Deferred[None]:
        self.wire.ends.remove(self)
        return succeed(None)
