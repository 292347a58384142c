"""What the way in, the list of rooms and a new room say and show in every size."""

import pytest

from client_core.client import LANGUAGES, Near
from mobile_client.ui.look import px
from mobile_client.ui.screens.address import AddressSheet
from mobile_client.ui.screens.card import CardScreen
from mobile_client.ui.screens.joining import CodeSheet
from mobile_client.ui.screens.opening import OpenScreen
from mobile_client.ui.screens.rooms import RoomsScreen
from mobile_client.ui.screens.start import StartScreen
from mobile_client.ui.stage import Stage
from mobile_client.ui.theme import SOFT, SURFACE, contrast
from mobile_client.ui.widgets.buttons import PushButton
from mobile_client.ui.widgets.controls import Row
from protocol import messages
from protocol.messages import Room
from tests.client.ui.finding import shows
from tests.client.ui.ink import box_of, painted
from tests.client.ui.looked_over import faults
from tests.client.ui.sights import SIGHTS, laid_out, resized
from tests.client.ui.visits import Visit

pytestmark = pytest.mark.usefixtures("blank")


def seen(sight: str, size: str, language: str = "en") -> Stage:
    shown = SIGHTS[sight].make(language)
    resized(shown, size)
    return shown


@pytest.mark.parametrize("size", ["small-lying", "phone-lying", "small"])
def test_the_house_where_i_am_is_the_first_of_those_that_are_listed(size: str) -> None:
    shown = seen("start-address", size)
    (sheet,) = shown.overlays
    assert isinstance(sheet, AddressSheet)
    rows = [one for one in sheet.known.children[::-1] if isinstance(one, Row)]
    assert [row.here for row in rows] == [True, False, False, False]
    # On the side the way offline is scrolled to.
    whole = rows[:3] if size.endswith("lying") else rows
    assert sum(row.height for row in whole) <= sheet.scroll.height + 1, "these are seen whole"
    assert sheet.go.disabled, "there is nothing to connect to yet"
    sheet.field.line.text = "cards.example.org"
    assert not sheet.go.disabled
    beside = box_of(sheet.go)[0] >= box_of(sheet.field.line)[2]
    assert beside == size.endswith("lying")
    if beside:
        assert sheet.go.center_y == pytest.approx(sheet.field.line.center_y, abs=1)
    shown.close()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_house_that_is_not_reached_is_told_in_one_line(language: str) -> None:
    shown = seen("start-offline", "small-lying", language)
    start = shown.screen
    assert isinstance(start, StartScreen)
    state = start.house.state
    begins = {"en": "No connection. Next try in 0:0", "zh": "连接失败，0:0"}[language]
    assert state.text.startswith(begins)
    assert state.height < 2 * state.font_size
    assert shown.dot.opacity == 0, "the house says itself how the line stands"
    shown.close()


def test_a_line_that_was_there_is_lost() -> None:
    visit = Visit().come_in()
    shown = visit.stage()
    resized(shown, "phone")
    while visit.client.connection.view.state != "waiting":
        visit.device.lose()
    shown.strip._show_line()
    assert shown.strip.line.text.startswith("Connection lost. Next try in")
    shown.close()


def test_an_open_lock_stays_at_a_table_where_others_can_listen_in() -> None:
    visit = Visit().come_in()
    shown = visit.stage()
    assert not shown.dot.readable
    visit.device.lose()
    visit.device.passes(30)
    visit.device.client.connection.opened(visit.device.connection)
    visit.device.house(messages.Welcome(1, readable=True))
    visit.sit()
    assert shown.dot.readable
    assert shown.dot.opacity == 1
    shown.close()


@pytest.mark.parametrize("size", ["small-lying", "small"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_password_that_is_refused_is_marked_and_the_button_stays_in_sight(
    size: str, language: str
) -> None:
    shown = seen("start-register", size, language)
    start = shown.screen
    assert isinstance(start, StartScreen)
    assert "8" in start.password.hint
    assert "8" in start.password.error
    assert start.trouble.parent is None
    assert box_of(start.enter)[1] >= 0
    start.password.line.text = "longer"
    start.heard("connection", "")
    assert not start.password.error, "what was said is not said again"
    start.way.chosen = "guest"
    assert start.trouble.parent is not None, "there is no password to mark"
    shown.close()


def test_an_app_that_is_too_old_says_where_the_new_one_is() -> None:
    shown = seen("too-old", "phone")
    assert shows(shown, "app store, or whoever runs this house")
    buttons = [one for one in shown.screen.walk() if isinstance(one, PushButton)]
    assert {one.kind for one in buttons} == {"quiet"}
    shown.close()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", ["small-lying", "phone"])
def test_buttons_of_a_row_are_set_alike(size: str, language: str) -> None:
    shown = seen("rooms-none", size, language)
    rooms = shown.screen
    assert isinstance(rooms, RoomsScreen)
    parts = {round(ink.part, 2) for one in (rooms.open, rooms.solo) for ink in painted(one)
             if ink.kind == "text"}  # fmt: skip
    assert len(parts) == 1
    assert rooms.open._roomy(rooms.open.width)
    assert rooms.solo._roomy(rooms.solo.width)
    shown.close()


def test_a_pin_can_be_sent_when_it_is_long_enough_and_not_before() -> None:
    shown = seen("card-pin", "phone")
    card = shown.screen
    assert isinstance(card, CardScreen)
    assert card.keypad.done.early
    card.keypad.press("4")
    assert (card.keypad.done.early, card.keypad.done.lit) == (False, True)
    shown.close()


def test_who_finds_no_room_reads_why() -> None:
    shown = seen("rooms-none", "phone")
    assert shows(shown, "Nobody plays Sabacc right now. Open a room, or play solo.")
    rooms = shown.screen
    assert isinstance(rooms, RoomsScreen)
    assert (rooms.deal.kind, rooms.open.kind) == ("quiet", "primary"), "nobody to be dealt in to"
    rooms.filter.chosen = "free"
    laid_out(shown)
    assert shows(shown, "No room fits this filter.")
    assert (rooms.deal.kind, rooms.open.kind) == ("primary", "quiet")
    shown.close()


def test_the_seats_of_a_room_are_counted_and_those_free_can_be_seen() -> None:
    assert contrast(SOFT, SURFACE) >= 3
    shown = seen("rooms", "small")
    rooms = shown.screen
    assert isinstance(rooms, RoomsScreen)
    assert "5/7" in {ink.text for ink in painted(rooms.cards["holdem"])}
    shown.close()


def test_a_room_with_one_buy_in_names_it_once() -> None:
    visit = Visit().come_in()
    room = Room("one", "holdem", "standard", "play", 200, 20_000, 20_000, 7, 3)
    visit.device.house(messages.Rooms((room,), whole=True))
    shown = visit.page("rooms", game="holdem")
    assert shown.screen.cards["one"].brings == "Buy-in 200"
    shown.close()


def test_a_stake_is_chosen_once_the_house_has_said_which_one_is_usual() -> None:
    visit = Visit().come_in()
    shown = visit.page("open", game="doudizhu")
    resized(shown, "phone")
    page = shown.screen
    assert isinstance(page, OpenScreen)
    assert page.stake.disabled
    assert {button.kind for button in page.stake.children} == {"quiet"}
    visit.told_rules()
    assert not page.stake.disabled
    assert {button.text: button.kind for button in page.stake.children} == {
        "2": "quiet", "10": "chosen", "50": "quiet"}  # fmt: skip
    shown.close()


@pytest.mark.parametrize(
    ("have", "game", "said_so", "on_button"),
    [
        (104_000, "doudizhu", "You bring 1,000 of your 1,040 chips.", "With 1,000 chips"),
        (104_000, "holdem", "Buy-in 1,000 to 5,000 chips. You have 1,040.", ""),
        (93_000, "doudizhu", "The least is 1,000 chips; you have 930. Choose a smaller stake.",
         "Needs 1,000 chips"),
        (1_000, "doudizhu", "The least is 1,000 chips; you have 10.", "Needs 1,000 chips"),
    ],
)  # fmt: skip
def test_a_new_room_says_what_one_brings_and_where_it_is_too_much(
    have: int, game: str, said_so: str, on_button: str
) -> None:
    visit = Visit().come_in()
    visit.device.house(messages.Purse(have, 0, {}))
    shown = visit.page("open", game=game)
    resized(shown, "phone")
    page = shown.screen
    assert isinstance(page, OpenScreen)
    assert page.bring.text == "", "the usual stake is not known yet"
    visit.told_rules()
    page.stake.chosen = 5_000
    assert page.bring.text == said_so
    assert page.go.disabled is on_button.startswith("Needs")
    assert page.go.note == on_button, "the line may be out of sight, the button is not"
    visit.device.house(messages.Purse(200_000, 0, {}))
    assert not page.go.disabled
    shown.close()


def test_on_a_tablet_a_new_room_is_opened_right_below_what_is_chosen() -> None:
    shown = seen("open", "tablet-lying")
    page = shown.screen
    assert isinstance(page, OpenScreen)
    gap = box_of(page.more)[1] - box_of(page.go)[3]
    assert 0 <= gap <= px(24)
    assert box_of(page.header.children[-1])[0] >= box_of(page.game)[0] - px(48)
    resized(shown, "phone")
    assert page.go.parent is page.foot
    shown.close()


def test_a_code_is_asked_for_before_one_can_join(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = seen("lobby-code", "small")
    (sheet,) = shown.overlays
    assert isinstance(sheet, CodeSheet)
    assert sheet.go.disabled
    monkeypatch.setattr("mobile_client.ui.screens.joining.Clipboard.paste", lambda: " 7KQ2M9\n")
    sheet.paste()
    assert sheet.field.text == "7KQ2M9"
    assert not sheet.go.disabled
    shown.close()


def test_rules_belong_to_a_room_only_where_one_is_at_it() -> None:
    visit = Visit().come_in().sit().lobby()
    shown = visit.page("rooms", game="holdem")
    rooms = shown.screen
    assert isinstance(rooms, RoomsScreen)
    rooms._rules()
    visit.told_rules()
    resized(shown, "phone")
    assert shows(shown, "With these rules")
    assert not shows(shown, "In this room")
    assert shows(shown, "Each room names its own stakes")
    shown.close()
    shown = seen("rules", "phone")
    assert shows(shown, "In this room")
    assert shows(shown, "The small blind is 1.")
    shown.screen.which.chosen = "casino"
    laid_out(shown)
    assert not shows(shown, "In this room")
    shown.close()


@pytest.mark.parametrize("size", ["small-lying", "small"])
def test_a_lost_line_takes_no_room_from_a_table_that_is_low(size: str) -> None:
    visit = Visit().come_in().sit()
    shown = visit.stage()
    resized(shown, size)
    before = shown.screen.height
    while visit.client.connection.view.state != "waiting":
        visit.device.lose()
    shown.strip._show_line()
    laid_out(shown)
    line = shown.strip.line
    assert line.parent is shown.strip
    if size == "small":
        assert line.y >= shown.screen.top
        assert shown.screen.height < before
    else:
        bar = shown.screen.top_bar
        assert shown.screen.height == before
        assert bar.home.right <= line.x, "the way back can be seen and tapped"
        assert line.right <= bar.rules.x
        assert line.height >= bar.title.height, "the title does not look out"
    shown.close()


@pytest.mark.parametrize("size", ["small-lying", "phone", "small"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_house_that_is_found_on_this_network_is_offered_while_the_sheet_is_open(
    language: str, size: str
) -> None:
    shown = seen("start-address", size, language)
    (sheet,) = shown.overlays
    assert isinstance(sheet, AddressSheet)
    client, name = sheet.client, "Wednesdays at Anne's, wi"
    client.connection.found((Near(name, "ws://10.0.0.7:8770"),))
    resized(shown, size)
    assert faults(shown) == []
    rows = [row for row in sheet.known.children[::-1] if isinstance(row, Row)]
    assert [row.here for row in rows] == [True, *[False] * 4]
    assert (rows[1].text, rows[1].value) == (name, client.say("address.near"))
    rows[1].dispatch("on_release")
    assert client.connection.view.url == "ws://10.0.0.7:8770"
    shown.close()
