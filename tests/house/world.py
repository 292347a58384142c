"""A house without sockets or time: a real disk, a bank's real books, clients of plain words."""

from collections import defaultdict, deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, TypeVar

from twisted.internet.defer import Deferred
from twisted.internet.task import Clock

from game_server.bank.adapter import (
    Authorization,
    Authorized,
    BankDone,
    BankRefused,
    BankUnknown,
    BankUnseen,
    Holds,
    Outcome,
    OutsideBank,
)
from game_server.bank.cards import BankCard
from game_server.bank.demo_books import DemoBooks, sample_balance, sample_card
from game_server.bank.vault import new_vault
from game_server.bots import choosing
from game_server.bots.random_player import choose
from game_server.config import DEFAULT_ROOMS, RoomSettings
from game_server.fair import chance
from game_server.fair.rigged import RiggedChance
from game_server.house.house import House
from game_server.house.login_terms import USUAL_LOGIN_TERMS, LoginTerms
from game_server.house.player_limits import USUAL_LIMITS, PlayerLimits
from game_server.lobby.opening import configured
from game_server.lobby.ports import Means
from game_server.lobby.table_runner import TableRunner
from game_server.lobby.thinking import DirectThinkers
from game_server.net.admission import AdmissionControl
from game_server.net.connection import ClientConnection, ListenerContext
from game_server.net.limits import RATES, ListenerLimits
from game_server.players.passwords import Passwords, Strength
from game_server.players.pool import DirectPool
from game_server.players.security import SecurityLog
from game_server.rate_limit import RateLimit
from game_server.store import ledger, ledger_check
from game_server.store.database import open_database
from game_server.store.direct import CommitFault, DirectStore
from game_server.store.escrows import all_escrows
from game_server.store.sqlite import MEMORY, SqliteConnection
from game_server.table.config import TableConfig
from game_server.table.round_effects import Draw
from protocol import messages
from protocol.codec import FROM_SERVER, decode, encode
from protocol.endings import Ending
from protocol.events import Event
from protocol.messages import IN, VERSION, Asked, Message, Offer, Seen, Session, Told
from protocol.words import Act
from tests.cards import typed
from tests.store.in_memory import in_memory
from tests.table_probe import TableProbe

T = TypeVar("T")
M = TypeVar("M", bound=Message)
BEGAN = 1_800_000_000.0
CHEAP = Strength(memory_kib=8, passes=1)
SECRET = b"s" * 32
QUICK = ListenerLimits(apps=True, rates={kind: RateLimit(10_000, 1_000.0) for kind in RATES})
EPS = RoomSettings(
    "eps", "holdem", "eps", "cash", 0, 2_000, 100_000, pause=1.0, seats_per_address=0
)
HERE = "192.0.2.1"
"""Where everybody comes from, unless a test says otherwise."""


@dataclass
class BooksBank:
    """The demo bank's books without HTTP. `coming` is what goes wrong with the next payments:
    silent before or after it moved the money, or refused. While it is `silent` nothing comes."""

    books: DemoBooks
    clock: Clock
    coming: deque[str] = field(default_factory=deque)
    silent: bool = False

    def _later(self, answer: Callable[[], T]) -> Deferred[T]:
        done: Deferred[T] = Deferred()

        def arrive() -> None:
            if not done.called:
                done.callback(answer())

        if not self.silent:
            self.clock.callLater(0.05, arrive)
        return done

    def authorize(self, card: BankCard) -> Deferred[Authorized | BankRefused | BankUnknown]:
        return self._later(lambda: self.books.authorize(card))

    def balance(self, authorization: Authorization) -> Deferred[Holds | BankRefused | BankUnknown]:
        return self._later(lambda: self.books.balance(authorization.token))

    def withdraw(self, authorization: Authorization, amount: int, key: str) -> Deferred[Outcome]:
        return self._later(lambda: self._pay("withdraw", authorization, amount, key))

    def deposit(self, authorization: Authorization, amount: int, key: str) -> Deferred[Outcome]:
        return self._later(lambda: self._pay("deposit", authorization, amount, key))

    def status(self, key: str) -> Deferred[Outcome | BankUnseen]:
        return self._later(lambda: self.books.status(key))

    def _pay(self, way: Any, authorization: Authorization, amount: int, key: str) -> Outcome:
        fault = self.coming.popleft() if self.coming else ""
        if fault == "before":
            return BankUnknown("silent")
        if fault == "refuse":
            return BankRefused("declined")
        paid = self.books.pay(way, authorization.token, amount, key)
        return BankUnknown("silent") if fault == "after" else paid


class SeededChance:
    """The same numbers for the same question and seed, whatever was asked before."""

    def __init__(self, seed: int) -> None:
        self.seed, self.random = seed, Random(seed)
        self.drawn: list[tuple[str, int, tuple[int, ...]]] = []

    def draw(self, table: str, asked: Draw) -> Sequence[int]:
        below = Random(f"{self.seed}/{table}/{asked.source}/{asked.turn}").randrange
        numbers = chance.answer(asked.bounds, below)
        self.drawn.append((asked.source, asked.turn, numbers))
        return numbers

    def below(self, bound: int) -> int:
        return self.random.randrange(bound)


class World:
    """A house, its bank, and whoever comes. `restart` is a power cut."""

    def __init__(
        self,
        *rooms: RoomSettings,
        seed: int = 1,
        path: str | Path = ":memory:",
        testing: bool = False,
        demo: bool = False,
        login_terms: LoginTerms = USUAL_LOGIN_TERMS,
        limits: PlayerLimits = USUAL_LIMITS,
        takes_cards: bool = True,
        beside: "World | None" = None,
        node: str = "",
    ) -> None:
        """`beside` is another node of the same house: one clock, disk and bank for both. `node` is
        the name of one of those that share the tables."""
        self.node = node
        self.clock: Clock = Clock() if beside is None else beside.clock
        self.limits = limits
        self.takes_cards = takes_cards
        self.login_terms = login_terms
        self.settings = rooms or DEFAULT_ROOMS
        self.conn: SqliteConnection
        if beside is None:
            self.conn = in_memory() if path == MEMORY else open_database(path)
            self.books = DemoBooks(":memory:")
            self.bank = BooksBank(self.books, self.clock)
            self.vault = new_vault()
            self.numbers = 0
        else:
            self.conn, self.books, self.bank = beside.conn, beside.books, beside.bank
            self.vault, self.numbers = beside.vault, beside.numbers + 1_000_000
        self.chance = SeededChance(seed)
        self.keys = 0
        self.clients: list[Client] = []
        self.starts_open, self.testing, self.demo = True, testing, demo
        self._open()

    def _open(self) -> None:
        self.store = self.new_store()
        means = Means(
            clock=self.clock,
            store=self.store,
            chance=self.chance,
            thinkers=DirectThinkers(self.clock, choosing.choose, choosing.names, choosing.quick),
            time=self.time,
            new_key=self._key,
            security=SecurityLog(self.store, self.clock, lambda: round(self.time() * 1000)),
            rig=RiggedChance() if self.testing else None,
            takes_cards=self.takes_cards,
            node=self.node,
        )
        passwords = Passwords(DirectPool(self.clock), CHEAP)
        self.house = House(
            means,
            self.outside_bank(),
            passwords,
            SECRET,
            self.vault,
            login_terms=self.login_terms,
            limits=self.limits,
        )
        self.context = ListenerContext(self.house, QUICK, AdmissionControl(QUICK))
        self.wait(self.house.start(self.rooms(), self.starts_open))

    def outside_bank(self) -> OutsideBank:
        """The bank as this house reaches it."""
        return self.bank

    def new_store(self) -> DirectStore:
        """The disk as it is after each start."""
        return DirectStore(self.conn, self.clock)

    def rooms(self) -> list[TableConfig]:
        return [configured(room, self.testing, self.demo) for room in self.settings]

    def time(self) -> float:
        return BEGAN + self.clock.seconds()

    def _key(self) -> str:
        self.keys += 1
        return f"key {self.keys}"

    def wait(self, deferred: Deferred[T], seconds: float = 5.0) -> T:
        """What comes of it, letting time pass."""
        got: list[T] = []
        wrong: list[BaseException] = []
        deferred.addCallbacks(got.append, lambda failure: wrong.append(failure.value))
        until = self.clock.seconds() + seconds
        self.clock.advance(0)
        while not (got or wrong) and self.clock.seconds() < until:
            self.clock.advance(0.05)
        if wrong:
            raise wrong[0]
        assert got, "it has not fired"
        return got[0]

    def restart(self) -> None:
        """The power goes, and comes again."""
        for client in self.clients:
            client.cut = True
        self.house.stop()
        self.store.close()
        self.clock.calls.clear()
        self.clients = []
        self._open()

    def run(self, seconds: float, step: float = 0.05) -> None:
        """Let time pass; clients with a mind of their own answer."""
        until = self.clock.seconds() + seconds
        while self.clock.seconds() < until:
            self.clock.advance(step)
            self.play()

    def play(self) -> None:
        for client in self.clients:
            if client.plays and not client.cut:
                client.answer()
        self.clock.advance(0)

    def until(self, done: Callable[[], bool], seconds: float = 300.0, step: float = 0.05) -> None:
        until = self.clock.seconds() + seconds
        self.clock.advance(0)
        while not done():
            assert self.clock.seconds() < until, "it never comes"
            self.play()
            if not done():
                self.clock.advance(step)

    def client(self, name: str = "", card: int | None = None, address: str = HERE) -> "Client":
        """Somebody who has come in, as a guest or by the sample card of that number."""
        client = Client(self, address)
        if card is None:
            client.say(messages.Guest(client.next(), name))
        else:
            sample = sample_card(card)
            self.books.open_account(sample, sample_balance(card))
            client.say(messages.LoginByCard(client.next(), name, *typed(sample)))
            self.clock.advance(0.2)
            self.clock.advance(0.2)
        self.clock.advance(0)
        assert client.heard(Session), client.inbox
        return client

    def runner(self, table: str) -> TableRunner:
        return self.house.lobby.find(table)

    def probe(self, table: str) -> TableProbe:
        """What stands at the table now."""
        return TableProbe.of(self.runner(table))

    def fail(self, fault: CommitFault) -> None:
        """What befalls the next commit."""
        self.store.fault = fault

    def check(self) -> None:
        """The ledger is at zero, and what lies in escrow is what the rooms say."""
        assert ledger.imbalance(self.conn) == 0
        assert ledger_check.whole_faults(self.conn) == ()
        held: dict[tuple[str, str], int] = {}
        for runner in self.house.lobby.runners.values():
            for player, amount in runner.view.holdings().items():
                if amount:
                    held[runner.table_id, player.removeprefix("bot:")] = amount
        assert held == {(one.table, one.holder): one.amount for one in all_escrows(self.conn)}


class Client:
    """A client that knows the protocol alone."""

    def __init__(self, world: World, address: str = HERE, hello: bool = True) -> None:
        self.world = world
        self.inbox: list[Message] = []
        self.frames: list[bytes] = []
        self.cut = False
        self.plays = False
        self.ending = ""
        self.told: dict[str, list[Event]] = defaultdict(list)
        self.seen: dict[str, Seen] = {}
        self.asked: dict[str, Asked] = {}
        self.token = ""
        self.number = 0
        self.random = Random(len(world.clients))
        self.line = ClientConnection(self, world.context, address, world.clock.seconds())
        world.context.admission.enter(address, world.clock.seconds())
        world.clients.append(self)
        if hello:
            self.say(messages.Hello(VERSION, VERSION, client="test"))

    # -- the wire --------------------------------------------------------------------------

    def write(self, *data: bytes) -> None:
        for frame in data:
            if not (self.cut or self.ending):
                self.frames.append(frame)
                self._hear(decode(frame, FROM_SERVER))

    def end(self, ending: Ending, reason: str = "") -> None:
        self.ending = ending.name
        self.world.clock.callLater(0, self.line.gone, ending.name)

    def _hear(self, message: Message) -> None:
        self.inbox.append(message)
        match message:
            case Session(token=token):
                self.token = token
            case Told(table, number, after, seq, events):
                mine = self.told[table]
                before = self.seen.get(table)
                if before is None or before.round != number:
                    assert after == 0, f"a round begins with event {after}"
                    mine.clear()
                del mine[after:]
                assert len(mine) == after, f"events up to {after} are missing"
                mine += events
                self.seen[table] = Seen(table, number, seq)
                if after == 0 or not before or before.round != number:
                    self.asked.pop(table, None)
            case Asked(table):
                self.asked[table] = message

    def say(self, message: Message) -> None:
        """Send it, and let what is due at once happen."""
        self.line.heard(encode(message), self.world.clock.seconds())
        self.world.clock.advance(0)

    def next(self) -> int:
        # Of the world: a player uses a number once, on whatever line.
        self.world.numbers += 1
        return self.world.numbers

    def lose(self) -> None:
        """The line breaks."""
        self.cut = True
        self.line.gone("lost")
        self.world.clock.advance(0)

    # -- what a player does ----------------------------------------------------------------

    def ask(self, kind: Callable[..., Message], *args: object, **more: object) -> Message:
        """Send a request; the answer."""
        number = self.next()
        self.say(kind(number, *args, **more))
        return self.reply(number)

    def reply(self, number: int) -> Message:
        for _ in range(40):
            for message in reversed(self.inbox):
                if getattr(message, "id", 0) == number:
                    return message
            self.world.clock.advance(0.05)
        raise AssertionError(f"request {number} has no answer: {self.inbox[-5:]}")

    def seat(self, table: str, chips: int = 20_000) -> None:
        """Join, queue, take the seat that is offered."""
        self.ask(messages.Join, table)
        self.ask(messages.Queue, table)
        self.sit(table, chips)

    def sit(self, table: str, chips: int = 20_000) -> None:
        key = self.heard(Offer)[-1].key
        done = self.ask(messages.Sit, table, key, chips)
        assert isinstance(done, messages.Ok), done

    def answer(self) -> None:
        """Any legal act to whatever is asked."""
        for table, asked in list(self.asked.items()):
            del self.asked[table]
            act = choose(self.told[table], asked.ask, self.random.randrange)
            self.act(table, asked.turn, act)

    def act(self, table: str, turn: int, act: Act) -> int:
        number = self.next()
        self.say(
            messages.Answer(
                number, table, turn, act.verb, act.amount, act.cards, act.on, act.stands
            )
        )
        return number

    # -- what was heard --------------------------------------------------------------------

    def heard(self, kind: type[M]) -> list[M]:
        return [message for message in self.inbox if isinstance(message, kind)]

    def codes(self) -> list[str]:
        return [message.code for message in self.heard(messages.Notice)]

    @property
    def id(self) -> int:
        row = self.world.conn.execute(
            "SELECT id FROM players WHERE name = ?", (self.heard(Session)[-1].name,)
        ).fetchone()
        return int(row[0])

    def resumed(self, world: World | None = None) -> "Client":
        """The same player on a new line, maybe at another node, with what this one has seen."""
        other = Client(world or self.world)
        other.told.update({table: list(events) for table, events in self.told.items()})
        other.seen.update(self.seen)
        other.plays = self.plays
        number = other.next()
        other.say(messages.Resume(number, self.token, tuple(self.seen.values())))
        answer = other.reply(number)
        assert isinstance(answer, Session), answer
        assert other.line.state == IN
        return other


__all__ = ["BEGAN", "EPS", "Authorized", "BankDone", "Client", "World"]
