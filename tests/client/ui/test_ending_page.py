"""The page of how a stay at a table ended."""

from collections.abc import Iterator

import pytest

from protocol import messages
from protocol.messages import Room, Sitter
from tests.client.ui.finding import called, shows
from tests.client.ui.moments import MOMENTS, Show, showing
from tests.client.ui.pages import PAGES
from tests.client.ui.scenes import Scene
from tests.client.ui.stage import Stage
from tests.client.ui.visits import Visit


@pytest.mark.parametrize(
    ("language", "comes"),
    [("en", "Leave and come back: the house has new ones"), ("zh", "退出后再来即可领取")],
)
def test_who_has_lost_the_last_chips_of_all_reads_when_new_ones_come(
    language: str, comes: str
) -> None:
    shown = PAGES["ending-nothing"][1](language)
    assert shows(shown, comes)
    shown.close()


@pytest.mark.parametrize("page", ["ending-broke", "ending-cash"])
def test_who_has_some_left_reads_how_many(page: str) -> None:
    shown = PAGES[page][1]("en")
    assert shows(shown, {"ending-broke": "Your chips: 800", "ending-cash": "$45"}[page])
    assert not shows(shown, "come back")
    shown.close()


@pytest.mark.parametrize(
    ("language", "here"),
    [("en", "You are out of chips at this table"), ("zh", "这桌的筹码输光了")],
)
def test_nobody_is_told_to_be_out_of_chips_who_has_some_beside_the_table(
    language: str, here: str
) -> None:
    for page, there in (("ending-broke", True), ("ending-cash", True), ("ending-nothing", False)):
        shown = PAGES[page][1](language)
        assert bool(shows(shown, here)) is there
        assert there or shows(shown, shown.client.say("ending.broke"))
        shown.close()


@pytest.fixture
def show(stage: Stage) -> Iterator[Show]:
    with showing(stage, {"small": (360, 640), "lying": (640, 360), "desk": (1280, 800)}) as shows_:
        yield shows_


@pytest.mark.req("B-6.4.4")
@pytest.mark.parametrize("size", ["small", "lying", "desk"])
@pytest.mark.parametrize("code", ["busted", "victory"])
def test_the_last_round_says_already_that_the_house_is_busted(
    show: Show, stage: Stage, code: str, size: str
) -> None:
    at = MOMENTS["blackjack_end"]("en")
    scene = Scene(at.game, at.preset, at.one, at.seat)
    scene.client.ending.show_page()
    scene.to(at.line - 1)
    show(scene, size)
    scene.to(at.line)
    stage.frames(3)
    line = scene.screen.bar.status
    title = scene.client.say(f"ending.{code}")
    assert title not in line.text
    scene.device.house(messages.Left("t", code))
    stage.frames(3)
    scene.client.pace.seen("t", all_=True)
    stage.frames(3)
    assert title in line.text
    assert called(scene.shown, "Go on") is not None


def test_who_is_out_of_a_room_of_friends_goes_back_there_or_reads_that_it_is_gone(
    blank: None,
) -> None:
    visit = Visit().come_in()
    device, client = visit.device, visit.client
    shown = visit.stage()
    client.ending.show_page()
    number = client.opening.open_room("holdem", "standard", 1_000)
    room = Room("f", "holdem", "standard", "play", 1_000, 20_000, 100_000, 7, 2, private=True,
                code="7KQ2M9")  # fmt: skip
    device.house(messages.Joined(number, room))
    device.seats({0: Sitter("Juno", 20_000), 1: Sitter("Ada", 20_000)}, 0, "f")
    device.house(messages.Left("f", "missed_turns"))
    client.ending.stay_over()
    assert shown.name == "ending"
    assert not shows(shown, "Play again"), "friends would not be in another room"
    for refusal, told in (("bot_rooms_full", False), ("code_wrong", True)):
        back = called(shown, "Back to this table")
        assert back is not None
        back.dispatch("on_release")
        asked = device.last(messages.Join)
        assert asked.code == "7KQ2M9"
        device.house(messages.Refused(asked.id, refusal, "No."))
        says = [one.say.key for one in client.notices.toasts]
        assert ("refusal.code_wrong" in says) == told
        assert shown.name == "ending"
    shown.screen.gone()
    shown.close()
