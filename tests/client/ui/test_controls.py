"""Buttons, sliders, switches, fields and keypads under a thumb."""

import pytest
from kivy.uix.boxlayout import BoxLayout

from mobile_client.ui import theme
from mobile_client.ui.look import px
from mobile_client.ui.screens.menu_tiles import GameButton
from mobile_client.ui.theme import TOUCH
from mobile_client.ui.widgets.buttons import KINDS, IconButton, PushButton
from mobile_client.ui.widgets.controls import Row, Segments, StepSlider, Toggle
from mobile_client.ui.widgets.entry import Field, Keypad
from tests.client.ui.stage import Stage


@pytest.mark.parametrize(
    ("make", "wide"),
    [
        (lambda: PushButton(text="Go"), 0),
        (lambda: IconButton(icon="back"), 1),
        (lambda: Toggle(text="Sound"), 0),
        (lambda: Row(text="Language"), 0),
        (lambda: StepSlider(), 0),
        (lambda: Segments(choices=[("a", "A")]), 0),
        (lambda: GameButton("holdem", "Poker"), 0),
    ],
    ids=["button", "icon", "toggle", "row", "slider", "segments", "tile"],
)
def test_whatever_is_pressed_is_as_large_as_a_thumb(stage: Stage, make: object, wide: int) -> None:
    widget = make()  # type: ignore[operator]
    assert widget.height >= px(TOUCH)
    assert not wide or widget.width >= px(TOUCH)


def test_a_crowded_row_never_makes_a_button_too_narrow(stage: Stage) -> None:
    row = BoxLayout(size_hint=(None, None), size=(px(100), px(60)))
    for word in ("Fold", "Call", "Raise"):
        row.add_widget(PushButton(text=word))
    stage.show(row)
    assert all(button.width >= px(TOUCH) for button in row.children)


def test_every_key_of_the_keypad_is_as_large_as_a_thumb(stage: Stage) -> None:
    pad = Keypad(width=px(300), size_hint_x=None)
    stage.show(pad)
    assert all(key.height >= px(TOUCH) and key.width >= px(TOUCH) for key in pad.children)


def test_a_button_is_pressed_by_a_tap_unless_it_is_closed(stage: Stage) -> None:
    pressed: list[str] = []
    button = PushButton(
        text="Call", note="40", pos=(50, 50), size_hint=(None, None), size=(200, 80)
    )
    button.bind(on_release=lambda one: pressed.append(one.text))
    stage.show(button)
    stage.tap(button)
    button.disabled = True
    stage.tap(button)
    assert pressed == ["Call"]


@pytest.mark.parametrize("kind", ["primary", "quiet", "danger"])
def test_kinds_of_buttons_have_the_colours_of_the_theme(stage: Stage, kind: str) -> None:
    button = PushButton(text="Fold", kind=kind, size_hint=(None, None), size=(300, 80))
    stage.show(button)
    picture = stage.look(button)
    ground, text = KINDS[kind]
    assert picture.count(ground) > 10_000
    assert picture.count(text) > 60


def test_a_pressed_button_looks_pressed(stage: Stage) -> None:
    button = PushButton(text="Raise", size_hint=(None, None), size=(300, 80), pos=(50, 50))
    stage.show(button)
    finger = stage.press(*button.center)
    held = stage.look(button)
    finger.lift()
    assert held.count(KINDS["primary"][0]) == 0


class TestSlider:
    def slider(self, stage: Stage, **words: object) -> StepSlider:
        slider = StepSlider(
            size_hint=(None, None),
            width=400,
            pos=(20, 100),
            **({"low": 40, "high": 975, "step": 10, "value": 40} | words),
        )
        stage.show(slider)
        return slider

    def test_a_thumb_pulls_it_in_steps_from_end_to_end(self, stage: Stage) -> None:
        slider = self.slider(stage)
        finger = stage.press(slider.center_x, slider.center_y)
        middle = slider.value
        finger.move(slider.right + 50, slider.center_y)
        high = slider.value
        finger.move(slider.x - 50, slider.center_y)
        low = slider.value
        finger.lift()
        assert (middle % 10, 480 <= middle <= 530) == (0, True)
        assert (high, low) == (975, 40)
        assert not slider.held

    def test_plus_and_minus_go_one_step_and_stop_at_the_ends(self, stage: Stage) -> None:
        slider = self.slider(stage, value=960)
        seen = []
        for turn in (slider.more, slider.more, slider.more, slider.less, slider.less):
            turn()
            seen.append(slider.value)
        assert seen == [970, 975, 975, 970, 960]
        slider.value = 40
        slider.less()
        assert slider.value == 40

    def test_a_value_outside_is_brought_back(self, stage: Stage) -> None:
        slider = self.slider(stage)
        slider.value = 5000
        assert slider.value == 975
        slider.high = 300
        assert slider.value == 300

    def test_a_range_of_one_value_is_no_trouble(self, stage: Stage) -> None:
        slider = self.slider(stage, low=50, high=50, value=10)
        stage.frames(2)
        assert slider.value == 50


def test_a_toggle_is_turned_by_a_tap_anywhere_on_its_row(stage: Stage) -> None:
    toggle = Toggle(text="Music", size_hint=(None, None), width=400, pos=(20, 20))
    stage.show(toggle)
    stage.tap(toggle)
    assert toggle.active
    assert toggle.slide == 1
    stage.press(toggle.x + 5, toggle.center_y).lift()
    assert not toggle.active


def test_one_of_a_few_is_chosen_by_a_tap(stage: Stage) -> None:
    choices = [("min", "Min"), ("half", "½"), ("pot", "Pot")]
    segments = Segments(
        choices=choices, chosen="min", size_hint=(None, None), width=300, pos=(0, 0)
    )
    stage.show(segments)
    for place, (key, _) in enumerate(choices):
        stage.press(50 + 100 * place, segments.center_y).lift()
        assert segments.chosen == key


class TestKeypad:
    def type(self, stage: Stage, pad: Keypad, keys: str) -> None:
        """Digits, and < for the key that erases."""
        for sign in keys:
            (key,) = [
                one
                for one in pad.children
                if (one.text or one.icon) == {"<": "erase"}.get(sign, sign)
            ]
            stage.tap(key)

    def pad(self, stage: Stage) -> Keypad:
        pad = Keypad(most=4, size_hint_x=None, width=400)
        stage.show(pad)
        return pad

    def test_digits_are_typed_and_erased_and_no_more_than_fit(self, stage: Stage) -> None:
        pad = self.pad(stage)
        self.type(stage, pad, "1203<<45678")
        assert pad.number == "1245"
        self.type(stage, pad, "<<<<<")
        assert pad.number == ""

    def test_done_is_told(self, stage: Stage) -> None:
        pad = self.pad(stage)
        told: list[str] = []
        pad.bind(on_done=lambda one: told.append(one.number))
        self.type(stage, pad, "90")
        (done,) = [key for key in pad.children if key.icon == "check"]
        stage.tap(done)
        assert told == ["90"]

    def test_done_is_lit_when_the_number_may_be_whole(self, stage: Stage) -> None:
        pad = self.pad(stage)
        pad.least = 3
        lit = []
        for sign in "123<":
            lit.append(pad.done.lit)
            self.type(stage, pad, sign)
        assert (*lit, pad.done.lit) == (False, False, False, True, False)


class TestField:
    def test_it_takes_what_fits_and_no_more(self, stage: Stage) -> None:
        field = Field(name="Card", most=6, fits=str.isdigit)
        stage.show(field)
        field.line.insert_text("49a2 9")
        field.line.insert_text("11889")
        assert field.text == "492911"

    def test_what_is_set_is_shown_and_what_is_wrong_is_said(self, stage: Stage) -> None:
        field = Field(name="Name", hint="Yours", text="Ada")
        stage.show(field)
        low = field.height
        field.text = "Lin"
        field.error = "Somebody has this name."
        stage.frames(4)
        assert field.line.text == "Lin"
        assert field.line.wrong
        assert field.trouble.text == "Somebody has this name."
        assert field.height > low

    def test_a_secret_is_not_shown(self, stage: Stage) -> None:
        field = Field(secret=True, text="1234")
        stage.show(field)
        assert field.line.password

    def test_its_text_is_seen(self, stage: Stage) -> None:
        field = Field(name="Name", text="WWWWWW", size_hint_x=None, width=400)
        stage.show(field)
        assert stage.look(field.line).count(theme.TEXT) > 200
