"""Tips for a first hand: each at its moment, put away one by one or all at once, and again."""

from collections.abc import Iterator
from typing import Any

import pytest

from client_core.catalogue import GAMES
from client_core.text import LANGUAGES, Say, Words
from mobile_client.ui.look import look, px
from mobile_client.ui.theme import TOUCH
from protocol import messages
from protocol.events import Acted
from protocol.games.doudizhu import Doubled
from protocol.messages import Line
from protocol.words import Seat
from tests.client.ui.finding import called, shows
from tests.client.ui.ink import Kept, kept, painted
from tests.client.ui.moments import MOMENTS
from tests.client.ui.scenes import Scene
from tests.client.ui.sights import SIZES
from tests.client.ui.stage import Stage
from tests.client.ui.table_sights import Stop
from tests.client.ui.tables_doudizhu import (
    among_open,
    calling,
    come_to,
    dealt_open,
    doubling,
    robbing,
)
from tests.playing import PlayedRound


@pytest.fixture
def newcomer(stage: Stage) -> Iterator[Scene]:
    """Somebody whose first hand of hold'em this is."""
    one = MOMENTS["holdem_flop"]("en")
    one.client.set(coach=True)
    whole = one.stage()
    whole.size_hint = (None, None)
    whole.size = [px(side) for side in SIZES["phone"]]
    stage.show(whole)
    stage.frames(4)
    yield one
    one.screen.gone()
    one.shown.close()


def taps(scene: Scene, stage: Stage, name: str) -> None:
    found = called(scene.shown, name)
    assert found is not None, name
    stage.press(*found.to_window(*found.center)).lift()
    stage.frames(3)


def test_one_tip_follows_another_as_they_are_put_away(newcomer: Scene, stage: Stage) -> None:
    assert shows(newcomer.shown, "Check costs nothing")
    taps(newcomer, stage, "check")
    assert shows(newcomer.shown, "These two cards are yours alone.")
    taps(newcomer, stage, "check")
    assert shows(newcomer.shown, "These cards are everybody's.")
    taps(newcomer, stage, "check")
    assert newcomer.screen.coach.parent is None
    assert newcomer.screen.top_bar.parent is not None


def test_who_skips_them_has_none_at_the_next_table_until_the_menu_brings_them_back(
    newcomer: Scene, stage: Stage
) -> None:
    taps(newcomer, stage, "close")
    assert newcomer.screen.coach.parent is None
    assert newcomer.client.settings.coached == "holdem"
    newcomer.screen.open_menu()
    stage.frames(3)
    taps(newcomer, stage, "Tips for a first hand")
    stage.frames(12)
    assert shows(newcomer.shown, "Check costs nothing")
    assert newcomer.client.settings.coached == ""


def test_the_menu_is_where_it_always_is_while_a_tip_is_shown(newcomer: Scene, stage: Stage) -> None:
    tipped = called(newcomer.shown, "menu")
    assert tipped is not None
    stands = tipped.center_x
    taps(newcomer, stage, "menu")
    stage.frames(12)
    assert shows(newcomer.shown, "Tips for a first hand")
    taps(newcomer, stage, "close")
    stage.frames(12)
    newcomer.client.coach.skip_tips("t")
    stage.frames(3)
    bare = called(newcomer.shown, "menu")
    assert bare is newcomer.screen.top_bar.menu
    assert bare.center_x == pytest.approx(stands, abs=1)


def test_the_chat_is_found_in_the_menu_while_a_tip_stands_in_its_place(
    newcomer: Scene, stage: Stage
) -> None:
    said = messages.Chat("t", (Line(1, "Lin", 5, "Hello"), Line(2, "Ada", 6, "Hi")))
    newcomer.device.house(messages.Chat("t", ()), said)
    stage.frames(3)
    assert newcomer.screen.coach.menu.marks == 2
    taps(newcomer, stage, "menu")
    stage.frames(12)
    taps(newcomer, stage, "Chat (2)")
    stage.frames(12)
    assert shows(newcomer.shown, "Hello")


@pytest.mark.parametrize("size", SIZES)
def test_the_way_back_is_where_it_always_is_while_a_tip_is_shown(
    newcomer: Scene, stage: Stage, size: str
) -> None:
    newcomer.shown.size = [px(side) for side in SIZES[size]]
    stage.frames(4)
    assert newcomer.screen.top_bar.parent is None
    tipped = called(newcomer.shown, "back")
    assert tipped is newcomer.screen.coach.home
    stands = tipped.center_x
    taps(newcomer, stage, "back")
    stage.frames(12)
    assert shows(newcomer.shown, newcomer.client.say("leave.title"))
    newcomer.shown.back()
    newcomer.client.coach.skip_tips("t")
    stage.frames(3)
    assert newcomer.screen.top_bar.home.center_x == pytest.approx(stands, abs=1)


ASKED: dict[str, tuple[Stop, str]] = {
    "deal": (dealt_open, "Open your hand to all"),
    "call": (calling, "Call to be landlord"),
    "rob": (robbing, "Call to be landlord"),
    "double": (doubling, "Double if your cards are strong"),
}


@pytest.mark.parametrize("name", ASKED)
def test_what_is_asked_now_is_explained_before_the_ranks(stage: Stage, name: str) -> None:
    stop, words = ASKED[name]
    scene = come_to("classic", stop, "en")
    scene.client.set(coach=True)
    stage.show(scene.stage())
    stage.frames(4)
    assert shows(scene.shown, words)
    taps(scene, stage, "check")
    assert shows(scene.shown, "From low: 3 4 5")
    scene.screen.gone()
    scene.shown.close()


def test_a_tip_waits_while_something_is_told(newcomer: Scene, stage: Stage) -> None:
    newcomer.client.notices.tell(Say("notice.resumed"))
    newcomer.screen.heard("toasts", "")
    stage.frames(3)
    assert shows(newcomer.shown, "The table goes on.")
    assert newcomer.screen.coach.parent is None
    (told,) = newcomer.client.notices.toasts
    newcomer.client.notices.dismiss(told.id)
    newcomer.screen.heard("toasts", "")
    stage.frames(3)
    assert shows(newcomer.shown, "Check costs nothing")


def test_who_wants_none_at_all_says_so_in_the_settings(newcomer: Scene, stage: Stage) -> None:
    newcomer.client.set(coach=False)
    newcomer.screen.heard("", "")
    stage.frames(3)
    assert newcomer.screen.coach.parent is None


def test_after_the_last_tip_of_a_game_nobody_is_new_to_it(newcomer: Scene, stage: Stage) -> None:
    newcomer.to(len(newcomer.one.script))
    for _ in range(200):
        stage.frames(2)
        newcomer.client.pace.seen("t", all_=True)
        if (
            newcomer.client.coach.tip("t") is not None
            and newcomer.client.coach.tip("t").name == "over"
        ):
            break
    taps(newcomer, stage, "check")
    assert newcomer.client.settings.coached == "holdem"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_tip_has_its_words(language: str) -> None:
    words = Words(language)
    for game, card in GAMES.items():
        tips = card.tips
        assert [name for name, _ in tips if not words.has(f"coach.{game}.{name}")] == []
        assert tips[-1][0] == "over"


def test_the_buttons_of_a_wide_bar_are_no_higher_than_others(stage: Stage) -> None:
    one = MOMENTS["holdem_flop"]("en")
    one.client.set(coach=True)
    whole = one.stage()
    whole.size_hint = (None, None)
    whole.size = [px(side) for side in SIZES["tablet-lying"]]
    stage.show(whole)
    stage.frames(4)
    strip = one.screen.coach
    assert [button.height for button in strip.buttons] == [px(TOUCH)] * 2
    assert all(strip.y < button.y and button.top < strip.top for button in strip.buttons)
    one.screen.gone()
    one.shown.close()


@pytest.mark.parametrize("size", ["small", "phone", "phone-lying", "tablet-lying"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_below_jumps_whichever_tip_is_shown(stage: Stage, language: str, size: str) -> None:
    scene = come_to("classic", among_open, language)
    scene.client.set(coach=True)
    whole = scene.stage()
    whole.size_hint = (None, None)
    whole.size = [px(side) for side in SIZES[size]]
    stage.show(whole)
    stage.frames(4)
    screen = scene.screen
    places = set()
    shown = 0
    while (tip := scene.client.coach.tip("t")) is not None:
        shown += 1
        places.add((*screen.felt.pos, *screen.felt.size, *screen.bar.pos, screen.coach.height))
        scene.client.coach.put_away("t", tip)
        stage.frames(3)
    assert shown > 2
    assert screen.coach.parent is None
    places.add((*screen.felt.pos, *screen.felt.size, *screen.bar.pos, screen.top_bar.height))
    assert len(places) == 1, "between two tips it stays as it is"
    screen.gone()
    whole.close()


@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_tip_takes_nothing_of_a_small_board_of_roulette(
    stage: Stage, language: str, large: bool
) -> None:
    scene = MOMENTS["roulette_bet"](language)
    scene.client.set(coach=True)
    look.big_text = large
    whole = scene.stage()
    whole.size_hint = (None, None)
    whole.size = [px(side) for side in SIZES["small"]]
    stage.show(whole)
    stage.frames(4)
    felt: Any = scene.screen.felt
    board, wheel = felt.layout.grid, felt.wheel
    strip = scene.screen.coach
    assert strip.parent is not None
    assert wheel.top <= strip.y, "the wheel is in sight, smaller"
    assert not any(plate.opacity for plate in felt.others)
    words = strip.text
    stage.press(*words.to_window(words.center_x, words.y + px(2))).lift()
    stage.frames(2)
    assert not scene.shown.overlays, "the seat below was not meant"
    small = wheel.height
    scene.client.coach.skip_tips("t")
    stage.frames(4)
    assert strip.parent is None
    assert felt.layout.grid == board
    assert wheel.height > small
    assert all(plate.opacity for plate in felt.others)
    scene.screen.gone()
    whole.close()


def test_the_signs_of_a_narrow_bar_say_what_they_do(
    newcomer: Scene, stage: Stage, session_kept: Kept
) -> None:
    coach = newcomer.screen.coach
    assert coach.choices.children[::-1] == list(coach.signs), "a phone has no room for buttons"
    with kept(session_kept):
        for one in coach.signs:
            one.stale()
        stage.frames(3)
        written = [[ink.text for ink in painted(one) if ink.kind == "text"] for one in coach.signs]
    assert written == [["Skip"], ["Got it"]]


def test_a_bomb_is_explained_at_a_bomb_and_not_at_the_rocket() -> None:
    for category, told in (("bomb", True), ("rocket", False)):

        def laid(one: PlayedRound, line: int, seat: Seat, category: str = category) -> bool:
            return line < len(one.script) and any(
                isinstance(event, Doubled) and event.why == category
                for event in one.steps[line].events
            )

        scene = come_to("standard", laid, "en")
        scene.client.set(coach=True)
        for _ in range(12):
            tip = scene.client.coach.tip("t")
            if tip is None or tip.name == "bomb":
                break
            scene.client.coach.put_away("t", tip)
        assert (tip is not None) is told, category


def test_nothing_is_told_of_cards_that_were_given_up() -> None:
    scene = MOMENTS["holdem_flop"]("en")
    scene.client.set(coach=True)
    seen = set()
    for fold in (False, True):
        if fold:
            known = scene.client._state.tables.by_name["t"].seq
            scene.device.tell(Acted(scene.seat, "fold"), after=known)
        while (tip := scene.client.coach.tip("t")) is not None:
            seen.add((fold, tip.name))
            scene.client.coach.put_away("t", tip)
        scene.client.coach.skip_tips("t", False)
    assert (False, "cards") in seen
    assert (True, "cards") not in seen
