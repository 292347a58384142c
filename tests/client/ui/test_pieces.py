"""What lies on a table: felt, chips, the ring of a turn, avatars, faces that are said."""

import pytest

from mobile_client.ui import theme
from mobile_client.ui.look import look
from mobile_client.ui.theme import CHIPS
from mobile_client.ui.widgets.avatars import AVATARS, Avatar, avatar
from mobile_client.ui.widgets.chips import ChipStack, DealerButton, piles
from mobile_client.ui.widgets.emotes import emote
from mobile_client.ui.widgets.felt import Felt
from mobile_client.ui.widgets.timer import TimerRing
from protocol.chips import EPS, TWENTY_ONE
from protocol.phrases import EMOTES
from tests.client.ui.stage import Stage


def test_a_ring_draws_while_it_runs_and_never_after(stage: Stage) -> None:
    ring = TimerRing(size_hint=(None, None), size=(100, 100))
    stage.show(ring)
    assert stage.frames(10) == 0
    ring.start(0.4, 15)
    assert ring.running
    before = stage.drawn
    stage.until(lambda: not ring.running)
    assert stage.drawn - before >= 3
    stage.frames(3)
    assert stage.frames(30) == 0


def test_a_ring_says_once_that_time_runs_out_and_turns_red(stage: Stage) -> None:
    ring = TimerRing(size_hint=(None, None), size=(100, 100))
    stage.show(ring)
    told: list[float] = []
    ring.bind(on_hurry=lambda one: told.append(one.left))
    ring.start(15, 15)
    green = ring.colour()
    ring.start(theme.HURRY + 0.1, 15)
    stage.until(lambda: bool(told))
    ring.start(1.0, 15)
    red = ring.colour()
    stage.frames(5)
    assert len(told) == 1
    assert green[1] > green[0]
    assert red[0] > red[1]
    ring.stop()
    assert ring.colour() == theme.CLEAR


@pytest.mark.req("E-RF-HH-005")
@pytest.mark.parametrize("chip", EPS, ids=[chip.colour for chip in EPS])
def test_a_chip_is_seen_in_its_colour(stage: Stage, chip: object) -> None:
    value, colour = chip.value, chip.colour  # type: ignore[attr-defined]
    stack = ChipStack(amount=value, chip_width=80, size_hint=(None, None), size=(200, 120))
    stage.show(stack)
    picture = stage.look(stack)
    counted = {name: picture.count(look.body, 6) for name, look in CHIPS.items()}
    assert max(counted, key=lambda name: counted[name]) == colour
    assert counted[colour] > 300


def test_an_amount_is_stacked_from_its_largest_chips(stage: Stage) -> None:
    assert piles(38_500, EPS) == (("black",) * 3, ("green",), ("red",) * 3)
    assert piles(2_500, TWENTY_ONE) == (("green",),)
    assert piles(5_000_000, EPS) == (("purple",) * 6,)
    assert piles(0, EPS) == ()
    assert piles(75, EPS) == (("white",),), "less than the least chip is seen all the same"


def test_an_amount_without_chips_is_still_read(stage: Stage) -> None:
    stack = ChipStack(amount=75, text="0.75", size_hint=(None, None), size=(200, 60))
    stage.show(stack)
    assert stage.look(stack).count(theme.TEXT) > 20


def test_a_dozen_avatars_are_told_apart(stage: Stage) -> None:
    assert len(AVATARS) == 12
    assert len({avatar(name, 40).pixels for name in AVATARS}) == 12
    assert avatar("nobody", 40) is avatar("robot", 40)


def test_every_face_that_can_be_said_has_a_picture(stage: Stage) -> None:
    assert len({emote(name, 32).pixels for name in EMOTES}) == len(EMOTES)
    with pytest.raises(ValueError, match="There is no emote 'yawn'; there are smile"):
        emote("yawn", 32)


def test_who_is_away_is_darker(stage: Stage) -> None:
    view = Avatar(name="panda", size_hint=(None, None), size=(100, 100))
    stage.show(view)
    bright = stage.look(view).at(0.5, 0.36)
    view.away = True
    dark = stage.look(view).at(0.5, 0.36)
    assert max(dark[:3]) < min(bright[:3])


def test_the_dealers_button_is_white(stage: Stage) -> None:
    button = DealerButton(size_hint=(None, None), size=(60, 60))
    stage.show(button)
    assert stage.look(button).count(CHIPS["white"].body) > 800


@pytest.mark.parametrize("felt", list(theme.FELTS))
def test_the_table_has_the_felt_that_was_chosen(stage: Stage, felt: str) -> None:
    table = Felt(size_hint=(None, None), size=(300, 400))
    stage.show(table)
    look.felt = felt
    stage.frames(2)
    assert stage.look(table).count(theme.FELTS[felt].middle, 10) > 1000
    kinds = {type(one).__name__ for one in table.canvas.before.children}
    assert kinds == {"Color", "BindTexture", "Rectangle"}, "Its layers are one picture."
