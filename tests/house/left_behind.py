"""What a house that was killed has left in its database, read while nobody runs it."""

from collections import Counter
from contextlib import closing
from dataclasses import dataclass, field

from game_server.bank.entries import purse_of
from game_server.store import ledger, ledger_check
from game_server.store.transaction import Database, Transaction
from game_server.table.journal import CLOCK, PLAYER, ActDone, RoundClosed, RoundOpened, from_bytes
from protocol.codec import FROM_SERVER, decode
from protocol.messages import Ok, Paid

Taken = tuple[str, int, int, int]
"""Table, round, seat, request."""


@dataclass
class LeftBehind:
    """Acts, rounds and money, as the database has them."""

    acts: "Counter[Taken]" = field(default_factory=Counter)
    """How often each act was written."""
    silent: "Counter[tuple[str, int, int]]" = field(default_factory=Counter)
    """Table, round and seat: how often the clock has acted for it."""
    closed: set[tuple[str, int]] = field(default_factory=set)
    """The rounds that are over and booked."""
    chips: dict[str, int] = field(default_factory=dict)
    """By player: what is in the purse and at tables, less what was given or bought."""
    answered: set[tuple[str, int]] = field(default_factory=set)
    """Player and request, where the database has kept that it was done."""
    brought: "Counter[str]" = field(default_factory=Counter)
    """By player: how often chips were brought to a table."""


def read(database: Database) -> LeftBehind:
    """Read it; the ledger is at zero and every balance is the sum of its lines, or this fails."""
    with closing(database.open()) as conn:
        assert ledger_check.whole_faults(conn) == ()
        assert ledger.imbalance(conn) == 0
        found = LeftBehind()
        _journal(conn, found)
        for number, name in conn.execute("SELECT id, name FROM players").fetchall():
            found.chips[name] = _won(conn, number)
            (times,) = conn.execute(
                "SELECT count(*) FROM entries WHERE key LIKE ? OR key LIKE ?",
                (f"buy:{number}:%", f"sit:{number}:%"),
            ).fetchone()
            found.brought[name] = times
        kept = conn.execute(
            "SELECT p.name, r.request, r.reply FROM requests r JOIN players p ON p.id = r.player"
        )
        for name, request, reply in kept:
            assert isinstance(decode(reply, FROM_SERVER), Ok | Paid)
            found.answered.add((name, request))
    return found


def _journal(conn: Transaction, found: LeftBehind) -> None:
    playing: dict[str, int] = {}
    rows = conn.execute(
        "SELECT t.name, j.data FROM journal j JOIN tables t ON t.id = j.tbl ORDER BY j.id"
    )
    for table, data in rows:
        match from_bytes(data):
            case RoundOpened(round=number):
                assert number == playing.get(table, 0) + 1, "rounds are numbered one by one"
                playing[table] = number
            case ActDone(seat=seat, by=by, request=request) if by == PLAYER and request:
                found.acts[table, playing[table], seat, request] += 1
            case ActDone(seat=seat, by=by) if by == CLOCK:
                found.silent[table, playing[table], seat] += 1
            case RoundClosed(round=number):
                assert number == playing[table]
                found.closed.add((table, number))


def _won(conn: Transaction, player: int) -> int:
    """Everything that a player has, less the gift and what came from the bank."""
    (at_tables,) = conn.execute(
        "SELECT coalesce(sum(b.amount), 0) FROM accounts a JOIN balances b ON b.account = a.id"
        " WHERE a.kind = 'escrow' AND a.name LIKE ?",
        (f"escrow:%:{player}",),
    ).fetchone()
    (given,) = conn.execute(
        "SELECT coalesce(sum(CASE WHEN o.name IN (?1, ?2) THEN -t.amount ELSE t.amount END), 0)"
        " FROM transfers t"
        " JOIN accounts o ON o.id = t.src JOIN accounts i ON i.id = t.dst"
        " WHERE (i.name IN (?1, ?2) AND o.kind IN ('house', 'bank', 'suspense'))"
        " OR (o.name IN (?1, ?2) AND i.kind IN ('house', 'bank', 'suspense'))",
        (f"play:{player}", f"cash:{player}"),
    ).fetchone()
    play = ledger.balance(conn, purse_of(player, "play"))
    cash = ledger.balance(conn, purse_of(player, "cash"))
    return int(play + cash + at_tables - given)
