"""The line of a browser's worker: one loop, timers that stay, no call within a call."""

import heapq
from collections.abc import Callable
from random import Random

from client_offline.line import LONGEST_S, OfflineLine
from client_offline.thinking import answered
from game_server.table.pace import LATE_S
from protocol import messages
from protocol.codec import FROM_SERVER, decode, encode
from protocol.events import Acted, Event
from protocol.messages import VERSION, Message, Pong, Told, Welcome
from tests.offline.world import FIRST


class Tab:
    """A worker's loop on a clock that jumps, and a client that says what the test says."""

    def __init__(self, early: float = 0.0) -> None:
        self.now, self.busy = FIRST, False
        self.timers: list[tuple[float, int, Callable[[], None]]] = []
        self.set, self.early = 0, early
        self.heard: list[Message] = []
        self.ended = 0
        self.kept: dict[str, str] = {}
        self.waits: list[float] = []
        self.asked: list[tuple[int, bytes]] = []
        """What bots were asked elsewhere."""
        self.answers = True
        """Whether they answer there."""
        self.line = OfflineLine(
            "",
            Random(3).randrange,
            lambda: self.now,
            self.later,
            self.kept.__setitem__,
            self.hear,
            self.end,
            self.ask,
        )

    def later(self, seconds: float, call: Callable[[], None]) -> None:
        self.waits.append(seconds)
        self.set += 1
        heapq.heappush(
            self.timers, (self.now + seconds - min(self.early, seconds / 2), self.set, call)
        )

    def hear(self, frame: bytes) -> None:
        assert not self.busy, "within a call of the line"
        self.heard.append(decode(frame, FROM_SERVER))

    def ask(self, number: int, question: bytes) -> None:
        self.asked.append((number, question))
        if self.answers:
            self.later(0, lambda: self.line.bots.answered(number, answered(question)))

    def end(self) -> None:
        self.ended += 1

    def send(self, *said: Message) -> None:
        for message in said:
            self.busy = True
            self.line.send(encode(message))
            self.busy = False

    def later_on(self, times: int = 1) -> None:
        for _ in range(times):
            if not self.timers:
                return
            at, _, call = heapq.heappop(self.timers)
            self.now = max(self.now, at)
            call()

    def come_in(self) -> None:
        self.line.connect()
        self.send(messages.Hello(VERSION, VERSION), messages.Guest(1, "Ann"))
        self.later_on(4)

    def sit(self) -> None:
        """At hold'em, against bots."""
        self.send(messages.QuickSeat(2, "holdem", "standard"))
        self.until(lambda: any(isinstance(one, messages.Offer) for one in self.heard))
        offer = next(one for one in self.heard if isinstance(one, messages.Offer))
        self.send(messages.Sit(3, offer.table, offer.key, 20_000))

    def until(self, done: Callable[[], bool]) -> None:
        """Let timers ring until that holds."""
        for _ in range(2_000):
            if done():
                return
            self.later_on()
        raise AssertionError("it never holds")

    def acted(self) -> int:
        """So many acts were told."""
        return sum(isinstance(event, Acted) for one in self.heard for event in events_of(one))


def events_of(message: Message) -> tuple[Event, ...]:
    return message.events if isinstance(message, Told) else ()


def test_a_round_begins_and_is_played_by_timers_alone() -> None:
    tab = Tab(early=0.002)
    tab.come_in()
    assert isinstance(tab.heard[0], Welcome)
    tab.sit()
    tab.until(lambda: len(tab.asked) > 0)
    at = tab.now
    tab.until(lambda: tab.acted() > 0)
    assert tab.now < at + LATE_S
    tab.later_on(60)
    assert sum(len(events_of(one)) for one in tab.heard) > 3
    assert max(tab.waits) <= LONGEST_S
    assert tab.kept


def test_while_a_bot_thinks_for_long_the_house_answers_and_the_round_goes_on() -> None:
    tab = Tab()
    tab.answers = False
    tab.come_in()
    tab.sit()
    tab.until(lambda: len(tab.asked) > 0)
    at = tab.now
    tab.send(messages.Ping(7))
    tab.until(lambda: Pong(7) in tab.heard)
    assert tab.now == at
    # It moves quickly in the end, and an answer that comes then is of no use.
    before = tab.acted()
    tab.until(lambda: tab.acted() > before)
    number, question = tab.asked[0]
    tab.line.bots.answered(number, answered(question))
    tab.until(lambda: tab.acted() > before + 1)


def test_where_nobody_thinks_elsewhere_bots_think_in_the_line() -> None:
    tab = Tab()
    tab.answers = False
    tab.come_in()
    tab.sit()
    tab.until(lambda: len(tab.asked) > 0)
    asked = len(tab.asked)
    before, at = tab.acted(), tab.now
    tab.line.bots.nobody_there()
    tab.until(lambda: tab.acted() > before)
    assert tab.now < at + LATE_S
    tab.later_on(60)
    assert len(tab.asked) == asked


def test_what_was_said_to_a_line_that_is_closed_is_not_heard() -> None:
    tab = Tab()
    tab.come_in()
    before = len(tab.heard)
    tab.send(messages.Ping(7))
    tab.later_on()
    tab.line.disconnect()
    tab.later_on(20)
    assert Pong(7) not in tab.heard[before:]


def test_the_house_hangs_up_after_its_last_words() -> None:
    tab = Tab()
    tab.come_in()
    tab.send(messages.Logout(2))
    tab.later_on(5)
    assert isinstance(tab.heard[-1], messages.Goodbye)
    assert tab.ended == 1
