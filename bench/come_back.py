"""How soon all are back who come back at once, after a house was killed in the middle of play.

A full house is killed and started again. All its players connect at once, each from its own
address, and resume: one is back when its tables have been told. Said beside is when those are back
whom others wait for.
"""

import socket
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from select import EPOLLIN, EPOLLOUT, epoll
from time import perf_counter, process_time

from bench.fanout import Server
from bench.house import CONFIG, PORT, PROGRAM
from bench.measure import number, table
from game_server.loadtest.connection import REQUEST, HouseHungUp, LoadConnection, address
from game_server.loadtest.players import Crowd, LoadPlayer, percentile
from game_server.loadtest.run import SPARE, allow_files
from protocol import messages
from protocol.codec import FROM_SERVER, decode
from protocol.messages import VERSION, Message, Seen, Session

PLAYERS = 7_000
RATE = 0.3
"""Acts a second of each player."""
PLAYS = 3.0
STEP_S = 0.02
PATIENCE = 120.0
AIM_S = 3.0


class Remembering(Crowd):
    """A crowd that knows with which tokens it can come back, and who is asked."""

    def __init__(self, host: str, port: int, players: int) -> None:
        self.tokens: dict[int, str] = {}
        super().__init__(host, port, players)

    def _answer(self, player: LoadPlayer, message: Message) -> None:
        if isinstance(message, Session):
            self.tokens[id(player)] = message.token
        super()._answer(player, message)

    def returning(self) -> "list[Returning]":
        """Those who sit, as they come back, in no order of tables."""
        asked = {id(one[2]) for one in self._asked}
        return [
            Returning(
                number,
                self.tokens[id(player)],
                Seen(player.table, *player.seen),
                id(player) in asked,
            )
            for number, player in enumerate(self._players.values())
            if player.seated
        ]


class ReturnConnection(LoadConnection):
    """A connection of one who comes back; connecting and its handshake wait for nobody."""

    def __init__(self, port: int, number: int) -> None:
        self.socket = socket.socket()
        self.socket.setblocking(False)
        self.socket.bind((address(number), 0))
        self.socket.connect_ex(("127.0.0.1", port))
        self._unread, self._open = b"", False

    def knock(self) -> None:
        """The house has taken the connection: ask for a WebSocket."""
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.socket.sendall(REQUEST)

    def opens(self) -> bool:
        """Hear the answer to that; whether it is whole."""
        self._unread += self.socket.recv(4096)
        status, blank, rest = self._unread.partition(b"\r\n\r\n")
        if blank and b" 101 " not in status:
            raise HouseHungUp(f"The house did not let a player in: {status.decode()}")
        self._open = bool(blank)
        self._unread = rest if blank else self._unread
        return self._open

    @property
    def opened(self) -> bool:
        """Whether messages can be said."""
        return self._open


@dataclass(eq=False)
class Returning:
    """Somebody who comes back."""

    number: int
    token: str
    seen: Seen
    asked: bool
    """Whether others waited for this one."""
    connection: ReturnConnection | None = None
    back: float = 0.0

    def knocks(self, port: int) -> int:
        """Connect; the number of the file."""
        self.connection = ReturnConnection(port, self.number)
        return self.connection.socket.fileno()

    def hears(self, event: int) -> bool:
        """Go on with what has come; whether this one is back."""
        assert self.connection is not None
        if event & EPOLLOUT:
            self.connection.knock()
        elif not self.connection.opened:
            if self.connection.opens():
                self.connection.say(messages.Hello(VERSION, VERSION, client="bench"))
        else:
            return any(list(map(self._answers, self.connection.hear())))
        return False

    def _answers(self, data: bytes) -> bool:
        kind = data[4 : 4 + data[3] - 0xA0]
        if kind == b"welcome":
            assert self.connection is not None
            self.connection.say(messages.Resume(1, self.token, (self.seen,)))
        elif kind == b"refused":
            raise RuntimeError(f"Who comes back is refused: {decode(data, FROM_SERVER)}")
        return kind == b"seats"


def come_back(port: int, all_of_them: Sequence[Returning]) -> tuple[float, float]:
    """Everybody connects at once; the seconds until all are back, and what the load took itself."""
    begun, own, poll = perf_counter(), process_time(), epoll()
    away: dict[int, Returning] = {}
    for one in all_of_them:
        file = one.knocks(port)
        away[file] = one
        poll.register(file, EPOLLOUT)
    left = len(away)
    while left:
        for file, event in poll.poll(STEP_S):
            one = away[file]
            if event & EPOLLOUT:
                poll.modify(file, EPOLLIN)
            if one.hears(event) and not one.back:
                one.back = perf_counter() - begun
                left -= 1
        if perf_counter() - begun > PATIENCE:
            raise RuntimeError(f"{left} are not back after {PATIENCE:.0f} s.")
    return perf_counter() - begun, process_time() - own


def house(folder: str, players: int) -> list[str]:
    """The command of a house that keeps its data there."""
    config = Path(folder) / "cardroom.toml"
    config.write_text(CONFIG.format(data=f"{folder}/var", port=PORT, lines=players + SPARE))
    return [sys.executable, "-m", *PROGRAM, "serve", "--config", str(config)]


def main(players: int = PLAYERS) -> int:
    """1 if not all are back in time."""
    allow_files(2 * players + SPARE)
    with tempfile.TemporaryDirectory() as folder:
        server = Server(house(folder, players), PORT)
        try:
            crowd = Remembering("127.0.0.1", PORT, players)
            crowd.seat(players * RATE)
            crowd.play(PLAYS)
            returning = crowd.returning()
        finally:
            server.stop()
        crowd.close()
        Random(1).shuffle(returning)
        server = Server(house(folder, players), PORT)
        try:
            before = server.cpu()
            took, own = come_back(PORT, returning)
            spent = server.cpu() - before
        finally:
            server.stop()
    rows = [
        figures("all", returning),
        figures("those who are asked", [one for one in returning if one.asked]),
    ]
    print(table(("who is back", "players", "half, s", "99 %, s", "all, s"), rows))
    each = spent / len(returning)
    print(
        f"\nThe house spent {each * 1e6:.0f} us of processor time on each, the load was busy for",
        end="",
    )
    print(f" {own / took:.0%} of the time. The aim is {AIM_S:.0f} s for all {PLAYERS:,}.")
    return int(took > AIM_S)


def figures(name: str, found: Sequence[Returning]) -> tuple[str, ...]:
    late = [one.back for one in found]
    shares = (number(percentile(late, share)) for share in (0.5, 0.99, 1.0))
    return name, f"{len(found):,}", *shares
