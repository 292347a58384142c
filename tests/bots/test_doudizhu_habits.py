"""The habit of beginners: what it rules out, when it is believed, and whose play it is."""

from random import Random

import pytest

from game_server.bots.doudizhu.habits import BROKEN, ENOUGH, Habit, by_habit
from game_server.bots.doudizhu.moves import DoudizhuMove
from game_server.bots.doudizhu.packed import Packed, pack, size
from game_server.bots.doudizhu.search import mastered
from game_server.bots.doudizhu.sense import Spot
from game_server.bots.doudizhu.situation import NEVER, Seen
from game_server.bots.doudizhu.worlds import imagined
from protocol.cards import PACK_WITH_JOKERS
from protocol.games.doudizhu import CATEGORIES, RANKS, Pattern
from tests.bots.trainer import said_by_trainer

SYMBOLS = "3456789TJQKA2bB"
WHOLE = pack(PACK_WITH_JOKERS)


def held(cards: str) -> Packed:
    return sum(1 << 4 * SYMBOLS.index(card) for card in cards)


def named(ranks: Packed) -> str:
    return "".join(SYMBOLS[rank] for rank in RANKS if ranks >> 4 * rank & 1)


def solo(card: str) -> Pattern:
    return Pattern("solo", 1, SYMBOLS.index(card))


def pair(card: str) -> Pattern:
    return Pattern("pair", 1, SYMBOLS.index(card))


def test_who_leads_an_eight_holds_nothing_below_it() -> None:
    habit = Habit().after(None, solo("8"), held("8"))
    assert named(habit.none) == "34567"
    assert habit.after(None, solo("5"), held("5")).broken


def test_who_takes_a_ten_over_a_six_holds_nothing_between_them() -> None:
    habit = Habit().after(solo("6"), solo("T"), held("T"))
    assert named(habit.none) == "789"
    assert not habit.after(solo("6"), solo("T"), held("T")).broken
    assert habit.after(pair("6"), pair("9"), held("99")).broken


def test_who_passes_on_a_king_holds_no_ace_two_or_joker() -> None:
    habit = Habit().after(solo("K"), None, 0)
    assert named(habit.none) == "A2bB"
    assert habit.after(solo("Q"), solo("2"), held("2")).broken


def test_who_passes_on_a_pair_holds_one_of_each_higher_rank_at_most() -> None:
    habit = Habit().after(pair("Q"), None, 0)
    assert named(habit.single) == "KA2bB"
    assert named(habit.none) == ""
    once = habit.after(solo("Q"), solo("K"), held("K"))
    assert not once.broken
    assert named(once.none) == "K"
    assert once.after(solo("Q"), solo("K"), held("K")).broken


def test_a_bomb_over_a_solo_tells_that_it_could_not_beat_it_otherwise() -> None:
    low = Habit().after(solo("9"), Pattern("bomb", 1, 2), held("5555"))
    assert named(low.none) == "TJQKA2bB"
    assert Habit().after(solo("4"), Pattern("bomb", 1, 2), held("5555")).broken


def test_a_habit_is_believed_after_some_turns_that_it_explains() -> None:
    habit = Habit()
    for _ in range(ENOUGH):
        assert not habit.is_believed(WHOLE - held("A22bB"), 5)
        habit = habit.after(solo("K"), None, 0)
    assert habit.is_believed(WHOLE - held("A22bB"), 5)
    # Who had ten cards of the whole pack and passed on a four could hold threes and fours alone.
    for _ in range(ENOUGH):
        habit = habit.after(solo("4"), None, 0)
    assert not habit.is_believed(WHOLE, 10)
    assert not habit._replace(broken=True).is_believed(WHOLE - held("A22bB"), 5)


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        ("3345678K", "345678"), ("33345678K", "333"), ("33344467", "333444"),
        ("344556677889", "3456789"), ("3356789", "33"), ("3333K", "3333"),
        ("2bB", "2"), ("bB", "bB"), ("KKKAAA222", "KKKAAA"),
    ],
)  # fmt: skip
def test_a_beginner_leads_what_its_lowest_card_is_in(hand: str, expected: str) -> None:
    spot = Spot(0, held(hand), (len(hand), 17, 17), None, 0, 0, 0)
    move = by_habit(spot, Random(1).randrange)
    assert move is not None
    assert move.cards == held(expected)
    assert move.size == len(expected)


def test_a_beginner_is_dealt_no_card_that_its_habit_rules_out() -> None:
    random = Random(5)
    hand = held("3456789TJQKA22bB333"[:17])
    spot = Spot(0, hand, (17, 9, 8), None, 0, held("4455667788QQQAAA2"), 0)
    fresh = Habit().after(solo("8"), None, 0)
    careful = fresh._replace(none=held("456"), single=held("Q"))
    for _ in range(200):
        hands = imagined(spot, (0, 0, 0), random.randrange, {1: careful})
        assert [size(one) for one in hands[1:]] == [9, 8]
        assert hands[1] + hands[2] == spot.unseen
        assert not hands[1] & 15 * held("456")
        assert hands[1] >> 4 * SYMBOLS.index("Q") & 15 <= 1


def test_a_habit_that_cannot_be_is_dealt_all_the_same() -> None:
    none = Habit(held("456789TJQKA2bB3"))
    spot = Spot(0, held("3"), (1, 5, 4), None, 0, held("4455667AA"), 0)
    hands = imagined(spot, (0, 0, 0), Random(2).randrange, {1: none, 2: none})
    assert [size(one) for one in hands] == [1, 5, 4]


def test_the_trainers_beginner_plays_as_the_imagined_one() -> None:
    codes = tuple(CATEGORIES)
    passes = 0
    for hand, place, code, length, low, cards in said_by_trainer("habits", 600, 5):
        table = DoudizhuMove(codes[code], length, low, 0, 0, 0, 0, False) if code >= 0 else None
        spot = Spot(place, hand, (5, 5, 5), table, (place + 1) % 3, 0, 0)
        mine = by_habit(spot, lambda bound: 0)
        assert (mine.cards if mine else 0) == cards, (hand, table)
        passes += mine is None
    assert 50 < passes < 500


def test_the_master_thinks_where_every_enemy_is_a_beginner_and_nowhere_else() -> None:
    believed = Habit(turns=ENOUGH)
    spot = Spot(0, held("3456678JQKA2"), (12, 9, 8), None, 0, held("4455667788QQQAAA2"), 0)
    for habits, thinks in (
        ((Habit(), believed, believed), True),
        ((Habit(), believed, Habit()), False),
        ((believed, BROKEN, believed), False),
    ):
        asked: list[int] = []

        def chance(bound: int, asked: list[int] = asked) -> int:
            asked.append(bound)
            return bound // 2

        seen = Seen((0, 0, 0), 0, (NEVER,) * 3, (NEVER,) * 3, habits)
        assert mastered(spot, (0, 0, 0), seen, chance) is not None
        assert bool(asked) == thinks
