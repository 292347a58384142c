"""The demo bank's service without a socket: what it promises, and hostile requests."""

import json
from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game_server.bank.adapter import Authorized, BankDone, BankRefused, BankUnseen
from game_server.bank.cards import BankCard, read_card
from game_server.bank.demo_bank import FAULTS, HANG_UP, SILENCE, DemoService, Fault, open_samples
from game_server.bank.demo_books import DemoBooks, Sheet, sample_balance, sample_card
from protocol.words import Refusal
from tests.cards import credit, typed


@pytest.fixture
def books() -> DemoBooks:
    made = DemoBooks(":memory:")
    open_samples(made, 10)
    return made


def token_of(books: DemoBooks, number: int = 0) -> str:
    traded = books.authorize(sample_card(number))
    assert isinstance(traded, Authorized)
    return traded.authorization.token


def ask(service: DemoService, method: str, path: str, said: Mapping[str, object]) -> object:
    return service.handle(method, path, "", json.dumps(said).encode())


def test_sample_cards_are_well_formed_and_open() -> None:
    books = DemoBooks(":memory:")
    open_samples(books, 30)
    open_samples(books, 30)
    for number in range(30):
        card = sample_card(number)
        assert read_card(*typed(card), 1_800_000_000_000) == card
        assert isinstance(books.authorize(card), Authorized)
        assert books.held(card) == sample_balance(number)
    assert books.sheet().customers == sum(map(sample_balance, range(30)))


def test_a_key_is_one_payment_for_ever(books: DemoBooks) -> None:
    token = token_of(books)
    for _ in range(3):
        assert books.pay("withdraw", token, 5_000, "a") == BankDone()
    assert books.held(sample_card(0)) == sample_balance(0) - 5_000
    with pytest.raises(Refusal) as refused:
        books.pay("withdraw", token, 6_000, "a")
    assert refused.value.code == "key_reused"
    assert books.sheet().payments == 1


def test_a_refusal_stands_when_the_money_comes_later(books: DemoBooks) -> None:
    token = token_of(books)
    assert books.pay("withdraw", token, 300_000, "a") == BankRefused("funds_short")
    books.pay("deposit", token, 200_000, "b")
    assert books.pay("withdraw", token, 300_000, "a") == BankRefused("funds_short")
    assert books.pay("withdraw", token, 300_000, "c") == BankDone()


def test_a_payment_that_was_made_stays_made_when_its_authorization_ends(books: DemoBooks) -> None:
    token = token_of(books)
    books.pay("withdraw", token, 5_000, "a")
    books.end_authorizations()
    assert books.pay("withdraw", token, 5_000, "a") == BankDone()
    assert books.pay("withdraw", token, 5_000, "b") == BankRefused("authorization_ended")
    assert books.status("c") == BankUnseen()


@pytest.mark.req("E-RF-CB-004")
def test_three_wrong_pins_in_a_row_block_a_debit_card(books: DemoBooks) -> None:
    right = sample_card(0)
    wrong = BankCard("debit", right.number, "0000")
    for _ in range(2):
        assert books.authorize(wrong) == BankRefused("pin_wrong")
    assert isinstance(books.authorize(right), Authorized)
    told = [books.authorize(wrong) for _ in range(3)]
    assert told == [BankRefused("pin_wrong"), BankRefused("pin_wrong"), BankRefused("card_blocked")]
    assert books.authorize(right) == BankRefused("card_blocked")


def test_a_debit_card_is_no_credit_card(books: DemoBooks) -> None:
    """Else the PIN could be left out by calling the card another kind."""
    assert books.authorize(credit(sample_card(0).number)) == BankRefused("card_unknown")


def test_the_books_survive_the_bank(tmp_path: Path) -> None:
    path = str(tmp_path / "bank.sqlite")
    books = DemoBooks(path)
    open_samples(books, 2)
    token = token_of(books)
    books.pay("withdraw", token, 5_000, "a")
    books.close()
    again = DemoBooks(path)
    open_samples(again, 2)
    assert again.pay("withdraw", token, 5_000, "a") == BankDone()
    assert again.sheet() == Sheet(5_000, 400_000 - 5_000, 1)
    again.close()


DONE_BY: Mapping[Fault, int] = {
    "refuse": 0,
    "slow": 1,
    "timeout_before": 0,
    "timeout_after": 1,
    "error_before": 0,
    "error_after": 1,
    "duplicate": 1,
    "hang_up": 0,
}


@pytest.mark.parametrize("fault", FAULTS)
def test_each_fault_moves_what_it_says_and_nothing_twice(books: DemoBooks, fault: Fault) -> None:
    service = DemoService(books)
    said = {"way": "withdraw", "authorization": token_of(books), "amount": 5_000}
    assert ask(service, "PUT", "/demo/faults", {"next": [fault]})
    reply = service.handle("PUT", "/v1/payments/a", "", json.dumps(said).encode())
    assert books.sheet().house == 5_000 * DONE_BY[fault]
    assert (reply == SILENCE) == fault.startswith("timeout")
    assert (reply == HANG_UP) == (fault == "hang_up")
    assert (reply.status == 500) == fault.startswith("error")
    assert (reply.after > 0) == (fault == "slow")
    again = service.handle("PUT", "/v1/payments/a", "", json.dumps(said).encode())
    assert again.body["outcome"] == ("refused" if fault == "refuse" else "done")
    assert books.sheet().house == (0 if fault == "refuse" else 5_000)


def test_down_is_every_request_until_it_is_lifted(books: DemoBooks) -> None:
    service = DemoService(books)
    ask(service, "PUT", "/demo/faults", {"down": True})
    assert all(ask(service, "GET", "/v1/payments/a", {}) == HANG_UP for _ in range(3))
    ask(service, "PUT", "/demo/faults", {})
    assert ask(service, "GET", "/v1/payments/a", {}) != HANG_UP


def test_who_does_not_show_the_secret_of_the_house_gets_nothing(books: DemoBooks) -> None:
    service = DemoService(books, "geheim-ü")
    for shown in ("", "Bearer ", "Bearer geheim", "geheim-ü", "Basic geheim-ü"):
        for path in ("/v1/payments/a", "/demo/books"):
            assert service.handle("GET", path, shown, b"").status == 401
    assert service.handle("GET", "/v1/payments/a", "Bearer geheim-ü", b"").status == 200


# Half letters too, which JSON can hold and nothing else can.
LETTERS = st.text(st.characters(), max_size=8) | st.just("\ud800")


@given(
    st.sampled_from(["GET", "PUT", "POST", "DELETE"]),
    st.sampled_from(["authorizations", "balances", "payments", "payments/a", "x"]).map(
        "/v1/{}".format
    )
    | st.sampled_from(["/demo/faults", "/demo/books", "/demo/x", "/", ""])
    | st.text(max_size=10),
    st.binary(max_size=100)
    | st.dictionaries(
        st.sampled_from(["way", "authorization", "amount", "card", "number", "pin", "next", "ms"]),
        st.none() | st.booleans() | st.integers() | LETTERS | st.lists(LETTERS),
    ).map(lambda said: json.dumps(said).encode()),
)
def test_no_request_of_a_stranger_moves_money_or_breaks_the_bank(
    method: str, path: str, body: bytes
) -> None:
    books = DemoBooks(":memory:")
    open_samples(books, 1)
    reply = DemoService(books).handle(method, path, "", body)
    assert reply.status in (200, 400, 404)
    assert books.sheet() == Sheet(0, sample_balance(0), 0)
    books.close()
