"""Guests who never come back are deleted; no chip is lost, and nobody goes of whom something is
still to be said."""

from collections.abc import Callable, Mapping
from contextlib import closing
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game_server.bank import bookings
from game_server.bank.entries import house, purse_of
from game_server.store import (
    accounts,
    blocks,
    books,
    busters,
    deletions,
    guests,
    idempotency,
    ledger,
    ledger_check,
    looks,
    measures,
    reports,
    results,
    security,
    sessions,
)
from game_server.store.reports import Evidence
from game_server.store.security import SecurityRow
from game_server.store.transaction import Connection
from tests.store.in_memory import in_memory

LONG_AGO: Final = 1_000
NOW: Final = 10_000
OTHER: Final = 1
"""A member, of whom others speak."""


def has_session(conn: Connection, guest: int) -> None:
    sessions.create(conn, player=guest, token=guest.to_bytes(32, "big"), device="", at=1, expires=2)


def came_lately(conn: Connection, guest: int) -> None:
    conn.execute("UPDATE players SET created = ? WHERE id = ?", (NOW, guest))


def in_the_log(conn: Connection, guest: int) -> None:
    security.add(conn, [SecurityRow(1, "guest", "ok", guest, "")])


def barred(conn: Connection, guest: int) -> None:
    measures.take(conn, player=guest, kind="barred", at=1, until=None, reason="x", who="olga")


def reported(conn: Connection, guest: int) -> None:
    known = Evidence("x")
    reports.add(conn, at=1, reporter=OTHER, player=guest, why="spam", words="", evidence=known)


def reports_another(conn: Connection, guest: int) -> None:
    known = Evidence("x")
    reports.add(conn, at=1, reporter=guest, player=OTHER, why="spam", words="", evidence=known)


def busted_the_house(conn: Connection, guest: int) -> None:
    busters.note(conn, player=guest, at=1, amount=1)


def sits_somewhere(conn: Connection, guest: int) -> None:
    ledger.book(conn, bookings.buy_in(f"sits {guest}", guest, "holdem", 100, "play", 1))


def has_cash(conn: Connection, guest: int) -> None:
    ledger.book(conn, bookings.bought(f"cash {guest}", guest, 500, 1))


def is_deleted(conn: Connection, guest: int) -> None:
    deletions.erase(conn, guest, 1)


def became_a_member(conn: Connection, guest: int) -> None:
    accounts.keep_guest(conn, guest, name=f"M{guest}", folded=f"m{guest}", password="x")


STAYS: Final[Mapping[str, Callable[[Connection, int], None]]] = {
    one.__name__: one
    for one in (
        has_session,
        came_lately,
        in_the_log,
        barred,
        reported,
        reports_another,
        busted_the_house,
        sits_somewhere,
        has_cash,
        is_deleted,
        became_a_member,
    )
}


@pytest.fixture
def conn(conn: Connection) -> Connection:
    """With a member."""
    member(conn)
    return conn


def member(conn: Connection) -> None:
    accounts.create(conn, kind="member", name="Mo", folded="mo", at=LONG_AGO, password="x")


def guest(conn: Connection) -> int:
    """Somebody who came long ago, and has what a guest gets."""
    (last,) = conn.execute("SELECT max(id) FROM players").fetchone()
    name = f"Guest {last + 1}"
    made = accounts.create(conn, kind="guest", name=name, folded=name.lower(), at=LONG_AGO)
    looks.give(conn, made.id, (name,))
    ledger.book(conn, bookings.opening_gift(made.id, LONG_AGO))
    return made.id


def sweep(conn: Connection, most: int = guests.AT_ONCE) -> set[int]:
    """What a house does, a page after the other."""
    gone, after = set[int](), 0
    while True:
        page = guests.never_back(conn, after, NOW)
        for start in range(0, len(page.guests), most):
            gone.update(guests.remove(conn, page.guests[start : start + most], NOW, NOW))
        after = page.last
        if not after:
            return gone


@pytest.mark.parametrize("why", STAYS)
def test_a_guest_stays_while_anything_speaks_of_one(why: str, conn: Connection) -> None:
    stays, goes = guest(conn), guest(conn)
    STAYS[why](conn, stays)
    assert sweep(conn) == {goes}
    assert guests.remove(conn, [stays], NOW, NOW) == (), "looked at again in the commit"
    assert accounts.by_id(conn, stays).id == stays


def test_all_rows_of_a_guest_go_and_the_number_is_given_to_nobody_else(
    conn: Connection,
) -> None:
    goes = guest(conn)
    results.count(conn, player=goes, game="holdem", preset="eps", purse="play", net=7)
    idempotency.remember(conn, player=goes, request=1, body=bytes(16), reply=b"", at=1)
    blocks.add(conn, goes, OTHER, 1)
    blocks.add(conn, OTHER, goes, 1)
    before = ledger.balance(conn, house("play"))
    assert sweep(conn) == {goes}
    for table, column in (("players", "id"), *guests.OWN):
        asked = f"SELECT count(*) FROM {table} WHERE {column} = ?"
        assert conn.execute(asked, (goes,)).fetchone() == (0,), table
    assert ledger.balance(conn, house("play")) == before + bookings.GIFT
    lines = books.lines_among(conn, books.accounts_of(conn, goes), books.EVER, 10)
    assert [one.why for one in lines] == ["gone", "gift"], "the ledger keeps the number"
    assert sweep(conn) == set(), "once"
    assert guest(conn) == goes + 1


def test_a_look_at_one_page_finds_what_speaks_of_a_guest_by_an_index() -> None:
    asked = f"EXPLAIN QUERY PLAN SELECT p.id FROM players p WHERE p.id = ? AND {guests.GONE}"
    with closing(in_memory()) as conn:
        plan = [row[3] for row in conn.execute(asked, (1, NOW))]
    assert [one for one in plan if one.startswith("SCAN") and "CONSTANT" not in one] == []


@given(
    fates=st.lists(st.sampled_from(("", *STAYS)), min_size=1, max_size=40),
    most=st.integers(1, 20),
    page=st.integers(1, 12),
)
@settings(max_examples=30)
def test_no_chip_is_lost_and_exactly_those_go_of_whom_nothing_speaks(
    fates: list[str], most: int, page: int
) -> None:
    with closing(in_memory()) as conn:
        member(conn)
        made = {guest(conn): fate for fate in fates}
        for number, fate in made.items():
            if fate:
                STAYS[fate](conn, number)
        kept = {
            number: ledger.balance(conn, purse_of(number, "play"))
            for number, fate in made.items()
            if fate
        }
        before = ledger.balance(conn, house("play"))
        goes = {number for number in made if number not in kept}
        held = sum(ledger.balance(conn, purse_of(number, "play")) for number in goes)
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(guests, "PAGE", page)
            assert sweep(conn, most) == goes
        assert ledger.balance(conn, house("play")) == before + held
        for number, amount in kept.items():
            assert ledger.balance(conn, purse_of(number, "play")) == amount
        assert ledger_check.whole_faults(conn) == ()
        assert conn.execute("PRAGMA foreign_key_check").fetchall() == []
