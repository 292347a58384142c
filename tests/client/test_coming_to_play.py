"""Who comes to a room to play: seated at once, asked what to bring, or looking on."""

from dataclasses import asdict, replace
from typing import Literal

import pytest

from game_server.rules.catalogue import GAMES
from protocol import messages
from protocol.messages import Room
from protocol.words import Seat
from tests.client.device import Device


def test_who_opens_a_table_alone_is_seated_at_once_with_what_was_chosen() -> None:
    one = Device()
    one.come_in()
    number = one.client.opening.play_solo("holdem", "standard", 3, buy_in=50_000)
    room = Room("mine", "holdem", "standard", "play", 200, 50_000, 50_000, 7, private=True)
    one.house(
        messages.Joined(number, room), messages.Offer("mine", Seat(4), "key", 9_000, 50_000, 50_000)
    )
    sit = one.last(messages.Sit)
    assert (sit.table, sit.key, sit.buy_in) == ("mine", "key", 50_000)
    assert not one.client.notices.toasts
    # A seat that is offered later is offered to somebody who has got up.
    one.house(messages.Refused(sit.id, "chips_short"))
    one.house(messages.Offer("mine", Seat(4), "key-2", 9_000, 50_000, 50_000))
    assert one.all(messages.Sit) == [sit]


def test_a_room_for_friends_asks_who_opens_it_what_to_bring() -> None:
    one = Device()
    one.come_in()
    number = one.client.opening.open_room("holdem", "standard")
    one.house(
        messages.Joined(number, Room("mine", "holdem", "standard", "play", 200, 4_000, 20_000, 7))
    )
    assert one.last(messages.Queue).table == "mine"
    one.house(messages.Offer("mine", Seat(0), "key", 9_000, 4_000, 20_000))
    assert one.all(messages.Sit) == []


@pytest.mark.parametrize("way", ["open", "code", "quick"])
def test_where_all_must_be_ready_who_comes_to_play_is_seated_at_once(way: str) -> None:
    one = Device()
    one.come_in()
    number = {
        "open": lambda: one.client.opening.open_room("doudizhu", "house"),
        "code": lambda: one.client.lobby.join_code("abcdef"),
        "quick": lambda: one.client.lobby.quick_seat("doudizhu"),
    }[way]()
    one.house(messages.Joined(number, waits_for_all(taken=2)))
    # With "deal me in" the house itself puts one into the queue.
    assert [ask.table for ask in one.all(messages.Queue)] == ([] if way == "quick" else ["d"])
    one.house(messages.Offer("d", Seat(2), "key", 9_000, 10_000, 50_000))
    assert one.last(messages.Sit) == messages.Sit(one.last(messages.Sit).id, "d", "key", 50_000)
    (toast,) = one.client.notices.toasts
    assert one.client.say(toast.say) == "You sit down with 500 of your 1,000 chips."
    # Who gets up and queues again is asked as everywhere.
    one.house(messages.Offer("d", Seat(2), "key-2", 9_000, 10_000, 50_000))
    assert len(one.all(messages.Sit)) == 1


def test_a_room_without_a_most_offers_up_to_all_that_one_has() -> None:
    one = Device()
    one.come_in()
    number = one.client.lobby.join("free")
    room = Room("free", "holdem", "standard", "play", 200, 0, 0, 7)
    one.house(messages.Joined(number, room))
    one.house(messages.Offer("free", Seat(0), "key", 9_000, 200, 0))
    button = one.client.cashier.bring("free")
    assert button is not None
    assert (button.low, button.usual, button.high) == (200, 20_000, 100_000)
    assert button.ranges
    one.client.seat.queue("free")
    one.house(messages.Queued("free", 0, 0))
    # Whoever is dealt in brings what is usual there.
    one.house(messages.Joined(one.client.lobby.quick_seat("holdem"), room))
    one.house(messages.Offer("free", Seat(0), "key-2", 9_000, 200, 0))
    assert one.last(messages.Sit).buy_in == 20_000


@pytest.mark.parametrize(
    ("least", "most", "says"),
    [
        (4_000, 20_000, "Buy-in 40–200"),
        (20_000, 20_000, "Buy-in 200"),
        (4_000, 0, "Buy-in from 40"),
        (0, 0, "Any buy-in"),
    ],
)
def test_a_list_of_rooms_says_what_one_brings(least: int, most: int, says: str) -> None:
    one = Device()
    one.come_in()
    room = Room("r", "holdem", "standard", "play", 200, least, most, 7)
    one.house(messages.Rooms((room,), whole=True))
    (row,) = one.client.lobby.view.rooms
    assert one.client.lobby.brings(row) == says


def test_who_is_dealt_in_sits_down_with_play_chips_and_is_asked_about_money() -> None:
    one = Device()
    one.come_in()
    for room in (
        Room("p", "holdem", "standard", "play", 200, 4_000, 40_000, 7),
        Room("c", "holdem", "eps", "cash", 1_000, 4_000, 40_000, 7),
    ):
        one.house(messages.Joined(one.client.lobby.quick_seat("holdem"), room))
        one.house(messages.Offer(room.table, Seat(2), "key", 9_000, 4_000, 40_000))
    assert [(sit.table, sit.buy_in) for sit in one.all(messages.Sit)] == [("p", 20_000)]


def test_who_comes_by_code_to_a_full_room_or_walks_into_a_public_one_only_looks_on() -> None:
    one = Device()
    one.come_in()
    one.house(messages.Joined(one.client.lobby.join_code("abcdef"), waits_for_all(taken=3)))
    one.house(messages.Joined(one.client.lobby.join("d"), waits_for_all(taken=0)))
    assert one.all(messages.Queue) == []


def test_who_cannot_pay_the_least_is_asked_and_not_seated() -> None:
    one = Device()
    one.come_in()
    one.house(messages.Purse(9_000, 0, {}))
    one.house(messages.Joined(one.client.lobby.join_code("abcdef"), waits_for_all(taken=1)))
    one.house(messages.Offer("d", Seat(2), "key", 9_000, 10_000, 50_000))
    assert one.all(messages.Sit) == []
    assert not one.client.notices.toasts
    lacking = one.client.cashier.lacking("d")
    assert lacking is not None
    assert (lacking.least, lacking.have) == (10_000, 9_000)
    one.house(messages.Purse(10_000, 0, {}))
    assert one.client.cashier.lacking("d") is None


def test_who_waits_no_more_is_not_seated_by_the_next_offer() -> None:
    one = Device()
    one.come_in()
    one.house(messages.Joined(one.client.lobby.join_code("abcdef"), waits_for_all(taken=2)))
    one.house(messages.Ok(one.client.seat.unqueue("d")))
    one.house(messages.Offer("d", Seat(2), "key", 9_000, 10_000, 50_000))
    assert one.all(messages.Sit) == []


def looks_on(code: str = "ABCDEF") -> Device:
    """I watch a room, and the house that I come back to knows nothing of it."""
    one = Device()
    one.come_in()
    room = replace(waits_for_all(taken=3), private=bool(code), code=code)
    one.house(
        messages.Joined(one.client.lobby.join_code(code), room), messages.Seats("d", {}, None, 1)
    )
    one.lose()
    one.resumed()
    return one


@pytest.mark.parametrize("code", ["ABCDEF", ""], ids=["private", "public"])
def test_who_only_looks_on_is_back_at_the_table_though_the_house_has_forgotten(code: str) -> None:
    one = looks_on(code)
    again = one.last(messages.Join)
    assert (again.table, again.code) == ("" if code else "d", code)
    room = replace(waits_for_all(taken=3), private=bool(code), code=code)
    one.client.show("")
    one.house(messages.Joined(again.id, room), messages.Seats("d", {}, None, 1))
    assert one.client.account.me.tables == ("d",)
    assert one.client.screen.name == "lobby", "where I was looking"
    assert one.all(messages.Queue) == []
    assert not one.client.notices.toasts


def test_who_looks_on_is_told_of_a_room_that_is_gone_with_its_code() -> None:
    one = looks_on()
    one.house(messages.Refused(one.last(messages.Join).id, "code_wrong"))
    assert (one.client.account.me.tables, one.client.screen.name) == ((), "lobby")
    (toast,) = one.client.notices.toasts
    assert "ABCDEF" in one.client.say(toast.say)


def test_who_comes_back_asks_for_the_table_once_though_the_line_breaks_again() -> None:
    one = looks_on()
    one.lose()
    one.resumed()
    assert len({join.id for join in one.all(messages.Join)}) == 2


@pytest.mark.parametrize(("when", "told"), [("never", True), ("now", False)])
def test_whose_seat_is_gone_meanwhile_is_told_so_unless_it_was_wished(
    when: Literal["now", "never"], told: bool
) -> None:
    one = Device()
    one.come_in()
    one.sit_down()
    one.client.seat.leave("t", when)
    one.lose()
    one.resumed()
    assert one.client.account.me.tables == ()
    assert [toast.say.key for toast in one.client.notices.toasts] == ["left.gone"] * told
    assert len(one.all(messages.Join)) == 1


def test_who_is_dealt_in_comes_to_the_game_of_last_time_if_the_house_has_it() -> None:
    one = Device()
    one.come_in()
    public = waits_for_all(taken=0)
    one.house(messages.Rooms((public,), whole=True))
    assert one.client.lobby.quick_game == "doudizhu", "nothing was played yet, and that is there"
    one.sit_down(room=replace(public, table="t"))
    assert one.client.lobby.quick_game == "doudizhu"
    again = one.restart()
    again.client.connection.start()
    again.resumed()
    again.house(messages.Rooms((public,), whole=True))
    assert again.client.lobby.quick_game == "doudizhu"
    again.house(messages.Rooms((replace(public, private=True),), whole=True))
    assert again.client.lobby.quick_game == "holdem", "no such table is for everybody"


def test_who_is_dealt_in_against_bots_of_a_level_sits_at_a_table_of_their_own_at_once() -> None:
    one = Device()
    one.come_in()
    one.sit_down(room=replace(waits_for_all(taken=0), table="t"))
    one.client.show("")
    one.house(messages.Purse(100_000))
    assert one.client.lobby.quick_level == "", "whoever is there, unless it is set"
    one.client.set(rivals="master")
    assert (one.client.lobby.quick_game, one.client.lobby.quick_level) == ("doudizhu", "master")
    one.client.lobby.deal_in()
    asked, rules = one.last(messages.RulesOf), asdict(GAMES["doudizhu"].presets["house"])
    one.house(messages.TheRules(asked.id, asked.game, asked.preset, rules))
    opened = one.last(messages.OpenRoom)
    assert (opened.game, opened.preset, opened.bots, opened.bot) == (
        "doudizhu", "house", 2, "master"
    )  # fmt: skip
    assert (opened.stake, opened.buy_in) == (1_000, 50_000)
    assert not one.all(messages.QuickSeat)
    other = Room("b", "blackjack", "standard", "play", 500, 1_000, 100_000, 8)
    one.house(messages.Rooms((other,), whole=True))
    one.client.set(game="blackjack")
    assert one.client.lobby.quick_level == "", "whose bots are all alike"


def test_who_is_dealt_in_against_bots_brings_chips_whose_rules_the_house_says_first() -> None:
    one = Device()
    one.come_in()
    one.house(messages.Purse(100_000))
    one.client.set(rivals="master")
    one.client.lobby.deal_in()
    one.client.lobby.deal_in()
    assert not one.all(messages.OpenRoom), "how much is brought is not known yet"
    [asked] = one.all(messages.RulesOf)
    assert (asked.game, asked.preset) == ("holdem", "casino")
    one.house(messages.TheRules(asked.id, asked.game, asked.preset, {}))
    [opened] = one.all(messages.OpenRoom)
    assert (opened.preset, opened.buy_in) == ("casino", 50_000), "half of what there is"
    one.client.lobby.deal_in()
    assert len(one.all(messages.OpenRoom)) == 2, "at once"


def test_who_goes_elsewhere_meanwhile_is_not_dealt_in() -> None:
    one = Device()
    one.come_in()
    one.house(messages.Purse(100_000))
    one.client.set(rivals="master")
    one.client.lobby.deal_in()
    one.sit_down()
    asked = one.last(messages.RulesOf)
    one.house(messages.TheRules(asked.id, "holdem", "casino", {}))
    assert not one.all(messages.OpenRoom)


def waits_for_all(taken: int) -> Room:
    return Room("d", "doudizhu", "house", "play", 500, 10_000, 50_000, 3, taken, ready=True)


def test_one_tap_leads_from_a_room_to_a_seat_where_nothing_must_be_chosen() -> None:
    one = Device()
    one.come_in()
    room = Room("p", "holdem", "standard", "play", 200, 4_000, 40_000, 7)
    full = replace(room, table="full", taken=7)
    cash = Room("c", "holdem", "eps", "cash", 1_000, 2_000, 100_000, 7)
    dear = replace(room, table="dear", least_buy_in=200_000, most_buy_in=200_000)
    one.house(messages.Rooms((room, full, cash, dear), whole=True))
    rows = {row.table: row for row in one.client.lobby.view.rooms}
    assert [name for name, row in rows.items() if one.client.lobby.may_sit(row)] == ["p"]
    number = one.client.lobby.take_seat("p")
    one.house(messages.Joined(number, room))
    assert one.last(messages.Queue).table == "p"
    one.house(messages.Offer("p", Seat(2), "key", 9_000, 4_000, 40_000))
    sit = one.last(messages.Sit)
    assert (sit.table, sit.buy_in) == ("p", 20_000)
    (toast,) = one.client.notices.toasts
    assert one.client.say(toast.say) == "You sit down with 200 of your 1,000 chips."


def test_who_took_no_seat_by_one_tap_is_not_seated_by_walking_in_later() -> None:
    one = Device()
    one.come_in()
    room = Room("p", "holdem", "standard", "play", 200, 4_000, 40_000, 7)
    number = one.client.lobby.take_seat("p")
    one.house(messages.Refused(number, "no_table", "It is gone."))
    one.house(messages.Joined(one.client.lobby.join("p"), room))
    assert one.all(messages.Queue) == []


def test_who_has_no_chips_is_told_so_where_there_is_no_table_either() -> None:
    one = Device()
    one.come_in()
    for play, text in ((0, "You have no chips"), (100_000, "Nobody is playing that now")):
        one.house(messages.Purse(play, 0, {}))
        one.house(
            messages.Refused(one.client.lobby.deal_in(), "no_room", "Nobody plays that here now.")
        )
        assert text in one.client.say(one.client.notices.toasts[-1].say)
