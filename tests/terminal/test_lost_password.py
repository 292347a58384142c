"""A lost password in the terminal: the number for the house, another password, and in by it."""

from protocol import messages
from tests.terminal.typing_at_house import Typing


class AtTheDoor(Typing):
    """Somebody at a terminal who is not in."""

    def __init__(self) -> None:
        super().__init__()
        self.one.meet()
        self.go_on()

    def number(self) -> list[str]:
        """The house answers with a number."""
        asked = self.one.last(messages.LostPassword)
        self.one.house(messages.Reset(asked.id, "a key", "482913", 900_000))
        return self.go_on()


def test_the_number_is_told_as_it_comes_and_the_password_leads_in() -> None:
    door = AtTheDoor()
    door.type("lost Me")
    assert door.one.last(messages.LostPassword).name == "Me"
    assert any("482 913" in line for line in door.number())
    assert door.visit.secret
    door.type("aces and eights")
    early = door.one.last(messages.NewPassword).id
    door.one.house(messages.Refused(early, "reset_waits", "Not yet."))
    told = door.go_on()
    assert any("not approved it yet" in line for line in told)
    assert door.visit.secret, "it is asked for once more"
    door.type("aces and eights")
    door.one.house(messages.Ok(door.one.last(messages.NewPassword).id))
    assert "The house has taken the new password." in door.go_on()
    login = door.one.last(messages.Login)
    assert (login.name, login.password) == ("Me", "aces and eights")
    door.one.house(messages.Refused(login.id, "second_factor", "The code, please."))
    assert any("The code of your app?" in line for line in door.go_on())


def test_a_request_that_is_over_asks_for_no_password() -> None:
    door = AtTheDoor()
    door.type("lost")
    door.type("Me")
    door.number()
    door.type("aces and eights")
    request = door.one.last(messages.NewPassword).id
    door.one.house(messages.Refused(request, "reset_over", "It is over."))
    assert any("This request is over" in line for line in door.go_on())
    assert not door.visit.secret
    assert "Your name?" in " ".join(door.type("lost"))


def test_another_name_is_another_request() -> None:
    door = AtTheDoor()
    door.type("lost Me")
    door.number()
    door.type("cancel")
    assert any("482 913" in line for line in door.type("lost me"))
    door.type("cancel")
    door.type("lost You")
    assert door.one.last(messages.LostPassword).name == "You"
