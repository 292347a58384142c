"""Rooms that are listed, opened, filled with bots, found, left and closed."""

import pytest

from game_server.config import RoomSettings
from game_server.store import rooms
from game_server.table.upkeep import ALONE_S
from protocol import messages
from protocol.codec import encode
from protocol.messages import Goodbye, Joined, Notice, Offer, Purse, Refused, Rooms, Seats
from protocol.words import BOT_NAME
from tests.house.test_restart import in_mid_hand
from tests.house.test_whole_rounds import ROOMS
from tests.house.world import Client, World
from tests.table_probe import TableProbe


def opened(world: World, client: Client, *wish: object, **more: object) -> str:
    joined = client.ask(messages.OpenRoom, *wish, **more)
    assert isinstance(joined, Joined), joined
    return joined.room.table


def test_who_watches_the_lobby_sees_the_rooms_and_every_change() -> None:
    world = World(ROOMS["roulette"], RoomSettings("h", "holdem", "standard", stake=200))
    watcher = world.client("Watcher")
    watcher.ask(messages.Lobby)
    whole = watcher.heard(Rooms)[-1]
    assert whole.whole
    assert {room.table: room.taken for room in whole.rooms} == {"t": 0, "h": 0}
    only = world.client("Only")
    only.ask(messages.Lobby, "holdem")
    assert [room.table for room in only.heard(Rooms)[-1].rooms] == ["h"]
    world.client("Anna").seat("t", 5_000)
    world.run(0.5)
    assert [(room.table, room.taken) for room in watcher.heard(Rooms)[-1].rooms] == [("t", 1)]
    assert len(only.heard(Rooms)) == 1


@pytest.mark.req("C-2.2", "C-5.3")
@pytest.mark.parametrize(
    ("game", "preset", "most"), [("holdem", "casino", 6), ("sabacc", "house", 3)]
)
def test_exactly_as_many_opponents_sit_as_were_chosen(game: str, preset: str, most: int) -> None:
    world = World(ROOMS["roulette"])
    client = world.client("Anna")
    for bots in range(1, most + 1):
        table = opened(world, client, game, preset, bots=bots)
        assert sum(1 for _ in world.probe(table).seats.bots()) == bots
        called = [one.name for _, one in world.probe(table).seats.bots()]
        assert len({name for name in called if name.startswith(BOT_NAME)}) == bots
        assert client.heard(Offer)[-1].table == table
        client.sit(table, 60_000)
        refused = client.ask(messages.SeatBot, table)
        assert isinstance(refused, Refused), "the number does not change during the stay"
        world.check()
        client.ask(messages.Leave, table)
        world.run(30, 0.25)
        assert table not in world.house.lobby.runners, "leaving resets the opponents"
        world.check()
    refused = client.ask(messages.OpenRoom, game, preset, bots=most + 1)
    assert isinstance(refused, Refused)
    assert refused.code == "bots_many"


@pytest.mark.req("C-2.3")
def test_casino_opponents_bring_1000_to_10000_chips_newly_drawn() -> None:
    brought = set()
    world = World(ROOMS["roulette"])
    client = world.client("Anna")
    for _ in range(4):
        table = opened(world, client, "holdem", "casino", bots=6)
        amounts = [
            amount
            for player, amount in world.runner(table).view.holdings().items()
            if player.startswith("bot:")
        ]
        assert all(100_000 <= amount <= 1_000_000 for amount in amounts)
        brought |= set(amounts)
        client.ask(messages.Leave, table)
        world.run(0.2)
    assert len(brought) > 20


@pytest.mark.req("C-5.16")
def test_sabacc_opponents_bring_a_multiple_of_50_chips() -> None:
    world = World(ROOMS["roulette"])
    client = world.client("Anna")
    table = opened(world, client, "sabacc", "house", bots=3)
    amounts = list(world.runner(table).view.holdings().values())
    assert len(amounts) == 3
    assert all(amount % 5_000 == 0 and 50_000 <= amount <= 500_000 for amount in amounts)


@pytest.mark.parametrize(("game", "preset"), [("holdem", "casino"), ("sabacc", "house")])
def test_bots_of_a_table_of_ones_own_never_show_more_than_what_one_brings_there(
    game: str, preset: str
) -> None:
    world = World(ROOMS["roulette"])
    client = world.client("Anna")
    table = opened(world, client, game, preset, bots=3, buy_in=50_000)
    client.sit(table, 50_000)
    world.run(2)
    shown = [
        one.stack + one.coming
        for told in client.heard(messages.Seats)
        for one in told.seats.values()
        if one.bot
    ]
    assert shown
    assert set(shown) == {50_000}
    world.check()


@pytest.mark.req("H-FR2", "H-FR3", "H-FR10")
def test_heads_up_is_played_for_the_stakes_and_both_buy_ins_that_were_chosen() -> None:
    world = World(ROOMS["roulette"])
    client = world.client("Anna")
    wish = {"stake": 400, "buy_in": 20_000, "bots": 1, "bot": "hard", "bot_buy_in": 12_000}
    table = opened(world, client, "holdem", "heads_up", **wish)
    offer = client.heard(Offer)[-1]
    assert (offer.least_buy_in, offer.most_buy_in) == (20_000, 20_000)
    client.sit(table, 20_000)
    runner = world.runner(table)
    assert sorted(runner.view.holdings().values()) == [12_000, 20_000]
    assert [one.bot for _, one in TableProbe.of(runner).seats.bots()] == ["hard"]
    assert TableProbe.of(runner).options.big_blind == 400
    assert TableProbe.of(runner).options.first_button == "high_card"
    client.plays = True
    world.until(lambda: TableProbe.of(runner).rounds >= 2 or TableProbe.of(runner).over, step=0.25)
    world.check()
    if not TableProbe.of(runner).over:
        client.ask(messages.Leave, table)
    world.run(60, 0.25)
    purse = client.heard(Purse)[-1]
    assert purse.play == 100_000 + purse.profit["holdem"]
    again = client.resumed()
    world.run(0.1)
    assert again.heard(Purse)[-1].profit == purse.profit


@pytest.mark.req("C-2.5", "C-5.17")
@pytest.mark.parametrize(("game", "preset"), [("holdem", "casino"), ("sabacc", "house")])
def test_what_everybody_has_is_carried_from_game_to_game_of_a_stay(game: str, preset: str) -> None:
    world = World(ROOMS["roulette"])
    client = world.client("Anna")
    table = opened(world, client, game, preset, bots=2)
    client.sit(table, 80_000)
    client.plays = True
    room = world.probe(table)
    for _ in range(3):
        number = room.host.rounds
        world.until(
            lambda n=number: room.over or (room.host.rounds > n and room.host.round is None),  # type: ignore[misc]
            step=0.25,
        )
        if room.over:
            break
        world.run(0.1)
        world.check()
        shown = {one.name: one.stack + one.coming for one in client.heard(Seats)[-1].seats.values()}
        held = {room.seats[seat].name: room.owned(seat) for seat in room.seats}
        assert shown == held
        assert sorted(held.values()) == sorted(world.runner(table).view.holdings().values())
    world.check()


def test_friends_find_a_private_room_by_its_code_and_strangers_do_not() -> None:
    world = World(ROOMS["roulette"])
    owner, friend = world.client("Anna"), world.client("Berta")
    table = opened(world, owner, "doudizhu", "house")
    code = owner.heard(Joined)[-1].room.code
    assert len(code) == 6
    assert not set(code) & set("IO01L")
    assert table not in [room.table for room in world.house.lobby.board.public()]
    refused = friend.ask(messages.Join, table)
    assert isinstance(refused, Refused)
    assert refused.code == "private"
    assert isinstance(friend.ask(messages.Join, "", code.lower()), Joined)
    for client in (owner, friend):
        client.ask(messages.Leave, table)
    world.run(0.5)
    assert table not in world.house.lobby.runners, "an empty private room closes"
    assert rooms.still_open(world.conn) == ()


@pytest.mark.req("D-S0.1", "D-S1.2")
def test_dou_dizhu_with_a_bot_begins_when_all_are_ready() -> None:
    world = World(ROOMS["roulette"])
    owner, friend = world.client("Anna"), world.client("Berta")
    table = opened(world, owner, "doudizhu", "house")
    friend.ask(messages.Join, "", owner.heard(Joined)[-1].room.code)
    assert isinstance(owner.ask(messages.SeatBot, table), messages.Ok)
    for client in (owner, friend):
        client.ask(messages.Queue, table)
        client.sit(table, 50_000)
        client.plays = True
    world.run(10, 0.5)
    assert world.probe(table).round is None
    owner.ask(messages.Ready, table)
    assert world.probe(table).round is None
    friend.ask(messages.Ready, table)
    assert world.probe(table).round is not None
    world.until(lambda: world.probe(table).round is None, step=0.5)
    world.check()


def test_an_opened_room_goes_on_after_a_power_cut_and_opens_once() -> None:
    world = World(ROOMS["roulette"])
    client = world.client("Anna")
    number = client.next()
    wish = messages.OpenRoom(number, "holdem", "casino", bots=3)
    client.say(wish)
    table = client.heard(Joined)[-1].room.table
    client.sit(table, 50_000)
    world.until(lambda: bool(client.asked))
    world.restart()
    back = client.resumed()
    assert table in back.asked
    back.say(wish)
    world.run(0.2)
    assert back.heard(Joined)[-1].room.table == table
    assert len(world.house.lobby.runners) == 2
    world.check()


@pytest.mark.req("E-RF-JG-006", "E-RF-PI-001")
def test_quick_seat_queues_where_a_seat_is_free_soonest() -> None:
    world = World(
        RoomSettings("full", "holdem", "heads_up", stake=200, least_buy_in=4_000),
        RoomSettings("some", "holdem", "standard", stake=200, least_buy_in=4_000),
        RoomSettings("none", "holdem", "standard", stake=200, least_buy_in=4_000),
    )
    for table in ("full", "full", "some"):
        world.client().seat(table, 20_000)
    client = world.client("Quick")
    joined = client.ask(messages.QuickSeat, "holdem")
    assert isinstance(joined, Joined)
    assert joined.room.table == "some"
    assert client.heard(Offer)[-1].table == "some"


@pytest.mark.req("E-DD-001")
def test_a_crowd_opens_a_second_table_like_the_first() -> None:
    world = World(
        RoomSettings("h", "holdem", "heads_up", stake=200, least_buy_in=4_000, second_table=True)
    )
    for _ in range(2):
        world.client().seat("h", 20_000)
    crowd = [world.client() for _ in range(3)]
    for client in crowd:
        client.ask(messages.Join, "h")
        client.ask(messages.Queue, "h")
    world.run(0.5)
    (notice,) = [one for one in crowd[0].heard(Notice) if one.code == "second_table"]
    other = str(notice.facts["other"])
    crowd[0].seat(other, 20_000)
    assert world.probe(other).config.preset == "heads_up"


def crowded() -> tuple[World, str]:
    """A full table with three who wait, and the second table that this has opened."""
    world = World(
        RoomSettings("h", "holdem", "heads_up", stake=200, least_buy_in=4_000, second_table=True)
    )
    for _ in range(2):
        world.client().seat("h", 20_000)
    crowd = [world.client() for _ in range(3)]
    for client in crowd:
        client.ask(messages.Join, "h")
        client.ask(messages.Queue, "h")
    world.run(0.5)
    (other,) = world.house.lobby.runners.keys() - {"h"}
    return world, other


def test_a_second_table_that_nobody_enters_closes_and_the_next_crowd_opens_another() -> None:
    world, other = crowded()
    world.run(ALONE_S + 1, 0.5)
    assert set(world.house.lobby.runners) == {"h"}
    assert [one.name for one in rooms.still_open(world.conn)] == []
    world.client().seat("h", 20_000)
    for client in [world.client() for _ in range(3)]:
        client.ask(messages.Join, "h")
        client.ask(messages.Queue, "h")
    world.run(0.5)
    (again,) = world.house.lobby.runners.keys() - {"h"}
    assert again != other


def test_a_third_table_opens_while_the_queue_stays_long_and_only_one_at_a_time() -> None:
    world, other = crowded()
    for _ in range(2):
        world.client().seat(other, 20_000)
    more = [world.client() for _ in range(3)]
    for client in more:
        client.ask(messages.Join, "h")
    for client in more:
        # All at once: the table for the first of them is still being opened.
        client.line.heard(encode(messages.Queue(client.next(), "h")), world.clock.seconds())
    world.run(0.5)
    assert len(world.house.lobby.runners) == 3
    world.check()


def test_bots_keep_the_seats_warm_and_give_way_to_people() -> None:
    world = World(RoomSettings("h", "holdem", "heads_up", stake=200, least_buy_in=4_000, bots=1))
    anna = world.client("Anna")
    anna.seat("h", 20_000)
    world.run(0.5)
    assert sum(1 for _ in world.probe("h").seats.bots()) == 1
    anna.plays = True
    berta = world.client("Berta")
    berta.ask(messages.Join, "h")
    berta.ask(messages.Queue, "h")
    world.until(lambda: bool(berta.heard(Offer)), step=0.25)
    berta.sit("h", 20_000)
    assert not any(one.is_bot for one in world.probe("h").seats.values())
    world.check()


@pytest.mark.parametrize("game", ROOMS)
def test_a_house_that_closes_lets_the_hand_end_and_cashes_everybody_out(game: str) -> None:
    world = in_mid_hand(game, 1)
    playing = world.probe("t").rounds
    closed: list[None] = []
    table = world.probe("t")
    world.house.close().addCallback(closed.append)
    assert all("closing" in client.codes() for client in world.clients)
    late = Client(world)
    late.say(messages.Guest(1))
    assert late.heard(Refused)[-1].code == "house_closes"
    late.cut = True
    for client in world.clients:
        client.plays = not client.cut
    world.until(lambda: bool(closed), seconds=900, step=0.5)
    assert table.host.rounds == playing, "no new round begins"
    for client in world.clients:
        if client is not late:
            assert client.heard(Goodbye)[-1].code == "house_closes"
            assert client.ending == "goodbye"
    (left,) = world.conn.execute(
        "SELECT count(*) FROM accounts a JOIN balances b ON b.account = a.id"
        " WHERE a.kind = 'escrow' AND b.amount <> 0"
    ).fetchone()
    assert left == 0
    world.check()


def test_who_asks_a_room_that_closes_at_this_moment_is_answered() -> None:
    world = World(ROOMS["roulette"])
    client = world.client("Anna")
    table = opened(world, client, "roulette", "standard")
    client.ask(messages.Queue, table)
    client.sit(table, 20_000)
    runner, rows = world.runner(table), world.store.commits
    # The leave, which empties the room, is on its way to the disk when the rest is asked.
    client.line.heard(encode(messages.Leave(client.next(), table)), world.clock.seconds())
    late = client.next()
    client.line.heard(encode(messages.Leave(late, table)), world.clock.seconds())
    wrong: list[object] = []
    runner.ask(lambda room, now: []).addErrback(lambda failure: wrong.append(failure.value))
    world.run(1.0)
    assert world.store.commits > rows
    assert table not in world.house.lobby.runners
    assert isinstance(client.reply(late), Refused)
    runner.ask(lambda room, now: []).addErrback(lambda failure: wrong.append(failure.value))
    assert [getattr(one, "code", "") for one in wrong] == ["closing", "closing"]
    world.check()


def test_who_comes_on_another_line_is_shown_no_changes_of_a_list_that_was_not_asked_for() -> None:
    world = World(ROOMS["roulette"])
    watcher = world.client("Watcher")
    watcher.ask(messages.Lobby)
    back = watcher.resumed()
    world.client("Anna").seat("t", 5_000)
    world.run(0.5)
    assert not back.heard(Rooms)


@pytest.mark.parametrize("game", ["blackjack", "roulette"])
def test_one_plays_alone_with_the_house_at_a_table_of_ones_own(game: str) -> None:
    world = World(ROOMS["holdem"])
    client = world.client("Anna")
    table = opened(world, client, game, "standard", buy_in=20_000, unhurried=True)
    runner = world.runner(table)
    assert runner.config.solo
    assert runner.config.untimed > 0
    assert not any(TableProbe.of(runner).seats.bots())
    assert table not in [room.table for room in world.house.lobby.board.public()]
    client.sit(table, 20_000)
    world.until(lambda: bool(client.asked), step=0.25)
    world.run(300, 5.0)
    assert table in client.asked, "the table waits"
    client.plays = True
    number = TableProbe.of(runner).rounds
    world.until(lambda: TableProbe.of(runner).rounds > number, step=0.25)
    world.check()
    client.ask(messages.Leave, table)
    world.run(60, 0.5)
    assert table not in world.house.lobby.runners
    world.check()


def test_a_room_for_friends_of_a_game_that_needs_two_is_one_however_unhurried() -> None:
    world = World(ROOMS["holdem"])
    client = world.client("Anna")
    table = opened(world, client, "holdem", "standard", unhurried=True)
    assert not world.runner(table).config.solo
    assert client.heard(Joined)[-1].room.code
