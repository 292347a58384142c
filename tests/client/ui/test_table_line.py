"""The line of a table: what it calls things, and where it stands."""

import re
from dataclasses import replace
from itertools import pairwise

import pytest

from client_core.text import LANGUAGES, Say
from mobile_client.ui.look import look, px, text_px
from mobile_client.ui.screens.table import TableScreen
from mobile_client.ui.screens.table_menu import entries
from mobile_client.ui.screens.table_status import line_height
from mobile_client.ui.widgets.chat import ChatDrawer
from tests.client.ui.ink import painted
from tests.client.ui.moments import MOMENTS
from tests.client.ui.sights import laid_out, resized, table_of
from tests.client.ui.table_sights import screen_of
from tests.client.ui.visits import Visit

pytestmark = pytest.mark.usefixtures("blank")


def test_at_holdem_a_hand_follows_a_hand_and_elsewhere_a_round_a_round() -> None:
    with table_of("holdem-showdown") as screen:
        assert screen.bar.status.text.endswith(" · The next hand begins soon")
        assert screen.view is not None
        texts = [text for _, _, text in entries(screen.client, screen.view)]
        assert "Leave after this hand" in texts
    with table_of("sabacc-end") as screen:
        assert screen.bar.status.text.endswith(" · The next game begins soon"), "of three rounds"
    with table_of("blackjack-end") as screen:
        assert screen.bar.status.text.endswith(" · The next round begins soon")


def test_nobody_sits_out_where_a_round_waits_until_all_are_ready() -> None:
    for sight, sits_out in (("holdem-wait", True), ("doudizhu-room", False)):
        with table_of(sight) as screen:
            assert screen.view is not None
            names = [name for name, _, _ in entries(screen.client, screen.view)]
            assert ("sit_out" in names) is sits_out, sight
            assert "leave_after" in names


def test_where_nothing_was_bet_at_sabacc_the_first_bets_and_raises_nothing() -> None:
    with table_of("sabacc-bet", "small") as screen:
        texts = {one.key: one.text for one in screen.bar.choices}
        assert "act.check" in texts
        assert texts["act.raise"] == "Bet"
        assert "Bet…" in [one.text for one in screen.bar.buttons], "an amount will be asked for"


@pytest.mark.parametrize("size", ["phone", "tablet"])
@pytest.mark.parametrize("sight", ["holdem-wait", "holdem-away", "sabacc-draw"])
def test_the_line_stands_right_above_the_buttons(sight: str, size: str) -> None:
    with table_of(sight, size) as screen:
        bar = screen.bar
        (line,) = (ink.box for ink in painted(bar.status) if ink.kind == "text")
        top = max(one.top for one in bar.buttons)
        assert 0 < line[1] - top < line_height()


def test_without_buttons_the_lines_stand_in_the_middle_of_the_bar() -> None:
    with table_of("holdem-showdown", "phone") as screen:
        bar = screen.bar
        boxes = [ink.box for ink in painted(bar.status) if ink.kind == "text"]
        middle = (min(box[1] for box in boxes) + max(box[3] for box in boxes)) / 2
        assert abs(middle - bar.center_y) < px(3)


def test_who_waits_alone_has_no_room_kept_for_amounts() -> None:
    with table_of("holdem-alone", "phone") as alone, table_of("holdem-watch", "phone") as watch:
        assert alone.bar.height == watch.bar.height


@pytest.mark.parametrize("size", ["small", "phone", "small-lying"])
@pytest.mark.parametrize("language", ["en", "zh"])
def test_what_is_told_above_a_table_is_never_cut(language: str, size: str) -> None:
    with table_of("holdem-watch", size, language) as screen:
        bar = screen.top_bar
        before = list(bar.shown)
        facts = {"offers": 2, "seconds": 30}
        screen.client._state.notices.toast(Say("refusal.offers_unused", facts), "bad", "t")
        screen.client._state.settle()
        screen._refresh()
        bar.do_layout()
        bar.told._paint()
        lines = bar.told.lines()
        assert not bar.told.clipped, lines
        assert {bar.home, bar.menu} <= set(bar.shown)
        texts = [ink for ink in painted(bar.told) if ink.kind == "text"]
        assert texts
        assert all(bar.y <= ink.box[1] and ink.box[3] <= bar.top for ink in texts)
        screen.client.notices.dismiss(screen.client.notices.toasts[0].id)
        screen._refresh()
        assert bar.shown == before


def test_while_a_sheet_lies_over_the_table_it_is_told_above_the_sheet() -> None:
    with table_of("holdem-watch") as screen:
        stage = screen.stage
        stage.open(ChatDrawer(screen.client, "t"))
        screen.client._state.notices.toast(Say("refusal.chat_too_fast"), "bad", "t")
        screen.client._state.settle()
        (told,) = stage.toasts.shown.values()
        assert screen.top_bar.said is None, "once"
        assert stage.children.index(stage.toasts) < stage.children.index(stage.layer)
        laid_out(stage)
        assert stage.layer.center_y < told.y < told.top < stage.layer.top, "below its head"
        stage.overlays[-1].close()
        laid_out(stage)
        assert not stage.toasts.shown
        assert screen.top_bar.said is told.said
        screen.client.notices.dismiss(told.said.id)


def passed(screen: TableScreen, seconds: float) -> None:
    """So much later, when the screen looks at the clock again."""
    now = screen.client._state.clock
    screen.client._state.clock = lambda: now() + seconds
    screen._tick()


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_seconds_of_what_is_told_go_by_as_those_of_the_button_do(language: str) -> None:
    with table_of("holdem-watch", language=language) as screen:
        facts = {"offers": 2, "seconds": 30}
        screen.client._state.notices.toast(Say("refusal.offers_unused", facts), "bad", "t")
        screen.client._state.tables.mine_at("t", barred=screen.client.now() + 30)
        screen.client._state.settle()
        screen._refresh()

        def told() -> tuple[int, str]:
            (queue,) = (one for one in screen.bar.choices if one.key == "queue")
            return int(re.findall(r"\d+", screen.top_bar.told.text)[-1]), queue.note

        assert told() == (30, "0:30")
        passed(screen, 1)
        assert told() == (29, "0:29")
        passed(screen, 0.5)
        assert told() == (29, "0:29")
        passed(screen, 0.5)
        assert told() == (28, "0:28")
        assert screen._second.is_triggered


def test_take_a_seat_is_dim_while_it_would_be_refused() -> None:
    with table_of("holdem-watch") as screen:
        (queue,) = (one for one in screen.bar.choices if one.key == "queue")
        assert queue.kind == "primary"
        screen.client._state.tables.mine_at("t", barred=screen.client.now() + 30)
        screen.client._state.settle()
        screen._refresh()
        (queue,) = (one for one in screen.bar.choices if one.key == "queue")
        assert (queue.kind, queue.note) == ("dim", "0:30")
        screen._take(queue, 0)
        screen._refresh()
        assert screen.bar.status.text == "You can queue again in 0:30"
        assert not any(one.say.key.startswith("refusal") for one in screen.client.notices.toasts)
        passed(screen, 1)
        assert screen.bar.status.text == "You can queue again in 0:29"


@pytest.mark.usefixtures("blank")
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_lines_of_a_large_toast_do_not_touch(language: str) -> None:
    look.big_text = True
    visit = Visit(language).come_in().sit()
    shown = visit.stage()
    resized(shown, "small")
    visit.client.notices.tell(Say("toast.brought", {"chips": 50_000, "have": 100_000}))
    screen = screen_of(shown)
    screen.heard("toasts", "")
    laid_out(shown)
    told = screen.top_bar.told
    lines = sorted(ink.box[1] for ink in painted(told) if ink.kind == "text")
    assert len(lines) >= 2
    apart = min(above - below for below, above in pairwise(lines))
    assert apart >= text_px("act_note"), "in the size of a letter"
    assert told.text.endswith(("。", "."))
    assert not told.clipped
    for toast in visit.client.notices.toasts:
        visit.client.notices.dismiss(toast.id)
    screen._refresh()
    laid_out(shown)
    assert screen.top_bar.rules.parent is screen.top_bar, "the signs are back"
    shown.close()


def test_who_sits_out_from_the_next_hand_on_is_still_asked_in_this_one() -> None:
    scene = MOMENTS["holdem_flop"]("en")
    sitters = dict(scene.sitters())
    sitters[scene.seat] = replace(sitters[scene.seat], out=True)
    scene.sit(sitters)
    shown = scene.stage()
    scene.screen._refresh()
    bar = scene.screen.bar
    assert bar.buttons
    assert bar.status.text.startswith("Your turn")
    scene.to(len(scene.one.script))
    scene.client.pace.seen("t", all_=True)
    scene.screen._refresh()
    assert bar.status.text == "You are sitting out"
    scene.screen.gone()
    shown.close()
