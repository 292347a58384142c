"""Guests of a front who only look at the lobby's list, by the thousand; and one who changes it."""

from collections import Counter
from select import EPOLLIN, EPOLLOUT, epoll
from time import perf_counter
from typing import Final

from bench.come_back import ReturnConnection
from game_server.loadtest.connection import HouseHungUp, LoadConnection
from protocol import messages
from protocol.codec import FROM_SERVER, decode
from protocol.messages import VERSION

AT_ONCE: Final = 500
"""So many are on their way in at a time."""
STEP_S: Final = 0.05
CALM_S: Final = 1.0
PATIENCE_S: Final = 300.0


class IdleGuests:
    """All of them, in one loop."""

    def __init__(self, port: int) -> None:
        self._port, self._poll = port, epoll()
        self._all = dict[int, ReturnConnection]()
        self._inside, self._heard = set[int](), set[int]()
        self.whys = Counter[str]()
        """Why the house has ended lines, and how many."""

    @property
    def lost(self) -> int:
        """How many have lost their lines."""
        return self.whys.total()

    def __len__(self) -> int:
        return len(self._inside)

    def come(self, many: int) -> float:
        """Let so many come in, and subscribe to the list; the seconds until all have it."""
        begun, came = perf_counter(), 0
        while len(self._inside) + self.lost < many:
            while came < many and came - len(self._inside) - self.lost < AT_ONCE:
                one = ReturnConnection(self._port, came)
                self._all[one.socket.fileno()] = one
                self._poll.register(one.socket, EPOLLOUT)
                came += 1
            self.hear(STEP_S)
            if perf_counter() - begun > PATIENCE_S:
                raise RuntimeError(f"{len(self._inside)} of {many} are in after all this time.")
        return perf_counter() - begun

    def hear(self, wait: float) -> None:
        """Take what has come, and answer the pings in it."""
        for file, event in self._poll.poll(wait):
            one = self._all[file]
            try:
                if event & EPOLLOUT:
                    self._poll.modify(file, EPOLLIN)
                    one.knock()
                elif one.opened:
                    for data in one.hear():
                        self._hears(file, one, data)
                elif one.opens():
                    one.say(messages.Hello(VERSION, VERSION, client="bench"))
            except (HouseHungUp, OSError) as why:
                self.whys[str(why)] += 1
                self._poll.unregister(file)
                one.close()
                self._inside.discard(file)

    def listen(self) -> None:
        """From now on it is noted who hears of a change of the list."""
        self._heard.clear()

    def all_heard(self) -> float:
        """Wait until all have heard of one; the seconds."""
        begun = perf_counter()
        while len(self._heard) < len(self._inside):
            self.hear(STEP_S)
            if perf_counter() - begun > PATIENCE_S:
                raise RuntimeError(f"{len(self._heard)} of {len(self)} heard of the change.")
        return perf_counter() - begun

    def leave(self) -> None:
        """All of them break their lines."""
        for file in list(self._inside):
            self._poll.unregister(file)
            self._all.pop(file).close()
        self._inside.clear()

    def settle(self) -> None:
        """Take what comes until the list has stood still for a moment."""
        until = perf_counter() + CALM_S
        while perf_counter() < until:
            self.hear(STEP_S)

    def _hears(self, file: int, one: ReturnConnection, data: bytes) -> None:
        kind = data[4 : 4 + data[3] - 0xA0]
        if kind == b"rooms":
            self._inside.add(file)
            self._heard.add(file)
        elif kind == b"welcome":
            one.say(messages.Guest(1))
        elif kind == b"session":
            one.say(messages.Lobby(2))
        elif kind == b"refused":
            raise RuntimeError(f"A guest is refused: {decode(data, FROM_SERVER)}")


class Listed:
    """Somebody who makes the list change: one who waits for a seat at a table, or waits no more."""

    def __init__(self, port: int, name: str) -> None:
        self._line, self._name = LoadConnection("127.0.0.1", port, 0), name
        self._requests, self._waits, self._poll = 2, False, epoll()
        self._poll.register(self._line.socket, EPOLLIN)
        self._line.say(messages.Hello(VERSION, VERSION, client="bench"))
        self._line.say(messages.Guest(1))
        self._until(b"session")
        self._line.say(messages.Join(2, name))
        self._until(b"room")

    def change(self) -> None:
        """Wait for a seat, or no more."""
        self._waits = not self._waits
        self._requests += 1
        wish = messages.Queue if self._waits else messages.Unqueue
        self._line.say(wish(self._requests, self._name))
        while self._poll.poll(0):
            self._kinds()

    def _until(self, kind: bytes) -> None:
        while kind not in self._kinds():
            pass

    def _kinds(self) -> list[bytes]:
        """What has come, by its kinds; pings are answered."""
        came = list(self._line.hear())
        kinds = [data[4 : 4 + data[3] - 0xA0] for data in came]
        if b"refused" in kinds:
            raise RuntimeError(f"Refused: {decode(came[kinds.index(b'refused')], FROM_SERVER)}")
        return kinds
