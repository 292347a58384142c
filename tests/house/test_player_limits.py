"""What guests and members may have at a time, and whose seats count together."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from game_server.config import DEFAULT_ROOMS, RoomSettings
from game_server.house.player_limits import PlayerLimits, home_of
from game_server.house.table_requests import MOST_TABLES
from protocol import messages
from protocol.codec import encode
from protocol.messages import Joined, Message, Notice, Offer, Ok, Refused
from tests.house.world import EPS, Client, World

STRICT = replace(EPS, seats_per_address=1)

TABLES = [
    RoomSettings(f"t{number}", "roulette", "standard", "play", 0, 100, 50_000)
    for number in range(10)
]


def member(world: World, name: str) -> Client:
    client = world.client()
    assert isinstance(client.ask(messages.Register, name, f"the password of {name}"), Ok)
    return client


def code(reply: Message) -> str:
    return reply.code if isinstance(reply, Refused) else reply.t


def most(reply: Message) -> object:
    return reply.facts["most"] if isinstance(reply, Refused) else None


def public(client: Client) -> Message:
    return client.ask(messages.OpenRoom, "roulette", "standard", private=False)


def test_a_guest_sits_and_waits_at_three_tables_and_a_member_at_more() -> None:
    world = World(*TABLES)
    codes = {}
    for client in (world.client(), member(world, "Anna")):
        for room in TABLES[:4]:
            client.ask(messages.Join, room.table)
            codes[client, room.table] = code(client.ask(messages.Queue, room.table))
        assert codes[client, "t3"] == ("guest_tables" if client is world.clients[0] else "ok")
        client.ask(messages.Leave, "t0")
        client.ask(messages.Queue, "t3")
    assert [*codes.values()].count("ok") == 7


@pytest.mark.parametrize("wish", ["quick_seat", "a room against bots"])
def test_no_other_way_leads_a_guest_to_more_tables(wish: str) -> None:
    world = World(*TABLES)
    client = world.client()
    for room in TABLES[:3]:
        client.ask(messages.Join, room.table)
        client.ask(messages.Queue, room.table)
    if wish == "quick_seat":
        client.say(messages.QuickSeat(client.next(), "roulette"))
        world.run(0.5)
        before = len(client.heard(Refused))
        client.ask(messages.Join, "t5")
        assert code(client.ask(messages.Queue, "t5")) == "guest_tables"
        assert before <= 1
    else:
        wanted = client.ask(messages.OpenRoom, "holdem", "casino", bots=3)
        assert code(wanted) == "guest_tables"
        assert world.house.lobby.index.opened_by(client.id) == 0


def test_guests_fill_half_of_the_lobby_with_rooms_and_members_the_rest() -> None:
    world = World(*TABLES, limits=PlayerLimits(public_rooms=4))
    one, other = world.client(), world.client()
    assert [code(public(client)) for client in (one, one, other)] == [
        "room",
        "room",
        "rooms_public",
    ]
    assert isinstance(other.ask(messages.OpenRoom, "roulette", "standard", private=True), Joined)
    anna = member(world, "Anna")
    assert [code(public(anna)) for _ in range(3)] == ["room", "room", "rooms_public"]


def test_rooms_that_are_asked_for_all_at_once_are_counted_all_the_same() -> None:
    world = World(*TABLES, limits=PlayerLimits(public_rooms=4))
    clients = [world.client() for _ in range(6)]
    for client in clients:
        wish = messages.OpenRoom(client.next(), "roulette", "standard", private=False)
        client.line.heard(encode(wish), world.clock.seconds())
    world.run(1.0)
    assert sum(len(client.heard(Joined)) for client in clients) == 2
    assert world.house.lobby.index.opened_public() == 2


def test_one_address_has_one_seat_at_the_table_that_plays_for_money() -> None:
    world = World(STRICT)
    first = world.client("Anna", card=0, address="203.0.113.7")
    second = world.client("Bert", card=1, address="203.0.113.7")
    third = world.client("Carl", card=2, address="203.0.113.8")
    assert first.heard(Offer)
    assert third.heard(Offer)
    assert not second.heard(Offer)
    refused = [one for one in second.heard(Notice) if one.code == "address_seated"]
    assert [dict(one.facts) for one in refused] == [{"most": 1}]
    assert second.heard(messages.Joined), "who may not sit is in all the same, and watches"
    assert code(second.ask(messages.Queue, "eps")) == "address_seated"
    first.ask(messages.Leave, "eps")
    assert code(second.ask(messages.Queue, "eps")) == "ok"


def test_the_operator_may_allow_an_address_more_seats() -> None:
    world = World(EPS)
    for number in range(3):
        client = world.client(f"Player {number}", card=number, address="203.0.113.7")
        assert client.heard(Offer)


def test_tables_for_play_take_any_number_of_one_address() -> None:
    world = World(DEFAULT_ROOMS[1])
    for _ in range(3):
        client = world.client(address="203.0.113.7")
        client.ask(messages.Join, "holdem")
        assert code(client.ask(messages.Queue, "holdem")) == "ok"


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("203.0.113.7", "::ffff:203.0.113.7", True),
        ("203.0.113.7", "203.0.113.8", False),
        ("2001:db8:1:1::1", "2001:db8:1:ff::9", True),
        ("2001:db8:1:100::1", "2001:db8:1:200::1", False),
        ("fe80::1%eth0", "fe80::2%eth1", True),
    ],
)
def test_a_home_is_one_address_of_ip_version_4_or_a_network_of_version_6(
    one: str, other: str, same: bool
) -> None:
    assert (home_of(one) == home_of(other)) is same


@pytest.mark.parametrize("address", ["127.0.0.1", "::1", "::ffff:127.0.0.1"])
def test_this_machine_itself_is_nobodys_home(address: str) -> None:
    assert home_of(address) == ""


def with_bots(client: Client) -> Message:
    return client.ask(messages.OpenRoom, "holdem", "standard", bots=1)


def test_one_address_has_so_many_rooms_with_bots_and_the_house_so_many_more() -> None:
    world = World(*TABLES, limits=PlayerLimits(bot_rooms=5, bot_rooms_address=3))
    clients = [world.client(address="203.0.113.7") for _ in range(4)]
    opened = [with_bots(client) for client in clients]
    assert [code(one) for one in opened] == ["room"] * 3 + ["bot_rooms_here"]
    elsewhere = [world.client(address=f"203.0.113.{number}") for number in (8, 9, 10)]
    assert [code(with_bots(client)) for client in elsewhere] == ["room", "room", "bot_rooms_full"]
    # A friend's room without bots is no room with bots, until bots are called to it.
    friends = elsewhere[2].ask(messages.OpenRoom, "holdem", "standard", private=True)
    assert isinstance(friends, Joined)
    called = elsewhere[2].ask(messages.SeatBot, friends.room.table)
    assert code(called) == "bot_rooms_full"
    # Who leaves makes room.
    assert isinstance(opened[0], Joined)
    clients[0].ask(messages.Leave, opened[0].room.table)
    world.run(1.0)
    assert isinstance(elsewhere[2].ask(messages.SeatBot, friends.room.table), Ok)
    assert isinstance(elsewhere[2].ask(messages.SeatBot, friends.room.table), Ok), (
        "and a second one"
    )
    assert code(with_bots(clients[3])) == "bot_rooms_full"


def test_rooms_with_bots_that_are_asked_for_all_at_once_are_counted_all_the_same() -> None:
    world = World(*TABLES, limits=PlayerLimits(bot_rooms_address=3))
    clients = [world.client() for _ in range(8)]
    for client in clients:
        wish = messages.OpenRoom(client.next(), "holdem", "standard", bots=1)
        client.line.heard(encode(wish), world.clock.seconds())
    world.run(1.0)
    assert sum(len(client.heard(Joined)) for client in clients) == 3


def test_nobody_is_counted_against_this_machine_itself() -> None:
    world = World(*TABLES, limits=PlayerLimits(bot_rooms_address=1))
    opened = [with_bots(world.client(address="127.0.0.1")) for _ in range(3)]
    assert [code(one) for one in opened] == ["room"] * 3


def while_they_write(world: World, tables: int, ask: Callable[[str], Message], who: Client) -> None:
    """Ask tables of which each has just answered something that is not on disk, and answers
    something more with this: no view shows yet what any of them has said."""
    runners = [world.runner(room.table) for room in TABLES[:tables]]
    for runner in runners:
        runner.ask(lambda table, now: table.pause(now))
    for runner in runners:
        runner.ask(lambda table, now: table.unpause(now))
        who.line.heard(encode(ask(runner.table_id)), world.clock.seconds())
    world.run(0.5)


def test_rooms_that_are_joined_while_they_write_are_counted_all_the_same() -> None:
    world = World(*TABLES)
    client = world.client()
    while_they_write(world, 10, lambda table: messages.Join(client.next(), table), client)
    inside = [room for room in TABLES if str(client.id) in world.runner(room.table).view.people]
    assert len(inside) == MOST_TABLES
    assert [one.code for one in client.heard(Refused)] == ["tables_many"] * 2


def test_a_guest_who_queues_while_tables_write_waits_at_three() -> None:
    world = World(*TABLES)
    client = world.client()
    for room in TABLES[:5]:
        client.ask(messages.Join, room.table)
    while_they_write(world, 5, lambda table: messages.Queue(client.next(), table), client)
    waits = [room for room in TABLES if world.runner(room.table).view.waits(str(client.id))]
    assert len(waits) == 3
    assert [one.code for one in client.heard(Refused)] == ["guest_tables"] * 2


def test_a_table_takes_so_many_watchers_and_so_many_of_them_into_its_queue() -> None:
    world = World(*TABLES, limits=PlayerLimits(watchers=4, waiting=4))
    guests, anna, bert = (
        [world.client() for _ in range(4)],
        member(world, "Anna"),
        member(world, "Bert"),
    )
    joined = [guest.ask(messages.Join, "t0") for guest in guests]
    assert [code(one) for one in joined] == ["room"] * 3 + ["watchers_many"]
    assert most(joined[3]) == 3
    # Who is in may come in again, and members have places that guests have not.
    assert code(guests[0].ask(messages.Join, "t0")) == "room"
    assert code(anna.ask(messages.Join, "t0")) == "room"
    assert code(bert.ask(messages.Join, "t0")) == "watchers_many"
    guests[0].ask(messages.Leave, "t0")
    assert code(bert.ask(messages.Join, "t0")) == "room"


def test_a_full_queue_takes_the_next_when_somebody_has_left_it() -> None:
    world = World(*TABLES, limits=PlayerLimits(waiting=2))
    anna, bert, carl = (member(world, name) for name in ("Anna", "Bert", "Carl"))
    for client in (anna, bert, carl):
        client.ask(messages.Join, "t0")
    answers = [client.ask(messages.Queue, "t0") for client in (anna, bert, carl)]
    assert [code(one) for one in answers] == ["ok", "ok", "queue_full"]
    assert most(answers[2]) == 2
    # Who waits already is told that, and not that the queue is full.
    assert code(anna.ask(messages.Queue, "t0")) == "queued"
    anna.ask(messages.Unqueue, "t0")
    assert code(carl.ask(messages.Queue, "t0")) == "ok"


@pytest.mark.parametrize("full", ["of watchers", "of those who wait"])
def test_quick_seat_leads_past_a_table_that_is_crowded(full: str) -> None:
    limits = PlayerLimits(watchers=2 if full == "of watchers" else 200, waiting=2)
    world = World(*TABLES[:2], limits=limits)
    for number in range(2):
        client = member(world, f"Anna {number}")
        client.ask(messages.Join, "t0")
        if full == "of those who wait":
            client.ask(messages.Queue, "t0")
    bert = member(world, "Bert")
    seat = bert.ask(messages.QuickSeat, "roulette")
    assert isinstance(seat, Joined)
    assert seat.room.table == "t1"
