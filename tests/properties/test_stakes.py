"""A room at any stake is the same game: every amount goes with it, and equal hands get alike."""

from dataclasses import asdict, replace
from random import Random
from typing import Any

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from game_server.config import RoomSettings
from game_server.lobby.opening import configured
from game_server.rules.catalogue import GAMES
from game_server.rules.core import Game
from game_server.table.config import TableConfig
from game_server.table.room_wishes import FORMER, deserialised, opponents, serialised, wished
from protocol import messages, stakes
from protocol.buy_ins import MOST_OF_BOT, MOST_STAKE
from protocol.words import Refusal
from tests.rules.holdem.tables import Table

ROYAL = "Ts Js Qs Ks As"
"""On such a board all hands are equal."""
STAKES = st.integers(1, MOST_STAKE) | st.sampled_from(
    (1, 2, 50, 100, 150, 200, 300, 500, 700, 1_200, 1_500, 2_000, 4_000, 5_000, 100_000, MOST_STAKE)
)


def room(game: str, preset: str, stake: int) -> TableConfig:
    return configured(RoomSettings("t", game, preset, stake=stake))


def holdem(preset: str, stake: int) -> dict[str, Any]:
    return dict(room("holdem", preset, stake).options)


STAKED = [
    pytest.param(game, preset, id=f"{game.name}-{preset}")
    for game in GAMES.values()
    for preset, options in game.presets.items()
    if stakes.stake(asdict(options))
]


@pytest.mark.parametrize(("game", "preset"), STAKED)
@given(stake=STAKES)
@example(stake=200)
@example(stake=MOST_STAKE)
def test_every_amount_of_a_room_goes_with_its_stake(
    game: Game[Any, Any, Any], preset: str, stake: int
) -> None:
    usual = asdict(game.presets[preset])
    stake -= stake % stakes.least_step(usual)
    assume(stake)
    now = {**usual, **room(game.name, preset, stake).options}
    assert stakes.stake(now) == stake
    for name in stakes.AMOUNTS:
        # Exactly in proportion: nothing is rounded away.
        assert now.get(name, 0) * stakes.stake(usual) == usual.get(name, 0) * stake
    for step in (*stakes.STEPS, *stakes.COINS):
        for name in stakes.AMOUNTS:
            if usual.get(step) and usual.get(name) and usual[name] % usual[step] == 0:
                assert now[name] % now[step] == 0, f"{name} is no whole {step}"


@pytest.mark.parametrize(
    ("game", "preset", "stake", "step"),
    [
        ("holdem", "standard", 1, 2),
        ("holdem", "eps", 333, 2),
        ("blackjack", "casino", 0, 0),
        ("blackjack", "twenty_one", 1, 0),
    ],
)
def test_a_stake_that_a_room_cannot_hold_is_refused_when_it_is_opened(
    game: str, preset: str, stake: int, step: int
) -> None:
    if not step:
        assert room(game, preset, stake).game == game
        return
    with pytest.raises(Refusal) as refused:
        room(game, preset, stake)
    assert (refused.value.code, refused.value.facts["step"]) == ("stake_uneven", step)


@pytest.mark.parametrize("preset", ["standard", "eps", "heads_up"])
@given(stake=STAKES, seats=st.integers(2, 5), seed=st.integers(0, 2**32))
@example(stake=200, seats=2, seed=1)
@example(stake=100, seats=3, seed=1)
def test_equal_hands_differ_by_one_odd_unit_at_most_whatever_the_stake(
    preset: str, stake: int, seats: int, seed: int
) -> None:
    stake += stake % 2
    random = Random(seed)
    changes = holdem(preset, stake)
    seats = 2 if preset == "heads_up" else seats
    table = Table(preset, [stake] * seats, board=ROYAL, **changes)
    unit = table.rules.options.unit
    assert unit <= table.rules.options.small_blind
    while (ask := table.ask) is not None:
        option = random.choice([one for one in ask.options if one.verb != "fold"])
        steps = min(6, (option.high - option.low) // option.step)
        cents = option.low + option.step * random.randint(0, steps)
        table.steps.append(table.do(option.verb, cents))
        table.deal()
    won = table.cents("pot")
    assert len(won) == len(table.hand.live) > 1
    assert max(won.values()) - min(won.values()) <= unit


@pytest.mark.parametrize(("preset", "stake", "least"), [("eps", 200, 200), ("standard", 200, 200)])
def test_the_least_bet_is_one_big_blind_at_a_low_stake_too(
    preset: str, stake: int, least: int
) -> None:
    table = Table(preset, [100] * 2, **holdem(preset, stake))
    table.acts("call", "check")
    assert table.option("bet").low == least
    assert table.option("bet").step == (200 if preset == "eps" else 100)


def test_nobody_bets_parts_of_a_chip_where_the_blinds_are_whole_chips() -> None:
    for stake in (200, 600, 1_200, 2_200, 5_000):
        now = room("holdem", "standard", stake).options
        assert now["unit"] == now["grid"]
        assert int(now["unit"]) % 100 == 0
    assert room("holdem", "standard", 5_000).options["unit"] == 500
    assert room("holdem", "standard", 100).options["unit"] == 50


def test_a_chip_is_one_chip_at_a_blackjack_table_of_any_stake() -> None:
    now = room("blackjack", "twenty_one", 10_000).options
    assert (now["min_bet"], now["max_bet"], now["chip"]) == (10_000, 100_000, 100)
    assert room("blackjack", "standard", 250).options["chip"] == 50


def test_the_house_gives_no_more_into_the_sabacc_pot_for_a_high_ante() -> None:
    low, high = (room("sabacc", "house", stake).options for stake in (1_000, 50_000))
    assert (low["pot_least"], low["pot_most"], low["pot_step"]) == (1_000, 10_000, 1_000)
    assert (high["pot_least"], high["pot_most"], high["pot_step"]) == (5_000, 50_000, 5_000)


@pytest.mark.parametrize("stake", [100, 5_000, 100_000, 500_000])
def test_opponents_bring_what_the_ante_of_the_room_takes(stake: int) -> None:
    wish = messages.OpenRoom(1, "sabacc", "house", stake, True, 0, 3)
    config = wished(wish, "t", "", ("medium",))
    for _, span in opponents(config, wish, ("medium",)):
        assert 10 * stake <= span.least <= span.most <= MOST_OF_BOT
        assert (span.most - span.least) % span.step == 0


def test_a_room_that_was_written_before_its_steps_went_with_the_stake_has_them_now() -> None:
    new = room("holdem", "eps", 200)
    old = TableConfig(**{**asdict(new), "options": {"big_blind": 200, "small_blind": 100}})
    assert deserialised(serialised(old)).options == new.options


def test_a_room_that_was_written_under_former_names_keeps_its_times() -> None:
    new = replace(
        room("holdem", "eps", 200),
        disconnect_grace=7.0,
        untimed=0.0,
        chipless_seat=8.0,
        card_counter=True,
    )
    text = serialised(new)
    for former, name in FORMER.items():
        text = text.replace(f'"{name}"', f'"{former}"')
    assert '"grace": 7.0' in text
    assert deserialised(text) == deserialised(serialised(new))
