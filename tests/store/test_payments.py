"""Payments, replies and results on disk."""

from typing import get_args

import pytest

from game_server.store import cards, idempotency, payments, results
from game_server.store.cards import ProvedCard
from game_server.store.payments import NoSuchPayment, Payment, State
from game_server.store.refusals import KeyReused, WrongStep
from game_server.store.results import GameResult
from game_server.store.transaction import Connection
from tests.store.hands import player, refused, refuses

STATES: tuple[State, ...] = get_args(State)
ALLOWED = {
    ("pending", "sent"),
    ("pending", "refused"),
    ("sent", "done"),
    ("sent", "refused"),
    ("sent", "unknown"),
    ("unknown", "done"),
    ("unknown", "refused"),
}
WAYS: dict[State, tuple[State, ...]] = {
    "pending": (),
    "sent": ("sent",),
    "unknown": ("sent", "unknown"),
    "done": ("sent", "done"),
    "refused": ("sent", "refused"),
}
"""The steps that lead to a state."""


@pytest.fixture
def conn(conn: Connection) -> Connection:
    """With one player."""
    player(conn)
    return conn


def intend(conn: Connection, key: str = "k1", amount: int = 2_000) -> Payment:
    return payments.intend(
        conn,
        key=key,
        player=1,
        way="buy",
        amount=amount,
        card=proved(conn),
        place="eps",
        at=10,
    )


def proved(conn: Connection, digits: str = "1234", auth: str = "sealed:k:opaque") -> ProvedCard:
    return cards.prove(
        conn, player=1, holder=b"h" * 32, kind="debit", auth=auth, digits=digits, at=1
    )


@pytest.mark.parametrize("was", STATES)
def test_a_payment_takes_the_steps_of_the_machine_and_no_other(
    conn: Connection, was: State
) -> None:
    for then in STATES:
        key = f"to {then}"
        intend(conn, key)
        for state in WAYS[was]:
            payments.step(conn, key, state, at=20)
        if (was, then) in ALLOWED:
            stepped = payments.step(conn, key, then, at=30, due=40, code="why")
            found = (stepped.state, stepped.since, stepped.due, stepped.code)
            assert found == (then, 30, 40, "why")
            continue
        with pytest.raises(WrongStep, match=f"is {was}; it cannot become {then}"):
            payments.step(conn, key, then, at=30)
        step = "UPDATE payments SET state = ? WHERE key = ?"
        refuses(conn, step, "payment_step", then, key)
        assert payments.by_key(conn, key).state == was


def test_an_intent_comes_once_however_often_it_is_sent(conn: Connection) -> None:
    first = intend(conn)
    assert first.state == "pending"
    payments.step(conn, "k1", "sent", at=20)
    assert intend(conn) == payments.by_key(conn, "k1")
    with pytest.raises(KeyReused):
        intend(conn, amount=3_000)
    assert len(payments.of_player(conn, 1)) == 1
    with pytest.raises(NoSuchPayment):
        payments.by_key(conn, "k2")


def test_no_payment_begins_later_than_pending_or_is_changed_or_deleted(
    conn: Connection,
) -> None:
    intend(conn)
    copy = (
        "INSERT INTO payments"
        " (key, player, way, amount, kind, auth, digits, made, since, due, state)"
        " SELECT 'k2', player, way, amount, kind, auth, digits, made, since, due, 'done'"
        " FROM payments"
    )
    refuses(conn, copy, "payment_step")
    refuses(conn, "UPDATE payments SET amount = 1", "append_only")
    refuses(conn, "UPDATE payments SET key = 'k9'", "append_only")
    refuses(conn, "DELETE FROM payments", "append_only")
    refuses(conn, "UPDATE payment_history SET at = 0", "append_only")
    refuses(conn, "DELETE FROM payment_history", "append_only")


def test_tries_are_counted_until_the_answer_is_definite(conn: Connection) -> None:
    intend(conn)
    payments.step(conn, "k1", "sent", at=20)
    payments.step(conn, "k1", "unknown", at=30, due=35, code="timeout")
    payments.tried(conn, "k1", due=50, code="timeout")
    again = payments.tried(conn, "k1", due=80, code="down")
    assert (again.state, again.since, again.tries, again.due, again.code) == (
        "unknown",
        30,
        2,
        80,
        "down",
    )
    payments.step(conn, "k1", "done", at=90)
    with pytest.raises(WrongStep, match="nothing left to try"):
        payments.tried(conn, "k1", due=99)
    assert payments.history(conn, "k1") == (
        ("pending", 10),
        ("sent", 20),
        ("unknown", 30),
        ("done", 90),
    )


def test_what_is_not_over_is_found_at_the_next_start(conn: Connection) -> None:
    for state, steps in WAYS.items():
        intend(conn, key=state)
        for step in steps:
            payments.step(conn, state, step, at=20)
    assert [one.key for one in payments.not_over(conn)] == ["pending", "sent", "unknown"]
    assert [one.key for one in payments.of_player(conn, 1, most=2)] == ["refused", "done"]


def test_a_card_that_is_proved_again_has_a_new_token_and_payments_keep_theirs(
    conn: Connection,
) -> None:
    assert cards.banking(conn, 1) is None
    first = proved(conn)
    intend(conn)
    other = proved(conn, "9876")
    cards.use(conn, 1, pays=other.id, home=first.id)
    cards.set_ended(conn, first.id)
    again = proved(conn, auth="sealed:k:newer")
    assert (again.id, again.auth, again.ended) == (first.id, "sealed:k:newer", False)
    assert cards.banking(conn, 1) == (other, again)
    assert cards.of_player(conn, 1) == (again, other)
    assert payments.by_key(conn, "k1").auth == "sealed:k:opaque"


def test_a_card_of_another_owner_is_another_card(conn: Connection) -> None:
    first = proved(conn)
    other = cards.prove(
        conn, player=1, holder=b"x" * 32, kind="debit", auth="sealed:k:o", digits="1234", at=2
    )
    assert other.id != first.id
    assert cards.players_of(conn, b"x" * 32) == ()
    cards.use(conn, 1, pays=other.id, home=first.id)
    assert cards.players_of(conn, b"x" * 32) == cards.players_of(conn, b"h" * 32) == (1,)


def test_what_a_card_has_paid_counts_until_it_is_on_its_way_back(conn: Connection) -> None:
    for key in ("a", "b"):
        intend(conn, key=key)
        payments.step(conn, key, "sent", at=20)
    assert payments.balances(conn, 1) == {1: 0}
    payments.step(conn, "a", "done", at=20)
    payments.step(conn, "b", "refused", at=20)
    assert payments.balances(conn, 1) == {1: 2_000}
    payments.intend(
        conn,
        key="c",
        player=1,
        way="cash_out",
        amount=500,
        card=proved(conn),
        place="",
        at=1,
        due=9,
    )
    assert payments.balances(conn, 1) == {1: 1_500}
    assert [one.key for one in payments.held(conn, 8)] == ["c"]
    assert payments.held(conn, 9) == payments.held(conn, 8, player=2) == ()
    payments.step(conn, "c", "refused", at=20)
    assert payments.balances(conn, 1) == {1: 2_000}


def test_an_authorization_is_never_shown_and_no_card_number_fits(
    conn: Connection,
) -> None:
    assert "sealed:k:opaque" not in repr(proved(conn))
    assert "sealed:k:opaque" not in repr(intend(conn))
    with refused(conn, "CHECK"):
        proved(conn, "4111111111111111")


def test_a_request_keeps_its_first_reply(conn: Connection) -> None:
    ben = player(conn, "Ben")
    assert idempotency.reply_to(conn, 1, 7) is None
    idempotency.remember(conn, player=1, request=7, body=bytes(16), reply=b"done", at=100)
    idempotency.remember(conn, player=ben, request=7, body=bytes(16), reply=b"his", at=200)
    with pytest.raises(KeyReused):
        idempotency.remember(conn, player=1, request=7, body=bytes(16), reply=b"other", at=300)
    assert idempotency.reply_to(conn, 1, 7) == (b"done", bytes(16))
    assert idempotency.reply_to(conn, ben, 7) == (b"his", bytes(16))
    refuses(conn, "UPDATE requests SET reply = ?", "append_only", b"")


def test_old_replies_are_forgotten(conn: Connection, monkeypatch: pytest.MonkeyPatch) -> None:
    for at in (100, 200, 300):
        idempotency.remember(conn, player=1, request=at, body=bytes(16), reply=b"", at=at)
    assert idempotency.forget(conn, before=200) == 1
    kept = [at for at in (100, 200, 300) if idempotency.reply_to(conn, 1, at) is not None]
    assert kept == [200, 300]
    monkeypatch.setattr(idempotency, "CHUNK", 1)
    assert idempotency.forget(conn, before=900) == 1, "a few in a commit, the oldest first"
    assert idempotency.reply_to(conn, 1, 200) is None


def test_results_add_up_by_game_preset_and_purse(conn: Connection) -> None:
    for net in (500, -200, 0):
        results.count(conn, player=1, game="holdem", preset="eps", purse="cash", net=net)
    results.count(conn, player=1, game="holdem", preset="eps", purse="play", net=-5)
    assert results.of_player(conn, 1) == (
        GameResult("holdem", "eps", "cash", 3, 1, 300),
        GameResult("holdem", "eps", "play", 1, 0, -5),
    )
