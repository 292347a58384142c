"""What lies under the thumb on every screen: the bar of a table, when it opens and is turned."""

from collections.abc import Callable, Iterator
from operator import attrgetter
from typing import Any, Final

import pytest
from kivy.uix.widget import Widget

from client_core.client import Say
from client_core.felts.choices import choices
from mobile_client.ui.look import px, text_px
from mobile_client.ui.screens.table_status import Status, line_height
from protocol import messages
from protocol.words import Act, Ask, Option
from tests.client.ui.ink import painted
from tests.client.ui.moments import MOMENTS, offers
from tests.client.ui.scenes import Scene, find
from tests.client.ui.sights import SIZES, laid_out, table_of
from tests.client.ui.stage import Finger, Stage

BETS: Final = (
    Option("fold"),
    Option("call", 1_000, 1_000),
    Option("raise", 2_000, 30_000, 500),
    Option("all_in", 50_000, 50_000),
)
Show = Callable[[tuple[int, int]], Scene]


@pytest.fixture
def table(stage: Stage) -> Iterator[Show]:
    """My turn, with every button, on a screen of that size."""
    shown: list[Scene] = []

    def shows(size: tuple[int, int]) -> Scene:
        scene = MOMENTS["holdem_flop"]("en")
        whole = scene.stage()
        whole.size_hint = (None, None)
        whole.size = [px(side) for side in size]
        stage.show(whole)
        scene.turn += 1
        ask = Ask(scene.seat, BETS, Act("fold"))
        scene.device.house(messages.Asked("t", scene.turn, ask, 12_000, 15_000))
        stage.frames(3)
        shown.append(scene)
        return scene

    yield shows
    for scene in shown:
        scene.screen.gone()
        scene.shown.close()


def turned(scene: Scene, stage: Stage, size: tuple[int, int]) -> None:
    scene.shown.size = [px(side) for side in size]
    stage.frames(3)


def opened(scene: Scene, stage: Stage) -> None:
    bar: Any = scene.screen.bar
    bar.open(next(one for one in bar.choices if one.key == "act.raise"))
    stage.frames(3)


def box(one: Widget) -> tuple[float, float, float, float]:
    return one.x, one.y, one.width, one.height


def places(scene: Scene) -> dict[str, Any]:
    """Where everything lies that is touched or read."""
    bar, felt = scene.screen.bar, scene.screen.felt
    return {
        "bar": box(bar),
        "felt": box(felt),
        "buttons": [(one.text, box(one)) for one in bar.buttons],
        "amounts": [box(one) for one in (*bar.sum.presets, bar.sum.slider, bar.sum.typed)]
        if bar.sum.parent
        else [],
        "hand": [box(one) for one in felt.hand.views],
    }


@pytest.mark.parametrize("size", [(360, 640), (393, 700)])
def test_my_seat_and_my_cards_are_seen_while_an_amount_is_chosen(
    table: Show, stage: Stage, size: tuple[int, int]
) -> None:
    scene = table(size)
    before = places(scene)
    opened(scene, stage)
    bar, felt = scene.screen.bar, scene.screen.felt
    for one in (felt.plates[0], *felt.hand.views):
        assert one.y >= bar.y + bar.height, "the bar covers what I hold"
    for plate in felt.plates:
        assert plate.top <= scene.screen.top_bar.y, "a face covers what the table is called"
    assert bar.sum.away in list(bar.walk())
    scene.shown.back()
    stage.frames(3)
    assert places(scene) == before


def test_no_amount_stands_there_twice(table: Show, stage: Stage) -> None:
    scene = table((360, 640))
    opened(scene, stage)
    bar = scene.screen.bar
    amounts = [preset.note or preset.text for preset in bar.sum.presets]
    assert len(amounts) == len(set(amounts))
    assert not bar.sum.typed.text, "the keys are a sign: the amount is on the button that does it"
    (act,) = bar.buttons
    assert (act.note, act.kind) == ("20", "primary")


@pytest.mark.parametrize(
    ("first", "then"),
    [
        ((915, 411), (411, 915)),
        ((411, 915), (915, 411)),
        ((640, 360), (360, 640)),
        ((100, 100), (411, 915)),
    ],
)
def test_a_phone_that_is_turned_shows_what_it_would_have_shown_at_once(
    table: Show, stage: Stage, first: tuple[int, int], then: tuple[int, int]
) -> None:
    scene = table(first)
    turned(scene, stage, then)
    after = places(scene)
    fresh = table(then)
    assert after == places(fresh)


def test_an_amount_that_is_open_when_the_phone_is_turned_leaves_every_button(
    table: Show, stage: Stage
) -> None:
    scene = table((360, 640))
    opened(scene, stage)
    assert len(scene.screen.bar.buttons) == 1
    turned(scene, stage, (640, 360))
    bar = scene.screen.bar
    assert [one.text for one in bar.buttons] == ["Fold", "Call", "Raise to", "All-in"]
    assert bar.sum.away not in list(bar.walk()), "beside the felt nothing is in the way"
    turned(scene, stage, (360, 640))
    assert len(scene.screen.bar.buttons) == 1, "it is still open"


def test_one_who_watches_has_a_table_without_an_empty_place_for_amounts(
    table: Show, stage: Stage
) -> None:
    playing = table((411, 915))
    height = playing.screen.felt.height
    watching = MOMENTS["holdem_watch"]("en")
    whole = watching.stage()
    whole.size_hint = (None, None)
    whole.size = playing.shown.size
    stage.show(whole)
    assert watching.screen.felt.height > height + px(100)
    watching.device.house(messages.Offer("t", 6, "key-1", 20_000, 4_000, 20_000))  # type: ignore[arg-type]  # a seat
    stage.frames(3)
    bar = watching.screen.bar
    assert bar.sum.parent is bar, "how much to sit down with is chosen without a tap more"
    assert watching.screen.felt.plates[0].y >= bar.y + bar.height
    watching.screen.gone()
    watching.shown.close()


def test_news_of_the_table_stand_under_its_name_and_cover_nothing(
    table: Show, stage: Stage
) -> None:
    scene = table((360, 640))
    scene.client._state.notices.toast(Say("news.away", {"name": "Lin"}), "info", "t")
    scene.shown._heard("toasts", "")
    stage.frames(3)
    title = scene.screen.top_bar.title
    assert "Lin" in title.news
    assert not scene.shown.toasts.shown, "nothing comes over the table"
    for toast in scene.client.notices.toasts:
        scene.client.notices.dismiss(toast.id)
    scene.shown._heard("toasts", "")
    stage.frames(3)
    assert not title.news
    assert title.note, "then it says again what is played for"


@pytest.mark.usefixtures("blank")
def test_a_long_line_ends_where_one_thing_is_said_and_not_with_a_dot() -> None:
    status = Status(size_hint=(None, None), text="Ada is thinking · pair of sixes")
    status.size = (px(150), 2 * line_height())
    assert status._lines(px(150)) == ["Ada is thinking", "pair of sixes"]
    status.text = "Lin wins 805: two pair, sixes and twos · The next round begins soon"
    assert status._lines(px(240))[1] == "The next round begins soon", "rather smaller than parted"
    status.text = "Ada is thinking · pair of sixes"
    assert status._lines(px(600)) == ["Ada is thinking · pair of sixes"]
    status.text = "You are in the queue for this table · about 1:35"
    assert len(status._lines(px(150))) == 2


@pytest.mark.usefixtures("blank")
def test_the_first_line_has_its_place_whether_another_follows_or_not() -> None:
    with table_of("holdem-turn", "phone") as screen:
        lows = []
        for text in ("Your turn", "You win 165: two pair, kings and fours · The next round begins"):
            screen.bar.status.text = text
            screen.bar.status._paint()
            lows.append(max(ink.box[3] for ink in painted(screen.bar.status)))
        assert lows[0] == pytest.approx(lows[1], abs=px(2))


@pytest.mark.usefixtures("blank")
@pytest.mark.parametrize("sight", ["holdem-turn", "holdem-watch", "roulette-bet"])
def test_beside_a_felt_the_line_stands_right_above_the_buttons(sight: str) -> None:
    with table_of(sight, "phone-lying") as screen:
        bar = screen.bar
        top = max(one.top for one in (*bar.buttons, *bar.sum.presets) if one.parent)
        assert px(0) <= bar.status.y - top <= px(16)


@pytest.mark.usefixtures("blank")
@pytest.mark.parametrize("left_handed", [False, True])
def test_what_is_alone_in_a_line_is_never_all_the_chips(left_handed: bool) -> None:
    with table_of("holdem-two", "phone-lying") as screen:
        screen.client.set(left_handed=left_handed)
        bar = screen.bar
        bar.choices = ()
        screen._refresh()
        check, bet, chips = sorted(bar.buttons, key=lambda one: ["Check", "Bet", "All-in"].index(
            one.text))  # fmt: skip
        assert check.y > bet.y == chips.y
        assert check.width > chips.width
        assert (bet.x < chips.x) is not left_handed


@pytest.mark.usefixtures("blank")
def test_who_is_awaited_and_has_lost_the_line_is_not_said_to_think() -> None:
    with table_of("holdem-away", "phone") as screen:
        assert screen.bar.status.text.startswith("Waiting for Ada to come back")


@pytest.mark.usefixtures("blank")
def test_a_full_table_has_a_queue_and_not_a_seat_to_take() -> None:
    with table_of("holdem-watch", "phone") as screen:
        assert [one.text for one in screen.bar.buttons] == ["Join the queue"]


@pytest.mark.usefixtures("blank")
def test_the_seat_that_is_offered_is_lit_and_its_chips_are_named() -> None:
    for size in ("small", "phone"):
        with table_of("holdem-offer", size) as screen:
            lit = [plate.look.name for plate in screen.felt.plates
                   if plate.look.free and plate.look.turn]  # fmt: skip
            assert lit == ["7"]
            assert screen.bar.status.text.startswith("Seat 7 is yours: choose your chips")
            sit = screen.bar.buttons[-1]
            assert sit.text == "Sit down with"
            assert sit.note == ("40–200" if size == "small" else "200")


@pytest.mark.usefixtures("blank")
def test_who_is_alone_at_a_table_may_wait_in_the_lobby() -> None:
    with table_of("holdem-alone", "small") as screen:
        assert [one.key for one in screen.bar.choices] == ["look"]
        plate = screen.felt.plates[0]
        assert abs(plate.center_x - screen.felt.center_x) < 1, "no room is kept for cards"


@pytest.mark.usefixtures("blank")
def test_what_is_chosen_beforehand_says_so() -> None:
    with table_of("holdem-wait", "small") as screen:
        assert {one.note for one in screen.bar.buttons} == {"In advance"}


@pytest.mark.usefixtures("blank")
def test_what_was_lost_is_said_in_another_ink_and_that_it_goes_on() -> None:
    with table_of("blackjack-all", "phone") as screen:
        status = screen.bar.status
        assert status.text == "You lose 25 · The next round begins soon"
        assert status.ink == "warm"


@pytest.mark.usefixtures("blank")
def test_a_card_is_chosen_before_the_button_that_needs_it_is_lit() -> None:
    with table_of("sabacc-draw", "phone") as screen:
        kinds = [one.kind for one in screen.bar.buttons if one.text == "Swap"]
        assert kinds == ["dim"]
        cards = [card for card in screen.felt.hand.cards if card is not None]
        screen.felt.hand.choose(tuple(cards[:1]))
        screen._refresh()
        assert [one.kind for one in screen.bar.buttons if one.text == "Swap"] == ["quiet"]


@pytest.mark.usefixtures("blank")
@pytest.mark.parametrize("name", ["open_menu", "open_chat", "actions.leave"])
def test_what_is_opened_in_my_turn_says_how_long_it_lasts(name: str) -> None:
    with table_of("holdem-turn", "small") as screen:
        attrgetter(name)(screen)()
        screen._refresh()
        (over,) = screen.stage.overlays
        assert over.lasts == "0:12"
        laid_out(screen.stage)
        (clock,) = (ink.box for ink in painted(over) if ink.text == "0:12")
        assert clock[0] > over.sheet.x, "it lies on the sheet, and on nothing beside it"
    with table_of("holdem-wait", "small") as screen:
        attrgetter(name)(screen)()
        screen._refresh()
        (over,) = screen.stage.overlays
        assert over.lasts == ""


@pytest.mark.usefixtures("blank")
def test_on_a_tablet_what_lies_beside_the_table_grows_too() -> None:
    sizes = []
    for size in ("phone", "tablet", "tablet-lying", "phone"):
        with table_of("holdem-turn", size) as screen:
            bar, top = screen.bar, screen.top_bar
            high = min(one.height for one in bar.buttons)
            sizes.append((high, bar.sum.more.width, top.height, top.menu.width, text_px("act")))
    assert sizes[0] == sizes[3]
    for larger in sizes[1:3]:
        assert larger == pytest.approx([1.3 * side for side in sizes[0]], rel=0.02)


@pytest.mark.usefixtures("blank")
@pytest.mark.parametrize("size", SIZES)
def test_the_connection_is_shown_in_the_bar_beside_its_buttons(size: str) -> None:
    with table_of("holdem-turn", size) as screen:
        dot, top = screen.stage.dot, screen.top_bar
        assert top.y < dot.y < dot.top < top.top
        assert dot.x >= top.menu.right - px(8)
        assert dot.right < screen.right


def test_taking_some_back_and_taking_all_back_have_names_of_their_own() -> None:
    scene = find("blackjack", "standard", offers("take"), seats=2)
    view, acts = scene.client.tables.view("t"), scene.client.turn.acts("t")
    made = choices(scene.client, view, acts, frozenset())
    assert {"Take back", "Take all"} <= {one.text for one in made}
    assert len({one.text for one in made}) == len(made)


def test_a_finger_that_came_down_on_another_button_does_nothing(table: Show, stage: Stage) -> None:
    scene = table((640, 360))
    scene.device.passes(1)
    fold, check = (one for one in scene.screen.bar.buttons if one.text in ("Fold", "Call"))
    finger = Finger(stage, *check.to_window(*check.center))
    finger.down()
    scene.turn += 1
    ask = Ask(scene.seat, (Option("fold"), Option("all_in", 500, 500)), Act("fold"))
    scene.device.house(messages.Asked("t", scene.turn, ask, 12_000, 15_000))
    stage.frames(3)
    scene.device.passes(1)
    finger.lift()
    stage.frames(2)
    assert not scene.device.all(messages.Answer)
    assert fold.parent is not None
    stage.tap(scene.screen.bar.buttons[0])
    assert scene.device.last(messages.Answer).verb == "fold", "the next tap is meant"


@pytest.mark.parametrize("on", ["act", "amount"])
def test_a_finger_on_a_button_that_is_gone_when_it_leaves_does_nothing(
    table: Show, stage: Stage, on: str
) -> None:
    scene = table((800, 1280))
    scene.device.passes(1)
    bar = scene.screen.bar
    last = bar.buttons[-1] if on == "act" else bar.sum.presets[-1]
    finger = Finger(stage, *last.to_window(*last.center))
    finger.down()
    scene.turn += 1
    more = () if on == "act" else (Option("raise", 500, 1_100, 100),)
    ask = Ask(scene.seat, (Option("fold"), *more), Act("fold"))
    scene.device.house(messages.Asked("t", scene.turn, ask, 12_000, 15_000))
    stage.frames(3)
    assert last not in (*bar.buttons, *bar.sum.presets)
    scene.device.passes(1)
    finger.lift()
    stage.frames(2)
    assert not scene.device.all(messages.Answer)


@pytest.mark.parametrize("size", [(360, 640), (640, 360), (800, 1280)])
def test_what_is_said_in_passing_stands_in_the_bar_above_one_at_a_time(
    table: Show, stage: Stage, size: tuple[int, int]
) -> None:
    scene = table(size)
    for code in ("reset_asked", "second_table", "new_start"):
        scene.device.house(messages.Notice(code, ""))
    stage.frames(4)
    top = scene.screen.top_bar
    assert not scene.shown.toasts.shown, "nothing comes over the seats"
    assert top.title.parent is None
    assert top.told.y >= top.y
    assert top.told.top <= top.top
    assert top.told.text == scene.client.say("notice.reset_asked")
    assert 1 <= len(top.told.lines()) <= 3
    clipped = top.told.clipped
    stage.tap(top.told)
    stage.frames(3)
    assert (scene.shown.name == "inbox") is clipped, "the rest is read there"
    scene.shown.home()
    stage.frames(3)
    assert top.told.text == scene.client.say("notice.second_table")
    for _ in range(2):
        stage.tap(top.told)
        stage.frames(2)
        scene.shown.home()
        stage.frames(3)
    assert top.told.parent is None
    assert top.title.parent is top, "then it says again what is played"


def test_what_was_missed_is_counted_at_the_menu_and_read_among_the_messages(
    table: Show, stage: Stage
) -> None:
    scene = table((411, 915))
    for amount in range(5):
        scene.device.house(
            messages.Notice("chips_given", "", "", {"amount": amount, "reason": "Tea"})
        )
    stage.frames(3)
    assert scene.screen.top_bar.menu.marks == 2
    stage.tap(scene.screen.top_bar.menu)
    stage.frames(3)
    (menu,) = scene.shown.overlays
    rows = [one for one in menu.walk() if getattr(one, "icon", "") == "bell"]
    assert [one.text for one in rows] == [scene.client.say("inbox.some", count=2)]
    scene.client.notices.read_inbox()
    stage.frames(3)
    assert scene.screen.top_bar.menu.marks == 0
