"""From the door to the end of whole rounds, with plain messages, at every game of the house."""

from pathlib import Path

import pytest

from game_server.config import RoomSettings
from game_server.store.sqlite import MEMORY
from protocol import messages
from protocol.events import RoundEnded
from protocol.messages import Purse, Seats, Told
from tests.house.world import World

ROOMS = {
    "holdem": RoomSettings("t", "holdem", "standard", "play", 200, 4_000, 40_000, pause=1.0),
    "doudizhu": RoomSettings("t", "doudizhu", "standard", "play", 0, 10_000, 0, pause=1.0),
    "blackjack": RoomSettings("t", "blackjack", "twenty_one", "play", 0, 500, 0, pause=1.0),
    "roulette": RoomSettings("t", "roulette", "standard", "play", 0, 100, 0, pause=1.0),
    "sabacc": RoomSettings("t", "sabacc", "house", "play", 0, 10_000, 0, pause=1.0),
    "high_card": RoomSettings("t", "high_card", "standard", "play", 0, 2_000, 0, pause=1.0),
}
PEOPLE = {"doudizhu": 3, "sabacc": 3, "holdem": 4}


def evening(game: str, seed: int = 1, path: str | Path = MEMORY) -> World:
    """People sit at a table of this game, and play whatever is legal."""
    world = World(ROOMS[game], seed=seed, path=path)
    for number in range(PEOPLE.get(game, 2)):
        client = world.client(f"Player {number}")
        client.seat("t", 40_000)
        client.plays = True
    return world


def ready(world: World) -> None:
    if world.runner("t").config.ready and world.probe("t").round is None:
        for client in world.clients:
            if not client.cut and client.heard(Seats):
                client.say(messages.Ready(client.next(), "t"))


def play_rounds(world: World, rounds: int) -> None:
    """Let so many rounds end; one that is in play counts."""
    table = world.probe("t")
    wanted = table.host.rounds + rounds - (table.host.round is not None)

    def over() -> bool:
        host = world.probe("t")
        if host.rounds >= wanted and host.round is None:
            return True
        ready(world)
        return False

    world.until(over, seconds=1_500, step=0.5)


@pytest.mark.parametrize("game", ROOMS)
@pytest.mark.req("E-DD-006", "C-1.1")
def test_strangers_come_in_sit_down_and_play_whole_rounds_of_every_game(game: str) -> None:
    world = evening(game, seed=2)
    play_rounds(world, 3)
    world.check()
    for client in world.clients:
        ended = [t for t in client.heard(Told) if any(isinstance(e, RoundEnded) for e in t.events)]
        assert len(ended) >= 3 or "no_chips" in client.codes() or client.heard(messages.Left)
    # What was won and lost is the one balance of all games, as soon as the chips are back.
    for client in world.clients:
        if not client.heard(messages.Left):
            client.ask(messages.Leave, "t")
    world.run(120, 0.5)
    world.check()
    assert not world.runner("t").view.holdings()
    for client in world.clients:
        purse = client.heard(Purse)[-1]
        assert purse.play == 100_000 + sum(purse.profit.values())
