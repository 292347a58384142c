"""The wheel: the usual order, a ball that runs and drops into the slot that was drawn, and what
the buttons beside it do."""

import math
from collections.abc import Iterator
from itertools import pairwise
from typing import Any, Final

import pytest

from mobile_client.ui.felts.roulette_board import radius
from mobile_client.ui.felts.tags import GROUNDS
from mobile_client.ui.felts.wheel import (
    DROP_S,
    SLOT,
    SPEED,
    TRACK,
    TURN,
    Drop,
    slot_of,
)
from mobile_client.ui.look import look, px
from protocol import messages
from protocol.games.roulette import WHEEL, colour
from protocol.words import Act
from tests.client.ui import wheels
from tests.client.ui.scenes import Scene
from tests.client.ui.sights import SIZES, table_of
from tests.client.ui.stage import Picture, Stage

GUARD_S: Final = 0.8
SPIN_S: Final = 1.0


def number_at(angle: float, ball: float) -> int:
    """The number whose slot is there, on a wheel that is turned so far."""
    return WHEEL[round((ball + angle) / TURN) % len(WHEEL)]


@pytest.fixture
def wheel(stage: Stage) -> Iterator[Scene]:
    """Alone at a wheel, with bets on the board."""
    scene = wheels.at_the_wheel(before=wheels.FELL[:3])
    scene.to(wheels.laid_down(scene))
    shown(scene, stage)
    yield scene
    scene.screen.gone()
    scene.shown.close()


def shown(scene: Scene, stage: Stage) -> None:
    whole = scene.stage()
    whole.size_hint, whole.size = (None, None), [px(side) for side in SIZES["phone"]]
    stage.show(whole)
    scene.device.passes(GUARD_S)
    scene.screen._refresh()


def press(scene: Scene, stage: Stage, text: str) -> Act:
    """A real tap on that button; what went out."""
    button = next(one for one in scene.screen.bar.buttons if one.text == text)
    stage.tap(button)
    sent: Act = scene.sent()
    return sent


# -- the wheel itself --------------------------------------------------------------------------


@pytest.mark.req("C-4.1")
def test_the_slots_stand_in_the_usual_order_in_their_colours(wheel: Scene, stage: Stage) -> None:
    felt: Any = wheel.screen.felt
    felt.wheel.size = (px(400), px(400))
    felt.wheel.number, felt.wheel.angle = None, 0
    stage.frames(3)
    seen: Picture = stage.look(felt.wheel)
    order = (0, 32, 15, 19, 4, 21, 2, 25, 17, 34, 6, 27, 13, 36, 11, 30, 8, 23, 10, 5, 24, 16, 33,
             1, 20, 14, 31, 9, 22, 18, 29, 7, 28, 12, 35, 3, 26)  # fmt: skip
    assert order == WHEEL
    for place, number in enumerate(order):
        at = math.radians(place * TURN)
        # Between the number at its rim and the hub nothing but the colour is painted.
        red, green, blue, _ = seen.at(0.5 + 0.31 * math.sin(at), 0.5 - 0.31 * math.cos(at))
        wanted = GROUNDS[colour(number)][0]
        for part, whole in zip((red, green, blue), wanted, strict=False):
            assert abs(part - 255 * whole) < 40, number


@pytest.mark.usefixtures("blank")
@pytest.mark.req("C-4.1")
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("sight", ["roulette-bet", "roulette-many", "roulette-won"])
def test_the_wheel_is_always_in_sight(sight: str, size: str) -> None:
    with table_of(sight, size) as screen:
        felt: Any = screen.felt
        assert felt.wheel.opacity == 1
        assert min(felt.wheel.size) >= px(64)
        assert felt.x <= felt.wheel.x
        assert felt.wheel.right <= felt.right + 1
        assert felt.y <= felt.wheel.y
        assert felt.wheel.top <= felt.top


@pytest.mark.req("C-4.14")
@pytest.mark.parametrize("number", [0, 17, 26, 36])
@pytest.mark.parametrize(("turned", "ball"), [(0.0, 0.0), (123.0, 271.0), (359.0, 1.0)])
def test_the_ball_drops_into_the_slot_that_was_drawn(
    number: int, turned: float, ball: float
) -> None:
    drop = Drop(number, turned, ball, 300.0)
    way = [drop.at(DROP_S * step / 200) for step in range(201)]
    first, last = way[0], way[-1]
    assert first[0] == pytest.approx(turned)
    assert (first[1] - ball) % 360 == pytest.approx(0, abs=0.01) or (
        (first[1] - ball) % 360 == pytest.approx(360, abs=0.01)
    ), "it goes on from where it runs"
    assert first[2] == TRACK
    assert last[2] == pytest.approx(SLOT)
    assert number_at(last[0], last[1]) == number
    speeds = [(b[0] - a[0]) / (DROP_S / 200) for a, b in pairwise(way)]
    assert speeds[0] == pytest.approx(SPEED, rel=0.02), "without a jolt"
    assert speeds[-1] < SPEED / 20, "and it comes to rest"
    assert all(a >= b - 1e-6 for a, b in pairwise(speeds))


def test_every_number_lies_under_its_own_slot() -> None:
    assert [number_at(slot_of(number), 0.0) for number in WHEEL] == list(WHEEL)


@pytest.mark.req("C-4.14")
def test_a_button_spins_the_wheel_which_turns_and_stops_on_the_slot(
    wheel: Scene, stage: Stage
) -> None:
    felt: Any = wheel.screen.felt
    look.motion = "normal"
    assert press(wheel, stage, "Spin") == Act("spin")
    wheel.device.house(messages.Ok(wheel.device.last(messages.Answer).id))
    with stage.standing_time():
        wheel.to(wheels.laid_down(wheel) + 1)
        turns: list[float] = []
        balls: list[float] = []

        def seen(_: float) -> None:
            turns.append(felt.wheel.angle)
            balls.append(felt.wheel.ball)

        stage.pass_by(SPIN_S, seen)
        assert felt.wheel.state == "spins"
        assert len(set(turns)) > 10, "the wheel turns"
        assert len(set(balls)) > 10, "and the ball runs round it"
        assert felt.wheel.reach == TRACK
        assert wheel.screen.bar.status.text == "No more bets"
        wheel.to(len(wheel.one.script))
        stage.pass_by(DROP_S / 2)
        assert felt.wheel.state == "drops"
        assert felt.layout.hit is None, "nobody knows the number before the ball lies"
        assert felt.lying.paid == []
        assert "17" not in wheel.screen.bar.status.text
        assert felt.past[0].text != "17"
        stage.pass_by(DROP_S)
        assert felt.wheel.state == "rests"
        assert number_at(felt.wheel.angle, felt.wheel.ball) == 17
        assert felt.wheel.reach == SLOT
        stage.pass_by(4)
    assert felt.layout.hit == 17
    assert set(felt.lying.paid) == {"straight:17", "split:17-20", "dozen:2"}
    assert "17 black" in wheel.screen.bar.status.text
    assert felt.past[0].text == "17"


def test_without_motion_the_ball_lies_at_once(wheel: Scene, stage: Stage) -> None:
    felt: Any = wheel.screen.felt
    wheel.to(wheels.laid_down(wheel) + 1)
    stage.frames(3)
    assert stage.frames(5) == 0, "nothing moves"
    wheel.to(len(wheel.one.script))
    stage.frames(3)
    assert felt.wheel.state == "rests"
    assert felt.layout.hit == 17


def test_a_tap_is_enough_seen_of_the_ball(wheel: Scene, stage: Stage) -> None:
    felt: Any = wheel.screen.felt
    look.motion = "normal"
    with stage.standing_time():
        wheel.to(wheels.laid_down(wheel) + 1)
        stage.pass_by(SPIN_S)
        wheel.to(len(wheel.one.script))
        stage.pass_by(0.2)
        assert felt.wheel.state == "drops"
        stage.tap(felt.layout)
        stage.pass_by(0.2)
        assert felt.wheel.state == "rests"
        assert felt.layout.hit == 17


# -- the buttons -------------------------------------------------------------------------------


def test_bets_are_undone_doubled_and_cleared_by_a_button(wheel: Scene, stage: Stage) -> None:
    whole = sum(wheels.BETS.values())
    texts = [one.text for one in wheel.screen.bar.buttons]
    assert texts == ["Clear", "Undo", "Double", "Spin"]
    assert press(wheel, stage, "Undo") == Act("undo")
    again(wheel)
    double = next(one for one in wheel.screen.bar.buttons if one.text == "Double")
    assert double.note == "190"
    assert press(wheel, stage, "Double") == Act("double", whole)
    again(wheel)
    assert press(wheel, stage, "Clear") == Act("clear")


def again(scene: Scene) -> None:
    """The house answers, and asks once more."""
    scene.device.house(messages.Ok(scene.device.last(messages.Answer).id))
    scene.ask()
    scene.device.passes(GUARD_S)
    scene.screen._refresh()


def test_the_bets_of_the_round_before_are_laid_by_a_button(stage: Stage) -> None:
    first = wheels.round_of(3, {"red": 500, "straight:8": 200})
    scene = wheels.at_the_wheel(carry=first.rules.carry(first.steps[-1].state))
    scene.to(0)
    shown(scene, stage)
    assert [one.text for one in scene.screen.bar.buttons] == ["Rebet", "No bet this time"]
    assert press(scene, stage, "Rebet") == Act("rebet", 700)
    scene.screen.gone()
    scene.shown.close()


@pytest.mark.req("C-4.21")
def test_a_button_shows_all_bets_and_what_each_may_win(wheel: Scene, stage: Stage) -> None:
    felt: Any = wheel.screen.felt
    stage.tap(felt.tools["list"])
    stage.frames(3)
    (sheet,) = wheel.shown.overlays
    texts = [one.text for one in sheet.walk() if getattr(one, "text", "")]
    assert "Number 17" in texts
    assert "10 at 35 to 1: wins 350" in texts
    assert "The corner 1-2-4-5" in texts
    assert "100 at 8 to 1: wins 800" in texts
    assert "On the board: 190" in texts
    assert len(sheet.signs) == len(wheels.BETS), "each can be taken back"
    sheet.scroll.scroll_y = 1
    stage.frames(2)
    first = max(wheels.BETS, key=lambda place: wheels.BETS[place])
    stage.tap(sheet.signs[first])
    assert wheel.sent() == Act("take", wheels.BETS[first], on=first)
    ok = next(one for one in sheet.walk() if getattr(one, "text", "") == "Ok")
    stage.tap(ok)
    stage.pass_by(1)
    assert not wheel.shown.overlays


# -- how a spin ends ---------------------------------------------------------------------------


def spinning(scene: Scene, stage: Stage, size: tuple[int, int]) -> Any:
    whole = scene.stage()
    whole.size_hint, whole.size = (None, None), [px(side) for side in size]
    stage.show(whole)
    scene.device.passes(GUARD_S)
    look.motion = "normal"
    scene.client.set(animation="normal")
    scene.to(len(scene.one.script) - 1)
    scene.screen._refresh()
    stage.pass_by(SPIN_S)
    felt = scene.screen.felt
    assert felt.wheel.state == "spins"
    return felt


@pytest.mark.parametrize("seats", [1, 4])
@pytest.mark.parametrize("size", [*SIZES.values(), (1280, 760)])
def test_the_wheel_spins_over_no_chip_of_mine(
    stage: Stage, size: tuple[int, int], seats: int
) -> None:
    with stage.standing_time():
        scene = wheels.at_the_wheel(seats=seats, before=wheels.FELL[:3])
        scene.to(wheels.laid_down(scene))
        felt = spinning(scene, stage, size)
        wheel, grid = felt.wheel, felt.layout.grid
        for place in wheels.BETS:
            x, y = grid.chip_spot(place)
            far = math.hypot(x - wheel.center_x, y - wheel.center_y)
            assert far > min(wheel.size) / 2 + radius(grid), place
        scene.screen.gone()
        scene.shown.close()
        look.motion = "off"


def test_over_a_board_without_a_chip_of_mine_the_wheel_is_large(stage: Stage) -> None:
    with stage.standing_time():
        scene = wheels.at_the_wheel(wanted={}, before=wheels.FELL[:3])
        felt = spinning(scene, stage, SIZES["phone"])
        assert felt.wheel.width > min(felt.layout.size) / 2
        scene.screen.gone()
        scene.shown.close()
        look.motion = "off"


def test_the_last_fall_stays_in_sight_while_bets_are_open(stage: Stage) -> None:
    scene = wheels.at_the_wheel(before=[])
    scene.to(len(scene.one.script))
    shown(scene, stage)
    screen = scene.screen
    ended = screen.bar.status.text
    assert ended.startswith("17 black · +")
    wheels.tell_round(scene, wheels.round_of(3, {"red": 500}), 2, 0)
    scene.line = 0
    scene.ask()
    scene.device.passes(GUARD_S)
    screen._refresh()
    stage.frames(2)
    assert screen.felt.wheel.number == 17
    assert screen.bar.status.text == f"{ended} · Lay your chips on the board"
    assert screen.felt.past[0].text == "17"
    wheels.tell_round(scene, wheels.round_of(3, {"red": 500}), 2, 1)
    scene.ask()
    screen._refresh()
    assert screen.bar.status.text == "Your bets: 5"
    screen.gone()
    scene.shown.close()


def test_beside_the_table_the_last_round_stands_until_something_happens(stage: Stage) -> None:
    scene = wheels.at_the_wheel(before=[])
    scene.to(len(scene.one.script))
    whole = scene.stage()
    whole.size_hint, whole.size = (None, None), [px(side) for side in (1280, 760)]
    stage.show(whole)
    scene.screen._refresh()
    stage.frames(2)

    def told() -> list[str]:
        return [line.text for line in reversed(scene.screen.side_panel().log.column.children)]

    before = told()
    assert before
    following = wheels.round_of(3, {"red": 500})
    wheels.tell_round(scene, following, 2, 0)
    scene.screen._refresh()
    assert told() == before
    wheels.tell_round(scene, following, 2, 1)
    scene.screen._refresh()
    assert told()[1:] == ["Juno bets 5 on red"]
    scene.screen.gone()
    scene.shown.close()
