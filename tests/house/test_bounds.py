"""What may be wished is bounded: stakes, buy-ins, bots, new starts, rooms at a time."""

from typing import Any

import pytest

from game_server.bank.bookings import GIFT, granted
from game_server.bank.entries import bots, purse_of
from game_server.config import RoomSettings
from game_server.house.new_start import NEW_START_MS
from game_server.house.table_requests import MOST_TABLES
from game_server.lobby.opening import configured
from game_server.rules.catalogue import GAMES
from game_server.store import ledger
from game_server.store.escrows import all_escrows
from protocol import buy_ins, messages
from protocol.buy_ins import MOST_BROUGHT, MOST_OF_BOT, MOST_STAKE
from protocol.messages import Joined, Purse, Refused
from protocol.words import Refusal
from tests.house.test_lobby import opened
from tests.house.test_whole_rounds import ROOMS
from tests.house.world import Client, World

LARGEST = 10**15
"""The largest amount that a message can name."""


def refused(client: Client, *wish: object, **more: object) -> Refused:
    answer = client.ask(messages.OpenRoom, *wish, **more)
    assert isinstance(answer, Refused), answer
    return answer


@pytest.mark.parametrize(
    ("wish", "code", "most"),
    [
        ({"stake": LARGEST}, "stake_high", MOST_STAKE),
        ({"stake": MOST_STAKE + 2}, "stake_high", MOST_STAKE),
        ({"buy_in": LARGEST}, "buy_in_high", MOST_BROUGHT),
        ({"buy_in": MOST_BROUGHT + 1}, "buy_in_high", MOST_BROUGHT),
        ({"bots": 1, "bot_buy_in": LARGEST}, "bot_buy_in_high", MOST_OF_BOT),
        ({"bots": 1, "buy_in": 20_000, "bot_buy_in": 20_001}, "bot_buy_in_high", 20_000),
        (
            {"bots": 1, "stake": MOST_STAKE},
            "stake_high",
            MOST_OF_BOT // buy_ins.BUY_INS[0],
        ),
    ],
)
def test_a_room_of_fortunes_is_refused_with_the_most_that_is_right(
    wish: dict[str, Any], code: str, most: int
) -> None:
    world = World(ROOMS["roulette"])
    client = world.client("Anna")
    no = refused(client, "holdem", "standard", **wish)
    assert (no.code, no.facts["most"]) == (code, most)
    assert len(world.house.lobby.runners) == 1
    world.check()


def test_the_largest_sums_that_may_be_wished_are_wished() -> None:
    world = World(ROOMS["roulette"])
    client = world.client("Anna")
    opened(world, client, "holdem", "standard", stake=MOST_STAKE, buy_in=MOST_BROUGHT)
    most = MOST_OF_BOT // buy_ins.BUY_INS[0]
    opened(world, client, "holdem", "standard", stake=most, bots=6, bot_buy_in=MOST_OF_BOT)
    world.check()


@pytest.mark.parametrize("settings", [{"stake": LARGEST}, {"most_buy_in": LARGEST}])
def test_a_room_of_the_settings_has_the_same_bounds(settings: dict[str, Any]) -> None:
    with pytest.raises(Refusal, match="the most is"):
        configured(RoomSettings("t", "holdem", "standard", **settings))


def test_no_bot_sits_where_chips_are_money() -> None:
    with pytest.raises(Refusal) as wrong:
        configured(RoomSettings("t", "holdem", "eps", "cash", bots=1))
    assert wrong.value.code == "bots_cash"


SOLO = [(game, preset) for game in GAMES for preset in GAMES[game].presets]


@pytest.mark.parametrize(("game", "preset"), SOLO)
@pytest.mark.parametrize("wish", [{}, {"bot_buy_in": MOST_OF_BOT}])
def test_bots_bring_at_most_what_the_one_brings_who_plays_them(
    game: str, preset: str, wish: dict[str, int]
) -> None:
    world = World(ROOMS["roulette"])
    client = world.client("Anna")
    most = GAMES[game].presets[preset].most
    table = opened(world, client, game, preset, bots=most - 1, **wish)
    brought = max(100, world.runner(table).view.least)
    client.sit(table, brought)
    runner = world.runner(table)
    held = {who: chips for who, chips in runner.view.holdings().items() if who.startswith("bot:")}
    assert len(held) == most - 1
    assert set(held.values()) == {brought}
    assert ledger.balance(world.conn, bots("play")) == -sum(held.values())
    world.check()
    world.restart()
    assert world.runner(table).view.holdings() == runner.view.holdings()
    world.check()


def test_bots_that_are_called_to_friends_bring_no_more_than_who_sits_there() -> None:
    world = World(ROOMS["roulette"])
    owner = world.client("Anna")
    table = opened(world, owner, "holdem", "standard", stake=2, buy_in=MOST_BROUGHT)
    assert isinstance(owner.ask(messages.SeatBot, table), messages.Ok)
    owner.ask(messages.Queue, table)
    owner.sit(table, 100)
    assert isinstance(owner.ask(messages.SeatBot, table), messages.Ok)
    assert set(world.runner(table).view.holdings().values()) == {100}
    assert ledger.balance(world.conn, bots("play")) == -200
    world.check()


def test_bots_are_called_to_no_table_of_fortunes() -> None:
    world = World(ROOMS["roulette"])
    owner = world.client("Anna")
    table = opened(world, owner, "holdem", "standard", stake=MOST_STAKE)
    answer = owner.ask(messages.SeatBot, table)
    assert isinstance(answer, Refused)
    assert answer.code == "stake_high"
    world.check()


def test_one_who_is_out_of_chips_gets_a_new_start_once_a_day() -> None:
    world = World(ROOMS["roulette"])
    client = world.client("Anna")

    purses: list[Purse] = []
    inside: list[Client] = []

    def lose_all() -> None:
        held = ledger.balance(world.conn, purse_of(client.id, "play"))
        world.conn.execute("BEGIN")
        world.numbers += 1
        ledger.book(world.conn, granted(world.numbers, client.id, -held, 1, "lost"))
        world.conn.execute("COMMIT")

    def codes() -> list[str]:
        back = client.resumed()
        world.run(0.2)
        client.token = back.token
        inside.append(back)
        purses.append(back.heard(Purse)[-1])
        return [code for code in back.codes() if code.startswith("new_start")]

    lose_all()
    assert codes() == ["new_start"]
    assert purses[-1].wait == 0, "nobody waits who has chips"
    lose_all()
    assert codes() == ["new_start_later"]
    assert NEW_START_MS - 5_000 < purses[-1].wait < NEW_START_MS
    world.clock.advance(NEW_START_MS / 1000 - 60)
    assert codes() == ["new_start_later"]
    assert 0 < purses[-1].wait < 60_000
    # Whoever is in when the wait ends is given them there and then, and once.
    here = inside[-1]
    world.clock.advance(purses[-1].wait / 1000 - 1)
    assert "new_start" not in here.codes()
    world.run(60)
    assert here.codes().count("new_start") == 1
    assert here.heard(Purse)[-1].play == GIFT
    assert codes() == []
    lose_all()
    assert codes() == ["new_start_later"]
    # Whoever is out then is given them at the door.
    inside[-1].lose()
    world.clock.advance(NEW_START_MS / 1000)
    assert codes() == ["new_start"]
    world.check()


def test_one_is_in_eight_rooms_at_most_and_back_in_all_of_them() -> None:
    rooms = [RoomSettings(f"t{n}", "roulette", "standard", "play") for n in range(MOST_TABLES + 1)]
    world = World(*rooms)
    client = world.client()
    # A guest sits at fewer tables.
    kept = client.ask(messages.Register, "Anna", "seven grey herons walk")
    assert isinstance(kept, messages.Ok), kept
    for room in rooms[:-1]:
        assert isinstance(client.ask(messages.Join, room.table), Joined)
        client.ask(messages.Queue, room.table)
        client.sit(room.table, 1_000)
    answer = client.ask(messages.Join, rooms[-1].table)
    assert isinstance(answer, Refused)
    assert (answer.code, answer.facts) == ("tables_many", {"most": MOST_TABLES})
    world.run(1.0)
    world.restart()
    back = client.resumed()
    world.run(0.5)
    assert set(back.heard(messages.Session)[-1].tables) == {room.table for room in rooms[:-1]}
    assert {one.table for one in back.heard(messages.Seats) if one.you is not None} == {
        room.table for room in rooms[:-1]
    }
    world.check()


def test_a_room_of_fortunes_from_before_is_not_opened_again_and_its_chips_go_back() -> None:
    world = World(ROOMS["roulette"])
    client = world.client("Anna")
    table = opened(world, client, "holdem", "standard", bots=1)
    client.sit(table, 50_000)
    (kept,) = world.conn.execute("SELECT config FROM rooms WHERE name = ?", (table,)).fetchone()
    grown = kept.replace('"stake": 1000', f'"stake": {LARGEST}')
    assert grown != kept
    world.conn.execute("UPDATE rooms SET config = ? WHERE name = ?", (grown, table))
    world.restart()
    assert set(world.house.lobby.runners) == {"t"}
    assert all_escrows(world.conn) == ()
    assert ledger.balance(world.conn, bots("play")) == 0
    world.check()
