"""The real process on real sockets: plain clients play, it is killed, and they go on."""

import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from random import Random

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from game_server.bots.random_player import choose
from game_server.store import ledger
from game_server.store.database import open_database
from protocol import messages as said
from protocol.codec import FROM_SERVER, decode, encode
from protocol.events import Event, RoundEnded
from protocol.messages import VERSION, Asked, Goodbye, Message, Offer, Seen, Session, Told
from protocol.words import Act

CONFIG = """
[house]
data = "{data}"
[listen]
port = {port}
[bank]
demo_port = 0
[watch]
metrics_port = 0
[[room]]
table = "holdem"
game = "holdem"
preset = "standard"
stake = 200
pause = 0.1
[[room]]
table = "doudizhu"
game = "doudizhu"
preset = "house"
pause = 0.1
"""


@contextmanager
def house(folder: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """`cardroom serve` in that folder, and where it listens."""
    config = folder / "cardroom.toml"
    config.write_text(CONFIG.format(data=folder / "var", port=0))
    process = subprocess.Popen(
        [sys.executable, "-m", "game_server.cli", "serve", "--config", str(config)],
        stdout=subprocess.PIPE,
        stderr=(folder / "log").open("a"),
        text=True,
    )
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        assert "open on" in line, (line, (folder / "log").read_text())
        yield process, line.split()[-1]
    finally:
        process.kill()
        process.wait()


class Plain:
    """A WebSocket client with msgpack, and nothing else of ours but the protocol."""

    def __init__(self, lines: ExitStack, url: str, seed: int) -> None:
        self.ws: ClientConnection = lines.enter_context(connect(url))
        self.random = Random(seed)
        self.told: dict[str, list[Event]] = {}
        self.seen: dict[str, Seen] = {}
        self.asked: dict[str, Asked] = {}
        self.inbox: list[Message] = []
        self.rounds = 0
        self.token = ""
        self.number = 0
        self.say(said.Hello(VERSION, VERSION))

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
        self.say(said.Join(self.next(), table))
        self.say(said.Queue(self.next(), table))
        offer = self.until(Offer)
        assert isinstance(offer, Offer)
        self.say(said.Sit(self.next(), table, offer.key, 20_000))

    def answer(self) -> int:
        acts = 0
        for table, asked in list(self.asked.items()):
            del self.asked[table]
            act = choose(self.told[table], asked.ask, self.random.randrange)
            # Nobody goes broke before the power goes.
            calm = asked.ask.option("check") or asked.ask.option("call")
            act = Act(calm.verb, calm.low) if calm else act
            one = said.Answer(
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
                client.say(said.Ready(client.next(), ready))
        for client in clients:
            while client.hear():
                pass
            acts += client.answer()


def test_hands_survive_a_kill_and_are_played_on_by_plain_clients(tmp_path: Path) -> None:
    with ExitStack() as lines, house(tmp_path) as (process, url):
        two = [Plain(lines, url, seed) for seed in range(2)]
        three = [Plain(lines, url, seed) for seed in range(10, 13)]
        for client in (*two, *three):
            client.say(said.Guest(client.next()))
            client.until(Session)
        for client in two:
            client.seat("holdem")
        for client in three:
            client.seat("doudizhu")
        play(two, lambda _: two[0].rounds >= 2)
        play(three, lambda _: three[0].rounds >= 1, ready="doudizhu")
        # Into the next hands, and then the power goes.
        play(three, lambda acts: acts >= 4 and not rests(three[0], "doudizhu"), ready="doudizhu")
        play(two, lambda acts: acts >= 3 and not rests(two[0], "holdem"))
        process.send_signal(signal.SIGKILL)
        process.wait()
    with ExitStack() as lines, house(tmp_path) as (process, url):
        everybody: list[Plain] = []
        for group, table in ((two, "holdem"), (three, "doudizhu")):
            back = []
            for old in group:
                new = Plain(lines, url, 99)
                new.told, new.seen, new.number = old.told, old.seen, old.number
                new.say(said.Resume(new.next(), old.token, tuple(old.seen.values())))
                session = new.until(Session)
                assert isinstance(session, Session)
                assert session.tables == (table,)
                back.append(new)
            before = back[0].seen[table].round
            play(
                back,
                lambda _, back=back: back[0].rounds >= 1,  # type: ignore[misc]  # bound now
                ready=table if table == "doudizhu" else "",
            )
            assert back[0].seen[table].round >= before
            everybody += back
        process.send_signal(signal.SIGTERM)
        play(everybody, lambda _: process.poll() is not None)
        assert process.returncode == 0
        for client in everybody:
            assert any(isinstance(message, Goodbye) for message in client.inbox)
    conn = open_database(tmp_path / "var" / "cardroom.sqlite")
    assert ledger.audit(conn) == ()
    assert ledger.imbalance(conn) == 0
    (held,) = conn.execute(
        "SELECT coalesce(sum(b.amount), 0) FROM accounts a JOIN balances b ON b.account = a.id"
        " WHERE a.kind IN ('escrow', 'pot')"
    ).fetchone()
    assert held == 0, "everybody was cashed out when the house closed"
    conn.close()


def rests(client: Plain, table: str) -> bool:
    events = client.told.get(table, [])
    return not events or isinstance(events[-1], RoundEnded)
