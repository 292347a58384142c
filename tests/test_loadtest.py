"""The load on a real house in a process of its own; no figure decides, only that there are some."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from game_server.loadtest import run
from game_server.loadtest.connection import PER_ADDRESS, address
from game_server.loadtest.players import WITHIN_S, LoadMeasured, choose, spread
from protocol.words import Act, Ask, Option, Refusal, Seat

CONFIG = """
[house]
data = "{data}"
[listen]
port = 0
[bank]
demo_port = 0
[watch]
metrics_port = 0
[[room]]
table = "holdem"
"""


@pytest.fixture
def house(tmp_path: Path) -> Iterator[tuple[int, str]]:
    """The number of a house's process, and where it listens."""
    config = tmp_path / "cardroom.toml"
    config.write_text(CONFIG.format(data=tmp_path / "var"))
    process = subprocess.Popen(
        [sys.executable, "-m", "game_server.cli", "serve", "--config", str(config)],
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        yield process.pid, process.stdout.readline().split()[-1]
    finally:
        process.kill()
        process.wait()
        assert process.stdout is not None
        process.stdout.close()


def test_a_crowd_is_seated_plays_and_is_measured(house: tuple[int, str]) -> None:
    pid, url = house
    figures = run.load(url, players=40, seconds=2, rate=100)
    found = figures.measured
    assert found.acts > 0
    assert len(found.late) > found.acts, "all at a table are told of an act"
    assert min(found.late) > 0
    assert not found.refused
    assert figures.seen
    assert run.MeasuredProcess(pid).cpu() >= figures.cpu > 0
    assert figures.memory > 0
    names = [name for name, _ in figures.lines()]
    assert {"acts a second", "act to told view, p99", "memory a player", "load busy"} <= {*names}


@pytest.mark.parametrize(
    "url",
    [
        "ws://192.0.2.1:8770",
        "ws://play.example.org:8770",
        "ws://127.0.0.1",
        "http://127.0.0.1:8770",
        "ws://127.0.0.1:port",
    ],
)
def test_no_house_elsewhere_is_loaded(url: str) -> None:
    with pytest.raises(Refusal, match="this machine alone"):
        run.load(url, players=2, seconds=1)


@pytest.mark.parametrize(
    ("players", "seconds", "rate", "says"),
    [
        (1, 1, 0, "1 players"),
        (10_001, 1, 0, "10001 players"),
        (2, 0, 0, "0 seconds"),
        (2, 3601, 0, "3601 seconds"),
        (2, 1, 11, "take 1 to 10"),
        (2, float("nan"), 0, "nan seconds"),
    ],
)
def test_a_load_has_bounds(players: int, seconds: float, rate: float, says: str) -> None:
    with pytest.raises(Refusal, match=says):
        run.load("ws://127.0.0.1:1", players, seconds, rate)


def test_a_house_that_is_not_there_is_said_to_be_none() -> None:
    with pytest.raises(Refusal, match="could not be put on"):
        run.load("ws://127.0.0.1:1", players=2, seconds=1)


def test_few_players_share_an_address() -> None:
    homes = [address(number) for number in range(5_000)]
    assert max(homes.count(one) for one in {*homes}) == PER_ADDRESS


def test_a_player_stays_and_now_and_then_raises() -> None:
    bets = (Option("fold"), Option("call", 200, 200), Option("raise", 400, 900, 200))
    ask = Ask(Seat(0), bets, Act("fold"), "turn", "turn")
    assert choose(ask, raises=False) == Act("call", 200)
    assert choose(ask, raises=True) == Act("raise", 400)
    odd = Ask(Seat(0), (Option("fold"),), Act("fold"), "turn", "turn")
    assert choose(odd, raises=True) == Act("fold")


def test_shares_are_of_all_that_was_told() -> None:
    found = LoadMeasured(late=[number / 100 for number in range(100, 0, -1)])
    assert found.percentile(0.5) == 0.51
    assert found.percentile(1.0) == 1.0
    assert LoadMeasured().percentile(0.99) == 0.0


def test_tables_begin_in_a_round_and_at_any_rate_before_a_turn_is_over() -> None:
    assert spread(each=0.1) == 4.0
    assert spread(each=0.2) == pytest.approx(5.8)
    assert spread(each=5.0) == WITHIN_S
