"""A house moves to PostgreSQL and back: every row, number and digest, or nothing at all."""

from collections.abc import Iterator, Mapping
from contextlib import closing
from typing import Any, Final

import pytest

from game_server.store import audit, chain, journal, ledger_check, moving
from game_server.store.audit import AuditRequest
from game_server.store.database import open_database
from game_server.store.moving import CannotMove
from game_server.store.postgresql.opening import open_postgresql
from game_server.store.sqlite import MEMORY
from game_server.store.transaction import Connection, writing
from tests.store.hands import happened, opened, player
from tests.store.operations.doing import Doing
from tests.store.operations.test_every_operation import PARTS

TABLES: Final = """
accounts entries transfers balances totals held checkpoint tables journal rounds players sessions
payments payment_history proved_cards requests results audit audit_results audit_chain grants
measures security factors recovery_codes deletions card_tries
"""


class DoingOrderly(Doing):
    """Does operations, but for a link of the audit of which there is no row."""

    def __call__(self, work: Any, *args: Any, **named: Any) -> Any:
        return None if work is chain.follow else super().__call__(work, *args, **named)


@pytest.fixture(scope="module")
def years() -> bytes:
    """The file of a house in which every operation was done; a round is in play."""
    with closing(open_database(MEMORY)) as conn:
        do = DoingOrderly(conn)
        for part in PARTS:
            part(do)
        with writing(conn):
            epoch = journal.take_epoch(conn, "eps in play")
            journal.append(conn, "eps in play", epoch, 1, [opened(1), happened(1)])
        return conn.serialize()


@pytest.fixture
def lived(years: bytes) -> Iterator[Connection]:
    with closing(open_database(MEMORY)) as conn:
        conn.deserialize(years)
        yield conn


@pytest.fixture
def server(dsn: str) -> Iterator[Connection]:
    with closing(open_postgresql(dsn)) as conn:
        yield conn


def told(table: str, rows: int) -> None:
    """Nobody listens."""


def everything(conn: Connection) -> Mapping[str, list[tuple[Any, ...]]]:
    """All rows of all tables."""
    return {
        table: sorted(conn.execute(f"SELECT * FROM {table}").fetchall(), key=repr)
        for table in TABLES.split()
    }


def test_a_house_is_the_same_on_the_other_engine_and_back(
    lived: Connection, server: Connection
) -> None:
    before = everything(lived)
    moved = moving.move(lived, server, told)
    assert everything(server) == before
    assert moved.open == len([row for row in before["rounds"] if row[4] == "open"]) > 0
    assert moved.heads.entry == chain.last_entry(lived)
    with closing(open_database(MEMORY)) as back:
        assert moving.move(server, back, told) == moved
        assert everything(back) == before


@pytest.mark.parametrize("way", ["to PostgreSQL", "to SQLite"])
def test_what_was_moved_goes_on_with_its_numbers_and_its_rules(
    lived: Connection, server: Connection, way: str
) -> None:
    last = player(lived, "Gone")
    # It had been the last, and is forgotten; no other player gets the number.
    lived.execute("DELETE FROM players WHERE id = ?", (last,))
    moving.move(lived, server, told)
    with closing(open_database(MEMORY)) as back:
        moving.move(server, back, told)
        now = server if way == "to PostgreSQL" else back
        with writing(now):
            assert player(now, "New") == last + 1
            epoch = journal.take_epoch(now, "eps in play")
            journal.append(now, "eps in play", epoch, 1, [happened(2)])
        for keeps in ("DELETE FROM journal", "UPDATE entries SET why = 'x'"):
            with pytest.raises(Exception, match="append_only"):
                now.execute(keeps)
        assert ledger_check.whole_faults(now) + chain.faults(now) == ()


def test_a_move_is_done_again_with_what_has_come_since(
    lived: Connection, server: Connection
) -> None:
    moving.move(lived, server, told)
    with writing(lived):
        player(lived, "Later")
        journal.take_epoch(lived, "eps in play")
    moving.move(lived, server, told)
    assert everything(server) == everything(lived)


def _opens(conn: Connection) -> None:
    journal.take_epoch(conn, "eps in play")


def _looks_after_it(conn: Connection) -> None:
    audit.ask(conn, AuditRequest(1, "ann", "owner", "here", "status", "{}"))


@pytest.mark.parametrize("does", [_opens, _looks_after_it])
def test_a_house_that_has_gone_on_is_not_replaced(
    lived: Connection, server: Connection, does: Any
) -> None:
    moving.move(lived, server, told)
    with writing(server):
        does(server)
    before = everything(server)
    with pytest.raises(CannotMove, match="has gone on there; name an empty database"):
        moving.move(lived, server, told)
    assert everything(server) == before


def test_another_house_is_not_replaced(lived: Connection, server: Connection) -> None:
    with writing(server):
        journal.take_epoch(server, "a room that the other never had")
    with pytest.raises(CannotMove, match="another house"):
        moving.move(lived, server, told)


def test_books_that_are_not_right_are_not_moved(lived: Connection, server: Connection) -> None:
    lived.execute("UPDATE balances SET amount = amount + 1 WHERE account = 1")
    with pytest.raises(CannotMove, match="The books are not right"):
        moving.move(lived, server, told)
    assert server.execute("SELECT count(*) FROM players").fetchone() == (0,)


def test_a_row_that_was_brought_wrong_is_found(
    lived: Connection, server: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    empty = moving._Postgres.go_on_from

    def damage(side: Any, *rest: Any) -> None:
        side.conn.execute("UPDATE players SET avatar = 'another' WHERE id = 1")
        empty(side, *rest)

    monkeypatch.setattr(moving._Postgres, "go_on_from", damage)
    with pytest.raises(CannotMove, match="The rows of players are not the same on PostgreSQL"):
        moving.move(lived, server, told)
    assert server.execute("SELECT count(*) FROM players").fetchone() == (0,)
