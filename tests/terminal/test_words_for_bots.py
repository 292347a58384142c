"""Bots as they are asked for by words: for a table at once, for empty chairs, for one's own."""

from dataclasses import asdict

import pytest

from game_server.rules.catalogue import GAMES
from protocol import messages
from protocol.messages import Room, Sitter
from protocol.words import Seat
from terminal_client.house.hall import Hall
from terminal_client.house.seating import Seating
from terminal_client.house.table_teller import Kind
from terminal_client.house.talk import Talk
from tests.client.device import Device
from tests.client.test_room import BEGAN, at_table

WAITING = Room("t", "doudizhu", "house", "play", 500, 1_000, 100_000, 3, 1, ready=True,
               private=True, code="7KQ2M9", calls=True)  # fmt: skip


@pytest.fixture
def one() -> Device:
    device = Device()
    device.come_in()
    device.house(
        messages.Rooms((Room("d", "doudizhu", "house", "play", 1_000, 0, 0, 3),), whole=True)
    )
    return device


def talk(one: Device) -> tuple[Talk, list[str]]:
    heard: list[str] = []

    def tell(text: str, kind: Kind) -> None:
        heard.append(text)

    return Talk(one.client, tell), heard


def typed(talk: Talk, word: str, rest: str) -> None:
    view = talk.view
    able = Seating(talk).there(view) if view is not None else Hall(talk).commands()
    next(command for command in able if command.name == word).does(rest)


@pytest.mark.parametrize("rest", ["doudizhu hard", "dou h", "Dou Dizhu Hard"])
def test_a_level_behind_the_game_opens_a_table_against_such_bots(one: Device, rest: str) -> None:
    typed(talk(one)[0], "deal", rest)
    asked, rules = one.last(messages.RulesOf), asdict(GAMES["doudizhu"].presets["house"])
    one.house(messages.TheRules(asked.id, asked.game, asked.preset, rules))
    opened = one.last(messages.OpenRoom)
    assert (opened.game, opened.bot) == ("doudizhu", "hard")
    assert not one.all(messages.QuickSeat)


@pytest.mark.parametrize("rest", ["doudizhu", "Dou Dizhu"])
def test_a_game_alone_is_for_whoever_is_there(one: Device, rest: str) -> None:
    typed(talk(one)[0], "deal", rest)
    assert one.last(messages.QuickSeat).game == "doudizhu"
    assert not one.all(messages.OpenRoom)


def test_what_is_neither_a_game_nor_a_level_is_said(one: Device) -> None:
    talking, heard = talk(one)
    for rest in ("blackjack hard", "doudizhu best", "best"):
        typed(talking, "deal", rest)
    assert len(heard) == 3
    assert all(text.startswith("There is no game") for text in heard)
    assert not one.all(messages.OpenRoom)


def test_bots_of_a_level_take_the_empty_seats(one: Device) -> None:
    one.house(messages.Joined(one.client.lobby.join("t"), WAITING))
    one.house(messages.Seats("t", {Seat(0): Sitter("Juno", 12_000)}, Seat(0), 1))
    talking, heard = talk(one)
    typed(talking, "bots", "best")
    assert heard == ["There is no such level; there are Easy, Medium, Hard and Master."]
    assert not one.all(messages.SeatBot)
    typed(talking, "bots", "master")
    assert [ask.bot for ask in one.all(messages.SeatBot)] == ["master", "master"]


def test_a_bot_plays_on_for_who_types_it_and_no_longer_than_that() -> None:
    one = at_table({0: Sitter("Ann", 20_000), 1: Sitter("Bo", 20_000), 2: Sitter("Me", 20_000)})
    one.tell(BEGAN)
    talking, _ = talk(one)
    typed(talking, "auto", "")
    assert one.last(messages.StandIn).table == "t"
    one.seats({2: Sitter("Me", 20_000, stand_in=True)})
    typed(talking, "back", "")
    assert one.last(messages.SitOut).out is False
