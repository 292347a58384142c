"""The blackjack players: what they do, and how much less they lose than one without a plan."""

from collections.abc import Callable
from random import Random

import pytest

from game_server.bots import Bot, random_player
from game_server.bots.blackjack import BOTS, QUICK
from game_server.bots.blackjack.book import wishes
from game_server.rules.blackjack import GAME
from game_server.rules.blackjack.options import PRESETS
from protocol.cards import parse
from protocol.events import Moved
from protocol.words import POT, Act, Seat
from tests.playing import play_round
from tests.rules.blackjack.dealt import Table, rules

BASIC = BOTS["basic"]
STACK = 100_000
ROUNDS = 700


def chance(bound: int) -> int:
    return 0


@pytest.mark.parametrize(
    ("hand", "up", "wanted"),
    [
        ("Kc 6d", 10, ("surrender", "hit")),
        ("Kc 6d", 6, ("stand",)),
        ("Kc 2d", 4, ("stand",)),
        ("Kc 2d", 3, ("hit",)),
        ("6c 5d", 10, ("double", "hit")),
        ("6c 5d", 1, ("hit",)),
        ("5c 5d", 9, ("double", "hit")),
        ("8c 8d", 10, ("split", "surrender", "hit")),
        ("Ac Ad", 1, ("split", "hit")),
        ("Kc Kd", 6, ("stand",)),
        ("Ac 7d", 6, ("double", "stand")),
        ("Ac 7d", 9, ("hit",)),
        ("Ac 7d", 2, ("stand",)),
        ("Ac 2d", 4, ("hit",)),
        ("2c 3d", 6, ("hit",)),
        ("Kc 9d", 10, ("stand",)),
        ("Ac 8d", 6, ("stand",)),
    ],
)
def test_it_plays_by_the_book(hand: str, up: int, wanted: tuple[str, ...]) -> None:
    assert wishes(parse(hand), up) == wanted


@pytest.fixture(params=[BASIC, QUICK], ids=["basic", "quick"])
def asked(request: pytest.FixtureRequest) -> Callable[[Table], Act]:
    def act(table: Table) -> Act:
        ask = table.ask(0)
        assert ask is not None
        done: Act = request.param(table.events, ask, chance)
        return done

    return act


def test_it_takes_the_next_wish_when_the_first_is_not_offered(
    asked: Callable[[Table], Act],
) -> None:
    deal = "8c Kh 8d 7h"
    assert asked(Table(rules("standard"), deal, bets={0: 500})) == Act("split", 500)
    no_split = rules("standard", split=False)
    assert asked(Table(no_split, deal, bets={0: 500})) == Act("surrender")
    neither = rules("standard", split=False, surrender=False)
    assert asked(Table(neither, deal, bets={0: 500})) == Act("hit")


def test_it_sees_the_up_card_and_never_the_hole_card(asked: Callable[[Table], Act]) -> None:
    options = rules("casino")
    assert asked(Table(options, "Kc Kh 6d 6h", bets={0: 500})) == Act("stand")
    assert asked(Table(options, "Kc 6h 6d Kh", bets={0: 500})) == Act("hit")


def test_it_plays_the_hand_in_turn_after_a_split(asked: Callable[[Table], Act]) -> None:
    table = Table(rules("standard"), "8c 6h 8d 9h Kd 3c", bets={0: 500})
    table.do(0, "split")
    assert asked(table) == Act("stand")
    table.do(0, "stand")
    assert asked(table) == Act("double", 500)


def test_it_bets_a_modest_share_and_is_ready_then_and_takes_no_insurance(
    asked: Callable[[Table], Act],
) -> None:
    table = Table(rules("standard"), stacks={0: 100_000})
    assert asked(table) == Act("bet", 2500)
    table.do(0, "bet", 2500)
    assert asked(table) == Act("deal")
    assert asked(Table(rules("standard"), stacks={0: 300})) == Act("bet", 300)
    insurance = Table(rules("standard"), "2c Ah 3c 9h", bets={0: 500})
    assert asked(insurance) == Act("decline")


def lost_per_cent(bot: Bot, preset: str, rounds: int) -> float:
    """What the house keeps of a hundred that are bet."""
    random = Random(f"basic {preset}")
    bet = lost = 0
    carry = None
    for _ in range(rounds):
        played = play_round(GAME, PRESETS[preset], {Seat(0): STACK}, carry, random.randrange, bot)
        carry = played.rules.carry(played.state)
        down = sum(
            (one.src == 0) * one.amount - (one.why == "take_back") * one.amount
            for one in played.events
            if isinstance(one, Moved) and POT in (one.src, one.dst)
        )
        bet += down
        lost += STACK - played.stacks_after()[Seat(0)]
    return 100 * lost / bet


@pytest.mark.parametrize("preset", PRESETS)
def test_it_loses_less_than_a_player_without_a_book_by_far(preset: str) -> None:
    by_the_book = lost_per_cent(QUICK, preset, rounds=ROUNDS)
    without = lost_per_cent(random_player.choose, preset, rounds=ROUNDS)
    assert by_the_book < 10
    assert by_the_book + 15 < without


@pytest.mark.parametrize("preset", PRESETS)
def test_what_it_works_out_is_offered_and_loses_little(preset: str) -> None:
    # Few rounds, since each new hand is worked out: luck may cost it a third of what it bets.
    assert lost_per_cent(BASIC, preset, rounds=60) < 35
