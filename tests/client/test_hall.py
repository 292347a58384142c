"""The lobby, the cashier, the talk, toasts, the farewell, settings."""

import json
from dataclasses import replace

import pytest

from mobile_client.core import address, catalogue
from mobile_client.core.client import CHOICES, Settings
from mobile_client.core.settings import changed, read, written
from protocol import messages as said
from protocol.events import Acted, Moved
from protocol.messages import Line, Payment, Room, Sitter
from protocol.phrases import EMOTES, PHRASES
from protocol.words import POT, Seat
from tests.client.device import ROOM, Device, people, seat, view
from tests.client.test_table import BEGAN, BLINDS, FOLD, at_table


def rooms(*more: Room, whole: bool = True) -> said.Rooms:
    return said.Rooms(more, whole=whole)


HOLDEM = Room("h", "holdem", "standard", "play", 200, 4_000, 20_000, 6, taken=4)
FULL = Room("f", "holdem", "eps", "cash", 1_000, 2_000, 100_000, 7, taken=7, waiting=2)
SABACC = Room("s", "sabacc", "house", "play", 5_000, 10_000, 50_000, 4)


@pytest.mark.req("C-1.3")
def test_the_menu_has_a_tile_for_each_game_and_my_chips() -> None:
    one = Device()
    one.come_in()
    one.house(rooms(HOLDEM, FULL), said.Purse(125_000, 0, {"holdem": -500}))
    tiles = {tile.game: tile for tile in one.client.lobby.games}
    assert list(tiles) == ["holdem", "doudizhu", "blackjack", "roulette", "sabacc"]
    tile = tiles["holdem"]
    assert (tile.players, tile.tables, tile.waiting, tile.free) == (11, 2, 2, 2)
    assert tile.profit == -500
    assert tiles["sabacc"].tables == 0
    assert one.client.money(one.client.me.play) == "1,250"


def test_the_stakes_of_a_game_are_those_in_chips_and_neither_none_nor_money() -> None:
    one = Device()
    one.come_in()
    high = replace(HOLDEM, table="high", stake=5_000)
    none = replace(HOLDEM, table="none", preset="casino", stake=0)
    one.house(rooms(HOLDEM, FULL, high, none))
    tile = next(tile for tile in one.client.lobby.games if tile.game == "holdem")
    assert (tile.tables, tile.least_stake, tile.most_stake) == (4, 200, 5_000)
    one.house(rooms(FULL))
    tile = next(tile for tile in one.client.lobby.games if tile.game == "holdem")
    assert (tile.tables, tile.least_stake, tile.most_stake) == (1, 0, 0)


def test_the_list_changes_and_is_filtered_the_fullest_table_with_a_seat_first() -> None:
    one = Device()
    one.come_in()
    assert not one.client.lobby.loaded
    one.house(rooms(FULL, SABACC, HOLDEM))
    assert [room.table for room in one.client.lobby.rooms] == ["h", "s", "f"]
    one.client.filter_rooms("holdem")
    assert [room.table for room in one.client.lobby.rooms] == ["h", "f"]
    one.client.filter_rooms(free=True, purse="play")
    assert [room.table for room in one.client.lobby.rooms] == ["h", "s"]
    one.client.filter_rooms()
    one.house(said.Rooms((said.Room("n", "newgame", "x", "play", 1, 1, 1, 2),), ("h",)))
    assert [room.table for room in one.client.lobby.rooms] == ["n", "s", "f"]
    assert one.client.lobby.games[-1].game == "newgame", "the house may have more than we know"


def test_rooms_are_opened_for_friends_and_alone() -> None:
    one = Device()
    one.come_in()
    one.client.open_room("doudizhu", "house", stake=2_000, counter=True)
    opened = one.last(said.OpenRoom)
    assert (opened.private, opened.stake, opened.bots, opened.counter) == (True, 2_000, 0, True)
    choices = one.client.solo_choices("holdem", "casino")
    assert (choices.opponents, choices.usual) == ((1, 2, 3, 4, 5, 6), 3)
    assert choices.buy_ins == (10_000, 20_000, 50_000, 100_000)
    one.client.play_solo("holdem", "casino", 3, "house", 50_000)
    solo = one.last(said.OpenRoom)
    assert (solo.bots, solo.bot, solo.buy_in) == (3, "house", 50_000)
    room = Room("mine", "holdem", "casino", "play", 0, 0, 0, 7, private=True)
    one.house(said.Joined(solo.id, room))
    assert one.client.screen.table == "mine"
    one.client.quick_seat("sabacc")
    assert one.last(said.QuickSeat).game == "sabacc"


def test_solo_choices_fit_the_rules_and_the_purse() -> None:
    for game, card in catalogue.GAMES.items():
        for preset in card.solo:
            for purse in (0, 5_000, 30_000, 10**7):
                choices = catalogue.solo(game, preset, purse)
                assert choices.usual in choices.opponents
                assert all(1 <= count < card.most_seats for count in choices.opponents)
                assert choices.buy_ins
                assert max(choices.buy_ins) <= max(purse, 0) or not purse
    assert catalogue.solo("holdem", "heads_up", 10**6).opponents == (1,)


def test_a_refused_request_is_a_toast_and_can_be_read_by_its_number() -> None:
    one = Device()
    one.come_in()
    number = one.client.join("gone")
    assert one.client.pending(number)
    assert one.client.connection.pending == 1
    one.house(said.Refused(number, "no_table", "No."))
    assert not one.client.pending(number)
    refusal = one.client.refusal_of(number)
    assert refusal is not None
    assert one.client.say(refusal) == "This table no longer exists."
    (toast,) = one.client.toasts
    assert toast.say == refusal
    one.passes(toast.until - one.time)
    assert one.client.toasts == ()


def test_what_the_line_says_that_was_typed_in_is_not_said_twice() -> None:
    one = Device()
    one.come_in()
    for number in (one.client.join_code("WRONG"), one.client.show_as("[", "owl")):
        one.house(said.Refused(number, "code_wrong", "No."))
        assert one.client.refusal_of(number) is not None
        assert one.client.toasts == ()


def test_what_is_so_already_is_no_fault_to_show() -> None:
    one = at_table()
    one.house(said.Refused(one.client.queue("t"), "seated"))
    one.house(said.Refused(one.client.unqueue("t"), "not_queued"))
    assert one.client.toasts == ()
    one.house(said.Refused(one.client.leave("t"), "not_here"))
    assert one.client.toasts == ()
    assert one.client.tables == ()


def test_toasts_are_few_and_the_same_words_are_there_once() -> None:
    one = at_table()
    for count in range(5):
        one.house(said.Refused(0, "too_fast", "", {"ms": count}))
        one.house(said.Refused(0, "too_fast", "", {"ms": count}))
    assert len(one.client.toasts) == 3
    one.client.dismiss(one.client.toasts[0].id)
    assert len(one.client.toasts) == 2


def test_the_rules_of_a_room_are_asked_for_once_and_told_in_words() -> None:
    one = Device()
    one.come_in()
    assert one.client.rules("holdem", "eps") is None
    assert one.client.rules("holdem", "eps") is None
    (asked,) = one.all(said.RulesOf)
    options: dict[str, int | str | bool] = {"new": 7, "timeout": "fold", "grid": 1_000}
    one.house(said.TheRules(asked.id, "holdem", "eps", options))
    assert ("rules", "") in one.topics
    rules = one.client.rules("holdem", "eps")
    assert rules is not None
    assert rules.lines[:2] == (
        "Bets and raises are multiples of 10.",
        "If your time runs out, you fold.",
    )
    assert "The house may look on" in rules.lines[2], "however the options come"
    one.client.set(language="zh")
    rules = one.client.rules("holdem", "eps")
    assert rules is not None
    assert rules.lines[1] == "超时即弃牌。"


def test_the_rules_at_a_table_name_its_stake_and_elsewhere_the_usual_one() -> None:
    one = at_table()
    room = ROOM
    assert one.client.rules(room.game, room.preset, "t") is None
    (asked,) = one.all(said.RulesOf)
    options: dict[str, int | str | bool] = {
        "big_blind": 5 * room.stake, "small_blind": 5 * room.stake // 2, "grid": 1_000}  # fmt: skip
    one.house(said.TheRules(asked.id, room.game, room.preset, options))
    here = one.client.rules(room.game, room.preset, "t")
    usual = one.client.rules(room.game, room.preset)
    assert here is not None
    assert usual is not None
    assert (here.here, usual.here) == (True, False)
    big, small = one.client.money(room.stake), one.client.money(room.stake // 2)
    assert f"The big blind and the smallest bet are {big}." in here.lines
    assert f"The small blind is {small}." in here.lines
    assert "Bets and raises are multiples of 10." in here.lines
    own = "Each room names its own stakes; these are the usual ones."
    assert own in usual.lines
    assert own not in here.lines
    one.tell(replace(BEGAN, options={"grid": 500}))
    played = one.client.rules(room.game, room.preset, "t")
    assert played is not None
    assert "Bets and raises are multiples of 5." in played.lines, "a house has rules of its own"
    assert f"The big blind and the smallest bet are {big}." not in usual.lines


# -- money -----------------------------------------------------------------------------------------


@pytest.mark.req("E-RF-HH-008", "E-UC-005")
def test_the_cashier_knows_the_card_and_every_payment_in_words() -> None:
    one = Device()
    one.come_in()
    number = one.client.ask_bank()
    assert one.client.cashier.busy
    done, refused = (
        Payment(1, 10, "buy", 5_000, "done"),
        Payment(2, 20, "buy", 9_000, "refused", "funds_short"),
    )
    one.house(said.BankInfo(number, "debit", "9010", (refused, done)))
    cashier = one.client.cashier
    assert (cashier.card, cashier.digits, cashier.known, cashier.busy) == (
        "debit", "9010", True, False)  # fmt: skip
    assert [one.client.say(row.say) for row in cashier.payments] == [
        "There is not enough money on the account for $90.",
        "Bought chips for $50.",
    ]


@pytest.mark.req("E-UC-008")
def test_a_purchase_is_pending_until_the_bank_has_answered() -> None:
    one = at_table()
    number = one.client.buy("t", 3_000)
    one.house(said.Paid(number, Payment(7, 1, "buy", 3_000, "pending"), "t"))
    assert not one.client.pending(number)
    assert one.client.cashier.busy
    one.house(said.Paid(number, Payment(7, 1, "buy", 3_000, "unknown"), "t"))
    assert "not answered" in one.client.say(one.client.toasts[-1].say)
    one.lose()
    one.resumed("t")
    one.house(said.Paid(0, Payment(7, 1, "buy", 3_000, "done"), "t"))
    assert not one.client.cashier.busy
    assert [row.state for row in one.client.cashier.payments] == ["done"]
    assert one.client.toasts[-1].kind == "good"


@pytest.mark.req("E-UC-005")
def test_a_refused_card_says_why_until_the_next_try() -> None:
    one = Device()
    one.come_in()
    number = one.client.change_card("debit", "4000 1234", "1357")
    one.house(said.Refused(number, "pin_wrong", "", {"left": 2}))
    refusal = one.client.cashier.refusal
    assert refusal is not None
    assert one.client.say(refusal) == "Wrong PIN; 2 tries left."
    number = one.client.change_card("debit", "4000 1234", "1358")
    assert one.client.cashier.refusal is None
    one.house(said.BankInfo(number, "debit", "1234"))
    assert one.client.cashier.card == "debit"


def test_what_may_be_bought_fits_the_room_and_the_purse() -> None:
    one = at_table()
    one.seats({**people(), 2: Sitter("Me", 5_000)})
    buy = one.client.may_buy("t")
    assert (buy.least, buy.most, buy.step, buy.first) == (100, 15_000, 100, False)
    one.house(said.Purse(750))
    assert one.client.may_buy("t").most == 700
    cash = Device()
    cash.come_in()
    room = Room("e", "holdem", "eps", "cash", 1_000, 2_000, 100_000, 7)
    cash.sit_down({2: Sitter("Me", 0)}, room)
    cash.seats({2: Sitter("Me", 0)}, table="e")
    buy = cash.client.may_buy("e")
    assert (buy.least, buy.most, buy.step, buy.first) == (2_000, 100_000, 1_000, True)


@pytest.mark.req("C-1.2")
def test_whom_a_game_sends_home_without_chips_reads_why_for_6_seconds_and_leaves() -> None:
    one = at_table(BEGAN)
    one.house(said.Purse(0))
    assert one.client.farewell is None, "the chips are at the table"
    one.house(said.Left("t", "no_chips"), said.Purse(0))
    farewell = one.client.farewell
    assert farewell is not None
    assert "no chips left" in one.client.say(farewell.say)
    assert one.client.screen.name == "lobby"
    assert farewell.until - one.time == 6
    one.passes(5.9)
    assert not one.quit
    one.passes(0.2)
    assert one.quit


def test_whose_chips_come_home_stays() -> None:
    one = at_table(BEGAN)
    one.house(said.Purse(0))
    one.house(said.Left("t", "left"), said.Purse(5_000))
    one.passes(30)
    assert one.client.farewell is None
    assert not one.quit


def test_a_purse_that_is_told_before_one_is_home_counts_after_a_while() -> None:
    one = at_table(BEGAN)
    one.house(said.Purse(0), said.Left("t", "no_chips"))
    assert one.client.farewell is None
    one.passes(2.1)
    assert one.client.farewell is not None
    one.client.enough()
    assert one.quit


# -- talk ------------------------------------------------------------------------------------------


def line(n: int, name: str, text: str = "", phrase: str = "", at: int | None = None) -> Line:
    return Line(n, name, 1_700_000_000 + n, text, phrase, None if at is None else Seat(at))


@pytest.mark.req("E-RF-HH-015", "E-RF-HH-016", "E-RF-HH-017", "E-RF-HH-019", "E-UC-012")
def test_lines_have_a_name_a_time_and_words_and_what_is_new_is_unread() -> None:
    one = at_table()
    one.house(said.Chat("t", (line(1, "Ann", "before"),)))
    assert one.client.chat("t").unread == 1
    number = one.client.say_to("t", "  hello  ")
    assert one.last(said.Say).text == "hello"
    one.house(said.Ok(number), said.Chat("t", (line(2, "Me", "hello", at=2),)))
    one.house(said.Chat("t", (line(3, "Bo", phrase="nice_hand", at=1),)))
    chat = one.client.chat("t")
    assert [(one.name, one.at - 1_700_000_000, one.mine) for one in chat.lines] == [
        ("Ann", 1, False),
        ("Me", 2, True),
        ("Bo", 3, False),
    ]
    assert one.client.line_text(chat.lines[-1]) == "Nice hand!"
    assert chat.unread == 2, "not my own"
    one.client.open_chat("t")
    one.house(said.Chat("t", (line(4, "Bo", "again", at=1),)))
    assert one.client.chat("t").unread == 0
    said_at = seat(one, 1).said
    assert said_at is not None
    assert (said_at.text, said_at.until - one.time) == ("again", 6)
    assert one.client.say_to("t", "   ") == 0


def test_history_on_joining_is_read_and_told_twice_is_there_once() -> None:
    one = Device()
    one.come_in()
    one.house(said.Joined(one.client.join("t"), ROOM))
    one.house(said.Chat("t", (line(1, "Ann", "a"), line(2, "Ann", "b"))))
    one.seats(people())
    assert one.client.chat("t").unread == 0
    one.house(said.Chat("t", (line(2, "Ann", "b"), line(3, "Ann", "c"))))
    assert [one.n for one in one.client.chat("t").lines] == [1, 2, 3]
    assert one.client.chat("t").unread == 1


def test_a_muted_player_is_not_heard_now_before_or_after_a_restart() -> None:
    one = at_table()
    one.house(said.Chat("t", (line(1, "Ann", "a"), line(2, "Bo", "b"))))
    one.client.mute("Ann")
    assert one.last(said.Mute).muted
    assert [one.name for one in one.client.chat("t").lines] == ["Bo"]
    other = one.restart()
    assert other.client.muted == {"Ann"}
    one.client.mute("Ann", False)
    assert [one.name for one in one.client.chat("t").lines] == ["Ann", "Bo"]


def test_text_cannot_be_markup() -> None:
    one = Device()
    assert one.client.plain("[b]&bl;[/b]") == "&bl;b&br;&amp;bl;&bl;/b&br;"


def test_who_waits_at_an_eps_table_only_reads() -> None:
    one = Device()
    one.come_in()
    room = Room("e", "holdem", "eps", "cash", 1_000, 2_000, 100_000, 7)
    one.house(said.Joined(one.client.join("e"), room), said.Seats("e", {}, None, 1))
    assert not one.client.chat("e").may_write
    one.house(said.Seats("e", {Seat(2): Sitter("Me", 0)}, Seat(2), 0))
    assert one.client.chat("e").may_write


def test_every_phrase_can_be_said_and_read() -> None:
    one = at_table()
    assert one.client.phrases == PHRASES
    assert one.client.emotes == EMOTES
    one.client.phrase("t", "hello")
    assert one.last(said.Phrase).phrase == "hello"


# -- the house, the device -------------------------------------------------------------------------


def test_the_name_of_the_house_stays_while_the_line_to_it_is_down() -> None:
    one = at_table()
    name = one.client.connection.house
    assert name
    one.lose(4000)
    assert one.client.connection.house == name
    one.client.go_to("wss://other.example.org")
    assert one.client.connection.house == ""


def test_a_house_that_closes_says_so_on_every_screen_and_in_each_language() -> None:
    one = at_table()
    one.house(said.Notice("closing", "It will be turned off."))
    banner = one.client.banner
    assert banner is not None
    assert "Nothing new begins" in one.client.say(banner.say)
    assert not one.client.toasts, "It is said once."
    one.house(said.Notice("closing", "", "t", {"reason": "house_closes"}))
    assert view(one).closing == "house_closes"
    one.house(said.Goodbye("house_closes"))
    one.lose(4000)
    assert one.client.connection.state == "waiting"
    assert one.client.banner is not None
    assert one.client.banner.code == "house_closes"
    one.passes(5)
    one.resumed()
    assert one.client.banner is None


def test_the_house_can_say_anything_and_open_while_one_waits_at_its_door() -> None:
    one = Device(language="zh")
    one.client.start()
    one.client.opened(one.line)
    one.house(said.Welcome(1, open=False))
    assert not one.client.connection.open
    one.house(said.Notice("open", "Open."))
    assert one.client.connection.open
    one.house(said.Notice("announcement", "Cake at nine!"))
    assert one.client.say(one.client.toasts[-1].say) == "Cake at nine!"
    assert one.client.say(one.client.toasts[-2].say) == "牌室开放了，请进。"


def test_a_notice_of_an_unknown_code_is_shown_as_the_house_wrote_it() -> None:
    one = at_table()
    one.house(said.Notice("from_the_future", "Something new.", "t"))
    assert one.client.say(one.client.toasts[-1].say) == "Something new."
    one.house(said.Notice("funds_short", "No.", "t", {"amount": 2_000}))
    assert (
        one.client.say(one.client.toasts[-1].say)
        == "There is not enough money on the account for $20."
    )


def test_who_needs_chips_is_told_how_many_until_there_are_enough() -> None:
    one = at_table()
    one.house(said.Notice("rebuy", "Buy.", "t", {"entry": 5_000}))
    assert view(one).rebuy == 5_000
    one.seats({**people(), 2: Sitter("Me", 0, coming=6_000)})
    assert view(one).rebuy == 0


def test_my_turn_at_a_table_out_of_sight_is_a_toast_with_its_table() -> None:
    one = at_table(BEGAN, *BLINDS)
    one.client.show("")
    one.asked(3, FOLD)
    toast = one.client.toasts[-1]
    assert (toast.kind, toast.table) == ("turn", "t")
    one.client.show("t")
    assert one.client.screen.table == "t"
    one.client.show("nowhere")
    assert one.client.screen.name == "lobby"


def test_settings_are_kept_checked_and_have_defaults() -> None:
    one = Device()
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
    assert set(CHOICES) <= set(json.loads(written(Settings())))
    text = written(changed(Settings(), {"big_text": True}))
    assert read(text).big_text
    assert read('{"big_text": true, "animation": "slow", "gone": 1}') == Settings(big_text=True)
    assert read("[1]") == read("nonsense") == Settings()


def test_the_profile_is_shown_and_remembered() -> None:
    one = Device()
    one.come_in()
    one.house(said.Ok(one.client.show_as(" Mia ", "fox")))
    assert (one.client.me.name, one.client.me.avatar) == ("Mia", "fox")
    assert one.client.settings.avatar == "fox"
    one.house(said.Ok(one.client.register("Mia", "horse battery")))
    assert not one.client.me.guest


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
    for wrong in ("", "http://x", "a b", "host:99999", "ws://", "-x.org", "x:0"):
        assert address.url(wrong) == "", wrong
    urls = ""
    for number in range(9):
        urls = address.remembered(urls, f"wss://h{number}")
    assert address.known(urls)[:2] == ("wss://h8", "wss://h7")
    assert len(address.known(urls)) == 7


def test_a_farewell_that_came_too_early_is_taken_back() -> None:
    one = at_table(BEGAN)
    one.house(said.Purse(0), said.Left("t", "left"))
    one.passes(3)
    assert one.client.farewell is not None
    one.house(said.Purse(20_000))
    assert one.client.farewell is None
    one.passes(10)
    assert not one.quit


def test_a_quick_seat_whose_queue_is_refused_after_the_room_was_joined_says_so() -> None:
    one = Device()
    one.come_in()
    number = one.client.quick_seat("holdem")
    one.house(said.Joined(number, ROOM), said.Seats("t", {}, None, 1))
    assert not one.client.pending(number)
    assert not one.client.toasts
    one.house(said.Refused(number, "closing", "No."))
    assert [toast.say.key for toast in one.client.toasts] == ["refusal.closing"]


def test_what_is_said_of_a_table_that_was_left_comes_too_late() -> None:
    one = at_table(BEGAN)
    one.house(said.Left("t", "left"))
    one.seats(people())
    one.tell(BEGAN)
    one.house(said.Chat("t", (line(1, "Ann", "hello?"),)))
    assert one.client.tables == ()
    assert one.client.chat("t").lines == ()


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
        one.house(said.Queued("t", 1, 1))
    one.house(said.Chat("t", (Line(1, "Ann", 1_700_000_000, "Hello all", seat=Seat(0)),)))
    assert [line.text for line in one.client.chat("t").lines] == ["Hello all"]
    assert one.client.chat("t").unread == 1
    ann = view(one).at(Seat(0))
    assert ann is not None
    assert ann.said is not None
    assert ann.said.text == "Hello all"


def test_the_face_that_was_chosen_on_this_device_is_seen_by_all_whoever_comes_in() -> None:
    one = Device()
    one.client.set(avatar="owl")
    one.come_in()
    worn = one.last(said.Profile)
    assert (worn.name, worn.avatar) == ("Me", "owl")
    one.house(said.Ok(worn.id))
    assert one.client.me.avatar == "owl"
    other = Device()
    other.come_in()
    assert other.all(said.Profile) == []


def test_signs_that_no_font_of_ours_has_are_said_with_a_mark() -> None:
    one = Device()
    one.come_in()
    one.sit_down()
    said_ = "hi 😀👍🏽 ♠ ❤️ 打得好 👨‍👩‍👧!"
    one.house(said.Chat("t", (Line(1, "Ann", 0, said_, "", Seat(0)),)))
    (line,) = one.client.chat("t").lines
    assert one.client.line_text(line) == "hi ◆ ♠ ◆ 打得好 ◆!"
    assert line.text == said_, "what was said is kept as it was"
