"""Drawers, dialogs, toasts, banners and bubbles: they come, are answered, and go."""

import pytest
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

from mobile_client.ui import theme
from mobile_client.ui.look import look, px
from mobile_client.ui.widgets.buttons import PushButton
from mobile_client.ui.widgets.emotes import Bubble
from mobile_client.ui.widgets.overlays import Dialog, Drawer
from mobile_client.ui.widgets.status import Banner, ConnectionDot
from mobile_client.ui.widgets.words import Words
from tests.client.ui.stage import Stage


class TestOverlays:
    def ground(self, stage: Stage) -> FloatLayout:
        ground = FloatLayout()
        stage.show(ground)
        return ground

    def test_a_drawer_opens_and_a_tap_beside_it_closes_it(self, stage: Stage) -> None:
        ground = self.ground(stage)
        drawer = Drawer(side="right")
        closed: list[Widget] = []
        drawer.bind(on_closed=closed.append)
        drawer.open(ground)
        stage.frames(2)
        assert drawer.sheet.right == pytest.approx(ground.right)
        stage.press(drawer.sheet.center_x, 300).lift()
        assert drawer.parent is ground
        stage.press(5, 300).lift()
        assert drawer.parent is None
        assert closed == [drawer]

    @pytest.mark.parametrize("side", ["right", "left", "bottom"])
    def test_a_drawer_slides_in_from_its_side(self, stage: Stage, side: str) -> None:
        ground = self.ground(stage)
        look.motion = "fast"
        drawer = Drawer(side=side)
        drawer.sheet.add_widget(Words(text="History"))
        drawer.open(ground)
        stage.until(lambda: drawer.share == 1)
        sheet = drawer.sheet
        edge = {
            "right": sheet.right == ground.right,
            "left": sheet.x == ground.x,
            "bottom": sheet.y == ground.y,
        }
        assert edge[side]

    def test_nothing_behind_an_overlay_is_pressed(self, stage: Stage) -> None:
        ground = self.ground(stage)
        pressed: list[object] = []
        button = PushButton(text="Fold", pos=(20, 20), size_hint=(None, None), size=(200, 80))
        button.bind(on_release=pressed.append)
        ground.add_widget(button)
        dialog = Dialog(title="Sure?", answers=[("Yes", "primary", lambda: None)], stays=True)
        dialog.open(ground)
        stage.frames(3)
        stage.tap(button)
        button.size, button.pos = ground.size, ground.pos
        stage.press(dialog.sheet.x + px(8), dialog.sheet.center_y).lift()
        assert pressed == []
        assert dialog.parent is ground

    def test_an_answer_closes_the_dialog_and_is_carried_out(self, stage: Stage) -> None:
        ground = self.ground(stage)
        answers: list[str] = []
        dialog = Dialog(
            title="Go all-in?",
            text="All 970 of your chips go into the pot.",
            answers=[
                ("No", "quiet", lambda: answers.append("no")),
                ("All-in", "danger", lambda: answers.append("yes")),
            ],
        )
        dialog.open(ground)
        stage.frames(4)
        buttons = [one for one in dialog.walk() if isinstance(one, PushButton)]
        assert all(dialog.sheet.collide_widget(one) for one in buttons)
        stage.tap(next(one for one in buttons if one.text == "All-in"))
        assert answers == ["yes"]
        assert dialog.parent is None


def test_a_bubble_is_as_high_as_what_is_said(stage: Stage) -> None:
    bubble = Bubble(text="Hi")
    stage.show(bubble)
    low = bubble.height
    bubble.text = "One moment please, I am just looking for my glasses."
    stage.frames(4)
    assert bubble.height > 1.5 * low
    assert bubble.words.texture_size[0] <= bubble.width


@pytest.mark.parametrize("state", ["on", "coming", "off"])
def test_the_connection_has_a_colour(stage: Stage, state: str) -> None:
    dot = ConnectionDot(state=state, text="Connected")
    stage.show(dot)
    colour = {"on": theme.GOOD, "coming": theme.GOLD, "off": theme.WARM}[state]
    assert stage.look(dot).count(colour) > (10 if state == "off" else 30)


def test_without_a_connection_no_bar_is_lit_and_a_cross_says_so(stage: Stage) -> None:
    dot = ConnectionDot(state="on")
    stage.show(dot)
    bars = stage.look(dot).count(theme.GOOD)
    dot.state = "off"
    stage.frames(2)
    cross = stage.look(dot).count(theme.WARM)
    assert 10 < cross < bars / 2
    assert stage.look(dot).count(theme.GOOD) == 0


def test_a_banner_grows_with_its_text(stage: Stage) -> None:
    banner = Banner(text="Soon.", size_hint_x=None, width=400)
    stage.show(banner)
    low = banner.height
    banner.text = "The house closes after this hand. " * 4
    stage.frames(4)
    assert banner.height > low + px(20)
    assert banner.words.texture_size[0] <= banner.width
