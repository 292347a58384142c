"""The cashier, the purse, and the farewell of who has no chips left."""

import pytest

from protocol import messages
from protocol.events import RoundBegan
from protocol.messages import Payment, Room, Sitter
from protocol.words import Seat
from tests.client.device import Device, people
from tests.client.test_table import BEGAN, at_table


@pytest.mark.req("E-RF-HH-008", "E-UC-005")
def test_the_cashier_knows_the_card_and_every_payment_in_words() -> None:
    one = Device()
    one.come_in()
    number = one.client.cashier.ask_bank()
    assert one.client.cashier.view.busy
    done, refused = (
        Payment(1, 10, "buy", 5_000, "done"),
        Payment(2, 20, "buy", 9_000, "refused", "funds_short"),
    )
    one.house(messages.BankInfo(number, "debit", "9010", (refused, done)))
    cashier = one.client.cashier.view
    assert (cashier.card, cashier.digits, cashier.known, cashier.busy) == (
        "debit", "9010", True, False)  # fmt: skip
    assert [one.client.say(row.say) for row in cashier.payments] == [
        "There is not enough money on the account for $90.",
        "Bought chips for $50.",
    ]


def test_a_purse_is_named_with_the_chips_of_it_that_lie_at_tables() -> None:
    one = Device()
    one.come_in()
    heading = one.client.cashier.heading
    assert (heading("play"), heading("cash")) == ("Play chips", "Cash chips")
    one.sit_down()
    eps = Room("u", "holdem", "eps", "cash", 1_000, 2_000, 100_000, 7)
    one.house(messages.Joined(one.client.lobby.join("u"), eps))
    one.seats({2: Sitter("Me", 50_000, coming=2_000)}, table="u")
    assert heading("play") == "Play chips · 200 more at tables"
    assert heading("cash") == "Cash chips · $520 more at tables"
    one.seats({}, you=None, table="u")
    assert heading("cash") == "Cash chips"


@pytest.mark.req("E-UC-008")
def test_a_purchase_is_pending_until_the_bank_has_answered() -> None:
    one = at_table()
    number = one.client.cashier.buy("t", 3_000)
    one.house(messages.Paid(number, Payment(7, 1, "buy", 3_000, "pending"), "t"))
    assert not one.client.requests.pending(number)
    assert one.client.cashier.view.busy
    one.house(messages.Paid(number, Payment(7, 1, "buy", 3_000, "unknown"), "t"))
    assert "not answered" in one.client.say(one.client.notices.toasts[-1].say)
    one.lose()
    one.resumed("t")
    one.house(messages.Paid(0, Payment(7, 1, "buy", 3_000, "done"), "t"))
    assert not one.client.cashier.view.busy
    assert [row.state for row in one.client.cashier.view.payments] == ["done"]
    assert one.client.notices.toasts[-1].kind == "good"


@pytest.mark.req("E-UC-005")
def test_a_refused_card_says_why_until_the_next_try() -> None:
    one = Device()
    one.come_in()
    number = one.client.cashier.change_card("debit", "4000 1234", "1357")
    one.house(messages.Refused(number, "pin_wrong", "", {"left": 2}))
    refusal = one.client.cashier.view.refusal
    assert refusal is not None
    assert one.client.say(refusal) == "Wrong PIN; 2 tries left."
    number = one.client.cashier.change_card("debit", "4000 1234", "1358")
    assert one.client.cashier.view.refusal is None
    one.house(messages.BankInfo(number, "debit", "1234"))
    assert one.client.cashier.view.card == "debit"


def test_what_may_be_bought_fits_the_room_and_the_purse() -> None:
    one = at_table()
    one.seats({**people(), 2: Sitter("Me", 5_000)})
    buy = one.client.cashier.may_buy("t")
    assert (buy.least, buy.most, buy.step, buy.first) == (100, 15_000, 100, False)
    one.house(messages.Purse(750))
    assert one.client.cashier.may_buy("t").most == 700
    cash = Device()
    cash.come_in()
    room = Room("e", "holdem", "eps", "cash", 1_000, 2_000, 100_000, 7)
    cash.sit_down({2: Sitter("Me", 0)}, room)
    cash.seats({2: Sitter("Me", 0)}, table="e")
    buy = cash.client.cashier.may_buy("e")
    assert (buy.least, buy.most, buy.step, buy.first) == (2_000, 100_000, 1_000, True)


def test_what_is_bought_lets_one_play_and_is_in_whole_chips_while_there_is_room_for_one() -> None:
    one = Device()
    one.come_in()
    room = Room("t", "blackjack", "twenty_one", "play", 500, 1, 5_000, 8)
    for stack, sums in ((0, (500, 5_000, 100)), (250, (300, 4_700, 100)), (4_975, (1, 25, 1))):
        one.sit_down({2: Sitter("Me", stack)}, room)
        began = RoundBegan("blackjack", "twenty_one", 1, {Seat(2): "Me"}, {}, {"unit": 1})
        one.tell(began)
        buy = one.client.cashier.may_buy("t")
        assert (buy.least, buy.most, buy.step) == sums


@pytest.mark.req("C-1.2")
def test_whom_a_game_sends_home_without_chips_reads_why_for_6_seconds_and_leaves() -> None:
    one = at_table(BEGAN)
    one.house(messages.Purse(0))
    assert one.client.notices.farewell is None, "the chips are at the table"
    one.house(messages.Left("t", "no_chips"), messages.Purse(0))
    farewell = one.client.notices.farewell
    assert farewell is not None
    assert "no chips left" in one.client.say(farewell.say)
    assert one.client.screen.name == "lobby"
    assert farewell.until - one.time == 6
    one.passes(5.9)
    assert not one.quit
    one.passes(0.2)
    assert one.quit


def test_who_is_out_of_chips_twice_a_day_reads_when_there_are_new_ones() -> None:
    one = at_table(BEGAN)
    wait = 23 * 3_600_000 - 1
    one.house(messages.Purse(0, wait=wait))
    assert one.client.cashier.without_chips() is None, "the chips are at the table"
    one.house(messages.Left("t", "no_chips"), messages.Purse(0, wait=wait))
    farewell = one.client.notices.farewell
    assert farewell is not None
    assert "in 23 h" in one.client.say(farewell.say)
    bare = one.client.cashier.without_chips(short=True)
    assert bare is not None
    assert one.client.say(bare) == "Chips in 23 h"
    number = one.client.lobby.quick_seat("holdem")
    one.house(messages.Refused(number, "purse_short", "", {"have": 0, "amount": 100}))
    assert one.client.notices.toasts[-1].say.key == "no_chips.later"
    one.passes(5)
    one.time += 23 * 3_600
    bare = one.client.cashier.without_chips()
    assert bare is not None
    assert bare.key == "no_chips.now"
    one.house(messages.Purse(100_000))
    assert one.client.cashier.without_chips() is None


def test_whose_chips_come_home_stays() -> None:
    one = at_table(BEGAN)
    one.house(messages.Purse(0))
    one.house(messages.Left("t", "left"), messages.Purse(5_000))
    one.passes(30)
    assert one.client.notices.farewell is None
    assert not one.quit


def test_a_purse_that_is_told_before_one_is_home_counts_after_a_while() -> None:
    one = at_table(BEGAN)
    one.house(messages.Purse(0), messages.Left("t", "no_chips"))
    assert one.client.notices.farewell is None
    one.passes(2.1)
    assert one.client.notices.farewell is not None
    one.client.notices.enough()
    assert one.quit
