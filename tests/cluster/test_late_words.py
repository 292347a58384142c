"""What comes late: of an older line, for a table that has gone, to a node that has died."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from game_server.config import RoomSettings
from game_server.lobby.elsewhere import RemoteTable
from protocol import messages
from protocol.codec import encode
from protocol.messages import Goodbye, Notice, Ok, Refused
from tests.cluster.nodes_of_a_house import TABLES
from tests.cluster.test_fronts import HOLDEM, Split

UNUSED = RoomSettings("u", "holdem", "standard", "play", 200, 4_000, 20_000)
LATER = 1 << 60
"""The number of a line that came after all others."""


@pytest.fixture
def house() -> Split:
    return Split()


def announcement(known: RemoteTable, epoch: int) -> Sequence[Any]:
    """The same table, as a node announces it in that epoch."""
    return [
        epoch,
        encode(messages.Rooms((known.listing,))),
        known.owner,
        known.home,
        known.quarantined,
        known.least,
        known.in_round,
        known.has_bots,
        sorted(known.people),
        sorted(known.seated),
        [],
    ]


def test_what_was_said_to_an_older_line_is_not_told_on_the_next(house: Split) -> None:
    ann = house.front.client("Ann")
    online = house.front.house.online.of(ann.id)
    assert online is not None
    node = house.tables.member.links.instance
    word = [encode(Notice("here", "this line"))]
    for number in (online.line - 1, online.line):
        house.front.member.relay.say(node, ann.id, number, word)
    assert ann.codes().count("here") == 1


def test_who_comes_in_while_another_front_has_a_later_line_is_out_at_once(house: Split) -> None:
    ann = house.front.client("Ann")
    player = ann.id
    ann.lose()
    house.front.member.relay.came_elsewhere(player, LATER)
    back = ann.resumed()
    house.front.run(0.1)
    assert back.heard(Goodbye)[-1].code == "moved"


def test_an_older_line_that_is_heard_of_late_takes_no_player_from_the_newer(house: Split) -> None:
    ann, _ = house.seated("Ann", "Ben")
    front, lines = house.other.member.links.instance, house.tables.member.lines
    lines.come(front, ann.id, 1, "192.0.2.1", None, (), ())
    lines.said(front, ann.id, 1, encode(messages.Leave(7, "t")), 0.0)
    house.front.run(0.5)
    assert isinstance(ann.ask(messages.SitOut, "t"), Ok)
    assert house.tables.probe("t").seats.of(str(ann.id)) is not None


def test_what_is_asked_of_a_table_that_has_just_gone_may_be_asked_again(house: Split) -> None:
    ann, _ = house.seated("Ann", "Ben")
    online = house.front.house.online.of(ann.id)
    assert online is not None
    front = house.front.member.links.instance
    wish = messages.SitOut(ann.next(), "gone")
    house.tables.member.lines.said(front, ann.id, online.line, encode(wish), 0.0)
    answer = ann.reply(wish.id)
    assert isinstance(answer, Refused)
    assert answer.code == "paused"


def test_an_act_that_its_node_never_heard_is_done_by_the_next(house: Split) -> None:
    players = house.seated("Ann", "Ben")
    house.front.until(lambda: any(one.asked for one in players))
    asked = next(one for one in players if one.asked)
    question = asked.asked["t"]
    house.tables.dies()
    number = asked.act("t", question.turn, question.ask.default)
    house.front.run(0.5)
    standby = house.node("standby", TABLES, HOLDEM)
    house.front.run(2.0)
    assert isinstance(asked.reply(number), Ok)
    house.front.run(3.0)
    assert not asked.heard(Refused), "nobody thinks that the front has asked twice"
    standby.check()


def test_a_table_that_two_nodes_announce_is_of_the_one_that_writes_it_last(house: Split) -> None:
    tables = house.front.house.lobby.elsewhere
    known = tables.tables["t"]
    before = replace(known, node="another", epoch=known.epoch - 1)
    since = replace(known, node="another", epoch=known.epoch + 1)
    assert not tables.takes(before)
    assert tables.tables["t"].node == known.node
    assert tables.takes(since)
    tables.forget("t", known.node)
    assert tables.tables["t"].node == "another", "who had it before has it no more, as it should be"


def test_what_a_node_says_of_a_table_that_another_has_since_is_heard_by_nobody(
    house: Split,
) -> None:
    ann, _ = house.seated("Ann", "Ben")
    relay, online = house.front.member.relay, house.front.house.online.of(ann.id)
    assert online is not None
    old = house.tables.member.links.instance
    new = house.node("new", TABLES, UNUSED).member.links.instance
    house.meet()
    known = house.front.house.lobby.elsewhere.tables["t"]
    relay.tables(new, [announcement(known, known.epoch + 1)], (), None)
    assert house.front.house.lobby.elsewhere.tables["t"].node == new

    def says(node: str, table: str, code: str) -> None:
        words = [encode(Notice(code, "", table)), encode(messages.Pong(1))]
        relay.say(node, ann.id, online.line, words)

    says(old, "t", "stale")
    says(old, "u", "of another table")
    says(new, "t", "true")
    assert [one for one in ann.codes() if one in ("stale", "of another table", "true")] == [
        "of another table",
        "true",
    ]
    assert len(ann.heard(messages.Pong)) == 3, "what is of no table is heard"


def test_who_was_muted_before_a_table_was_joined_is_not_heard_there(house: Split) -> None:
    ann, ben = house.front.client("Ann"), house.front.client("Ben")
    ann.ask(messages.Mute, ben.id)
    for player in (ann, ben):
        player.ask(messages.Join, "t")
    ben.ask(messages.Say, "t", "can you hear me?")
    house.front.run(0.2)
    assert not ann.heard(messages.Chat)


def test_a_room_is_opened_once_though_another_node_has_less_to_do_by_then(house: Split) -> None:
    ann = house.front.client("Ann")
    wish = messages.OpenRoom(ann.next(), "holdem", "standard")
    ann.say(wish)
    first = ann.reply(wish.id)
    assert isinstance(first, messages.Joined)
    house.node("idle", TABLES, UNUSED)
    house.meet()
    again = ann.resumed()
    again.say(wish)
    second = again.reply(wish.id)
    assert isinstance(second, messages.Joined), second
    assert second.room.table == first.room.table
