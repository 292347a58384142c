"""Roulette under a thumb: every place of the board is reached, and none is laid on by mistake."""

from collections.abc import Iterator
from typing import Any, Final

import pytest

from mobile_client.ui.felts.roulette_places import FIELDS, SPOTS, inside
from mobile_client.ui.look import px
from mobile_client.ui.theme import TOUCH
from protocol import messages as said
from protocol.events import Acted
from protocol.games.roulette import kind
from protocol.words import Act, Seat
from tests.client.ui.ink import cross, painted
from tests.client.ui.moments import MOMENTS, offers
from tests.client.ui.scenes import Scene, find
from tests.client.ui.sights import SIZES as ALL_SIZES
from tests.client.ui.sights import table_of
from tests.client.ui.stage import Finger, Stage
from tests.playing import Played

SIZES: Final = {"phone": (360, 640), "lying": (640, 360), "tablet": (800, 1280)}
GUARD_S: Final = 0.5


@pytest.fixture(params=SIZES)
def table(stage: Stage, request: pytest.FixtureRequest) -> Iterator[Scene]:
    """Bets are open, on a screen of each size."""
    scene = MOMENTS["roulette_bet"]("en")
    whole = scene.stage()
    whole.size_hint = (None, None)
    whole.size = [px(side) for side in SIZES[request.param]]
    stage.show(whole)
    scene.device.passes(GUARD_S)
    yield scene
    scene.screen.gone()
    scene.shown.close()


def offered(scene: Scene) -> tuple[str, ...]:
    (bet,) = (one for one in scene.client.acts("t").buttons if one.verb == "bet")
    return tuple(bet.on)


def laid(scene: Scene) -> list[Act]:
    return [one.act() for one in scene.device.all(said.Answer)]


def touch(stage: Stage, x: float, y: float) -> None:
    finger = Finger(stage, x, y)
    finger.down()
    finger.lift()
    stage.frames(2)


def test_every_place_is_reached_and_those_beside_it_are_a_thumb_away(
    table: Scene, stage: Stage
) -> None:
    felt: Any = table.screen.felt
    places = offered(table)
    assert {kind(one) for one in places} >= {"straight", "split", "street", "corner", "sixline"}
    for place in places:
        along, across = SPOTS[place]
        if not felt.small or not inside(along, across):
            assert felt.place_at(*felt.layout.grid.spot(along, across)) == place
            continue
        felt.loupe.open(min(along, 11.9))
        assert felt.loupe.at(*felt.loupe.grid.spot(along, across)) == place
    if felt.small:
        along, across = felt.loupe.grid.cell
        # Half a number is the share of a split; a phone on its side is a hair too low for it.
        assert min(along, across) / 2 >= px(TOUCH) * 0.93


def test_a_touch_on_the_board_of_a_phone_opens_the_loupe_and_one_under_it_lays(
    table: Scene, stage: Stage
) -> None:
    felt: Any = table.screen.felt
    spot = felt.layout.grid.spot(*SPOTS["straight:17"])
    if not felt.small:
        touch(stage, *spot)
        assert laid(table) == [Act("bet", int(felt.value), on="straight:17")]
        return
    touch(stage, *spot)
    assert laid(table) == [], "nobody means one number of so many under a thumb"
    finger = Finger(stage, *felt.loupe.grid.spot(*SPOTS["straight:17"]))
    finger.down()
    assert felt.loupe.meant == "straight:17"
    finger.move(*felt.loupe.grid.spot(*SPOTS["split:17-20"]))
    stage.frames(3)
    assert "17-20" in table.screen.bar.status.text
    finger.lift()
    assert laid(table) == [Act("bet", int(felt.value), on="split:17-20")]
    assert felt.loupe.there, "the next chip needs no second look"


def test_the_loupe_is_moved_on_and_put_away(table: Scene, stage: Stage) -> None:
    felt: Any = table.screen.felt
    loupe = felt.loupe
    loupe.open(5)
    stage.frames(2)
    before = loupe.first
    stage.tap(loupe.after)
    assert loupe.first == before + 1
    stage.tap(loupe.before)
    assert loupe.first == before
    stage.tap(loupe.away)
    assert not loupe.there
    loupe.open(5)
    touch(stage, felt.x + px(3), felt.top - px(3))
    assert not loupe.there, "a touch beside it puts it away"
    assert laid(table) == []


def test_a_slip_beside_the_board_lays_nothing(table: Scene, stage: Stage) -> None:
    felt: Any = table.screen.felt
    x, y = felt.layout.grid.spot(*SPOTS["red"])
    finger = Finger(stage, x, y)
    finger.down()
    assert felt.lying.meant == "red"
    finger.move(felt.x + 1, felt.top - 1)
    finger.lift()
    assert laid(table) == []


def test_what_is_taken_back_is_what_the_finger_is_on(table: Scene, stage: Stage) -> None:
    felt: Any = table.screen.felt
    mine = next(iter(felt.lying.mine))
    stage.tap(felt.eraser)
    stage.frames(2)
    along, across = SPOTS[mine]
    grid = felt.layout.grid
    if felt.small:
        felt.loupe.open(along)
        grid = felt.loupe.grid
    far = grid.spot(along + 1.2, 3 - across if abs(across - 1.5) > 0.5 else across)
    touch(stage, *far)
    assert laid(table) == [], "far from every chip nothing is taken"
    touch(stage, *grid.spot(along, across))
    assert [(one.verb, one.on) for one in laid(table)] == [("take", mine)]


@pytest.mark.parametrize("moment", ["roulette_bet", "roulette_end"])
@pytest.mark.parametrize("size", SIZES)
def test_nothing_that_can_be_bet_on_is_covered(stage: Stage, moment: str, size: str) -> None:
    scene = MOMENTS[moment]("en")
    whole = scene.stage()
    whole.size_hint = (None, None)
    whole.size = [px(side) for side in SIZES[size]]
    stage.show(whole)
    felt: Any = scene.screen.felt
    for part in (felt.eraser, *([felt.wheel] if felt.wheel.opacity else [])):
        for place in FIELDS:
            left, low, wide, high = felt.layout.grid.field(place)
            over = min(part.right, left + wide) - max(part.x, left)
            above = min(part.top, low + high) - max(part.y, low)
            if part is felt.wheel:
                assert min(over, above) <= 1, place
            middle = felt.layout.grid.spot(*SPOTS[place])
            assert not part.collide_point(*middle), place
    if moment == "roulette_end":
        assert felt.wheel.opacity
        assert not felt.wheel.collide_widget(felt.plates[0]) or felt.wheel.y >= felt.plates[0].top
    scene.screen.gone()
    scene.shown.close()


def nothing_laid(one: Played, line: int, seat: Seat) -> bool:
    """Bets are open, and this seat has none."""
    return offers("bet", "spin")(one, line, seat) and not one.steps[line].state.bets.get(seat)


def test_who_is_ready_without_a_bet_lets_the_spin_pass_and_reads_so(stage: Stage) -> None:
    scene = find("roulette", "standard", nothing_laid, seats=3)
    stage.show(scene.stage())
    scene.device.passes(GUARD_S)
    (choice,) = (one for one in scene.screen.bar.choices if one.key == "act.spin")
    assert choice.text == "No bet this time"
    scene.screen._take(choice, 0)
    assert scene.sent() == Act("spin")
    number, seq = scene.device.last(said.Answer).id, scene.client._model.tables["t"].seq
    scene.device.house(said.Ok(number))
    scene.device.tell(Acted(scene.seat, "spin"), after=seq)
    stage.frames(3)
    assert scene.screen.bar.status.text == "You bet nothing this time"
    scene.screen.gone()
    scene.shown.close()


@pytest.mark.usefixtures("blank")
def test_a_free_chair_has_no_number_that_looks_like_a_result() -> None:
    with table_of("roulette-end", "small") as screen:
        free = [plate for plate in screen.felt.plates if plate.look.free]
        assert free
        assert not [ink.text for plate in free for ink in painted(plate) if ink.kind == "text"]


@pytest.mark.usefixtures("blank")
@pytest.mark.parametrize("size", ALL_SIZES)
def test_my_chip_leaves_the_numbers_beside_it_to_be_read(size: str) -> None:
    with table_of("roulette-bet", size) as screen:
        felt: Any = screen.felt
        chips = [ink.box for ink in painted(felt.lying) if ink.kind == "ground"]
        assert chips
        for ink in painted(felt.layout):
            if ink.kind == "text" and ink.text in ("1", "2"):
                for chip in chips:
                    left, low, right, top = cross(ink.box, chip)
                    assert min(right - left, top - low) < px(4), "a number is hidden"


@pytest.mark.usefixtures("blank")
def test_beside_a_board_where_no_amount_is_chosen_the_panel_is_narrower() -> None:
    wide = {}
    for sight in ("roulette-bet", "blackjack-bet"):
        with table_of(sight, "small-lying") as screen:
            wide[sight] = screen.bar.width
    assert wide["roulette-bet"] < 0.85 * wide["blackjack-bet"]
