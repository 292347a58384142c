"""A page that lies on a table says that the time of the player runs there, and leads back."""

import pytest

import mobile_client.ui.stage
from mobile_client.ui.look import px
from mobile_client.ui.theme import TOUCH
from protocol import messages
from protocol.words import Seat
from tests.client.ui.moments import MOMENTS, showing
from tests.client.ui.scenes import Scene
from tests.client.ui.sights import resized
from tests.client.ui.stage import Stage

pytestmark = pytest.mark.usefixtures("blank")
PAGES = ("cashier", "history", "inbox", "settings")


def over(
    page: str, moment: str = "holdem_flop", language: str = "en"
) -> tuple[Scene, mobile_client.ui.stage.Stage]:
    scene = MOMENTS[moment](language)
    stage = scene.stage()
    stage.go(page, **({"table": "t"} if page in ("cashier", "history") else {}))
    resized(stage, "phone")
    return scene, stage


@pytest.mark.req("E-RF-BR-013", "E-RF-CB-010")
@pytest.mark.parametrize("page", PAGES)
def test_my_turn_is_told_over_every_page_with_its_seconds(page: str) -> None:
    scene, stage = over(page)
    call = stage.strip.call
    assert call.parent is stage.strip
    assert call.text == "Your turn: 0:12. Tap to go back."
    assert call.height >= px(TOUCH) - px(4)
    assert stage.screen.top <= call.y + 1, "nothing of the page is covered"
    scene.device.time += 5
    stage.strip._call()
    assert "0:07" in call.text
    stage.screen.gone()
    stage.close()


def test_a_tap_on_what_calls_leads_back_to_the_table(stage: Stage) -> None:
    with showing(stage, {"tall": (411, 860)}) as show:
        scene = show("holdem_flop")
        scene.shown.go("history", table="t")
        stage.frames(3)
        call = scene.shown.strip.call
        assert call.parent is not None
        stage.tap(call)
        assert scene.shown.name == "table"
        assert call.parent is None, "the table says it itself"


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_turn_that_comes_while_a_page_is_read_is_told_and_felt(language: str) -> None:
    scene, stage = over("history", "holdem_wait", language)
    assert stage.strip.call.parent is None, "it is another's turn"
    buzzed = len(scene.phone.buzzed)
    mine = next(line for line in range(scene.line, len(scene.one.asked))
                if any(ask.who == scene.seat for ask in scene.one.asked[line]))  # fmt: skip
    scene.to(mine)
    assert stage.strip.call.text == scene.client.say("page.turn", left="0:12")
    assert len(scene.phone.buzzed) == buzzed + 1
    other = next(seat for seat in scene.names if seat != scene.seat)
    scene.device.house(messages.Waiting("t", 99, (other,), 9_000, 9_000))
    assert stage.strip.call.parent is None
    stage.screen.gone()
    stage.close()


def test_a_seat_that_is_offered_is_told_over_a_page() -> None:
    scene, stage = over("settings", "holdem_watch")
    free = next(seat for seat in range(9) if seat not in scene.names)
    scene.device.house(messages.Offer("t", Seat(free), "key", 30_000, 4_000, 20_000))
    assert stage.strip.call.text == "A seat is yours: 0:30. Tap to take it."
    stage.screen.gone()
    stage.close()


def test_nothing_calls_where_nobody_is_in_a_hurry() -> None:
    scene = MOMENTS["holdem_flop"]("en")
    (ask,) = [ask for ask in scene.one.asked[scene.line] if ask.who == scene.seat]
    scene.device.house(messages.Asked("t", 99, ask, 12_000, 15_000, 0, False))
    stage = scene.stage()
    stage.go("settings")
    assert stage.strip.call.parent is None
    stage.screen.gone()
    stage.close()
