"""The table on a real window: what is touched is what is said to the house."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from mobile_client.ui.felts.felt import TableFelt
from mobile_client.ui.look import px
from mobile_client.ui.screens.keys import KeysSheet
from mobile_client.ui.screens.table import TableScreen
from mobile_client.ui.widgets.buttons import PushButton
from mobile_client.ui.widgets.overlays import Dialog
from protocol import messages
from protocol.messages import Sitter
from protocol.words import Act, Ask, Option, Seat
from tests.client.ui.moments import GUARD_S, MOMENTS, Show, showing
from tests.client.ui.scenes import Scene
from tests.client.ui.stage import Finger, Stage

SIZES = {"phone": (360, 640), "lying": (640, 360), "tall": (392, 872)}


@pytest.fixture
def show(stage: Stage) -> Iterator[Show]:
    with showing(stage, SIZES) as shows:
        yield shows


def button(screen: TableScreen, key: str) -> PushButton:
    bar = screen.bar
    keys = [choice.key for choice in bar._ordered()]
    assert key in keys, keys
    return bar.buttons[keys.index(key)]


def acts(scene: Scene) -> list[Act]:
    return [one.act() for one in scene.device.all(messages.Answer)]


def fresh(scene: Scene, stage: Stage, *options: Option) -> None:
    """Another question, whose buttons may be touched."""
    scene.turn += 1
    ask = Ask(scene.seat, options, Act(options[0].verb))
    scene.device.house(messages.Asked("t", scene.turn, ask, 12_000, 15_000))
    stage.frames(3)


BETS = (
    Option("fold"),
    Option("call", 1_000, 1_000),
    Option("raise", 2_000, 30_000, 500),
    Option("all_in", 50_000, 50_000),
)

# -- buttons -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("key", "verb"), [("act.fold", "fold"), ("act.check", "check")])
def test_a_button_says_what_it_offers(show: Show, stage: Stage, key: str, verb: str) -> None:
    scene = show("holdem_flop")
    scene.client.set(confirm_free_fold=False)
    stage.tap(button(scene.screen, key))
    assert acts(scene)[-1].verb == verb
    stage.frames(3)
    assert scene.screen.bar.buttons == [], "what was said cannot be said twice"


@pytest.mark.parametrize("size", ["phone", "lying", "tall"])
def test_a_raise_is_chosen_by_slider_steps_and_presets(show: Show, stage: Stage, size: str) -> None:
    scene = show("holdem_flop", size=size)
    fresh(scene, stage, *BETS)
    bar = scene.screen.bar
    if size == "phone":
        assert bar.aim is None, "on a small phone the felt has the room until it is wanted"
        stage.tap(button(scene.screen, "act.raise"))
        stage.frames(3)
    assert bar.sum.amount == 2_000
    stage.tap(bar.sum.more)
    stage.tap(bar.sum.more)
    stage.tap(bar.sum.less)
    assert bar.sum.amount == 2_500
    left, wide = bar.sum.slider._rail
    finger = Finger(stage, *bar.sum.slider.to_window(left, bar.sum.slider.center_y))
    finger.down()
    finger.move(*bar.sum.slider.to_window(left + wide / 2, bar.sum.slider.center_y))
    finger.lift()
    assert (bar.sum.amount - 2_000) % 500 == 0
    assert 12_000 <= bar.sum.amount <= 20_000
    halves = [preset.text for preset in bar.sum.presets]
    assert halves[0] == "Min"
    stage.tap(bar.sum.presets[0])
    assert bar.sum.amount == 2_000
    stage.tap(bar.sum.more)
    assert button(scene.screen, "act.raise").note == "25"
    scene.device.passes(GUARD_S)
    stage.tap(button(scene.screen, "act.raise"))
    assert acts(scene)[-1] == Act("raise", 2_500)


def test_an_amount_can_be_typed_and_only_one_that_is_offered_is_taken(
    show: Show, stage: Stage
) -> None:
    scene = show("holdem_flop")
    fresh(scene, stage, *BETS)
    bar = scene.screen.bar
    stage.tap(bar.sum.typed)
    stage.frames(4)
    (sheet,) = scene.shown.overlays
    keys: Any = sheet
    for digit, amount in (("7", 0), ("70", 7_000)):
        keys.keys.number = digit
        keys.keys.dispatch("on_done")
        stage.frames(2)
        if amount:
            assert bar.sum.amount == amount
        else:
            assert sheet in scene.shown.overlays, "7 is less than the least"
            assert "20" in keys.limits.text
    assert not scene.shown.overlays


@pytest.mark.parametrize("size", ["phone"])
def test_back_puts_the_amount_away_before_it_leaves_the_table(
    show: Show, stage: Stage, size: str
) -> None:
    scene = show("holdem_flop", size=size)
    fresh(scene, stage, *BETS)
    stage.tap(button(scene.screen, "act.raise"))
    assert scene.screen.bar.aim is not None
    assert scene.shown.back()
    assert scene.screen.bar.aim is None
    assert scene.screen.bar.choices[0].key == "act.fold"


def test_a_tap_that_was_meant_for_other_buttons_does_nothing(show: Show, stage: Stage) -> None:
    scene = show("holdem_flop")
    fresh(scene, stage, *BETS)
    stage.tap(button(scene.screen, "act.fold"))
    assert acts(scene) == [], "the buttons have changed under the thumb"
    stage.frames(3)
    assert scene.screen.bar.status.text == scene.client.say("tap.changed")
    scene.device.passes(GUARD_S)
    stage.tap(button(scene.screen, "act.fold"))
    assert acts(scene) == [Act("fold")]


@pytest.mark.req("E-UC-009")
def test_all_in_asks_once_and_can_be_taken_back(show: Show, stage: Stage) -> None:
    scene = show("holdem_flop")
    fresh(scene, stage, *BETS)
    scene.device.passes(GUARD_S)
    stage.tap(button(scene.screen, "act.all_in"))
    stage.frames(3)
    assert acts(scene) == []
    (dialog,) = scene.shown.overlays
    assert isinstance(dialog, Dialog)
    answers = [one for one in dialog.walk() if isinstance(one, PushButton)]
    stage.tap(answers[0])
    stage.frames(3)
    assert acts(scene) == []
    stage.tap(button(scene.screen, "act.all_in"))
    stage.frames(3)
    answers = [one for one in scene.shown.overlays[0].walk() if isinstance(one, PushButton)]
    stage.tap(answers[1])
    assert acts(scene) == [Act("all_in", 50_000)]


@pytest.mark.parametrize("size", ["phone", "lying"])
def test_a_fold_beside_a_free_check_asks_once(show: Show, stage: Stage, size: str) -> None:
    free = (Option("fold"), Option("check"), Option("bet", 2_000, 30_000, 500))

    def asks(scene: Scene) -> list[PushButton]:
        fresh(scene, stage, *free)
        scene.device.passes(GUARD_S)
        stage.tap(button(scene.screen, "act.fold"))
        stage.frames(3)
        (dialog,) = scene.shown.overlays
        return [one for one in dialog.walk() if isinstance(one, PushButton)]

    for place, sent in ((0, "check"), (1, "fold"), (2, "fold")):
        scene = show("holdem_flop", size=size)
        answers = asks(scene)
        assert acts(scene) == []
        stage.tap(answers[place])
        stage.frames(2)
        assert acts(scene) == [Act(sent)]
        assert scene.client.settings.confirm_free_fold is (place != 2)


def test_a_choice_before_the_turn_is_made_and_taken_back(show: Show, stage: Stage) -> None:
    scene = show("holdem_wait")
    able = [choice.key for choice in scene.screen.bar.choices]
    if not able:
        pytest.fail("nothing can be chosen before the turn")
    stage.tap(button(scene.screen, "pre.call_any"))
    stage.frames(3)
    assert button(scene.screen, "pre.call_any").kind == "primary"
    stage.tap(button(scene.screen, "pre.call_any"))
    stage.frames(3)
    assert button(scene.screen, "pre.call_any").kind == "quiet"


def test_for_a_left_hand_the_buttons_and_the_bar_change_sides(show: Show, stage: Stage) -> None:
    scene = show("holdem_flop", size="lying")
    fresh(scene, stage, *BETS)
    before = [one.key for one in scene.screen.bar._ordered()]
    assert scene.screen.bar.x > scene.screen.felt.x
    scene.client.set(left_handed=True)
    scene.screen.lay()
    assert [one.key for one in scene.screen.bar._ordered()] == before[::-1]
    assert scene.screen.bar.x < scene.screen.felt.x


# -- a way to a seat -----------------------------------------------------------------------------


@pytest.mark.req("E-UC-007")
def test_who_watches_is_not_counted_among_those_who_do(show: Show, stage: Stage) -> None:
    scene = show("holdem_watch")
    for count, told in ((1, False), (3, True)):
        scene.device.seats(scene.sitters(), None, watching=count)
        stage.frames(3)
        assert ("2 watching" in scene.screen.top_bar.title.note) is told
        assert told or "watching" not in scene.screen.top_bar.title.note


def test_one_who_watches_queues_is_offered_a_seat_feels_it_and_sits_down(
    show: Show, stage: Stage
) -> None:
    scene = show("holdem_watch")
    device, screen = scene.device, scene.screen
    stage.tap(button(screen, "queue"))
    device.house(messages.Ok(device.last(messages.Queue).id), messages.Queued("t", 2, 3, 40_000))
    stage.frames(3)
    assert screen.view is not None
    sitters = {seat: Sitter("Zed", 9_000) for seat in range(len(screen.view.seats))}
    scene.sit(sitters)
    stage.frames(3)
    assert "2" in screen.bar.status.text
    assert "about 1 min to wait" in screen.bar.status.text
    device.house(messages.Queued("t", 2, 3, 40_000, soon=True))
    stage.frames(3)
    assert "a seat after this hand" in screen.bar.status.text
    assert "to wait" not in screen.bar.status.text
    device.house(messages.Queued("t", 2, 3, 40_000))
    del sitters[6]
    scene.sit(sitters)
    stage.frames(3)
    assert "2" in screen.bar.status.text
    assert "to wait" not in screen.bar.status.text, "a seat is free: nobody has to leave first"
    buzzed = len(scene.phone.buzzed)
    device.house(messages.Offer("t", Seat(6), "key-1", 20_000, 4_000, 20_000))
    stage.frames(3)
    assert len(scene.phone.buzzed) == buzzed + 1
    assert "0:20" in screen.bar.status.text
    device.passes(5)
    screen._tick()
    assert "0:15" in screen.bar.status.text, "the time that is left is seen"
    bar = screen.bar
    bar.sum.set(12_000)
    stage.tap(button(screen, "sit"))
    sat = device.last(messages.Sit)
    assert (sat.key, sat.buy_in) == ("key-1", 12_000)


def test_who_cannot_pay_for_the_offered_seat_reads_it_at_once(show: Show, stage: Stage) -> None:
    scene = show("holdem_watch")
    scene.device.house(messages.Purse(93_000, 0, {}))
    scene.device.house(messages.Offer("t", Seat(6), "key-1", 20_000, 100_000, 500_000))
    stage.frames(3)
    bar = scene.screen.bar
    assert bar.status.text == "The least here is 1,000 chips; you have 930"
    assert {choice.key for choice in bar._ordered()} == {"pass", "leave"}
    scene.device.house(messages.Purse(100_000, 0, {}))
    stage.frames(3)
    assert "sit" in {choice.key for choice in bar._ordered()}, "it is enough now"


def test_who_cannot_pay_for_any_seat_is_offered_none(show: Show, stage: Stage) -> None:
    scene = show("holdem_watch")
    bar = scene.screen.bar
    assert "queue" in {choice.key for choice in bar._ordered()}
    scene.device.house(messages.Purse(3_900, 0, {}))
    stage.frames(3)
    assert bar.status.text == "The least here is 40 chips; you have 39"
    assert [choice.key for choice in bar._ordered()] == ["leave"]
    scene.device.house(messages.Purse(4_000, 0, {}))
    stage.frames(3)
    assert "queue" in {choice.key for choice in bar._ordered()}


def test_who_sits_down_in_mid_hand_reads_when_the_first_cards_come(
    show: Show, stage: Stage
) -> None:
    at = MOMENTS["holdem_watch"]("en")
    me = max(at.names) + 1
    scene = Scene(at.game, at.preset, at.one, at.seat, watching=True, chairs=me + 1)
    scene.to(at.line)
    show(scene)
    scene.device.seats({**scene.sitters(), me: Sitter("Juno", 0, coming=20_000)}, me)
    stage.frames(3)
    assert scene.screen.bar.status.text == "You are in from the next hand"
    assert scene.screen.felt.plates[0].look.stack == "200"


def test_who_needs_chips_is_told_and_finds_the_cashier(show: Show, stage: Stage) -> None:
    scene = show("holdem_showdown")
    scene.device.house(messages.Notice("rebuy", "", "t", {"entry": 4_000}))
    stage.frames(3)
    assert "40" in scene.screen.bar.status.text
    stage.tap(button(scene.screen, "buy"))
    assert scene.shown.name == "cashier"
    scene.shown.back()


@pytest.mark.parametrize(("page", "entry"), [("holdem_showdown", 1), ("doudizhu_end", 100)])
def test_who_may_play_on_with_any_chips_is_told_no_sum(
    show: Show, stage: Stage, page: str, entry: int
) -> None:
    scene = show(page)
    scene.device.house(messages.Notice("rebuy", "", "t", {"entry": entry}))
    stage.frames(3)
    bar, client = scene.screen.bar, scene.device.client
    told = [bar.status.text, client.say(client.notices.toasts[-1].say)]
    told += [choice.note for choice in bar._ordered()]
    assert [choice.key for choice in bar._ordered()] == ["leave", "buy"]
    assert "chips" in told[0]
    assert "chips" in told[1]
    assert not any(sign.isdigit() for line in told for sign in line)


def test_who_is_told_to_buy_chips_at_a_cash_table_finds_the_cashier(
    show: Show, stage: Stage
) -> None:
    scene = show("holdem_showdown")
    scene.device.house(messages.Notice("no_chips", "", "t"))
    stage.frames(3)
    assert scene.screen.bar.status.text == "Buy chips to play on"
    stage.tap(button(scene.screen, "buy"))
    assert scene.shown.name == "cashier"
    scene.shown.back()


def test_the_menu_sits_out_and_leaves(show: Show, stage: Stage) -> None:
    scene = show("holdem_showdown")
    screen = scene.screen
    screen.open_menu()
    stage.frames(3)
    menu: Any = scene.shown.overlays[0]
    rows = {row.text: row for row in menu.walk() if type(row).__name__ == "Row"}
    stage.tap(rows["Sit out"])
    assert scene.device.last(messages.SitOut).out is True
    assert not scene.shown.overlays
    screen.actions.leave()
    assert scene.device.last(messages.Leave).when == "now"


def test_the_question_whether_to_leave_follows_the_hand(show: Show, stage: Stage) -> None:
    scene = show("holdem_flop")
    scene.screen.actions.leave()
    stage.frames(2)
    (dialog,) = scene.shown.overlays
    assert isinstance(dialog, Dialog)
    assert "you put in stays in the pot" in dialog.text
    scene.to(len(scene.one.script))
    stage.frames(2)
    assert dialog.text == scene.client.say("leave.nothing")
    scene.device.house(messages.Left("t", "table_closes"))
    stage.frames(2)
    assert not scene.shown.overlays


@pytest.mark.req("E-UC-006")
@pytest.mark.parametrize("way", ["leave", "look_away"])
def test_leaving_in_mid_round_asks_first(show: Show, stage: Stage, way: str) -> None:
    scene = show("holdem_flop")
    getattr(scene.screen.actions, way)()
    stage.frames(2)
    assert not scene.device.all(messages.Leave)
    assert scene.client.screen.name == "table"
    (dialog,) = scene.shown.overlays
    assert isinstance(dialog, Dialog)
    assert "you put in stays in the pot" in dialog.text
    stay, besides, go = (one for one in dialog.walk() if isinstance(one, PushButton))
    assert (stay.text, go.text) == ("Stay", "Leave")
    stage.tap(besides)
    if way == "leave":
        assert scene.device.last(messages.Leave).when == "after_round"
        assert "leave after this hand" in scene.client.say(scene.client.notices.toasts[-1].say)
    else:
        assert scene.client.screen.name == "lobby"
        assert not scene.device.all(messages.Leave)
        scene.client.show("t")


def test_leaving_after_the_round_from_the_menu_is_answered_at_once(show: Show) -> None:
    scene = show("holdem_flop")
    scene.screen.actions.go("leave_after")
    assert scene.device.last(messages.Leave).when == "after_round"
    assert "leave after this hand" in scene.client.say(scene.client.notices.toasts[-1].say)


def test_whatever_opens_in_my_turn_says_how_long_it_lasts(show: Show, stage: Stage) -> None:
    scene = show("holdem_flop")
    scene.screen.people.meet(7, "Ada")
    stage.frames(2)
    (sheet,) = scene.shown.overlays
    assert re.fullmatch(r"0:\d\d", sheet.lasts)
    sheet.close()
    scene.shown.open(KeysSheet(scene.client, scene.screen))
    stage.frames(2)
    assert re.fullmatch(r"0:\d\d", scene.shown.overlays[-1].lasts)


def test_where_nothing_is_at_stake_one_goes_at_once_and_reads_that_the_seat_is_kept(
    show: Show, stage: Stage
) -> None:
    scene = show("holdem_showdown")
    assert scene.shown.back()
    assert scene.client.screen.name == "lobby"
    assert not scene.shown.overlays
    (toast,) = scene.client.notices.toasts
    assert scene.client.say(toast.say).startswith("Your seat is kept.")
    scene.client.show("t")


# -- games ---------------------------------------------------------------------------------------


def test_cards_are_chosen_by_a_tap_and_by_a_sweep(show: Show, stage: Stage) -> None:
    scene = show("doudizhu_lead", size="phone")
    hand = scene.screen.felt.hand
    assert len(hand.cards) == 20
    x, y = hand.views[12].x + px(6), hand.views[12].y + px(20)
    Finger(stage, x, y).down()
    assert list(hand.chosen) == [12]
    finger = Finger(stage, hand.views[13].x + px(6), y)
    finger.down()
    for nth in (15, 16):
        finger.move(hand.views[nth].x + px(6), y)
    finger.lift()
    assert list(hand.chosen) == [12, 13, 14, 15, 16]
    assert all(hand.views[nth].raised for nth in hand.chosen)
    finger = Finger(stage, hand.views[16].x + px(6), y + px(14))
    finger.down()
    finger.move(hand.views[12].x + px(6), y + px(14))
    finger.lift()
    assert not list(hand.chosen), "a sweep over chosen cards lets them go"


def test_a_hint_chooses_a_play_and_the_play_is_said(show: Show, stage: Stage) -> None:
    scene = show("doudizhu_lead")
    stage.tap(button(scene.screen, "felt.hint"))
    stage.frames(3)
    hand = scene.screen.felt.hand
    wanted = hand.picked
    assert wanted
    assert scene.screen.bar.status.text
    stage.tap(button(scene.screen, "act.play"))
    assert acts(scene) == [Act("play", cards=wanted)]


def test_a_play_that_is_none_is_answered_in_words(show: Show, stage: Stage) -> None:
    scene = show("doudizhu_lead")
    stage.tap(button(scene.screen, "act.play"))
    stage.frames(3)
    assert acts(scene) == []
    assert scene.screen.bar.status.ink == "warm"


def test_a_card_is_chosen_before_it_is_swapped(show: Show, stage: Stage) -> None:
    scene = show("sabacc_draw")
    stage.tap(button(scene.screen, "act.swap"))
    stage.frames(2)
    assert acts(scene) == []
    hand = scene.screen.felt.hand
    finger = Finger(stage, *hand.spot(0))
    finger.down()
    finger.lift()
    stage.tap(button(scene.screen, "act.swap"))
    assert acts(scene) == [Act("swap", cards=(hand.cards[0],))]  # type: ignore[arg-type]  # it is seen


# -- beside the buttons --------------------------------------------------------------------------


def test_the_phone_stays_awake_at_a_table_and_a_turn_is_felt_once(show: Show, stage: Stage) -> None:
    scene = show("holdem_flop")
    assert scene.phone.awake
    assert len(scene.phone.buzzed) == 1
    stage.frames(4)
    assert len(scene.phone.buzzed) == 1
    scene.client.set(vibration=False)
    fresh(scene, stage, *BETS)
    assert len(scene.phone.buzzed) == 1


def test_a_game_without_a_felt_of_its_own_is_played_on_the_common_one(
    show: Show, stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    from mobile_client.ui import games

    monkeypatch.setattr(games, "FELTS", {})
    for moment in ("holdem_flop", "sabacc_draw", "doudizhu_lead"):
        scene = show(moment)
        assert type(scene.screen.felt) is TableFelt
        assert scene.screen.bar.buttons
    finger = Finger(stage, *scene.screen.felt.hand.spot(19))
    finger.down()
    finger.lift()
    stage.tap(button(scene.screen, "act.play"))
    assert acts(scene)[0].cards == (scene.screen.felt.hand.cards[19],)
