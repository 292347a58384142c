"""A quarantined table is settled without its `Table`, which fails: by what is on disk alone."""

from dataclasses import dataclass

from game_server.bank import bookings, payment_steps
from game_server.bank.entries import Holder, jackpot
from game_server.store import journal, ledger, quarantine, rooms
from game_server.store.payments import Payment
from game_server.store.transaction import Transaction
from game_server.table.config import TableConfig
from game_server.table.journal import (
    ActDone,
    Broken,
    RoundOpened,
    RoundVoided,
    Row,
    Snapshot,
    from_bytes,
)
from game_server.table.state import UNSEEN


@dataclass(frozen=True)
class SettledQuarantine:
    """What came of it: the round that is void, 0 if none was in play, what each got back, and
    payments to the outside bank that have begun."""

    round: int
    back: tuple[tuple[Holder, int], ...]
    payments: tuple[Payment, ...]

    @property
    def amount(self) -> int:
        """How many cents went back."""
        return sum(amount for _, amount in self.back)

    @property
    def players(self) -> tuple[int, ...]:
        """The players among those who got something back."""
        return tuple([who for who, _ in self.back if isinstance(who, int)])


def settle(conn: Transaction, config: TableConfig, at: int) -> SettledQuarantine:
    """Make the round in play void, give everybody what is in escrow, and close the table.

    Within a round nothing is booked: escrow is what everybody had before it.
    """
    table, purse = config.table, config.purse
    epoch = journal.take_epoch(conn, table)
    stood = journal.head(conn, table, epoch)
    rows = _rows(conn, table)
    turn = max(
        (row.turn for row in rows if isinstance(row, ActDone | RoundOpened | Snapshot)), default=0
    )
    last = journal.last_carry(conn, table).round
    void = [] if stood.open is None else [RoundVoided(stood.open)]
    # Without its carry: what that stood for falls to the house below.
    empty = Snapshot(last, turn + UNSEEN, None, {}, {})
    journal.follow(conn, table, stood, [*void, empty])
    back: list[tuple[Holder, int]] = []
    payments: list[Payment] = []
    for name, amount in ledger.escrows(conn, table).items():
        key = f"void:{table}:{epoch}:{name}:{at:x}"
        who: Holder = int(name) if name.isdecimal() else name
        back.append((who, amount))
        if isinstance(who, str):
            ledger.book(conn, bookings.unseat_bot(key, who, table, amount, purse, at))
            continue
        ledger.book(conn, bookings.cash_out(key, who, table, amount, purse, at))
        if purse == "cash":
            key = f"out-{key.replace(':', '-')}"
            payments += payment_steps.intend_to_cash_out(
                conn, player=who, table=table, amount=amount, key=key, at=at
            )
    pot = ledger.balance(conn, jackpot(table, purse))
    if pot > 0:
        key = f"void:{table}:{epoch}:{at:x}"
        ledger.book(conn, bookings.close_jackpot(key, table, pot, purse, at))
    rooms.close(conn, table, at)
    quarantine.lift(conn, table)
    return SettledQuarantine(stood.open or 0, tuple(back), tuple(payments))


def _rows(conn: Transaction, table: str) -> list[Row]:
    """The rows of the table that can be read; others may be why it fails."""
    found: list[Row] = []
    for data in journal.rows_since_stands(conn, table):
        try:
            found.append(from_bytes(data))
        except Broken:
            continue
    return found
