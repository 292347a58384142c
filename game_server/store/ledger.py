"""The ledger on disk: entries are booked once, never changed, and never out of balance.

The schema refuses what this module would not write: a transfer within one account, between the
purses, of nothing; an account below nothing; a change to what is booked.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from game_server.bank import entries
from game_server.bank.entries import Account, Entry, Purse, Transfer
from game_server.store import chain
from game_server.store.refusals import KeyReused, PursesMixed, TooLittle
from game_server.store.transaction import Transaction, marks, whole
from protocol.words import chips


@dataclass(frozen=True, slots=True)
class BookedEntry:
    """An entry as it stands in the ledger; not `fresh` when it stood there before."""

    id: int
    entry: Entry
    fresh: bool


def book(conn: Transaction, entry: Entry) -> BookedEntry:
    """Book an entry whole, once.

    When its key is booked already nothing happens, and the first entry is returned; KeyReused
    when that one moved something else. TooLittle when an account would fall below nothing.
    """
    first = _first(conn, entry.key)
    if first is not None:
        if (first.entry.purse, first.entry.why, first.entry.transfers) != (
            entry.purse,
            entry.why,
            entry.transfers,
        ):
            text = f"The key {entry.key!r} is of another entry, {first.entry.why!r}; "
            raise KeyReused(text + "a key is of one entry.")
        return first
    with whole(conn):
        before = chain.last_entry(conn)
        number = before.id + 1
        told = chain.link(before.hash, chain.says(number, entry))
        conn.execute(
            "INSERT INTO entries (id, key, purse, at, why, memo, hash)"
            " VALUES (?, ?, ?, ?, ?, ?, ?)",
            (number, entry.key, entry.purse, entry.at, entry.why, entry.memo, told),
        )
        _move(conn, number, entry)
    return BookedEntry(number, entry, True)


def by_key(conn: Transaction, key: str) -> Entry | None:
    """The entry that was booked under that key."""
    first = _first(conn, key)
    return None if first is None else first.entry


def last_at(conn: Transaction, start: str) -> int | None:
    """When the last entry was booked whose key begins so, up to a colon; None: there is none."""
    (at,) = conn.execute(
        "SELECT max(at) FROM entries WHERE key >= ? AND key < ?", (start, start[:-1] + ";")
    ).fetchone()
    return None if at is None else int(at)


def newest_at(conn: Transaction) -> int | None:
    """When the last entry was booked; None if there is none."""
    row = conn.execute("SELECT at FROM entries ORDER BY id DESC LIMIT 1").fetchone()
    return None if row is None else int(row[0])


def oldest_at(conn: Transaction) -> int | None:
    """When the first entry was booked; None if there is none."""
    row = conn.execute("SELECT at FROM entries ORDER BY id LIMIT 1").fetchone()
    return None if row is None else int(row[0])


def transfers(conn: Transaction) -> int:
    """How many transfers there are."""
    return int(conn.execute("SELECT coalesce(max(id), 0) FROM transfers").fetchone()[0])


def balance(conn: Transaction, account: Account) -> int:
    """What an account holds, in cents; nothing if it was never used."""
    row = conn.execute(
        "SELECT b.amount FROM accounts a JOIN balances b ON b.account = a.id WHERE a.name = ?",
        (account.name,),
    ).fetchone()
    return 0 if row is None else int(row[0])


def balances(conn: Transaction, accounts: Collection[Account]) -> Mapping[str, int]:
    """What those of the accounts hold that were ever used, by name."""
    rows = conn.execute(
        "SELECT a.name, b.amount FROM accounts a JOIN balances b ON b.account = a.id"
        f" WHERE a.name IN ({marks(len(accounts))})",
        [account.name for account in accounts],
    )
    return dict(rows.fetchall())


def escrows(conn: Transaction, table: str) -> Mapping[str, int]:
    """Who has how many cents at a table, by the holder's part of the account's name."""
    start = f"escrow:{table}:"
    rows = conn.execute(
        "SELECT a.name, b.amount FROM accounts a JOIN balances b ON b.account = a.id"
        " WHERE a.name >= ? AND a.name < ? AND b.amount <> 0 ORDER BY a.name",
        (start, start[:-1] + ";"),
    )
    return {name[len(start) :]: amount for name, amount in rows}


def trial_balance(conn: Transaction) -> Mapping[Purse, int]:
    """The sum of all balances of each purse: zero, always. It stands in the running totals."""
    found: dict[Purse, int] = {"play": 0, "cash": 0}
    found.update(conn.execute("SELECT purse, sum(amount) FROM totals GROUP BY purse").fetchall())
    return found


def imbalance(conn: Transaction) -> int:
    """How many cents do not add up, in the purses and in pots of rounds that are over; quick."""
    (pots,) = conn.execute(
        "SELECT coalesce(sum(abs(amount)), 0) FROM totals WHERE kind = 'pot'"
    ).fetchone()
    return int(pots) + sum(abs(amount) for amount in trial_balance(conn).values())


def demo_money(conn: Transaction) -> bool:
    """Whether bots have ever brought cash, which only those of a house with a demo bank do."""
    name = entries.bots("cash").name
    found = conn.execute("SELECT 1 FROM accounts WHERE name = ?", (name,)).fetchone()
    return found is not None


def _first(conn: Transaction, key: str) -> BookedEntry | None:
    row = conn.execute(
        "SELECT id, key, purse, at, why, memo FROM entries WHERE key = ?", (key,)
    ).fetchone()
    if row is None:
        return None
    number, key, purse, at, why, memo = row
    rows = conn.execute(
        "SELECT s.name, s.kind, s.purse, d.name, d.kind, d.purse, t.amount, t.why"
        " FROM transfers t JOIN accounts s ON s.id = t.src JOIN accounts d ON d.id = t.dst"
        " WHERE t.entry = ? ORDER BY t.id",
        (number,),
    )
    transfers = tuple(
        Transfer(Account(*row[0:3]), Account(*row[3:6]), row[6], row[7]) for row in rows
    )
    return BookedEntry(number, Entry(key, purse, at, why, transfers, memo), False)


def _move(conn: Transaction, number: int, entry: Entry) -> None:
    accounts = dict.fromkeys(one for each in entry.transfers for one in (each.src, each.dst))
    known = {account: _number(conn, account) for account in accounts}
    for transfer in entry.transfers:
        src, dst = known[transfer.src], known[transfer.dst]
        try:
            conn.execute(
                "INSERT INTO transfers (entry, purse, src, dst, amount, why)"
                " VALUES (?, ?, ?, ?, ?, ?)",
                (number, entry.purse, src, dst, transfer.amount, transfer.why),
            )
        except Exception as wrong:
            if "not_below_least" not in conn.engine.refused(wrong):
                raise
            text = f"{transfer.src.name} holds less than the {chips(transfer.amount)} to be moved; "
            raise TooLittle(text + "move what it holds at most.") from wrong


def _number(conn: Transaction, account: Account) -> int:
    """The account's number; it is opened when it is first used."""
    found = conn.execute(
        "SELECT id, kind, purse FROM accounts WHERE name = ?", (account.name,)
    ).fetchone()
    if found is None:
        return conn.insert(
            "INSERT INTO accounts (name, kind, purse) VALUES (?, ?, ?)",
            (account.name, account.kind, account.purse),
        )
    number, kind, purse = found
    if (kind, purse) != (account.kind, account.purse):
        text = f"{account.name} is a {kind} account in the {purse} purse, not a {account.kind} "
        raise PursesMixed(text + f"account in the {account.purse} purse.")
    return int(number)
