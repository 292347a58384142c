"""My hand of Dou Dizhu on a real window: how it lies, and how cards are chosen and hinted."""

from collections.abc import Iterator
from itertools import pairwise

import pytest

from mobile_client.ui.look import px
from protocol.games.doudizhu import RANK_OF, Pattern, classify
from protocol.words import Act, Seat
from tests.client.ui.doudizhu_felts import (
    INDEX,
    INDEX_HIGH,
    SIZES,
    STRIP,
    acts,
    button,
    felt_of,
    keys,
    on,
    over,
    truth,
)
from tests.client.ui.moments import Show, showing
from tests.client.ui.scenes import asked, find
from tests.client.ui.stage import Finger, Stage
from tests.playing import PlayedRound


@pytest.fixture
def show(stage: Stage) -> Iterator[Show]:
    with showing(stage, SIZES) as shows:
        yield shows


@pytest.mark.req("D-S1.6", "D-S0.4")
@pytest.mark.parametrize("size", SIZES)
def test_every_card_of_twenty_shows_its_index_and_leaves_a_thumb_its_strip(
    show: Show, size: str
) -> None:
    scene = show("doudizhu_lead", size)
    felt = felt_of(scene)
    views = felt.hand.views
    ranks = [RANK_OF[view.card] for view in views]
    assert sorted(view.card for view in views) == sorted(truth(scene).hands[scene.seat])
    assert len(views) == 20
    assert ranks == sorted(ranks, reverse=True), "they lie in the order of their ranks"
    for one, after in pairwise(views):
        assert one.turn == 1
        if after.y == one.y:
            assert after.x - one.x >= px(STRIP) - 1, size
            assert after.x - one.x >= one.width * INDEX - 1, "the next card hides the index"
        else:
            assert one.y > after.y + after.height * 0.5, "the row below hides the index"
    assert min(view.x for view in views) >= felt.x
    assert max(view.right for view in views) <= felt.right


@pytest.mark.parametrize(("size", "rows"), [("small", 2), ("tall", 2), ("lying", 1)])
def test_many_cards_lie_in_two_rows_where_there_is_room_and_no_rank_is_parted(
    show: Show, size: str, rows: int
) -> None:
    for moment in ("doudizhu_bid", "doudizhu_lead"):
        views = felt_of(show(moment, size)).hand.views
        found = {view.y: {RANK_OF[one.card] for one in views if one.y == view.y} for view in views}
        assert len(found) == rows
        assert sum(map(len, found.values())) == len(set().union(*found.values()))


@pytest.mark.parametrize("size", ["small", "tall"])
def test_few_cards_lie_in_one_row_and_are_larger(show: Show, size: str) -> None:
    def few(one: PlayedRound, line: int, seat: Seat) -> bool:
        return asked(one, line, seat) and 6 < len(one.steps[line].state.hands[seat]) <= 10

    many = felt_of(show("doudizhu_bid", size))
    wide, floor = many.hand.views[0].width, many._floor()
    felt = felt_of(show(find("doudizhu", "house", few), size))
    assert len({view.y for view in felt.hand.views}) == 1
    assert felt.hand.views[0].width > wide
    assert felt._floor() == floor, "nothing else moves"


@pytest.mark.req("D-S0.4")
@pytest.mark.parametrize("size", ["small", "lying"])
def test_cards_are_chosen_by_taps_and_sweeps_and_let_go_by_sweeping_back(
    show: Show, stage: Stage, size: str
) -> None:
    felt = felt_of(show("doudizhu_lead", size))
    hand = felt.hand

    def chosen() -> list[int]:
        return list(hand.chosen)

    on(stage, felt, 12).down()
    assert chosen() == [12]
    sweep = on(stage, felt, 13)
    sweep.down()
    sweep.move(*over(felt, 17))
    assert chosen() == [12, 13, 14, 15, 16, 17], "what a quick finger leaps over counts"
    sweep.move(*over(felt, 15))
    assert chosen() == [12, 13, 14, 15], "going back lets go again"
    sweep.lift()
    assert all(hand.views[place].raised for place in hand.chosen)
    back = on(stage, felt, 15)
    back.down()
    back.move(*over(felt, 13))
    back.lift()
    assert chosen() == [12], "a sweep that begins on a chosen card lets cards go"
    tap = Finger(stage, felt.center_x, (felt.plates[0].top + felt.plates[1].y) / 2)
    tap.down()
    tap.lift()
    assert chosen() == [], "a tap on the felt lets go of all"


@pytest.mark.parametrize("size", SIZES)
def test_a_chosen_card_covers_neither_an_index_nor_a_button(
    show: Show, stage: Stage, size: str
) -> None:
    scene = show("doudizhu_lead", size)
    hand = felt_of(scene).hand
    upper = hand.above()
    hand.choose(tuple(card for card in hand.cards if card is not None))
    stage.frames(3)
    for view in hand.views[upper:]:
        top = view.top + view.rise * view.height
        for above in hand.views[:upper]:
            assert top <= above.top - above.height * INDEX_HIGH, "the suit is seen"
        if felt_of(scene).wide:
            assert top <= button(scene, "felt.hint").y - px(7)


def test_to_play_is_lit_only_for_cards_that_may_be_played_and_says_why_not(
    show: Show, stage: Stage
) -> None:
    scene = show("doudizhu_follow")
    felt, line = felt_of(scene), scene.screen.bar.status
    assert button(scene, "act.play").kind == "dim"
    stage.tap(button(scene, "act.play"))
    stage.frames(3)
    assert "pair chain" in line.text, "also where nothing is chosen"
    low = len(felt.hand.cards) - 1
    felt.hand.choose((felt.hand.cards[low],))  # type: ignore[arg-type]  # it is seen
    stage.frames(3)
    wrong = line.text
    assert button(scene, "act.play").kind == "dim"
    assert "pair chain" in wrong, "it is said what it takes"
    stage.tap(button(scene, "act.play"))
    stage.frames(3)
    assert acts(scene) == []
    assert line.text == wrong
    stage.tap(button(scene, "felt.hint"))
    stage.frames(3)
    assert button(scene, "act.play").kind == "primary"
    wanted = felt.hand.picked
    found = classify(wanted)
    assert isinstance(found, Pattern)
    assert line.text == scene.client.texts.pattern_name(found)
    stage.tap(button(scene, "act.play"))
    assert acts(scene) == [Act("play", cards=wanted)]


def test_a_hint_shows_one_play_after_another_and_begins_again(show: Show, stage: Stage) -> None:
    scene = show("doudizhu_follow")
    felt = felt_of(scene)
    listed = felt.hints
    assert len(listed) > 1
    seen = []
    for _ in range(len(listed) + 1):
        stage.tap(button(scene, "felt.hint"))
        seen.append(tuple(sorted(felt.hand.picked)))
    assert seen == [tuple(sorted(cards)) for cards in (*listed, listed[0])]


def helpless(one: PlayedRound, line: int, seat: Seat) -> bool:
    """Follows a play that nothing in the hand beats."""
    if not asked(one, line, seat) or one.steps[line].state.to_beat is None:
        return False
    from protocol.games.doudizhu import plays

    state = one.steps[line].state
    return state.stage == "play" and not plays(state.hands[seat], state.to_beat)


def test_who_can_beat_nothing_is_told_so_and_only_passes(show: Show, stage: Stage) -> None:
    scene = show(find("doudizhu", "house", helpless))
    assert [one.key for one in scene.screen.bar.choices] == ["act.pass"]
    assert scene.screen.bar.status.text == scene.client.say("table.beats_nothing")
    stage.tap(button(scene, "act.pass"))
    assert acts(scene) == [Act("pass")]


def others_think(one: PlayedRound, line: int, seat: Seat) -> bool:
    """Another is asked and passes, and then I am asked."""
    state = one.steps[line].state
    if state.stage != "play" or line + 1 >= len(one.script) or asked(one, line, seat):
        return False
    return one.script[line][1].verb == "pass" and asked(one, line + 1, seat)


def test_cards_are_chosen_for_my_turn_while_others_think(show: Show, stage: Stage) -> None:
    scene = show(find("doudizhu", "house", others_think))
    hand = felt_of(scene).hand
    on(stage, felt_of(scene), 1).down()
    on(stage, felt_of(scene), 3).down()
    chosen = hand.picked
    assert len(chosen) == 2
    scene.to(scene.line + 1)
    stage.frames(3)
    assert hand.picked == chosen, "they are still chosen when it is my turn"
    scene.device.passes(1)
    line = scene.line
    stage.tap(button(scene, "act.pass" if "act.pass" in keys(scene) else "act.play"))
    scene.to(line + 1)
    stage.frames(3)
    assert not hand.chosen, "and let go when it is over"


@pytest.mark.parametrize("samples", [1, 2, 40])
def test_a_sweep_along_a_row_takes_all_of_it_however_fast_the_finger_is(
    show: Show, stage: Stage, samples: int
) -> None:
    hand = felt_of(show("doudizhu_lead", "small")).hand
    upper = hand.above()
    assert 0 < upper < 20
    for row in (range(upper), range(upper, 20)):
        first, last = hand.views[row[0]], hand.views[row[-1]]
        for part in (0.45, 0.7, 0.95):
            y = first.y + first.height * part
            x, end = first.x + first.width * 0.1, last.x + last.width * 0.2
            for src, dst in ((x, end), (end, x)):
                finger = stage.press(*hand.to_window(src, y))
                for step in range(1, samples + 1):
                    finger.move(*hand.to_window(src + (dst - src) * step / samples, y))
                finger.lift()
                assert hand.chosen == tuple(row), (part, src < dst)
                hand.choose(())


def test_a_fast_sweep_from_row_to_row_takes_what_lies_on_its_way(show: Show, stage: Stage) -> None:
    hand = felt_of(show("doudizhu_lead", "small")).hand
    upper = hand.above()
    first, last = hand.views[0], hand.views[-1]
    finger = stage.press(*hand.to_window(first.x + px(6), first.top - px(6)))
    finger.move(*hand.to_window(last.right - px(6), last.y + px(6)))
    finger.lift()
    assert hand.chosen[0] == 0
    assert hand.chosen[-1] == 19
    assert any(0 < place < upper for place in hand.chosen)
    assert any(upper <= place < 19 for place in hand.chosen)
