"""A database as a house has it after years: players, entries and rounds, written in bulk.

Real rounds of one evening are the pattern. Each table of the years plays the rounds of a table of
that evening with players of its own, and closes. Every row is as the house would write it, the hash
chain included; the doctor finds nothing wrong.
"""

import os
import tempfile
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field, replace
from pathlib import Path
from time import time
from typing import Final, NamedTuple

from bench.act_by_act import SEATS, Play
from game_server.bank import bookings, entries
from game_server.bank.entries import Account, Entry, Transfer
from game_server.bank.vault import Vault, new_vault, serialised
from game_server.store import chain, data_folder, heads, ledger
from game_server.store.copying import write_whole
from game_server.store.database import open_database
from game_server.store.sqlite import SqliteConnection
from game_server.store.transaction import Transaction, Value
from game_server.store.triggers import set_aside
from game_server.table.journal import KINDS, RoundOpened

ACTS: Final = 6_000
"""Of the evening that is the pattern."""
BEGAN: Final = 1_700_000_000_000
STEP: Final = 1_500
"""Milliseconds between two entries."""
BUY_IN: Final = bookings.GIFT
AT_ONCE: Final = 1_000
"""Tables that are written in one go."""
FEW: Final = 100
"""Tables of a small database."""
SMALL_MB: Final = 30.0
CACHE_KIB: Final = 500_000
OPENED: Final = KINDS.index(RoundOpened)
ASIDE: Final = (
    "account_has_balance", "transfer_moves", "transfers_of_the_newest_entry",
    "journal_next", "journal_head", "round_is_over", "payment_begins", "payment_begun",
    "account_is_counted", "balance_adds_up", "balance_is_held", "balance_is_held_no_more",
)  # fmt: skip
"""Triggers that do row by row what is done here at once."""


class PatternRound(NamedTuple):
    """A round as it was played: its rows, and what was booked when it was over."""

    rows: tuple[bytes, ...]
    carry: bytes | None
    moved: tuple[Transfer, ...]


class PatternTable(NamedTuple):
    """The rounds of a table, and who held chips there."""

    name: str
    rounds: tuple[PatternRound, ...]
    holders: tuple[str, ...]


def evening(acts: int = ACTS) -> tuple[PatternTable, ...]:
    """The tables of an evening of so many acts, with the rounds that were over."""
    with tempfile.TemporaryDirectory() as folder:
        play = Play(Path(folder))
        play.play(acts)
        with closing(play.conn) as conn:
            tables = [_pattern(conn, *row) for row in conn.execute("SELECT id, name FROM tables")]
    return tuple(table for table in tables if table.rounds)


def _pattern(conn: Transaction, number: int, name: str) -> PatternTable:
    start = f"escrow:{name}:"
    asked = "SELECT name FROM accounts WHERE name >= ? AND name < ? ORDER BY name"
    accounts = conn.execute(asked, (start, start[:-1] + ";")).fetchall()
    holders = tuple(account.removeprefix(start) for (account,) in accounts)
    return PatternTable(name, tuple(_rounds(conn, number, name)), holders)


def _rounds(conn: Transaction, tbl: int, name: str) -> Iterator[PatternRound]:
    asked = (
        "SELECT round, opened, closed, carry FROM rounds WHERE tbl = ? AND outcome = 'played'"
        " ORDER BY round"
    )
    before = 0
    for number, _, closed, carry in conn.execute(asked, (tbl,)).fetchall():
        rows = conn.execute(
            "SELECT data FROM journal WHERE tbl = ? AND id > ? AND id <= ? ORDER BY id",
            (tbl, before, closed),
        )
        entry = ledger.by_key(conn, f"round:{name}:{number}")
        if entry is not None:
            yield PatternRound(tuple(data for (data,) in rows), carry, entry.transfers)
        before = closed


@dataclass
class Grown:
    """What has been made so far. `players`, `tables`, `rounds` and `transfers` count it."""

    conn: SqliteConnection
    pattern: tuple[PatternTable, ...]
    vault: Vault
    now: int
    players: int = 0
    tables: int = 0
    rounds: int = 0
    transfers: int = 0
    _entries: int = 0
    _opened: int = 0
    _journal: int = 0
    _hash: bytes = chain.START
    _accounts: dict[str, int] = field(default_factory=dict)
    _held: dict[int, int] = field(default_factory=dict)
    _rows: dict[str, list[tuple[Value, ...]]] = field(default_factory=dict)

    def table(self) -> None:
        """A table that seven new players open, play at and leave."""
        known = self.pattern[self.tables % len(self.pattern)]
        self.tables += 1
        name = f"t{self.tables}"
        seats = {holder: self._player() for holder in known.holders[:SEATS]}
        others = {holder: f"bot {holder}" for holder in known.holders[SEATS:]}
        self._pay(min(seats.values()))
        for number in seats.values():
            self._book(bookings.buy_in(self._key(), number, name, BUY_IN, "play", self._at()))
        for bot in others.values():
            self._book(bookings.seat_bot(self._key(), bot, name, BUY_IN, "play", self._at()))
        last = stands = stood = None
        seq = 0
        for number, one in enumerate(known.rounds, 1):
            opened = 0
            for data in one.rows:
                self._journal += 1
                if data[0] == OPENED:
                    opened = self._journal
                seq += 1
                self._add("journal", self._journal, self.tables, 1, seq, data, last)
                last = self._journal
            stood, stands = stands, last
            self._add("rounds", self.tables, number, opened, last, "played", one.carry)
            self._book(self._settled(known, one, name, number, seats, others))
            self.rounds += 1
        self._add("tables", self.tables, name, 1, seq, last, stands, stood)
        everybody: tuple[int | str, ...] = (*seats.values(), *others.values())
        for who in everybody:
            self._leave(name, who)
        self._add("rooms", name, "", "", BEGAN, self._at())

    def write(self) -> None:
        """Write what has come together, in one commit."""
        self.conn.execute("BEGIN IMMEDIATE")
        with set_aside(self.conn, *ASIDE):
            for table, fields in INTO.items():
                rows = self._rows.pop(table, [])
                marks = ", ".join("?" * (fields.count(",") + 1))
                self.conn.executemany(f"INSERT INTO {table} ({fields}) VALUES ({marks})", rows)
            self._balance()
        self.conn.execute("COMMIT")

    def _balance(self) -> None:
        self.conn.execute(
            "INSERT INTO balances (account, least) SELECT id,"
            " iif(kind IN ('bank', 'house', 'bots'), NULL, 0) FROM accounts"
            " WHERE id > (SELECT coalesce(max(account), 0) FROM balances)"
        )
        held = [(amount, amount, account) for account, amount in self._held.items()]
        update = "UPDATE balances SET amount = ?, checked = ? WHERE account = ?"
        self.conn.executemany(update, held)
        self.conn.execute("UPDATE checkpoint SET entry = ?, hash = ?", (self._entries, self._hash))
        # Nobody comes back: what is kept in memory stays small, but for the house itself.
        lasting = entries.BANK, entries.SUSPENSE, entries.house("play"), entries.bots("play")
        known = {one.name for one in lasting}
        self._accounts = {name: one for name, one in self._accounts.items() if name in known}
        self._held = {one: self._held[one] for one in self._accounts.values()}

    def _player(self) -> int:
        self.players += 1
        name = f"Player {self.players}"
        self._add("players", self.players, "guest", name, name.lower(), self._at())
        self._add("looks", f"n:{name.lower()}", self.players)
        self._add(
            "sessions", self.players, self.players.to_bytes(32, "big"), "phone", BEGAN,
            BEGAN + 1, BEGAN, "left",
        )  # fmt: skip
        self._add("security", self.now, "guest", "ok", self.players, "192.0.2.1", "{}", 1)
        self._book(bookings.opening_gift(self.players, self._at()))
        return self.players

    def _pay(self, player: int) -> None:
        """One of a table has bought chips with a card, and had them brought back."""
        card, auth = self.tables, self.vault.seal("token", player)
        self._add("proved_cards", card, player, "debit", auth, "4711", BEGAN, BEGAN)
        for way in ("buy", "cash_out"):
            key = f"{way} {player}"
            self._add(
                "payments", key, player, way, BUY_IN, "debit", auth, "4711", BEGAN, "done", BEGAN,
                0, card,
            )  # fmt: skip
            if way == "buy":
                self._book(bookings.bought(key, player, BUY_IN, self._at()))
            else:
                self._book(bookings.depositing(key, player, BUY_IN, self._at()))
                self._book(bookings.deposited(key, BUY_IN, self._at()))

    def _settled(
        self,
        known: PatternTable,
        one: PatternRound,
        name: str,
        number: int,
        seats: dict[str, int],
        others: dict[str, str],
    ) -> Entry:
        start = f"escrow:{known.name}:"

        def here(account: Account) -> Account:
            if account.kind == "escrow":
                holder = account.name.removeprefix(start)
                return entries.escrow(name, seats.get(holder) or others[holder], "play")
            if account.kind == "pot":
                return entries.pot(name, "play")
            return account

        moved = tuple(replace(each, src=here(each.src), dst=here(each.dst)) for each in one.moved)
        return Entry(f"round:{name}:{number}", "play", self._at(), "round", moved)

    def _leave(self, table: str, who: int | str) -> None:
        left = self._held[self._accounts[entries.escrow(table, who, "play").name]]
        if isinstance(who, int):
            self._book(bookings.cash_out(self._key(), who, table, left, "play", self._at()))
        else:
            self._book(bookings.unseat_bot(self._key(), who, table, left, "play", self._at()))

    def _book(self, entry: Entry) -> None:
        self._entries += 1
        number = self._entries
        self._hash = chain.link(self._hash, chain.says(number, entry))
        self._add(
            "entries", number, entry.key, entry.purse, entry.at, entry.why, entry.memo, self._hash
        )
        for one in entry.transfers:
            src, dst = self._account(one.src), self._account(one.dst)
            self._add("transfers", number, entry.purse, src, dst, one.amount, one.why)
            self._held[src] -= one.amount
            self._held[dst] += one.amount
            self.transfers += 1

    def _account(self, account: Account) -> int:
        known = self._accounts.get(account.name)
        if known is None:
            known = self._accounts[account.name] = self._opened = self._opened + 1
            self._held[known] = 0
            self._add("accounts", known, account.name, account.kind, account.purse)
        return known

    def _add(self, table: str, *row: Value) -> None:
        self._rows.setdefault(table, []).append(row)

    def _key(self) -> str:
        return f"grown {self._entries + 1}"

    def _at(self) -> int:
        return BEGAN + self._entries * STEP


INTO: Final = {
    "players": "id, kind, name, folded, created",
    "looks": "look, player",
    "sessions": "player, token, device, began, expires, ended, why",
    "proved_cards": "id, player, kind, auth, digits, proved, good",
    "payments": "key, player, way, amount, kind, auth, digits, made, state, since, due, card",
    "security": "at, what, result, player, address, facts, times",
    "accounts": "id, name, kind, purse",
    "entries": "id, key, purse, at, why, memo, hash",
    "transfers": "entry, purse, src, dst, amount, why",
    "tables": "id, name, epoch, seq, last, stands, stood",
    "journal": "id, tbl, epoch, seq, data, before",
    "rounds": "tbl, round, opened, closed, outcome, carry",
    "rooms": "name, owner, config, opened, closed",
}
"""The tables that are filled, in the order in which their rows refer to each other."""


def grow(data: Path, megabytes: float, acts: int = ACTS) -> Grown:
    """Make the folder of a house whose database has at least that size; 0: one table."""
    taken = data_folder.take(data)
    file = data / data_folder.DATABASE
    with closing(open_database(file)) as conn:
        # It is made in one go or not at all, and refers to nothing that is not there.
        conn.execute("PRAGMA foreign_keys = 0").fetchall()
        for setting in ("synchronous = 0", "journal_mode = off", f"cache_size = -{CACHE_KIB}"):
            conn.execute(f"PRAGMA {setting}").fetchall()
        vault = new_vault()
        write_whole(data / data_folder.KEYS, serialised(vault))
        made = Grown(conn, evening(acts), vault, round(time() * 1000))
        while True:
            for _ in range((AT_ONCE if megabytes > SMALL_MB else FEW) if megabytes else 1):
                made.table()
            made.write()
            (pages,), (size,) = (
                conn.execute(f"PRAGMA {one}").fetchone() for one in ("page_count", "page_size")
            )
            if pages * size >= megabytes * 1e6:
                break
        conn.execute(
            "INSERT INTO totals SELECT a.purse, a.kind, count(*), sum(b.amount) FROM accounts a"
            " JOIN balances b ON b.account = a.id GROUP BY a.purse, a.kind"
        )
        conn.execute("PRAGMA journal_mode = wal").fetchall()
        heads.sign(data, taken.secret, heads.heads(conn))
    os.close(taken.lock)
    return made
