"""Wild cards on the felt: marked, read as the strongest play, and as another where one wants it."""

from collections.abc import Iterator

import pytest

from protocol.games.doudizhu import RANK_NAMES, RANK_OF, Kickers, readings
from protocol.words import Act
from tests.client.ui.doudizhu_felts import SIZES, acts, button, felt_of, keys, truth
from tests.client.ui.moments import Show, showing
from tests.client.ui.stage import Stage
from tests.client.ui.tables_doudizhu import come_to, doubtful, on_wild_cards, wild_called


@pytest.fixture
def show(stage: Stage) -> Iterator[Show]:
    with showing(stage, SIZES) as shows:
        yield shows


def test_the_wild_rank_is_named_and_its_cards_have_a_star(show: Show) -> None:
    scene = show(come_to("wild", wild_called, "zh"), "small")
    felt, wild = felt_of(scene), truth(scene).wild
    assert felt.worth.text.startswith(f"癞子 {RANK_NAMES[wild].en} ·")
    for view in felt.hand.views:
        assert view.mark == ("*" if RANK_OF[view.card] == wild else "")


@pytest.mark.parametrize("size", ["small", "lying"])
def test_chosen_cards_are_the_strongest_play_until_another_is_wanted(
    show: Show, stage: Stage, size: str
) -> None:
    scene = show(come_to("wild", doubtful, "zh"), size)
    felt, state = felt_of(scene), truth(scene)
    cards = scene.one.script[scene.line][1].cards
    ways = readings(cards, state.wild, Kickers(equal=True), state.to_beat)
    felt.hand.choose(cards)
    scene.screen._refresh()
    texts = [scene.client.texts.pattern_name(one.pattern) for one in ways]
    for turn in (*range(len(ways)), 0):
        bar = button(scene, "felt.way")
        assert bar.text == f"换牌型 {turn + 1}/{len(ways)}"
        assert felt.view is not None
        assert felt.status(felt.view, felt.acts) == texts[turn]
        marks = sorted(view.mark for view in felt.hand.views if view.raised and view.mark)
        assert marks == sorted(RANK_NAMES[rank].en for rank in ways[turn].stands)
        stage.tap(bar)
    stage.tap(button(scene, "act.play"))
    (act,) = acts(scene)
    assert act == Act("play", cards=act.cards, stands=ways[1].stands)
    assert sorted(act.cards) == sorted(cards)


def test_a_play_shows_what_its_wild_cards_stand_for(show: Show) -> None:
    scene = show(come_to("wild", on_wild_cards, "zh"), "small")
    felt, state = felt_of(scene), truth(scene)
    assert "felt.way" not in keys(scene)
    marked = [view for laid in felt.plays for view in laid.views if view.mark not in ("", "*")]
    assert marked
    for view in marked:
        assert RANK_OF[view.card] == state.wild
