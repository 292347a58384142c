"""The ledger is checked in steps, at its newest end or as a whole, and what is wrong is found."""

from collections.abc import Iterator
from contextlib import closing

import pytest
from twisted.internet.task import Clock
from twisted.logger import LogEvent, globalLogPublisher

from game_server.bank import bookings
from game_server.house.ledger_watch import WRONG_S, LedgerWatch
from game_server.store import books, chain, escrows, ledger, ledger_check, purses
from game_server.store.database import SETTINGS, migrate, migrations, open_database
from game_server.store.direct import DirectStore
from game_server.store.sqlite import MEMORY, SqliteConnection, apply_settings
from game_server.store.triggers import set_aside

DAY = ledger_check.DAY_MS
BEFORE = next(step.number for step in migrations() if step.name == "totals") - 1
"""The version of a database without running totals."""


def fill(conn: SqliteConnection, players: int = 6) -> None:
    for player in range(1, players + 1):
        ledger.book(conn, bookings.opening_gift(player, player))
    ledger.book(conn, bookings.buy_in("in", 1, "t", 60_000, "play", 3))
    ledger.book(conn, bookings.buy_in("two", 2, "t", 10_000, "play", 4))
    ledger.book(conn, bookings.cash_out("out", 1, "t", 60_000, "play", 5))
    ledger.book(conn, bookings.bought("p", 3, 500, 6))


@pytest.fixture
def conn() -> Iterator[SqliteConnection]:
    with closing(open_database(MEMORY)) as made:
        fill(made)
        yield made


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ledger_check, "STEP", 3)


def walk(conn: SqliteConnection, at: int) -> list[str]:
    """Take steps until there is nothing to do or something is wrong; what that was."""
    wrong: list[str] = []
    while (step := ledger_check.step(conn, at)) is not None:
        wrong += step.faults
        ledger_check.take(conn, step)
        if step.after == step.before:
            break
    return wrong


def plant(conn: SqliteConnection, sql: str, *keepers: str) -> None:
    with set_aside(conn, *keepers):
        conn.execute(sql)


ENTRY = ("UPDATE transfers SET amount = amount + 1 WHERE entry = 2", "transfers_stay")
BALANCES = (
    "UPDATE balances SET amount = amount + iif(account = 2, 1, -1) WHERE account IN (2, 3)",
    "balance_adds_up",
)


def test_the_check_goes_to_the_end_and_on_with_what_comes(conn: SqliteConnection) -> None:
    assert walk(conn, DAY) == []
    last = chain.last_entry(conn)
    now = ledger_check.checkpoint(conn)
    assert (now.entry, now.hash, now.whole) == (last.id, last.hash, DAY)
    checked = conn.execute("SELECT count(*) FROM balances WHERE checked <> amount").fetchone()
    assert checked == (0,)
    ledger.book(conn, bookings.opening_gift(9, 9))
    assert ledger_check.unchecked(conn) == 1
    assert ledger_check.newest_faults(conn) == ()
    assert walk(conn, DAY + 1) == []
    assert ledger_check.unchecked(conn) == 0
    assert ledger_check.step(conn, 2 * DAY - 1) is None, "once a day is enough"
    assert ledger_check.step(conn, 2 * DAY) is not None


def test_a_step_that_was_taken_meanwhile_is_not_taken_twice(conn: SqliteConnection) -> None:
    step = ledger_check.step(conn, DAY)
    assert step is not None
    ledger_check.take(conn, step)
    ledger_check.take(conn, step)
    assert walk(conn, DAY) == []
    assert ledger_check.whole_faults(conn) == ledger_check.newest_faults(conn) == ()


@pytest.mark.parametrize("wrong", [ENTRY, BALANCES])
@pytest.mark.parametrize("checked", [False, True])
def test_what_is_planted_is_found_by_every_look(
    conn: SqliteConnection, wrong: tuple[str, ...], checked: bool
) -> None:
    if checked:
        walk(conn, DAY)
    plant(conn, *wrong)
    assert ledger_check.newest_faults(conn)
    assert ledger_check.whole_faults(conn)
    assert walk(conn, 2 * DAY)


def test_an_old_row_that_is_wrong_is_found_beyond_the_newest(conn: SqliteConnection) -> None:
    walk(conn, DAY)
    plant(conn, *ENTRY)
    assert ledger_check.newest_faults(conn, 2) == (), "it is not among the newest two"
    assert any("Entry 2 (" in one for one in walk(conn, 2 * DAY))
    assert any("its lines add up to" in one for one in ledger_check.whole_faults(conn))


def test_an_entry_that_was_checked_is_not_changed_with_its_hash(conn: SqliteConnection) -> None:
    walk(conn, DAY)
    last = chain.last_entry(conn).id
    plant(conn, f"UPDATE entries SET hash = zeroblob(32) WHERE id = {last}", "entries_stay")
    assert any("is not the one that was checked" in one for one in ledger_check.newest_faults(conn))
    ledger.book(conn, bookings.opening_gift(9, 9))
    assert any(f"Entry {last + 1} (" in one for one in walk(conn, DAY + 1)), (
        "it follows on a forgery"
    )


def test_a_running_total_that_is_wrong_is_told(conn: SqliteConnection) -> None:
    conn.execute("UPDATE totals SET amount = amount + 5 WHERE kind = 'cash'")
    assert ledger.imbalance(conn) == 5
    (said,) = ledger_check.newest_faults(conn)
    assert said == "The cash purse adds up to 5 cents; it must be 0."
    (said,) = ledger_check.whole_faults(conn)
    assert said == "The accounts cash of the cash purse hold 500 cents; their running total is 505."


def test_totals_and_held_accounts_of_a_database_of_before_are_made() -> None:
    steps = migrations()
    with closing(SqliteConnection.to(MEMORY)) as conn:
        apply_settings(conn, {**SETTINGS, "journal_mode": "memory"})
        migrate(conn, steps[:BEFORE])
        fill(conn)
        assert ledger_check.whole_faults(conn) == (), "what is of an older version may be right"
        migrate(conn, steps)
        assert ledger_check.whole_faults(conn) == ledger_check.newest_faults(conn) == ()
        held = {(one.kind, one.purse): (one.accounts, one.amount) for one in books.sums(conn)}
        assert held["escrow", "play"] == (2, 10_000)
        assert held["cash", "cash"] == (1, 500)
        assert [(one.table, one.holder) for one in escrows.all_escrows(conn)] == [("t", "2")]
        assert escrows.has_chips_at_tables(conn, 2)
        assert not escrows.has_chips_at_tables(conn, 1)
        assert purses.players_with_cash(conn) == (3,)
        assert len(books.accounts_of(conn, 1)) == 2
        ledger.book(conn, bookings.cash_out("up", 2, "t", 10_000, "play", 7))
        ledger.book(conn, bookings.buy_in("again", 1, "t", 5_000, "play", 8))
        assert [(one.table, one.holder) for one in escrows.all_escrows(conn)] == [("t", "1")]
        assert escrows.tables_with_chips(conn, 2) == ()
        assert walk(conn, DAY) == []


def test_a_house_takes_the_steps_by_itself_and_raises_an_alarm(conn: SqliteConnection) -> None:
    clock = Clock()
    watch = LedgerWatch(DirectStore(conn, clock), clock, lambda: DAY + round(clock.seconds()))
    watch.start()
    for _ in range(300):
        clock.advance(0.1)
    assert ledger_check.unchecked(conn) == 0
    assert ledger_check.checkpoint(conn).whole >= DAY
    ledger.book(conn, bookings.opening_gift(9, 9))
    plant(conn, "UPDATE transfers SET amount = 7 WHERE id = 11", "transfers_stay")
    alarms: list[str] = []

    def hear(event: LogEvent) -> None:
        if event.get("alarm") == "ledger":
            alarms.append(event["text"])

    globalLogPublisher.addObserver(hear)  # type: ignore[arg-type]  # zope's interface
    try:
        for _ in range(200):
            clock.advance(0.1)
    finally:
        globalLogPublisher.removeObserver(hear)  # type: ignore[arg-type]  # as above
    assert len(alarms) == 1, "once, and again when somebody has had time to look"
    assert ledger_check.unchecked(conn) == 1
    clock.advance(WRONG_S)
    watch.stop()
    clock.advance(WRONG_S)
    clock.advance(WRONG_S)
    assert clock.getDelayedCalls() == []
