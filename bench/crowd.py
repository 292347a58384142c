"""How soon others are told of an act while a crowd queues and leaves at one table of their house.

The crowd keeps within its rates, each from an address of its own few. The house, those who play at
other tables and the crowd are a process each; peace and crowd take turns in one house.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection
from select import EPOLLIN, epoll
from statistics import median
from time import perf_counter

from bench.fanout import Server
from bench.house import Noting, crowded
from bench.measure import RUNS, number, table
from game_server.loadtest.connection import LoadConnection
from game_server.loadtest.run import SPARE, allow_files
from game_server.net.limits import RATES
from protocol import messages
from protocol.codec import FROM_SERVER, decode
from protocol.messages import VERSION, Joined, Message, Session

PLAYERS = 210
RATE = 210.0
CROWD = 400
TABLE = "holdem"
SECONDS = 5.0
MOST = 2.0
"""How many times as late as in peace others may be told."""
STEP_S = 0.02
PATIENCE = 60.0
Says = Callable[[int], Message]
Attack = tuple[tuple[str, Says], ...]
"""What each of a crowd says in turn, by the kinds of the messages."""
QUEUES: Attack = (
    ("queue", lambda n: messages.Queue(n, TABLE)),
    ("unqueue", lambda n: messages.Unqueue(n, TABLE)),
)


@dataclass(eq=False)
class Stranger:
    """One of the crowd: what it says in turn, each `every` seconds."""

    connection: LoadConnection
    requests: int = 0
    inside: bool = False
    due: float = 0.0

    def say(self, says: Says) -> None:
        self.requests += 1
        self.connection.say(says(self.requests))


class Strangers:
    """So many guests who come to one table and say what they may as fast as they may."""

    def __init__(self, port: int, many: int, one_address: bool = False) -> None:
        self._poll, self._all = epoll(), dict[int, Stranger]()
        for one in range(many):
            stranger = Stranger(LoadConnection("127.0.0.1", port, 0 if one_address else one))
            self._all[stranger.connection.socket.fileno()] = stranger
            self._poll.register(stranger.connection.socket, EPOLLIN)
            stranger.connection.say(messages.Hello(VERSION, VERSION, client="bench"))
            stranger.say(messages.Guest)
            self._listen(0.0)
        until = perf_counter() + PATIENCE
        while not all(one.inside for one in self._all.values()):
            self._listen(STEP_S)
            if perf_counter() > until:
                raise RuntimeError("Not everybody of the crowd is in.")

    def attack(self, attack: Attack, stops: Callable[[], bool]) -> int:
        """Say these in turn, as fast as everybody may, until it stops; how many were said."""
        says, each = [says for _, says in attack], pause([kind for kind, _ in attack])
        begun, said = perf_counter(), 0
        for place, stranger in enumerate(self._all.values()):
            stranger.due = begun + each * place / len(self._all)
        while not stops():
            now = perf_counter()
            for stranger in self._all.values():
                if stranger.due <= now:
                    stranger.say(says[stranger.requests % len(says)])
                    stranger.due = max(stranger.due + each, now)
                    said += 1
            self._listen(STEP_S)
        return said

    def close(self) -> None:
        for stranger in self._all.values():
            stranger.connection.close()

    def _listen(self, wait: float) -> None:
        for file, _ in self._poll.poll(wait):
            stranger = self._all[file]
            for data in stranger.connection.hear():
                if not stranger.inside:
                    self._came(stranger, decode(data, FROM_SERVER))

    @staticmethod
    def _came(stranger: Stranger, message: Message) -> None:
        if isinstance(message, Session):
            stranger.say(lambda n: messages.Join(n, TABLE))
        stranger.inside = isinstance(message, (Joined, messages.Refused))


def swarm(
    line: Connection, port: int, many: int, attacks: Mapping[str, Attack], one_address: bool
) -> None:
    """A process of strangers: it begins the attack whose name it is told, stops when it is told
    again and says how much it said; an empty name is the end."""
    strangers = Strangers(port, many, one_address)
    line.send(0)
    while name := line.recv():
        line.send(strangers.attack(attacks[name], line.poll))
        line.recv()
    strangers.close()


def pause(kinds: Sequence[str]) -> float:
    """Seconds between two messages of one who says these kinds in turn as fast as it may."""
    return max(1.0 / RATES[kind].per_second for kind in kinds) / len(kinds)


@contextmanager
def besieged(
    server: Server, many: int, attacks: Mapping[str, Attack], one_address: bool = False
) -> Iterator[Connection]:
    """The house with such a crowd in it, and the line by which it is told to begin and to stop."""
    context = get_context("fork")
    ours, theirs = context.Pipe()
    arguments = (theirs, server.port, many, attacks, one_address)
    process = context.Process(target=swarm, args=arguments)
    process.start()
    try:
        if not ours.poll(PATIENCE):
            raise RuntimeError("The crowd does not come in.")
        ours.recv()
        yield ours
        ours.send("")
        process.join(PATIENCE)
    finally:
        process.kill()


@dataclass(frozen=True)
class Stretch:
    """How soon others were told in a stretch of play, in seconds, and what the house spent."""

    p50: float
    p99: float
    busy: float


def stretch(server: Server, honest: Noting, seconds: float) -> Stretch:
    """Play for so long."""
    honest.play(seconds / 4)
    before = server.cpu()
    found = honest.play(seconds)
    spent = (server.cpu() - before) / found.wall
    return Stretch(found.percentile(0.5), found.percentile(0.99), spent)


def main(seconds: float = SECONDS, many: int = CROWD, players: int = PLAYERS) -> int:
    """1 if others were told too late."""
    allow_files(players + many + 2 * SPARE)
    peace: list[Stretch] = []
    crowd: list[Stretch] = []
    with (
        crowded(players, RATE, spare=many) as (server, honest),
        besieged(server, many, {"queue": QUEUES}) as line,
    ):
        for _ in range(RUNS):
            peace.append(stretch(server, honest, seconds))
            crowd.append(attacked(line, "queue", lambda: stretch(server, honest, seconds))[0])
    late = median(one.p99 for one in crowd) / median(one.p99 for one in peace)
    rows = [row("in peace", peace, 1.0), row(f"{many} queue and leave at one table", crowd, late)]
    print(table(("others at their tables", "p50 ms", "p99 ms", "house busy", "p99 is"), rows))
    print(f"\nThe aim is a p99 of at most {MOST:.0f} times that in peace.")
    return int(late > MOST)


def attacked(line: Connection, name: str, measure: Callable[[], Stretch]) -> tuple[Stretch, int]:
    """What is measured while that attack goes on, and how many messages it said."""
    line.send(name)
    found = measure()
    line.send(name)
    return found, line.recv()


def row(name: str, found: Sequence[Stretch], late: float) -> tuple[str, ...]:
    """The medians of some stretches."""
    p50, p99, busy = (median(getattr(one, at) for one in found) for at in ("p50", "p99", "busy"))
    return name, number(p50 * 1e3), number(p99 * 1e3), f"{busy:.0%}", f"{number(late)}x"
