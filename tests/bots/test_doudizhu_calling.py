"""What a hand must have for a bot to call, rob, double or open it."""

from collections.abc import Sequence
from random import Random

import pytest

from game_server.bots import bots
from game_server.rules.doudizhu import calling, doubling, opening
from protocol.events import Acted, Dealt, Event, RoundBegan
from protocol.games.doudizhu import Landlord
from protocol.words import Act, Ask, Cards, Hidden, Option
from tests.rules.doudizhu.dealing import CLASSIC, RICH, A, B, C, of, whole_game

LEVELS = {name: bots("doudizhu")[name] for name in ("easy", "medium", "hard")}
WEAK, FAIR, STRONG = "3344567889TJJQKKA", "34444678899TJQKKA", "4666777889QQQQKK2"


def answer(
    cards: Cards,
    offered: Sequence[Option],
    before: Sequence[Event] = (),
    level: str = "medium",
) -> str:
    """What this hand says, after these events."""
    shown = {name: getattr(CLASSIC, name) for name in CLASSIC.__dataclass_fields__}
    heard: list[Event] = [
        RoundBegan("doudizhu", "classic", 1, {}, RICH, shown),
        Dealt(A, cards),
        Dealt(B, Hidden(len(cards))),
        Dealt(C, Hidden(len(cards))),
        *before,
    ]
    ask = Ask(A, tuple(offered), Act(offered[-1].verb))
    return LEVELS[level](heard, ask, Random(1).randrange).verb


ROBBED = (Acted(B, "call"), Acted(C, "rob"))


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(
    ("cards", "calls", "robs", "back"),
    [(WEAK, False, False, False), (FAIR, True, False, False), (STRONG, True, True, True)],
    ids=["weak", "fair", "strong"],
)
def test_it_calls_and_robs_by_the_strength_of_its_hand(
    level: str, cards: str, calls: bool, robs: bool, back: bool
) -> None:
    hand = of(cards)
    assert answer(hand, calling.CALLS, (), level) == ("call" if calls else "no_call")
    assert answer(hand, calling.ROBS, ROBBED[:1], level) == ("rob" if robs else "no_rob")
    assert answer(hand, calling.ROBS, ROBBED, level) == ("rob" if back else "no_rob")


def test_a_hand_that_would_rob_once_does_not_rob_where_others_have() -> None:
    hand = of("446667888TTQQAA22")
    assert answer(hand, calling.ROBS, ROBBED[:1]) == "rob"
    assert answer(hand, calling.ROBS, ROBBED) == "no_rob"


def test_a_side_doubles_what_wins_most_of_its_games_and_twice_what_wins_more() -> None:
    leads, opposes = (Landlord(A, 1_000),), (Landlord(B, 1_000),)
    for cards, as_landlord in (
        ("3344567889TJJQKKA345", "no_double"),
        ("3555688999TQQQKKAA2X", "double"),
        ("3445567889TQQQQKK22x", "super_double"),
    ):
        assert answer(of(cards), doubling.OFFERED, leads) == as_landlord
    for cards, as_peasant in (
        (WEAK, "no_double"),
        ("35777TJJJQKKKAAA2", "double"),
        ("3445678TJJQQQQAAA", "super_double"),
    ):
        assert answer(of(cards), doubling.OFFERED, opposes) == as_peasant


def test_it_opens_in_the_deal_only_what_is_strong_already() -> None:
    assert answer((), opening.OFFERED) == "no_open"
    assert answer(of("3456xX"), opening.OFFERED) == "no_open"
    assert answer(of("2222xX"), opening.OFFERED) == "open"


def test_the_landlord_opens_a_strong_hand_that_goes_out_soon_and_else_plays() -> None:
    lead = (Option("play", hand=(1, 20)), opening.OPEN)
    soon = of("334666777789TJKK2222")
    assert answer(soon, lead, (Landlord(A, 1_000),)) == "open"
    late = of("345556667779TJKAAAxX")
    assert answer(late, lead, (Landlord(A, 1_000),)) == "play"
    assert answer(soon, lead[:1], (Landlord(A, 1_000),)) == "play"


def test_medium_players_call_rob_double_and_play_to_the_end() -> None:
    said: dict[str, int] = {}
    for seed in range(60):
        game = whole_game(CLASSIC, Random(seed), lambda *_: LEVELS["medium"], Random(seed))
        for event in game.events:
            if isinstance(event, Acted):
                said[event.verb] = said.get(event.verb, 0) + 1
        assert game.over
    assert said["call"] > 40
    assert said["rob"] > 5
    assert said["double"] + said["super_double"] > 20
