"""What is played for, in the words of each game, and money where chips are money."""

from dataclasses import asdict, replace

import pytest

from client_core.client import Cash
from game_server.rules.catalogue import GAMES
from game_server.table.room_wishes import wished
from protocol import messages, stakes
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
    assert Device().client.texts.stake_line(game, amount) == line


@pytest.mark.parametrize(
    ("game", "preset"), [(game, preset) for game in GAMES for preset in GAMES[game].presets]
)
@pytest.mark.parametrize("stake", [0, 200])
def test_before_a_room_is_opened_it_is_known_what_the_house_will_ask_one_to_bring(
    game: str, preset: str, stake: int
) -> None:
    one = Device()
    one.come_in()
    options = asdict(GAMES[game].presets[preset])
    played = 0 if game == "roulette" or not stakes.stake(options) else stake
    if not played:
        assert one.client.opening.to_bring(game, preset) is None, "the house has not said it yet"
        one.house(messages.TheRules(one.last(messages.RulesOf).id, game, preset, options))
    needs = one.client.opening.to_bring(game, preset, played)
    assert needs is not None
    room = wished(messages.OpenRoom(1, game, preset, played), "t", "", ())
    assert (needs.least, needs.most, needs.have) == (room.least_buy_in, room.most_buy_in, 100_000)
    assert needs.short or needs.least <= needs.usual <= needs.have


@pytest.mark.parametrize(
    ("game", "preset", "stake"),
    [("holdem", "standard", 1_000), ("holdem", "casino", 0), ("blackjack", "standard", 500)],
)
def test_the_usual_stake_is_what_the_house_says_it_is(game: str, preset: str, stake: int) -> None:
    one = Device()
    one.come_in()
    assert one.client.opening.usual_stake(game, preset) is None, "the house has not said it yet"
    number = one.last(messages.RulesOf).id
    one.house(messages.TheRules(number, game, preset, asdict(GAMES[game].presets[preset])))
    assert one.client.opening.usual_stake(game, preset) == stake


@pytest.mark.parametrize(("purse", "text"), [("cash", "$12.50"), ("play", "12.50")])
def test_an_amount_of_a_table_for_money_is_written_as_money(purse: str, text: str) -> None:
    one = Device()
    one.come_in()
    one.sit_down(room=replace(ROOM, purse="cash" if purse == "cash" else "play"))
    assert one.client.texts.money(view(one).worth(1_250)) == text
