"""The lobby, the house that closes, settings."""

import json
from dataclasses import replace

import pytest

from client_core import address, catalogue
from client_core.client import CHOICES, Settings
from client_core.settings import changed, read, serialised
from protocol import messages
from protocol.events import Acted, Moved
from protocol.messages import Line, Room, Sitter
from protocol.words import POT, Seat
from tests.client.device import ROOM, Device, people, view
from tests.client.test_table import BEGAN, BLINDS, at_table


def rooms(*more: Room, whole: bool = True) -> messages.Rooms:
    return messages.Rooms(more, whole=whole)


HOLDEM = Room("h", "holdem", "standard", "play", 200, 4_000, 20_000, 6, taken=4)
FULL = Room("f", "holdem", "eps", "cash", 1_000, 2_000, 100_000, 7, taken=7, waiting=2)
SABACC = Room("s", "sabacc", "house", "play", 5_000, 10_000, 50_000, 4)


@pytest.mark.req("C-1.3")
def test_the_menu_has_a_tile_for_each_game_and_my_chips() -> None:
    one = Device()
    one.come_in()
    one.house(rooms(HOLDEM, FULL), messages.Purse(125_000, 0, {"holdem": -500}))
    tiles = {tile.game: tile for tile in one.client.lobby.view.games}
    assert list(tiles) == ["holdem", "doudizhu", "blackjack", "roulette", "sabacc", "high_card"]
    tile = tiles["holdem"]
    assert (tile.players, tile.tables, tile.waiting, tile.free) == (11, 2, 2, 2)
    assert tile.profit == -500
    assert tiles["sabacc"].tables == 0
    assert one.client.texts.money(one.client.account.me.play) == "1,250"


def test_the_stakes_of_a_game_are_those_in_chips_and_neither_none_nor_money() -> None:
    one = Device()
    one.come_in()
    high = replace(HOLDEM, table="high", stake=5_000)
    none = replace(HOLDEM, table="none", preset="casino", stake=0)
    one.house(rooms(HOLDEM, FULL, high, none))
    tile = next(tile for tile in one.client.lobby.view.games if tile.game == "holdem")
    assert (tile.tables, tile.least_stake, tile.most_stake) == (4, 200, 5_000)
    one.house(rooms(FULL))
    tile = next(tile for tile in one.client.lobby.view.games if tile.game == "holdem")
    assert (tile.tables, tile.least_stake, tile.most_stake) == (1, 0, 0)


def test_the_list_changes_and_is_filtered_the_fullest_table_with_a_seat_first() -> None:
    one = Device()
    one.come_in()
    assert not one.client.lobby.view.loaded
    one.house(rooms(FULL, SABACC, HOLDEM))
    assert [room.table for room in one.client.lobby.view.rooms] == ["h", "s", "f"]
    one.client.lobby.filter_rooms("holdem")
    assert [room.table for room in one.client.lobby.view.rooms] == ["h", "f"]
    one.client.lobby.filter_rooms(free=True, purse="play")
    assert [room.table for room in one.client.lobby.view.rooms] == ["h", "s"]
    one.client.lobby.filter_rooms()
    one.house(messages.Rooms((messages.Room("n", "newgame", "x", "play", 1, 1, 1, 2),), ("h",)))
    assert [room.table for room in one.client.lobby.view.rooms] == ["n", "s", "f"]
    assert one.client.lobby.view.games[-1].game == "newgame", "the house may have more than we know"


def test_rooms_are_opened_for_friends_and_alone() -> None:
    one = Device()
    one.come_in()
    one.client.opening.open_room("doudizhu", "house", stake=2_000, counter=True)
    opened = one.last(messages.OpenRoom)
    assert (opened.private, opened.stake, opened.bots, opened.counter) == (True, 2_000, 0, True)
    choices = one.client.opening.solo_choices("holdem", "casino")
    assert (choices.opponents, choices.usual) == ((1, 2, 3, 4, 5, 6), 3)
    assert choices.buy_ins == (10_000, 20_000, 50_000, 100_000)
    one.client.opening.play_solo("holdem", "casino", 3, "house", 50_000)
    solo = one.last(messages.OpenRoom)
    assert (solo.bots, solo.bot, solo.buy_in) == (3, "house", 50_000)
    room = Room("mine", "holdem", "casino", "play", 0, 0, 0, 7, private=True)
    one.house(messages.Joined(solo.id, room))
    assert one.client.screen.table == "mine"
    one.client.lobby.quick_seat("sabacc")
    assert one.last(messages.QuickSeat).game == "sabacc"


def test_solo_choices_fit_the_rules_and_the_purse() -> None:
    for game, card in catalogue.GAMES.items():
        for preset in card.solo:
            for purse in (0, 5_000, 30_000, 10**7):
                choices = catalogue.solo(game, preset, purse)
                assert choices.usual in choices.opponents
                assert all(
                    card.least_seats - 1 <= count < card.most_seats for count in choices.opponents
                )
                assert choices.buy_ins
                assert max(choices.buy_ins) <= max(purse, 0) or not purse
    assert catalogue.solo("holdem", "heads_up", 10**6).opponents == (1,)


@pytest.mark.parametrize(
    ("game", "preset", "usual", "purse", "stake", "buy_ins"),
    [
        ("holdem", "standard", 1_000, 1_000, 200, (1_000,)),
        ("holdem", "standard", 1_000, 9_000, 200, (4_000, 9_000)),
        ("doudizhu", "house", 1_000, 5_000, 200, (4_000, 5_000)),
        ("doudizhu", "house", 1_000, 100_000, 1_000, (20_000, 50_000, 100_000)),
    ],
)
def test_who_has_little_is_proposed_the_least_stake_and_may_bring_everything(
    game: str, preset: str, usual: int, purse: int, stake: int, buy_ins: tuple[int, ...]
) -> None:
    choices = catalogue.solo(game, preset, purse, usual)
    assert (choices.stake, choices.buy_ins) == (stake, buy_ins)
    assert choices.stake in choices.stakes


def test_who_cannot_be_dealt_in_reads_what_it_takes_and_where_less_will_do() -> None:
    one = Device()
    one.come_in()
    one.house(messages.Purse(1_000))
    number = one.client.lobby.quick_seat("holdem")
    one.house(messages.Refused(number, "purse_short", "", {"have": 1_000, "amount": 4_000}))
    (toast,) = one.client.notices.toasts
    assert one.client.say(toast.say) == (
        "The least here is 40 chips; you have 10. Solo tables take less."
    )


def test_the_rules_of_a_room_are_asked_for_once_and_told_in_words() -> None:
    one = Device()
    one.come_in()
    assert one.client.rules.view("holdem", "eps") is None
    assert one.client.rules.view("holdem", "eps") is None
    (asked,) = one.all(messages.RulesOf)
    options: dict[str, int | str | bool] = {"new": 7, "timeout": "fold", "grid": 1_000}
    one.house(messages.TheRules(asked.id, "holdem", "eps", options))
    assert ("rules", "") in one.topics
    rules = one.client.rules.view("holdem", "eps")
    assert rules is not None
    assert rules.lines[:2] == (
        "Bets and raises are multiples of 10.",
        "If your time runs out, you fold.",
    )
    assert "The house may look on" in rules.lines[2], "however the options come"
    one.client.set(language="zh")
    rules = one.client.rules.view("holdem", "eps")
    assert rules is not None
    assert rules.lines[1] == "超时即弃牌。"


def test_the_rules_at_a_table_name_its_stake_and_elsewhere_the_usual_one() -> None:
    one = at_table()
    room = ROOM
    assert one.client.rules.view(room.game, room.preset, "t") is None
    (asked,) = one.all(messages.RulesOf)
    options: dict[str, int | str | bool] = {
        "big_blind": 5 * room.stake, "small_blind": 5 * room.stake // 2, "grid": 1_000}  # fmt: skip
    one.house(messages.TheRules(asked.id, room.game, room.preset, options))
    here = one.client.rules.view(room.game, room.preset, "t")
    usual = one.client.rules.view(room.game, room.preset)
    assert here is not None
    assert usual is not None
    assert (here.here, usual.here) == (True, False)
    big, small = one.client.texts.money(room.stake), one.client.texts.money(room.stake // 2)
    assert f"The big blind and the smallest bet are {big}." in here.lines
    assert f"The small blind is {small}." in here.lines
    assert f"Bets and raises are multiples of {big}." in here.lines
    own = "Each room names its own stakes; these are the usual ones."
    assert own in usual.lines
    assert own not in here.lines
    one.tell(replace(BEGAN, options={"grid": 500}))
    played = one.client.rules.view(room.game, room.preset, "t")
    assert played is not None
    assert "Bets and raises are multiples of 5." in played.lines, "a house has rules of its own"
    assert f"The big blind and the smallest bet are {big}." not in usual.lines


# -- the house, the device -------------------------------------------------------------------------


def test_the_name_of_the_house_stays_while_the_line_to_it_is_down() -> None:
    one = at_table()
    name = one.client.connection.view.house
    assert name
    one.lose(4000)
    assert one.client.connection.view.house == name
    one.client.connection.go_to("wss://other.example.org")
    assert one.client.connection.view.house == ""


def test_a_house_that_closes_says_so_on_every_screen_and_in_each_language() -> None:
    one = at_table()
    one.house(messages.Notice("closing", "It will be turned off."))
    banner = one.client.notices.banner
    assert banner is not None
    assert "Nothing new begins" in one.client.say(banner.say)
    assert not one.client.notices.toasts, "It is said once."
    one.house(messages.Notice("closing", "", "t", {"reason": "house_closes"}))
    assert view(one).closing == "house_closes"
    one.house(messages.Goodbye("house_closes"))
    one.lose(4000)
    assert one.client.connection.view.state == "waiting"
    assert one.client.notices.banner is not None
    assert one.client.notices.banner.code == "house_closes"
    one.passes(5)
    one.resumed()
    assert one.client.notices.banner is None


def test_at_the_door_of_a_house_that_is_open_again_nothing_says_that_it_closes() -> None:
    one = Device()
    one.meet()
    one.client.account.play_as_guest("Juno")
    one.house(messages.Refused(one.last(messages.Guest).id, "house_closes"))
    assert one.client.account.entry.refusal is not None
    one.house(messages.Goodbye("house_closes"))
    one.lose(4000)
    assert one.client.notices.banner is not None
    one.passes(5)
    one.again()
    assert one.client.connection.view.state == "met"
    assert one.client.notices.banner is None
    assert one.client.account.entry.refusal is None


def test_a_house_that_opens_anew_is_not_taken_for_the_one_that_closed() -> None:
    one = at_table()
    one.house(messages.Notice("closing", "It will be turned off."))
    one.house(messages.Notice("closing", "", "t", {"reason": "house_closes"}))
    assert one.client.notices.closing
    one.lose()
    assert one.client.notices.banner is None, "the line that is lost is what there is to say"
    one.resumed("t")
    one.seats(people())
    assert not one.client.notices.closing
    assert view(one).closing == ""
    one.house(messages.Notice("closing", "", "t", {"reason": "table_closes"}))
    assert view(one).closing == "table_closes", "it closes still, as the house says again"


def test_the_house_can_say_anything_and_open_while_one_waits_at_its_door() -> None:
    one = Device(language="zh")
    one.client.connection.start()
    one.client.connection.opened(one.connection)
    one.house(messages.Welcome(1, open=False))
    assert not one.client.connection.view.open
    one.house(messages.Notice("open", "Open."))
    assert one.client.connection.view.open
    one.house(messages.Notice("announcement", "Cake at nine!"))
    assert one.client.say(one.client.notices.toasts[-1].say) == "Cake at nine!"
    assert one.client.say(one.client.notices.toasts[-2].say) == "牌室开放了，请进。"


def test_who_needs_chips_is_told_how_many_until_there_are_enough() -> None:
    one = at_table()
    one.house(messages.Notice("rebuy", "Buy.", "t", {"entry": 5_000}))
    assert view(one).rebuy == 5_000
    one.seats({**people(), 2: Sitter("Me", 0, coming=6_000)})
    assert view(one).rebuy == 0


def test_settings_are_kept_checked_and_have_defaults() -> None:
    one = Device(kept={})
    assert one.client.settings == Settings()
    one.client.set(four_colours=True, animation="fast", language="zh")
    assert ("settings", "") in one.topics
    assert one.client.say("act.fold") == "弃牌"
    assert one.restart().client.settings.animation == "fast"
    wrong: tuple[dict[str, str | int | bool], ...] = (
        {"volume": 3},
        {"sound": 1},
        {"animation": "slow"},
        {"sound_volume": 101},
        {"language": "fr"},
    )
    for changes in wrong:
        with pytest.raises(ValueError, match=next(iter(changes))):
            one.client.set(**changes)
    assert set(CHOICES) <= set(json.loads(serialised(Settings())))
    text = serialised(changed(Settings(), {"big_text": True}))
    assert read(text).big_text
    old = {"sound": False, "sound_volume": 35}
    assert (read(json.dumps(old)).voices, read(json.dumps(old)).voices_volume) == (False, 35)
    assert read(json.dumps(old | {"voices": True})).voices
    assert read('{"big_text": true, "animation": "slow", "gone": 1}') == Settings(big_text=True)
    assert read("[1]") == read("nonsense") == Settings()


def test_the_profile_is_shown_and_remembered() -> None:
    one = Device()
    one.come_in()
    one.house(messages.Ok(one.client.account.show_as(" Mia ", "fox")))
    assert (one.client.account.me.name, one.client.account.me.avatar) == ("Mia", "fox")
    assert one.client.settings.avatar == "fox"
    one.house(messages.Ok(one.client.account.register("Mia", "horse battery")))
    assert not one.client.account.me.guest


def test_addresses_as_players_type_them() -> None:
    for typed, url in {
        "play.example.org": "wss://play.example.org",
        " Play.Example.org:9000 ": "wss://play.example.org:9000",
        "localhost": "ws://localhost:8770",
        "192.168.1.5": "ws://192.168.1.5:8770",
        "10.0.0.2:99": "ws://10.0.0.2:99",
        "172.16.0.9": "ws://172.16.0.9:8770",
        "172.31.255.9": "ws://172.31.255.9:8770",
        "172.15.0.9": "wss://172.15.0.9",
        "172.32.0.9": "wss://172.32.0.9",
        "ws://example.org": "ws://example.org",
        "wss://example.org/room": "wss://example.org/room",
    }.items():
        assert address.url(typed) == url
    for wrong in (
        "",
        "ftp://x",
        "https://x/#pin=short",
        "a b",
        "host:99999",
        "ws://",
        "-x.org",
        "x:0",
    ):
        assert address.url(wrong) == "", wrong
    urls = ""
    for number in range(9):
        urls = address.remembered(urls, f"wss://h{number}")
    assert address.known(urls)[:2] == ("wss://h8", "wss://h7")
    assert len(address.known(urls)) == 7


def test_a_farewell_that_came_too_early_is_taken_back() -> None:
    one = at_table(BEGAN)
    one.house(messages.Purse(0), messages.Left("t", "left"))
    one.passes(3)
    assert one.client.notices.farewell is not None
    one.house(messages.Purse(20_000))
    assert one.client.notices.farewell is None
    one.passes(10)
    assert not one.quit


def test_a_quick_seat_whose_queue_is_refused_after_the_room_was_joined_says_so() -> None:
    one = Device()
    one.come_in()
    number = one.client.lobby.quick_seat("holdem")
    one.house(messages.Joined(number, ROOM), messages.Seats("t", {}, None, 1))
    assert not one.client.requests.pending(number)
    assert not one.client.notices.toasts
    one.house(messages.Refused(number, "closing", "No."))
    assert [toast.say.key for toast in one.client.notices.toasts] == ["refusal.closing"]


def test_what_is_said_of_a_table_that_was_left_comes_too_late() -> None:
    one = at_table(BEGAN)
    one.house(messages.Left("t", "left"))
    one.seats(people())
    one.tell(BEGAN)
    one.house(messages.Chat("t", (Line(1, "Ann", 1_700_000_001, "hello?"),)))
    assert one.client.tables.names == ()
    assert one.client.chat.view("t").lines == ()


@pytest.mark.req("E-RF-HH-018")
@pytest.mark.parametrize("status", ["playing", "folded", "all in", "sits out", "waits", "watches"])
def test_a_line_is_read_at_the_table_whatever_one_does_there(status: str) -> None:
    begun = () if status in ("sits out", "waits", "watches") else (BEGAN, *BLINDS)
    one = at_table(*begun)
    if status == "folded":
        one.tell(Acted(Seat(2), "fold"), after=len(begun))
    elif status == "all in":
        one.tell(Moved(Seat(2), POT, 19_800, "bet"), after=len(begun))
    elif status == "sits out":
        one.seats(people() | {2: Sitter("Me", 20_000, out=True)})
    elif status in ("waits", "watches"):
        one.seats(people(2), you=None)
    if status == "waits":
        one.house(messages.Queued("t", 1, 1))
    one.house(messages.Chat("t", (Line(1, "Ann", 1_700_000_000, "Hello all", seat=Seat(0)),)))
    assert [line.text for line in one.client.chat.view("t").lines] == ["Hello all"]
    assert one.client.chat.view("t").unread == 1
    ann = view(one).at(Seat(0))
    assert ann is not None
    assert ann.said is not None
    assert ann.said.text == "Hello all"


def test_the_face_that_was_chosen_on_this_device_is_seen_by_all_whoever_comes_in() -> None:
    one = Device()
    one.client.set(avatar="owl")
    one.come_in()
    worn = one.last(messages.Profile)
    assert (worn.name, worn.avatar) == ("Me", "owl")
    one.house(messages.Ok(worn.id))
    assert one.client.account.me.avatar == "owl"
    other = Device()
    other.come_in()
    assert other.all(messages.Profile) == []


def test_emoji_that_the_app_can_draw_are_shown_and_a_word_stands_for_all_others() -> None:
    one = Device()
    one.come_in()
    one.sit_down()
    said_ = "hi 😀👍🏽 ♠ ❤️ 打得好 👨‍👩‍👧 🫠🫡!"
    one.house(messages.Chat("t", (Line(1, "Ann", 0, said_, "", Seat(0)),)))
    (line,) = one.client.chat.view("t").lines
    assert one.client.chat.line_text(line) == "hi 😀👍 ♠ ❤ 打得好 👨👩👧 [emoji]!"
    assert line.text == said_, "what was said is kept as it was"
    one.client.set(language="zh")
    assert one.client.chat.line_text(line).endswith("👨👩👧 【表情】!")


def test_writings_that_the_app_cannot_draw_are_said_in_words() -> None:
    one = Device()
    one.come_in()
    one.sit_down()
    said_ = "你好 Привет ñ مرحبا بالعالم 😀 龍 สวัสดี, 김"
    one.house(messages.Chat("t", (Line(1, "Ann", 0, said_, "", Seat(0)),)))
    (line,) = one.client.chat.view("t").lines
    assert one.client.chat.line_text(line) == "你好 Привет ñ [letters] 😀 龍 [letters], 김"
    assert one.client.chat.say("t", "Γειά")
    assert not one.client.notices.toasts
    assert one.client.chat.say("t", "שלום")
    (toast,) = one.client.notices.toasts
    assert "writing" in one.client.say(toast.say)
    one.client.set(language="zh")
    assert "【文字】" in one.client.chat.line_text(line)


def test_who_writes_a_sign_that_cannot_be_drawn_is_told_so() -> None:
    one = Device()
    one.come_in()
    one.sit_down()
    assert one.client.chat.say("t", "well done 👏🏽 😀")
    assert not one.client.notices.toasts
    assert one.client.chat.say("t", "well done 🫠")
    (toast,) = one.client.notices.toasts
    assert "cannot be drawn" in one.client.say(toast.say)
    assert one.last(messages.Say).text == "well done 🫠", "others may have it"
