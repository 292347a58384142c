"""What the lobby says and shows in every size: my chips, my tables, the games."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from client_core.client import LANGUAGES
from mobile_client.ui import theme
from mobile_client.ui.look import look, px
from mobile_client.ui.screens import menu_tiles
from mobile_client.ui.screens.lobby import LobbyScreen
from mobile_client.ui.screens.lobby_room import LARGE, LOW, PEEK, YIELDS, tile_heights
from mobile_client.ui.screens.menu_tiles import PlayerCard, TableRow
from mobile_client.ui.screens.opening import Choosing
from mobile_client.ui.screens.rooms import RoomsScreen
from mobile_client.ui.screens.solo import SoloScreen
from mobile_client.ui.stage import Stage
from mobile_client.ui.theme import SPACE, contrast
from mobile_client.ui.widgets.buttons import PushButton
from mobile_client.ui.widgets.overlays import Dialog
from mobile_client.ui.widgets.status import BANNERS, Banner
from mobile_client.ui.widgets.words import Words
from protocol import messages
from protocol.messages import Notice, Room
from protocol.words import Seat
from tests.client.ui.finding import called
from tests.client.ui.ink import box_of, painted
from tests.client.ui.sights import SIGHTS, SIZES, laid_out, resized
from tests.client.ui.visits import Visit

pytestmark = pytest.mark.usefixtures("blank")


def lobby_of(shown: Stage) -> LobbyScreen:
    assert isinstance(shown.screen, LobbyScreen)
    return shown.screen


def seen(sight: str, *sizes: str) -> Iterator[tuple[Stage, LobbyScreen]]:
    """The lobby in each size and language."""
    for language in LANGUAGES:
        shown = SIGHTS[sight].make(language)
        for size in sizes or SIZES:
            resized(shown, size)
            yield shown, lobby_of(shown)
        shown.close()


@pytest.mark.parametrize("kind", BANNERS)
def test_a_banner_can_be_read_on_a_tablet_too(kind: str) -> None:
    banner = Banner(kind=kind, text="The house closes.")
    for look.room in (1.0, 1.6):
        red, green, blue, alpha = banner.words.color
        assert contrast((red, green, blue, alpha), BANNERS[kind][0]) >= 4.5, look.room


def test_who_has_played_another_game_is_dealt_in_to_that() -> None:
    visit = Visit().come_in()
    shown = visit.stage()
    assert lobby_of(shown).deal.note == "Hold'em"
    assert lobby_of(shown).rivals.text == "Rivals"
    assert lobby_of(shown).rivals.note == "Anyone"
    room = messages.Room("d", "doudizhu", "house", "play", 1_000, 10_000, 100_000, 3, 2)
    visit.device.house(messages.Joined(visit.client.lobby.join("d"), room))
    visit.device.house(messages.Seats("d", {Seat(0): messages.Sitter("Juno", 12_000)}, Seat(0), 1))
    visit.client.show("")
    lobby = lobby_of(shown)
    assert lobby.deal.note == "Dou Dizhu"
    lobby.deal.dispatch("on_release")
    assert visit.device.last(messages.QuickSeat).game == "doudizhu"
    shown.close()


@pytest.mark.parametrize(("language", "words"), [("en", "Bots wait"), ("zh", "机器人待命")])
def test_a_room_whose_bots_come_when_somebody_does_says_so(language: str, words: str) -> None:
    visit = Visit(language).come_in()
    room = messages.Room("h", "holdem", "casino", "play", 1_000, 10_000, 100_000, 7, coming=3)
    visit.device.house(messages.Rooms((room, replace(room, table="g", coming=0))))
    shown = visit.page("rooms", game="holdem")
    screen = shown.screen
    assert isinstance(screen, RoomsScreen)
    assert screen.cards["h"].marks == [words]
    assert screen.cards["g"].marks == []
    shown.close()


def test_who_has_no_chips_reads_when_new_ones_come_and_sits_down_with_nothing_nowhere() -> None:
    visit = Visit().come_in()
    visit.device.house(messages.Purse(0, wait=82_800_000))
    lobby = lobby_of(visit.stage())
    assert lobby.player.note == "Chips in 23 h"
    visit.shown.close()
    solo = visit.page("solo", game="holdem").screen
    assert isinstance(solo, SoloScreen)
    assert solo.go.disabled
    assert solo.buy_in.parent is None
    assert "23 h" in solo.nothing.text
    assert solo.go.note == "Chips in 23 h"
    visit.device.house(messages.Purse(100_000))
    assert not solo.go.disabled
    assert not solo.go.note
    assert solo.nothing.parent is None
    assert solo.buy_in.chosen
    visit.shown.close()


def test_who_has_opened_too_many_rooms_is_led_to_those_there_are() -> None:
    visit = Visit().come_in().sit().lobby()
    shown = visit.page("solo", game="holdem")
    solo = shown.screen
    assert isinstance(solo, SoloScreen)
    solo.go.dispatch("on_release")
    number = visit.device.last(messages.OpenRoom).id
    visit.device.house(messages.Refused(number, "rooms_many", "", {"most": 2}))
    (question,) = shown.overlays
    assert isinstance(question, Dialog)
    assert "Leave one of your tables first" in question.text
    assert not shown.toasts.shown, "it is said once"
    leads = called(shown, "To my tables")
    assert leads is not None
    leads.dispatch("on_release")
    assert not shown.overlays
    assert shown.name == "lobby"
    assert lobby_of(shown).mine.parent is not None
    shown.close()


def test_no_toast_covers_who_i_am_and_what_i_have() -> None:
    for shown, lobby in seen("lobby-tables"):
        assert shown.toasts.shown
        assert box_of(shown.toasts)[3] <= box_of(lobby.player)[1]
        assert box_of(shown.toasts)[1] >= shown.insets[3]
        for row in lobby.mine.children:
            left, low, right, high = box_of(row)
            for toast in shown.toasts.shown.values():
                x, y, right_x, top = box_of(toast)
                assert right <= x or right_x <= left or high <= y or top <= low, row


def test_news_of_a_table_say_which_where_there_are_two_of_a_game() -> None:
    for shown, lobby in seen("lobby-tables", "phone"):
        (toast,) = shown.toasts.shown.values()
        row = lobby.mine.children[1]
        assert isinstance(row, TableRow)
        assert row.code in toast.words.text
        assert "120" in toast.words.text
        assert "120" in row.note
    for code, other, told in (("", "casino", "Standard"), ("", "standard", "blinds 1/2"),
                              ("7KQ2M9", "standard", "Code 7KQ2M9")):  # fmt: skip
        visit = Visit().come_in().sit(code=code).lobby()
        stage = visit.stage()
        visit.device.house(Notice("paused", "", "t", {}))
        (toast,) = stage.toasts.shown.values()
        assert toast.words.text == "Hold'em: The table is paused for a moment."
        visit.client.notices.dismiss(toast.said.id)
        visit.sit("u", "", preset=other).lobby()
        visit.device.house(Notice("paused", "", "t", {}))
        (toast,) = stage.toasts.shown.values()
        assert toast.words.text == f"Hold'em · {told}: The table is paused for a moment."
        stage.close()


def test_no_toast_covers_what_a_page_is_for() -> None:
    visit = Visit().come_in()
    shown = visit.page("open", game="doudizhu")
    resized(shown, "phone")
    visit.device.house(Notice("announcement", "Tea is served.", "", {}))
    laid_out(shown)
    assert shown.toasts.shown
    assert box_of(shown.toasts)[1] >= box_of(shown.screen.go)[3]
    shown.close()


def test_what_the_bank_says_does_not_lie_over_the_button_that_is_pressed_again() -> None:
    visit = Visit().come_in(guest=False)
    shown = visit.page("cashier")
    visit.device.house(messages.BankInfo(visit.device.last(messages.Bank).id, "debit", "1234", ()))
    resized(shown, "phone")
    visit.device.house(Notice("announcement", "The bank declines.", "", {}))
    laid_out(shown)
    assert box_of(shown.toasts)[1] > box_of(shown.screen.buy)[3]
    shown.close()


def test_two_tables_of_a_game_are_told_apart_and_their_rows_are_equally_wide() -> None:
    for _, lobby in seen("lobby-tables"):
        private, public = (row for row in lobby.mine.children[::-1] if isinstance(row, TableRow))
        assert private.width == public.width
        assert not public.code
        assert "7KQ2M9" in private.code
        assert private.code != "7KQ2M9", "a code is called one"
        assert "1/2" in private.note
        assert "120" in private.note
        (copy,) = private.children
        assert box_of(private)[0] < box_of(copy)[0] < box_of(copy)[2] < box_of(private)[2]


def test_money_is_named_wherever_there_is_room_for_chips() -> None:
    for _, lobby in seen("lobby"):
        assert "$20" in {ink.text for ink in painted(lobby.player)}


@pytest.mark.parametrize("size", ["small", "small-lying"])
def test_it_is_seen_that_more_games_follow(size: str) -> None:
    for shown, lobby in seen("lobby", size):
        edge = box_of(lobby.split)[1]
        tops = {round(box_of(tile)[3]) for tile in lobby.tiles.values() if box_of(tile)[1] < edge}
        assert tops
        assert max(tops) - edge >= px(PEEK) - 1, shown.size


def test_a_row_of_tiles_is_seen_in_part_or_not_cut_at_all() -> None:
    for room in range(LARGE, 900):
        large, low = tile_heights(room, 3)
        assert large - LARGE == low - LOW >= -YIELDS
        top = 0.0
        for high in (large, low, low):
            if top <= room < top + high and large < LARGE:
                assert PEEK <= room - top <= high - PEEK
            top += high + SPACE["normal"]


def test_what_stands_beside_the_tiles_of_a_tablet_has_its_height() -> None:
    for _, lobby in seen("lobby", "tablet-lying"):
        assert lobby.results.parent is not None
        empty = box_of(lobby.upper)[1] - box_of(lobby.split)[1]
        assert empty < lobby.split.height / 4


def test_a_game_names_its_stakes_before_its_tables() -> None:
    for shown, lobby in seen("lobby", "small"):
        stakes = {"en": "Blinds 1/2–5/10", "zh": "盲注 1/2–5/10"}[shown.client.words.language]
        assert lobby.tiles["holdem"].live[0] == stakes


def test_nothing_new_can_be_begun_in_a_house_that_closes() -> None:
    visit = Visit().come_in()
    shown = visit.stage()
    resized(shown, "phone")
    begins = [lobby_of(shown).deal, *lobby_of(shown).doors.children]
    tiles = lobby_of(shown).tiles.values()
    assert not any(one.disabled for one in begins)
    assert not any(tile.dim for tile in tiles)
    visit.device.house(messages.Rooms(whole=True))
    quiet = [tile for tile in tiles if tile.live == ["Be the first to open a table"]]
    assert quiet
    visit.device.house(messages.Notice("closing", ""))
    assert all(one.disabled for one in begins)
    assert all(tile.dim for tile in tiles)
    assert all(tile.live == ["No new tables"] for tile in quiet)
    visit.device.house(messages.Goodbye("house_closes"))
    visit.device.lose(4000)
    assert all(one.disabled for one in begins), "it is closed now"
    assert all(tile.dim for tile in tiles)
    for page in ("open", "solo"):
        shown.go(page)
        assert isinstance(shown.screen, Choosing)
        assert shown.screen.go.disabled
        shown.back()
    shown.go("rooms", game="holdem")
    rooms = shown.screen
    assert isinstance(rooms, RoomsScreen)
    assert rooms.deal.disabled
    assert rooms.open.disabled
    assert rooms.solo.disabled
    shown.back()
    visit.device.passes(5)
    visit.device.resumed()
    visit.device.house(messages.Rooms(whole=True), messages.Purse(123_450))
    assert not any(one.disabled for one in begins)
    shown.go("solo")
    assert isinstance(shown.screen, Choosing)
    assert not shown.screen.go.disabled
    shown.close()


def test_a_seat_is_promised_only_to_who_has_one() -> None:
    visit = Visit().come_in()
    shown = visit.stage()
    resized(shown, "phone")
    lobby_of(shown)._quit()
    assert "seat" not in shown.overlays[-1].text
    shown.back()
    visit.sit().lobby()
    lobby_of(shown)._quit()
    assert "seat" in shown.overlays[-1].text
    shown.close()


def test_of_several_things_that_are_said_one_is_shown_after_another() -> None:
    visit = Visit().come_in()
    shown = visit.stage()
    resized(shown, "phone")
    for amount in (1_000, 2_000):
        facts: dict[str, int | str] = {"amount": amount, "reason": "Tea"}
        visit.device.house(Notice("chips_given", "", "", facts))
    (toast,) = shown.toasts.shown.values()
    assert "10" in toast.words.text
    visit.client.notices.dismiss(toast.said.id)
    (after,) = shown.toasts.shown.values()
    assert "20" in after.words.text
    shown.close()


def test_what_is_shown_is_said_in_the_language_that_is_chosen_meanwhile() -> None:
    visit = Visit().come_in()
    shown = visit.stage()
    resized(shown, "phone")
    visit.device.house(Notice("paused", ""))
    (toast,) = shown.toasts.shown.values()
    assert toast.words.text == "The table is paused for a moment."
    visit.client.set(language="zh")
    shown.rebuild()
    assert toast.words.text == visit.client.say("notice.paused")
    assert not toast.words.text.isascii()
    shown.close()


def test_among_the_messages_seconds_are_those_of_when_it_was_said() -> None:
    visit = Visit().come_in()
    visit.device.house(messages.Refused(0, "offers_unused", "", {"offers": 2, "seconds": 45}))
    visit.device.passes(60)
    shown = visit.page("inbox")
    resized(shown, "phone")
    written = [one.text for one in shown.screen.walk() if isinstance(one, Words)]
    assert any("Try again in 45 seconds." in text for text in written), written
    assert "1 minute ago" in " ".join(written)
    shown.close()


def test_messages_that_were_missed_are_counted_in_the_lobby() -> None:
    visit = Visit().come_in()
    shown = visit.stage()
    for amount in range(1, 6):
        facts: dict[str, int | str] = {"amount": amount * 100, "reason": "Tea"}
        visit.device.house(Notice("chips_given", "", "", facts))
    assert lobby_of(shown).inbox.marks == 2
    visit.client.notices.read_inbox()
    assert lobby_of(shown).inbox.marks == 0
    shown.close()


def test_what_is_chosen_for_a_table_stands_when_chips_are_counted_meanwhile() -> None:
    visit = Visit().come_in()
    shown = visit.page("solo", game="holdem")
    solo = shown.screen
    assert isinstance(solo, SoloScreen)
    visit.told_rules()
    assert (solo.preset.chosen, solo.stake.choices) == ("casino", []), "played without a stake"
    assert solo.by_chance.parent is not None, "what opponents bring is drawn"
    solo.buy_in.chosen = 10_000
    solo.bot_buy_in.chosen = 10_000
    assert solo.by_chance.parent is None
    visit.device.house(messages.Purse(123_450))
    assert (solo.buy_in.chosen, solo.bot_buy_in.chosen) == (10_000, 10_000)
    shown.close()


def test_who_has_no_chips_is_offered_no_seat_and_reads_when_there_are_new_ones() -> None:
    visit = Visit().come_in()
    shown = visit.stage()
    resized(shown, "phone")
    lobby = lobby_of(shown)
    assert (lobby.deal.note, lobby.deal.disabled) == ("Hold'em", False)
    visit.device.house(messages.Purse(0, wait=7 * 3_600_000))
    assert (lobby.deal.note, lobby.deal.disabled) == ("Chips in 7 h", True)
    shown.go("rooms", game="holdem")
    rooms = shown.screen
    assert isinstance(rooms, RoomsScreen)
    assert (rooms.deal.note, rooms.deal.disabled) == ("Chips in 7 h", True)
    # A room that takes any number of chips takes at least one.
    free = Room("any", "holdem", "standard", "play", 200, 0, 0, 7, 2)
    visit.device.house(messages.Rooms((free,)))
    assert "any" in rooms.cards
    assert not any(card.free for card in rooms.cards.values())
    visit.device.house(messages.Purse(100))
    assert rooms.cards["any"].free
    assert not rooms.deal.disabled
    assert rooms.deal.note == ""
    shown.close()


@pytest.mark.req("H-FR2")
def test_what_leaves_no_choice_is_told_and_not_offered() -> None:
    visit = Visit().come_in()
    visit.device.house(messages.Purse(99_000))
    shown = visit.page("solo", game="holdem")
    solo = shown.screen
    assert isinstance(solo, SoloScreen)
    visit.told_rules()
    solo.preset.chosen = "heads_up"
    visit.told_rules()
    resized(shown, "phone")
    solo.stake.chosen = 2_000
    # Enough for one of the usual sums: that, or everything.
    assert solo.buy_in.choices == [(40_000, "400"), (98_000, "980")]
    assert (solo.buy_in.chosen, solo.bot_buy_in.choices) == (40_000, [(40_000, "400")])
    (told,) = solo.bot_buy_in.children
    assert isinstance(told, Words)
    assert told.text == "400"
    solo.buy_in.chosen = 98_000
    assert [one.text for one in reversed(solo.bot_buy_in.children)] == ["400", "980"]
    assert all(isinstance(one, PushButton) for one in solo.bot_buy_in.children)
    shown.close()


@pytest.mark.parametrize("language", LANGUAGES)
def test_of_bots_that_are_chosen_it_is_said_what_they_are_like(language: str) -> None:
    shown = SIGHTS["solo"].make(language)
    solo, say = shown.screen, shown.client.say
    assert isinstance(solo, SoloScreen)
    told = []
    for level, _ in solo.bot.choices:
        solo.bot.chosen = level
        told.append(solo.level.text)
    assert solo.level.parent is not None
    assert len({*told}) == len(told) > 5
    assert told[0] == say("solo.mixed_note")
    assert told[-1] == say("bot.master.note")
    shown.close()


@pytest.mark.parametrize(("won", "ink"), [(-5, theme.WARM), (0, theme.SOFT), (5, theme.GOOD)])
def test_what_is_neither_won_nor_lost_is_neither_green_nor_red(
    monkeypatch: pytest.MonkeyPatch, won: int, ink: object
) -> None:
    inks = {}

    def write(text: str, kind: str, colour: object, *_: object) -> float:
        inks[text] = colour
        return 0.0

    monkeypatch.setattr(menu_tiles, "write", write)
    PlayerCard(name="Ann", profit=["net", "net"], won=won, size=(px(360), px(88))).paint()
    assert inks["net"] == ink
