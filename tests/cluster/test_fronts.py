"""Players at a front, tables at another node: all is as in a house of one node."""

import pytest

from game_server.cluster.shares import SharedHouse
from game_server.cluster_metrics import ClusterStatus
from game_server.config import RoomSettings
from game_server.players.standing import settled
from game_server.store import measures
from game_server.store.nodes import NodeRow
from game_server.store.placements import Placement
from game_server.store.transaction import Transaction
from protocol import messages
from protocol.messages import Chat, Goodbye, Joined, Left, Ok, Purse, Refused, Rooms, Session
from tests.cluster.nodes_of_a_house import BOTH, CASHIER, FRONT, TABLES, Client, Cluster, NodeWorld

HOLDEM = RoomSettings("t", "holdem", "standard", "play", 200, 4_000, 20_000, pause=0.5)


class Split(Cluster):
    """Two fronts without tables, one node that has them, and the cashier's."""

    def __init__(self, *rooms: RoomSettings) -> None:
        super().__init__()
        self.tables = self.node("tables", TABLES, *(rooms or (HOLDEM,)))
        self.front, self.other = self.node("front", FRONT), self.node("other", FRONT)
        self.cashier = self.node("cashier", CASHIER)
        self.meet()

    def seated(self, *names: str, at: NodeWorld | None = None) -> list[Client]:
        """Players of a front who sit at the table."""
        front = at or self.front
        players = [front.client(name) for name in names]
        for player in players:
            player.ask(messages.Join, "t")
            player.ask(messages.Queue, "t")
        for player in players:
            front.until(lambda player=player: bool(player.heard(messages.Offer)))  # type: ignore[misc]
            player.sit("t")
        return players


@pytest.fixture
def house() -> Split:
    return Split()


def test_a_hand_is_played_through_a_front_that_has_no_table(house: Split) -> None:
    assert not house.front.house.lobby.runners
    ann, ben = house.seated("Ann", "Ben")
    for player in (ann, ben):
        player.plays = True
    house.front.until(lambda: house.tables.probe("t").rounds >= 3)
    for player in (ann, ben):
        player.plays = False
        assert player.told["t"]
        assert player.heard(Purse)[-1].play < 100_000, "the chips that were brought"
    house.tables.check()
    said = ann.ask(messages.Say, "t", "hello")
    assert isinstance(said, Ok)
    house.front.run(0.1)
    assert [one.text for chat in ben.heard(Chat) for one in chat.lines] == ["hello"]
    for player in (ann, ben):
        assert isinstance(player.ask(messages.Leave, "t"), Ok)
    house.front.until(lambda: bool(ann.heard(Left) and ben.heard(Left)))
    house.tables.check()


def test_the_lobby_lists_the_tables_of_all_nodes_and_tells_of_changes(house: Split) -> None:
    ann, ben = house.front.client("Ann"), house.other.client("Ben")
    ann.ask(messages.Lobby)
    assert [room.table for said in ann.heard(Rooms) for room in said.rooms] == ["t"]
    opened = ben.ask(messages.OpenRoom, "holdem", "standard", private=False)
    assert isinstance(opened, Joined)
    house.front.run(1.0)
    assert ann.heard(Rooms)[-1].rooms[0].table == opened.room.table
    assert opened.room.table in house.tables.house.lobby.runners
    ben.ask(messages.Leave, opened.room.table)
    house.front.run(1.0)
    assert ann.heard(Rooms)[-1].gone == (opened.room.table,)


def test_a_private_room_is_found_by_its_code_from_another_front(house: Split) -> None:
    ann, ben = house.front.client("Ann"), house.other.client("Ben")
    opened = ann.ask(messages.OpenRoom, "holdem", "standard")
    assert isinstance(opened, Joined)
    house.front.run(0.5)
    refused = ben.ask(messages.Join, opened.room.table)
    assert isinstance(refused, Refused)
    assert refused.code == "private"
    joined = ben.ask(messages.Join, code=opened.room.code.lower())
    assert isinstance(joined, Joined)
    assert joined.room.table == opened.room.table
    wrong = ben.ask(messages.Join, code="NOSUCH")
    assert isinstance(wrong, Refused)
    assert wrong.code == "code_wrong"


@pytest.mark.parametrize("same", [True, False])
def test_a_friend_who_is_told_the_code_at_once_is_let_in(house: Split, same: bool) -> None:
    ann = house.front.client("Ann")
    ben = (house.front if same else house.other).client("Ben")
    opened = ann.ask(messages.OpenRoom, "holdem", "standard")
    assert isinstance(opened, Joined)
    joined = ben.ask(messages.Join, code=opened.room.code)
    assert isinstance(joined, Joined), joined


def test_a_room_that_is_asked_for_again_is_the_one_that_was_opened(house: Split) -> None:
    ann = house.front.client("Ann")
    wish = messages.OpenRoom(ann.next(), "holdem", "standard")
    ann.say(wish)
    first = ann.reply(wish.id)
    house.front.run(0.5)
    again = ann.resumed(house.other)
    again.say(wish)
    second = again.reply(wish.id)
    assert isinstance(first, Joined)
    assert isinstance(second, Joined)
    assert first.room.table == second.room.table
    assert len(house.tables.house.lobby.runners) == 2


def test_rooms_that_are_opened_at_once_are_spread_over_the_nodes(house: Split) -> None:
    other = house.node("more", TABLES, RoomSettings("dou", "doudizhu", "house", "play"))
    house.meet()
    players = [house.front.client(f"P{number}") for number in range(6)]
    wishes = [messages.OpenRoom(one.next(), "holdem", "standard") for one in players]
    for player, wish in zip(players, wishes, strict=True):
        player.say(wish)
    for player, wish in zip(players, wishes, strict=True):
        assert isinstance(player.reply(wish.id), Joined)
    assert len(other.house.lobby.runners) == len(house.tables.house.lobby.runners) == 1 + 3


def test_a_quick_seat_is_at_the_node_that_has_one(house: Split) -> None:
    second = house.node("more", BOTH, RoomSettings("dou", "doudizhu", "house", "play"))
    house.meet()
    ann, ben = house.front.client("Ann"), second.client("Ben")
    dou = ann.ask(messages.QuickSeat, "doudizhu")
    assert isinstance(dou, Joined)
    assert dou.room.table == "dou"
    holdem = ben.ask(messages.QuickSeat, "holdem")
    assert isinstance(holdem, Joined)
    assert holdem.room.table == "t"
    here = ben.ask(messages.QuickSeat, "doudizhu")
    assert isinstance(here, Joined)
    assert here.room.table == "dou"
    none = ann.ask(messages.QuickSeat, "sabacc")
    assert isinstance(none, Refused)
    assert none.code == "no_room"


def test_a_table_that_nobody_has_is_refused_as_ever(house: Split) -> None:
    ann = house.front.client("Ann")
    for kind in (messages.Join, messages.Queue, messages.Leave):
        refused = ann.ask(kind, "nowhere")
        assert isinstance(refused, Refused)
        assert refused.code == "no_table"


def test_a_player_is_in_on_one_line_of_all_fronts_and_goes_on_where_the_hand_was(
    house: Split,
) -> None:
    ann, ben = house.seated("Ann", "Ben")
    house.front.until(lambda: bool(ann.asked or ben.asked))
    old = ann if ann.asked else ben
    asked = old.asked["t"]
    new = old.resumed(house.other)
    house.front.run(0.2)
    assert old.heard(Goodbye)[-1].code == "moved"
    assert new.heard(Session)[-1].tables == ("t",)
    assert new.asked["t"].turn == asked.turn
    number = new.act("t", asked.turn, asked.ask.default)
    assert isinstance(new.reply(number), Ok)
    house.tables.check()


def test_a_line_that_is_lost_is_no_leave_and_its_player_comes_back_at_another_front(
    house: Split,
) -> None:
    ann, ben = house.seated("Ann", "Ben")
    ann.lose()
    house.front.run(0.2)
    key = str(ann.id)
    assert not house.tables.probe("t").people[key].here
    ann.resumed(house.other)
    house.front.run(0.2)
    assert house.tables.probe("t").people[key].here
    assert house.tables.probe("t").people[str(ben.id)].here


def test_who_mutes_and_blocks_is_heard_at_every_node(house: Split) -> None:
    ann, ben = house.seated("Ann", "Ben")
    ann.ask(messages.Mute, ben.id)
    ben.ask(messages.Say, "t", "muted")
    house.front.run(0.2)
    assert not ann.heard(Chat)
    ann.ask(messages.Mute, ben.id, False)
    ann.ask(messages.Block, ben.id)
    ben.ask(messages.Say, "t", "blocked")
    house.front.run(0.2)
    assert not ann.heard(Chat)
    ann.ask(messages.Block, ben.id, False)
    ben.ask(messages.Say, "t", "heard")
    house.front.run(0.2)
    assert [one.text for chat in ann.heard(Chat) for one in chat.lines] == ["heard"]


def test_a_mute_holds_at_whichever_front_its_player_comes_back(house: Split) -> None:
    ann, ben = house.seated("Ann", "Ben")
    ann.ask(messages.Mute, ben.id)
    house.front.run(0.2)
    again = ann.resumed(house.other)
    house.front.run(0.2)
    ben.ask(messages.Say, "t", "muted")
    house.front.run(0.2)
    assert not again.heard(Chat)
    late = house.node("late", FRONT)
    house.meet()
    there = again.resumed(late)
    house.front.run(0.2)
    ben.ask(messages.Say, "t", "muted")
    house.front.run(0.2)
    assert not there.heard(Chat)
    there.ask(messages.Mute, ben.id, False)
    house.front.run(0.2)
    back = there.resumed(house.front)
    house.front.run(0.2)
    ben.ask(messages.Say, "t", "heard")
    house.front.run(0.2)
    assert "heard" in [one.text for chat in back.heard(Chat) for one in chat.lines]


def test_a_mute_of_one_who_was_cut_off_holds_when_words_are_carried(house: Split) -> None:
    ann, ben = house.seated("Ann", "Ben")
    wire = house.front.words.wire
    wire.cut.add(house.other.words)
    house.front.run(3.0)
    ann.ask(messages.Mute, ben.id)
    wire.cut.clear()
    house.front.run(2.0)
    ann.lose()
    house.front.run(0.2)
    again = ann.resumed(house.other)
    house.front.run(0.2)
    ben.ask(messages.Say, "t", "muted")
    house.front.run(0.2)
    assert not again.heard(Chat)


def test_who_logs_out_at_a_front_leaves_every_table_and_is_cashed_out(house: Split) -> None:
    ann, ben = house.seated("Ann", "Ben")
    player = ann.id
    ann.ask(messages.Logout)
    house.front.until(lambda: house.tables.probe("t").seats.of(str(player)) is None)
    assert ann.heard(Goodbye)[-1].code == "logout"
    ben.plays = True
    house.tables.check()


def test_a_name_that_is_changed_at_a_front_is_the_name_at_tables(house: Split) -> None:
    ann = house.front.client("Ann")
    player = str(ann.id)
    ann.ask(messages.Join, "t")
    ann.ask(messages.Leave, "t")
    assert isinstance(ann.ask(messages.Profile, "Anna"), Ok)
    house.front.run(0.2)
    ann.ask(messages.Join, "t")
    assert house.tables.probe("t").people[player].name == "Anna"


def test_a_request_that_is_sent_again_at_another_front_is_done_once(house: Split) -> None:
    ann = house.front.client("Ann")
    ann.ask(messages.Join, "t")
    ann.ask(messages.Queue, "t")
    house.front.until(lambda: bool(ann.heard(messages.Offer)))
    sit = messages.Sit(ann.next(), "t", ann.heard(messages.Offer)[-1].key, 10_000)
    ann.say(sit)
    ann.lose()
    back = ann.resumed(house.other)
    back.say(sit)
    assert isinstance(back.reply(sit.id), Ok)
    house.front.run(0.5)
    assert house.tables.probe("t").seats.of(str(ann.id)) is not None
    house.tables.check()
    assert back.heard(Purse)[-1].play == 90_000


def test_who_is_barred_at_one_node_is_out_at_all(house: Split) -> None:
    ann, ben = house.seated("Ann", "Ben")
    player, at = ann.id, round(house.tables.time() * 1000)

    def bar(conn: Transaction) -> None:
        measures.take(
            conn, player=player, kind="barred", at=at, until=None, reason="cheats", who="boss"
        )
        settled(conn, player, at)

    house.other.wait(house.other.store.write(bar))
    house.front.run(2.0)
    assert ann.heard(Goodbye)[-1].code == "barred"
    house.front.until(lambda: house.tables.probe("t").seats.of(str(player)) is None)
    assert not ben.ending
    house.tables.check()


def test_a_session_that_is_ended_at_one_node_holds_no_line_at_another(house: Split) -> None:
    ann, ben = house.front.client("Ann"), house.front.client("Ben")
    house.other.wait(house.other.house.sessions.end_all(ann.id))
    house.front.run(2.0)
    assert ann.heard(Goodbye)[-1].code == "logout"
    assert not ben.ending


def test_a_node_says_how_it_is_among_the_others(house: Split) -> None:
    def row(name: str, left: int, skew: int = 0) -> NodeRow:
        return NodeRow(
            name, "1", "front", "", 0, int(name == "front"), 0, 0, skew, "open", "", 1, left
        )

    placed = (Placement("t", None, 1, None), Placement("CASH", "tables", 2, None))
    seen = SharedHouse((row("front", 900, 250), row("tables", 900), row("gone", -1)), placed)
    assert house.front.member.status(seen) == ClusterStatus(
        roles=("front",),
        nats=True,
        linked=3,
        live=2,
        unplaced=1,
        skew_seconds=0.25,
        draining=True,
    )
    before = house.other.member.status(SharedHouse((), ()))
    assert (before.live, before.skew_seconds, before.draining) == (0, 0.0, False)
