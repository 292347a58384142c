"""The ways to a seat in the terminal and out of the house: what is said on them, and what not."""

from dataclasses import replace

import pytest

from protocol import messages
from protocol.events import Moved, RoundBegan
from protocol.messages import Room
from protocol.words import POT, Seat
from tests.client.device import people
from tests.terminal.typing_at_house import Typing

CODE = "7KQ2M9"
ROOM = Room("t", "blackjack", "twenty_one", "play", 500, 5_000, 20_000, 7, private=True, code=CODE)
BEGAN = RoundBegan(
    "blackjack", "twenty_one", 1, {Seat(0): "Ann", Seat(1): "Bo"}, {Seat(0): 200, Seat(1): 200}, {}
)
NAMES = {Seat(0): "Ann", Seat(1): "Bo", Seat(2): "Me"}


def invited() -> Typing:
    """Somebody who has come in with the code of a room."""
    typing = Typing(CODE)
    typing.one.come_in()
    typing.one.house(messages.Rooms((), whole=True))
    typing.go_on()
    assert typing.one.last(messages.Join).code == CODE
    return typing


def at_the_table(typing: Typing, number: int) -> list[str]:
    """In the room, without a seat, while others play."""
    one = typing.one
    one.house(messages.Joined(number, ROOM))
    one.seats(people(2), you=None)
    one.tell(BEGAN)
    one.house(messages.Waiting("t", 1, (Seat(1),), 9_000, 15_000))
    return typing.go_on()


def test_who_comes_by_a_code_sits_down_and_is_not_told_how_to() -> None:
    typing = invited()
    said = at_the_table(typing, typing.one.last(messages.Join).id)
    assert "It is the turn of Bo." in said
    assert not any("watching" in line for line in said), said
    assert typing.one.last(messages.Queue).table == "t"
    typing.one.seats(people(3))
    said = typing.go_on()
    # Whose turn it is was said a moment ago, and how it goes on was not.
    assert said == ["You sit on seat 3 with 200 chips.", "You are in from the next round."]


def test_a_code_of_no_room_leads_to_no_seat_elsewhere() -> None:
    typing = invited()
    number = typing.one.last(messages.Join).id
    typing.one.house(messages.Refused(number, "no_room_code"))
    typing.go_on()
    said = at_the_table(typing, typing.one.client.lobby.join("t"))
    assert "You are watching. Type “sit” to take a seat." in said
    assert not typing.one.all(messages.Queue)


def test_who_is_dealt_in_is_not_told_how_to_sit_down() -> None:
    typing = Typing()
    typing.one.come_in()
    typing.one.house(messages.Rooms((), whole=True))
    typing.type("deal blackjack")
    said = at_the_table(typing, typing.one.last(messages.QuickSeat).id)
    assert "It is the turn of Bo." in said
    assert not any("watching" in line for line in said), said
    typing.one.house(messages.Offer("t", Seat(2), "key", 60_000, 5_000, 20_000))
    typing.go_on()
    assert typing.one.last(messages.Sit).table == "t"
    assert not any("is yours" in line for line in typing.type("look"))


def test_a_yes_to_leave_is_asked_again_when_it_costs_something_else_by_now() -> None:
    typing = Typing()
    one = typing.one
    one.come_in()
    one.sit_down(room=ROOM)
    one.tell(replace(BEGAN, names=NAMES, stacks=dict.fromkeys(NAMES, 200)))
    one.tell(Moved(Seat(2), POT, 10, "bet"), after=1)
    typing.go_on()
    first, _ = typing.type("leave")
    one.tell(Moved(Seat(2), POT, 20, "bet"), after=2)
    typing.go_on()
    again, asked = typing.type("yes")
    assert again != first
    assert asked == "Leave the table? yes or no."
    assert not one.all(messages.Leave)
    typing.type("yes")
    assert one.last(messages.Leave).table == "t"


def test_who_leaves_without_chips_is_said_to_leave_once() -> None:
    typing = Typing()
    typing.one.come_in()
    typing.one.sit_down(room=ROOM)
    typing.go_on()
    typing.one.house(messages.Notice("opponent_broke", "", "t", {"name": "Bo"}))
    typing.one.seats({0: people()[0], 2: people()[2]})
    assert typing.go_on() == ["Bo is out of chips and leaves."]
    typing.one.seats({2: people()[2]})
    assert typing.go_on() == ["Ann has left the table."]


def test_the_last_words_name_the_seats_that_are_kept() -> None:
    typing = Typing()
    typing.one.come_in()
    assert [*typing.visit.farewell()] == ["Goodbye."]
    typing.one.sit_down(room=ROOM)
    kept = "Your seat at Blackjack is kept for a while."
    assert [*typing.visit.farewell()] == [kept, "Goodbye."]
    typing.type("lobby")
    assert [*typing.visit.farewell()] == [kept, "Goodbye."]
    typing.one.client.lobby.join("u")
    typing.one.house(
        messages.Joined(typing.one.last(messages.Join).id, replace(ROOM, table="u", game="sabacc"))
    )
    typing.one.seats(people(3), table="u")
    both = "Your seats at Blackjack and Sabacc are kept for a while."
    assert [*typing.visit.farewell()] == [both, "Goodbye."]


CASH = replace(ROOM, purse="cash")
OFFER = messages.Offer("t", Seat(2), "key", 60_000, 5_000, 20_000)


def looking_on(room: messages.Room) -> Typing:
    """Somebody who watches there and may pay for a seat."""
    typing = Typing()
    typing.one.come_in()
    typing.one.house(messages.Rooms((), whole=True), messages.Purse(100_000, 100_000))
    typing.one.house(messages.BankInfo(typing.one.client.cashier.ask_bank(), "debit", "0002"))
    at_table = messages.Joined(typing.one.client.lobby.join("t"), room)
    typing.one.house(at_table)
    typing.one.seats(people(2), you=None)
    typing.go_on()
    return typing


@pytest.mark.parametrize(("line", "brought"), [("sit", 0), ("sit 60", 6_000), ("seat 60", 6_000)])
def test_no_card_pays_before_its_player_has_named_or_read_how_much(line: str, brought: int) -> None:
    typing = looking_on(CASH)
    typing.type(line)
    assert typing.one.last(messages.Queue).table == "t"
    typing.one.house(OFFER)
    said = typing.go_on()
    paid = typing.one.all(messages.Sit)
    assert [one.buy_in for one in paid] == ([brought] if brought else [])
    assert brought or any("Seat 3 is yours" in line and "$50 to $200" in line for line in said)
    typing.type("seat")
    assert typing.one.all(messages.Sit), "the word takes the seat that is offered"


def test_a_number_chooses_from_no_list_before_another_word() -> None:
    typing = looking_on(ROOM)
    typing.type("block")
    typing.type("history")
    typing.type("1")
    assert not typing.one.all(messages.Block)


def test_a_word_is_explained_alone() -> None:
    typing = looking_on(ROOM)
    assert typing.type("help open") == ["open: open a room for friends or for everybody"]
    assert typing.type("? quit") == ["quit: ends this program; your seat is kept for a while"]
    (unknown,) = typing.type("help xyz")
    assert unknown.startswith("“xyz” is nothing that can be done here.")
