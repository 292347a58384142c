"""Another card: it is proved, and confirmed by the password or the card until now, or only pays."""

from typing import Literal

import pytest

from mobile_client.ui.screens.card import CardScreen
from mobile_client.ui.screens.cashier import CashierScreen
from mobile_client.ui.stage import Stage
from protocol import messages
from protocol.messages import Sitter
from protocol.messages.parts import CardProof
from protocol.words import Seat
from tests.client.ui.sights import laid_out
from tests.client.ui.visits import Visit

NEW = ("credit", "4000123412345678", "", "04/31", "917")
OLD = "4000123412341234"


class Change:
    """Somebody at the cashier whose card ends in 1234, or who has none."""

    def __init__(self, confirm: Literal["", "password", "card"], has_card: bool = True) -> None:
        self.visit = Visit().come_in(guest=confirm != "password")
        self.device = self.visit.device
        self.stage: Stage = self.visit.page("cashier")
        asked = self.device.last(messages.Bank).id
        info = messages.BankInfo(asked, "debit", "1234", (), "", confirm)
        self.device.house(info if has_card else messages.BankInfo(asked, confirm=confirm))
        self.stage.go("card", purpose="change")
        screen = self.stage.screen
        assert isinstance(screen, CardScreen)
        self.card = screen

    def types_new(self, number: str = NEW[1]) -> None:
        self.card.kind.chosen, self.card.number.text = "credit", number
        self.card._next()
        self.card.expiry.text, self.card.code.text = "0431", "917"
        self.card._proved()

    def types_old(self, pin: str = "5678") -> None:
        self.card.number.text = OLD
        self.card._next()
        self.card.keypad.number = pin
        self.card._send()

    @property
    def sent(self) -> list[messages.ChangeCard]:
        return self.device.all(messages.ChangeCard)

    def refused(self, code: str, **facts: int | str) -> None:
        self.device.house(messages.Refused(self.sent[-1].id, code, "Why.", facts))


def plain(wish: messages.ChangeCard) -> tuple[str, ...]:
    return wish.card, wish.number, wish.pin, wish.expiry, wish.code


def test_why_a_card_is_not_taken_is_said_once_and_where_it_is_mended() -> None:
    one = Change("", has_card=False)
    one.types_new()
    one.refused("card_unknown")
    assert one.card.number.error == one.device.client.say("refusal.card_unknown")
    assert not one.stage.toasts.shown, "it stands at the number"
    one.stage.back()
    one.stage.back()
    assert len(one.stage.toasts.shown) == 1, "elsewhere nothing else says it"


def test_the_first_card_of_a_guest_is_asked_for_and_nothing_else() -> None:
    one = Change("", has_card=False)
    one.types_new()
    (wish,) = one.sent
    assert (plain(wish), wish.password, wish.old) == (NEW, "", None)


def test_a_member_confirms_with_the_password() -> None:
    one = Change("password")
    one.types_new()
    assert (one.card.step, one.sent) == ("confirm", [])
    one.card._confirmed()
    assert one.card.password.error
    assert one.sent == []
    one.card.password.text = "correct horse battery"
    one.card._confirmed()
    (wish,) = one.sent
    assert (plain(wish), wish.password, wish.old) == (NEW, "correct horse battery", None)
    one.refused("password_wrong")
    assert (one.card.step, one.card.password.text) == ("confirm", "")
    assert one.card.password.error


def test_the_card_until_now_confirms_where_there_is_no_password() -> None:
    one = Change("card")
    one.types_new()
    assert (one.card.step, one.card.number.text, one.sent) == ("card", "", [])
    assert "1234" in one.card.why.text
    one.types_old()
    (wish,) = one.sent
    assert plain(wish) == NEW
    assert wish.old == CardProof("debit", OLD, "5678")


@pytest.mark.parametrize("confirm", ["password", "card"])
def test_it_can_only_pay_if_one_likes(confirm: Literal["password", "card"]) -> None:
    one = Change(confirm)
    one.types_new()
    one.card.only.dispatch("on_release")
    (wish,) = one.sent
    assert (plain(wish), wish.password, wish.old) == (NEW, "", None)


def test_the_first_card_of_a_member_cannot_do_without_the_password() -> None:
    one = Change("password", has_card=False)
    one.types_new()
    assert one.card.step == "confirm"
    assert one.card.only.parent is None


def test_the_same_card_shown_again_needs_no_other() -> None:
    one = Change("card")
    one.types_new(OLD)
    (wish,) = one.sent
    assert (wish.number, wish.old) == (OLD, None)


def test_what_is_wrong_with_the_old_card_is_said_where_it_is_typed() -> None:
    one = Change("card")
    one.types_new()
    one.types_old()
    one.refused("old_refused")
    assert (one.card.step, one.card.number.text) == ("card", OLD)
    assert one.card.given is not None
    assert one.card.trouble.text.strip()
    one.types_old("9999")
    assert plain(one.sent[-1]) == NEW, "the new one is kept meanwhile"


def test_what_is_wrong_with_the_new_card_leads_back_to_it() -> None:
    one = Change("card")
    one.types_new()
    one.types_old()
    one.refused("cvc_wrong", left=2)
    card = one.card
    assert (card.step, card.kind.chosen, card.number.text) == ("code", "credit", NEW[1])
    assert (card.code.text, card.given) == ("", None)
    assert card.code.error
    assert not any(one.text == "5678" for one in (card.code, card.password))


def test_back_leads_from_the_old_card_to_the_new_one_and_then_out() -> None:
    one = Change("card")
    one.types_new()
    assert one.card.back()
    assert (one.card.given, one.card.number.text) == (None, NEW[1])
    assert not one.card.back()


def test_a_held_payment_says_for_which_card_and_until_when() -> None:
    one = Change("card")
    held = messages.Payment(
        9, 1_700_000_000, "cash_out", 64_000, "pending", "", "5678", 4_000_000_000
    )
    one.device.house(messages.Paid(0, held))
    (row,) = one.device.client.cashier.view.payments
    assert row.until == 4_000_000_000
    assert one.device.client.say(row.say) == "$640 waits for your new card, ending in 5678."


@pytest.mark.parametrize(
    ("stack", "play", "told"),
    [
        (19_900, 50_000, "You can buy 1 here"),
        (20_000, 50_000, "You have as many chips here as the table allows"),
        (12_000, 0, "You have no more chips to bring here"),
    ],
)
def test_what_can_be_bought_is_no_range_where_it_is_one_sum_or_none(
    stack: int, play: int, told: str
) -> None:
    visit = Visit().come_in().sit()
    visit.device.seats({0: Sitter("Juno", stack)}, Seat(0))
    visit.device.house(messages.Purse(play))
    shown = visit.page("cashier")
    assert isinstance(shown.screen, CashierScreen)
    assert shown.screen.range.text.startswith(told)
    able = told.startswith("You can")
    assert shown.screen.buy.disabled is not able
    assert (shown.screen.buy.parent is not None) is able, "no button buys nothing"
    assert (shown.screen.step.parent is not None) is able
    visit.device.seats({0: Sitter("Juno", 12_000)}, Seat(0))
    visit.device.house(messages.Purse(50_000))
    laid_out(shown)
    assert shown.screen.buy.parent is not None
    assert shown.screen.step.parent is not None
    shown.close()


def test_of_two_tables_each_has_what_may_be_bought_there() -> None:
    visit = Visit().come_in().sit().sit("u", "8KQ2M9")
    visit.device.seats({0: Sitter("Juno", 20_000)}, Seat(0), table="u")
    shown = visit.page("cashier")
    for table, able in (("t", True), ("u", False), ("t", True)):
        shown.screen.where.chosen = table
        laid_out(shown)
        assert (shown.screen.buy.parent is not None) is able
    shown.close()


@pytest.mark.parametrize(
    ("language", "told"), [("en", "You no longer have a seat at"), ("zh", "座位已经没有了")]
)
def test_who_has_lost_the_seat_at_the_cashier_is_told_so(language: str, told: str) -> None:
    visit = Visit(language).come_in().sit(preset="eps")
    shown = visit.page("cashier")
    assert isinstance(shown.screen, CashierScreen)
    assert shown.screen.buy.parent is not None
    visit.device.seats({1: Sitter("Ada", 12_000)}, None)
    laid_out(shown)
    assert shown.screen.buy.parent is None
    assert told in shown.screen.no_seat.text
    assert shown.screen.no_seat.parent is not None
    shown.close()
