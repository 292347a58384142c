"""Cards of a database from before every proved card was kept."""

from contextlib import closing

import pytest

from game_server.store import cards, payments
from game_server.store.database import migrate, migrations
from game_server.store.sqlite import SqliteConnection
from tests.store.hands import player

HOLDER = b"h" * 32


def before(conn: SqliteConnection) -> None:
    """The schema as it was before."""
    steps = migrations()
    number = next(one.number for one in steps if one.name == "proved_cards")
    migrate(conn, steps[: number - 1])


def paid(conn: SqliteConnection, key: str, who: int, digits: str, way: str, amount: int) -> None:
    conn.execute(
        "INSERT INTO payments (key, player, way, amount, kind, auth, digits, made, since, due)"
        " VALUES (?, ?, ?, ?, 'debit', ?, ?, 1, 1, 1)",
        (key, who, way, amount, f"token {key}", digits),
    )
    for state in ("sent", "done"):
        conn.execute("UPDATE payments SET state = ? WHERE key = ?", (state, key))


@pytest.fixture
def conn() -> SqliteConnection:
    conn = SqliteConnection.to(":memory:")
    before(conn)
    one, guest, nobody = player(conn), player(conn, "Gus"), player(conn, "Nobody")
    conn.execute(
        "UPDATE players SET kind = 'card', holder = ? WHERE id = ?",
        (HOLDER, one),
    )
    for who, digits in ((one, "1111"), (guest, "3333")):
        conn.execute(
            "INSERT INTO cards (player, kind, auth, digits, at) VALUES (?, 'debit', 't', ?, 5)",
            (who, digits),
        )
    # The first paid by another card before.
    paid(conn, "a", one, "2222", "buy", 5_000)
    paid(conn, "b", one, "1111", "buy", 2_000)
    paid(conn, "c", one, "1111", "cash_out", 500)
    paid(conn, "d", guest, "3333", "buy", 1_000)
    assert nobody == 3
    migrate(conn, migrations())
    return conn


def test_the_card_in_use_pays_and_is_paid_as_before(conn: SqliteConnection) -> None:
    with closing(conn):
        known = cards.banking(conn, 1)
        assert known is not None
        assert known.pays == known.home
        assert (known.home.digits, known.home.holder, known.home.good) == ("1111", HOLDER, 5)
        of_guest = cards.banking(conn, 2)
        assert of_guest is not None
        assert (of_guest.home.digits, of_guest.home.holder) == ("3333", None)
        assert cards.banking(conn, 3) is None


def test_payments_know_their_cards_and_what_each_has_paid(conn: SqliteConnection) -> None:
    with closing(conn):
        by_digits = {one.digits: one for one in cards.of_player(conn, 1)}
        assert set(by_digits) == {"1111", "2222"}
        assert (by_digits["2222"].good, by_digits["2222"].auth) == (None, "token a")
        assert payments.balances(conn, 1) == {
            by_digits["1111"].id: 1_500,
            by_digits["2222"].id: 5_000,
        }
        assert payments.by_key(conn, "d").card == cards.of_player(conn, 2)[0].id


def test_a_card_from_before_is_known_again_when_it_is_proved(conn: SqliteConnection) -> None:
    with closing(conn):
        old = cards.of_player(conn, 2)[0]
        again = cards.prove(
            conn, player=2, holder=HOLDER, kind="debit", auth="sealed:k:x", digits="3333", at=9
        )
        assert (again.id, again.holder) == (old.id, HOLDER)
        assert cards.players_of(conn, HOLDER) == (1, 2)
