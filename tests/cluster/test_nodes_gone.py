"""Nodes that are gone, and words that are not carried: what players at a front notice of it."""

from collections.abc import Sequence
from random import Random

import pytest

from protocol import messages
from protocol.events import RoundBegan
from protocol.messages import Left, Notice, Ok, Refused, Session
from tests.cluster.nodes_of_a_house import TABLES, Client
from tests.cluster.test_fronts import HOLDEM, Split


@pytest.fixture
def house() -> Split:
    return Split()


def in_mid_hand(house: Split) -> Sequence[Client]:
    """Two players who have their cards, one of whom is asked."""
    players = house.seated("Ann", "Ben")
    house.front.until(lambda: any(one.asked for one in players))
    return players


def table_notices(player: Client) -> list[str]:
    return [one.code for one in player.heard(Notice) if one.table == "t"]


def shown(player: Client) -> list[str]:
    """What a player was told of the hand, cards and all."""
    return [str(event) for event in player.told["t"]]


def test_the_hand_goes_on_with_its_cards_at_the_node_that_takes_over_and_no_line_ends(
    house: Split,
) -> None:
    players = in_mid_hand(house)
    before = [shown(one) for one in players]
    house.tables.dies()
    house.front.run(2.5)
    for player in players:
        assert table_notices(player) == ["paused"]
        refused = player.ask(messages.SitOut, "t")
        assert isinstance(refused, Refused)
        assert refused.code == "paused"
    standby = house.node("standby", TABLES, HOLDEM)
    house.front.run(2.0)
    for player, told in zip(players, before, strict=True):
        assert table_notices(player) == ["paused", "resumed"]
        assert shown(player)[: len(told)] == told
        assert not player.ending
        player.plays = True
    rounds = standby.probe("t").rounds
    house.front.until(lambda: standby.probe("t").rounds > rounds)
    standby.check()


def test_a_player_who_comes_in_while_the_node_is_gone_is_at_the_table_when_it_is_back(
    house: Split,
) -> None:
    players = in_mid_hand(house)
    asked = next(one for one in players if one.asked)
    house.tables.dies()
    asked.lose()
    house.front.run(2.5)
    back = asked.resumed(house.other)
    assert back.heard(Session)[-1].tables == ("t",)
    assert table_notices(back) == ["paused"]
    house.tables.comes_back()
    house.front.run(2.0)
    assert table_notices(back) == ["paused", "resumed"]
    question = back.asked["t"]
    number = back.act("t", question.turn, question.ask.default)
    assert isinstance(back.reply(number), Ok)
    house.tables.check()


def test_a_front_that_starts_while_the_node_is_gone_brings_its_players_when_it_is_back(
    house: Split,
) -> None:
    asked = next(one for one in in_mid_hand(house) if one.asked)
    house.tables.dies()
    for front in (house.front, house.other):
        front.dies()
    house.front.run(2.5)
    house.front.comes_back()
    back = asked.resumed(house.front)
    house.tables.comes_back()
    house.front.run(2.0)
    assert isinstance(back.told["t"][0], RoundBegan)
    question = back.asked["t"]
    assert isinstance(back.reply(back.act("t", question.turn, question.ask.default)), Ok)


def test_who_watches_and_who_waits_keep_their_places_when_a_node_starts_again(house: Split) -> None:
    house.seated(*"ABCDEFG")
    first, third = (house.front.client(name) for name in ("First", "Third"))
    second, watcher = (house.other.client(name) for name in ("Second", "Cleo"))
    for one in (watcher, first, second, third):
        one.ask(messages.Join, "t")
    for one in (first, second, third):
        one.ask(messages.Queue, "t")
    house.front.run(0.5)
    house.tables.dies()
    house.front.run(2.5)
    house.tables.comes_back()
    house.front.run(2.0)
    table = house.tables.probe("t")
    assert table.queue.order == [str(one.id) for one in (first, second, third)]
    for one in (watcher, first, second, third):
        assert not one.heard(Left)
        assert table.people[str(one.id)].here
    house.tables.check()


def test_a_front_that_is_killed_costs_a_new_line_and_nothing_else(house: Split) -> None:
    players = in_mid_hand(house)
    asked = next(one for one in players if one.asked)
    question = asked.asked["t"]
    house.front.dies()
    house.other.run(2.5)
    keys = [str(one.id) for one in players]
    people = house.tables.probe("t").people
    assert not any(people[key].here for key in keys), "their lines are gone with the front"
    back = [one.resumed(house.other) for one in players]
    house.other.run(0.5)
    again = next(one for one in back if one.asked)
    assert again.asked["t"].turn == question.turn
    for one in back:
        one.plays = True
    house.other.until(lambda: house.tables.probe("t").rounds >= 3)
    house.tables.check()


def test_players_elsewhere_are_told_while_no_word_is_carried_and_go_on_after_it(
    house: Split,
) -> None:
    players = in_mid_hand(house)
    wire = house.front.words.wire
    wire.cut.add(house.tables.words)
    house.front.run(3.0)
    for player in players:
        assert table_notices(player) == ["paused"]
    wire.cut.clear()
    house.front.run(2.0)
    for player in players:
        assert table_notices(player) == ["paused", "resumed"]
        player.plays = True
    rounds = house.tables.probe("t").rounds
    house.front.until(lambda: house.tables.probe("t").rounds > rounds)
    house.tables.check()


def test_words_that_are_lost_for_a_moment_are_noticed_by_nobody(house: Split) -> None:
    players = in_mid_hand(house)
    random = Random(1)
    house.front.words.wire.loses = lambda subject, said: random.random() < 0.25
    for player in players:
        player.plays = True
    house.front.until(lambda: house.tables.probe("t").rounds >= 4)
    for player in players:
        assert table_notices(player) == []
        assert not player.heard(Left)
    house.tables.check()


def test_two_lines_of_a_player_while_no_word_is_carried_are_one_when_it_is(house: Split) -> None:
    ann = house.front.client("Ann")
    wire = house.front.words.wire
    wire.cut.add(house.other.words)
    house.front.run(3.0)
    again = ann.resumed(house.other)
    assert not ann.ending
    wire.cut.clear()
    house.front.run(2.0)
    assert ann.ending
    assert not again.ending
