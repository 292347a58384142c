"""A room that waits for all: who is ready, bots on request, who is played for, the counter."""

from dataclasses import replace

import pytest

from protocol import messages
from protocol.events import LeftGame, RoundBegan, RoundEnded
from protocol.messages import Notice, Room, Sitter
from protocol.words import Seat
from tests.client.device import Device, seat, view

ANN, BO, ME = Seat(0), Seat(1), Seat(2)
NAMES = {ANN: "Ann", BO: "Bo", ME: "Me"}
FRIENDS = Room(
    "t", "doudizhu", "house", "play", 1_000, 4_000, 20_000, 3,
    ready=True, private=True, code="ABCDEF", counter=True, calls=True,
)  # fmt: skip
ADA = Sitter("Ada", 20_000, bot="medium", ready=True)
BEGAN = RoundBegan("doudizhu", "house", 1, NAMES, dict.fromkeys(NAMES, 20_000), {"stake": 1_000})


def sitter(name: str, here: bool = True, ready: bool = False, stand_in: bool = False) -> Sitter:
    return Sitter(name, 20_000, here=here, ready=ready, stand_in=stand_in)


def at_table(seats: dict[int, Sitter], room: Room = FRIENDS, language: str = "en") -> Device:
    one = Device(language)
    one.come_in()
    one.sit_down(seats, room)
    return one


def toasts(one: Device) -> list[str]:
    fresh = [one.client.say(toast.say) for toast in one.client.notices.toasts]
    for toast in one.client.notices.toasts:
        one.client.notices.dismiss(toast.id)
    return fresh


@pytest.mark.req("D-S1.2")
def test_it_is_seen_who_is_ready_and_who_is_awaited() -> None:
    gone = sitter("Bo", ready=True, here=False)
    one = at_table({0: sitter("Ann", ready=True), 1: gone, 2: sitter("Me")})
    assert set(view(one).awaited) == {BO, ME}
    assert (seat(one, 0).awaited, seat(one, 1).awaited) == (False, True)
    assert one.client.seat.awaited("t") == "Waiting for you and Bo to be ready"
    one.seats({0: sitter("Ann", ready=True), 1: ADA, 2: sitter("Me")})
    assert one.client.seat.awaited("t") == "", "my own button says it"
    one.client.seat.ready("t")
    assert one.last(messages.Ready).ready
    one.seats({0: sitter("Ann", ready=True), 1: ADA, 2: sitter("Me", ready=True)})
    assert view(one).awaited == ()
    assert one.client.seat.awaited("t") == ""
    one.tell(BEGAN)
    one.seats({0: sitter("Ann"), 1: ADA, 2: sitter("Me")})
    assert view(one).awaited == (), "nobody is awaited while a game is played"
    one.tell(RoundEnded(), after=1)
    assert set(view(one).awaited) == {ANN, ME}, "a rematch needs everybody's word again"


def test_nobody_is_awaited_where_rounds_begin_by_themselves() -> None:
    one = at_table({0: sitter("Ann"), 2: sitter("Me")}, replace(FRIENDS, ready=False))
    assert view(one).awaited == ()


def test_i_am_told_that_others_wait_and_how_long_until_i_am_ready() -> None:
    one = at_table({0: sitter("Ann", ready=True), 1: ADA, 2: sitter("Me")})
    assert view(one).ready_by == 0
    one.house(Notice("get_ready", "Get ready.", "t", {"seconds": 15}))
    assert view(one).ready_by == one.time + 15
    assert "within 15 seconds" in toasts(one)[-1]
    one.seats({0: sitter("Ann", ready=True), 1: ADA, 2: sitter("Me")})
    assert view(one).ready_by == one.time + 15
    one.seats({0: sitter("Ann", ready=True), 1: ADA, 2: sitter("Me", ready=True)})
    assert view(one).ready_by == 0
    one.house(messages.Left("t", "not_ready"))
    assert one.client.tables.view("t") is None
    assert "not ready" in toasts(one)[-1]


def test_bots_are_called_for_every_empty_seat_and_sent_away() -> None:
    one = at_table({2: sitter("Me")})
    assert (view(one).may_call_bots, view(one).may_dismiss_bots) == (True, False)
    assert one.client.seat.dismiss_bots("t") == 0
    assert len(one.client.seat.call_bots("t", "hard")) == 2
    assert [(ask.table, ask.bot) for ask in one.all(messages.SeatBot)] == [("t", "hard")] * 2
    one.seats({0: ADA, 1: replace(ADA, name="Bob"), 2: sitter("Me")})
    assert (view(one).may_call_bots, view(one).may_dismiss_bots) == (False, True)
    assert seat(one, 0).ready, "a bot is always ready"
    assert one.client.seat.call_bots("t") == ()
    assert one.client.seat.dismiss_bots("t", ANN)
    assert one.last(messages.DismissBots).seat == ANN
    number = one.client.seat.dismiss_bots("t")
    assert one.last(messages.DismissBots).seat is None
    one.tell(replace(BEGAN, names={ANN: "Ada", BO: "Bob", ME: "Me"}))
    one.house(messages.Ok(number))
    assert toasts(one)[-1] == "The bots go when this game is over."


def test_bots_are_not_called_from_the_rail_or_where_the_house_does_not_let_me() -> None:
    one = at_table({2: sitter("Me")}, replace(FRIENDS, calls=False))
    assert not view(one).may_call_bots
    assert one.client.seat.call_bots("t") == ()
    one = at_table({0: ADA})
    one.seats({0: ADA}, you=None)
    assert (view(one).may_call_bots, view(one).may_dismiss_bots) == (False, False)


def test_who_is_away_is_played_for_and_so_is_who_has_left() -> None:
    one = at_table({0: sitter("Ann"), 1: sitter("Bo"), 2: sitter("Me")})
    one.tell(BEGAN)
    one.seats({0: sitter("Ann"), 1: sitter("Bo", here=False), 2: sitter("Me")})
    assert toasts(one)[-1:] == ["Bo is away."]
    one.seats({0: sitter("Ann"), 1: sitter("Bo", here=False, stand_in=True), 2: sitter("Me")})
    assert toasts(one) == ["A bot plays for Bo now."]
    assert (seat(one, 1).here, seat(one, 1).stand_in, seat(one, 1).gone) == (False, True, False)
    one.tell(LeftGame(ANN), after=1)
    one.seats({0: sitter("Ann", here=False, stand_in=True), 1: sitter("Bo"), 2: sitter("Me")})
    assert (seat(one, 0).stand_in, seat(one, 0).gone) == (True, True)
    assert not seat(one, 1).stand_in
    assert not view(one).stand_in


def test_a_bot_that_plays_for_me_is_seen_and_i_take_over() -> None:
    one = at_table({0: sitter("Ann"), 1: ADA, 2: sitter("Me")})
    one.tell(replace(BEGAN, names={**NAMES, BO: "Ada"}))
    one.house(Notice("stand_in", "A bot plays for you.", "t"))
    assert "a bot plays for you" in toasts(one)[-1]
    assert view(one).may_trust
    assert one.client.seat.stand_in("t")
    assert one.last(messages.StandIn).table == "t"
    one.seats({0: sitter("Ann"), 1: ADA, 2: sitter("Me", stand_in=True)})
    assert view(one).stand_in
    assert one.client.seat.stand_in("t") == 0, "it does already"
    one.client.seat.take_over("t")
    assert one.last(messages.SitOut).out is False
    one.seats({0: sitter("Ann"), 1: ADA, 2: sitter("Me")})
    assert not view(one).stand_in


@pytest.mark.parametrize(
    ("code", "language", "words"),
    [
        ("left_won", "en", "a bot has won 30"),
        ("left_lost", "en", "a bot has lost 30"),
        ("left_won", "zh", "机器人替你赢了 30"),
        ("left_even", "zh", "没有输赢"),
    ],
)
def test_who_left_in_mid_game_hears_anywhere_how_it_ended(
    code: str, language: str, words: str
) -> None:
    one = at_table({0: sitter("Ann"), 2: sitter("Me")}, language=language)
    one.house(messages.Left("t", "left"))
    toasts(one)
    facts: dict[str, int | str] = {"game": "doudizhu", "chips": 23_000}
    if code != "left_even":
        facts["amount"] = 3_000
    one.house(Notice(code, "It is over.", "t", facts))
    assert words in toasts(one)[-1]
    assert "230" in one.client.say(f"notice.{code}", chips=23_000)


def test_the_lobby_counts_people_and_a_seat_that_a_bot_keeps_warm_is_free() -> None:
    one = Device()
    one.come_in()
    warm = replace(FRIENDS, table="w", private=False, code="", taken=3, bots=2)
    full = replace(FRIENDS, table="f", private=False, code="", taken=3, counter=False)
    one.house(messages.Rooms((full, warm), whole=True))
    rows = {row.table: row for row in one.client.lobby.view.rooms}
    assert list(rows) == ["w", "f"]
    assert (rows["w"].full, rows["w"].bots, rows["w"].counter, rows["w"].ready) == (
        False, 2, True, True,
    )  # fmt: skip
    assert (rows["f"].full, rows["f"].counter) == (True, False)
    (tile,) = (tile for tile in one.client.lobby.view.games if tile.game == "doudizhu")
    assert (tile.players, tile.free) == (4, 2)
    one.client.lobby.filter_rooms(free=True)
    assert [row.table for row in one.client.lobby.view.rooms] == ["w"]


def test_the_card_counter_and_the_stake_are_chosen_when_a_room_is_opened_and_shown_in_it() -> None:
    one = at_table({2: sitter("Me")})
    shown = view(one)
    assert (shown.counter, shown.stake, shown.preset, shown.code) == (
        True, 1_000, "house", "ABCDEF",
    )  # fmt: skip
    assert shown.room is not None
    assert (shown.room.counter, shown.room.private) == (True, True)
    one.client.opening.open_room("doudizhu", "standard", stake=5_000, counter=True)
    wish = one.last(messages.OpenRoom)
    assert (wish.preset, wish.stake, wish.counter, wish.private) == ("standard", 5_000, True, True)
    assert not view(at_table({2: sitter("Me")}, replace(FRIENDS, counter=False))).counter
