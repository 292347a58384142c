"""Two nodes write to one PostgreSQL at once: money, names and replies are as if one had written."""

import threading
from collections.abc import Iterator
from contextlib import ExitStack, closing
from dataclasses import replace
from functools import partial
from random import Random
from typing import Final

import psycopg
import pytest
from twisted.internet.defer import Deferred

from game_server.bank.bookings import opening_gift
from game_server.store import (
    accounts,
    chain,
    idempotency,
    journal,
    leases,
    ledger,
    nodes,
    placements,
)
from game_server.store.ledger_check import whole_faults
from game_server.store.place import server_at
from game_server.store.ports import CannotOpen, CommitFailed
from game_server.store.postgresql.connection import HOUSE
from game_server.store.postgresql.opening import PostgresServer, open_postgresql
from game_server.store.refusals import KeyReused, NameTaken, TooLittle
from game_server.store.transaction import Transaction, writing
from game_server.store.writer import WriterThread
from game_server.table.journal import Snapshot
from tests.databases import Databases
from tests.store.hands import LONG, Reactor, player

NODES: Final = ("a", "b")
GIFT: Final = 100_000
STANDS: Final = Snapshot(0, 1, None, {}, {})


class Writers:
    """Two writers of one house, each on a connection and a thread of its own."""

    def __init__(self, dsn: str, stack: ExitStack) -> None:
        self.reactor = Reactor()
        self.stores = {
            node: WriterThread(open_postgresql(dsn, node), self.reactor) for node in NODES
        }
        for store in self.stores.values():
            stack.callback(store.close)
        self.looks = stack.enter_context(closing(psycopg.connect(dsn, autocommit=True)))

    def waits(self) -> bool:
        """Whether one waits for the other."""
        row = self.looks.execute("SELECT count(*) FROM pg_locks WHERE NOT granted").fetchone()
        return row != (0,)

    def hold(self, node: str) -> tuple[Deferred[None], threading.Event]:
        """The node is in the middle of a commit with the lock of the house, until the event is
        set."""
        gate, holds = threading.Event(), threading.Event()

        def work(tx: Transaction) -> None:
            holds.set()
            gate.wait(LONG)

        held = self.stores[node].write(work)
        assert holds.wait(LONG)
        return held, gate


@pytest.fixture
def writers(dsn: str) -> Iterator[Writers]:
    with ExitStack() as stack:
        yield Writers(dsn, stack)


class Evening:
    """What two nodes write at once: chips between the same players, the same names, the same
    replies, and rows of tables that are one node's alone."""

    def __init__(self, writers: Writers, seed: int) -> None:
        self.chance, self.stores = Random(seed), writers.stores
        first = self.stores["a"].write(self._begin)
        self.players = writers.reactor.wait(first)
        self.told: list[tuple[str, object, Deferred[object]]] = []

    @staticmethod
    def _begin(tx: Transaction) -> list[int]:
        players = [player(tx, f"player {n}") for n in range(4)]
        for one in players:
            gift = opening_gift(one, 1)
            moved = tuple(replace(each, amount=GIFT) for each in gift.transfers)
            ledger.book(tx, replace(gift, transfers=moved))
        for node in NODES:
            journal.take_epoch(tx, f"table {node}")
        return players

    def go_on(self, steps: int) -> None:
        """Ask for so much."""
        for step in range(steps):
            self.chance.choice((self._pay, self._pay, self._name, self._reply, self._rows))(step)

    def _ask(self, what: str, about: object, work: object) -> None:
        done: Deferred[object] = Deferred()
        node = self.chance.choice(NODES)
        self.stores[node].post(work, done.callback, done.errback)  # type: ignore[arg-type]
        self.told.append((what, about, done))

    def _pay(self, step: int) -> None:
        """What one has not got is refused."""
        src, dst = self.chance.sample(self.players, 2)
        cents = self.chance.choice((1, 500, 70_000))
        there, here = (opening_gift(one, 1).transfers[0].dst for one in (dst, src))
        gift = opening_gift(src, 1)
        moved = (replace(gift.transfers[0], src=here, dst=there, amount=cents),)
        entry = replace(gift, key=f"pay {step}", transfers=moved)
        self._ask("pay", cents, lambda tx: ledger.book(tx, entry))

    def _name(self, step: int) -> None:
        name = f"guest {self.chance.randrange(8)}"
        self._ask("name", name, lambda tx: player(tx, name))

    def _reply(self, step: int) -> None:
        """It comes twice, to both nodes."""
        one, number = self.chance.choice(self.players), self.chance.randrange(20)
        keep = partial(
            idempotency.remember, player=one, request=number, body=b"b" * 16, reply=b"r", at=1
        )
        for node in NODES:
            done: Deferred[object] = Deferred()
            self.stores[node].post(keep, done.callback, done.errback)
            self.told.append(("reply", (one, number), done))

    def _rows(self, step: int) -> None:
        """A table is played at beside all that."""
        node = self.chance.choice(NODES)
        table, done = f"table {node}", Deferred[object]()

        def rows(tx: Transaction) -> object:
            head = journal.head(tx, table, 1)
            return journal.follow(tx, table, head, [STANDS, STANDS])

        self.stores[node].post(rows, done.callback, done.errback, alone=True)
        self.told.append(("rows", table, done))


@pytest.mark.parametrize("seed", range(3))
def test_what_two_nodes_write_at_once_is_as_if_one_had_written_it(
    writers: Writers, seed: int
) -> None:
    evening = Evening(writers, seed)
    evening.go_on(150)
    done = list[tuple[str, object]]()
    refusals = {"pay": TooLittle, "name": NameTaken, "reply": KeyReused, "rows": CannotOpen}
    for what, about, told in evening.told:
        try:
            writers.reactor.wait(told)
        except refusals[what]:
            continue
        done.append((what, about))
    names = [about for what, about in done if what == "name"]
    replies = [about for what, about in done if what == "reply"]
    asked = {about for what, about, _ in evening.told if what == "name"}
    assert sorted(names, key=str) == sorted(asked, key=str), "each once"
    again = {about for what, about, _ in evening.told if what == "reply"}
    assert sorted(replies, key=str) == sorted(again, key=str), "each once"
    rows = sum(2 for what, _ in done if what == "rows")
    paid = sum(1 for what, _ in done if what == "pay")

    def look(tx: Transaction) -> tuple[object, ...]:
        (count,) = tx.execute("SELECT count(*) FROM entries").fetchone()
        (kept,) = tx.execute("SELECT count(*) FROM journal").fetchone()
        held = [
            ledger.balance(tx, opening_gift(one, 1).transfers[0].dst) for one in evening.players
        ]
        return count, kept, sum(held), ledger.imbalance(tx), chain.faults(tx), whole_faults(tx)

    found = writers.reactor.wait(writers.stores["b"].read(look))
    assert found == (4 + paid, rows, 4 * GIFT, 0, (), ())


def test_rows_of_a_table_wait_for_nobody_and_money_waits_for_the_other_node(
    writers: Writers,
) -> None:
    def rows(tx: Transaction) -> int:
        journal.append(tx, "table", journal.take_epoch(tx, "table"), 1, [STANDS])
        return 1

    held, gate = writers.hold("a")
    alone = Deferred[int]()
    writers.stores["b"].post(rows, alone.callback, alone.errback, alone=True)
    assert writers.reactor.wait(alone) == 1
    money = writers.stores["b"].write(lambda tx: ledger.book(tx, opening_gift(player(tx), 1)))
    while not writers.waits():
        assert writers.looks.execute("SELECT count(*) FROM entries").fetchone() == (0,)
    gate.set()
    writers.reactor.wait(held)
    assert writers.reactor.wait(money).fresh


def test_two_that_wait_for_each_other_are_both_written(postgresql: Databases) -> None:
    """One has rows of a table and wants the house, the other has the house and wants the rows."""
    with postgresql.own() as dsn, ExitStack() as stack:
        with psycopg.connect(dsn, autocommit=True) as conn:
            name = conn.info.dbname
            conn.execute(f"ALTER DATABASE {name} SET deadlock_timeout = '10ms'".encode())
        writers = Writers(dsn, stack)
        has_row, has_house, tries = threading.Event(), threading.Event(), list[str]()

        def row(tx: Transaction) -> int:
            tries.append("row")
            epoch = journal.take_epoch(tx, "table")
            has_row.set()
            assert has_house.wait(LONG)
            return epoch

        def house(tx: Transaction) -> int:
            tries.append("house")
            has_house.set()
            assert has_row.wait(LONG)
            return journal.take_epoch(tx, "table")

        gate = threading.Event()
        writers.stores["a"].post(lambda _: gate.wait(LONG), str, str, alone=True)
        first = Deferred[int]()
        writers.stores["a"].post(row, first.callback, first.errback, alone=True)
        second = writers.stores["a"].write(lambda tx: player(tx, "Ann"))
        gate.set()
        third = writers.stores["b"].write(house)
        epochs = {writers.reactor.wait(first), writers.reactor.wait(third)}
        assert writers.reactor.wait(second)
        assert epochs == {1, 2}
        assert len(tries) > 2, "nobody was in anybody's way"


def test_work_that_a_savepoint_undoes_leaves_the_house_to_the_work_after_it(
    writers: Writers,
) -> None:
    def fails(tx: Transaction) -> None:
        raise KeyReused("undone alone")

    def looks(tx: Transaction) -> bool:
        row = writers.looks.execute("SELECT pg_try_advisory_lock(%s)", (HOUSE,)).fetchone()
        return row == (True,)

    held, gate = writers.hold("a")
    refused = writers.stores["a"].write(fails)
    free = writers.stores["a"].write(looks)
    gate.set()
    writers.reactor.wait(held)
    with pytest.raises(KeyReused):
        writers.reactor.wait(refused)
    assert writers.reactor.wait(free) is False


def test_a_node_keeps_out_itself_and_a_house_of_one_writer_but_no_other_node(
    dsn: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("game_server.store.postgresql.opening.WAIT_MS", 50)
    with closing(open_postgresql(dsn, "a")) as first, closing(open_postgresql(dsn, "b")):
        for node in ("a", ""):
            with pytest.raises(CannotOpen, match="Another house runs on"):
                open_postgresql(dsn, node)
        PostgresServer(dsn).end_writers("b")
        with closing(open_postgresql(dsn, "b")):
            assert first.execute("SELECT 1").fetchone() == (1,), "only the other was ended"


def test_who_is_stopped_in_the_middle_of_a_transaction_holds_up_the_others_for_a_moment(
    writers: Writers, dsn: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("game_server.store.postgresql.opening.IDLE_MS", 50)
    with closing(open_postgresql(dsn, "c")) as stopped:
        stopped.begin()
        stopped.lock_house()
        written = writers.stores["a"].write(lambda tx: player(tx, "Ann"))
        assert writers.reactor.wait(written)
        with pytest.raises(psycopg.Error):
            stopped.commit()


def test_who_is_stopped_while_it_renews_its_lease_is_taken_over_from(
    writers: Writers, dsn: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("game_server.store.postgresql.opening.IDLE_MS", 50)
    what = nodes.lease_of("c")
    with closing(server_at(dsn, "c").beside()) as stopped:
        with writing(stopped):
            leases.take(stopped, what, owner="c", node="c", house=bytes(32), lasts=0)
        stopped.begin()
        leases.renew(stopped, what, 1, 60_000)
        taken = writers.stores["a"].write(lambda tx: placements.take_over(tx, what, 1, "c"))
        assert writers.reactor.wait(taken) == 0


def test_a_name_is_of_one_player_whichever_node_is_asked(writers: Writers) -> None:
    both = [store.write(lambda tx: player(tx, "Ann")) for store in writers.stores.values()]
    made = list[int]()
    for told in both:
        try:
            made.append(writers.reactor.wait(told))
        except NameTaken:
            continue
        except CommitFailed:
            raise AssertionError("a name that is taken is no failed commit") from None
    assert len(made) == 1
    found = writers.reactor.wait(writers.stores["b"].read(lambda tx: accounts.by_name(tx, "ann")))
    assert found is not None
    assert found.id == made[0]
