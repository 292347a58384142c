"""The own account: another password, the second factor, and the way back without the password."""

from collections.abc import Callable

import pytest

from protocol import messages
from tests.client.device import Device


@pytest.fixture
def one() -> Device:
    """A member, in the lobby."""
    device = Device()
    device.meet()
    device.client.account.log_in("Me", "kings and queens")
    device.in_house(device.last(messages.Login).id)
    return device


def test_a_login_is_sent_again_with_the_code_that_the_house_asks_for() -> None:
    one = Device()
    one.meet()
    one.client.account.log_in("Me", "kings and queens")
    first = one.last(messages.Login)
    assert first.code == ""
    one.house(messages.Refused(first.id, "second_factor", "The code too, please."))
    refusal = one.client.account.entry.refusal
    assert refusal is not None
    assert refusal.key == "refusal.second_factor"
    one.client.account.log_in("Me", "kings and queens", " 123 456 ")
    assert one.last(messages.Login).code == "123 456"
    one.in_house(one.last(messages.Login).id)
    assert one.client.account.me.inside


def test_a_login_with_a_code_is_not_sent_twice_by_itself() -> None:
    for code, again in (("", True), ("123456", False)):
        one = Device()
        one.meet()
        one.client.account.log_in("Me", "kings and queens", code)
        one.client.connection.lost(one.connection)
        assert one.client.account.entry.busy is again
        refusal = one.client.account.entry.refusal
        assert (refusal is None) is again


def test_how_one_comes_in_is_asked_and_told(one: Device) -> None:
    one.client.account.ask_account()
    one.house(messages.AccountInfo(one.last(messages.Account).id, "member", True, 7))
    known = one.client.account.credentials
    assert (known.kind, known.factor, known.recovery) == ("member", True, 7)


def test_a_password_is_changed_and_why_not_is_said_where_it_was_asked(one: Device) -> None:
    number = one.client.account.change_password("wrong", "aces and eights")
    one.house(messages.Refused(number, "password_wrong", "The password is wrong."))
    refusal = one.client.requests.refusal_of(number)
    assert refusal is not None
    assert refusal.key == "refusal.password_wrong"
    assert not one.client.notices.toasts, "the page says it"
    number = one.client.account.change_password("kings and queens", "aces and eights")
    one.house(messages.Ok(number))
    (toast,) = one.client.notices.toasts
    assert toast.say.key == "credentials.changed"


def test_a_second_factor_is_begun_confirmed_and_its_codes_are_shown_once(one: Device) -> None:
    begin = one.client.account.begin_factor("kings and queens")
    one.house(messages.FactorSecret(begin, "SECRET", "otpauth://totp/x"))
    assert (one.client.account.credentials.secret, one.client.account.credentials.factor) == (
        "SECRET",
        False,
    )
    confirm = one.client.account.confirm_factor("123456 ")
    assert one.last(messages.ConfirmFactor).code == "123456"
    one.house(messages.RecoveryCodes(confirm, ("a", "b")))
    known = one.client.account.credentials
    assert (known.factor, known.recovery, known.codes, known.secret) == (True, 2, ("a", "b"), "")
    assert "SECRET" not in repr(known)
    one.client.account.hide_codes()
    assert (one.client.account.credentials.codes, one.client.account.credentials.factor) == (
        (),
        True,
    )
    one.house(messages.Ok(one.client.account.end_factor("kings and queens", "654321")))
    assert not one.client.account.credentials.factor


def test_what_is_secret_is_sent_on_one_line_and_lies_on_no_disk(one: Device) -> None:
    asks: tuple[Callable[[], int], ...] = (
        lambda: one.client.account.change_password("an old secret", "a new secret"),
        lambda: one.client.account.begin_factor("an old secret"),
        lambda: one.client.account.end_factor("an old secret", "123456"),
    )
    for ask in asks:
        number = ask()
        assert "secret" not in str(one.kept)
        one.client.connection.lost(one.connection)
        assert one.client.requests.refusal_of(number) is not None
        one.client.connection.try_again()
        one.again()
        one.in_house(one.last(messages.Resume).id)


def test_who_has_lost_the_password_reads_a_number_and_chooses_another() -> None:
    one = Device()
    one.meet()
    one.client.account.ask_reset(" Me ")
    asked = one.last(messages.LostPassword)
    assert (asked.name, one.client.account.entry.busy) == ("Me", True)
    one.house(messages.Reset(asked.id, "a key", "482913", 900_000))
    lost = one.client.account.lost_password
    assert lost is not None
    assert (lost.number, lost.parts, lost.until) == ("482913", "482 913", one.time + 900)
    assert "a key" not in repr(lost)
    assert not one.client.account.entry.busy
    one.client.account.choose_password("aces and eights")
    chosen = one.last(messages.NewPassword)
    assert (chosen.key, chosen.password) == ("a key", "aces and eights")
    one.house(messages.Refused(chosen.id, "reset_waits", "Not yet."))
    refusal = one.client.account.entry.refusal
    assert refusal is not None
    assert refusal.key == "refusal.reset_waits"
    one.client.account.choose_password("aces and eights")
    one.house(messages.Ok(one.last(messages.NewPassword).id))
    lost = one.client.account.lost_password
    assert lost is not None
    assert lost.chosen
    one.client.account.give_up_reset()
    assert one.client.account.lost_password is None
    one.client.account.log_in("Me", "aces and eights")
    one.in_house(one.last(messages.Login).id)
    assert one.client.account.me.inside


def test_what_was_asked_at_the_door_is_lost_with_its_line() -> None:
    one = Device()
    one.meet()
    one.client.account.ask_reset("Me")
    one.client.connection.lost(one.connection)
    refusal = one.client.account.entry.refusal
    assert refusal is not None
    assert refusal.key == "refusal.line_lost"
    assert one.client.account.lost_password is None


def test_whose_password_was_chosen_elsewhere_is_out_and_reads_why(one: Device) -> None:
    one.house(messages.Goodbye("password", "You have another password."))
    one.client.connection.lost(one.connection, 4000)
    refusal = one.client.account.entry.refusal
    assert refusal is not None
    assert refusal.key == "refusal.password"
    assert not one.client.account.me.inside
    one.client.connection.try_again()
    assert one.restart().all(messages.Resume) == [], "the token is gone"


@pytest.mark.parametrize("heard", [True, False])
def test_an_account_is_deleted_and_the_device_forgets_it(one: Device, heard: bool) -> None:
    client = one.client
    client.set(name="Me", avatar="fox")
    one.house(messages.Ok(client.chat.mute(12, "Ada")))
    number = client.account.delete("kings and queens", " 123 456 ")
    asked = one.last(messages.DeleteAccount)
    assert (asked.sure, asked.password, asked.code) == (True, "kings and queens", "123 456")
    if heard:
        one.house(messages.Ok(number), messages.Goodbye("deleted", "Gone."))
        one.lose(1000)
        one.again()
    else:
        # The answer is lost with the line: the token is of nobody, and the house says why.
        one.lose()
        one.again()
        resumes = one.last(messages.Resume).id
        one.house(messages.Refused(resumes, "account_deleted", "It is deleted."))
    assert not client.account.me.inside
    assert (client.settings.name, client.settings.avatar, client.chat.muted) == ("", "", {})
    said = [toast.say.key for toast in client.notices.toasts]
    assert said == ([] if heard else ["refusal.line_lost"]) + ["deleting.done"]
    assert client.account.entry.refusal is None
    assert "token-1" not in one.kept["session"]


def test_a_password_to_delete_the_account_lies_on_no_disk(one: Device) -> None:
    one.client.account.delete("kings and queens")
    assert "kings" not in "".join(one.kept.values()) + repr(one.last(messages.DeleteAccount))
    one.lose()
    one.resumed()
    assert len(one.all(messages.DeleteAccount)) == 1
