"""Chips for money by touch, while the bank behaves as real banks do."""

from pathlib import Path

import pytest

from game_server.bank.demo_books import sample_card
from tests.e2e.player import Player, chair, players
from tests.e2e.sight import Sight
from tests.house.process import EPS, free_port, house
from tests.house.visiting import page, sheet

BROUGHT = 2_000
CARD = sample_card(6)
"""One that the demo bank does not show to everybody with its PIN."""


def owned(sight: Sight) -> int:
    """My chips at the table, with those that come for the next hand."""
    assert sight.table is not None
    me = chair(sight.table)
    return me.stack + me.coming + me.bet


def with_faults(port: int, *faults: str) -> None:
    """How the bank takes the next requests."""
    status, _ = page(port, "demo/faults", {"next": list(faults)})
    assert status == 200


@pytest.mark.req("E-UC-004", "E-UC-005", "E-UC-008", "E-RF-HH-007", "E-RF-HH-008")
def test_chips_are_bought_by_touch_and_paid_once_whatever_the_bank_says(
    display: str, tmp_path: Path
) -> None:
    port, books = free_port(), tmp_path / "var" / "demo-bank.sqlite"
    with house(tmp_path, EPS, {"CARDROOM_BANK_DEMO_PORT": str(port)}) as running:
        one = Player("Dora", running.url, tmp_path)
        with players(one):
            comes_in_by_card(one)
            one.tap("Min")
            one.tap("Sit down with")
            one.until_table(lambda view: view.me is not None, "a seat")
            one.until(lambda sight: owned(sight) == BROUGHT, "the chips")
            one.tap("menu")
            one.tap("Buy chips")
            one.shown(f"•••• {CARD.number[-4:]}")
            buys(one, port, books)
            one.ask("back")
            one.until(lambda sight: sight.screen == "table", "the table")
            assert owned(one.look()) == sheet(books).house


def comes_in_by_card(one: Player) -> None:
    """With a wrong PIN first: it is said, and the keys are where they were."""
    card = CARD
    one.until(lambda sight: sight.connection == "met", "the house")
    one.tap("Log in with a bank card")
    one.type("Player name", "Dora")
    one.type("Card number", card.number)
    one.tap("Next: PIN")
    wrong = "".join(str(9 - int(sign)) for sign in card.pin)
    before = typed(one, wrong)
    one.shown("Wrong PIN; 2 tries left.")
    assert typed(one, card.pin) == before
    one.until(lambda sight: sight.screen == "table", "the table for money")


def typed(one: Player, pin: str) -> dict[str, tuple[float, ...]]:
    """The PIN, key by key; where the keys lay."""
    for digit in pin:
        one.tap(digit)
    painted = one.look().painted
    assert not painted.says(pin)
    one.tap("check")
    return {text.text: text.box for text in painted.texts if text.text.isdigit()}


def buys(one: Player, port: int, books: Path) -> None:
    """Refused for good; then made by a bank that does not say so, and asked until it does."""
    button = next(says for says in one.look().presses if says.startswith("Buy $"))
    with_faults(port, "refuse")
    one.tap(button)
    declined = "The bank declines and gives no reason."
    told = one.shown(declined).painted.texts
    title = next(text.box for text in told if text.text == "Cashier")
    # What comes in passing leaves the title and the way back alone.
    assert all(text.box[1] + text.box[3] <= title[1] for text in told if text.text == declined)
    assert owned(one.look()) == sheet(books).house == BROUGHT
    with_faults(port, "error_after", *["error_before"] * 40)
    one.tap(button)
    one.shown(f"The bank has not answered about {button[4:]} yet; nothing is lost.")
    unsure = one.look()
    assert unsure.says("Waiting for the bank")
    assert button not in unsure.presses
    assert owned(unsure) == BROUGHT
    paid = sheet(books)
    assert paid.house > BROUGHT
    with_faults(port)
    one.until(lambda sight: owned(sight) == paid.house, "the chips")
    one.shown(f"Bought chips for {button[4:]}.")
    assert sheet(books) == paid
