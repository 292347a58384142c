"""Screens of the door, of bank cards and of one's password, as a player may find them."""

from pathlib import Path
from typing import Final, Literal

from game_server.bank.demo_bank import shown_cards
from mobile_client.ui.own_authority import FILE, OwnAuthority
from mobile_client.ui.screens.address import AddressSheet
from mobile_client.ui.screens.authority import AuthoritySheet
from mobile_client.ui.stage import Stage
from protocol import messages
from tests.client.ui.visits import Visit

DEMO_CARDS: Final = shown_cards()


def start(language: str) -> Stage:
    return Visit(language).meet().stage()


def register(language: str) -> Stage:
    visit = Visit(language).meet()
    stage = visit.stage()
    stage.screen.way.chosen = "register"
    visit.client.account.register("Juno", "1234")
    number = visit.device.last(messages.Register).id
    visit.device.house(messages.Refused(number, "password_short", "It is short.", {"least": 8}))
    return stage


def offline(language: str) -> Stage:
    visit = Visit(language)
    visit.client.connection.start()
    while visit.client.connection.view.state != "waiting":
        visit.device.lose()
    return visit.stage()


def alone(language: str) -> Stage:
    """The main menu of the house inside the app."""
    visit = Visit(language)
    visit.client.set(offline=True)
    return visit.come_in().stage()


def address(language: str) -> Stage:
    visit = Visit(language).meet()
    visit.client.set(urls="wss://play.example.org\nws://192.168.1.20:8770")
    stage = visit.stage()
    stage.open(AddressSheet(visit.client))
    return stage


def authority(language: str) -> Stage:
    """A private authority that vouches for houses."""
    stage = Visit(language).meet().page("settings")
    folder = Path("/home/ada/.config/cardroom-client")
    found = OwnAuthority(folder / FILE, "Example School Authority")
    stage.open(AuthoritySheet(stage.client, found, folder))
    return stage


def card(language: str) -> Stage:
    stage = Visit(language).meet().page("card")
    stage.screen.name.text, stage.screen.number.text = "Juno", "4000123412341234"
    return stage


def demo(language: str) -> Stage:
    visit = Visit(language)
    visit.meet(demo_cards=DEMO_CARDS)
    return visit.page("card")


def demo_pin(language: str) -> Stage:
    stage = demo(language)
    stage.screen.name.text = "Juno"
    stage.screen._fill(DEMO_CARDS[0])
    stage.screen._next()
    return stage


def credit(language: str) -> Stage:
    stage = card(language)
    stage.screen.kind.chosen = "credit"
    stage.screen._next()
    stage.screen.expiry.text, stage.screen.code.text = "0431", "917"
    return stage


def code_wrong(language: str) -> Stage:
    visit = Visit(language).meet()
    stage = visit.page("card")
    card = stage.screen
    card.name.text, card.number.text = "Juno", "4000123412341234"
    card.kind.chosen = "credit"
    card._next()
    card.expiry.text, card.code.text = "0431", "918"
    card._proved()
    number = visit.device.last(messages.LoginByCard).id
    visit.device.house(messages.Refused(number, "cvc_wrong", "Wrong.", {"left": 2}))
    return stage


def change(language: str, confirm: Literal["password", "card"]) -> Stage:
    """A new card was typed, and what confirms it is asked for."""
    visit = Visit(language).come_in(guest=confirm == "card")
    stage = visit.page("cashier")
    visit.device.house(
        messages.BankInfo(visit.device.last(messages.Bank).id, "debit", "1234", (), "", confirm)
    )
    stage.go("card", purpose="change")
    card = stage.screen
    card.kind.chosen, card.number.text = "credit", "4000123412345678"
    card._next()
    card.expiry.text, card.code.text = "0431", "917"
    card._proved()
    return stage


def pin(language: str) -> Stage:
    stage = card(language)
    stage.screen._next()
    stage.screen.keypad.number = "123"
    return stage


def pin_wrong(language: str) -> Stage:
    visit = Visit(language).meet()
    stage = visit.page("card")
    stage.screen.name.text, stage.screen.number.text = "Juno", "4000123412341234"
    stage.screen._next()
    stage.screen.keypad.number = "1234"
    stage.screen._send()
    number = visit.device.last(messages.LoginByCard).id
    visit.device.house(messages.Refused(number, "pin_wrong", "Wrong.", {"left": 2}))
    return stage


SECRET: Final = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"


CODES: Final = tuple(f"{one}2cd-efgh-jk4m-npqr" for one in "abcdefghjk")


def _own(language: str) -> tuple[Visit, Stage]:
    """The page of the password and the second factor, of a member."""
    visit = Visit(language).come_in(guest=False)
    stage = visit.page("credentials")
    visit.device.house(messages.AccountInfo(visit.device.last(messages.Account).id, "member"))
    return visit, stage


def credentials(language: str) -> Stage:
    return _own(language)[1]


def _factor_begun(language: str) -> tuple[Visit, Stage]:
    visit, stage = _own(language)
    stage.screen.proof.text = "the old password"
    stage.screen.begin.dispatch("on_release")
    number = visit.device.last(messages.BeginFactor).id
    visit.device.house(
        messages.FactorSecret(number, SECRET, f"otpauth://totp/Cardroom:Juno?{SECRET}")
    )
    return visit, stage


def factor_secret(language: str) -> Stage:
    return _factor_begun(language)[1]


def factor_codes(language: str) -> Stage:
    visit, stage = _factor_begun(language)
    stage.screen.code.text = "123456"
    stage.screen.confirm.dispatch("on_release")
    visit.device.house(messages.RecoveryCodes(visit.device.last(messages.ConfirmFactor).id, CODES))
    return stage


def factor_on(language: str) -> Stage:
    visit, stage = _own(language)
    visit.device.house(
        messages.AccountInfo(visit.device.last(messages.Account).id, "member", True, 9)
    )
    stage.screen.proof.text, stage.screen.code.text = "the password", "000000"
    stage.screen.end.dispatch("on_release")
    number = visit.device.last(messages.EndFactor).id
    visit.device.house(messages.Refused(number, "factor_wrong", "That code is wrong."))
    return stage


def start_code(language: str) -> Stage:
    visit = Visit(language).meet()
    stage = visit.stage()
    stage.screen.way.chosen = "login"
    stage.screen.name.text, stage.screen.password.text = "Juno", "the password"
    visit.client.account.log_in("Juno", "the password")
    number = visit.device.last(messages.Login).id
    visit.device.house(messages.Refused(number, "second_factor", "Give the code of your app too."))
    return stage


def _lost(language: str) -> tuple[Visit, Stage]:
    visit = Visit(language).meet()
    visit.client.set(name="Juno")
    return visit, visit.page("lost_password")


def lost_password(language: str) -> Stage:
    return _lost(language)[1]


def lost_number(language: str) -> Stage:
    visit, stage = _lost(language)
    stage.screen.ask.dispatch("on_release")
    number = visit.device.last(messages.LostPassword).id
    visit.device.house(messages.Reset(number, "key", "482913", 900_000))
    stage.screen.password.text = "kings and queens"
    stage.screen.choose.dispatch("on_release")
    waits = messages.Refused(visit.device.last(messages.NewPassword).id, "reset_waits", "Not yet.")
    visit.device.house(waits)
    return stage
