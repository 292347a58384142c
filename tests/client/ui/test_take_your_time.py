"""A table without a clock, on a real window: no ring, and a word that one may take one's time."""

from collections.abc import Iterator

import pytest

from mobile_client.ui import theme
from mobile_client.ui.screens.solo import SoloScreen
from protocol import messages
from tests.client.ui.finding import called
from tests.client.ui.moments import MOMENTS, Show, showing
from tests.client.ui.scenes import Scene
from tests.client.ui.stage import Stage
from tests.client.ui.visits import Visit

SIZES = {"tall": (392, 872), "lying": (640, 360)}


@pytest.fixture
def show(stage: Stage) -> Iterator[Show]:
    with showing(stage, SIZES) as shows:
        yield shows


def asked(clock: bool, language: str = "en") -> Scene:
    scene = MOMENTS["holdem_flop"](language)
    table = scene.client._state.tables.by_name["t"]
    assert table.asked is not None
    ask = table.asked.ask
    scene.device.house(messages.Asked("t", 99, ask, 7_200_000, 7_200_000, clock=clock))
    return scene


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    ("language", "words"), [("en", "Your turn, take your time"), ("zh", "慢慢想")]
)
def test_a_turn_without_a_clock_has_no_ring_and_says_so(
    show: Show, stage: Stage, size: str, language: str, words: str
) -> None:
    scene = show(asked(False, language), size)
    stage.frames(3)
    felt = scene.screen.felt
    assert not felt.rings[0].running
    assert words in scene.screen.bar.status.text
    assert not scene.client.turn.acts("t").clock
    assert [one.key for one in scene.screen.bar.choices]


def test_a_turn_with_a_clock_has_its_ring(show: Show, stage: Stage) -> None:
    scene = show(asked(True))
    stage.frames(3)
    assert scene.screen.felt.rings[0].running
    assert "take your time" not in scene.screen.bar.status.text


def test_a_table_of_ones_own_takes_its_time_unless_that_is_switched_off(stage: Stage) -> None:
    visit = Visit().come_in()
    shown = visit.page("solo", game="holdem")
    stage.show(shown)
    stage.frames(3)
    screen = shown.screen
    assert isinstance(screen, SoloScreen)
    assert screen.easy.active
    go = called(shown, "Sit down") or screen.go
    stage.tap(go)
    stage.frames(2)
    assert visit.device.last(messages.OpenRoom).unhurried
    visit.device.house(messages.Refused(visit.device.last(messages.OpenRoom).id, "busy"))
    screen.easy.active = False
    stage.frames(2)
    stage.tap(go)
    stage.frames(2)
    assert not visit.device.last(messages.OpenRoom).unhurried
    wish = visit.client.opening.last_wish("solo")
    assert wish is not None
    assert not wish.unhurried
    shown.close()


def test_alone_with_the_house_the_switch_is_fixed_and_says_why(stage: Stage) -> None:
    visit = Visit().come_in()
    shown = visit.page("solo", game="roulette")
    stage.show(shown)
    stage.frames(3)
    screen = shown.screen
    assert isinstance(screen, SoloScreen)
    screen.easy.active = False
    while screen.count:
        screen._more(-1)
    stage.frames(3)
    assert screen.easy.disabled
    assert screen.easy.note == "No clock: you play alone"
    assert stage.look(screen.easy).count(theme.GOLD, 40) == 0, "nothing of it invites a tap"
    screen._more(1)
    stage.frames(3)
    assert not screen.easy.disabled
    assert not screen.easy.active, "what was chosen is back"
    shown.close()


def test_a_room_for_friends_has_a_clock() -> None:
    visit = Visit().come_in()
    visit.client.opening.open_room("holdem", "standard")
    assert not visit.device.last(messages.OpenRoom).unhurried
