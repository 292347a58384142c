"""What a flood within its rates makes the house say: no message is told to a whole crowd again and
again, whatever its kind. Counted, so that no clock decides."""

from math import floor

import pytest

from bench.attacks_by_kind import ATTACKS
from bench.crowd import TABLE, Attack
from game_server.config import RoomSettings
from game_server.net.limits import RATES
from game_server.table.chat import CROWD
from game_server.table.crowd_pace import TOLD_EVERY_S
from protocol import messages
from protocol.messages import IN, MESSAGES
from tests.house.world import Client, World

LINES = 40
SECONDS = 2.0
STEP_S = 0.25
ONES_OWN = 8
"""So many messages may one message bring to who has sent it."""
NOT_FLOODED = {
    "logout": "ends the session",
    "logout_everywhere": "ends the session",
    "delete_account": "ends the account",
    "factor_confirm": "is of one who has begun",
    "factor_off": "is of one who has a second factor",
}


@pytest.fixture(scope="module")
def evening() -> tuple[World, list[Client]]:
    """Forty strangers around a table at which two sit, who are silent in every turn."""
    world = World(RoomSettings(TABLE, "holdem", "standard", "play", 200, 4_000, 40_000))
    players = [world.client(f"Player {number}") for number in range(2)]
    for client in players:
        client.seat(TABLE)
    strangers = [world.client(address="192.0.2.7") for _ in range(LINES)]
    for client in strangers:
        client.ask(messages.Join, TABLE)
    return world, [*players, *strangers]


def said(world: World, strangers: list[Client], attack: Attack) -> int:
    """The strangers say these in turn, as fast as they may; how many messages they said."""
    each = min(RATES[kind].per_second for kind, _ in attack) * len(attack)
    count = 0
    for step in range(int(SECONDS / STEP_S)):
        due = max(1, floor((step + 1) * STEP_S * each))
        while count < due:
            says = attack[count % len(attack)][1]
            for client in strangers:
                client.say(says(client.next()))
            count += 1
        world.run(STEP_S)
    return count * len(strangers)


@pytest.mark.parametrize("name", ATTACKS)
def test_a_flood_is_told_to_a_crowd_at_its_pace(
    name: str, evening: tuple[World, list[Client]]
) -> None:
    world, everybody = evening
    strangers = everybody[-LINES:]
    for client in strangers:
        client.ask(messages.Join, TABLE)
    world.run(1.0)
    before = sum(len(client.frames) for client in everybody)
    asked = said(world, strangers, ATTACKS[name])
    told = sum(len(client.frames) for client in everybody) - before
    # The seats, the queue, and the round that is played meanwhile, once each at the crowd's pace;
    # and the lines of chat that a crowd may say.
    tells = 3 * (SECONDS / STEP_S + 1) + CROWD.burst + CROWD.per_second * SECONDS
    assert told <= ONES_OWN * asked + len(everybody) * tells
    assert STEP_S == TOLD_EVERY_S


def test_every_kind_that_one_may_say_inside_is_flooded() -> None:
    kinds = {name for name, kind in MESSAGES.items() if IN in kind.states}
    flooded = {kind for attack in ATTACKS.values() for kind, _ in attack}
    assert kinds - flooded == NOT_FLOODED.keys()
