"""Chance for testers: what is wanted comes, and nothing else changes."""

from collections import Counter
from random import Random

import pytest

from game_server.fair.chance import answer
from game_server.fair.rigged import RiggedChance
from game_server.table.round_effects import Draw, RiggedDraw
from protocol.cards import PACK, SABACC_PACK, Card, parse, shoe
from protocol.words import Cards, drawn_from


def drawn(asked: Draw) -> tuple[int, ...]:
    return answer(asked.bounds, Random(f"{asked.source}/{asked.turn}").randrange)


def ask(source: str, left: Cards, count: int, turn: int = 1) -> tuple[Draw, tuple[int, ...]]:
    """A question for cards, and what is drawn truly."""
    asked = Draw(turn, source, left, tuple(range(len(left), len(left) - count, -1)))
    return asked, drawn(asked)


def roll(source: str, *bounds: int, turn: int = 1) -> tuple[Draw, tuple[int, ...]]:
    asked = Draw(turn, source, (), bounds)
    return asked, drawn(asked)


def cards(rig: RiggedChance, asked: Draw, true: tuple[int, ...]) -> tuple[Cards, Cards]:
    """The cards of an answer, and those that stay."""
    numbers = rig.answer("t", asked, true)
    assert len(numbers) == len(asked.bounds)
    assert all(0 <= n < bound for n, bound in zip(numbers, asked.bounds, strict=True))
    return drawn_from(asked.left, numbers)


@pytest.mark.parametrize("pack", [PACK, SABACC_PACK, shoe(6)], ids=["pack", "sabacc", "shoe"])
@pytest.mark.parametrize("seed", range(40))
def test_the_named_cards_come_in_their_order_and_no_other_card_changes(
    pack: Cards, seed: int
) -> None:
    random = Random(seed)
    left = tuple(sorted(random.sample(pack, random.randrange(12, len(pack) + 1))))
    asked, true = ask("round:1", left, random.randrange(1, 12), turn=seed)
    wanted = tuple(random.sample(left, random.randrange(1, len(asked.bounds) + 1)))
    rig = RiggedChance()
    rig.put("t", RiggedDraw(wanted), False)
    drawn, before = cards(rig, asked, true)[0], drawn_from(left, true)[0]
    assert drawn[: len(wanted)] == wanted
    moved = Counter(before[: len(wanted)])
    for place in range(len(wanted), len(before)):
        if drawn[place] != before[place]:
            # It was named, and the card whose place it took lies here.
            assert before[place] in wanted
            assert moved[drawn[place]] > 0
    assert rig.pending("t") == RiggedDraw()


def test_without_a_wish_the_numbers_are_those_that_were_drawn() -> None:
    rig = RiggedChance()
    for asked, true in (ask("round:1", PACK, 5), roll("round:1.wheel", 37), roll("x", 6)):
        assert rig.answer("t", asked, true) == true
    rig.put("other", RiggedDraw(parse("As")), False)
    asked, true = ask("round:2", PACK, 5)
    assert rig.answer("t", asked, true) == true, "each table has its own"


def test_what_one_draw_does_not_take_comes_with_the_next_of_that_shuffle() -> None:
    rig = RiggedChance()
    rig.put("t", RiggedDraw(parse("As Kd Qh")), False)
    drawn, left = cards(rig, *ask("round:1", PACK, 2, turn=1))
    assert drawn == parse("As Kd")
    assert rig.pending("t").cards == parse("Qh")
    assert cards(rig, *ask("round:1", left, 3, turn=2))[0][:1] == parse("Qh")


def test_another_shuffle_has_nothing_on_top() -> None:
    rig = RiggedChance()
    rig.put("t", RiggedDraw(parse("As Kd Qh")), False)
    cards(rig, *ask("round:1", PACK, 2))
    asked, true = ask("round:2", PACK, 2)
    assert rig.answer("t", asked, true) == true
    assert rig.pending("t") == RiggedDraw()


def test_what_is_put_on_a_deck_that_is_in_play_is_on_no_other() -> None:
    for lying in (True, False):
        rig = RiggedChance()
        cards(rig, *ask("round:1", PACK, 4))
        rig.put("t", RiggedDraw(parse("As")), lying)
        asked, true = ask("round:2", PACK, 4)
        assert (rig.answer("t", asked, true) == true) is lying


def test_a_card_that_is_not_there_any_more_cannot_come() -> None:
    rig = RiggedChance()
    rig.put("t", RiggedDraw(parse("As Kd")), False)
    left = tuple(card for card in PACK if card not in parse("As"))
    asked, true = ask("round:1", left, 3)
    before = drawn_from(left, true)[0]
    assert cards(rig, asked, true)[0] == (before[0], Card(parse("Kd")[0]), before[2])


@pytest.mark.parametrize(
    "source", ["round:1.button", "round:1.marker.2", "round:1.lot", "round:1.sabacc_pot"]
)
def test_seats_and_markers_and_the_pack_for_the_button_are_never_rigged(source: str) -> None:
    rig = RiggedChance()
    wanted = RiggedDraw(parse("As"), (3,), (17,))
    rig.put("t", wanted, False)
    for asked, true in (ask(source, PACK, 2, turn=1), roll(source, 40, turn=2)):
        assert rig.answer("t", asked, true) == true
    assert rig.pending("t") == wanted


def test_dice_and_the_wheel_fall_as_wanted_once() -> None:
    rig = RiggedChance()
    rig.put("t", RiggedDraw((), (3, 5, 6), (17,)), False)
    assert rig.answer("t", *roll("round:1.dice1", 6, 6)) == (2, 4)
    asked, true = roll("round:1.dice2", 6, 6)
    assert rig.answer("t", asked, true) == (5, true[1])
    assert rig.answer("t", *roll("round:2.wheel", 37)) == (17,)
    asked, true = roll("round:3.wheel", 37)
    assert rig.answer("t", asked, true) == true


def test_a_draw_that_never_was_has_taken_nothing_away() -> None:
    """A commit failed: the table asks again, perhaps otherwise, and draws other numbers."""
    rig = RiggedChance()
    rig.put("t", RiggedDraw(parse("As Kd Qh Jc")), False)
    left = cards(rig, *ask("round:1", PACK, 2, turn=1))[1]
    cards(rig, *ask("round:1", left, 1, turn=2))
    assert rig.pending("t").cards == parse("Jc")
    asked, _ = ask("round:1", PACK, 3, turn=1)
    assert cards(rig, asked, (7, 8, 9))[0] == parse("As Kd Qh")
    assert rig.pending("t").cards == parse("Jc")


def test_what_is_put_after_a_draw_does_not_go_with_it() -> None:
    rig = RiggedChance()
    asked, true = ask("round:1", PACK, 2)
    rig.answer("t", asked, true)
    rig.put("t", RiggedDraw(parse("As")), True)
    assert cards(rig, asked, true)[0][:1] == parse("As")


def test_off_forgets_what_was_to_come_and_takes_nothing_until_it_is_on() -> None:
    rig = RiggedChance()
    rig.put("t", RiggedDraw(parse("As"), (1,), (2,)), False)
    rig.switch("t", False)
    assert rig.pending("t") == RiggedDraw()
    with pytest.raises(ValueError, match="switch it on"):
        rig.put("t", RiggedDraw(parse("As")), False)
    asked, true = ask("round:1", PACK, 2)
    assert rig.answer("t", asked, true) == true
    rig.switch("t", True)
    rig.put("t", RiggedDraw(parse("As")), False)
    assert cards(rig, *ask("round:2", PACK, 2))[0][:1] == parse("As")
