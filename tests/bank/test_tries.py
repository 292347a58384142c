"""Wrong tries of cards: of each, from each address, by each player, and of all together."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game_server.bank.cards import DAY_MS, BankCard, with_check_digit
from game_server.bank.tries import HOUR_MS, MOST, CardTries, Trier, TryLimits
from protocol.words import Refusal
from tests.cards import credit

DEBIT = BankCard("debit", "4000000000000002", "1234")
HERE = Trier("192.0.2.1")


def cards(count: int) -> list[BankCard]:
    return [credit(with_check_digit(f"400000{number:09}")) for number in range(count)]


def refusal(tries: CardTries, card: BankCard, who: Trier, now: int) -> tuple[str, int]:
    """The code of the refusal and how long to wait; nothing if the try may be made."""
    try:
        tries.take(card, who, now)
    except Refusal as wrong:
        seconds = wrong.facts["seconds"]
        assert isinstance(seconds, int)
        return wrong.code, seconds
    return "", 0


@pytest.mark.parametrize("card", [DEBIT, credit(DEBIT.number)])
def test_three_tries_then_a_day_of_rest_for_debit_and_for_credit(card: BankCard) -> None:
    tries = CardTries(b"s", TryLimits())
    assert [tries.take(card, HERE, 0) for _ in range(3)] == [2, 1, 0]
    elsewhere = Trier("198.51.100.7")
    assert refusal(tries, card, elsewhere, DAY_MS - 1_000) == ("card_rests", 1)
    assert refusal(tries, card, elsewhere, DAY_MS) == ("", 0)


def test_a_number_has_its_tries_as_whatever_kind_it_is_named() -> None:
    tries = CardTries(b"s", TryLimits())
    for _ in range(3):
        tries.take(DEBIT, HERE, 0)
    assert refusal(tries, credit(DEBIT.number), HERE, 0)[0] == "card_rests"


def test_a_right_proof_gives_all_tries_again_and_a_silent_bank_gives_one() -> None:
    tries = CardTries(b"s", TryLimits())
    tries.take(DEBIT, HERE, 0)
    tries.take(DEBIT, HERE, 0)
    tries.was_not_judged(DEBIT, HERE)
    assert tries.take(DEBIT, HERE, 0) == 1
    tries.was_right(DEBIT, HERE)
    assert tries.take(DEBIT, HERE, 0) == 2


def test_an_address_that_tries_many_cards_waits_and_then_has_one_try_at_a_time() -> None:
    tries, some = CardTries(b"s", TryLimits(address=10)), cards(40)
    for number in range(10):
        assert refusal(tries, some[number], HERE, 0) == ("", 0)
    assert refusal(tries, some[10], HERE, 0) == ("card_wait", 360)
    assert refusal(tries, some[10], Trier("198.51.100.7"), 0) == ("", 0)
    assert refusal(tries, some[11], HERE, 359_000) == ("card_wait", 1)
    assert refusal(tries, some[11], HERE, 360_000) == ("", 0)
    assert refusal(tries, some[12], HERE, 360_000)[0] == "card_wait"


@pytest.mark.parametrize(
    ("address", "most"),
    [("198.51.100.{:d}", 20), ("2001:db8:0:00{:02x}::1", 20), ("2001:db8:0:{:02x}00::1", 80)],
)
def test_a_network_full_of_addresses_has_some_more_tries_than_one(address: str, most: int) -> None:
    tries, some = CardTries(b"s", TryLimits(address=5, house=10**6)), cards(120)
    codes = [
        refusal(tries, card, Trier(address.format(number)), 0)[0]
        for number, card in enumerate(some, 1)
    ]
    assert codes == [""] * most + ["card_wait"] * (120 - most)


def test_a_card_of_ones_own_buys_no_more_tries_of_those_of_others() -> None:
    tries, some = CardTries(b"s", TryLimits(address=5)), cards(40)
    tried = 0
    for card in some:
        if refusal(tries, card, HERE, 0)[0]:
            break
        tried += 1
        if not refusal(tries, DEBIT, HERE, 0)[0]:
            tries.was_right(DEBIT, HERE)
    assert tried == 5


def test_a_player_who_is_in_has_no_more_tries_from_many_addresses() -> None:
    tries, some = CardTries(b"s", TryLimits(address=5)), cards(40)
    codes = [
        refusal(tries, card, Trier(f"198.51.100.{at}", 7, True), 0)[0]
        for at, card in enumerate(some)
    ]
    assert codes == [""] * 5 + ["card_wait"] * 35


def test_the_house_slows_strangers_from_many_addresses_and_nobody_who_was_proved() -> None:
    tries, some = CardTries(b"s", TryLimits(house=20)), cards(60)
    tries.take(DEBIT, HERE, 0)
    tries.was_right(DEBIT, HERE)
    codes = [
        refusal(tries, card, Trier(f"198.51.100.{at}"), 0)[0] for at, card in enumerate(some[:40])
    ]
    assert codes == [""] * 20 + ["card_wait"] * 20
    # One try a while, for whoever comes first; those who are in are not slowed.
    assert refusal(tries, some[40], Trier("198.51.100.90"), HOUR_MS // 20) == ("", 0)
    assert refusal(tries, some[41], Trier("198.51.100.91"), HOUR_MS // 20) == ("card_wait", 180)
    assert refusal(tries, some[42], Trier("198.51.100.92", 7, True), HOUR_MS // 20) == ("", 0)
    assert refusal(tries, some[43], HERE, HOUR_MS // 20) == ("", 0)


def test_what_is_on_disk_goes_on_and_knows_no_number_and_no_address() -> None:
    tries = CardTries(b"s", TryLimits())
    for _ in range(3):
        tries.take(DEBIT, HERE, 1_000)
    rows = tries.changed()
    assert tries.changed() == ()
    assert not any(DEBIT.number in repr(row) or HERE.address in repr(row) for row in rows)
    again = CardTries(b"s", TryLimits())
    again.restore(rows)
    assert refusal(again, DEBIT, HERE, 2_000) == ("card_rests", DAY_MS // 1000 - 1)
    tries.was_right(DEBIT, HERE)
    assert any(row.level == 0 for row in tries.changed())


def test_rows_that_the_disk_did_not_take_come_again() -> None:
    tries = CardTries(b"s", TryLimits())
    tries.take(DEBIT, HERE, 1_000)
    rows = tries.changed()
    tries.not_kept(rows)
    assert tries.changed() == rows


def test_the_count_is_bounded() -> None:
    tries = CardTries(b"s", TryLimits(house=10**6))
    for number, card in enumerate(cards(MOST + 50)):
        tries.take(card, Trier(f"2001:db8:{number:x}::"), 0)
    assert len(tries._counts) == MOST


@given(st.integers(-DAY_MS, DAY_MS), st.integers(1, 9))
def test_a_clock_that_was_set_back_keeps_nobody_out_for_longer_than_a_day(
    then: int, most: int
) -> None:
    tries = CardTries(b"s", TryLimits(card=most, address=most))
    for _ in range(most):
        tries.take(DEBIT, HERE, 0)
    _, seconds = refusal(tries, DEBIT, HERE, then)
    assert seconds <= DAY_MS // 1000
