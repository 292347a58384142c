"""The players of a load test: they find each other in private rooms, play hold'em, and note how
soon they are told."""

import gc
import select
import ssl
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from heapq import heapify, heappop, heappush
from math import ceil
from random import Random
from time import perf_counter, process_time
from typing import Final, cast

import msgpack

from game_server.loadtest.connection import LoadConnection
from protocol import messages
from protocol.codec import FROM_SERVER, decode
from protocol.messages import VERSION, Asked, Message
from protocol.words import Act, Ask

SEATS: Final = 7
STEP_S: Final = 0.02
"""The loop looks at least so often whether an act is due."""
SEATING_S: Final = 60.0
ROUND: Final = 29
"""A round has some more acts than this: tables are ready to act as often as they should, and the
rate holds them back."""
REST_S: Final = 4.0
"""So long a private room rests between two rounds."""
WITHIN_S: Final = 10.0
"""Nobody thinks longer, however low the rate is: a turn would be over."""
RAISES: Final = 5
"""Every so-many-th act at a table is a raise, or rounds would be mostly pauses."""


class NotSeated(Exception):
    """Not everybody of a load test found a seat."""


def percentile(values: Sequence[float], share: float) -> float:
    """What this share of the values does not exceed; 0 where there are none."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0


@dataclass
class LoadMeasured:
    """The measurements of a stretch of play."""

    acts: int = 0
    wall: float = 0.0
    own: float = 0.0
    """Seconds of processor time that the load itself took."""
    late: list[float] = field(default_factory=list)
    """From each act to each seat's having been told of it, in seconds."""
    refused: Counter[str] = field(default_factory=Counter)

    def percentile(self, share: float) -> float:
        """What this share of the delays did not exceed, in seconds."""
        return percentile(self.late, share)


@dataclass(eq=False)
class TableGroup:
    """Those who play at one table."""

    players: "list[LoadPlayer]" = field(default_factory=list)
    whole: bool = False
    """Whether nobody else is to come."""
    came: int = 0
    acts: int = 0
    begins: float = 0.0
    """It does not act before."""


@dataclass(eq=False)
class LoadPlayer:
    """A player of the load test."""

    connection: LoadConnection
    group: TableGroup
    requests: int = 0
    table: str = ""
    seated: bool = False
    buys: int = 4
    """So often the chips of a guest allow it."""
    seen: tuple[int, int] = (0, 0)
    """Round and number of the last event that it was told."""
    due: dict[tuple[int, int], float] = field(default_factory=dict)
    """When somebody acted after that event, until this player is told of the next."""

    def say(self, kind: Callable[..., Message], *fields: object) -> None:
        """A request with the next number."""
        self.requests += 1
        self.connection.say(kind(self.requests, *fields))


def spread(each: float) -> float:
    """In so many seconds all tables begin whose turn to act comes every `each` seconds: in a round,
    or in a rest if that is longer."""
    return min(max(each * ROUND, REST_S), WITHIN_S)


class Crowd:
    """All players of a load test, in one loop."""

    def __init__(
        self,
        host: str,
        port: int,
        players: int,
        trusts: ssl.SSLContext | None = None,
        stake: int = 0,
    ) -> None:
        """A low `stake`, in cents, lets them play on for hours; 0 is the usual one."""
        self._stake = stake
        self._poll = select.epoll()
        self._players: dict[int, LoadPlayer] = {}
        self._asked: list[tuple[float, int, LoadPlayer, Asked]] = []
        """Who is to act, by the time: a heap."""
        self._think, self._count = 0.0, 0
        self._random = Random(1)
        self._rate, self._next = 0.0, 0.0
        self.now = LoadMeasured()
        groups = self._groups = [TableGroup() for _ in range(ceil(players / SEATS))]
        for number in range(players):
            group = groups[number % len(groups)]
            player = LoadPlayer(LoadConnection(host, port, number, trusts), group)
            group.players.append(player)
            self._players[player.connection.socket.fileno()] = player
            self._poll.register(player.connection.socket, select.EPOLLIN)
            player.connection.say(messages.Hello(VERSION, VERSION, client="loadtest"))
            # Others are heard meanwhile, or their connections would fall silent.
            self._turn(0.0)
        for group in groups:
            group.whole = True
            self._open(group)

    def seat(self, rate: float) -> None:
        """Go on until everybody sits and has been dealt in; NotSeated if that takes too long."""
        self._rate, begun = rate, perf_counter()
        while not all(player.seated and player.seen[1] for player in self._players.values()):
            self._turn(STEP_S)
            if perf_counter() - begun > SEATING_S:
                there = sum(player.seated for player in self._players.values())
                why = ", ".join(f"{code} {n} times" for code, n in self.now.refused.items())
                text = f"{there} of {len(self._players)} players sit after {SEATING_S:.0f} s"
                raise NotSeated(f"{text}; the house refused: {why or 'nothing'}.")
        self._fall_out_of_step()

    def _fall_out_of_step(self) -> None:
        """From here on each table has a pace of its own, and begins it at another time of a round:
        those of a house do not all rest, pay and deal in the same seconds."""
        each = len(self._groups) / self._rate
        self._think = max(0.0, each - REST_S / ROUND)
        now, whole = perf_counter(), spread(each)
        for group in self._groups:
            group.begins = now + self._random.uniform(0, whole)
        self._asked = [(one[2].group.begins, *one[1:]) for one in self._asked]
        heapify(self._asked)
        while perf_counter() - now < whole:
            self._turn(STEP_S)

    def play(self, seconds: float) -> LoadMeasured:
        """Play for so long, and tell what came of it."""
        found = self.now = LoadMeasured()
        begun, own = perf_counter(), process_time()
        # A look at all that a crowd has would count as the house's being late.
        gc.freeze()
        while perf_counter() - begun < seconds:
            self._turn(STEP_S)
        gc.unfreeze()
        found.wall, found.own = perf_counter() - begun, process_time() - own
        return found

    def leave(self, but: int) -> None:
        """All but so many break their connections, and those who stay act no more."""
        self._rate = 0.0
        for number, player in list(self._players.items())[but:]:
            self._poll.unregister(number)
            player.connection.close()
            del self._players[number]

    def close(self) -> None:
        for player in self._players.values():
            player.connection.close()
        self._poll.close()

    # -- how -------------------------------------------------------------------------------

    def _turn(self, wait: float) -> None:
        self._act_when_due()
        if self._asked and self._rate:
            wait = max(0.0, min(wait, max(self._next, self._asked[0][0]) - perf_counter()))
        for number, _ in self._poll.poll(wait):
            player = self._players[number]
            for data in player.connection.hear():
                self._heard(player, data)

    def _act_when_due(self) -> None:
        """The crowd acts at its rate; what it was too slow for is not made up for in a burst."""
        if not self._rate:
            return
        now = perf_counter()
        self._next = max(self._next, now - STEP_S)
        while self._asked and max(self._next, self._asked[0][0]) <= now:
            _, _, player, asked = heappop(self._asked)
            self._act(player, asked)
            # At no regular times: what comes evenly waits for nobody.
            self._next += self._random.expovariate(self._rate)

    def _heard(self, player: LoadPlayer, data: bytes) -> None:
        kind = data[4 : 4 + data[3] - 0xA0]
        if kind == b"told":
            self._told(player, data)
        elif kind in HEARD:
            self._answer(player, decode(data, FROM_SERVER))

    def _told(self, player: LoadPlayer, data: bytes) -> None:
        # Not through the gate: a load that reads every event would be busier than the house.
        plain = cast(dict[str, int], msgpack.unpackb(data, strict_map_key=False))
        number, after = plain["round"], plain["after"]
        acted = player.due.pop((number, after), None)
        if acted is not None:
            self.now.late.append(perf_counter() - acted)
        player.seen = (number, plain["seq"])

    def _answer(self, player: LoadPlayer, message: Message) -> None:
        match message:
            case Asked():
                think = self._random.expovariate(1 / self._think) if self._think else 0.0
                think = min(think, WITHIN_S)
                self._count += 1
                due = max(perf_counter(), player.group.begins) + think
                heappush(self._asked, (due, self._count, player, message))
            case messages.Welcome():
                player.say(messages.Guest)
            case messages.Session():
                player.group.came += 1
                self._open(player.group)
            case messages.Joined(room=room):
                player.table = room.table
                player.say(messages.Queue, room.table)
                if room.code and player is player.group.players[0]:
                    for other in player.group.players[1:]:
                        other.say(messages.Join, "", room.code)
            case messages.Offer(table=table, key=key, most_buy_in=chips):
                player.seated = True
                player.say(messages.Sit, table, key, chips)
            case messages.Notice(code="rebuy") if player.buys:
                player.buys -= 1
                player.say(messages.Buy, player.table, BUYS)
            case messages.Refused(code=code):
                self.now.refused[code] += 1

    def _open(self, group: TableGroup) -> None:
        """A room for those of a group, once all of them are in the house."""
        if group.whole and group.came == len(group.players):
            group.players[0].say(messages.OpenRoom, "holdem", "standard", self._stake)

    def _act(self, player: LoadPlayer, asked: Asked) -> None:
        group = player.group
        group.acts += 1
        act = choose(asked.ask, group.acts % RAISES == 0)
        now, after = perf_counter(), player.seen
        for other in group.players:
            if other.seated and other.seen[0]:
                other.due[after] = now
        player.say(
            messages.Answer,
            asked.table,
            asked.turn,
            act.verb,
            act.amount,
            act.cards,
            act.on,
            act.stands,
        )
        self.now.acts += 1


BUYS: Final = 20_000
HEARD: Final = frozenset(
    kind.encode() for kind in ("asked", "welcome", "session", "room", "offer", "notice", "refused")
)


def choose(ask: Ask, raises: bool) -> Act:
    """What keeps a round going: a small raise where one is due, else check or call."""
    for verb in (*RAISE, *STAY) if raises else STAY:
        option = ask.option(verb)
        if option is not None:
            return Act(verb, option.low)
    return ask.default


RAISE: Final = ("bet", "raise")
STAY: Final = ("check", "call")


def late_by(found: LoadMeasured) -> Iterator[tuple[str, str]]:
    """How soon everybody was told, in words."""
    for name, share in (("p50", 0.5), ("p99", 0.99), ("most", 1.0)):
        yield f"act to told view, {name}", f"{found.percentile(share) * 1e3:.1f} ms"
