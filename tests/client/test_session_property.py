"""Lines that break anywhere, apps that are ended: each request is answered once, logins are one."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

import pytest

from client_core.client import Client
from client_core.effects import Connect, Disconnect, Effect, Keep, Send, WakeAt
from client_core.outbox import RetryPolicy, retry_policy
from protocol import messages
from protocol.codec import FROM_CLIENT, decode, encode
from protocol.messages import Message

LOGINS = (messages.Guest, messages.Login, messages.Register, messages.LoginByCard, messages.Resume)


@dataclass
class House:
    """A house that keeps the protocol: a number does something once, and is answered alike."""

    random: Random
    tokens: list[str] = field(default_factory=list)
    good: set[str] = field(default_factory=set)
    """The token that was shown last, for its answer may be lost, and the one that answered."""
    done: dict[int, Message] = field(default_factory=dict)
    answers: dict[int, Message] = field(default_factory=dict)
    guests: int = 0
    """Logins as a guest: each makes another player."""
    faults: list[str] = field(default_factory=list)


@dataclass
class Line:
    """What is on its way, each way, in order; it breaks with all of that."""

    number: int
    up: bool = False
    state: str = "new"
    logins: int = 0
    token: str = ""
    """What its client was given, and has as soon as it says anything more."""
    to_house: list[bytes] = field(default_factory=list)
    to_app: list[bytes] = field(default_factory=list)


class Life:
    """An app, its restarts, a network as bad as wished, and a house."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.house = House(self.random)
        self.time = 0.0
        self.kept: dict[str, str] = {}
        self.lines: dict[int, Line] = {}
        self.alarm = float("inf")
        self.asked: dict[int, Message] = {}
        self.answered: Counter[int] = Counter()
        self.dead = False
        self.begin()

    def begin(self) -> None:
        """The app starts with what was kept."""
        self.lines = {}
        self.alarm = float("inf")
        self.client = Client(
            lambda: self.time, self.random.randrange, self.run, self.kept, "en", "property"
        )
        state = self.client._state
        before = state.answers.answered

        def answered(request: Message, answer: Message | None) -> None:
            self.answered[getattr(request, "id", 0)] += 1
            before(request, answer)

        state.answers.answered = answered  # type: ignore[method-assign]
        self.client.connection.start()

    def run(self, effect: Effect) -> None:
        match effect:
            case Connect(line, _):
                self.lines[line] = Line(line)
            case Send(line, data):
                assert line in self.lines, "sent on a line that was hung up"
                self.lines[line].to_house.append(data)
            case Disconnect(line):
                self.lines.pop(line, None)
            case WakeAt(at):
                self.alarm = at
            case Keep(name, text):
                self.kept[name] = text

    # -- what happens --------------------------------------------------------------------------

    def step(self, calm: bool) -> None:
        self.time += self.random.choice((0.0, 0.01, 0.2, 1.5))
        deeds = [self.carry, self.carry, self.carry, self.wake, self.player]
        if not calm:
            deeds += [self.break_line, self.pause, self.stray, self.kill]
            weights = [12, 12, 12, 6, 6, 2, 1, 1, 1]
        else:
            while self.on_its_way():
                self.carry()
            deeds, weights = [self.wake], [1]
        self.random.choices(deeds, weights)[0]()

    def carry(self) -> None:
        """Something on its way arrives."""
        for line in list(self.lines.values()):
            if not line.up:
                line.up = True
                self.client.connection.opened(line.number)
            elif line.to_house and self.random.random() < 0.7:
                self.hear(line, decode(line.to_house.pop(0), FROM_CLIENT))
            elif line.to_app:
                self.client.connection.heard(line.number, line.to_app.pop(0))

    def on_its_way(self) -> bool:
        return any(not one.up or one.to_house or one.to_app for one in self.lines.values())

    def wake(self) -> None:
        self.time = max(self.time, min(self.alarm, self.time + 40))
        self.client.connection.woken()

    def break_line(self) -> None:
        for line in list(self.lines.values()):
            del self.lines[line.number]
            code = self.random.choice((None, None, 1006, 4003, 4008, 4009))
            self.client.connection.lost(line.number, code)

    def stray(self) -> None:
        """What is said of an old line, late."""
        number = self.random.randrange(0, self.client._state.runner.session.connection)
        self.client.connection.lost(number)
        self.client.connection.opened(number)
        self.client.connection.heard(number, encode(messages.Goodbye("logout")))

    def pause(self) -> None:
        self.client.connection.paused()
        assert not self.lines, "hung up"
        self.time += self.random.choice((1, 50))
        self.client.connection.resumed()

    def kill(self) -> None:
        """The app is ended; what was not to be kept is over with it."""
        for number, request in list(self.asked.items()):
            if retry_policy(request) is not RetryPolicy.KEPT:
                del self.asked[number]
        self.begin()

    def player(self) -> None:
        client = self.client
        if client.connection.view.state == "met":
            client.account.play_as_guest()
        elif client.account.me.inside or client._state.runner.session.token:
            deeds: tuple[Callable[[], int], ...] = (
                lambda: client.seat.sit_out("t"),
                lambda: client.cashier.buy("t", 1_000),
                lambda: client.chat.say("t", "hello"),
                lambda: client.opening.open_room("holdem", "standard"),
                lambda: client.cashier.change_card("debit", "4242", "1234"),
                lambda: client.seat.leave("t"),
            )
            number = self.random.choice(deeds)()
            if number:
                assert number not in self.asked, "a number is used once"
                asked = self.client._state.runner.session.box.open.get(number)
                if asked is not None:
                    self.asked[number] = asked.message

    # -- the house -----------------------------------------------------------------------------

    def hear(self, line: Line, message: Message) -> None:
        house = self.house
        number: int = getattr(message, "id", 0)
        if line.token and line.token == house.tokens[-1]:
            # Whoever goes on has the token, and those before it are spent.
            house.good = {line.token}
        if isinstance(message, LOGINS):
            line.logins += 1
            if line.logins > 1:
                house.faults.append("two logins on one line")
            if isinstance(message, messages.Guest):
                house.guests += 1
                if self.client._state.runner.session.token:
                    house.faults.append("logged in anew with a good token")
        if isinstance(message, messages.Hello):
            line.state = "met"
            self.say(line, messages.Welcome(1))
        elif isinstance(message, messages.Ping):
            self.say(line, messages.Pong(message.n))
        elif isinstance(message, messages.Resume):
            self.come_in(line, number, message.token)
        elif isinstance(message, LOGINS):
            self.come_in(line, number, None)
        elif line.state != "in":
            house.faults.append(f"{message.t} before its time")
        else:
            self.do(line, number, message)

    def come_in(self, line: Line, number: int, token: str | None) -> None:
        house = self.house
        if token is not None and token not in house.good:
            house.faults.append("a spent token was shown")
        line.state = "in"
        line.token = f"token {len(house.tokens)}"
        house.tokens.append(line.token)
        house.good = {house.tokens[-1], token or ""}
        self.say(line, messages.Session(number, house.tokens[-1], "Me", True))

    def do(self, line: Line, number: int, message: Message) -> None:
        house = self.house
        before = house.done.setdefault(number, message)
        if before != message:
            house.faults.append(f"number {number} was used for two requests")
        if number not in house.answers and self.random.random() < 0.05:
            self.say(line, messages.Refused(number, "too_fast", facts={"ms": 300}))
            del house.done[number]
            return
        answer: Message = messages.Ok(number)
        if self.random.random() < 0.2:
            answer = messages.Refused(number, "paused")
        self.say(line, house.answers.setdefault(number, answer))

    def say(self, line: Line, message: Message) -> None:
        line.to_app.append(encode(message))


@pytest.mark.parametrize("seed", range(120))
def test_whatever_breaks_each_request_is_answered_once_and_nobody_logs_in_twice(seed: int) -> None:
    life = Life(seed)
    for _ in range(400):
        life.step(calm=False)
    for _ in range(60):
        life.step(calm=True)
    assert not life.house.faults, life.house.faults
    assert life.client.connection.view.state in ("in", "met")
    open_still = [number for number in life.asked if life.client.requests.pending(number)]
    assert not open_still, "all is answered in the end"
    for number, request in life.asked.items():
        assert life.answered[number] == 1, (number, request)


def test_the_lives_do_see_everything_that_they_are_about() -> None:
    seen: Counter[str] = Counter()
    for seed in range(20):
        life = Life(seed)
        for _ in range(400):
            life.step(calm=False)
        seen["tokens"] += len(life.house.tokens)
        seen["requests"] += len(life.asked)
        seen["answered"] += sum(life.answered.values())
        seen["kept"] += sum(retry_policy(one) is RetryPolicy.KEPT for one in life.asked.values())
    assert seen["tokens"] > 200
    assert seen["kept"] > 50
    assert seen["answered"] > 200
