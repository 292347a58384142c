"""Tables come to a node and go from it while houses run: the same hand, the same chips, and one
node that carries the payments."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from game_server.bank import bookings
from game_server.bank.entries import purse_of
from game_server.cluster.announcer import Announcer, announced
from game_server.cluster.links import Item
from game_server.config import RoomSettings
from game_server.house.adopted_tables import AdoptedTables
from game_server.lobby.departure import LATEST_S
from game_server.lobby.lobby import COMES_S
from game_server.players.standing import settled
from game_server.refusals import TableSuspended
from game_server.store import ledger, measures, placements, rooms
from game_server.store.placements import CASH, Placement
from game_server.store.transaction import writing
from game_server.table.presence import WATCHER_GRACE
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
        placements.give_up(two.a.conn, [table], "a", "b", two.at["a"].guests(table))
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


def test_a_table_is_idle_or_somebody_is_at_it(two: Two) -> None:
    tables, (ann, table) = two.at["a"], opened(two)
    assert (tables.idle("t"), tables.attended("t")) == (True, False)
    assert (tables.idle(table), tables.attended(table)) == (False, True), "it is a player's"
    ann.ask(messages.Join, "t")
    assert (tables.idle("t"), tables.attended("t")) == (False, True)


def full(two: Two) -> tuple[Client, Client, Client]:
    """A table where all seats are taken: who watches, and who waits first and second."""
    two.players(two.a.runner("t").view.options.most)
    watches, first, second = (two.a.client(name) for name in ("Wendy", "Flo", "Sid"))
    for one in (second, watches, first):
        one.ask(messages.Join, "t")
    for one in (first, second):
        one.ask(messages.Queue, "t")
    return watches, first, second


def kept_their_places(two: Two, watches: Client, first: Client, second: Client) -> None:
    """At node b they are away, and come back to where they were."""
    there = two.b.runner("t").view
    assert there.queue == (str(first.id), str(second.id))
    assert {str(watches.id), str(first.id), str(second.id)} <= there.people.keys()
    assert not any(two.b.probe("t").people[str(one.id)].here for one in (watches, first, second))
    for one in (watches, second, first):
        back = one.resumed(two.b)
        two.b.run(0.2)
        assert not back.heard(messages.Left)
        assert two.b.probe("t").people[str(one.id)].here
        assert two.b.runner("t").view.people[str(one.id)].name == there.people[str(one.id)].name
    assert two.b.runner("t").view.queue == (str(first.id), str(second.id))
    two.b.check()


def test_who_watches_and_who_waits_keep_their_places_when_a_table_moves(two: Two) -> None:
    guests, left = full(two), list[str]()
    two.at["a"].release("t", lambda: left.append("t"))
    two.a.run(LATEST_S + 1)
    with writing(two.a.conn):
        placements.add(two.a.conn, ["t"], "a")
        placements.give_up(two.a.conn, ["t"], "a", "b", two.at["a"].guests("t"))
    two.give("b", "t")
    assert placements.guests(two.a.conn, ["t"]) == {}, "they are known now"
    kept_their_places(two, *guests)


def test_who_watches_and_who_waits_keep_their_places_when_a_node_is_gone(two: Two) -> None:
    guests, told = full(two), list[Item]()
    announcer = Announcer(two.a.house.lobby, two.a.clock, told.append, lambda runner: None)
    announcer.begin()
    two.a.house.stop()
    (_, entries, *_) = told[-1]
    for entry in entries:
        two.b.house.lobby.elsewhere.takes(announced("a", entry))
    two.b.house.lobby.elsewhere.down("a")
    two.give("b", "t")
    kept_their_places(two, *guests)


def test_guests_who_are_barred_or_do_not_come_back_are_forgotten(two: Two) -> None:
    (watches, first, second), left = full(two), list[str]()
    two.at["a"].release("t", lambda: left.append("t"))
    two.a.run(LATEST_S + 1)
    with writing(two.a.conn):
        placements.add(two.a.conn, ["t"], "a")
        placements.give_up(two.a.conn, ["t"], "a", "b", two.at["a"].guests("t"))
        measures.take(
            two.a.conn, player=first.id, kind="barred", at=1, until=None, reason="x", who="ann"
        )
        settled(two.a.conn, first.id, 2)
    two.give("b", "t")
    there = two.b.runner("t").view
    assert (str(first.id) in there.people, there.queue) == (False, (str(second.id),))
    two.b.run(WATCHER_GRACE + 1)
    assert two.b.runner("t").view.queue == ()
    assert str(watches.id) not in two.b.runner("t").view.people


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
