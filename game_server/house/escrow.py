"""Chips at tables that no seat has: after a crash they go back to their owners."""

from collections.abc import Collection, Mapping, Sequence

from game_server.bank import bookings
from game_server.bank.entries import Purse
from game_server.lobby.commit import holder
from game_server.store import ledger
from game_server.store.escrows import EscrowRow, all_escrows
from game_server.store.transaction import Transaction
from protocol.words import chips


def put_right(
    conn: Transaction,
    held: Mapping[str, Mapping[str, int]],
    others: Collection[str],
    at: int,
) -> tuple[str, ...]:
    """Return what lies in escrow beyond what the seats hold; a line for each that was not even.

    `held` is what the tables say that each player must have there. Where a seat holds more than
    its escrow nothing is moved: that is for a person to look at. Nothing is moved at the `others`
    either: tables that are quarantined, or that wait on disk.
    """
    wanted: dict[tuple[str, str], int] = {}
    for table, seats in held.items():
        for player, amount in seats.items():
            wanted[table, str(holder(player))] = amount
    lines: list[str] = []
    for one in all_escrows(conn):
        if one.table not in others:
            lines += _even(conn, one, wanted.pop((one.table, one.holder), 0), at)
    return (*lines, *_lacking(wanted))


def put_right_at(
    conn: Transaction, table: str, purse: Purse, seats: Mapping[str, int], at: int
) -> tuple[str, ...]:
    """As `put_right`, at one table where the seats hold so much at this very moment."""
    wanted = {(table, str(holder(player))): amount for player, amount in seats.items()}
    lines: list[str] = []
    for who, amount in ledger.escrows(conn, table).items():
        one = EscrowRow(table, who, purse, amount)
        lines += _even(conn, one, wanted.pop((table, who), 0), at)
    return (*lines, *_lacking(wanted))


def _even(conn: Transaction, one: EscrowRow, wanted: int, at: int) -> Sequence[str]:
    over = one.amount - wanted
    if over > 0:
        key = f"back:{one.table}:{one.holder}:{at}"
        _return(conn, key, one.table, one.holder, over, one.purse, at)
        return (f"{chips(over)} of {one.holder} at {one.table} went back to the purse.",)
    if over < 0:
        return (f"{one.holder} at {one.table} lacks {chips(-over)} in escrow.",)
    return ()


def _lacking(wanted: Mapping[tuple[str, str], int]) -> Sequence[str]:
    return [
        f"{who} at {table} lacks {chips(amount)} in escrow."
        for (table, who), amount in wanted.items()
        if amount
    ]


def _return(
    conn: Transaction, key: str, table: str, who: str, over: int, purse: Purse, at: int
) -> None:
    if who.isdecimal():
        ledger.book(conn, bookings.cash_out(key, int(who), table, over, purse, at))
    else:
        ledger.book(conn, bookings.unseat_bot(key, who, table, over, purse, at))
