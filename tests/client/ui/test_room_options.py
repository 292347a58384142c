"""Options of a room, chosen by touch, against a house in a process of its own."""

import asyncio
from pathlib import Path

import pytest

from mobile_client.ui.screens.opening import OpenScreen
from mobile_client.ui.screens.room_options import OptionsPage
from mobile_client.ui.screens.solo import SoloScreen
from mobile_client.ui.screens.table import TableScreen
from protocol import messages
from protocol.messages import Room, Sitter
from tests.client.ui.finding import shows
from tests.client.ui.guest import guest
from tests.client.ui.ink import painted
from tests.client.ui.sights import SIGHTS, resized
from tests.client.ui.stage import Stage
from tests.client.ui.visits import Visit


@pytest.mark.req("B-P2.6")
def test_a_room_with_swedish_pub_and_two_packs_is_opened_by_touch_and_proposed_again(
    stage: Stage, tmp_path: Path
) -> None:
    async def evening() -> None:
        async with guest(stage, tmp_path) as one:
            await one.tap("Blackjack")
            await one.tap("New room")
            await one.tap("Twenty-one")
            await one.until(lambda: one.shows("As the rules have it"), "the options")
            await one.tap("Options")
            await one.until(lambda: one.stage.name == "options", "the page")
            await one.tap("Swedish pub")
            page = one.stage.screen
            assert isinstance(page, OptionsPage)
            two = next(b for b in page.rows["decks"].pills.children if b.text == "2")
            await one.tap(two)
            await one.tap("Done")
            await one.until(lambda: one.shows("2 changed"), "what was changed")
            await one.tap("Open the room")
            await one.until(lambda: one.stage.base == "table", "the table")
            table = one.client.tables.names[0]
            await one.until(lambda: bool(one.stage.overlays), "the code")
            await one.back()
            one.stage.go("rules", game="blackjack", preset="twenty_one", table=table)
            await one.until(lambda: one.shows("Different at this table"), "the rules")
            assert one.shows("Ties at 17, 18 and 19 lose.")
            assert one.shows("Packs in the shoe: 2.")
            one.client.show("")
            await one.until(lambda: one.stage.name == "lobby")
            await one.tap("New room")
            await one.until(lambda: one.shows("2 changed"), "proposed again")
            again = one.stage.screen
            assert isinstance(again, OpenScreen)
            assert (again.game.chosen, again.preset.chosen) == ("blackjack", "twenty_one")

    asyncio.run(evening())


pytestmark_blank = pytest.mark.usefixtures("blank")


@pytestmark_blank
def test_as_the_rules_have_it_takes_every_change_back() -> None:
    shown = SIGHTS["options-blackjack"].make("en")
    resized(shown, "phone", insets=False)
    page = shown.screen
    assert isinstance(page, OptionsPage)
    assert page.rows["swedish_pub"].switch.active
    assert page.rows["decks"].pills.chosen == 2
    page.usual.dispatch("on_release")
    assert not page.rows["swedish_pub"].switch.active
    assert page.rows["decks"].pills.chosen == 6
    assert page.usual.disabled
    shown.close()


@pytestmark_blank
def test_what_means_nothing_without_another_option_cannot_be_chosen() -> None:
    shown = SIGHTS["options-blackjack"].make("en")
    page = shown.screen
    assert isinstance(page, OptionsPage)
    assert not page.rows["max_hands"].pills.disabled
    page.rows["split"].switch.dispatch("on_release")
    assert page.rows["max_hands"].pills.disabled
    shown.close()


@pytestmark_blank
@pytest.mark.req("H-FR2")
def test_heads_up_offers_stakes_both_buy_ins_and_the_level_under_the_net_profit() -> None:
    shown = SIGHTS["solo-heads-up"].make("en")
    resized(shown, "phone", insets=False)
    page = shown.screen
    assert isinstance(page, SoloScreen)
    assert page.profit.text == "Your net profit in Hold'em: +34"
    assert [text for _, text in page.bot.choices] == ["House", "Easy", "Medium", "Hard", "Master"]
    assert page.stake.chosen == 400
    page.stake.chosen = 1_000
    page.buy_in.chosen = 50_000
    assert page.bot_buy_in.chosen == 50_000, "as much as I, unless I say otherwise"
    page.bot_buy_in.chosen = 20_000
    page.bot.chosen = "hard"
    page.go.dispatch("on_release")
    wish = shown.client.opening.last_wish("solo")
    assert wish is not None
    assert (wish.stake, wish.buy_in, wish.bot, wish.bot_buy_in) == (1_000, 50_000, "hard", 20_000)
    page.buy_in.chosen = 20_000
    assert max(one for one, _ in page.bot_buy_in.choices) == 20_000
    shown.close()


@pytestmark_blank
def test_what_was_chosen_alone_is_proposed_the_next_time() -> None:
    visit = Visit().come_in()
    shown = visit.page("solo", game="doudizhu")
    visit.told_rules()
    page = shown.screen
    assert isinstance(page, SoloScreen)
    page.bot.chosen = "hard"
    page.stake.chosen = 2_000
    page.counter.active = True
    page.choose("online", True)
    page.go.dispatch("on_release")
    shown.close()
    shown = visit.page("solo")
    page = shown.screen
    assert isinstance(page, SoloScreen)
    assert (page.game.chosen, page.bot.chosen, page.stake.chosen) == ("doudizhu", "hard", 2_000)
    assert page.counter.active
    assert page.options.value == "1 changed"
    shown.close()


def test_one_tap_leads_from_the_list_of_rooms_to_a_seat(stage: Stage, tmp_path: Path) -> None:
    async def evening() -> None:
        async with guest(stage, tmp_path) as one:
            assert one.stage.screen.player.profit == ["Net profit 0", ""], "at once"
            await one.tap("Hold'em")
            await one.tap("Sit down")
            await one.until(lambda: one.stage.base == "table", "the table")

            def seated() -> bool:
                view = one.client.tables.view("holdem")
                return view is not None and view.me is not None

            await one.until(seated, "the seat")
            view = one.client.tables.view("holdem")
            assert view is not None
            mine = view.at(view.me) if view.me is not None else None
            assert mine is not None
            assert mine.stack == 20_000, "a hundred big blinds"

    asyncio.run(evening())


def test_alone_with_the_dealer_one_is_seated_by_two_taps(stage: Stage, tmp_path: Path) -> None:
    async def evening() -> None:
        async with guest(stage, tmp_path) as one:
            await one.tap("Blackjack")
            await one.tap("Play solo")
            await one.until(lambda: one.shows("Just me"), "alone")
            page = one.stage.screen
            assert isinstance(page, SoloScreen)
            assert page.theirs.parent is None, "nobody else brings anything"
            await one.until(lambda: bool(page.stake.choices), "the stakes")
            await one.tap("Sit down")
            await one.until(lambda: one.stage.base == "table", "the table")
            table = one.client.tables.names[0]
            await one.until(lambda: bool(one.client.turn.acts(table).buttons), "the first bet")
            view = one.client.tables.view(table)
            assert view is not None
            assert [seat.me for seat in view.seats if seat.taken] == [True]

    asyncio.run(evening())


@pytestmark_blank
def test_what_is_chosen_stands_in_its_order_with_the_button_below_on_a_tablet() -> None:
    shown = SIGHTS["solo-blackjack"].make("en")
    resized(shown, "tablet-lying", insets=False)
    page = shown.screen
    assert isinstance(page, SoloScreen)
    page._more(1)
    order = [page.rivals, page.stakes, page.chips, page.theirs, page.go]
    assert page.amounts.children[::-1] == order
    page._more(-1)
    order.remove(page.theirs)
    assert page.amounts.children[::-1] == order
    shown.close()


@pytestmark_blank
def test_no_more_opponents_are_chosen_than_there_are_seats_for() -> None:
    shown = SIGHTS["solo"].make("en")
    page = shown.screen
    assert isinstance(page, SoloScreen)
    assert page.bots.text == "3 opponents"
    page.options.dispatch("on_release")
    assert shown.name == "options"
    shown.screen.rows["most"].pills.chosen = 3
    shown.back()
    assert page.bots.text == "2 opponents"
    assert page.bots.more.disabled
    shown.close()


@pytestmark_blank
def test_at_ten_seats_one_plays_with_nine_opponents() -> None:
    shown = SIGHTS["solo"].make("en")
    page = shown.screen
    assert isinstance(page, SoloScreen)
    page.options.dispatch("on_release")
    shown.screen.rows["most"].pills.chosen = 10
    shown.back()
    page._more(20)
    assert page.bots.text == "9 opponents"
    assert page.bots.more.disabled
    shown.close()


@pytestmark_blank
def test_the_name_of_a_table_says_on_every_phone_that_its_rules_are_its_own() -> None:
    visit = Visit().come_in()
    room = Room("t", "holdem", "standard", "play", 1_000, 20_000, 100_000, 7, 3, private=True,
                code="7KQ2M9", options={"most": 10})  # fmt: skip
    visit.device.house(messages.Joined(visit.client.lobby.join("t"), room))
    visit.device.seats({0: Sitter("Juno", 20_000)}, 0)
    shown = visit.stage()
    resized(shown, "small", insets=False)
    screen = shown.screen
    assert isinstance(screen, TableScreen)
    screen._refresh()
    title = screen.top_bar.title
    assert title.note.startswith("Own rules · blinds 5/10 · Standard")
    seen = [ink.text for ink in painted(title) if ink.kind == "text"]
    assert any(text.startswith("Own rules") for text in seen), seen
    visit.lobby()
    assert shows(shown, "Hold'em · Own rules"), "nor is it taken for another in the list of mine"
    shown.close()
