"""What an administrator asks of one node is answered and done for the whole house."""

import pytest

from game_server.admin.desk import Call, pause
from game_server.admin.menu.words import Answer
from game_server.lobby.lobby import Lobby
from game_server.refusals import TableElsewhere, TableSuspended
from game_server.store import leases, nodes, placements
from game_server.store.transaction import writing
from protocol import messages
from protocol.messages import Goodbye, Notice
from protocol.words import Refusal
from tests.admin.talk import Floor
from tests.cluster.nodes_of_a_house import FRONT, TABLES, NodeWorld
from tests.cluster.test_fronts import Split


class Whole(Split):
    """Two fronts and a node with the table, each with an office."""

    def __init__(self) -> None:
        super().__init__()
        self.at: dict[str, NodeWorld] = {}
        self.floor = Floor(self.front, member=self.front.member)
        for node in (self.other, self.tables, self.cashier):
            self.staffed(node)
        self.front.house.lobby.index.where = self._where

    def staffed(self, node: NodeWorld) -> Floor:
        return Floor(node, member=node.member, staffed=False)

    def _where(self, table: str) -> Refusal | None:
        for node in (self.tables, *self.at.values()):
            if table in node.house.lobby.runners:
                return TableElsewhere.on(node.name)
        return TableSuspended() if table == "t" else None

    def moves(self) -> Lobby:
        """The table goes to another node, which begins to go on with it."""
        self.at["more"] = more = self.node("more", TABLES)
        self.staffed(more)
        self.meet()
        config = self.tables.runner("t").config
        gone = list[bool]()
        self.tables.house.lobby.release("t", lambda: gone.append(True))
        self.front.until(lambda: bool(gone))
        more.house.lobby.adopt([(config, "")], {})
        return more.house.lobby


@pytest.fixture
def house() -> Whole:
    return Whole()


def test_status_is_of_all_nodes_and_names_those_that_say_nothing(house: Whole) -> None:
    house.seated("Ann", "Ben")
    operator = house.floor.enter("olga")
    found = operator.ask("status")
    assert (found["rooms"], found["seated"], found["state"]) == (1, 2, "open")
    by_name = {one["node"]: one for one in found["nodes"]}
    assert {name: one["rooms"] for name, one in by_name.items()} == {
        "front": 0,
        "other": 0,
        "tables": 1,
        "cashier": 0,
    }
    assert found["connections"] == sum(one["connections"] for one in by_name.values())
    assert found["lag_s"] == max(one["lag_s"] for one in by_name.values())
    assert "no_answer_from" not in found
    silent = house.tables.member.links.instance
    house.wire[0].loses = lambda subject, said: silent.encode() in said[:40]
    asked = operator.begin("status")
    operator.listen(3.0)
    found = operator.answer(asked)
    assert (found["no_answer_from"], found["ready"]) == ("tables", False)


def test_tables_of_all_nodes_are_listed_with_their_node(house: Whole) -> None:
    found = house.floor.enter("vic").ask("table list")
    assert [(one["table"], one["node"]) for one in found["tables"]] == [("t", "tables")]


def test_an_announcement_reaches_everybody_once(house: Whole) -> None:
    ann, ben = house.seated("Ann", "Ben")
    cid = house.other.client("Cid")
    assert house.floor.enter("olga").ask("announce", text="Tea")["players"] == 3
    house.front.run(0.2)
    for one in (ann, ben, cid):
        assert [said.text for said in one.heard(Notice) if said.code == "announcement"] == ["Tea"]


def test_alarms_of_all_nodes_are_listed_and_closed(house: Whole) -> None:
    there = house.staffed(house.tables).desk.alarms
    there.add("bots", "A bot failed.")
    house.floor.desk.alarms.add("bots", "Another failed.")
    there.add("disk", "It is full.")
    operator = house.floor.enter("olga")
    listed = operator.ask("alarm list")["alarms"]
    assert {(one["kind"], one["node"]) for one in listed} == {
        ("bots", "tables"),
        ("bots", "front"),
        ("disk", "tables"),
    }
    assert operator.ask("alarm close", kind="bots", reason="seen")["times"] == 2
    assert operator.ask("alarm close", kind="disk", reason="seen")["times"] == 1
    assert operator.ask("alarm list")["alarms"] == []
    assert operator.refusal("alarm close", kind="disk", reason="seen") == "no_alarm"


def test_players_are_found_at_whichever_node_they_are(house: Whole) -> None:
    house.seated("Ann", "Ben", at=house.other)
    house.front.client("Cid")
    house.front.run(0.5)
    operator = house.floor.enter("olga")
    here = {one["name"]: one for one in operator.ask("player list", here=True)["players"]}
    assert here.keys() == {"Ann", "Ben", "Cid"}
    assert "no_answer_from" not in operator.ask("player list", here=True)
    assert (here["Ann"]["tables"], here["Cid"]["tables"]) == (["t"], [])
    shown = operator.ask("player show", player="Ann")
    assert (shown["here"], shown["at_node"], bool(shown["from"])) == (True, "other", True)
    (seat,) = shown["seats"]
    assert (seat["table"], seat["chips_cents"] > 0) == ("t", True)


def test_a_player_at_another_node_hears_what_the_house_has_decided(house: Whole) -> None:
    ann = house.other.client("Ann")
    operator = house.floor.enter("olga")
    operator.ask("mute", player="Ann", reason="shouts")
    house.front.run(0.2)
    assert [one.code for one in ann.heard(Notice)] == ["muted"]


def test_who_is_deleted_is_out_at_every_node(house: Whole) -> None:
    ann = house.other.client("Ann")
    ann.ask(messages.Join, "t")
    house.front.run(0.3)
    number = ann.id
    assert str(number) in house.tables.probe("t").people
    house.floor.enter("olga").ask("player delete", number=number, reason="asked by letter")
    house.front.run(0.2)
    assert ann.ending
    assert str(number) not in house.tables.probe("t").people


def test_who_is_barred_is_out_of_every_seat_at_once(house: Whole) -> None:
    ann, ben = house.seated("Ann", "Ben", at=house.other)
    ann.lose()
    house.front.run(0.5)
    house.floor.enter("olga").ask("ban", player="Ann", reason="a stolen card")
    assert not house.tables.runner("t").view.sits(str(ann.id)), "though no line is there"
    assert house.tables.runner("t").view.sits(str(ben.id))
    house.tables.check()


def test_the_house_closes_and_opens_at_every_node(house: Whole) -> None:
    ann, ben = house.seated("Ann", "Ben")
    house.front.until(lambda: bool(ann.asked or ben.asked))
    operator = house.floor.enter("olga")
    asked = operator.begin("off")
    operator.listen(2.0)
    assert not ann.ending, "the hand goes on"
    assert not ben.ending
    for one in (ann, ben):
        one.plays = True
    house.front.until(lambda: bool(ann.ending and ben.ending))
    operator.listen(2.0)
    assert operator.answer(asked)["said"] == "The house is closed."
    assert [one.heard(Goodbye)[-1].code for one in (ann, ben)] == ["house_closes"] * 2
    closing = [one.text for one in ann.heard(Notice) if one.code == "closing" and not one.table]
    assert len(closing) == 1, "the front says it, and no other node"
    assert {node.house.hours.state for node in house.nodes} == {"closed"}
    house.tables.check()
    assert operator.refusal("off") == "not_open"
    assert operator.ask("on")["said"] == "The house is open."
    assert {node.house.hours.state for node in house.nodes} == {"open"}
    assert operator.refusal("on") == "not_closed"


@pytest.mark.parametrize(
    ("do", "before", "after"), [("off", "open", "closed"), ("on", "closed", "open")]
)
def test_a_node_that_was_starting_is_told_too(
    house: Whole, do: str, before: str, after: str
) -> None:
    operator = house.floor.enter("olga")
    if do == "on":
        operator.ask("off")
    late = house.node("late", FRONT)
    house.staffed(late)
    house.wire[0].cut.add(late.words)
    if do == "on":
        late.wait(late.house.close())
    now_says(house, "late", "")
    house.front.run(3.0)
    asked = operator.begin(do)
    operator.listen(3.0)
    assert not any("ok" in one for one in operator.heard if one["id"] == asked), "it starts"
    assert late.house.hours.state == before, "it does as the others did when it looked"
    now_says(house, "late", before)
    house.wire[0].cut.clear()
    operator.listen(6.0)
    assert late.house.hours.state == after
    now_says(house, "late", after)
    operator.listen(3.0)
    assert operator.answer(asked)["said"] == f"The house is {after}.", "it is not missing any more"


def now_says(house: Whole, name: str, hours: str) -> None:
    """What that node has on disk, which lives."""
    conn = house.front.conn
    with writing(conn):
        lease = nodes.lease_of(name)
        leases.take(conn, lease, owner=name, node=name, house=bytes(32), lasts=600_000)
        nodes.enter(conn, name, version="1", roles=("front",), since=0)
        nodes.say(conn, name, address="", lines=0, lag=0, clock=0, hours=hours)


def test_payments_are_asked_about_at_the_node_that_carries_them(house: Whole) -> None:
    asked, waits = list[str](), house.floor.desk.config.bank.timeout

    async def retry(call: Call, key: str | None) -> Answer:
        asked.append(call.who.name)
        await pause(call, waits)
        return {"said": "All are over."}

    Floor(house.tables, {"money retry": retry}, house.tables.member, staffed=False)
    house.front.house.cashier.rest()
    operator = house.floor.enter("olga")
    assert operator.refusal("money retry") == "paused", "they are on no node"
    with writing(house.front.conn):
        placements.add(house.front.conn, [placements.CASH], "tables")
    number = operator.begin("money retry")
    operator.listen(waits + 1.0)
    assert operator.answer(number)["said"] == "All are over."
    assert asked == ["olga"]
    owner = house.floor.enter("ann")
    given = {"key": "none", "outcome": "done", "reason": "a letter"}
    assert owner.refusal("money resolve", **given) == "no_payment"


def test_a_table_is_opened_at_a_node_that_takes_it(house: Whole) -> None:
    conn = house.front.conn
    with writing(conn):
        for name, roles in (("tables", ("tables",)), ("front", ("front",))):
            lease = nodes.lease_of(name)
            leases.take(conn, lease, owner=name, node=name, house=bytes(32), lasts=60_000)
            nodes.enter(conn, name, version="1", roles=roles, since=0)
        placements.add(conn, ["t", placements.CASH], "tables")
    operator = house.floor.enter("olga")
    for name, purse, preset in (("late", "play", "standard"), ("money", "cash", "eps")):
        operator.ask("table create", table=name, game="holdem", preset=preset, purse=purse)
        assert name in house.tables.house.lobby.runners
        assert name not in house.front.house.lobby.runners
    house.front.run(0.5)
    again = {"table": "t", "game": "holdem", "preset": "standard"}
    assert operator.refusal("table create", **again) == "name_taken"
    with writing(conn):
        nodes.drain(conn, "tables", True)
    assert operator.refusal("table create", **{**again, "table": "more"}) == "no_node"
