"""A whole house in one process, without sockets and without waiting: every act, frame and row.

`python -m bench.act_by_act ACTS` plays so many acts of hold'em at forty tables of seven and prints
what one took and a digest of all that was told and of all that is on disk: the same for the same
number of acts, whatever was changed that must change nothing.
"""

import gc
import hashlib
import secrets
import sys
import tempfile
from collections import deque
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from random import Random
from time import process_time
from typing import Any, Final, cast
from unittest.mock import patch

import msgpack
from twisted.internet.defer import Deferred
from twisted.internet.task import Clock

from game_server.bank.adapter import OutsideBank
from game_server.bank.vault import new_vault
from game_server.bots import choosing
from game_server.fair.chance import answer
from game_server.house.house import House
from game_server.lobby.ports import Means
from game_server.lobby.thinking import DirectThinkers
from game_server.net.admission import AdmissionControl
from game_server.net.connection import ClientConnection, ListenerContext
from game_server.net.frames import framed
from game_server.net.limits import RATES, ListenerLimits
from game_server.net.timer_wheel import TimerWheel
from game_server.players.passwords import Passwords, Strength
from game_server.players.pool import DirectPool
from game_server.players.security import SecurityLog
from game_server.rate_limit import RateLimit
from game_server.store.database import open_database
from game_server.store.direct import DirectStore
from game_server.table.round_effects import Draw
from protocol.codec import encode
from protocol.endings import Ending
from protocol.messages import VERSION, Hello

TABLES: Final = 40
SEATS: Final = 7
BEGAN: Final = 1_800_000_000.0
BUYS: Final = 20_000
RAISES: Final = 7
"""Every so-many-th act at a table is a raise, or rounds would be mostly pauses."""
RAISE: Final = ("bet", "raise")
STAY: Final = ("check", "call")
HEARD: Final = frozenset({b"asked", b"room", b"offer", b"notice", b"refused"})
Said = dict[str, Any]
OPEN: Final = ListenerLimits(
    apps=True,
    connections=TABLES * SEATS,
    per_address=TABLES * SEATS,
    rates={kind: RateLimit(10_000, 10_000.0) for kind in RATES},
)


class Timers:
    """The timers of the house, as it has them on a reactor."""

    def __init__(self, clock: Clock) -> None:
        self._clock, self._wheel = clock, TimerWheel(clock)

    def seconds(self) -> float:
        return self._clock.seconds()

    def callLater(self, delay: float, callable: Callable[..., object], *args: object) -> object:
        clock = self._wheel if delay > 0 else self._clock
        return clock.callLater(max(0.0, delay), callable, *args)


class SeededChance:
    """Numbers of a seed."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def draw(self, table: str, asked: Draw) -> tuple[int, ...]:
        return answer(asked.bounds, self._random.randrange)

    def below(self, bound: int) -> int:
        return self._random.randrange(bound)


class Wire:
    """What a line writes to: frames are put together as for a socket, and looked at."""

    def __init__(self, play: "Play", number: int) -> None:
        self._play, self.number = play, number
        self.requests = 0
        self.table = ""

    def write(self, *data: bytes) -> None:
        self._play.told(self, data, framed(data))

    def end(self, ending: Ending, reason: str = "") -> None:
        raise RuntimeError(f"Line {self.number} was ended: {ending.name}, {reason}")

    def say(self, kind: str, **fields: object) -> None:
        self.requests += 1
        said = {"t": kind, "id": self.requests, **fields}
        self._play.say(self, msgpack.packb(said))


class Play:
    """The house and all who play in it."""

    def __init__(self, folder: Path, seed: int = 1) -> None:
        self.clock = Clock()
        self._random = Random(seed)
        self.conn = open_database(folder / "cardroom.sqlite")
        timers = Timers(self.clock)
        store = DirectStore(self.conn, timers)
        means = Means(
            clock=timers,
            store=store,
            chance=SeededChance(seed),
            thinkers=DirectThinkers(timers, choosing.choose, choosing.names, choosing.quick),
            time=lambda: BEGAN + self.clock.seconds(),
            new_key=self._key,
            security=SecurityLog(store, timers, lambda: round(BEGAN + self.clock.seconds()) * 1000),
        )
        self._keys = 0
        passwords = Passwords(DirectPool(timers), Strength(memory_kib=8, passes=1))
        # Nobody comes by card.
        self.house = House(means, cast(OutsideBank, None), passwords, b"s" * 32, new_vault())
        self.context = ListenerContext(self.house, OPEN, AdmissionControl(OPEN))
        self.acts = 0
        self._at_table = [0] * TABLES
        self._asked: list[tuple[Wire, Said]] = []
        self._heard: deque[tuple[Wire, Said]] = deque()
        self.digest = hashlib.blake2b(digest_size=8)
        self._wires = [Wire(self, number) for number in range(TABLES * SEATS)]
        self._wait(self.house.start((), True))
        self._lines: list[ClientConnection] = []
        for wire in self._wires:
            line = ClientConnection(
                wire,
                self.context,
                f"192.0.{wire.number // 16}.{wire.number % 16}",
                self.clock.seconds(),
            )
            self.context.admission.enter(
                f"192.0.{wire.number // 16}.{wire.number % 16}", self.clock.seconds()
            )
            self._lines.append(line)
            line.heard(encode(Hello(VERSION, VERSION, client="bench")), self.clock.seconds())
            wire.say("guest", name=f"Player {wire.number}")
            self.settle()
        for wire in self._wires[::SEATS]:
            wire.say("open_room", game="holdem", preset="standard")
            self.settle()

    def _key(self) -> str:
        self._keys += 1
        return f"key {self._keys}"

    def _wait(self, deferred: Deferred[None]) -> None:
        got: list[object] = []
        deferred.addBoth(got.append)
        while not got:
            self.clock.advance(0.05)

    def say(self, wire: Wire, data: bytes) -> None:
        self._lines[wire.number].heard(data, self.clock.seconds())

    def told(self, wire: Wire, data: tuple[bytes, ...], frames: bytes) -> None:
        self.digest.update(frames)
        for one in data:
            kind = one[4 : 4 + one[3] - 0xA0]
            if kind in HEARD:
                self._heard.append((wire, msgpack.unpackb(one, strict_map_key=False)))

    def settle(self) -> None:
        """Let everybody answer until nobody has anything to say."""
        self.clock.advance(0)
        while self._heard:
            wire, said = self._heard.popleft()
            self._answer(wire, said)
            self.clock.advance(0)

    def _answer(self, wire: Wire, said: Said) -> None:
        match said["t"]:
            case "asked":
                self._asked.append((wire, said))
            case "room":
                room = said["room"]
                wire.table = room["table"]
                wire.say("queue", table=wire.table)
                if room.get("code") and wire.number % SEATS == 0:
                    for other in self._wires[wire.number + 1 : wire.number + SEATS]:
                        other.say("join", table="", code=room["code"])
            case "offer":
                wire.say("sit", table=said["table"], key=said["key"], buy_in=said["most_buy_in"])
            case "notice" if said["code"] == "rebuy":
                wire.say("buy", table=wire.table, amount=BUYS)
            case "refused":
                raise RuntimeError(f"{wire.number} was refused: {said}")

    def play(self, acts: int) -> None:
        """So many acts, by whom the lot falls on; a few in the same turn of the clock."""
        until = self.acts + acts
        while self.acts < until:
            self.settle()
            if len(self._asked) < TABLES // 4:
                self.clock.advance(0.25)
                continue
            for _ in range(2):
                self._act(*self._asked.pop(self._random.randrange(len(self._asked))))
            self.clock.advance(0.001)

    def _act(self, wire: Wire, said: Said) -> None:
        self.acts += 1
        table = wire.number // SEATS
        self._at_table[table] += 1
        options = {one["verb"]: one for one in said["ask"]["options"]}
        verbs = (*RAISE, *STAY) if self._at_table[table] % RAISES == 0 else STAY
        verb = next((one for one in verbs if one in options), said["ask"]["default"]["verb"])
        amount = options.get(verb, {}).get("low", 0)
        wire.say("act", table=said["table"], turn=said["turn"], verb=verb, amount=amount)

    def close(self) -> str:
        """The digest of all that was told and written."""
        tables = self.conn.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        for (name,) in sorted(tables):
            for row in self.conn.execute(f"SELECT * FROM {name}"):
                self.digest.update(repr(row).encode())
        return self.digest.hexdigest()


def seeded_tokens(seed: int) -> AbstractContextManager[object]:
    """While it lasts sessions get tokens that are known: nothing hands them over."""
    random = Random(seed)
    return patch.object(secrets, "token_urlsafe", lambda nbytes: random.randbytes(nbytes).hex())


def evening(acts: int) -> tuple[float, str]:
    """Seconds of processor time that an act took, and the digest of it all."""
    with tempfile.TemporaryDirectory() as folder, seeded_tokens(1):
        play = Play(Path(folder))
        begun = process_time()
        play.play(acts)
        took = process_time() - begun
        return took / max(1, acts), play.close()


if __name__ == "__main__":
    # As in a house while somebody plays: a collection more or less would look like a change.
    gc.disable()
    cost, known = evening(int(sys.argv[1]))
    print(f"{cost * 1e6:.1f} us an act, all of it {known}")
