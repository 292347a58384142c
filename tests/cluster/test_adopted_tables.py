"""Tables come to a node and go from it while houses run: the same hand, the same chips, and one
node that carries the payments."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from game_server.bank import bookings
from game_server.bank.entries import purse_of
from game_server.config import RoomSettings
from game_server.house.adopted_tables import AdoptedTables
from game_server.lobby.departure import LATEST_S
from game_server.lobby.lobby import COMES_S
from game_server.refusals import TableSuspended
from game_server.store import ledger, placements, rooms
from game_server.store.placements import CASH, Placement
from game_server.store.transaction import writing
from protocol import messages
from protocol.messages import Joined, Paid, Refused
from tests.house.world import EPS, Client, World

HOLDEM = RoomSettings("t", "holdem", "standard", "play", 200, 4_000, 40_000, pause=1.0)


class Two:
    """Two nodes of one house, with the tables that the test gives them."""

    def __init__(self, *settings: RoomSettings) -> None:
        self.a = World(*settings, node="a")
        self.b = World(*settings, node="b", beside=self.a)
        self.at = {world.node: self._tables(world) for world in (self.a, self.b)}

    @staticmethod
    def _tables(world: World) -> AdoptedTables:
        house = world.house
        return AdoptedTables(house.means, house.lobby, house.hours, house.cashier)

    def give(self, node: str, *units: str) -> None:
        """These are placed there, and run."""
        for tables in self.at.values():
            tables.placed({unit: Placement(unit, node, 1, None) for unit in units})
        self.at[node].adopt(units)
        self.a.run(0.2)

    def players(self, count: int = 2, cards: bool = False) -> Sequence[Client]:
        """They sit at node a."""
        clients = [self.a.client(f"Player {number}") for number in range(count)]
        for client in clients:
            client.seat("t", 20_000)
        return clients


@pytest.fixture
def two() -> Two:
    made = Two(HOLDEM)
    made.give("a", "t")
    return made


def stacks(world: World) -> dict[str, int]:
    return world.runner("t").view.holdings()


def test_a_table_goes_when_its_round_is_over_and_goes_on_elsewhere_with_the_same_seats(
    two: Two,
) -> None:
    clients, gone = two.players(), list[str]()
    two.a.until(lambda: any(one.asked for one in clients))
    runner = two.a.runner("t")
    two.at["a"].release("t", lambda: gone.append("t"))
    two.a.run(5.0)
    assert gone == [], "a round is in play"
    number = two.a.probe("t").rounds
    for one in clients:
        one.plays = True
    two.a.until(lambda: bool(gone))
    assert all(one.codes()[-1] == "paused" for one in clients)
    assert runner.view.round is None
    with pytest.raises(TableSuspended):
        two.a.wait(runner.ask(lambda table, now: []))
    assert two.at["a"].here == set()
    held = runner.view.holdings()
    two.give("b", "t")
    assert stacks(two.b) == held
    assert two.b.probe("t").rounds == number
    back = [one.resumed(two.b) for one in clients]
    two.b.until(lambda: two.b.probe("t").rounds > number + 1)
    assert all(one.heard(messages.Told) for one in back)
    two.b.check()


def test_a_table_whose_round_does_not_end_goes_in_the_middle_of_it(two: Two) -> None:
    clients, gone = two.players(), list[str]()
    two.a.until(lambda: any(one.asked for one in clients))
    asked = next(one for one in clients if one.asked)
    two.a.runner("t").go(lambda table, now: table.pause(now))
    two.at["a"].release("t", lambda: gone.append("t"))
    two.a.run(LATEST_S - 1)
    assert gone == []
    before = two.a.probe("t")
    two.a.run(2)
    assert gone == ["t"]
    two.give("b", "t")
    after = two.b.probe("t")
    assert before.round is not None
    assert after.round is not None
    assert (after.rounds, list(after.round.said)) == (before.rounds, list(before.round.said))
    refused = asked.reply(asked.act("t", asked.asked["t"].turn, asked.asked["t"].ask.default))
    assert isinstance(refused, Refused)
    assert (refused.code, refused.facts) == ("elsewhere", {"node": "b"})
    two.b.check()


def test_chips_that_no_seat_has_go_back_to_their_owner(two: Two) -> None:
    (one, _), gone = two.players(), list[str]()
    two.at["a"].release("t", lambda: gone.append("t"))
    two.a.run(LATEST_S + 1)
    assert gone == ["t"]
    own = purse_of(one.id, "play")
    had = ledger.balance(two.a.conn, own)
    ledger.book(two.a.conn, bookings.top_up("lost", one.id, "t", 500, "play", 7))
    two.give("b", "t")
    assert ledger.balance(two.b.conn, own) == had
    two.b.check()


def test_a_room_that_a_player_opens_is_placed_and_is_forgotten_when_it_is_over(two: Two) -> None:
    ann = two.a.client("Ann")
    opened = ann.ask(messages.OpenRoom, "holdem", "standard")
    assert isinstance(opened, Joined)
    table = opened.room.table
    (placed,) = (one for one in placements.of_house(two.a.conn) if one.unit == table)
    assert placed.node == "a"
    two.at["a"].adopt([table])
    two.a.run(0.2)
    assert two.a.runner(table).view.waits(str(ann.id)) or ann.heard(Joined), "it is the same one"
    ann.ask(messages.Leave, table)
    two.a.until(lambda: table not in two.a.house.lobby.runners)
    assert placements.of_house(two.a.conn) == ()


def opened(two: Two) -> tuple[Client, str]:
    """A room that somebody has opened at node a, and is in."""
    ann = two.a.client("Ann")
    joined = ann.ask(messages.OpenRoom, "holdem", "standard")
    assert isinstance(joined, Joined)
    return ann, joined.room.table


def gone(two: Two, table: str) -> None:
    """It goes from node a to node b."""
    left = list[str]()
    two.at["a"].release(table, lambda: left.append(table))
    two.a.until(lambda: bool(left))
    with writing(two.a.conn):
        placements.give_up(two.a.conn, [table], "a", "b")
    two.give("b", table)


def test_a_room_that_came_is_open_for_a_while_to_those_who_were_in_it(two: Two) -> None:
    ann, table = opened(two)
    gone(two, table)
    two.b.run(COMES_S - 5)
    back = ann.resumed(two.b)
    assert isinstance(back.ask(messages.Join, table), Joined)
    two.b.run(10)
    assert table in two.b.house.lobby.runners


def test_a_room_that_came_and_to_which_nobody_comes_is_closed(two: Two) -> None:
    _, table = opened(two)
    gone(two, table)
    two.b.run(COMES_S + 1)
    assert table not in two.b.house.lobby.runners
    assert placements.of_house(two.b.conn) == ()


def test_whoever_has_no_seat_keeps_a_table_where_it_is(two: Two) -> None:
    tables, (_, table) = two.at["a"], opened(two)
    assert (tables.idle("t"), tables.all_sit("t")) == (True, False)
    assert (tables.idle(table), tables.all_sit(table)) == (False, False), "it is a player's"
    two.players()
    assert (tables.idle("t"), tables.all_sit("t")) == (False, True)
    two.a.client("Cleo").ask(messages.Join, "t")
    assert (tables.idle("t"), tables.all_sit("t")) == (False, False)


def test_a_table_that_is_coming_cannot_go_yet() -> None:
    two = Two(HOLDEM)
    two.at["a"].placed({"t": Placement("t", "a", 1, None)})
    two.at["a"].adopt(["t"])
    assert not two.at["a"].can_go("t")
    two.a.run(0.2)
    assert two.at["a"].can_go("t")
    (config,) = two.a.rooms()
    created = two.a.house.lobby.create(replace(config, table="late"))
    assert not two.at["a"].can_go("late")
    two.a.wait(created)
    assert two.at["a"].can_go("late")


def test_a_table_that_is_in_no_settings_is_left_to_others(two: Two) -> None:
    rooms.keep(two.a.conn, rooms.OpenedRoom("over", "1", "{}"), 1)
    rooms.close(two.a.conn, "over", 2)
    placements.add(two.a.conn, ["late", "over"], "a")
    two.at["a"].adopt(["late", "over"])
    two.a.run(0.2)
    assert [(one.unit, one.node) for one in placements.of_house(two.a.conn)] == [("late", None)]
    assert not two.at["a"].can("late")
    assert two.at["a"].here == {"t"}


def test_all_tables_and_rooms_are_known_as_units() -> None:
    two = Two(HOLDEM, EPS)
    rooms.keep(two.a.conn, rooms.OpenedRoom("broken", "1", "no settings"), 1)
    assert set(two.at["b"].units(two.b.conn)) == {CASH, "t"}


def test_one_node_carries_the_payments_and_the_next_goes_on_with_them() -> None:
    two = Two(HOLDEM, EPS)
    two.give("a", CASH)
    ann = two.a.client("Ann", card=1)
    two.a.until(lambda: bool(ann.heard(messages.Offer)))
    ann.sit("eps", 10_000)
    two.a.until(lambda: stacks_at(two.a, "eps") == 10_000)
    two.a.bank.silent = True
    number = ann.next()
    ann.say(messages.Buy(number, "eps", 5_000))
    two.a.run(1.0)
    gone = list[str]()
    two.at["a"].release(CASH, lambda: gone.append(CASH))
    two.a.until(lambda: bool(gone))
    two.a.bank.silent = False
    two.a.run(90.0)
    assert not two.a.house.lobby.runners
    assert stacks_on_disk(two.a) == 10_000, "nobody carries it"
    two.give("b", CASH)
    two.b.until(lambda: stacks_at(two.b, "eps") == 15_000)
    assert isinstance(ann.heard(Paid)[-1], Paid)
    two.b.check()


def stacks_at(world: World, table: str) -> int:
    return sum(world.runner(table).view.holdings().values())


def stacks_on_disk(world: World) -> int:
    return sum(ledger.escrows(world.conn, "eps").values())
