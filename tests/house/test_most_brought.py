"""What is brought to a table where chips are cash: no more than it allows, by whatever way."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from game_server.bank import payment_steps
from game_server.bank.demo_books import sample_balance, sample_card
from game_server.store import payments
from protocol import messages
from protocol.buy_ins import MOST_BROUGHT
from protocol.messages import Message, Notice, Offer, Ok, Paid, Refused
from protocol.words import Refusal
from tests.house.world import EPS, Client, World

LARGEST = 10**15
WRONG = [
    (EPS.most_buy_in + 1_000, "buy_in_high"),
    (MOST_BROUGHT, "buy_in_high"),
    (10**12, "buy_in_high"),
    (LARGEST, "buy_in_high"),
    (1_000, "buy_in_low"),
    (5_500, "buy_step"),
    (EPS.most_buy_in + 1, "buy_step"),
]


def eps() -> tuple[World, Client]:
    world = World(EPS)
    return world, world.client("Anna", card=0)


def sit(client: Client, chips: int) -> Message:
    return client.ask(messages.Sit, "eps", client.heard(Offer)[-1].key, chips)


def holdings(world: World) -> Mapping[str, int]:
    return world.runner("eps").view.holdings()


def at_the_bank(world: World) -> int:
    return world.books.held(sample_card(0))


@pytest.mark.parametrize(("amount", "code"), WRONG)
def test_who_names_what_cannot_be_brought_takes_no_seat_and_asks_no_bank(
    amount: int, code: str
) -> None:
    world, client = eps()
    refused = sit(client, amount)
    world.run(1.0)
    assert isinstance(refused, Refused), refused
    assert refused.code == code
    assert holdings(world) == {}
    assert payments.of_player(world.conn, client.id) == ()
    assert at_the_bank(world) == sample_balance(0)
    # The offer stands for what is right.
    assert isinstance(sit(client, EPS.most_buy_in), Ok)
    world.run(1.0)
    assert holdings(world) == {str(client.id): EPS.most_buy_in}
    world.check()


@pytest.mark.parametrize("amount", [0, EPS.least_buy_in, EPS.most_buy_in])
def test_who_brings_what_the_offer_names_or_nothing_sits(amount: int) -> None:
    world, client = eps()
    assert isinstance(sit(client, amount), Ok)
    world.run(1.0)
    assert holdings(world) == {str(client.id): amount}
    assert at_the_bank(world) == sample_balance(0) - amount
    world.check()


def test_chips_that_became_too_many_while_the_bank_was_asked_go_back_to_the_card() -> None:
    world, client = eps()
    assert isinstance(sit(client, 60_000), Ok)
    world.run(1.0)
    table = world.probe("eps")
    seat = table.seats.of(str(client.id))
    assert seat is not None
    client.say(messages.Buy(client.next(), "eps", 40_000))
    # As if a hand had been won meanwhile.
    table.seats[seat].coming += 1_000
    world.run(2.0)
    table.seats[seat].coming -= 1_000
    (notice,) = [one for one in client.heard(Notice) if one.code == "buy_in_high"]
    assert notice.facts == {"amount": 40_000, "most": 39_000}
    assert holdings(world) == {str(client.id): 60_000}
    assert at_the_bank(world) == sample_balance(0) - 60_000
    last = client.heard(Paid)[-1].payment
    assert (last.way, last.amount, last.state) == ("cash_out", 40_000, "done")
    world.check()


@pytest.mark.parametrize(("preset", "least", "most"), [("eps", 0, 0), ("standard", 2_001, 99_999)])
def test_what_is_offered_where_chips_are_cash_can_be_bought(
    preset: str, least: int, most: int
) -> None:
    world = World(replace(EPS, preset=preset, least_buy_in=least, most_buy_in=most))
    client = world.client("Anna", card=0)
    offer = client.heard(Offer)[-1]
    assert offer.least_buy_in == (3_000 if least else 2_000)
    assert offer.most_buy_in == most // 1_000 * 1_000
    assert isinstance(sit(client, offer.least_buy_in), Ok)
    world.run(1.0)
    assert holdings(world) == {str(client.id): offer.least_buy_in}
    world.check()


def test_no_intent_is_written_for_more_than_anybody_may_bring() -> None:
    world, client = eps()
    with pytest.raises(Refusal) as wrong:
        payment_steps.intend_to_buy(
            world.conn, player=client.id, table="eps", amount=MOST_BROUGHT + 1_000, key="k", at=1
        )
    assert (wrong.value.code, wrong.value.facts["most"]) == ("buy_in_high", MOST_BROUGHT)
    assert payments.of_player(world.conn, client.id) == ()
