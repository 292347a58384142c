"""A house, its tables, a line and a bank, each on a clock that only the test moves.

The house may crash at any commit; the bank and what is on the line live on. Line and bank are the
real adapter and the real service, without a socket between them.
"""

import hashlib
from collections import deque
from dataclasses import dataclass, field
from itertools import count
from typing import Final, TypeVar, cast

from twisted.internet.defer import Deferred, succeed
from twisted.internet.protocol import Protocol
from twisted.internet.task import Clock
from twisted.logger import ILogObserver, LogEvent, eventAsText, globalLogPublisher
from twisted.python.failure import Failure
from twisted.web.client import ResponseDone
from twisted.web.http_headers import Headers

from game_server.bank import bookings, payment_steps
from game_server.bank.adapter import Authorized, BankDone
from game_server.bank.bank_terms import BankTerms
from game_server.bank.cards import DAY_MS, BankCard, with_check_digit
from game_server.bank.cashier import Cashier
from game_server.bank.demo_bank import HANG_UP, SILENCE, DemoReply, DemoService
from game_server.bank.demo_books import DemoBooks
from game_server.bank.entries import BANK, SUSPENSE, escrow, purse_of
from game_server.bank.http_bank import Body, HttpBank, HttpResponse
from game_server.bank.payout import GivenCard, KeptCard
from game_server.bank.saga import OVER
from game_server.bank.tries import Trier
from game_server.bank.vault import new_vault
from game_server.store import accounts, ledger, ledger_check, payments
from game_server.store.direct import CommitFault, DirectStore
from game_server.store.group_commit import SimulatedCrash
from game_server.store.payments import Payment
from game_server.store.refusals import TooLittle
from game_server.store.transaction import Transaction
from protocol.words import Refusal
from tests.store.in_memory import in_memory

T = TypeVar("T")
TABLE = "eps-1"
BEGAN = 1_800_000_000.0
LINE_S = 0.1
HOLD_MS = 50_000
SECRET = "the-house-secret"


def card(number: int) -> BankCard:
    """A card whose number and PIN are long enough to be nowhere by chance."""
    return BankCard("debit", with_check_digit(f"41234{number:010}"), f"{918273645500 + number}")


class BrokenLine(Exception):
    """The line to the bank is cut."""


class Head:
    """The head of an answer that came over the line."""

    def __init__(self, code: int, body: bytes, ending: Exception | None = None) -> None:
        self.code = code
        self._body = body
        self._ending = ending

    def deliverBody(self, protocol: Protocol) -> None:
        for start in range(0, len(self._body), 700):
            protocol.dataReceived(self._body[start : start + 700])
        protocol.connectionLost(Failure(self._ending or ResponseDone()))


@dataclass
class Line:
    """From one life of the house to the bank. What is on it when the house dies still arrives."""

    service: DemoService
    clock: Clock
    alive: bool = True
    late: deque[float] = field(default_factory=deque)
    asked: int = 0
    under_way: int = 0
    most: int = 0
    """The most requests that were under way at once."""

    def request(
        self, method: bytes, uri: bytes, headers: Headers, bodyProducer: Body | None
    ) -> Deferred[HttpResponse]:
        parts: list[bytes] = []
        if bodyProducer is not None:
            bodyProducer.startProducing(_Collected(parts))
        (shown,) = headers.getRawHeaders("authorization") or [""]
        path = uri.decode().removeprefix("https://bank.test")
        answered: Deferred[HttpResponse] = Deferred(lambda _: None)
        wait = self.late.popleft() if self.late else LINE_S
        self.asked += 1
        self.under_way += 1
        self.most = max(self.most, self.under_way)
        self.clock.callLater(
            wait, self._arrive, answered, method.decode(), path, shown, b"".join(parts)
        )
        return answered

    def _arrive(
        self, answered: Deferred[HttpResponse], method: str, path: str, shown: str, body: bytes
    ) -> None:
        reply = self.service.handle(method, path, shown, body)
        self.clock.callLater(LINE_S + reply.after, self._return, answered, reply)

    def _return(self, answered: Deferred[HttpResponse], reply: DemoReply) -> None:
        self.under_way -= 1
        if not self.alive or answered.called or reply == SILENCE:
            return
        if reply == HANG_UP:
            answered.errback(BrokenLine())
        else:
            answered.callback(Head(reply.status, reply.serialised()))


class Heard:
    """Everything that was logged, as it would stand in a file."""

    def __init__(self) -> None:
        self.texts: list[str] = []

    def __call__(self, event: LogEvent) -> None:
        self.texts.append(f"{eventAsText(event)} {event!r}")


@dataclass
class _Collected:
    parts: list[bytes]

    def write(self, data: bytes) -> None:
        self.parts.append(data)


WORLDS: Final = count(1)


class CountingStore(DirectStore):
    """The world counts the commits of all lives, and one of them may have a fault."""

    def __init__(self, world: "World") -> None:
        super().__init__(world.conn, world.clock)
        self._world = world

    def _commit(self) -> None:
        self._world.commits += 1
        if self._world.strike is not None and self._world.strike[0] == self._world.commits:
            self.fault = self._world.strike[1]
        super()._commit()


class Tables:
    """Who sits at the one table, and what was told. Chips are the escrow's."""

    def __init__(self, world: "World") -> None:
        self._world = world
        self.told_all: list[Payment] = []

    def sits(self, player: int, table: str) -> bool:
        return table == TABLE and player in self._world.seated

    def bring(self, player: int, table: str, amount: int, key: str) -> Deferred[bool]:
        if not self.sits(player, table):
            return succeed(False)
        at = self._world.now()

        def work(conn: Transaction) -> bool:
            try:
                ledger.book(conn, bookings.top_up(key, player, table, amount, "cash", at))
            except TooLittle:
                return False
            return True

        return self._world.store.write(work)

    def told(self, payment: Payment) -> None:
        self.told_all.append(payment)


class World:
    """Players 1 to `players`, each with a card of one account with `each` cents."""

    def __init__(self, players: int = 2, each: int = 20_000) -> None:
        self.conn = in_memory()
        self.books = DemoBooks(":memory:")
        self.service = DemoService(self.books, SECRET)
        self.bank_clock = Clock()
        self.time = 0.0
        self.each = each
        self.players: list[int] = []
        self.cards: dict[int, BankCard] = {}
        self.owned: dict[int, list[BankCard]] = {}
        self.terms = BankTerms(payout_hold=HOLD_MS)
        self.vault = new_vault()
        self.seated: set[int] = set()
        self.keys_begin = f"key-{next(WORLDS)}"
        self.keys = 0
        self.graves: list[object] = []
        """What waited in a dead house must not wake up when its memory is freed."""
        self.crashes = 0
        self.commits = 0
        self.strike: tuple[int, CommitFault] | None = None
        self.results: list[object] = []
        for number in range(players):
            made = accounts.create(
                self.conn, kind="guest", name=f"P{number}", folded=f"p{number}", at=0
            )
            self.players.append(made.id)
            self.cards[made.id] = card(number)
            self.owned[made.id] = [card(number)]
            self.books.open_account(card(number), each)
        self.log = Heard()
        globalLogPublisher.addObserver(cast(ILogObserver, self.log))
        self._switch_on()

    def close(self) -> None:
        """Let go of the files, and be sure that no payment stood still for a fault of ours."""
        globalLogPublisher.removeObserver(cast(ILogObserver, self.log))
        self.conn.close()
        self.books.close()
        # What waited in another world is heard too, when its memory is freed.
        own = [text for text in self.log.texts if f"{self.keys_begin}-" in text]
        assert [text for text in own if "stands still" in text] == []

    def now(self) -> int:
        return int((BEGAN + self.time) * 1000)

    def new_key(self) -> str:
        self.keys += 1
        return f"{self.keys_begin}-{self.keys}"

    # -- the house's life

    def _switch_on(self) -> None:
        self.clock = Clock()
        self.store = CountingStore(self)
        self.line = Line(self.service, self.bank_clock)
        self.tables = tables = Tables(self)
        self.bank = HttpBank(self.line, self.clock, "https://bank.test", SECRET)
        self.cashier = Cashier(
            self.store,
            self.bank,
            tables,
            lambda payment: tables.told(payment),
            self.clock,
            self.now,
            self.terms,
            self.vault,
            self.new_key,
        )
        self.keep(self.cashier.start())

    def crash(self) -> None:
        """The house is dead at once and starts again from its disk."""
        self.line.alive = False
        self.crashes += 1
        self.graves.append((self.store, self.cashier, self.clock))
        if self.conn.in_transaction:
            self.conn.execute("ROLLBACK")
        self._switch_on()

    def restart(self) -> None:
        """The house closes as it should, and opens again."""
        self.cashier.stop()
        self.advance(0.0)
        self.store.close()
        self.line.alive = False
        self._switch_on()

    def advance(self, seconds: float) -> None:
        """Let time pass for house and bank; a crash that was planned is survived."""
        until = self.time + seconds
        while True:
            due = [
                call.getTime() - clock.seconds()
                for clock in (self.clock, self.bank_clock)
                for call in clock.calls
            ]
            step = max(0.0, min(due, default=seconds + 1))
            if self.time + step > until + 1e-9:
                break
            self._pass(step)
        self._pass(max(0.0, until - self.time))

    def _pass(self, step: float) -> None:
        self.time += step
        self.bank_clock.advance(step)
        try:
            self.clock.advance(step)
        except SimulatedCrash:
            self.crash()

    # -- what players do

    def keep(self, fired: Deferred[T]) -> list[object]:
        """What a Deferred fires with, once it does: its result, or the exception."""
        got: list[object] = []

        def failed(failure: Failure) -> None:
            got.append(failure.value)

        fired.addCallbacks(got.append, failed)
        self.results.append(got)
        return got

    def give_card(
        self, player: int, other: BankCard | None = None, confirmed: bool = False
    ) -> list[object]:
        who = Trier(f"192.0.2.{player}", player)
        checked = self.cashier.cards.check(other or self.cards[player], who)

        def keep(authorized: Authorized) -> Deferred[KeptCard]:
            holder = hashlib.sha256(authorized.holder.encode()).digest()
            given = GivenCard(authorized.authorization, holder, confirmed)
            return self.cashier.keep_card(player, given)

        return self.keep(checked.addCallback(keep))

    def own(self, player: int, other: BankCard) -> None:
        """A further card of that player, with an account of its own."""
        self.books.open_account(other, self.each)
        self.owned[player].append(other)

    def sit(self, player: int) -> None:
        if player not in self.seated:
            self.seated.add(player)
            key = f"{self.now()}:{self.new_key()}"
            ledger.book(self.conn, bookings.sits_down(key, player, TABLE, self.now()))

    def buy(self, player: int, amount: int) -> list[object]:
        return self.keep(self.cashier.buy(player, TABLE, amount))

    def leave(self, player: int) -> None:
        """Get up: what is in escrow and the intent to cash it out are one commit."""
        sat = player in self.seated
        self.seated.discard(player)
        key, at = self.new_key(), self.now()

        def work(conn: Transaction) -> tuple[Payment, ...]:
            amount = ledger.balance(conn, escrow(TABLE, player, "cash"))
            if amount == 0:
                return ()
            out = bookings.cash_out(f"out:{key}", player, TABLE, amount, "cash", at)
            ledger.book(conn, out)
            return payment_steps.intend_to_cash_out(
                conn, player=player, table=TABLE, amount=amount, key=key, at=at
            )

        def gone(begun: tuple[Payment, ...]) -> None:
            for payment in begun:
                self.cashier.carry(payment)

        def still_here(_: Failure) -> None:
            if sat:
                self.seated.add(player)
            self.keep(self.cashier.start())

        self.store.write(work).addCallbacks(gone, still_here)

    def settle_all(self) -> None:
        """Every fault is lifted, everybody leaves and shows every card again, time passes."""
        self.service.faults.coming.clear()
        self.service.faults.down = False
        self.store.fault = self.strike = None
        self.line.late.clear()
        self.advance(200)
        for player in self.players:
            self.seated.discard(player)
            self.leave(player)
        self.advance(200)
        # Its PIN may have been tried too often, here and at the bank.
        self.advance(DAY_MS / 1000)
        for player in self.players:
            for one in self.owned[player]:
                self.books.unblock(one)
                self.give_card(player, one)
                self.advance(5)
        self.advance(200)

    # -- what must be true

    def balance(self, player: int) -> int:
        """What the bank holds for a player."""
        return sum(self.books.held(one) for one in self.owned[player])

    def brought(self, player: int) -> int:
        """What it held when the player came."""
        return self.each * len(self.owned[player])

    def chips(self, player: int) -> int:
        return ledger.balance(self.conn, escrow(TABLE, player, "cash"))

    def purse(self, player: int) -> int:
        return ledger.balance(self.conn, purse_of(player, "cash"))

    def all_payments(self) -> tuple[Payment, ...]:
        return tuple(
            one for player in self.players for one in payments.of_player(self.conn, player, 10_000)
        )

    def check_books(self) -> None:
        """What is true at every moment, whatever cards there are and whoever has won."""
        assert ledger_check.whole_faults(self.conn) == ()
        assert ledger.imbalance(self.conn) == 0
        waits = sum(
            one.amount
            for one in self.all_payments()
            if one.way == "cash_out" and one.state not in OVER
        )
        assert ledger.balance(self.conn, SUSPENSE) == waits

    def check(self) -> None:
        """What is true at every moment."""
        self.check_books()
        sheet = self.books.sheet()
        assert sheet.house + sheet.customers == sum(map(self.brought, self.players))
        made = self.all_payments()
        at_the_bank = [one for one in made if isinstance(self.books.status(one.key), BankDone)]
        assert sheet.payments == len(at_the_bank), "the bank made a payment that nobody meant"
        for one in made:
            says = type(self.books.status(one.key)).__name__.removeprefix("Bank").lower()
            assert one.state not in OVER or one.state == says, (one, says)
            assert one.state != "pending" or says == "unseen", (one, says)
        for player in self.players:
            self._check_player(player, [one for one in made if one.player == player])

    def _check_player(self, player: int, made: list[Payment]) -> None:
        """What a player has at the bank and here is what there was, but for what is not decided."""
        buys = [one for one in made if one.way == "buy"]
        assert sum(one.state not in OVER for one in buys) <= 1
        here = self.purse(player) + self.chips(player)
        gap = self.brought(player) - self.balance(player) - here
        for one in made:
            done = isinstance(self.books.status(one.key), BankDone)
            if one.state not in OVER and one.way == "buy" and done:
                gap -= one.amount
            if one.state not in OVER and one.way == "cash_out" and not done:
                gap -= one.amount
        assert gap == 0, (player, gap, made)

    def check_settled(self) -> None:
        """What is true when every answer is there and everybody has left."""
        self.check()
        assert payments.not_over(self.conn) == ()
        assert ledger.balance(self.conn, SUSPENSE) == 0
        assert -ledger.balance(self.conn, BANK) == self.books.sheet().house == 0
        for player in self.players:
            assert (self.purse(player), self.chips(player)) == (0, 0)
            assert self.balance(player) == self.brought(player)


def code(got: list[object]) -> str:
    """The code of the refusal that came."""
    (wrong,) = got
    assert isinstance(wrong, Refusal), wrong
    return wrong.code
