"""Cards as they are typed in."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game_server.bank.cards import BankCard, read_card, with_check_digit
from protocol.words import Refusal

GOOD = "4000000000000002"
NOW = 1_800_000_000_000
"""In January of 2027."""


def code_of(kind: str, number: str, pin: str = "", expiry: str = "04/31", code: str = "917") -> str:
    with pytest.raises(Refusal) as refused:
        read_card(kind, number, pin, expiry, code, NOW)
    return refused.value.code


def test_a_number_may_be_written_in_groups() -> None:
    assert read_card("debit", "4000 0000-0000 0002", "1234", "", "", NOW) == BankCard(
        "debit", GOOD, "1234"
    )


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
    assert read_card("credit", number, "", "04/31", "917", NOW).number == number
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
    card = read_card("credit", GOOD, "1234", "04/31", "917", NOW)
    assert card == BankCard("credit", GOOD, "", "2031-04", "917")
    assert code_of("library", GOOD, "1234") == "card_kind"


def test_a_refusal_and_a_repr_never_repeat_what_was_typed() -> None:
    with pytest.raises(Refusal) as refused:
        read_card("debit", GOOD, "12x4567", "", "", NOW)
    whole = BankCard("credit", GOOD, "7391", "2031-04", "8642")
    shown = f"{refused.value!r} {refused.value.facts} {whole!r}"
    assert GOOD not in shown
    assert "12x4567" not in shown
    assert not [hidden for hidden in ("7391", "2031-04", "8642") if hidden in shown]
    assert "0002" in shown


def test_no_credit_card_is_put_together_of_its_number_alone() -> None:
    for expiry, code in (("", ""), ("2031-04", ""), ("", "917")):
        with pytest.raises(ValueError, match="security code"):
            BankCard("credit", GOOD, expiry=expiry, code=code)


@pytest.mark.parametrize(
    ("expiry", "code", "why"),
    [
        ("", "917", "expiry_missing"),
        ("04/31", "", "cvc_missing"),
        *((wrong, "917", "expiry_form") for wrong in ("13/31", "0431", "4/31", "2031-4", "٠٤/٣١")),
        *(("04/31", wrong, "cvc_form") for wrong in ("91", "91734", "9 7", "٩١٧")),
        ("12/26", "917", "card_expired"),
        ("2026-12", "917", "card_expired"),
    ],
)
def test_a_credit_card_needs_a_month_to_come_and_its_security_code(
    expiry: str, code: str, why: str
) -> None:
    assert code_of("credit", GOOD, "", expiry, code) == why


def test_a_month_is_read_as_it_stands_on_the_card_or_whole_and_is_good_to_its_end() -> None:
    for expiry in ("01/27", "01 / 27", "2027-01"):
        assert read_card("credit", GOOD, "", expiry, "9172", NOW).expiry == "2027-01"
    february = 1_801_440_000_000
    assert read_card("credit", GOOD, "", "01/27", "917", february).expiry == "2027-01"
    with pytest.raises(Refusal, match="expired"):
        read_card("credit", GOOD, "", "01/27", "917", february + 2 * 24 * 60 * 60 * 1000)
