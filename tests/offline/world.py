"""A world for a house inside the client: a clock that jumps to the next alarm, bots that think at
once, and a device that is read as it was when the process was killed."""

from collections import deque
from collections.abc import Callable
from random import Random
from typing import TypeVar

from client_offline import STORED, OfflineHouse
from client_offline.saved import read
from client_offline.table_run import PLAYER
from game_server.bots.choosing import choose
from protocol import messages
from protocol.codec import FROM_SERVER, decode, encode
from protocol.events import Event
from protocol.messages import VERSION, Asked, Message
from protocol.words import Act

NEVER = float("inf")
M = TypeVar("M", bound=Message)
FIRST = 1_800_000_000.0


class Cut(BaseException):
    """The process is killed."""


class FakeWorld:
    """What a house is handed. `frames` are those that have not been read yet."""

    def __init__(self, device: dict[str, str] | None = None, seed: int = 1) -> None:
        self.device = {} if device is None else device
        self.random = Random(seed)
        self.now = FIRST
        self.alarm = NEVER
        self.frames: deque[bytes] = deque()
        self.thoughts: deque[tuple[int, Callable[[], Act]]] = deque()
        self.hung_up = False
        self.drawn: list[int] = []
        self.kept = 0

    def time(self) -> float:
        return self.now

    def below(self, bound: int) -> int:
        self.drawn.append(self.random.randrange(bound))
        return self.drawn[-1]

    def keep(self, name: str, text: str) -> None:
        self.kept += 1
        self.device[name] = text

    def say(self, frame: bytes) -> None:
        self.frames.append(frame)

    def hang_up(self) -> None:
        self.hung_up = True

    def wake_at(self, at: float) -> None:
        self.alarm = at

    def think(self, number: int, choose: Callable[[], Act]) -> None:
        self.thoughts.append((number, choose))


class Guest:
    """One who plays offline, by the words of the wire. `table` is the one that is looked at."""

    def __init__(self, device: dict[str, str] | None = None, seed: int = 1) -> None:
        self.world = FakeWorld(device, seed)
        self.house = OfflineHouse(self.world, self.world.device.get(STORED, ""), self.world.below)
        self.heard: list[Message] = []
        self.asked: Asked | None = None
        self.told: dict[str, list[Event]] = {}
        self.number = 0
        self.random = Random(seed)

    def ask(self, make: Callable[[int], Message]) -> list[Message]:
        """Say it with the next number; what is answered at once."""
        self.number += 1
        return self.send(make(self.number))

    def send(self, message: Message) -> list[Message]:
        self.house.heard(encode(message))
        return self.read()

    def read(self) -> list[Message]:
        found = []
        while self.world.frames:
            message = decode(self.world.frames.popleft(), FROM_SERVER)
            found.append(message)
            match message:
                case Asked():
                    self.asked = message
                case messages.Told(table=table, after=after, events=events):
                    self.told[table] = [*(self.told[table][:after] if after else ()), *events]
                case messages.Waiting():
                    self.asked = None
        self.heard += found
        return found

    def last(self, kind: type[M]) -> M:
        return next(one for one in reversed(self.heard) if isinstance(one, kind))

    def come_in(self, name: str = "Ann") -> None:
        self.house.connect()
        self.send(messages.Hello(VERSION, VERSION))
        self.ask(lambda mine: messages.Guest(mine, name))

    def sit(self, chips: int = 20_000) -> str:
        """Take the seat that was offered."""
        offer = self.last(messages.Offer)
        self.ask(lambda mine: messages.Sit(mine, offer.table, offer.key, chips))
        return offer.table

    def later(self) -> None:
        """Whatever comes next: a bot has thought, or an alarm rings."""
        if self.world.thoughts:
            number, choose = self.world.thoughts.popleft()
            self.house.thought(number, choose())
        else:
            assert self.world.alarm < NEVER, "nothing will ever happen"
            self.world.now, self.world.alarm = max(self.world.now, self.world.alarm), NEVER
            self.house.woken()
        self.read()

    def go_on(self, table: str) -> None:
        """Play on at that table: say that one is ready, act, or let others act."""
        run = self.house.hall.runs[table]
        view = run.table.view()
        seat = view.seat(PLAYER)
        if self.asked is not None:
            self.act_at_random()
        elif run.config.ready and view.round is None and seat is not None:
            if view.seats[seat].ready:
                self.later()
            else:
                self.ask(lambda mine: messages.Ready(mine, table))
        else:
            self.later()

    def act_at_random(self) -> None:
        """Do something that is allowed."""
        assert self.asked is not None
        game = self.house.hall.runs[self.asked.table].config.game
        seed = self.random.randrange(2**60)
        self.answer(choose(game, "random", self.told[self.asked.table], self.asked.ask, seed))

    def answer(self, act: Act) -> list[Message]:
        asked = self.asked
        assert asked is not None
        self.asked = None
        return self.ask(
            lambda mine: messages.Answer(
                mine, asked.table, asked.turn, act.verb, act.amount, act.cards, act.on, act.stands
            )
        )

    def held(self) -> dict[str, int]:
        """The accounts, as they lie on the device."""
        return read(self.world.device[STORED]).accounts
