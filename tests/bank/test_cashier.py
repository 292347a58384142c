"""What the cashier allows, refuses and says."""

from collections.abc import Callable
from itertools import pairwise

import pytest
from twisted.internet.defer import Deferred

from game_server.bank import bookings, payment_steps
from game_server.bank.adapter import SENTENCES, BankDone, BankRefused, BankUnseen, bank_refusal
from game_server.bank.cards import BankCard
from game_server.bank.demo_bank import DemoReply, Fault
from game_server.bank.entries import SUSPENSE
from game_server.bank.payout import KeptCard
from game_server.bank.tries import Trier
from game_server.store import cards, ledger, ledger_check, payments
from game_server.store.direct import CommitFault
from game_server.store.payments import Payment
from game_server.store.refusals import TooLittle, WrongStep
from game_server.store.transaction import Transaction
from protocol.words import Refusal
from tests.bank.world import TABLE, Tables, World, card, code
from tests.cards import credit

HERE = Trier("192.0.2.1")


@pytest.fixture
def world() -> World:
    """Player 1 sits with a card; player 2 has neither."""
    made = World()
    made.give_card(made.players[0])
    made.sit(made.players[0])
    made.advance(1)
    return made


def state(got: list[object]) -> str:
    (payment,) = got
    assert isinstance(payment, Payment), payment
    return payment.state


# Buying


@pytest.mark.req("E-RF-CB-005")
@pytest.mark.parametrize("amount", [-1000, 0, 1, 500, 999, 2001, 2500, 10_005])
def test_chips_are_bought_in_multiples_of_ten_dollars(world: World, amount: int) -> None:
    got = world.buy(world.players[0], amount)
    world.advance(5)
    assert code(got) == "buy_step"
    assert world.books.sheet().payments == 0


@pytest.mark.req("E-RF-CB-011")
def test_the_first_purchase_of_a_stay_is_at_least_twenty_dollars(world: World) -> None:
    player = world.players[0]
    assert code([*_soon(world, player, 1_000)]) == "buy_first"
    assert state(_soon(world, player, 2_000)) == "done"
    assert state(_soon(world, player, 1_000)) == "done"
    world.leave(player)
    world.advance(5)
    world.sit(player)
    assert code(_soon(world, player, 1_000)) == "buy_first"


@pytest.mark.req("E-RF-CB-011")
def test_a_refused_first_purchase_does_not_count_as_one(world: World) -> None:
    world.service.faults.coming.append("refuse")
    assert code(_soon(world, world.players[0], 2_000)) == "declined"
    assert code(_soon(world, world.players[0], 1_000)) == "buy_first"


@pytest.mark.req("E-DD-003", "E-RF-CB-006")
def test_nobody_buys_without_a_seat(world: World) -> None:
    world.give_card(world.players[1])
    world.advance(1)
    assert code(_soon(world, world.players[1], 5_000)) == "not_seated"
    assert world.balance(world.players[1]) == world.each


@pytest.mark.req("E-RF-CB-010")
def test_chips_are_bought_as_often_as_one_likes_while_seated(world: World) -> None:
    player = world.players[0]
    for amount in (2_000, 1_000, 5_000):
        assert state(_soon(world, player, amount)) == "done"
    assert world.chips(player) == 8_000
    assert world.balance(player) == world.each - 8_000


def test_nobody_buys_without_a_card(world: World) -> None:
    world.sit(world.players[1])
    assert code(_soon(world, world.players[1], 5_000)) == "no_card"


def test_one_purchase_at_a_time(world: World) -> None:
    player = world.players[0]
    first = world.buy(player, 2_000)
    second = world.buy(player, 2_000)
    world.advance(5)
    assert (state(first), code(second)) == ("done", "buy_open")
    assert world.chips(player) == 2_000


@pytest.mark.req("E-RF-CB-008")
def test_too_little_in_the_account_is_said_with_the_amount(world: World) -> None:
    (wrong,) = _soon(world, world.players[0], 50_000)
    assert isinstance(wrong, Refusal)
    assert wrong.code == "funds_short"
    assert "$500" in wrong.text
    assert state(_soon(world, world.players[0], 2_000)) == "done"


@pytest.mark.req("E-RF-CB-008")
def test_a_purchase_that_the_bank_does_not_answer_is_unknown_and_goes_on_by_itself(
    world: World,
) -> None:
    player = world.players[0]
    world.service.faults.coming.extend(["timeout_after", "error_before"])
    got = world.buy(player, 2_000)
    world.advance(10.5)
    assert state(got) == "unknown"
    assert world.chips(player) == 0
    world.advance(30)
    assert world.chips(player) == 2_000
    told = [one.state for one in world.tables.told_all if one.way == "buy"]
    assert told == ["pending", "unknown", "done"]


def test_every_code_of_a_bank_has_a_sentence_that_ends(world: World) -> None:
    for name in [*SENTENCES, "made up by a bank"]:
        wrong = bank_refusal(name, 1_000)
        assert wrong.text.endswith(".")
        assert wrong.code == (name if " " not in name else "declined")


def test_a_purchase_that_could_not_be_written_takes_nothing(world: World) -> None:
    world.store.fault = CommitFault.FAILS
    assert code(_soon(world, world.players[0], 2_000)) == "not_written"
    assert world.books.sheet().payments == 0


def test_the_reply_to_a_request_is_written_with_the_intent_or_neither_is(world: World) -> None:
    def also(conn: Transaction, payment: Payment) -> None:
        raise Refusal("again", f"The request of {payment.key} was answered.")

    got = world.keep(world.cashier.buy(world.players[0], TABLE, 2_000, also))
    world.advance(5)
    assert code(got) == "again"
    assert world.all_payments() == ()


# The card


@pytest.mark.req("E-RF-JG-002", "E-RF-CB-004")
def test_a_card_is_good_when_the_bank_says_so() -> None:
    world = World()
    player = world.players[0]
    right = world.cards[player]
    wrong_pin = world.keep(
        world.cashier.cards.log_in(BankCard("debit", right.number, "111111"), HERE)
    )
    stranger = world.keep(world.cashier.cards.log_in(card(77), HERE))
    world.advance(1)
    good = world.keep(world.cashier.cards.log_in(right, HERE))
    world.advance(1)
    assert (code(wrong_pin), code(stranger)) == ("pin_wrong", "card_unknown")
    assert "Authorized" in repr(good[0])


@pytest.mark.req("E-RF-CB-003")
def test_debit_and_credit_cards_give_access() -> None:
    world = World()
    by_credit = credit(card(5).number)
    world.books.open_account(by_credit, 10_000)
    for one in (by_credit, world.cards[world.players[0]]):
        got = world.give_card(world.players[0], one)
        world.advance(1)
        (kept,) = got
        assert isinstance(kept, KeptCard)
        assert (kept.card.kind, kept.card.digits) == (one.kind, one.digits)
        world.sit(world.players[0])
        assert state(_soon(world, world.players[0], 2_000)) == "done"


@pytest.mark.req("E-RF-JG-003")
@pytest.mark.parametrize(("holds", "enough"), [(1_999, False), (2_000, True)])
def test_an_account_needs_twenty_dollars_to_log_in(holds: int, enough: bool) -> None:
    world = World(each=holds)
    got = world.keep(world.cashier.cards.log_in(world.cards[world.players[0]], HERE))
    world.advance(1)
    assert ("Authorized" in repr(got[0])) if enough else (code(got) == "balance_low")


@pytest.mark.req("E-RF-CB-004")
def test_a_card_has_three_tries_of_its_pin_even_at_once() -> None:
    world = World()
    right = world.cards[world.players[0]]
    guesses = [
        world.keep(
            world.cashier.cards.check(BankCard("debit", right.number, f"11111{guess}"), HERE)
        )
        for guess in range(5)
    ]
    world.advance(1)
    last = world.keep(world.cashier.cards.check(right, HERE))
    world.advance(1)
    assert [code(got) for got in guesses] == ["pin_wrong"] * 2 + ["card_blocked"] + [
        "card_rests"
    ] * 2
    assert code(last) == "card_rests"


@pytest.mark.req("E-RF-CB-008")
@pytest.mark.parametrize("fault", ["timeout_before", "error_before", "hang_up"])
def test_a_bank_that_does_not_answer_costs_no_try(fault: Fault) -> None:
    world = World()
    right = world.cards[world.players[0]]
    for _ in range(5):
        world.service.faults.coming.append(fault)
        got = world.keep(world.cashier.cards.check(right, HERE))
        world.advance(11)
        assert code(got) == "bank_silent"
    good = world.keep(world.cashier.cards.check(right, HERE))
    world.advance(1)
    assert "Authorized" in repr(good[0])


@pytest.mark.req("E-RF-CB-009")
def test_the_card_can_be_changed_while_a_payment_is_under_way(world: World) -> None:
    player = world.players[0]
    other = credit(card(9).number)
    world.books.open_account(other, 10_000)
    world.service.faults.coming.append("timeout_before")
    got = world.buy(player, 2_000)
    world.advance(1)
    world.give_card(player, other)
    world.advance(20)
    assert world.chips(player) == 2_000
    assert world.balance(player) == world.each - 2_000
    assert world.books.held(other) == 10_000
    assert state(got) == "unknown"
    assert state(_soon(world, player, 1_000)) == "done"
    assert world.books.held(other) == 9_000
    info = world.keep(world.cashier.info(player))
    world.advance(1)
    (known,) = info
    assert isinstance(known, payment_steps.Banked)
    assert known.cards is not None
    assert known.cards.pays.digits == other.digits
    assert [one.amount for one in known.payments] == [1_000, 2_000]


# Cashing out


@pytest.mark.req("E-RF-CB-007", "E-RF-CB-002")
def test_the_bank_is_paid_into_when_chips_are_cashed_and_only_then(world: World) -> None:
    player = world.players[0]
    _soon(world, player, 5_000)
    at = world.now()
    more_than_there_is = world.keep(
        world.store.write(
            lambda conn: payment_steps.intend_to_cash_out(
                conn, player=player, table=TABLE, amount=100, key="more", at=at
            )
        )
    )
    world.leave(player)
    world.advance(5)
    assert isinstance(more_than_there_is[0], TooLittle)
    assert (world.chips(player), world.purse(player)) == (0, 0)
    assert world.balance(player) == world.each


def test_chips_that_come_after_their_owner_has_left_go_back_to_the_card_that_paid(
    world: World,
) -> None:
    player = world.players[0]
    other = credit(card(9).number)
    world.books.open_account(other, 0)
    world.service.faults.coming.append("timeout_after")
    world.buy(player, 5_000)
    world.advance(2)
    world.leave(player)
    world.give_card(player, other)
    world.advance(60)
    ways = [(one.way, one.state, one.amount) for one in world.all_payments()]
    assert ways == [("cash_out", "done", 5_000), ("buy", "done", 5_000)]
    assert (world.balance(player), world.books.held(other)) == (world.each, 0)
    assert world.purse(player) == 0


@pytest.mark.req("E-RF-CB-008")
def test_cash_that_no_card_takes_waits_for_the_next_card(world: World) -> None:
    player = world.players[0]
    _soon(world, player, 5_000)
    world.books.end_authorizations()
    world.leave(player)
    world.advance(5)
    assert world.purse(player) == 5_000
    assert world.all_payments()[0].code == "authorization_ended"
    world.give_card(player)
    world.advance(5)
    assert (world.purse(player), world.balance(player)) == (0, world.each)


def test_cash_that_a_crash_left_in_the_purse_finds_the_seat_it_was_bought_for(
    world: World,
) -> None:
    player = world.players[0]
    # The commit after the bank's answer brings the chips to the seat.
    world.strike = (world.commits + 4, CommitFault.CRASH_BEFORE)
    world.buy(player, 5_000)
    world.advance(5)
    assert world.crashes == 1
    assert (world.purse(player), world.chips(player)) == (0, 5_000)


# The house


def test_the_operator_sees_what_is_unknown_and_can_ask_at_once(world: World) -> None:
    player = world.players[0]
    world.service.faults.down = True
    world.buy(player, 2_000)
    world.advance(300)
    seen = world.keep(world.store.read(payments.not_over))
    world.advance(0)
    (rows,) = seen
    assert isinstance(rows, tuple)
    (one,) = rows
    assert (one.state, one.code) == ("unknown", "BrokenLine")
    assert one.tries >= 8
    world.service.faults.down = False
    says = world.keep(world.cashier.bank_says(one.key))
    world.cashier.ask_now(one.key)
    world.advance(1)
    assert says == [BankUnseen()]
    assert world.chips(player) == 2_000


@pytest.mark.parametrize("paid", [True, False])
@pytest.mark.parametrize("alarm", [True, False])
def test_an_operator_decides_what_stays_unknown_and_the_chips_follow(
    world: World, paid: bool, alarm: bool
) -> None:
    player = world.players[0]
    world.service.faults.down = True
    world.buy(player, 2_000)
    world.advance(100)
    (one,) = world.all_payments()
    world.service.faults.down = False
    outcome = BankDone() if paid else BankRefused("declined")
    decided = world.keep(world.cashier.resolve(one.key, outcome, "ann: seen"))
    if alarm:
        # The pause is over in the moment of the decision.
        world.cashier.ask_now(one.key)
    world.advance(200)
    assert world.balance(player) == 20_000, "the bank is asked no more"
    (payment,) = decided
    assert isinstance(payment, Payment)
    (kept,) = world.all_payments()
    assert kept.state == payment.state == ("done" if paid else "refused")
    assert world.chips(player) == (2_000 if paid else 0)
    entry = ledger.by_key(world.conn, f"payment:{one.key}:done")
    assert (entry is not None and entry.memo == "ann: seen") == paid
    assert ledger_check.whole_faults(world.conn) == ()
    again = world.keep(world.cashier.resolve(one.key, BankDone(), "ann: again"))
    world.advance(1)
    assert isinstance(again[0], WrongStep)


def test_what_was_cashed_out_comes_back_when_an_operator_says_that_it_never_arrived(
    world: World,
) -> None:
    player = world.players[0]
    world.buy(player, 2_000)
    world.advance(5)
    world.service.faults.down = True
    world.leave(player)
    world.advance(100)
    (one,) = [one for one in world.all_payments() if one.state == "unknown"]
    assert ledger.balance(world.conn, SUSPENSE) == 2_000
    world.keep(
        world.cashier.resolve(one.key, BankRefused("declined"), "ann: the bank never had it")
    )
    world.advance(1)
    assert ledger.balance(world.conn, SUSPENSE) == 0
    assert world.purse(player) == 2_000
    assert ledger_check.whole_faults(world.conn) == ()


def test_nothing_is_decided_while_the_bank_is_being_asked(world: World) -> None:
    player = world.players[0]
    world.buy(player, 2_000)
    world.advance(0)
    (one,) = world.all_payments()
    refused = world.keep(world.cashier.resolve(one.key, BankRefused("declined"), "ann: hasty"))
    world.advance(5)
    assert isinstance(refused[0], WrongStep)
    assert world.chips(player) == 2_000


def test_pauses_grow_to_a_minute_and_never_end(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[float] = []
    world.service.faults.down = True
    real = world.service.handle

    def handle(method: str, path: str, shown: str, body: bytes) -> DemoReply:
        asked.append(world.time)
        return real(method, path, shown, body)

    monkeypatch.setattr(world.service, "handle", handle)
    world.buy(world.players[0], 2_000)
    world.advance(400)
    gaps = [round(late - soon) for soon, late in pairwise(asked)]
    assert gaps == [1, 2, 4, 8, 16, 32, 60, 60, 60, 60, 60]


def test_a_house_that_closes_asks_nobody_and_goes_on_when_it_opens(world: World) -> None:
    player = world.players[0]
    world.service.faults.down = True
    world.buy(player, 2_000)
    world.advance(1.5)
    waiting = world.buy(world.players[0], 2_000)
    world.restart()
    world.service.faults.down = False
    world.advance(10)
    assert code(waiting) == "buy_open"
    assert world.chips(player) == 2_000
    assert world.clock.calls == []


def test_a_buyer_who_waits_while_the_house_closes_is_told(world: World) -> None:
    got = world.buy(world.players[0], 2_000)
    world.advance(0.05)
    world.restart()
    assert code(got) == "house_closes"
    world.advance(5)
    assert world.chips(world.players[0]) == 2_000


def test_no_card_number_and_no_pin_is_kept_or_logged(monkeypatch: pytest.MonkeyPatch) -> None:
    world = World()

    def told(payment: Payment) -> None:
        raise RuntimeError(f"No line to the player of {payment}.")

    monkeypatch.setattr(world.tables, "told", told)
    player = world.players[0]
    secret = world.cards[player]
    world.give_card(player, BankCard("debit", secret.number, "999999999999"))
    world.give_card(player)
    world.sit(player)
    world.advance(1)
    faults: tuple[Fault, ...] = ("timeout_after", "error_after", "hang_up", "refuse")
    for fault in faults:
        world.service.faults.coming.append(fault)
        world.give_card(player)
        world.advance(12)
        world.buy(player, 2_000)
        world.advance(90)
    world.leave(player)
    world.advance(10)
    assert len(world.all_payments()) >= 4
    stored = world.conn.serialize()
    (token,) = cards.of_player(world.conn, player)
    said = "\n".join([*world.log.texts, repr(world.results)])
    assert "No line to the player" in said
    for hidden in (secret.number, secret.pin, "999999999999"):
        assert hidden.encode() not in stored
        assert hidden not in said
        assert hidden not in repr(secret)
    assert token.auth.encode() in stored
    assert token.auth not in said + repr(token)
    tokens = world.books.tokens()
    assert len(tokens) >= 2
    assert not [one for one in tokens if one.encode() in stored or one in said]


def _soon(world: World, player: int, amount: int) -> list[object]:
    got = world.buy(player, amount)
    world.advance(5)
    return got


def test_a_table_that_takes_no_chips_now_holds_up_neither_the_card_nor_the_payments_of_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    world = World()
    first, second = world.players
    for player in world.players:
        world.give_card(player)
        world.sit(player)
    world.advance(1)
    _soon(world, first, 2_000)
    ledger.book(world.conn, bookings.bought("lost", first, 3_000, world.now()))
    world.service.faults.down = True
    world.buy(second, 2_000)
    world.advance(1)
    monkeypatch.setattr(Tables, "bring", _only_of(second))
    world.service.faults.down = False
    world.restart()
    given = world.give_card(first)
    world.advance(5)
    assert world.chips(second) == 2_000
    assert isinstance(given[0], KeptCard)


def _only_of(player: int) -> Callable[[Tables, int, str, int, str], Deferred[bool]]:
    """Chips are brought to that player; others wait for ever."""
    bring = Tables.bring

    def brought(tables: Tables, who: int, table: str, amount: int, key: str) -> Deferred[bool]:
        return bring(tables, who, table, amount, key) if who == player else Deferred()

    return brought
