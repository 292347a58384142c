"""A new account in the terminal: a password that was mistyped, or that the house does not take."""

from protocol import messages
from tests.terminal.typing_at_house import Typing

NAME = "Your name? “cancel” gives up."
NEW = "A new password? It is not shown. “cancel” gives up."


def registers(*typed: str) -> tuple[Typing, list[str]]:
    """Somebody at the door who asks for an account; what the last line was answered by."""
    typing = Typing()
    typing.one.meet()
    typing.go_on()
    said = typing.type("register")
    for line in typed:
        said = typing.type(line)
    return typing, said


def refused(typing: Typing, code: str, **facts: int) -> list[str]:
    number = typing.one.last(messages.Register).id
    typing.one.house(messages.Refused(number, code, "", facts))
    return typing.go_on()


def test_who_mistypes_one_of_two_passwords_types_both_again() -> None:
    typing, said = registers("Rae", "long enough", "long enuogh")
    assert said == ["That was not the same password; choose one again.", NEW.split(" “")[0]]
    assert typing.visit.secret
    assert not typing.one.all(messages.Register)
    typing.type("quite another")
    typing.type("quite another")
    assert typing.one.last(messages.Register).password == "quite another"


def test_another_password_is_asked_for_where_the_house_does_not_take_it() -> None:
    typing, _ = registers("Rae", "short", "short")
    said = refused(typing, "password_short", least=8)
    assert said == ["The password needs at least 8 characters.", NEW]
    typing.type("long enough")
    typing.type("long enough")
    assert typing.one.last(messages.Register).name == "Rae"


def test_another_name_is_asked_for_where_the_house_has_one_like_it() -> None:
    typing, _ = registers("Rae", "long enough", "long enough")
    assert refused(typing, "name_taken")[-1] == NAME


def test_a_refusal_for_another_reason_asks_nothing() -> None:
    typing, _ = registers("Rae", "long enough", "long enough")
    assert NEW not in refused(typing, "busy")
    assert not typing.visit.secret
