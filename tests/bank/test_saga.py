"""The saga's tables: its own against the schema's, and what is booked on the way."""

import itertools

import pytest

from game_server.bank import saga
from game_server.bank.adapter import BankDone, BankRefused, BankUnknown, Outcome
from game_server.store.database import open_database
from game_server.store.payments import Payment, State, Way
from game_server.store.transaction import Connection

STATES: tuple[State, ...] = ("pending", "sent", "unknown", "done", "refused")


def payment(way: Way, state: State, tries: int = 0) -> Payment:
    return Payment(
        1, "k", 7, way, 2_000, "debit", "token", "1234", "t", 0, state, 0, tries, 0, "", 1
    )


def rows(conn: Connection) -> set[tuple[State, State]]:
    return {(was, then) for was, then in conn.execute("SELECT * FROM payment_steps")}


def test_the_schema_allows_every_step_of_the_saga_and_no_way_back() -> None:
    own = {(was, then) for (was, _), then in saga.STEPS.items() if was != then}
    allowed = rows(open_database(":memory:"))
    assert own <= allowed
    assert not any(was in saga.OVER for was, _ in allowed)


@pytest.mark.parametrize("outcome", [BankDone(), BankRefused("declined"), BankUnknown("silence")])
@pytest.mark.parametrize("state", ["pending", "done", "refused"])
def test_nothing_follows_on_an_answer_that_was_not_asked_for(
    state: State, outcome: Outcome
) -> None:
    with pytest.raises(KeyError):
        saga.after(payment("buy", state), outcome, 0)


@pytest.mark.parametrize("way", ["buy", "cash_out"])
@pytest.mark.parametrize("state", ["sent", "unknown"])
def test_silence_is_never_an_answer(way: Way, state: State) -> None:
    step = saga.after(payment(way, state, 1_000_000), BankUnknown("x" * 1_000), 0)
    assert (step.state, step.entry, len(step.code)) == ("unknown", None, 80)
    assert saga.pause(1_000_000) == saga.LONGEST_PAUSE_MS


@pytest.mark.parametrize(
    ("way", "outcome", "booked"),
    [
        ("buy", BankDone(), [("bank", "cash:7", 2_000)]),
        ("buy", BankRefused("declined"), []),
        ("cash_out", BankDone(), [("suspense", "bank", 2_000)]),
        ("cash_out", BankRefused("declined"), [("suspense", "cash:7", 2_000)]),
    ],
)
@pytest.mark.parametrize("state", ["sent", "unknown"])
def test_what_an_answer_books(
    way: Way, outcome: Outcome, booked: list[tuple[str, str, int]], state: State
) -> None:
    entry = saga.after(payment(way, state), outcome, 5).entry
    moved = entry.transfers if entry is not None else ()
    assert [(one.src.name, one.dst.name, one.amount) for one in moved] == booked


def test_every_entry_of_a_payment_has_a_key_of_its_own() -> None:
    for way in ("buy", "cash_out"):
        entries = [saga.booking(payment(way, state), state, 0) for state in STATES]
        keys = [entry.key for entry in entries if entry is not None]
        assert len(keys) == len(set(keys)) == (1 if way == "buy" else 3)


def test_pauses_double_up_to_a_minute() -> None:
    pauses = [saga.pause(tries) for tries in range(9)]
    assert pauses[:6] == [1_000, 2_000, 4_000, 8_000, 16_000, 32_000]
    assert set(pauses[6:]) == {60_000}
    assert all(late >= soon for soon, late in itertools.pairwise(pauses))
