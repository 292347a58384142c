"""Cards as they are typed in, and the tries of a PIN."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game_server.bank.cards import DAY_MS, Card, PinTries, read_card, with_check_digit
from protocol.words import Illegal

GOOD = "4000000000000002"


def code_of(kind: str, number: str, pin: str) -> str:
    with pytest.raises(Illegal) as refused:
        read_card(kind, number, pin)
    return refused.value.code


def test_a_number_may_be_written_in_groups() -> None:
    assert read_card("debit", "4000 0000-0000 0002", "1234") == Card("debit", GOOD, "1234")


@pytest.mark.req("E-RF-JG-003")
@pytest.mark.parametrize(
    "number",
    ["", "4000", GOOD + "0000", "400000000000000x", "4000000000000003", "٤" * 16, "²" * 16, "-"],
)
def test_a_number_that_cannot_be_one_is_refused_before_the_bank_is_asked(number: str) -> None:
    assert code_of("debit", number, "1234") == "card_number"


@given(st.text("0123456789", min_size=11, max_size=18), st.data())
def test_every_wrong_digit_is_found(digits: str, data: st.DataObject) -> None:
    number = with_check_digit(digits)
    assert read_card("credit", number, "").number == number
    place = data.draw(st.integers(0, len(number) - 1))
    other = data.draw(st.sampled_from([one for one in "0123456789" if one != number[place]]))
    assert code_of("credit", number[:place] + other + number[place + 1 :], "") == "card_number"


@pytest.mark.req("E-RF-CB-004")
def test_a_debit_card_needs_a_pin_of_digits() -> None:
    assert code_of("debit", GOOD, "") == "pin_missing"
    for pin in ("123", "1" * 13, "12e4", "١٢٣٤", " 1234"):
        assert code_of("debit", GOOD, pin) == "pin_form"


@pytest.mark.req("E-RF-CB-003")
def test_a_credit_card_needs_no_pin_and_passes_none_on() -> None:
    assert read_card("credit", GOOD, "1234") == Card("credit", GOOD, "")
    assert code_of("library", GOOD, "1234") == "card_kind"


def test_a_refusal_and_a_repr_never_repeat_what_was_typed() -> None:
    with pytest.raises(Illegal) as refused:
        read_card("debit", GOOD, "12x4567")
    shown = f"{refused.value!r} {refused.value.facts} {Card('debit', GOOD, '7391')!r}"
    assert GOOD not in shown
    assert "12x4567" not in shown
    assert "7391" not in shown
    assert "0002" in shown


# Tries


def blocked(tries: PinTries, card: Card, now: int) -> bool:
    try:
        tries.take(card, now)
    except Illegal as refused:
        return refused.code == "card_blocked"
    return False


def test_three_tries_then_a_day_of_rest() -> None:
    tries, card = PinTries(b"s"), Card("debit", GOOD, "1234")
    assert [tries.take(card, 0) for _ in range(3)] == [2, 1, 0]
    assert blocked(tries, Card("debit", GOOD, "9999"), DAY_MS - 1)
    assert not blocked(tries, card, DAY_MS)


def test_a_right_pin_gives_all_tries_again_and_a_silent_bank_gives_one() -> None:
    tries, card = PinTries(b"s"), Card("debit", GOOD, "1234")
    tries.take(card, 0)
    tries.take(card, 0)
    tries.give_back(card)
    assert tries.take(card, 0) == 1
    tries.clear(card)
    tries.give_back(card)
    assert tries.take(card, 0) == 2


def test_the_count_is_bounded_and_knows_no_number() -> None:
    tries = PinTries(b"s", most=10)
    cards = [Card("debit", f"{number:016}", "1234") for number in range(100)]
    for card in cards:
        tries.take(card, 0)
    assert len(tries._tried) == 10
    assert not any(card.number in repr(vars(tries)) for card in cards)
    assert blocked(tries, cards[99], 0) is False
