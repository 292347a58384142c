"""An amount is typed, on the keys of the screen or of a keyboard, while there is time for it."""

from collections.abc import Iterator

import pytest

from mobile_client.ui.screens.amount_keys import AmountKeys
from protocol import messages
from protocol.words import Seat
from tests.client.ui.moments import Show, showing
from tests.client.ui.scenes import Scene
from tests.client.ui.stage import Stage

SIZES = {"small": (360, 640), "lying": (640, 360)}
ENTER, ERASE, BESIDE = 13, 8, 256


@pytest.fixture
def show(stage: Stage) -> Iterator[Show]:
    with showing(stage, SIZES) as shows:
        yield shows


def offered(show: Show, stage: Stage, size: str = "small") -> Scene:
    """A seat is offered for so long, and its chips are being typed."""
    scene = show("holdem_watch", size)
    scene.device.house(messages.Offer("t", Seat(6), "key-1", 10_000, 4_000, 20_000))
    stage.frames(3)
    bar = scene.screen.bar
    bar.open(next(one for one in bar.choices if one.offer is not None))
    bar.sum.typed.trigger_action(0)
    stage.frames(4)
    return scene


def keys_of(scene: Scene) -> AmountKeys:
    (keys,) = scene.shown.overlays
    assert isinstance(keys, AmountKeys)
    return keys


def strike(stage: Stage, *keys: int) -> None:
    for key in keys:
        stage.window.dispatch("on_key_down", key, 0, None, [])
    stage.frames(2)


def test_a_keyboard_types_erases_and_is_done(show: Show, stage: Stage) -> None:
    scene = offered(show, stage)
    keys = keys_of(scene)
    strike(stage, ord("7"), ord("8"), BESIDE + 3, ERASE)
    assert keys.keys.number == "78"
    assert keys.amount.text == "78"
    strike(stage, ENTER)
    assert not scene.shown.overlays
    assert scene.screen.bar.sum.amount == 7_800
    strike(stage, ord("9"))
    assert keys.keys.number == "78", "keys that are gone hear nothing"


def test_what_was_chosen_stays_when_nothing_is_typed(show: Show, stage: Stage) -> None:
    scene = offered(show, stage)
    assert scene.screen.bar.sum.amount == 20_000, "a hundred big blinds"
    scene.screen.bar.sum.set(9_000)
    strike(stage, ENTER)
    assert not scene.shown.overlays
    assert scene.screen.bar.sum.amount == 9_000


@pytest.mark.parametrize("size", SIZES)
def test_the_time_that_is_left_is_seen_while_chips_are_chosen(
    show: Show, stage: Stage, size: str
) -> None:
    scene = offered(show, stage, size)
    keys, bar = keys_of(scene), scene.screen.bar
    scene.device.passes(3)
    scene.screen._tick()
    assert keys.clock.startswith("0:0")
    before = keys.clock
    scene.device.passes(2)
    scene.screen._tick()
    assert keys.clock < before
    behind = bar.buttons[0].note if bar.over else bar.status.text
    assert keys.clock in behind
    ends = [end for one in keys.sheet.children for end in (one.y, one.top)]
    assert min(ends) >= scene.shown.y - 1, "all of it is on the screen"
    assert max(ends) <= scene.shown.top + 1


def test_when_the_seat_is_another_s_nothing_of_it_stays_open(show: Show, stage: Stage) -> None:
    scene = offered(show, stage)
    scene.device.house(messages.Notice("offer_over", "", "t"), messages.Queued("t", 0, 0))
    stage.frames(4)
    assert not scene.shown.overlays
    assert scene.screen.bar.aim is None
    told = [scene.client.say(one.say) for one in scene.client.notices.toasts]
    assert told == ["The time to sit down is over; ask for a seat again."]


# -- the line goes while an amount is typed --------------------------------------------------------


def raising(show: Show, stage: Stage, size: str) -> Scene:
    """My turn on the flop, and the amount of a raise is being typed."""
    scene = show("holdem_flop", size)
    bar = scene.screen.bar
    bar.open(next(one for one in bar.choices if one.offer is not None))
    stage.frames(3)
    stage.tap(bar.sum.typed)
    stage.frames(4)
    return scene


def back(scene: Scene, stage: Stage, *, mine: bool) -> None:
    """The line is back; it is my turn still, or another's."""
    device = scene.device
    device.passes(3)
    device.resumed("t")
    scene.sit(scene.sitters())
    seen = scene.client._state.tables.by_name["t"].seq
    device.tell(after=seen)
    if mine:
        scene.turn -= 1
        scene.ask()
    else:
        others = tuple(seat for seat in scene.one.stacks if seat != scene.seat)
        device.house(messages.Waiting("t", scene.turn + 1, others[:1], 12_000, 15_000))
    device.house(messages.Ok(device.last(messages.Resync).id))
    stage.frames(4)


@pytest.mark.parametrize("size", SIZES)
def test_keys_stay_as_they_are_while_the_line_is_gone(show: Show, stage: Stage, size: str) -> None:
    scene = raising(show, stage, size)
    strike(stage, ord("7"))
    scene.device.lose()
    stage.frames(4)
    keys = keys_of(scene)
    assert keys.keys.number == "7"
    back(scene, stage, mine=True)
    assert keys_of(scene) is keys
    assert keys.keys.number == "7"


@pytest.mark.parametrize("size", SIZES)
def test_a_tap_on_keys_that_the_line_took_away_is_no_other_choice(
    show: Show, stage: Stage, size: str
) -> None:
    scene = raising(show, stage, size)
    done = keys_of(scene).keys.done
    scene.device.lose()
    stage.frames(4)
    stage.tap(done)
    stage.frames(4)
    scene.device.passes(1)
    back(scene, stage, mine=False)
    assert not scene.shown.overlays
    for button in scene.screen.bar.buttons:
        stage.tap(button)
    assert not any(pre.chosen for pre in scene.client.turn.acts("t").pre)
    assert not scene.device.all(messages.Answer)


def test_what_was_to_be_pressed_is_dim_while_the_line_is_gone(show: Show, stage: Stage) -> None:
    scene = show("holdem_flop", "small")
    texts = [one.text for one in scene.screen.bar.buttons]
    scene.device.lose()
    stage.frames(4)
    assert [one.text for one in scene.screen.bar.buttons] == texts
    assert all(one.disabled for one in scene.screen.bar.buttons)
    assert scene.screen.bar.status.text == scene.client.say("tap.held")
    back(scene, stage, mine=True)
    assert not any(one.disabled for one in scene.screen.bar.buttons)


def test_a_word_about_a_tap_goes_with_what_it_was_about(show: Show, stage: Stage) -> None:
    scene = show("holdem_flop", "small")
    changed, screen = scene.client.say("tap.changed"), scene.screen
    screen.note(changed)
    stage.frames(2)
    assert screen.bar.status.text == changed
    scene.ask()
    stage.frames(2)
    assert screen.bar.status.text != changed, "another turn"
    screen.note(changed)
    stage.frames(2)
    scene.shown.go("rules", game="holdem", preset="standard", table="t")
    stage.frames(2)
    scene.shown.back()
    stage.frames(2)
    assert screen.bar.status.text != changed, "nobody takes it away who is out of sight"


def test_what_cannot_be_done_is_not_what_to_press(show: Show, stage: Stage) -> None:
    scene = offered(show, stage)
    keys = keys_of(scene)
    assert keys.keys.done.lit, "what stood there may be kept"
    strike(stage, ord("9"))
    assert not keys.keys.done.lit, "too little, so far"
    assert keys.limits.ink == "soft"
    strike(stage, ord("9"))
    assert keys.keys.done.lit
    strike(stage, ord("9"), ord("9"))
    assert keys.keys.done.early
    assert keys.limits.ink == "warm"
    assert "40–200" in keys.limits.text
    strike(stage, ERASE, ERASE)
    assert keys.keys.done.lit
