"""Plain clients of the house: a WebSocket, and nothing of ours but the protocol."""

import time
from collections.abc import Callable
from contextlib import ExitStack, suppress
from random import Random
from typing import Protocol

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from game_server.bots.random_player import choose
from protocol import messages
from protocol.codec import FROM_SERVER, decode, encode
from protocol.events import Event, RoundEnded
from protocol.messages import VERSION, Asked, Message, Offer, Seen, Session, Told
from protocol.words import Act


class Socket(Protocol):
    """A WebSocket, as much of it as a client needs."""

    def send(self, message: bytes) -> None: ...

    def recv(self, timeout: float | None = None) -> str | bytes: ...


class Plain:
    """A WebSocket client with msgpack, and nothing else of ours but the protocol."""

    def __init__(self, lines: ExitStack, url: str, seed: int) -> None:
        self.ws = self.connected(lines, url)
        self.random = Random(seed)
        self.told: dict[str, list[Event]] = {}
        self.seen: dict[str, Seen] = {}
        self.asked: dict[str, Asked] = {}
        self.inbox: list[Message] = []
        self.rounds = 0
        self.token = ""
        self.number = 0
        self.say(messages.Hello(VERSION, VERSION))

    def connected(self, lines: ExitStack, url: str) -> Socket:
        return lines.enter_context(connect(url))

    def say(self, message: Message) -> None:
        with suppress(ConnectionClosed):
            self.ws.send(encode(message))

    def next(self) -> int:
        self.number += 1
        return self.number

    def hear(self, seconds: float = 0.002) -> bool:
        try:
            data = self.ws.recv(timeout=seconds)
        except (TimeoutError, ConnectionClosed):
            return False
        assert isinstance(data, bytes)
        message = decode(data, FROM_SERVER)
        self.inbox.append(message)
        match message:
            case Session(token=token):
                self.token = token
            case Told(table, number, after, seq, events):
                if self.seen.get(table, Seen(table, 0, 0)).round != number:
                    self.told[table] = []
                    self.asked.pop(table, None)
                assert len(self.told[table]) == after, "events are missing"
                self.told[table] += events
                self.seen[table] = Seen(table, number, seq)
                self.rounds += any(isinstance(event, RoundEnded) for event in events)
            case Asked(table):
                self.asked[table] = message
        return True

    def until(self, kind: type[Message]) -> Message:
        for _ in range(5_000):
            found = [message for message in self.inbox if isinstance(message, kind)]
            if found:
                return found[-1]
            self.hear()
        raise AssertionError(f"no {kind.__name__} in {self.inbox}")

    def seat(self, table: str) -> None:
        self.say(messages.Join(self.next(), table))
        self.say(messages.Queue(self.next(), table))
        offer = self.until(Offer)
        assert isinstance(offer, Offer)
        self.say(messages.Sit(self.next(), table, offer.key, 20_000))

    def answer(self) -> int:
        acts = 0
        for table, asked in list(self.asked.items()):
            del self.asked[table]
            act = choose(self.told[table], asked.ask, self.random.randrange)
            # Nobody goes broke before the power goes.
            calm = asked.ask.option("check") or asked.ask.option("call")
            act = Act(calm.verb, calm.low) if calm else act
            one = messages.Answer(
                self.next(), table, asked.turn, act.verb, act.amount, act.cards, act.on
            )
            self.say(one)
            acts += 1
        return acts


def play(clients: list[Plain], done: Callable[[int], bool], ready: str = "") -> None:
    """Let them all play until it is done; how many acts there were is asked after each turn."""
    acts, rounds = 0, -1
    end = time.monotonic() + 60
    while not done(acts):
        assert time.monotonic() < end, [client.inbox[-3:] for client in clients]
        if ready and clients[0].rounds != rounds:
            rounds = clients[0].rounds
            for client in clients:
                client.say(messages.Ready(client.next(), ready))
        for client in clients:
            while client.hear():
                pass
            acts += client.answer()


def rests(client: Plain, table: str) -> bool:
    events = client.told.get(table, [])
    return not events or isinstance(events[-1], RoundEnded)
