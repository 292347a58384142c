"""The play lap: draw, release, swap, stand, junk."""

import pytest

from protocol.cards import parse
from protocol.events import Acted, Dealt, Laid, told
from protocol.games.sabacc import choices
from protocol.words import CHANCE, DISCARD, Act, Illegal
from tests.rules.sabacc.table import A, B, C, Table


def three() -> Table:
    return Table(100, 100, 100, hands="+1c +2c -1s -2s +3t 0", top="-9c")


@pytest.mark.req("C-5.9")
def test_every_seat_is_asked_for_one_play_in_each_of_three_rounds() -> None:
    table = three()
    plays = []
    while not table.over:
        if table.ask.option("stand"):
            assert set(table.verbs) == {"stand", "draw", "swap", "junk"}
            plays.append((table.state.lap, table.ask.who))
        if table.ask.who == CHANCE:
            table.dice(1, 2)
        else:
            table.all_do(table.ask.default.verb)
    assert plays == [(lap, seat) for lap in (1, 2, 3) for seat in (A, B, C)]


@pytest.mark.req("C-5.11")
def test_a_drawn_card_joins_the_hand_and_one_card_may_be_released_to_the_top() -> None:
    table = three()
    assert table.do(A, "draw") == (Acted(A, "draw"),)
    assert table.ask.options[0].bounds == (55,)
    table.draw("+8t")
    assert table.hand(A) == "+1c +2c +8t"
    said = table.do(A, "release", cards="+2c")
    assert said == (Acted(A, "release"), Laid(A, DISCARD, parse("+2c")))
    assert (table.hand(A), table.top, table.ask.who) == ("+1c +8t", "+2c", B)


@pytest.mark.req("C-5.11")
def test_the_release_is_optional_and_may_be_the_drawn_card_itself() -> None:
    table = three()
    table.do(A, "draw")
    table.draw("+8t")
    table.do(A, "keep")
    assert (table.hand(A), table.top) == ("+1c +2c +8t", "-9c")
    table.do(B, "draw")
    table.draw("-7s")
    table.do(B, "release", cards="-7s")
    assert (table.hand(B), table.top) == ("-1s -2s", "-7s")


def test_draw_and_release_are_one_window_and_silence_keeps_the_cards() -> None:
    table = three()
    play = table.ask
    table.do(A, "draw")
    table.draw("+8t")
    release = table.ask
    assert play.window == release.window != ""
    assert (play.default, play.must) == (Act("stand"), True)
    assert (release.default, release.must) == (Act("keep"), False)
    table.do(A, "keep")
    windows = {play.window}
    while not table.over:
        if table.ask.who == CHANCE:
            table.dice(1, 2)
            continue
        if table.ask.window:
            assert table.ask.window not in windows
            windows.add(table.ask.window)
        table.all_do(table.ask.default.verb)
    assert len(windows) == 9


@pytest.mark.req("C-5.12")
def test_a_swap_changes_a_card_for_the_top_discard_which_all_see() -> None:
    table = three()
    table.do(A, "stand")
    said = table.do(B, "swap", cards="-2s")
    assert said == (
        Acted(B, "swap"),
        Laid(DISCARD, B, parse("-9c")),
        Laid(B, DISCARD, parse("-2s")),
    )
    assert [told(one, A) for one in said] == list(said)
    assert (table.hand(B), table.top, table.ask.who) == ("-1s -9c", "-2s", C)


@pytest.mark.req("C-5.13")
def test_to_stand_changes_nothing() -> None:
    table = three()
    before = (table.state.hands, table.state.discards, table.state.left, table.chips)
    assert table.do(A, "stand") == (Acted(A, "stand"),)
    after = (table.state.hands, table.state.discards, table.state.left, table.chips)
    assert (after, table.ask.who) == (before, B)


@pytest.mark.req("C-5.14")
def test_who_junks_lays_the_hand_open_and_is_out_of_this_game() -> None:
    table = three()
    said = table.do(A, "junk")
    assert said == (Acted(A, "junk"), Laid(A, DISCARD, parse("+1c +2c")))
    assert table.top == "+2c"
    asked = []
    while not table.over:
        asked.append(table.ask.who)
        if table.ask.who == CHANCE:
            table.dice(1, 2)
        else:
            table.all_do(table.ask.default.verb)
    assert A not in asked


@pytest.mark.req("C-5.14")
def test_when_all_but_one_have_junked_the_game_ends_at_once_and_nobody_can_junk_last() -> None:
    table = three()
    table.all_do("junk", "junk")
    assert table.over
    assert set(table.state.hands) == {C}


def test_only_a_card_of_the_hand_can_be_swapped_or_released() -> None:
    table = three()
    before = table.state
    with pytest.raises(Illegal) as refused:
        table.do(A, "swap", cards="-9c")
    assert refused.value.code == "not_in_hand"
    assert refused.value.text == "You named -9c; choose from your hand, +1c +2c."
    assert table.state is before
    with pytest.raises(Illegal) as refused:
        table.do(A, "swap", cards="+1c +2c")
    assert refused.value.code == "cards_count"
    with pytest.raises(Illegal) as refused:
        table.do(A, "release", cards="+1c")
    assert refused.value.code == "not_offered"


def test_the_cards_that_could_be_named_are_those_of_the_hand_each_once() -> None:
    table = Table(100, 100, hands="0 0 -1s -2s", top="-9c")
    heard = [told(one, A) for one in table.said]
    swap = table.ask.option("swap")
    assert swap
    assert choices(heard, table.ask, swap) == [parse("0")]
    table.do(A, "draw")
    assert isinstance(table.draw("+4t")[0], Dealt)
    release = table.ask.option("release")
    assert release
    heard = [told(one, A) for one in table.said]
    assert choices(heard, table.ask, release) == [parse("0"), parse("+4t")]
