"""The pages of the own account: what is typed is asked, and what is wrong stands at its field."""

import pytest

from mobile_client.ui.screens.credentials import CredentialsScreen
from mobile_client.ui.screens.deleting import DeletingScreen
from mobile_client.ui.screens.lost_password import LostPasswordScreen
from mobile_client.ui.screens.start import StartScreen
from protocol import messages
from tests.client.ui.pages_door import CODES, SECRET
from tests.client.ui.sights import SIGHTS
from tests.client.ui.visits import Visit

pytestmark = pytest.mark.usefixtures("blank")


def own() -> tuple[Visit, CredentialsScreen]:
    visit = Visit().come_in(guest=False)
    page = visit.page("credentials").screen
    assert isinstance(page, CredentialsScreen)
    visit.device.house(messages.AccountInfo(visit.device.last(messages.Account).id, "member"))
    return visit, page


def test_a_password_is_changed_and_what_is_wrong_stands_at_its_field() -> None:
    visit, page = own()
    page.change.dispatch("on_release")
    assert page.old.error
    assert not visit.device.all(messages.ChangePassword)
    page.old.text, page.new.text = "kings and queens", "sunshine"
    page.change.dispatch("on_release")
    assert page.change.disabled
    number = visit.device.last(messages.ChangePassword).id
    visit.device.house(messages.Refused(number, "password_common", "Too easy."))
    assert (page.old.error, bool(page.new.error)) == ("", True)
    page.new.text = "aces and eights"
    page.change.dispatch("on_release")
    visit.device.house(messages.Ok(visit.device.last(messages.ChangePassword).id))
    assert (page.old.text, page.new.text, page.change.disabled) == ("", "", False)


def test_codes_that_are_shown_once_are_not_left_by_mistake() -> None:
    shown = SIGHTS["credentials-codes"].make("en")
    page = shown.screen
    assert isinstance(page, CredentialsScreen)
    assert page.secret.text.splitlines() == list(CODES)
    assert page.back()
    page.kept.dispatch("on_release")
    assert CODES[0] not in page.secret.text or page.secret.parent is None
    assert not page.back()
    shown.close()


def test_a_secret_is_shown_in_groups_and_a_wrong_code_at_its_field() -> None:
    shown = SIGHTS["credentials-secret"].make("en")
    page = shown.screen
    assert isinstance(page, CredentialsScreen)
    assert "".join(page.secret.text.split()) == SECRET
    page.code.text = "000000"
    page.confirm.dispatch("on_release")
    number = page.asked
    assert number
    shown.close()


def test_a_guest_is_told_to_make_an_account() -> None:
    visit = Visit().come_in()
    page = visit.page("credentials").screen
    assert isinstance(page, CredentialsScreen)
    visit.device.house(messages.AccountInfo(visit.device.last(messages.Account).id, "guest"))
    assert "account" in page.wait.text
    assert page.named.parent is None


def test_a_login_asks_for_the_code_when_the_house_does() -> None:
    shown = SIGHTS["start-code"].make("en")
    page = shown.screen
    assert isinstance(page, StartScreen)
    assert page.code.parent is page.form
    assert page.code.error
    page.code.text = "123456"
    page.enter.dispatch("on_release")
    assert page.client.account.entry.busy
    shown.close()


def test_a_password_that_was_lost_is_chosen_and_one_is_in_by_it() -> None:
    visit = Visit().meet()
    stage = visit.page("lost_password")
    page = stage.screen
    assert isinstance(page, LostPasswordScreen)
    page.name.text = "Juno"
    page.ask.dispatch("on_release")
    visit.device.house(
        messages.Reset(visit.device.last(messages.LostPassword).id, "key", "482913", 900)
    )
    assert page.number.text == "482913"
    page.password.text = "aces and eights"
    page.choose.dispatch("on_release")
    waits = visit.device.last(messages.NewPassword).id
    visit.device.house(messages.Refused(waits, "reset_waits", "Not yet."))
    assert page.password.error
    page.choose.dispatch("on_release")
    visit.device.house(messages.Ok(visit.device.last(messages.NewPassword).id))
    login = visit.device.last(messages.Login)
    assert (login.name, login.password) == ("Juno", "aces and eights")
    assert isinstance(stage.screen, StartScreen)
    assert visit.client.account.lost_password is None


def test_an_account_is_deleted_after_the_password_and_a_yes() -> None:
    visit = Visit().come_in(guest=False)
    stage = visit.page("deleting")
    page = stage.screen
    assert isinstance(page, DeletingScreen)
    assert page.go.disabled, "it is not known yet what it takes"
    visit.device.house(messages.AccountInfo(visit.device.last(messages.Account).id, "member"))
    page.go.dispatch("on_release")
    assert page.password.error
    page.password.text = "wrong"
    page.go.dispatch("on_release")
    assert not visit.device.all(messages.DeleteAccount), "a yes is asked for"
    page._delete()
    number = visit.device.last(messages.DeleteAccount).id
    visit.device.house(messages.Refused(number, "password_wrong", "No."))
    assert page.password.error
    page._delete()
    number = visit.device.last(messages.DeleteAccount).id
    visit.device.house(messages.Refused(number, "delete_cash", "Cash."))
    assert page.trouble.text
    assert page.trouble.parent is page.proof
    stage.close()


def test_a_guest_deletes_the_account_without_a_password() -> None:
    visit = Visit().come_in()
    page = visit.page("deleting").screen
    assert isinstance(page, DeletingScreen)
    visit.device.house(messages.AccountInfo(visit.device.last(messages.Account).id, "guest"))
    assert page.password.parent is None
    assert not page.go.disabled
