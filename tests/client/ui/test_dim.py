"""The window of tests that ask widgets what they show: few of its frames are drawn."""

from kivy.graphics import Callback
from kivy.uix.widget import Widget

from tests.client.ui.stage import Stage
from tests.dim import EACH


def test_each_tenth_frame_is_drawn_all_are_counted_and_a_still_window_has_none(
    stage: Stage,
) -> None:
    drawn: list[object] = []
    shown = Widget()
    with shown.canvas:
        Callback(drawn.append)
    stage.show(shown)
    drawn.clear()
    for _ in range(2 * EACH):
        shown.canvas.ask_update()
        assert stage.frames() == 1
    assert len(drawn) == 2
    assert stage.frames(3) == 0
    stage.dim.draw()
    assert len(drawn) == 3
