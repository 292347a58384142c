"""Money over real HTTP: a house and a bank as processes, cards and PINs, a bank that is gone."""

import signal
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest

from game_server.bank.cards import with_check_digit
from game_server.bank.demo_bank import SAMPLES
from game_server.bank.demo_books import sample_balance, sample_card
from protocol import messages
from protocol.messages import Ok, Paid, Purse, Queued, Refused
from tests.cards import credit, typed
from tests.house.plain import play
from tests.house.process import EPS, Running, free_port, house
from tests.house.visiting import Visitor, bank, check_books, metrics, page, sheet, wait_for

ALL = sum(sample_balance(number) for number in range(SAMPLES))
"""What the sample cards began with, together."""


@pytest.fixture(scope="module")
def open_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Running, int]]:
    """A house with the demo bank that starts with it, and the bank's port."""
    port = free_port()
    known = {"CARDROOM_BANK_DEMO_PORT": str(port)}
    with house(tmp_path_factory.mktemp("house"), EPS, known) as running:
        yield running, port


@pytest.mark.req("E-RF-CB-002", "E-RF-CB-003", "E-RF-CB-004", "E-RF-PG-002", "E-DD-004")
def test_chips_are_bought_with_a_card_played_with_and_cashed_out_to_it(
    open_house: tuple[Running, int],
) -> None:
    running, port = open_house
    with ExitStack() as lines:
        debit = Visitor(lines, running.url, 1).by_card("Dora", sample_card(0))
        credit = Visitor(lines, running.url, 2).by_card("Carl", sample_card(1))
        for one in (debit, credit):
            assert one.expect(Queued).table == "eps"
            one.sit("eps", 4_000)
            assert one.paid("buy").payment.amount == 4_000
        file = running.folder / "var" / "demo-bank.sqlite"
        assert sheet(file).house == 8_000
        play([debit, credit], lambda _: debit.rounds >= 2)
        for one in (debit, credit):
            assert isinstance(one.ask(messages.Leave, "eps", "now"), Ok)
            one.paid("cash_out")
            one.expect(Purse, lambda purse: purse.cash == 0)
        status, text = page(port, "demo/books")
        assert status == 200
        assert '"house": 0' in text
        assert sheet(file).customers == ALL


@pytest.mark.req("E-RF-CB-004", "E-RF-CB-008", "E-RF-JG-003")
def test_a_card_that_the_bank_refuses_lets_nobody_in_and_says_why(
    open_house: tuple[Running, int],
) -> None:
    running, _ = open_house
    card, stranger = sample_card(4), with_check_digit("999900000000123")
    with ExitStack() as lines:
        one = Visitor(lines, running.url)
        wrong = ("Eva", card.kind, card.number, "9999")
        tries = [one.refused(messages.LoginByCard, *wrong) for _ in range(3)]
        assert [(answer.code, dict(answer.facts)) for answer in tries] == [
            ("pin_wrong", {"left": 2}),
            ("pin_wrong", {"left": 1}),
            ("card_blocked", {}),
        ]
        # The right PIN comes too late, whoever names it.
        other = Visitor(lines, running.url)
        blocked = other.refused(messages.LoginByCard, "Eva", *typed(card))
        assert blocked.code == "card_rests"
        unknown = other.refused(messages.LoginByCard, "Eva", *typed(credit(stranger)))
        assert unknown.code == "card_unknown"
        poor = sample_card(8)
        low = other.refused(messages.LoginByCard, "Eva", *typed(poor))
        assert (low.code, low.facts) == ("balance_low", {"least": 2_000})


@pytest.mark.req("E-RF-CB-008")
def test_a_bank_that_refuses_a_purchase_takes_nothing(open_house: tuple[Running, int]) -> None:
    running, port = open_house
    with ExitStack() as lines:
        one = Visitor(lines, running.url).by_card("Fay", sample_card(6))
        one.sit("eps", 0)
        assert page(port, "demo/faults", {"next": ["refuse"]})[0] == 200
        one.ask(messages.Buy, "eps", 4_000)
        assert one.paid("buy", "refused").payment.code == "declined"
        assert one.expect(Refused).code == "declined"
        assert one.refused(messages.Buy, "eps", 1_500).code == "buy_step"
        one.ask(messages.Buy, "eps", 4_000)
        assert one.paid("buy").payment.amount == 4_000
        one.ask(messages.Leave, "eps", "now")
        one.paid("cash_out")


@pytest.mark.req("E-RF-CB-007")
def test_chips_that_come_after_their_owner_has_left_go_back_to_the_card(
    open_house: tuple[Running, int],
) -> None:
    running, port = open_house
    file = running.folder / "var" / "demo-bank.sqlite"
    with ExitStack() as lines:
        one = Visitor(lines, running.url).by_card("Hal", sample_card(10))
        one.sit("eps", 0)
        before = sheet(file)
        assert page(port, "demo/faults", {"next": ["slow"], "ms": 500})[0] == 200
        one.ask(messages.Buy, "eps", 4_000)
        assert isinstance(one.ask(messages.Leave, "eps", "now"), Ok)
        assert one.paid("cash_out").payment.amount == 4_000
        bought = [paid.payment.state for paid in one.heard(Paid) if paid.payment.way == "buy"]
        assert bought == ["pending", "done"]
        assert sheet(file) == replace(before, payments=before.payments + 2)


@pytest.mark.req("E-RF-CB-008", "E-RF-CB-010")
def test_a_purchase_at_a_bank_that_is_gone_comes_true_when_both_are_back(tmp_path: Path) -> None:
    books, port = tmp_path / "bank.sqlite", free_port()
    known = {"CARDROOM_BANK_URL": f"http://127.0.0.1:{port}"}
    with ExitStack() as lines, house(tmp_path, EPS, known, watched=True) as running:
        with bank(books, port):
            two = [
                Visitor(lines, running.url, number).by_card(f"Player {number}", sample_card(number))
                for number in range(2)
            ]
            for one in two:
                one.sit("eps", 4_000)
                one.paid("buy")
        # The bank is killed; the table plays on.
        assert two[0].ask(messages.Buy, "eps", 1_000) == two[0].heard(Paid)[-1]
        assert two[0].paid("buy", "unknown").payment.amount == 1_000
        assert two[0].refused(messages.Buy, "eps", 1_000).code == "buy_open"
        late = sample_card(2)
        silent = Visitor(lines, running.url).refused(messages.LoginByCard, "Late", *typed(late))
        assert silent.code == "bank_silent"
        rounds = two[0].rounds
        play(list(two), lambda _: two[0].rounds > rounds)
        running.kill()
    with ExitStack() as lines, house(tmp_path, EPS, known, watched=True) as running:
        wait_for(lambda: metrics(running)["cardroom_payments_unknown"] == 1, "it is on disk")
        assert metrics(running)["cardroom_payments_open"] == 1
        two = [one.resumed(lines, running.url) for one in two]
        with bank(books, port):
            assert two[0].paid("buy").payment.amount == 1_000
            assert sheet(books).house == 9_000
            running.process.send_signal(signal.SIGTERM)
            play(list(two), lambda _: running.process.poll() is not None)
        assert running.process.returncode == 0
        check_books(running)
        assert replace(sheet(books), payments=0) == replace(
            sheet(books), house=0, customers=ALL, payments=0
        )


def test_the_house_shows_its_bank_the_secret_of_the_file(tmp_path: Path) -> None:
    shown, port = tmp_path / "bank.secret", free_port()
    shown.touch(0o600)
    shown.write_text("the-secret-between-house-and-bank\n")
    known = {"CARDROOM_BANK_DEMO_PORT": str(port), "CARDROOM_BANK_SECRET_FILE": str(shown)}
    with ExitStack() as lines, house(tmp_path, EPS, known) as running:
        assert page(port, "demo/books")[0] == 401, "whoever does not show it is told nothing"
        one = Visitor(lines, running.url).by_card("Shown", sample_card(20))
        assert one.expect(Queued).table == "eps"
        assert shown.read_text().strip() not in running.log
