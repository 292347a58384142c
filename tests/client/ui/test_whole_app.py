"""The app in a window against a house in a process of its own, driven by touches."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Coroutine
from pathlib import Path

import pytest
from kivy.core.clipboard import Clipboard

from client_storage import Storage
from game_server.bank.demo_books import sample_card
from mobile_client.ui.look import look
from mobile_client.ui.screens.share import ShareSheet
from tests.client.player import player
from tests.client.ui.guest import ROOMS, come_in, guest
from tests.client.ui.stage import Stage
from tests.client.ui.thumb import Thumb, thumb
from tests.house.process import house

WITH_BANK = (
    ROOMS
    + """
[[room]]
table = "eps"
game = "holdem"
preset = "eps"
purse = "cash"
least_buy_in = 2000
most_buy_in = 100000
"""
)


def played(evening: Coroutine[None, None, None]) -> None:
    asyncio.run(evening)


@pytest.mark.req("C-1.3", "E-RNF-002")
def test_a_guest_opens_a_room_a_friend_comes_by_its_code_and_settings_outlive_the_app(
    stage: Stage, tmp_path: Path
) -> None:
    async def evening() -> None:
        with house(tmp_path, ROOMS) as running:
            async with thumb(stage, tmp_path / "kept") as one, player(seed=2) as friend:
                await come_in(one, running.url)
                assert one.stage.screen.player.chips == one.client.texts.money(100_000)
                assert len(one.stage.screen.tiles) == len(one.client.opening.games)
                await one.tap("New room")
                await one.tap("Open the room")
                await one.until(lambda: one.stage.base == "table", "the table")
                sheets = [sheet for sheet in one.stage.overlays if isinstance(sheet, ShareSheet)]
                code = one.client.tables.view(one.client.tables.names[0]).code  # type: ignore[union-attr]
                assert code
                assert sheets
                assert one.phone.awake
                await one.tap("Copy the code")
                assert Clipboard.paste() == code
                await friend.come_in(running.url, "Friend")
                friend.client.lobby.join_code(code)
                await friend.until(lambda: bool(friend.client.tables.names), "the friend is there")
                assert friend.client.tables.names == one.client.tables.names
                await one.until(lambda: not one.stage.overlays)
                one.client.show("")
                await one.until(lambda: one.stage.name == "lobby")
                assert one.shows(code)
                assert not one.phone.awake
                await one.tap("gear")
                await one.until(lambda: one.stage.name == "settings")
                # What is said in passing lies over the end of the page, and goes.
                await one.until(lambda: not one.client.notices.toasts)
                await one.tap("Four colours")
                one.stage.screen.language.chosen = "zh"
                await one.until(lambda: one.shows("四色牌"), "Chinese")
                assert look.four_colours
                name = one.client.account.me.name
            async with thumb(stage, tmp_path / "kept") as again:
                assert look.four_colours
                again.client.connection.start()
                await again.until(lambda: again.client.account.me.inside, "inside by itself")
                assert again.client.account.me.name == name
                await again.until(lambda: again.stage.base in ("lobby", "table"))
                assert again.client.words.language == "zh"

    played(evening())


def test_the_back_key_goes_one_step_back_and_at_the_end_puts_the_app_away(
    stage: Stage, tmp_path: Path
) -> None:
    async def evening() -> None:
        async with guest(stage, tmp_path) as one:
            await one.tap("Hold'em")
            await one.until(lambda: one.stage.name == "rooms")
            await one.tap("New room")
            await one.until(lambda: one.stage.name == "open")
            await one.back()
            assert one.stage.name == "rooms"
            await one.back()
            assert one.stage.name == "lobby"
            await one.tap("Enter code")
            assert one.stage.overlays
            await one.back()
            await one.until(lambda: not one.stage.overlays)
            assert one.stage.name == "lobby"
            await one.tap("leave")
            assert one.shows("Close Cardroom?")
            await one.tap("Stay")
            await one.until(lambda: not one.stage.overlays)
            await one.back()
            assert one.phone.away == 1
            await one.tap("leave")
            await one.tap("Close")
            assert one.quit

    played(evening())


def test_wrong_input_is_answered_in_words_where_it_was_typed(stage: Stage, tmp_path: Path) -> None:
    async def evening() -> None:
        with house(tmp_path, ROOMS) as running:
            async with thumb(stage, tmp_path / "kept") as one:
                await one.tap("house")
                one.type("Another address", "not an address")
                await one.tap("Connect")
                assert one.field("Another address").error
                one.type("Another address", running.url)
                await one.tap("Connect")
                await one.until(lambda: one.client.connection.view.state == "met", "met")
                await one.until(lambda: not one.stage.overlays)
                one.stage.screen.way.chosen = "register"
                await one.tap("Create account")
                assert one.field("Your name").error
                one.type("Your name", "Juno")
                one.type("Password", "short")
                await one.tap("Create account")
                await one.until(lambda: one.shows("The password needs at least"), "why not")
                one.type("Password", "a long one, 4 chips")
                await one.tap("Create account")
                await one.until(lambda: one.stage.name == "lobby", "the lobby")
                await one.tap("Enter code")
                one.type("Room code", "NO SUCH1")
                await one.tap("Join")
                await one.until(lambda: one.field("Room code").error, "why not")
                assert one.field("Room code").error == one.client.say("refusal.code_wrong")

    played(evening())


@pytest.mark.req("E-RF-HH-007", "E-RF-HH-008", "E-UC-004", "E-UC-005")
def test_a_card_and_its_pin_on_the_keypad_let_a_player_in_and_the_cashier_shows_the_card(
    stage: Stage, tmp_path: Path
) -> None:
    async def evening() -> None:
        card = sample_card(6)  # not one of those that the demo bank shows with its PIN
        wrong = "".join(str((int(sign) + 1) % 10) for sign in card.pin)
        with house(tmp_path, WITH_BANK) as running:
            async with thumb(stage, tmp_path / "kept") as one:
                one.client.connection.go_to(running.url)
                await one.until(lambda: one.client.connection.view.state == "met", "met")
                await one.tap("Log in with a bank card")
                one.type("Player name", "Holder")
                one.type("Card number", "12 and letters")
                assert one.field("Card number").text == "12"
                await one.tap("Next: PIN")
                assert one.field("Card number").error
                one.type("Card number", card.number)
                await one.tap("Next: PIN")
                await pin(one, wrong)
                await one.until(lambda: one.shows("Wrong PIN"), "why not")
                assert one.stage.screen.keypad.number == ""
                await pin(one, card.pin)
                # A card leads into the queue of the table for money.
                await one.until(lambda: one.stage.name == "table", "the table")
                one.client.show("")
                await one.until(lambda: one.stage.name == "lobby", "the lobby")
                await one.tap("Cashier")
                digits = card.number[-4:]
                await one.until(lambda: one.stage.screen.card.number.endswith(digits), "the card")
                assert card.number not in one.stage.screen.card.number
                assert one.stage.screen.card.kind == "debit"
                credit = sample_card(7)
                await one.tap("Use another card")
                one.stage.screen.kind.chosen = "credit"
                one.type("Card number", credit.number)
                await one.tap("Next: security code")
                await one.tap("Use this card")
                assert one.field("Expiry date").error
                assert one.field("Security code").error
                one.type("Expiry date", credit.expiry[5:] + credit.expiry[2:4])
                assert one.field("Expiry date").text == f"{credit.expiry[5:]}/{credit.expiry[2:4]}"
                one.type("Security code", "x" + credit.code)
                await one.tap("Use this card")
                # The card until now makes it the one that winnings go to.
                one.type("Card number", card.number)
                await one.tap("Next: PIN")
                await pin(one, card.pin)
                await one.until(lambda: one.stage.name == "cashier", "back at the cashier")
                assert one.client.cashier.view.home == ""
                its = credit.number[-4:]
                await one.until(lambda: one.stage.screen.card.number.endswith(its), "the other")
                kept = "".join(path.read_text() for path in (tmp_path / "kept").iterdir())
                assert card.number not in kept
                assert card.pin not in one.client.cashier.view.digits

    played(evening())


async def pin(one: Thumb, digits: str) -> None:
    """Typed on the keypad; on the screen there are dots and never a digit."""
    screen = one.stage.screen
    for place, digit in enumerate(digits, 1):
        await one.tap(digit)
        assert screen.dots.count == place
    assert not any(digits in str(getattr(part, "text", "")) for part in screen.walk())
    await one.tap("check")


def test_the_program_itself_comes_up_and_goes_on_with_the_session_that_was_kept(
    display: str, tmp_path: Path
) -> None:
    folder = tmp_path / "cardroom"

    async def before(url: str) -> dict[str, str]:
        async with player(seed=2) as one:
            await one.come_in(url, "Kept")
            return one.kept

    with house(tmp_path, ROOMS) as running:
        for name, text in asyncio.run(before(running.url)).items():
            Storage(folder).keep(name, text)
        token = (folder / "session.json").read_text()
        program = subprocess.Popen(
            [sys.executable, "-m", "mobile_client.main"],
            env={**os.environ, "XDG_CONFIG_HOME": str(tmp_path), "DISPLAY": display},
            stderr=subprocess.PIPE,
        )
        try:
            end = time.monotonic() + 60
            while (folder / "session.json").read_text() == token:
                assert program.poll() is None, program.stderr and program.stderr.read()
                assert time.monotonic() < end, "It never came in."
                time.sleep(0.05)
        finally:
            program.send_signal(signal.SIGKILL)
            program.communicate()
    assert {path.stat().st_mode & 0o777 for path in folder.iterdir()} == {0o600}
    assert folder.stat().st_mode & 0o777 == 0o700
