"""A device without a window: a clock of its own, a client, and whatever carries its lines."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final, TypeVar

from client_core.client import Client, SeatView, TableView
from client_core.effects import Connect, Disconnect, Effect, Keep, Quit, Send, WakeAt
from protocol import messages
from protocol.codec import FROM_CLIENT, decode, encode
from protocol.messages import Message, Room, Sitter
from protocol.words import Act, Ask, Option, Seat

M = TypeVar("M", bound=Message)
ROOM = Room("t", "holdem", "standard", "play", 200, 4_000, 20_000, 6)
TOKEN = "token-1"
PRACTISED: Final = {"settings": '{"coach": false}'}
"""What is kept by one who needs no tips."""


@dataclass
class Device:
    """A client whose lines are played by the test: `house` says what the house would say."""

    language: str = "en"
    kept: dict[str, str] = field(default_factory=lambda: dict(PRACTISED))
    time: float = 100.0
    seed: int = 1
    chance: Callable[[int], int] | None = None

    def __post_init__(self) -> None:
        self.random = Random(self.seed)
        self.effects: list[Effect] = []
        self.sent: list[Message] = []
        self.topics: list[tuple[str, str]] = []
        self.alarm = float("inf")
        self.connection = 0
        self.quit = False
        self.client = Client(
            lambda: self.time,
            self.chance or self.random.randrange,
            self._run,
            self.kept,
            self.language,
            "test",
        )
        self.client.observe(lambda topic, table: self.topics.append((topic, table)))

    def _run(self, effect: Effect) -> None:
        self.effects.append(effect)
        match effect:
            case Connect(number, _):
                self.connection = number
            case Send(_, data):
                self.sent.append(decode(data, FROM_CLIENT))
            case Disconnect():
                pass
            case WakeAt(at):
                self.alarm = at
            case Keep(name, text):
                self.kept[name] = text
            case Quit():
                self.quit = True

    # -- what the house and the time do ------------------------------------------------------

    def house(self, *told: Message) -> None:
        for message in told:
            self.client.connection.heard(self.connection, encode(message))

    def passes(self, seconds: float) -> None:
        """Time goes by; alarms ring when they are due."""
        end, rings = self.time + seconds, 0
        while self.alarm <= end:
            rings += 1
            assert rings < 1_000, "an alarm that rings and rings"
            self.time = max(self.time, self.alarm)
            self.client.connection.woken()
        self.time = end

    def last(self, kind: type[M]) -> M:
        """The last of that kind that was sent."""
        return next(one for one in reversed(self.sent) if isinstance(one, kind))

    def all(self, kind: type[M]) -> list[M]:
        return [one for one in self.sent if isinstance(one, kind)]

    def meet(self) -> None:
        """Connected and greeted."""
        self.client.connection.start()
        self.client.connection.opened(self.connection)
        self.house(messages.Welcome(1, house="Test"))

    def come_in(self, *tables: str) -> None:
        """A guest, in the lobby, whose requests for the lobby are answered."""
        self.meet()
        self.client.account.play_as_guest("Me")
        self.in_house(self.last(messages.Guest).id, *tables)

    def in_house(self, number: int, *tables: str, token: str = TOKEN) -> None:
        self.house(messages.Session(number, token, "Me", True, "", tables, NUMBERS["Me"]))
        self.house(messages.Ok(self.last(messages.Lobby).id), messages.Purse(100_000))

    def again(self) -> None:
        """The line is back: greeted, and the session goes on."""
        self.client.connection.opened(self.connection)
        self.house(messages.Welcome(1))

    def resumed(self, *tables: str) -> None:
        self.again()
        self.in_house(self.last(messages.Resume).id, *tables, token="token-2")

    def lose(self, code: int | None = None) -> None:
        self.client.connection.lost(self.connection, code)

    def restart(self) -> "Device":
        """The app was ended; it begins anew with what was kept."""
        return Device(self.language, dict(self.kept), self.time + 1, self.seed + 1)

    # -- a table -------------------------------------------------------------------------------

    def sit_down(self, seats: Mapping[int, Sitter] | None = None, room: Room = ROOM) -> None:
        """At the table `t`, seat 2, among others."""
        number = self.client.lobby.join(room.table)
        self.house(messages.Joined(number, room))
        self.seats(seats or people())

    def seats(
        self,
        seats: Mapping[int, Sitter],
        you: int | None = 2,
        table: str = "t",
        watching: int = 1,
    ) -> None:
        you_ = None if you is None else Seat(you)
        self.house(
            messages.Seats(table, {Seat(s): one for s, one in seats.items()}, you_, watching)
        )

    def tell(self, *events: Any, number: int = 1, after: int = 0, table: str = "t") -> None:
        self.house(messages.Told(table, number, after, after + len(events), tuple(events)))

    def asked(
        self, turn: int, *options: Option, ms: int = 15_000, window: str = "", table: str = "t"
    ) -> None:
        default = Act(options[0].verb)
        ask = Ask(Seat(2), options, default, window=window)
        self.house(messages.Asked(table, turn, ask, ms, 15_000))


NUMBERS: Final = {"Ann": 11, "Bo": 12, "Me": 13, "Di": 14, "Ed": 15, "Flo": 16}
"""The numbers that the house has for them."""


def people(count: int = 3) -> dict[int, Sitter]:
    names = list(NUMBERS)
    return {seat: Sitter(names[seat], 20_000, who=NUMBERS[names[seat]]) for seat in range(count)}


def view(one: Device) -> TableView:
    """What its player sees of the table."""
    found = one.client.tables.view("t")
    assert found is not None
    return found


def seat(one: Device, number: int) -> SeatView:
    found = view(one).at(Seat(number))
    assert found is not None
    return found
