"""How pages use the window that they get: on a phone, on its side, on a tablet."""

import pytest
from kivy.uix.widget import Widget

from mobile_client.ui.look import px
from mobile_client.ui.screens.cashier import CashierScreen
from mobile_client.ui.screens.hand import HandScreen
from mobile_client.ui.screens.lobby import LobbyScreen
from mobile_client.ui.screens.opening import OpenScreen
from mobile_client.ui.screens.page import Page
from mobile_client.ui.screens.parts import BOTH, COLUMN, MARGIN, Scroll, Split
from mobile_client.ui.screens.profile import ProfileScreen
from mobile_client.ui.screens.rooms import RoomsScreen
from mobile_client.ui.screens.solo import SoloScreen
from mobile_client.ui.screens.start import StartScreen
from mobile_client.ui.screens.table_menu import TableMenu
from mobile_client.ui.stage import Stage
from mobile_client.ui.widgets.buttons import Pressed
from mobile_client.ui.widgets.controls import Segments
from tests.client.ui.ink import box_of
from tests.client.ui.sights import SIGHTS, SIZES, laid_out, resized

SPLIT = ("start", "lobby", "cashier")
pytestmark = pytest.mark.usefixtures("blank")


def seen(sight: str, size: str, language: str = "en") -> Stage:
    shown = SIGHTS[sight].make(language)
    resized(shown, size, insets=False)
    return shown


@pytest.mark.req("E-RNF-002")
@pytest.mark.parametrize("sight", SPLIT)
def test_two_columns_stand_in_the_middle_of_a_tablet(sight: str) -> None:
    shown = seen(sight, "tablet-lying")
    split = next(one for one in shown.screen.walk() if isinstance(one, Split))
    left, right = split.parts
    before = left.to_window(left.x, 0)[0]
    after = shown.width - right.to_window(right.right, 0)[0]
    assert before == pytest.approx(after, abs=2)
    if sight != "lobby":
        assert shown.width - before - after <= px(BOTH), "Lines stay short enough to be read."
    shown.close()


@pytest.mark.parametrize("size", ["phone", "tablet", "tablet-lying"])
def test_the_tiles_of_the_lobby_fill_the_window(size: str) -> None:
    shown = seen("lobby", size)
    lobby = shown.screen
    assert isinstance(lobby, LobbyScreen)
    assert 0 <= lobby.grid.to_window(0, lobby.grid.y)[1] <= px(60)
    shown.close()


def test_the_way_back_to_my_tables_comes_before_a_new_one() -> None:
    shown = seen("lobby-tables", "small-lying")
    lobby = shown.screen
    assert isinstance(lobby, LobbyScreen)
    assert lobby.deal.parent.top <= lobby.mine.y <= lobby.mine.top <= lobby.player.y
    shown.close()


def test_two_rooms_stand_beside_each_other_where_there_is_room() -> None:
    shown = seen("rooms", "tablet")
    rooms = shown.screen
    assert isinstance(rooms, RoomsScreen)
    first, second, *_ = rooms.cards.values()
    assert first.y == second.y
    resized(shown, "phone", insets=False)
    assert first.y > second.top
    shown.close()


def test_nothing_is_left_free_for_a_result_that_there_is_not() -> None:
    shown = seen("rooms-none", "phone")
    rooms = shown.screen
    assert isinstance(rooms, RoomsScreen)
    between = (
        rooms.solo.to_window(0, rooms.solo.y)[1] - rooms.filter.to_window(0, rooms.filter.top)[1]
    )
    assert between <= px(MARGIN)
    shown.close()


@pytest.mark.parametrize(
    "sight", ["start", "start-offline", "card", "card-code", "card-code-wrong", "card-pin-wrong"]
)
@pytest.mark.parametrize("size", ["small", "small-lying"])
def test_the_way_in_needs_no_scrolling_even_on_a_small_phone(sight: str, size: str) -> None:
    shown = seen(sight, size)
    buttons = [one for one in shown.screen.walk() if isinstance(one, Pressed | Segments)]
    assert buttons
    for one in buttons:
        assert 0 <= one.to_window(*one.pos)[1] <= one.to_window(0, one.top)[1] <= shown.top
    shown.close()


def test_what_a_page_is_for_stands_beside_its_title_where_the_window_is_low() -> None:
    shown = seen("open", "small-lying")
    page = shown.screen
    assert isinstance(page, OpenScreen)
    assert page.go.to_window(0, page.go.y)[1] >= page.header.to_window(0, page.header.y)[1]
    resized(shown, "small", insets=False)
    assert page.go.to_window(0, page.go.y)[1] < px(MARGIN + 4)
    shown.close()


def test_the_face_is_kept_by_a_button_right_below_it() -> None:
    shown = seen("profile", "small")
    page = shown.screen
    assert isinstance(page, ProfileScreen)
    assert page.save.to_window(0, page.save.y)[1] >= 0
    resized(shown, "small-lying", insets=False)
    assert page.save.to_window(0, page.save.y)[1] >= 0
    assert page.save.kind == "quiet", "nothing is to be saved"
    before = page.name.text
    for text, kind in (("Bo", "primary"), (before, "quiet")):
        page.name.text = text
        assert page.save.kind == kind
    page._chosen(page.faces.children[0])
    assert page.save.kind == "primary"
    shown.close()


@pytest.mark.parametrize("size", ["small", "small-lying"])
def test_the_sentence_that_is_looked_at_is_in_sight_however_it_is_turned(size: str) -> None:
    shown = seen("hand", "small-lying" if size == "small" else "small")
    page = shown.screen
    assert isinstance(page, HandScreen)
    resized(shown, size, insets=False)
    for at in (page.at, len(page.steps) - 1, 0):
        page.slider.value = at
        laid_out(shown)
        low, high = (
            page.steps[at].to_window(0, y)[1] for y in (page.steps[at].y, page.steps[at].top)
        )
        assert px(56) <= low < high <= shown.height - px(56)
    resized(shown, "tablet", insets=False)
    assert page.felt.width <= px(COLUMN), "Lines stay short enough to be read."
    shown.close()


@pytest.mark.parametrize("size", SIZES)
def test_the_sentence_and_the_seat_that_it_is_about_are_seen_whole_in_every_size(size: str) -> None:
    shown = SIGHTS["hand"].make("en")
    # As a device is turned: what was scrolled to before does not stay where it was.
    for one in ("small-lying", size):
        resized(shown, one, insets=False)
    page = shown.screen
    assert isinstance(page, HandScreen)
    assert page.place is not None
    assert page.told[page.at].text.startswith(page.place.seat.name)
    low = page.bar.to_window(0, page.bar.top)[1]
    for part in (page.steps[page.at], page.place):
        _, bottom, _, top = box_of(part)
        assert low <= bottom < top <= page.header.y, part
    assert page.header.y - box_of(page.felt)[3] <= px(MARGIN), "nothing is left free above it"
    shown.close()


@pytest.mark.parametrize("sight", ["history", "rules", "settings", "hand", "rooms"])
def test_the_way_back_stands_above_what_is_in_the_middle_of_a_tablet(sight: str) -> None:
    shown = seen(sight, "tablet-lying")
    page = shown.screen
    assert isinstance(page, Page)
    body = page.body
    assert isinstance(body, Split | Scroll)
    begins = (shown.width - px(body.widest)) / 2
    assert box_of(page.header.children[-1])[0] == pytest.approx(begins, abs=px(MARGIN))
    if isinstance(page, HandScreen):
        assert box_of(page.bar.children[-1])[0] == box_of(page.header.children[-1])[0]
    shown.close()


@pytest.mark.parametrize("size", ["small", "small-lying"])
def test_chips_are_bought_without_scrolling_and_it_is_said_where(size: str) -> None:
    shown = seen("cashier", size)
    page = shown.screen
    assert isinstance(page, CashierScreen)
    assert page.buy.to_window(0, page.buy.y)[1] >= 0
    assert page.table.text == "Hold'em · Cash table"
    assert page.card.flat
    assert page.buy.waits
    assert page.step.less.disabled, "what was sent is not changed"
    assert page.step.text == "$70", "all that is waited for"
    assert page.range.opacity == 0, "nothing can be bought now"
    resized(shown, "tablet", insets=False)
    assert not page.card.flat
    shown.close()


def test_a_level_is_explained_where_it_is_offered() -> None:
    shown = seen("solo", "phone")
    page = shown.screen
    assert isinstance(page, SoloScreen)
    for game, there in (("doudizhu", True), ("holdem", True), ("sabacc", False)):
        page.game.chosen = game
        laid_out(shown)
        assert (page.level.parent is page.rivals) is there
    shown.close()


def test_no_bar_tells_of_a_little_air_that_could_be_scrolled_to() -> None:
    shown = seen("card-pin", "small-lying")
    split = next(one for one in shown.screen.walk() if isinstance(one, Split))
    scroll = split.parts[0].parent.parent
    assert isinstance(scroll, Scroll)
    assert 0 < scroll.over <= px(16)
    assert scroll.bar_width == 0
    split.parts[0].add_widget(Widget(size_hint_y=None, height=px(40)))
    laid_out(shown)
    assert scroll.bar_width > 0
    shown.close()


@pytest.mark.parametrize("sight", ["lobby-share", "lobby-code"])
def test_a_sheet_is_seen_whole_on_a_small_phone_that_lies(sight: str) -> None:
    shown = seen(sight, "small-lying")
    for overlay in shown.overlays:
        assert overlay.sheet.minimum_height <= overlay.sheet.height
    shown.close()


def test_the_lines_of_the_menu_have_the_height_of_a_phone_that_lies() -> None:
    shown = seen("holdem-menu", "small-lying")
    (menu,) = shown.overlays
    assert isinstance(menu, TableMenu)
    assert menu.heard.parent is menu.lines
    resized(shown, "small", insets=False)
    assert menu.heard.parent is menu.sheet
    shown.close()


def test_only_a_guest_is_told_that_the_name_may_be_empty() -> None:
    shown = seen("start", "phone")
    start = shown.screen
    assert isinstance(start, StartScreen)
    for way in ("register", "guest", "login"):
        start.way.chosen = way
        assert bool(start.name.hint) == (way == "guest")
    shown.close()
