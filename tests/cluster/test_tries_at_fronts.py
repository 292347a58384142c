"""Whoever guesses passwords or PINs has no more tries at two fronts than at one."""

from dataclasses import replace

import pytest

from game_server.bank.demo_books import sample_balance, sample_card
from protocol import messages
from protocol.messages import Message, Refused
from tests.cards import typed
from tests.cluster.nodes_of_a_house import Client, NodeWorld
from tests.cluster.test_fronts import HOLDEM, Split
from tests.house.world import EPS


@pytest.fixture
def house() -> Split:
    return Split(HOLDEM, EPS)


def code(said: Message) -> str:
    return said.code if isinstance(said, Refused) else said.t


def test_wrong_passwords_count_at_all_fronts(house: Split) -> None:
    owner = Client(house.front, "192.0.2.77")
    owner.ask(messages.Register, "Anna", "a long password")
    said = []
    for number in range(6):
        front: NodeWorld = (house.front, house.other)[number % 2]
        guesser = Client(front, "198.51.100.7")
        said.append(code(guesser.ask(messages.Login, "Anna", f"guess number {number}")))
    assert said == ["login_wrong"] * 5 + ["login_wait"]
    known = Client(house.other, "192.0.2.77")
    assert code(known.ask(messages.Login, "Anna", "a long password")) == "session", (
        "who was at home there before is not kept out by strangers"
    )


def test_new_players_of_an_address_count_at_all_fronts(house: Split) -> None:
    said = []
    for number in range(61):
        guest = Client((house.front, house.other)[number % 2], "198.51.100.8")
        said.append(code(guest.ask(messages.Guest, "")))
    assert said == ["session"] * 60 + ["new_wait"]


def test_wrong_pins_of_a_card_count_at_all_fronts(house: Split) -> None:
    card = next(one for one in map(sample_card, range(9)) if one.pin)
    house.front.books.open_account(card, sample_balance(0))
    right, wrong = typed(card), typed(replace(card, pin=card.pin[::-1] + "7"))
    said = []
    for front in (house.front, house.other, house.front, house.other):
        thief = Client(front, "198.51.100.9")
        said.append(code(thief.ask(messages.LoginByCard, "Thief", *wrong)))
    # The third is what the bank says; the fourth is not asked of it any more.
    assert said == ["pin_wrong", "pin_wrong", "card_blocked", "card_rests"]
    assert code(Client(house.other).ask(messages.LoginByCard, "Anna", *right)) == "card_rests"
