"""An administrator's command for a table, given at a node that does not have it."""

import msgpack
import pytest

from game_server.admin import wire
from game_server.admin.desk import Call
from game_server.admin.menu.words import Answer
from game_server.cluster.errands import ANSWER_S
from game_server.refusals import TableElsewhere
from protocol.messages import Left, Notice
from protocol.words import Refusal
from tests.admin.talk import Floor
from tests.cluster.nodes_of_a_house import NodeWorld
from tests.cluster.test_fronts import Split


class Staffed(Split):
    """A front and a node with the table, each with an office; `done` is told what is done there."""

    def __init__(self) -> None:
        super().__init__()
        self.done: list[str] = []
        for front in (self.front, self.other):
            front.house.lobby.index.where = self._where
        self.floor = Floor(self.front, member=self.front.member)
        there = self.tables.member
        Floor(self.tables, {"table resume": self._resume}, there, staffed=False)

    def _where(self, table: str) -> Refusal | None:
        there = table in self.tables.house.lobby.runners
        return TableElsewhere.on("tables") if there else None

    async def _resume(self, call: Call, table: str) -> Answer:
        self.done.append(f"{call.who.name}: {table}")
        return {"said": f"The table {table} goes on for the {len(self.done)}. time."}

    def silent(self, node: NodeWorld) -> None:
        """No word of that node arrives."""
        instance = node.member.links.instance
        self.wire[0].loses = lambda subject, said: msgpack.unpackb(said)[1] == instance

    def hears_all(self) -> None:
        """All words arrive again."""
        self.wire[0].loses = lambda subject, said: False


@pytest.fixture
def house() -> Staffed:
    return Staffed()


def test_a_table_of_another_node_is_shown_paused_and_closed_from_here(house: Staffed) -> None:
    ann, _ = house.seated("Ann", "Ben")
    operator = house.floor.enter("olga")
    shown = operator.ask("table show", table="t")
    assert {one["name"] for one in shown["sitting"]} == {"Ann", "Ben"}
    operator.ask("table pause", table="t")
    assert house.tables.runner("t").view.paused
    assert operator.refusal("table pause", table="t") == "paused", "it says so there"
    assert operator.ask("announce", text="Tea", table="t")["players"] == 2
    assert "Tea" in [one.text for one in ann.heard(Notice)]
    assert operator.refusal("rig", table="t", next=["on"]) == "not_testing"
    operator.ask("table close", table="t")
    assert house.tables.runner("t").view.closing or "t" not in house.tables.house.lobby.runners
    said = [(what, result) for who, what, result in house.floor.audit() if who == "olga"]
    assert said[1:] == [
        ("table show", "ok"),
        ("table pause", "ok"),
        ("table pause", "paused"),
        ("announce", "ok"),
        ("rig", "not_testing"),
        ("table close", "ok"),
    ], "each once"


def test_the_round_in_play_at_another_node_is_void_and_the_stakes_are_back(house: Staffed) -> None:
    ann, ben = house.seated("Ann", "Ben")
    house.front.until(lambda: bool(ann.asked or ben.asked))
    table = house.tables.runner("t")
    playing = table.view.round
    assert playing is not None
    operator = house.floor.enter("olga")
    given = {"table": "t", "round": playing.number, "reason": "a card was shown"}
    assert len(operator.ask("hand void", **given)["stacks"]) == 2
    now = table.view.round
    assert now is None or now.number > playing.number
    assert "a card was shown" in [one.text for one in ben.heard(Notice)]
    house.tables.check()


def test_a_player_is_sent_away_from_tables_wherever_they_are(house: Staffed) -> None:
    ann, ben = house.seated("Ann", "Ben")
    house.front.run(0.5)
    operator = house.floor.enter("olga")
    operator.ask("kick", player="Ann", now=True)
    house.front.until(lambda: bool(ann.heard(Left)), seconds=1.0)
    answer = operator.ask("kick", player="Ben", table="t", now=True)
    assert (answer["tables"], answer["after_the_hand"]) == ("t", "")
    house.front.until(lambda: bool(ben.heard(Left)), seconds=1.0)
    assert operator.refusal("kick", player="Ben", table="t") == "not_there"


def test_a_command_whose_answer_was_lost_is_not_done_again(house: Staffed) -> None:
    operator = house.floor.enter("olga")
    house.silent(house.tables)
    house.front.run(1.5)
    asked = operator.begin("table resume", table="t")
    house.front.run(0.6)
    assert house.done == ["olga: t"]
    assert not house.front.member.links.is_up(house.tables.member.links.instance)
    house.hears_all()
    operator.listen(1.0)
    assert operator.answer(asked)["said"].endswith("for the 1. time.")
    assert house.done == ["olga: t"]
    assert operator.ask("table resume", table="t")["said"].endswith("2. time.")


def test_without_words_it_is_said_at_once_on_which_node_to_ask(house: Staffed) -> None:
    operator = house.floor.enter("olga")
    house.wire[0].cut.add(house.front.words)
    house.front.run(3.0)
    assert operator.refusal("table resume", table="t") == "elsewhere"
    assert operator.heard[-1]["no"]["node"] == "tables"
    assert house.done == []


def test_a_node_that_gives_no_answer_is_named(house: Staffed) -> None:
    operator = house.floor.enter("olga")
    house.silent(house.tables)
    asked = operator.begin("table resume", table="t")
    operator.listen(ANSWER_S - 1.0)
    assert not [one for one in operator.heard if one["id"] == asked]
    operator.listen(1.0)
    assert operator.heard[-1]["no"]["code"] == "no_answer"
    assert operator.heard[-1]["no"]["node"] == "tables"
    assert ("olga", "table resume", "no_answer") in house.floor.audit()


def test_no_node_does_for_another_what_is_for_no_table(house: Staffed) -> None:
    errands = house.front.member.errands
    there = house.tables.member.links.instance
    done = errands.ask(there, [[1, "olga", "operator"], wire.request(1, "money trial", {})])
    answer = house.front.wait(done)
    assert answer is not None
    assert wire.read_reply(answer).body["code"] == "no_command"
    assert house.tables.house.hours.state == "open"
