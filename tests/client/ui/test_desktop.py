"""A window as wide as a desktop's: what is beside the table, and how large it opens."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from mobile_client.platform.desktop import USUAL, Desktop
from mobile_client.ui.look import px
from mobile_client.ui.screens.table import TableScreen
from mobile_client.ui.widgets.words import Words
from protocol import messages
from protocol.messages import Line
from protocol.words import Seat
from tests.client.ui.finding import shows
from tests.client.ui.moments import MOMENTS
from tests.client.ui.scenes import Scene
from tests.client.ui.sights import table_of
from tests.client.ui.stage import Stage


@pytest.fixture
def scene(stage: Stage) -> Iterator[Scene]:
    """My turn at hold'em in a wide window."""
    one = MOMENTS["holdem_flop"]("en")
    whole = one.stage()
    whole.size_hint = (None, None)
    stage.show(whole)
    wide(one, stage, 1280)
    yield one
    one.screen.gone()
    one.shown.close()


def wide(one: Scene, stage: Stage, width: int) -> None:
    one.shown.size = (px(width), px(760))
    one.screen.heard("", "")
    stage.frames(4)


def told(scene: Scene) -> list[str]:
    return [line.text for line in reversed(scene.screen.side_panel().log.column.children)]


def test_what_happens_in_the_round_is_told_beside_the_table(scene: Scene, stage: Stage) -> None:
    before = told(scene)
    assert before[-1].startswith("On the board: ")
    scene.to(scene.line + 1)
    stage.frames(4)
    after = told(scene)
    assert after[: len(before)] == before
    assert len(after) > len(before)


def test_the_newest_that_is_told_stays_in_sight_though_the_list_still_swings(
    scene: Scene, stage: Stage
) -> None:
    log = scene.screen.side_panel().log
    with stage.standing_time():
        for lines in (12, 1, 9):
            log.effect_y.velocity = -600
            log.effect_y.trigger_velocity_update()
            for _ in range(lines):
                log.column.add_widget(Words(text="Somebody checks", kind="small", written=True))
            stage.pass_by(0.4)
            newest = log.column.children[0]
            low = newest.to_window(*newest.pos)[1] - log.to_window(*log.pos)[1]
            assert -1 <= low < log.height, lines
    assert log.column.height > log.height


def test_nothing_beside_the_table_lies_over_it(scene: Scene, stage: Stage) -> None:
    screen: TableScreen = scene.screen
    assert screen.side_panel().x >= screen.felt.right - 1
    assert screen.side_panel().y >= screen.bar.top - 1
    for button in screen.bar.buttons:
        assert screen.bar.y <= button.y < button.top <= screen.bar.top


def test_the_talk_is_beside_the_table_and_counts_what_was_not_read(
    scene: Scene, stage: Stage
) -> None:
    scene.device.house(messages.Chat("t", (Line(1, "Ada", 5, "Hello you", "", Seat(1), 3),)))
    stage.frames(4)
    assert [text for _, text in scene.screen.side_panel().tabs.choices] == ["This hand", "Chat (1)"]
    scene.screen.open_chat()
    stage.frames(4)
    assert scene.shown.overlays == []
    assert shows(scene.shown, "Hello you")
    line = scene.screen.side_panel().talk.line
    assert line.focus
    line.insert_text("And you")
    scene.screen.side_panel().talk.send()
    assert scene.device.last(messages.Say).text == "And you"
    line.focus = False


def test_a_round_that_is_told_while_the_next_has_begun_is_not_called_this_one(
    scene: Scene, stage: Stage
) -> None:
    def title() -> str:
        stage.frames(4)
        return str(scene.screen.side_panel().tabs.choices[0][1])

    scene.to(len(scene.one.script))
    scene.client.pace.seen("t", all_=True)
    assert title() == "This hand"
    before = told(scene)
    began, *rest = scene.client._state.tables.by_name["t"].events
    scene.device.tell(replace(began, round=2), number=2)
    assert (title(), told(scene)) == ("Last hand", before)
    scene.device.tell(*rest[:2], number=2, after=1)
    assert title() == "This hand"
    assert told(scene) != before


@pytest.mark.usefixtures("blank")
def test_a_phone_takes_no_time_to_make_what_stands_beside_a_table() -> None:
    with table_of("roulette-bet", "phone-lying") as screen:
        assert screen.side is None
    with table_of("roulette-bet", "tablet-lying") as screen:
        assert screen.side is not None


def test_a_narrow_window_has_the_chat_as_a_drawer_again(scene: Scene, stage: Stage) -> None:
    wide(scene, stage, 900)
    assert scene.screen.side_panel().parent is None
    scene.screen.open_chat()
    stage.frames(4)
    assert len(scene.shown.overlays) == 1


@pytest.mark.parametrize(
    ("wanted", "kept", "opens"),
    [
        ("", "", USUAL),
        ("", "900x640", (900, 640)),
        ("411x860", "900x640", (411, 860)),
        ("740x360", "", (740, 360)),
        ("", "12x9", (320, 320)),
        ("wide", "x", USUAL),
    ],
)
def test_the_window_opens_as_it_was_left(
    tmp_path: Path, wanted: str, kept: str, opens: tuple[int, int]
) -> None:
    desktop = Desktop(tmp_path)
    if kept:
        desktop.keep("window", kept)
    assert desktop.window(wanted) == opens
