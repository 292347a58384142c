"""A puzzle as it is played: steps back, stars, and what is kept of them."""

import pytest

from client_core.puzzles.collection import Puzzle
from client_core.puzzles.playing import Playing, begun, read, with_stars
from client_core.puzzles.position import Position
from tests.client.device import Device
from tests.rules.doudizhu.dealing import of

FOUR = Position((of("479"), of("58")))
PUZZLE = Puzzle(12, FOUR, 100, 1)


def played(playing: Playing, *plays: str) -> Playing:
    for play in plays:
        playing = playing.after(of(play))
    return playing


def test_a_puzzle_is_won_with_all_stars_by_who_needs_no_help() -> None:
    playing = played(begun(PUZZLE), "9", "", "4", "5", "7")
    assert playing.won
    assert playing.stars == 0 + 3
    assert not playing.mine


@pytest.mark.parametrize(("hints", "undos", "stars"), [(1, 0, 2), (0, 1, 2), (1, 1, 1), (9, 9, 1)])
def test_each_hint_and_each_step_back_costs_a_star_but_the_last(
    hints: int, undos: int, stars: int
) -> None:
    playing = begun(PUZZLE)
    for _ in range(hints):
        playing = playing.hinted()
    for _ in range(undos):
        playing = played(playing, "4", "5").undone()
        assert playing.position == FOUR
    assert played(playing, "9", "", "4", "5", "7").stars == stars


def test_the_same_hint_looked_at_again_costs_nothing() -> None:
    playing = begun(PUZZLE).hinted().hinted()
    assert played(playing, "9", "", "4", "5", "7").stars == 2
    playing = played(playing, "9", "").hinted().hinted()
    assert played(playing, "4", "5", "7").stars == 1


def test_a_line_that_is_only_looked_at_gives_no_stars() -> None:
    playing = played(begun(PUZZLE, shown=True), "9", "", "4", "5", "7")
    assert playing.won
    assert playing.stars == 0


def test_a_step_back_leads_to_my_last_turn_also_when_all_is_lost() -> None:
    playing = played(begun(PUZZLE), "4", "5", "", "8")
    assert playing.lost
    back = playing.undone()
    assert back.mine
    assert back.position == played(begun(PUZZLE), "4", "5").position
    first = back.undone()
    assert first.position == FOUR
    assert not first.can_undo
    assert first.undone() == first


def test_what_was_played_lies_there_until_the_next_lead() -> None:
    playing = played(begun(PUZZLE), "4", "5")
    assert playing.before_each == {0: of("4"), 1: of("5")}
    playing = played(playing, "9", "")
    assert playing.before_each == {0: of("9"), 1: ()}
    assert played(playing, "7").before_each == {0: of("7")}


def test_what_is_no_play_is_refused() -> None:
    with pytest.raises(ValueError, match="beat"):
        played(begun(PUZZLE), "9", "5")


def test_the_most_stars_are_kept() -> None:
    kept = with_stars("", 12, 2)
    assert read(kept) == {12: 2}
    assert with_stars(kept, 12, 1) == kept
    assert read(with_stars(with_stars(kept, 3, 1), 12, 3)) == {3: 1, 12: 3}


def test_what_cannot_be_read_is_left_out() -> None:
    assert read("12:3 x:1 4 5:9 6:0 :: 7:1") == {12: 3, 7: 1}


def test_stars_outlive_the_app_and_need_no_house() -> None:
    device = Device()
    device.client.puzzles.solved(12, 2)
    device.client.puzzles.solved(12, 1)
    assert device.client.puzzles.stars == {12: 2}
    assert device.restart().client.puzzles.stars == {12: 2}
    assert device.sent == []


def test_the_reason_why_cards_cannot_be_played_is_that_of_every_table() -> None:
    client = Device().client
    facing = played(begun(PUZZLE), "4").position
    assert client.puzzles.amiss(FOUR, of("4")) is None
    wrong = client.puzzles.amiss(facing, of("3"))
    assert wrong is not None
    assert client.say(wrong) == "It takes a solo above the four, or a bomb"
