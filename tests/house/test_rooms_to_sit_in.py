"""Whatever room the house opens, somebody can sit down in it."""

from typing import Any

import pytest

from game_server.bank.bookings import granted
from game_server.config import DEFAULT_ROOMS, RoomSettings
from game_server.lobby.opening import configured
from game_server.rules.catalogue import GAMES
from game_server.rules.core import Game
from game_server.store import ledger
from protocol import messages
from protocol.buy_ins import MOST_STAKE
from protocol.messages import Joined, Message, Offer, Ok, Refused
from protocol.words import Refusal
from tests.house.test_whole_rounds import ROOMS
from tests.house.world import Client, World
from tests.playing import EVERY_PRESET

STAKES = (0, 1, 2, 50, 100, 150, 5_000, MOST_STAKE)
BUY_INS = (0, 1, 2, 50, 99, 100, 150, 4_999, 5_000, 100_000)
FORTUNE = 10**12


def opened(client: Client, game: str, preset: str, stake: int, buy_in: int, bots: int) -> Message:
    return client.ask(
        messages.OpenRoom, game, preset, stake=stake, private=False, buy_in=buy_in, bots=bots
    )


def sits_down(client: Client, joined: Joined) -> None:
    """By what the room and the offer say, with the least and no more."""
    room = joined.room
    table = room.table
    if not client.heard(Offer) or client.heard(Offer)[-1].table != table:
        client.ask(messages.Queue, table)
    offer = client.heard(Offer)[-1]
    assert offer.table == table
    if room.most_buy_in:
        assert offer.least_buy_in == room.least_buy_in <= room.most_buy_in == offer.most_buy_in
    done = client.ask(messages.Sit, table, offer.key, offer.least_buy_in)
    assert isinstance(done, Ok), (room, offer, done)
    client.ask(messages.Leave, table)
    client.world.run(5.0, 0.5)


@pytest.mark.parametrize("bots", [0, 1])
@pytest.mark.parametrize(("game", "preset"), EVERY_PRESET)
def test_a_room_that_is_opened_can_be_sat_in(
    game: Game[Any, Any, Any], preset: str, bots: int
) -> None:
    world = World(ROOMS["roulette"])
    client = world.client("Anna")
    ledger.book(world.conn, granted(client.id, client.id, FORTUNE, 1, "for the test"))
    for stake in STAKES:
        for buy_in in BUY_INS:
            answer = opened(client, game.name, preset, stake, buy_in, bots)
            if isinstance(answer, Refused) and answer.code == "buy_in_low":
                least = int(answer.facts["least"])
                assert least > buy_in == answer.facts["amount"]
                answer = opened(client, game.name, preset, stake, least, bots)
            if isinstance(answer, Refused):
                known = {"stake_high", "stake_uneven", "no_stake", "bots_many", "no_bot"}
                assert answer.code in known, answer
                continue
            assert isinstance(answer, Joined), answer
            sits_down(client, answer)
    world.check()


@pytest.mark.parametrize(
    ("game", "preset", "least"),
    [
        ("roulette", "house", 100),
        ("sabacc", "house", 5_000),
        ("holdem", "casino", 100),
        ("doudizhu", "house", 20_000),
        ("doudizhu", "classic", 20_000),
    ],
)
def test_a_buy_in_that_is_too_little_for_the_game_is_refused_with_the_least(
    game: str, preset: str, least: int
) -> None:
    client = World(ROOMS["roulette"]).client()
    refused = client.ask(messages.OpenRoom, game, preset, buy_in=1)
    assert isinstance(refused, Refused), refused
    assert (refused.code, refused.facts["least"]) == ("buy_in_low", least)


def test_a_room_of_dou_dizhu_takes_twenty_of_its_stakes_at_least() -> None:
    client = World(ROOMS["doudizhu"]).client()
    for stake, too_little in ((500, 9_900), (2_000, 39_900)):
        refused = client.ask(
            messages.OpenRoom, "doudizhu", "classic", stake=stake, buy_in=too_little, bots=2
        )
        assert isinstance(refused, Refused), refused
        assert (refused.code, refused.facts["least"]) == ("buy_in_low", 20 * stake)
        least = 20 * stake
        joined = client.ask(
            messages.OpenRoom, "doudizhu", "classic", stake=stake, buy_in=least, bots=2
        )
        assert isinstance(joined, Joined), joined
        assert joined.room.least_buy_in == least


def test_the_rooms_of_dou_dizhu_in_a_new_house_take_twenty_of_their_stakes() -> None:
    rooms = [configured(room) for room in DEFAULT_ROOMS if room.game == "doudizhu"]
    assert {room.preset for room in rooms} == set(GAMES["doudizhu"].presets)
    assert all(room.least_buy_in >= 20 * room.stake for room in rooms)


def test_a_room_of_the_settings_in_which_nobody_could_sit_is_refused() -> None:
    with pytest.raises(Refusal) as wrong:
        configured(RoomSettings("r", "roulette", "house", most_buy_in=50))
    assert (wrong.value.code, wrong.value.facts["least"]) == ("buy_in_low", 100)
