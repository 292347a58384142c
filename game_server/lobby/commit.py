"""What a table wants written at once, rows, money and replies: whole or not at all."""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Final, NamedTuple

from game_server.bank import bookings, payment_steps
from game_server.bank.entries import Entry, Holder, escrow
from game_server.store import busters, idempotency, journal, ledger, results
from game_server.store.payments import Payment
from game_server.store.refusals import KeyReused
from game_server.store.transaction import Transaction
from game_server.table.config import TableConfig
from game_server.table.journal import Row
from game_server.table.orders import CashOut, Order, Settle
from game_server.table.round_effects import WriteRow
from game_server.table.seats import BOT
from protocol.codec import encode
from protocol.events import nets_of
from protocol.messages import Message

WRITTEN: Final = frozenset({WriteRow, Settle, CashOut})
"""Orders of which something is written; the others are done when that is on disk."""


def body_of(wish: Message) -> bytes:
    """A digest of all that a request says."""
    return hashlib.blake2b(encode(wish), digest_size=16).digest()


class StoredReply(NamedTuple):
    """The reply to a request, to be kept with what the request did; `body` is its digest."""

    player: int
    request: int
    body: bytes
    reply: bytes


class CommitResult(NamedTuple):
    """What came of it: where the table stands, and payments that have begun."""

    head: journal.JournalHead
    payments: tuple[Payment, ...]


Step = Callable[[Transaction], Sequence[Payment] | None]


@dataclass
class Commit:
    """Collects what a table wants written, under the epoch of its writer."""

    config: TableConfig
    at: int
    epoch: int
    limit: int = 0
    """Who comes to have more chips has busted the house; 0: nobody can."""
    rows: list[Row] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)
    moved: set[int] = field(default_factory=set)
    """The players whose chips moved."""
    head: journal.JournalHead | None = None
    """After which row of the table it is written; who took the table over does not know yet."""

    @property
    def empty(self) -> bool:
        return not (self.rows or self.steps)

    @property
    def alone(self) -> bool:
        """Whether it has rows of the journal and nothing else, as at most acts."""
        return not self.steps

    def take(
        self,
        orders: Sequence[Order],
        new: Sequence[Entry],
        kept: Sequence[StoredReply],
        answer: int,
    ) -> None:
        """Add an answer, of that number in the epoch: the entries that came with the question, then
        what the table wants."""
        for entry in new:
            self.steps.append(_booking(entry))
        for number, order in enumerate(orders):
            if type(order) not in WRITTEN:
                continue
            if type(order) is WriteRow:
                self.rows.append(order.row)
            elif type(order) is Settle:
                self._settle(order)
            elif type(order) is CashOut and order.chips > 0:
                # Unique for ever. With the time: an epoch comes again where an older copy was put
                # back.
                key = f"{self.config.table}:{self.epoch}:{answer}:{self.at:x}.{number}"
                self._cash_out(order.player, order.chips, key)
        for reply in kept:
            self.steps.append(_keeping(reply, self.at))

    def write(self, conn: Transaction) -> CommitResult:
        """Write all of it, after where the table stood."""
        head = self.head
        if head is None:
            head = journal.head(conn, self.config.table, self.epoch)
        if self.rows:
            head = journal.follow(conn, self.config.table, head, self.rows)
        if not self.steps:
            return CommitResult(head, ())
        begun = [step(conn) for step in self.steps]
        return CommitResult(head, tuple([one for some in begun if some for one in some]))

    def _settle(self, order: Settle) -> None:
        # Not of this commit: it holds the step, and what holds itself is garbage for the collector.
        config, limit, at = self.config, self.limit, self.at
        holders = {seat: holder(player) for seat, player in order.players.items()}
        entry = bookings.settle(config.table, order.round, order.entries, holders, config.purse, at)
        nets = nets_of(order.entries)
        net = {who: nets.get(seat, 0) for seat, who in holders.items() if isinstance(who, int)}
        self.moved |= net.keys()

        def settle(conn: Transaction) -> None:
            # A round that was booked before has been counted before.
            if ledger.book(conn, entry).fresh:
                for who, won in net.items():
                    results.count(
                        conn,
                        player=who,
                        game=config.game,
                        preset=config.preset,
                        purse=config.purse,
                        net=won,
                    )
                    if won > 0 and limit:
                        held = ledger.balance(conn, escrow(config.table, who, config.purse))
                        # Who had more already has not bust it in this round.
                        if held - won <= limit < held:
                            busters.note(conn, player=who, at=at, amount=held)

        self.steps.append(settle)

    def _cash_out(self, player: str, chips: int, key: str) -> None:
        who = holder(player)
        if isinstance(who, str):
            entry = bookings.unseat_bot(
                f"out:{key}", who, self.config.table, chips, self.config.purse, self.at
            )
            self.steps.append(_booking(entry))
            return
        self.moved.add(who)
        back = bookings.cash_out(
            f"out:{key}", who, self.config.table, chips, self.config.purse, self.at
        )
        self.steps.append(_booking(back))
        if self.config.purse == "cash":
            self.steps.append(
                partial(
                    payment_steps.intend_to_cash_out,
                    player=who,
                    table=self.config.table,
                    amount=chips,
                    key=f"out-{key.replace(':', '-')}",
                    at=self.at,
                )
            )


def holder(player: str) -> Holder:
    """Whose account it is: a player's number, a bot's name."""
    return player.removeprefix(BOT) if player.startswith(BOT) else int(player)


def _booking(entry: Entry) -> Step:
    def book(conn: Transaction) -> None:
        # The table has given out these chips; they must not stand for chips given out before.
        if not ledger.book(conn, entry).fresh:
            raise KeyReused(f"{entry.key!r} is booked; the same chips are not given out again.")

    return book


def _keeping(kept: StoredReply, at: int) -> Step:
    def keep(conn: Transaction) -> None:
        idempotency.remember(
            conn,
            player=kept.player,
            request=kept.request,
            body=kept.body,
            reply=kept.reply,
            at=at,
        )

    return keep
