"""The store on PostgreSQL: what is refused, what fails alone, what is told when the server goes."""

import threading
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import replace
from functools import partial

import psycopg
import pytest
from twisted.internet.defer import Deferred

from game_server.bank.bookings import opening_gift
from game_server.store import accounts, idempotency, journal, ledger
from game_server.store.chain import faults
from game_server.store.ledger import BookedEntry
from game_server.store.ledger_check import whole_faults
from game_server.store.ports import CannotOpen, CannotRead, CommitFailed
from game_server.store.postgresql.connection import PostgresConnection
from game_server.store.postgresql.engine import translated
from game_server.store.postgresql.opening import (
    PostgresServer,
    open_postgresql,
    open_postgresql_to_look,
)
from game_server.store.refusals import KeyReused, NameTaken, StaleEpoch, TooLittle
from game_server.store.transaction import Connection, Transaction, one_moment, writing
from game_server.store.writer import WriterThread
from game_server.table.journal import Snapshot
from tests.databases import Databases
from tests.store.hands import LONG, Reactor, happened, opened, player

STANDS = Snapshot(0, 1, None, {}, {})


class House:
    """A writer thread over a database, and a stranger who looks at it."""

    def __init__(self, dsn: str) -> None:
        self.dsn = dsn
        self.reactor = Reactor()
        self.store = WriterThread(open_postgresql(dsn), self.reactor)

    def names(self) -> list[str]:
        """What a stranger reads."""
        with psycopg.connect(self.dsn) as conn:
            return [name for (name,) in conn.execute("SELECT name FROM players ORDER BY id")]


@pytest.fixture
def house(dsn: str) -> Iterator[House]:
    built = House(dsn)
    yield built
    built.store.close()


@pytest.fixture
def conn(dsn: str) -> Iterator[PostgresConnection]:
    with closing(open_postgresql(dsn)) as made:
        yield made


def test_work_that_is_refused_is_undone_alone(house: House) -> None:
    def two(tx: Transaction) -> int:
        player(tx, "Cid")  # undone with what comes after
        return player(tx, "Ann")

    gate = threading.Event()
    held = house.store.write(lambda _: gate.wait(LONG))
    pending = [
        house.store.write(lambda tx: player(tx, "Ann")),
        house.store.write(two),
        house.store.write(lambda tx: player(tx, "Bob")),
    ]
    gate.set()
    house.reactor.wait(held)
    house.reactor.wait(pending[0])
    with pytest.raises(NameTaken):
        house.reactor.wait(pending[1])
    house.reactor.wait(pending[2])
    assert house.names() == ["Ann", "Bob"]
    found = house.store.read(lambda tx: accounts.by_name(tx, "bob"))
    assert house.reactor.wait(found) is not None


def test_nothing_is_told_as_written_when_the_connection_goes_before_the_commit(
    house: House,
) -> None:
    def cut_off(tx: Transaction) -> None:
        player(tx, "Ann")
        with psycopg.connect(house.dsn, autocommit=True) as other:
            other.execute(
                "SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity"
                " WHERE application_name LIKE 'cardroom writer%'"
                " AND datname = current_database()"
            )

    with pytest.raises(CommitFailed):
        house.reactor.wait(house.store.write(cut_off))
    assert house.names() == []
    house.reactor.wait(house.store.write(lambda tx: player(tx, "Bob")))
    assert house.names() == ["Bob"]


def test_work_is_refused_in_its_own_words_though_nobody_waited_for_its_statements(
    house: House,
) -> None:
    """What was sent ahead and failed is done once more, one by one."""
    ann = house.reactor.wait(house.store.write(lambda tx: player(tx, "Ann")))

    def replies(request: int, reply: bytes) -> Deferred[None]:
        kept = partial(
            idempotency.remember, player=ann, request=request, body=b"b" * 16, reply=reply, at=1
        )
        return house.store.write(kept)

    gate = threading.Event()
    held = house.store.write(lambda _: gate.wait(LONG))
    pending = [replies(1, b"first"), replies(1, b"second"), replies(2, b"third")]
    gate.set()
    house.reactor.wait(held)
    house.reactor.wait(pending[0])
    with pytest.raises(KeyReused):
        house.reactor.wait(pending[1])
    house.reactor.wait(pending[2])
    found = house.store.read(
        lambda tx: tx.execute("SELECT reply FROM requests ORDER BY request").fetchall()
    )
    assert house.reactor.wait(found) == [(b"first",), (b"third",)]


def test_after_work_was_undone_all_goes_on_as_before(house: House) -> None:
    """The server still knows every statement that was prepared."""
    ann = house.reactor.wait(house.store.write(lambda tx: player(tx, "Ann")))

    def gives(cents: int, key: str) -> Deferred[BookedEntry]:
        gift = replace(opening_gift(ann, 1), key=key)
        moved = tuple(replace(one, amount=cents) for one in gift.transfers)
        return house.store.write(lambda tx: ledger.book(tx, replace(gift, transfers=moved)))

    def takes(cents: int, key: str) -> Deferred[BookedEntry]:
        gift = replace(opening_gift(ann, 1), key=key)
        moved = tuple(
            replace(one, src=one.dst, dst=one.src, amount=cents) for one in gift.transfers
        )
        return house.store.write(lambda tx: ledger.book(tx, replace(gift, transfers=moved)))

    for number in range(3):
        house.reactor.wait(gives(500, f"gift {number}"))
        with pytest.raises(TooLittle):
            house.reactor.wait(takes(9_000, f"too much {number}"))
        house.reactor.wait(takes(500, f"back {number}"))
    found = house.store.read(lambda tx: (ledger.newest_at(tx), whole_faults(tx), faults(tx)))
    assert house.reactor.wait(found) == (1, (), ())


def test_what_was_sent_ahead_is_known_to_whoever_asks_in_the_middle_of_it(
    conn: PostgresConnection,
) -> None:
    conn.begin(ahead=True)
    for name in ("Ann", "Bob", "Cid"):
        player(conn, name)
    all_of_them = conn.execute("UPDATE players SET avatar = ?", ("x",))
    one = conn.execute("UPDATE players SET avatar = ? WHERE folded = ?", ("y", "ann"))
    avatars = conn.execute("SELECT avatar FROM players ORDER BY id").fetchall()
    assert avatars == [("y",), ("x",), ("x",)], "who reads sees what was written before"
    none = conn.execute("DELETE FROM players WHERE folded = ?", ("zoe",))
    assert (one.rowcount, none.rowcount, all_of_them.rowcount) == (1, 0, 3)
    assert (one.fetchone(), one.fetchall(), [*one]) == (None, [], [])
    conn.commit()


def test_more_is_sent_ahead_than_a_line_holds(conn: PostgresConnection) -> None:
    conn.begin(ahead=True)
    wide = "x" * 50_000
    for number in range(300):
        conn.execute(
            "INSERT INTO rooms (name, owner, config, opened) VALUES (?, ?, ?, ?)",
            (f"room {number}", "ann", wide, number),
        )
    conn.commit()
    assert conn.execute("SELECT count(*), sum(length(config)) FROM rooms").fetchone() == (
        300,
        300 * 50_000,
    )


def test_rows_of_a_table_go_on_upwards_when_another_has_had_it(dsn: str) -> None:
    """Numbers that were taken beforehand are those of one transaction."""
    with closing(open_postgresql(dsn)) as one, closing(_beside(dsn)) as other:
        for conn in (one, other, one):
            conn.begin(ahead=True)
            epoch = journal.take_epoch(conn, "eps")
            conn.commit()
            conn.begin(ahead=True)
            journal.append(conn, "eps", epoch, 1, [STANDS, STANDS])
            conn.commit()
        rows = one.execute("SELECT epoch, before IS NULL OR before < id FROM journal ORDER BY id")
        assert rows.fetchall() == [(1, True)] * 2 + [(2, True)] * 2 + [(3, True)] * 2
        assert len(journal.rows_since_stands(one, "eps")) == 2


def test_a_statement_that_failed_unseen_is_not_told_as_written(house: House) -> None:
    def goes_on(tx: Transaction) -> None:
        player(tx, "Ann")
        with suppress(psycopg.DataError):
            tx.execute("SELECT 1 / 0")

    with pytest.raises(CommitFailed):
        house.reactor.wait(house.store.write(goes_on))
    assert house.names() == []


def test_a_house_goes_on_by_itself_when_the_server_is_back(postgresql: Databases) -> None:
    with postgresql.fresh() as dsn:
        house = House(dsn)
        house.reactor.wait(house.store.write(lambda tx: player(tx, "Ann")))
        seen = house.store.read(lambda tx: accounts.by_name(tx, "ann"))
        assert house.reactor.wait(seen) is not None
        postgresql.server.kill()
        try:
            with pytest.raises(CommitFailed):
                house.reactor.wait(house.store.write(lambda tx: player(tx, "Bob")))
            with pytest.raises(CannotRead):
                house.reactor.wait(house.store.read(lambda tx: accounts.by_name(tx, "ann")))
        finally:
            postgresql.server.start()
        house.reactor.wait(house.store.write(lambda tx: player(tx, "Cid")))
        seen = house.store.read(lambda tx: accounts.by_name(tx, "cid"))
        assert house.reactor.wait(seen) is not None
        assert house.names() == ["Ann", "Cid"]
        house.store.close()


def test_a_second_house_is_kept_out_and_told_who_is_there(
    dsn: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("game_server.store.postgresql.opening.WAIT_MS", 50)
    first = open_postgresql(dsn)
    with pytest.raises(CannotOpen, match=r"Another house runs on .*: cardroom writer .* since"):
        open_postgresql(dsn)
    with closing(open_postgresql_to_look(dsn)) as looks:
        assert looks.execute("SELECT count(*) FROM players").fetchone() == (0,)
    first.close()
    open_postgresql(dsn).close()


def test_an_address_that_leads_nowhere_is_said_without_its_password() -> None:
    with pytest.raises(CannotOpen) as told:
        open_postgresql("postgresql://ann:geheim@/house?host=/nowhere")
    assert str(told.value).startswith("postgresql://ann@/nowhere/house cannot be opened: ")
    assert "geheim" not in str(told.value)


def test_a_database_without_a_house_is_not_looked_at(postgresql: Databases) -> None:
    with (
        postgresql.own(schema=False) as dsn,
        pytest.raises(CannotOpen, match="is no database of a card room"),
    ):
        open_postgresql_to_look(dsn)


def test_a_newer_database_is_not_touched(dsn: str) -> None:
    with psycopg.connect(dsn) as conn:
        conn.execute("INSERT INTO schema_version VALUES (9999, 'later')")
    with pytest.raises(CannotOpen, match="is of version 9999; this program knows up to"):
        open_postgresql(dsn)


@pytest.mark.parametrize(
    ("said", "means"),
    [
        ("SELECT ?, ? FROM t WHERE a = ?", "SELECT $1, $2 FROM t WHERE a = $3"),
        ("SELECT 1 WHERE ?2 > ?1 OR ?2 IS NULL", "SELECT 1 WHERE $2 > $1 OR $2 IS NULL"),
        ("SELECT '?' || ?, 'it''s ?'", "SELECT '?' || $1, 'it''s ?'"),
    ],
)
def test_values_are_marked_as_each_engine_marks_them(said: str, means: str) -> None:
    assert translated(said) == means


def test_values_come_back_as_they_went(conn: Connection) -> None:
    given = (2**62, -1, "Zoë's ?", b"\x00\xff", 0.5, None)
    asked = "SELECT ?, ?, ?, ?, ?, CAST(? AS text)"
    assert conn.execute(asked, given).fetchone() == given
    (total,) = conn.execute("SELECT sum(n) FROM (VALUES (?), (?)) v (n)", (2**61, 5)).fetchone()
    assert (total, type(total)) == (2**61 + 5, int)


def test_what_the_schema_refuses_has_the_names_that_sqlite_gives_it(conn: Connection) -> None:
    ann = player(conn)
    with pytest.raises(NameTaken):
        player(conn)
    replied = partial(
        idempotency.remember, conn, player=ann, request=1, body=b"b" * 16, reply=b"r", at=1
    )
    replied()
    with pytest.raises(KeyReused):
        replied()
    with pytest.raises(psycopg.IntegrityError) as told:
        conn.execute("INSERT INTO accounts (name, kind, purse) VALUES ('bank', 'bank', 'play')")
    assert "kind_of_its_purse" in conn.engine.refused(told.value)
    assert not conn.engine.ends_commit(told.value)


@pytest.mark.parametrize("table", ["transfers", "journal", "audit", "payments"])
def test_no_table_of_the_books_is_emptied_past_its_rows(conn: Connection, table: str) -> None:
    with pytest.raises(psycopg.IntegrityError, match="append_only"):
        conn.execute(f"TRUNCATE {table} CASCADE")


def test_a_look_sees_one_moment_and_changes_nothing(conn: PostgresConnection) -> None:
    player(conn, "Ann")
    count = "SELECT count(*) FROM players"
    with closing(conn.reader()) as reader:
        with one_moment(reader):
            assert reader.execute(count).fetchone() == (1,)
            player(conn, "Bob")
            assert reader.execute(count).fetchone() == (1,)
        assert reader.execute(count).fetchone() == (2,)
        with pytest.raises(psycopg.errors.ReadOnlySqlTransaction):
            player(reader, "Cid")


def test_of_two_writers_at_once_the_older_is_refused_however_close_they_are(dsn: str) -> None:
    """Each is on a connection of its own, and the lease changes hands between the look at the
    epoch and the row."""
    with closing(open_postgresql(dsn)) as newer, closing(_beside(dsn)) as older:
        epoch = journal.take_epoch(older, "eps")
        head = journal.head(older, "eps", epoch)
        newer.begin()
        journal.take_epoch(newer, "eps")
        told: list[BaseException | None] = []

        def writes() -> None:
            try:
                with writing(older):
                    journal.follow(older, "eps", head, [opened(1), happened(1)])
                told.append(None)
            except StaleEpoch as wrong:
                told.append(wrong)

        late = threading.Thread(target=writes)
        late.start()
        _until_one_waits(dsn)
        newer.commit()
        late.join(LONG)
        assert [type(one) for one in told] == [StaleEpoch]
        assert newer.execute("SELECT count(*) FROM journal").fetchone() == (0,)


class _Unlocked(PostgresServer):
    """The way to a database past the lock, as another node of a cluster has one."""

    def writer(self) -> psycopg.Connection[tuple[object, ...]]:
        return self._connect("other")


def _beside(dsn: str) -> PostgresConnection:
    server = _Unlocked(dsn)
    return PostgresConnection(server, server.writer(), {}, False)


def _until_one_waits(dsn: str) -> None:
    waits = "SELECT count(*) FROM pg_locks WHERE NOT granted"
    with psycopg.connect(dsn, autocommit=True) as conn:
        while conn.execute(waits).fetchone() == (0,):
            pass
