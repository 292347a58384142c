"""Checking the ledger: little by little as it grows, its newest part at once, or the whole of it.

A checkpoint says up to which entry the ledger is known to be right, and every account remembers
what it held then. So a look at the newest entries is enough to know that every balance is right,
however long the ledger is. What was checked is looked through again, a little at a time, once a
day: so what was changed later is found too.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Final, NamedTuple

from game_server.bank.entries import Purse
from game_server.store import chain
from game_server.store.transaction import Transaction, one_moment, whole

NEWEST: Final = 1_000
"""So many entries, links of the audit and accounts a look at the newest takes in."""
STEP: Final = 50
"""So many entries are checked in one step of a house that runs: nobody waits for it."""
DAY_MS: Final = 24 * 60 * 60 * 1000
AT_A_TIME: Final = 500
"""So many accounts are named in one question."""
MOST_SAID: Final = 20
"""So many faults are told of one kind."""
PURSES: Final[tuple[Purse, ...]] = ("play", "cash")


class Checkpoint(NamedTuple):
    """Up to which entry the ledger was checked, with its hash, and when all of it was looked
    through for the last time (0: never)."""

    entry: int
    hash: bytes
    again_entry: int
    again_account: int
    whole: int


@dataclass(frozen=True)
class CheckStep:
    """A step of the check: from which checkpoint to which, what the lines between them add to each
    account, and what is wrong there."""

    before: Checkpoint
    after: Checkpoint
    sums: Mapping[int, int]
    faults: tuple[str, ...]
    more: bool


def stands(conn: Transaction) -> bool:
    """Whether this database has a checkpoint; those of an older version have none."""
    return bool(conn.engine.columns(conn, "checkpoint"))


def checkpoint(conn: Transaction) -> Checkpoint:
    """Where the check stands."""
    asked = "SELECT entry, hash, again_entry, again_account, whole FROM checkpoint"
    return Checkpoint(*conn.execute(asked).fetchone())


def unchecked(conn: Transaction) -> int:
    """How many entries came after the checkpoint."""
    return max(0, chain.last_entry(conn).id - checkpoint(conn).entry)


# -- little by little --------------------------------------------------------------------------


def step(conn: Transaction, at: int) -> CheckStep | None:
    """The next step, of which nothing is written yet; None if there is nothing to do now."""
    with one_moment(conn):
        now = checkpoint(conn)
        rows = conn.execute(
            "SELECT id, hash FROM entries WHERE id > ? ORDER BY id LIMIT ?", (now.entry, STEP)
        ).fetchall()
        if rows:
            return _onward(conn, now, ChainEnd(*rows[-1]), len(rows) == STEP)
        return _again(conn, now, at) if now.entry and at - now.whole >= DAY_MS else None


class ChainEnd(NamedTuple):
    """The last entry of a step, with the hash that stands there."""

    id: int
    hash: bytes | None


def _onward(conn: Transaction, now: Checkpoint, end: ChainEnd, more: bool) -> CheckStep:
    wrong = chain.entry_fault(conn, after=now.entry, before=now.hash, upto=end.id)
    if wrong or end.hash is None:
        return CheckStep(now, now, {}, (wrong,), False)
    return CheckStep(
        now,
        now._replace(entry=end.id, hash=end.hash),
        dict(_sums(conn, now.entry, end.id)),
        (),
        more,
    )


def _again(conn: Transaction, now: Checkpoint, at: int) -> CheckStep:
    ids = [
        number
        for (number,) in conn.execute(
            "SELECT id FROM entries WHERE id > ? AND id <= ? ORDER BY id LIMIT ?",
            (now.again_entry, now.entry, STEP),
        )
    ]
    wrong = []
    if ids and (fault := chain.entry_fault(conn, after=now.again_entry, upto=ids[-1])):
        wrong.append(fault)
    accounts = [
        number
        for (number,) in conn.execute(
            "SELECT account FROM balances WHERE account > ? ORDER BY account LIMIT ?",
            (now.again_account, STEP),
        )
    ]
    if accounts:
        wrong += _uneven(conn, "b.account > ? AND b.account <= ?", now.again_account, accounts[-1])
    if not ids and not accounts:
        done = now._replace(again_entry=0, again_account=0, whole=at)
        return CheckStep(now, done, {}, (), False)
    after = now._replace(
        again_entry=ids[-1] if ids else now.again_entry,
        again_account=accounts[-1] if accounts else now.again_account,
    )
    return CheckStep(now, after, {}, tuple(wrong), True)


def take(conn: Transaction, done: CheckStep) -> None:
    """Write down a step, unless another was taken meanwhile."""
    if checkpoint(conn) != done.before or done.after == done.before:
        return
    with whole(conn):
        conn.executemany(
            "UPDATE balances SET checked = checked + ? WHERE account = ?",
            [(amount, account) for account, amount in done.sums.items()],
        )
        conn.execute(
            "UPDATE checkpoint SET entry = ?, hash = ?, again_entry = ?, again_account = ?,"
            " whole = ?",
            done.after,
        )


# -- the newest ----------------------------------------------------------------------------------


def newest_faults(conn: Transaction, most: int = NEWEST) -> tuple[str, ...]:
    """What is wrong with the running totals, with the newest entries and what they moved, and with
    the newest of the audit and of the accounts: as quick in a long ledger as in a short one."""
    with one_moment(conn):
        wrong: list[str] = [*_off(_totals(conn)), *chain.newest_faults(conn, most)]
        now, last = checkpoint(conn), chain.last_entry(conn)
        row = conn.execute("SELECT hash FROM entries WHERE id = ?", (now.entry,)).fetchone()
        if now.entry and (row is None or row[0] != now.hash):
            wrong.append(f"Entry {now.entry} is not the one that was checked: it was changed.")
        elif last.id - now.entry <= most:
            asked = "SELECT coalesce(max(account), 0) FROM balances"
            (account,) = conn.execute(asked).fetchone()
            wrong += islice(_uneven_of_newest(conn, account - most), MOST_SAID)
    return tuple(dict.fromkeys(wrong))


def _uneven(conn: Transaction, which: str, *values: int) -> list[str]:
    """Accounts of these whose balance is not what the checkpoint and the lines since then make."""
    since = checkpoint(conn).entry
    moved = dict(_sums(conn, since, chain.last_entry(conn).id))
    return [*islice(_not_as_moved(conn, moved, which, *values), MOST_SAID)]


def _uneven_of_newest(conn: Transaction, after: int) -> Iterator[str]:
    """The same of all accounts that moved since the checkpoint, and of those after that number.
    Asked for both at once SQLite would look through all accounts."""
    since = checkpoint(conn).entry
    moved = dict(_sums(conn, since, chain.last_entry(conn).id))
    older = sorted(account for account in moved if account <= after)
    for start in range(0, len(older), AT_A_TIME):
        some = older[start : start + AT_A_TIME]
        marks = ", ".join("?" * len(some))
        yield from _not_as_moved(conn, moved, f"b.account IN ({marks})", *some)
    yield from _not_as_moved(conn, moved, "b.account > ?", after)


def _not_as_moved(
    conn: Transaction, moved: Mapping[int, int], which: str, *values: int
) -> Iterator[str]:
    asked = (
        "SELECT b.account, a.name, a.kind, b.amount, b.least, b.checked FROM balances b"
        f" JOIN accounts a ON a.id = b.account WHERE {which} ORDER BY b.account"
    )
    for account, name, kind, amount, least, checked in conn.execute(asked, values):
        yield from _of_account(name, kind, amount, least, checked + moved.get(account, 0))


def _sums(conn: Transaction, after: int, upto: int) -> Iterator[tuple[int, int]]:
    yield from conn.execute(
        "SELECT account, sum(amount) FROM lines WHERE entry > ? AND entry <= ? GROUP BY account",
        (after, upto),
    )


def _totals(conn: Transaction) -> Mapping[Purse, int]:
    found: dict[Purse, int] = dict.fromkeys(PURSES, 0)
    found.update(conn.execute("SELECT purse, sum(amount) FROM totals GROUP BY purse").fetchall())
    return found


# -- the whole -----------------------------------------------------------------------------------


def whole_faults(conn: Transaction, rest: Callable[[], None] = lambda: None) -> tuple[str, ...]:
    """Everything that is wrong with the ledger, added up from every line ever booked; it takes as
    long as the ledger is, and no more memory. `rest` is called now and then."""
    conn.engine.sorts_much(conn)
    kinds: dict[tuple[str, str], int] = {}
    wrong: list[str] = []
    with one_moment(conn):
        for count, (name, kind, purse, amount, least, lines) in enumerate(_added_up(conn)):
            kinds[purse, kind] = kinds.get((purse, kind), 0) + amount
            if len(wrong) < MOST_SAID:
                wrong += _of_account(name, kind, amount, least, lines)
            if count % chain.BATCH == chain.BATCH - 1:
                rest()
        wrong += _stale(conn, kinds)
    sums = {one: sum(kinds[key] for key in kinds if key[0] == one) for one in PURSES}
    return (*_off(sums), *wrong)


Added = tuple[str, str, str, int, int | None, int]
"""Name, kind and purse of an account, its balance, the least it may hold, and what its lines add up
to."""


def _added_up(conn: Transaction) -> Iterator[Added]:
    """Every account with what its lines add up to, both in the order of their numbers."""
    lines = iter(
        conn.execute("SELECT account, sum(amount) FROM lines GROUP BY account ORDER BY account")
    )
    line = next(lines, None)
    accounts = conn.execute(
        "SELECT a.id, a.name, a.kind, a.purse, b.amount, b.least FROM accounts a"
        " LEFT JOIN balances b ON b.account = a.id ORDER BY a.id"
    )
    for number, name, kind, purse, amount, least in accounts:
        while line is not None and line[0] < number:
            line = next(lines, None)
        of = line[1] if line is not None and line[0] == number else 0
        yield name, kind, purse, amount or 0, least, of


def _stale(conn: Transaction, kinds: Mapping[tuple[str, str], int]) -> Iterator[str]:
    """Running totals that are not what the accounts hold."""
    if not stands(conn):
        return
    for purse, kind, kept in conn.execute("SELECT purse, kind, amount FROM totals"):
        held = kinds.get((purse, kind), 0)
        if kept != held:
            text = f"The accounts {kind} of the {purse} purse hold {held} cents"
            yield f"{text}; their running total is {kept}."


# -- how it is said ------------------------------------------------------------------------------


def _off(sums: Mapping[Purse, int]) -> list[str]:
    return [
        f"The {purse} purse adds up to {amount} cents; it must be 0."
        for purse, amount in sums.items()
        if amount
    ]


def _of_account(name: str, kind: str, amount: int, least: int | None, lines: int) -> Iterator[str]:
    if amount != lines:
        yield f"{name} holds {amount} cents; its lines add up to {lines}."
    if amount and (kind == "pot" or (least is not None and amount < least)):
        yield f"{name} holds {amount} cents, which it cannot."
