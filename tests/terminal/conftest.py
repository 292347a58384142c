"""A house with a room of each game, for those who type."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.house.process import Running, house

ROOM = """
[[room]]
table = "{table}"
game = "{game}"
preset = "{preset}"
pause = 0.1
offer = 300.0
least_buy_in = {least}
most_buy_in = {most}
bots = {bots}
"""
TABLES = (
    ("holdem", "standard", 4_000, 20_000, 1),
    ("doudizhu", "standard", 5_000, 50_000, 2),
    ("blackjack", "twenty_one", 5_000, 20_000, 0),
    ("roulette", "standard", 5_000, 50_000, 0),
    ("sabacc", "house", 30_000, 50_000, 1),
)
CONFIG = "".join(
    ROOM.format(table=game, game=game, preset=preset, least=least, most=most, bots=bots)
    for game, preset, least, most, bots in TABLES
)


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """One house for the tests of a file."""
    folder: Path = tmp_path_factory.mktemp("house")
    with house(folder, CONFIG, program="tests.terminal.calm_house") as found:
        yield found
