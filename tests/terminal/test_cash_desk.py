"""The bank card in the terminal: what is asked again when the house has refused it."""

from protocol import messages
from tests.terminal.typing_at_house import Typing

PIN = "The PIN? It is not shown. “cancel” gives up."


def shown(*typed: str) -> tuple[Typing, messages.ChangeCard]:
    """Somebody who has shown a card; and the request for it."""
    typing = Typing()
    typing.one.come_in()
    typing.one.house(messages.Rooms((), whole=True))
    typing.one.house(messages.BankInfo(typing.one.client.cashier.ask_bank()))
    typing.go_on()
    for line in ("card", *typed):
        typing.type(line)
    return typing, typing.one.last(messages.ChangeCard)


def test_a_mistyped_pin_is_asked_for_again_unseen_and_nothing_else_is() -> None:
    typing, first = shown("1", "4000000000000002", "12345")
    typing.one.house(messages.Refused(first.id, "pin_wrong", "", {"left": 2}))
    assert typing.go_on() == ["Wrong PIN; 2 tries left.", PIN]
    assert typing.visit.secret
    typing.type("1234")
    second = typing.one.last(messages.ChangeCard)
    assert second.id != first.id
    assert (second.number, second.pin) == (first.number, "1234")
    typing.one.house(messages.BankInfo(second.id, "debit", "0002"))
    told = typing.go_on()
    assert told[0] == "The bank has taken the card."
    assert "Your bank card ends in 0002." in told


def test_of_a_credit_card_the_date_and_the_code_are_asked_for_again() -> None:
    typing, first = shown("2", "4000000000000010", "02/41", "999")
    typing.one.house(messages.Refused(first.id, "cvc_wrong", "", {"left": 2}))
    assert "Until when is it valid?" in typing.go_on()[-1]
    typing.type("02/41")
    typing.type("358")
    second = typing.one.last(messages.ChangeCard)
    assert (second.number, second.code) == (first.number, "358")


def test_a_month_that_is_none_is_asked_for_again_at_once() -> None:
    typing, first = shown("2", "4000000000000010", "13/41", "02/21", "358")
    assert (first.expiry, first.code) == ("02/21", "358"), "13/41 was not taken"
    typing.one.house(messages.Refused(first.id, "card_expired"))
    assert "Until when is it valid?" in typing.go_on()[-1]
    typing.type("02/41")
    second = typing.one.last(messages.ChangeCard)
    assert (second.number, second.expiry, second.code) == (first.number, "02/41", "358")


def test_a_card_that_is_blocked_is_not_asked_about_again() -> None:
    typing, first = shown("1", "4000000000000002", "12345")
    typing.one.house(messages.Refused(first.id, "card_blocked"))
    assert typing.go_on() == ["The bank has blocked this card after wrong tries."]
    assert not typing.visit.secret
