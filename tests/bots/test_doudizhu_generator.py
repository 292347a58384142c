"""The plays that the trainer's C knows: those of the rules, and those that the bots choose from."""

from collections.abc import Iterator
from itertools import islice

import pytest

from game_server.bots.doudizhu.moves import every_lead, follows
from game_server.bots.doudizhu.packed import unpack
from protocol.cards import PACK_WITH_JOKERS
from protocol.games.doudizhu import CATEGORIES, Pattern, classify, plays
from protocol.words import Cards
from tests.bots.trainer import said_by_trainer

CODES = tuple(CATEGORIES)
HANDS = 600
Told = tuple[int, Pattern | None, list[tuple[Pattern, int]]]


@pytest.fixture(scope="module")
def told() -> list[Told]:
    """Hands of all sizes: what lies there, None for a lead, and the plays found."""
    return [_read(line) for line in said_by_trainer("plays", HANDS, 11)]


def _read(line: list[int]) -> Told:
    hand, code, length, low, *rest = line
    before = Pattern(CODES[code], length, low) if code >= 0 else None
    numbers = iter(rest)
    found = [
        (Pattern(CODES[category], length, low), cards)
        for category, length, low, cards in iter(lambda: tuple(islice(numbers, 4)), ())
    ]
    return hand, before, found


def cards_of(hand: int) -> Cards:
    return unpack(hand, PACK_WITH_JOKERS)


def patterns(hand: int, before: Pattern | None) -> Iterator[Pattern]:
    """What the rules let this hand play."""
    for cards in plays(cards_of(hand), before):
        pattern = classify(cards, to_beat=before)
        assert isinstance(pattern, Pattern)
        yield pattern


def test_the_trainer_finds_every_play_of_the_rules_and_no_other(told: list[Told]) -> None:
    leads = sum(before is None for _, before, _ in told)
    assert leads == HANDS == len(told) - leads
    for hand, before, found in told:
        assert {pattern for pattern, _ in found} == set(patterns(hand, before)), (hand, before)
        for pattern, cards in found:
            laid = cards_of(cards)
            assert set(laid) <= set(cards_of(hand))
            assert classify(laid, to_beat=before) == pattern
            assert before is None or pattern.beats(before)


def test_the_trainer_takes_the_kickers_that_the_bots_take(told: list[Told]) -> None:
    carried = 0
    for hand, before, found in told:
        mine = every_lead(hand) if before is None else follows(hand, *before)
        assert sorted(found) == sorted(
            (Pattern(one.category, one.length, one.low), one.cards) for one in mine
        )
        carried += sum(CATEGORIES[pattern.category].kickers > 0 for pattern, _ in found)
    assert carried > HANDS
