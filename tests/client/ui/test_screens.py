"""Single screens on a house that the test plays: what is shown, and what a touch asks for."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, replace
from threading import Thread

import pytest
from kivy.core.window import Window
from kivy.uix.label import Label

from game_server.rules.catalogue import GAMES
from mobile_client.ui.app import BACK_KEY, CardroomApp
from mobile_client.ui.farewell import Goodbye
from mobile_client.ui.look import look, px
from mobile_client.ui.screens.parts import Scroll
from mobile_client.ui.screens.table_top import TopBar
from mobile_client.ui.widgets.buttons import PushButton
from mobile_client.ui.widgets.chat import ChatDrawer, Said
from mobile_client.ui.widgets.overlays import Dialog
from protocol import messages
from protocol.events import RoundBegan
from protocol.messages import Line, Room
from protocol.words import Seat
from tests.client.rounds import played, seen_by
from tests.client.ui.finding import shows
from tests.client.ui.looked_over import faults
from tests.client.ui.scenes import NAMES
from tests.client.ui.sights import SIGHTS, laid_out, resized
from tests.client.ui.stage import Stage
from tests.client.ui.visits import Visit

RUDE = "[b]loud[/b] [color=ff0000]red[/color] & [ref=x]link[/ref]"


@contextmanager
def app(window: Stage, visit: Visit) -> Iterator[CardroomApp]:
    """The app as it runs, but for the loop that would draw it."""
    one = CardroomApp(visit.client, visit.phone, visit.sounds)
    one.root = one.build()
    window.show(one.root)
    yield one
    one.on_stop()


LIN = 7


def chatting(*texts: str) -> tuple[Visit, ChatDrawer]:
    visit = Visit().come_in().sit()
    visit.device.house(messages.Chat("t", ()))
    stage = visit.lobby().stage()
    lines = tuple(
        Line(n, "Lin", 1_000 * n, text, "", Seat(1), LIN) for n, text in enumerate(texts, 1)
    )
    visit.device.house(messages.Chat("t", lines))
    stage.go("chat", table="t")
    drawer = stage.overlays[-1]
    assert isinstance(drawer, ChatDrawer)
    return visit, drawer


def test_who_only_reads_is_not_asked_to_say_hello(stage: Stage) -> None:
    visit = Visit().come_in()
    room = Room("e", "holdem", "eps", "cash", 1_000, 2_000, 100_000, 7)
    joined = messages.Joined(visit.client.lobby.join("e"), room)
    visit.device.house(joined, messages.Seats("e", {}, None, 1), messages.Chat("e", ()))
    stage.show(visit.lobby().stage())
    visit.shown.go("chat", table="e")
    stage.frames(2)
    assert shows(visit.shown, visit.client.say("chat.silent"))
    assert shows(visit.shown, visit.client.say("chat.closed"))


@pytest.mark.req("E-RF-HH-015", "E-RF-HH-016", "E-RF-HH-017", "E-RF-HH-019", "E-UC-012")
def test_the_chat_shows_who_said_what_and_when_and_sends_what_is_typed(stage: Stage) -> None:
    visit, drawer = chatting("打得好", "One more?")
    stage.show(visit.shown)
    lines = [one for one in drawer.talk.column.children if isinstance(one, Said)][::-1]
    assert [line.text.text for line in lines] == ["打得好", "One more?"]
    when = visit.client.texts.clock_text(1_000, drawer.talk.offset(1_000))
    assert lines[0].who.text == f"Lin · {when}"
    drawer.talk.line.insert_text("  Gladly! ")
    drawer.talk.send()
    assert visit.device.last(messages.Say).text == "Gladly!"
    assert drawer.talk.line.text == ""
    drawer.talk.send()
    assert len(visit.device.all(messages.Say)) == 1
    drawer.talk.show_quick(True)
    hello = [one for one in drawer.walk() if getattr(one, "text", "") == "Hello!"]
    hello[0].dispatch("on_release")
    assert visit.device.last(messages.Phrase).phrase == "hello"


def test_a_line_that_is_refused_comes_back_and_why_is_read_over_the_chat(stage: Stage) -> None:
    visit, drawer = chatting("One more?")
    stage.show(visit.shown)
    for text, typed_since, left in (("Gladly!", "", "Gladly!"), ("Or not.", "Two.", "Two.")):
        drawer.talk.line.text = text
        drawer.talk.send()
        assert drawer.talk.line.text == ""
        drawer.talk.line.text = typed_since
        number = visit.device.last(messages.Say).id
        visit.device.house(messages.Refused(number, "chat_too_fast", "Wait."))
        stage.frames(2)
        assert drawer.talk.line.text == left
        (told,) = visit.shown.toasts.shown.values()
        assert "wait a moment" in told.words.text
        assert visit.shown.children.index(visit.shown.toasts) < visit.shown.children.index(
            visit.shown.layer
        ), "the sheet lies below it"
        visit.client.notices.dismiss(told.said.id)


def ends(drawer: ChatDrawer) -> tuple[float, float]:
    """Where the last line ends, and where what is seen of the talk does."""
    last = drawer.talk.column.children[0]
    return last.to_window(0, last.y)[1], drawer.talk.scroll.to_window(0, drawer.talk.scroll.y)[1]


def test_the_newest_line_of_the_chat_is_in_sight_until_older_ones_are_read(stage: Stage) -> None:
    visit, drawer = chatting(*(f"{n} times the same, and then once more." for n in range(9)))
    for size in ("small-lying", "small", "phone"):
        resized(visit.shown, size)
        last, seen = ends(drawer)
        assert last == pytest.approx(seen, abs=1), size
    drawer.talk.scroll.scroll_y = 0.6
    visit.device.house(messages.Chat("t", (Line(10, "Lin", 10_000, "And again.", "", Seat(1)),)))
    laid_out(visit.shown)
    last, seen = ends(drawer)
    assert last < seen - px(40), "what is read stays"
    visit.device.house(messages.Chat("t", (Line(11, "Juno", 11_000, "I agree.", "", Seat(0), 13),)))
    laid_out(visit.shown)
    last, seen = ends(drawer)
    assert last == pytest.approx(seen, abs=1), "what I say is seen"


def test_a_line_of_chat_is_never_read_as_markup(stage: Stage) -> None:
    visit, drawer = chatting(RUDE)
    stage.show(visit.shown)
    labels = [one for one in visit.shown.walk() if isinstance(one, Label)]
    assert any(one.text == RUDE for one in labels)
    assert not any(one.markup for one in labels)
    assert drawer.share == 1


def test_the_chat_button_counts_what_was_not_read_until_the_drawer_is_open(stage: Stage) -> None:
    visit = Visit().come_in().sit()
    visit.device.house(messages.Chat("t", ()))
    bar = TopBar(visit.client, *[lambda: None] * 5)

    def unread() -> int:
        view = visit.client.tables.view("t")
        assert view is not None
        bar.show(view, "")
        return int(bar.chat.marks)

    visit.device.house(messages.Chat("t", (Line(1, "Lin", 5, "Hello"), Line(2, "Ada", 6, "Hi"))))
    assert unread() == 2
    shown = visit.lobby().stage()
    shown.go("chat", table="t")
    assert unread() == 0
    shown.back()
    visit.device.house(messages.Chat("t", (Line(3, "Lin", 7, "Bye"),)))
    assert unread() == 1


def test_who_is_muted_is_not_heard_and_can_be_heard_again(stage: Stage) -> None:
    visit, drawer = chatting("Hello", "again")
    stage.show(visit.shown)
    visit.client.chat.mute(LIN, "Lin")
    assert not [one for one in drawer.talk.column.children if isinstance(one, Said)]
    visit.client.chat.mute(LIN, "Lin", False)
    assert len([one for one in drawer.talk.column.children if isinstance(one, Said)]) == 2


def test_the_bar_to_write_in_stands_above_the_keyboard(stage: Stage) -> None:
    visit, drawer = chatting("Hello")
    stage.show(visit.shown)
    visit.shown.keyboard = 400
    stage.frames(12)
    assert drawer.talk.bar.to_window(*drawer.talk.bar.pos)[1] >= 400
    assert faults(visit.shown) == []


@pytest.mark.parametrize("page", ["start", "lobby", "rooms", "history", "settings", "too-old"])
def test_no_screen_goes_where_a_notch_or_a_bar_is(stage: Stage, page: str) -> None:
    shown = SIGHTS[page].make("en")
    shown.insets = [40, 90, 30, 60]
    stage.show(shown)
    stage.frames(12)
    screen, dot = shown.screen, shown.dot
    assert (screen.x, screen.y) == (40, 60)
    assert (screen.right, screen.top) == (shown.width - 30, shown.height - 90)
    assert dot.right <= shown.width - 30
    for part in screen.children:
        assert (part.x, part.y, part.right, part.top) == (
            screen.x,
            screen.y,
            screen.right,
            screen.top,
        ), part
    shown.close()


def test_what_is_on_a_page_makes_room_for_the_keyboard(stage: Stage) -> None:
    shown = SIGHTS["profile"].make("en")
    stage.show(shown)
    shown.keyboard = 400
    stage.frames(12)
    assert shown.screen.box.y == 400
    shown.close()


def test_what_was_typed_outlives_a_turn_of_the_phone(stage: Stage) -> None:
    shown = SIGHTS["start"].make("en")
    shown.size_hint = (None, None)
    shown.size = px(360), px(640)
    stage.show(shown)
    shown.screen.name.text = "Half a na"
    for size in ((px(640), px(360)), (px(360), px(640))):
        shown.size = size
        stage.frames(12)
        assert shown.screen.wide == (size[0] > size[1])
        assert shown.screen.name.text == "Half a na"
        assert faults(shown) == []
    shown.close()


@pytest.mark.req("C-1.2")
def test_a_notch_that_changes_sides_is_left_free_without_a_new_size(stage: Stage) -> None:
    visit = Visit().come_in()
    visit.phone.edges = (90, 0, 0, 20)
    with app(stage, visit) as one:
        assert list(one.stage.insets) == [90, 0, 0, 20]
        visit.phone.edges = (0, 0, 90, 20)
        activity = Thread(target=visit.phone.moved)
        activity.start()
        activity.join()
        stage.frames(2)
        assert list(one.stage.insets) == [0, 0, 90, 20]
        assert one.stage.screen.x == 0
        assert one.stage.screen.right == one.stage.width - 90


def test_who_has_no_chips_left_reads_why_until_the_app_ends(stage: Stage) -> None:
    visit = Visit().come_in().sit()
    visit.lobby()
    with app(stage, visit) as one:
        visit.device.house(
            messages.Purse(0), messages.Left("t", "no_chips"), messages.Left("t", "no_chips")
        )
        visit.device.house(messages.Purse(0))
        if visit.client.notices.farewell is None:
            pytest.fail("The core says no farewell to a player without chips.")
        goodbyes = [part for part in one.stage.overlays if isinstance(part, Goodbye)]
        assert len(goodbyes) == 1
        texts = [part.text for part in goodbyes[0].walk() if isinstance(part, Label)]
        assert visit.client.say("farewell.no_chips.now") in texts
        stage.frames(3)
        assert goodbyes[0].count.text == "6"
        assert "The app closes in 6 s" in [
            part.text for part in goodbyes[0].walk() if isinstance(part, Label)
        ]
        # Neither a tap beside it nor the lobby below it takes it away.
        stage.press(5, 5).lift()
        assert one.stage.overlays
        assert not visit.device.quit
        visit.device.passes(6.5)
        assert visit.device.quit


def test_an_app_that_is_too_old_says_so_alone(stage: Stage) -> None:
    visit = Visit()
    with app(stage, visit) as one:
        visit.client.connection.start()
        visit.client.connection.opened(visit.device.connection)
        visit.device.house(messages.UpgradeRequired(2, 3))
        assert one.stage.name == "too_old"
        assert not one.stage.strip.children
        Window.dispatch("on_keyboard", BACK_KEY, 0, None, [])
        assert one.stage.name == "too_old"
        visit.client.connection.try_again()
        visit.client.connection.opened(visit.device.connection)
        visit.device.house(messages.Welcome(1))
        assert one.stage.name == "start"


def test_where_others_can_listen_in_the_first_screen_says_so(stage: Stage) -> None:
    visit = Visit(language="zh")
    with app(stage, visit) as one:
        visit.client.connection.start()
        visit.client.connection.opened(visit.device.connection)
        visit.device.house(messages.Welcome(1, readable=True))
        assert one.stage.name == "start"
        assert one.stage.screen.house.state.text == "未加密，仅限本网络"


def test_a_call_from_another_table_is_heard_and_felt_and_a_tap_goes_there(stage: Stage) -> None:
    visit = Visit().come_in().sit().lobby()
    with app(stage, visit) as one:
        visit.device.house(messages.Offer("t", Seat(3), "key", 15_000, 2_000, 20_000))
        calls = [toast for toast in visit.client.notices.toasts if toast.kind == "turn"]
        assert calls
        assert visit.phone.buzzed
        assert "turn" in visit.sounds.heard
        stage.frames(12)
        notice = one.stage.toasts.shown[calls[0].id]
        stage.tap(notice)
        assert visit.client.screen == replace(visit.client.screen, name="table", table="t")


def test_a_new_language_is_spoken_at_once_where_one_is(stage: Stage) -> None:
    visit = Visit().come_in()
    with app(stage, visit) as one:
        one.stage.go("settings")
        visit.client.set(language="zh", big_text=True, table_colour="blue", animation="fast")
        assert one.stage.name == "settings"
        assert one.stage.screen.header.title == "设置"
        assert (look.felt, look.motion, look.big_text) == ("midnight", "fast", True)
        visit.client.set(sound=False)
        assert one.stage.screen.controls["sound_volume"].disabled


def test_what_was_in_sight_of_the_settings_stays_in_sight(stage: Stage) -> None:
    visit = Visit().come_in()
    with app(stage, visit) as one:
        one.stage.go("settings")
        stage.pass_by(0.4)

        def place() -> float:
            (scroll,) = (part for part in one.stage.screen.walk() if isinstance(part, Scroll))
            return (1 - scroll.scroll_y) * scroll.over

        (scroll,) = (part for part in one.stage.screen.walk() if isinstance(part, Scroll))
        scroll.scroll_y = 0.4
        before = place()
        assert before > px(300)
        for changed in ({"card_size": "large"}, {"big_text": True}, {"language": "zh"}):
            visit.client.set(**changed)
            stage.pass_by(0.4)
            assert place() == pytest.approx(before, abs=1), changed
        one.stage.go("profile")
        stage.pass_by(0.2)
        one.stage.back()
        stage.pass_by(0.4)
        assert place() == pytest.approx(before, abs=1)


def test_the_way_out_stands_in_the_settings_and_says_what_it_costs(stage: Stage) -> None:
    visit = Visit().come_in(guest=False)
    began, *events = seen_by(played("holdem", "standard", 3), Seat(0))
    visit.sit()
    assert isinstance(began, RoundBegan)
    named = {seat: "Juno" if seat == 0 else NAMES[seat] for seat in began.names}
    visit.device.tell(replace(began, preset="standard", names=named), *events[:8])
    shown = visit.lobby().page("settings")
    stage.show(shown)
    shown.screen.out.dispatch("on_release")
    stage.frames(2)
    (dialog,) = shown.overlays
    assert isinstance(dialog, Dialog)
    assert "You leave every table" in dialog.text
    assert "You give up your hand" in dialog.text
    go = next(one for one in dialog.walk() if getattr(one, "text", "") == "Log out" and
              isinstance(one, PushButton))  # fmt: skip
    stage.tap(go)
    assert visit.device.all(messages.Logout)
    shown.close()


def test_a_new_room_names_every_stake_and_chooses_the_usual_one(stage: Stage) -> None:
    visit = Visit().come_in()
    shown = visit.page("open", game="holdem")
    stage.show(shown)
    screen = shown.screen
    options = asdict(GAMES["holdem"].presets["standard"])
    number = visit.device.last(messages.RulesOf).id
    visit.device.house(messages.TheRules(number, "holdem", "standard", options))
    assert screen.stake.choices == [(200, "1/2"), (0, "5/10"), (5_000, "25/50")]
    assert screen.stake.chosen == 0
    screen.preset.chosen = "casino"
    number = visit.device.last(messages.RulesOf).id
    options = asdict(GAMES["holdem"].presets["casino"])
    visit.device.house(messages.TheRules(number, "holdem", "casino", options))
    assert screen.stake.parent is None, "it is played without a stake"
    shown.close()


@pytest.mark.parametrize("size", ["small-lying", "phone-lying"])
def test_a_button_beside_the_title_leaves_the_connection_to_be_seen(size: str) -> None:
    name = next(one for one in SIGHTS if one.startswith("options"))
    shown = SIGHTS[name].make("zh")
    resized(shown, size)
    button = shown.screen.button
    assert button is not None
    assert button.parent is shown.screen.header
    assert button.right <= shown.dot.x
    shown.screen.gone()
    shown.close()
