"""A start, and what a house looks at all the time, take no longer after years: counted in steps of
SQLite, which no machine makes faster."""

from collections.abc import Callable
from pathlib import Path

from game_server.bank import bookings
from game_server.bank.entries import Entry
from game_server.bank.sealing import unlock
from game_server.bank.vault import MARK, serialised
from game_server.store import (
    books,
    card_tokens,
    copying,
    hands,
    heads,
    ledger,
    ledger_check,
    payments,
    security,
)
from game_server.store.security import SecurityRow
from game_server.store.sqlite import SqliteConnection
from tests.house.world import EPS, World

FEW, MANY = 40, 1_500
EVERY = 100
"""Steps of SQLite between two counts."""


def years(world: World, many: int) -> None:
    """So many members, each with a purse, a payment and a line of the security log."""
    conn, at = world.conn, round(world.time() * 1000)
    with conn:
        for _ in range(many):
            (number,) = conn.execute(
                "INSERT INTO players (kind, name, folded, password, created)"
                " VALUES ('member', 'Name ' || ?1, 'name ' || ?1, 'x', ?2) RETURNING id",
                (conn.execute("SELECT max(id) + 1 FROM players").fetchone()[0], at),
            ).fetchone()
            conn.execute("INSERT INTO looks VALUES ('n:' || ?1, ?1)", (number,))
            ledger.book(conn, bookings.opening_gift(number, at))
            auth = world.vault.seal("token", number)
            (card,) = conn.execute(
                "INSERT INTO proved_cards (player, kind, auth, digits, proved)"
                " VALUES (?, 'debit', ?, '1234', ?) RETURNING id",
                (number, auth, at),
            ).fetchone()
            conn.execute(
                "INSERT INTO payments (key, player, way, amount, kind, auth, digits, made, since,"
                " due, card) VALUES (?, ?, 'buy', 100, 'debit', ?, '1234', ?, ?, 0, ?)",
                (f"p{number}", number, auth, at, at, card),
            )
            payments.step(conn, f"p{number}", "sent", at=at)
            payments.step(conn, f"p{number}", "done", at=at)
            ledger.book(conn, Entry(f"e{number}", "play", at, "nothing", ()))
            security.add(conn, [SecurityRow(at, "guest", "ok", number, "192.0.2.1")])


def steps(conn: SqliteConnection, work: Callable[[], object]) -> int:
    counted = [0]

    def count() -> int:
        counted[0] += EVERY
        return 0

    conn.set_progress_handler(count, EVERY)
    try:
        work()
    finally:
        conn.set_progress_handler(None, 0)
    return counted[0]


def check_all(conn: SqliteConnection) -> None:
    """What a house does as its ledger grows."""
    while (step := ledger_check.step(conn, 0)) is not None:
        ledger_check.take(conn, step)
        if not step.more:
            return


def test_a_start_and_a_look_at_the_money_go_through_nothing_that_grows(tmp_path: Path) -> None:
    world = World(EPS)
    keys = tmp_path / "card-keys"
    copying.write_whole(keys, serialised(world.vault))

    def start() -> None:
        unlock(world.conn, keys)
        world.restart()

    def look() -> None:
        conn = world.conn
        ledger.imbalance(conn)
        payments.counts(conn, 1)
        payments.waiting_since(conn, 1)
        heads.heads(conn)
        assert ledger_check.newest_faults(conn, 20) == ()
        books.lines_among(conn, books.accounts_of(conn, 1), books.EVER, 20)
        hands.opened_before(conn, "", None, 20)
        card_tokens.keys_in_use(conn, MARK)

    world.client("Ann", card=1)
    years(world, FEW)
    check_all(world.conn)
    world.restart()
    before = steps(world.conn, start), steps(world.conn, look)
    years(world, MANY)
    check_all(world.conn)
    world.restart()
    after = steps(world.conn, start), steps(world.conn, look)
    assert after[0] - before[0] < MANY // 2, (before, after)
    assert after[1] - before[1] < MANY // 2, (before, after)
    world.check()
