"""Chips for money, bots and limits at a front whose tables are at another node."""

import pytest

from game_server.bank.demo_books import sample_balance, sample_card
from game_server.config import RoomSettings
from protocol import messages
from protocol.messages import Joined, Left, Offer, Ok, Paid, Purse, Refused
from tests.cards import typed
from tests.cluster.nodes_of_a_house import TABLES, Client
from tests.cluster.test_fronts import HOLDEM, Split
from tests.house.world import EPS

MORE = [RoomSettings(name, "holdem", "standard", "play", 200, 4_000, 20_000) for name in "uv"]


@pytest.fixture
def house() -> Split:
    return Split(HOLDEM, EPS)


def test_who_comes_by_card_waits_for_a_cash_table_buys_there_and_is_paid(house: Split) -> None:
    ann = house.front.client("Ann", card=1)
    house.front.until(lambda: bool(ann.heard(Offer)))
    assert ann.heard(Joined)[-1].room.table == "eps"
    ann.sit("eps", 10_000)
    key = str(ann.id)

    def chips() -> int:
        view = house.tables.runner("eps").view
        seat = view.seat(key)
        return 0 if seat is None else view.seats[seat].chips + view.seats[seat].coming

    house.front.until(lambda: chips() == 10_000)
    assert ann.heard(Paid)[-1].payment.state == "done"
    more = ann.ask(messages.Buy, "eps", 5_000)
    assert isinstance(more, Paid)
    house.front.until(lambda: chips() == 15_000)
    assert isinstance(ann.ask(messages.Leave, "eps"), Ok)
    house.front.until(lambda: bool(ann.heard(Left)))
    house.front.until(lambda: ann.heard(Purse)[-1].cash == 0)
    house.front.until(lambda: ann.heard(Paid)[-1].payment.amount == 15_000)
    house.tables.check()


def test_while_the_cashiers_node_is_gone_no_card_is_proved_and_money_waits(house: Split) -> None:
    ann = house.front.client("Ann", card=1)
    house.front.until(lambda: bool(ann.heard(Offer)))
    ann.sit("eps", 10_000)
    house.front.until(lambda: house.tables.probe("eps").seats.of(str(ann.id)) is not None)
    house.front.until(lambda: ann.heard(Purse)[-1].cash == 0 and bool(ann.heard(Paid)))
    house.front.until(lambda: ann.heard(Paid)[-1].payment.state == "done")
    house.cashier.dies()
    house.front.run(2.5)
    ann.ask(messages.Leave, "eps")
    house.front.run(5.0)
    assert ann.heard(Paid)[-1].payment.state != "done", "the money is on its way back"
    card = sample_card(2)
    house.front.books.open_account(card, sample_balance(2))
    ben = Client(house.front)
    refused = ben.ask(messages.LoginByCard, "Ben", *typed(card))
    assert isinstance(refused, Refused)
    assert refused.code == "bank_silent"
    house.cashier.comes_back()
    house.front.until(lambda: ann.heard(Paid)[-1].payment.state == "done")
    again = Client(house.front)
    house.front.run(1.0)
    entered = again.ask(messages.LoginByCard, "Ben", *typed(card))
    assert isinstance(entered, messages.Session), entered
    house.tables.check()


def test_bots_are_called_and_sent_away_through_a_front(house: Split) -> None:
    ann = house.front.client("Ann")
    opened = ann.ask(messages.OpenRoom, "holdem", "standard")
    assert isinstance(opened, Joined)
    table = opened.room.table
    assert isinstance(ann.ask(messages.SeatBot, table), Ok)
    house.front.run(0.5)
    assert house.tables.runner(table).view.bots == 1
    assert isinstance(ann.ask(messages.DismissBots, table), Ok)
    house.front.until(lambda: house.tables.runner(table).view.bots == 0)
    house.tables.check()


def test_a_report_keeps_the_line_of_the_table_where_it_was_said(house: Split) -> None:
    ann, ben = house.seated("Ann", "Ben")
    ben.ask(messages.Say, "t", "something foul")
    house.front.run(0.2)
    line = ann.heard(messages.Chat)[-1].lines[-1]
    done = ann.ask(messages.Report, ben.id, "abuse", table="t", line=line.n)
    assert isinstance(done, Ok), done
    row = house.tables.conn.execute("SELECT said FROM reports").fetchone()
    assert row == ("something foul",)


def test_rooms_that_a_player_has_open_at_other_nodes_count(house: Split) -> None:
    house.node("more", TABLES, *MORE)
    house.meet()
    ann = house.front.client("Ann")
    for _ in range(2):
        assert isinstance(ann.ask(messages.OpenRoom, "holdem", "standard"), Joined)
        house.front.run(0.5)
    nodes = [one for one in house.nodes if one.roles == TABLES]
    opened = [
        sum(k.owner == str(ann.id) for k in one.house.lobby.runners.values()) for one in nodes
    ]
    assert opened == [1, 1], "the node with the least load takes it"
    refused = ann.ask(messages.OpenRoom, "holdem", "standard")
    assert isinstance(refused, Refused)
    assert refused.code == "rooms_many"
