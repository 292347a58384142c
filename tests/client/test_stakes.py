"""What is played for, in the words of each game, and money where chips are money."""

from dataclasses import asdict, replace

import pytest

from game_server.rules.catalogue import GAMES
from mobile_client.core.client import Cash
from protocol import messages as said
from tests.client.device import ROOM, Device, view


@pytest.mark.parametrize(
    ("game", "amount", "line"),
    [
        ("holdem", 200, "blinds 1/2"),
        ("holdem", 500, "blinds 2.50/5"),
        ("holdem", Cash(1_000), "blinds $5/$10"),
        ("doudizhu", 1_000, "stake 10"),
        ("blackjack", 500, "min bet 5"),
        ("roulette", 100, "min bet 1"),
        ("holdem", 0, ""),
    ],
)
def test_a_stake_is_called_as_the_game_calls_it(game: str, amount: int, line: str) -> None:
    assert Device().client.stake_line(game, amount) == line


@pytest.mark.parametrize(
    ("game", "preset", "stake"),
    [("holdem", "standard", 1_000), ("holdem", "casino", 0), ("blackjack", "standard", 500)],
)
def test_the_usual_stake_is_what_the_house_says_it_is(game: str, preset: str, stake: int) -> None:
    one = Device()
    one.come_in()
    assert one.client.usual_stake(game, preset) is None, "the house has not said it yet"
    number = one.last(said.RulesOf).id
    one.house(said.TheRules(number, game, preset, asdict(GAMES[game].presets[preset])))
    assert one.client.usual_stake(game, preset) == stake


@pytest.mark.parametrize(("purse", "text"), [("cash", "$12.50"), ("play", "12.50")])
def test_an_amount_of_a_table_for_money_is_written_as_money(purse: str, text: str) -> None:
    one = Device()
    one.come_in()
    one.sit_down(room=replace(ROOM, purse="cash" if purse == "cash" else "play"))
    assert one.client.money(view(one).worth(1_250)) == text
