"""Every screen can be used with the keyboard alone."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest
from kivy.core.window import Window
from kivy.uix.widget import Widget

import mobile_client.ui.stage
from mobile_client.ui.keys import NAMES, Keys, targets
from mobile_client.ui.look import px
from mobile_client.ui.screens.amount_keys import AmountKeys
from mobile_client.ui.screens.keys import KeysSheet, listed
from mobile_client.ui.widgets.cards import CardView
from mobile_client.ui.widgets.entry import TextLine
from mobile_client.ui.widgets.ring import Ring
from protocol import messages
from protocol.cards import parse
from protocol.words import Act, Ask, Option, Seat
from terminal_client.house.called import keys
from tests.client.ui.finding import shows
from tests.client.ui.guest import guest
from tests.client.ui.moments import MOMENTS
from tests.client.ui.scenes import Scene
from tests.client.ui.sights import SIGHTS, SIZES
from tests.client.ui.stage import Stage

BETS: Final = (
    Option("fold"),
    Option("call", 1_000, 1_000),
    Option("raise", 2_000, 30_000, 500),
    Option("all_in", 50_000, 50_000),
)
CODES: Final = {name: code for code, name in NAMES.items()}
Press = Callable[..., None]


@pytest.fixture
def press(stage: Stage) -> Press:
    """Presses keys, each by its name or sign."""

    def presses(*keys: str, held: tuple[str, ...] = ()) -> None:
        for key in keys:
            code = CODES.get(key) or ord(key)
            Window.dispatch("on_key_down", code, 0, key if len(key) == 1 else None, list(held))
            stage.frames(3)

    return presses


@pytest.fixture
def scene(stage: Stage) -> Iterator[Scene]:
    """My turn at hold'em, on a phone, with a keyboard."""
    with at_turn(stage, "phone") as one:
        yield one


@contextmanager
def at_turn(stage: Stage, size: str) -> Iterator[Scene]:
    one = MOMENTS["holdem_flop"]("en")
    whole = one.stage()
    whole.size_hint = (None, None)
    whole.size = [px(side) for side in SIZES[size]]
    stage.show(whole)
    asks(one, BETS)
    keys = Keys(whole)
    stage.frames(3)
    yield one
    keys.close()
    one.screen.gone()
    one.shown.close()


def asks(one: Scene, offers: tuple[Option, ...]) -> None:
    one.turn += 1
    ask = Ask(one.seat, offers, Act("fold"))
    one.device.house(messages.Asked("t", one.turn, ask, 12_000, 15_000))
    # Nobody presses within the moment in which buttons have just changed.
    one.device.passes(2)


def acted(one: Scene) -> list[Act]:
    return [wish.act() for wish in one.device.all(messages.Answer)]


@pytest.mark.parametrize(
    ("key", "act"), [("f", Act("fold")), ("c", Act("call", 1_000)), ("enter", Act("call", 1_000))]
)
def test_a_letter_does_what_its_button_does(scene: Scene, press: Press, key: str, act: Act) -> None:
    press(key)
    assert acted(scene) == [act]


def test_who_may_check_a_bet_finds_the_call_beside_it_among_the_keys(
    scene: Scene, stage: Stage, press: Press
) -> None:
    asks(scene, (Option("fold"), Option("check"), *BETS[1:]))
    stage.frames(3)
    listing = dict(listed(scene.client, scene.screen))
    assert (listing["Check"], listing["Call"]) == ("C", "L")
    press("l")
    assert acted(scene) == [Act("call", 1_000)]


def test_a_raise_is_typed_and_made_with_enter(scene: Scene, press: Press) -> None:
    press("4")
    (keys,) = scene.shown.overlays
    assert isinstance(keys, AmountKeys)
    press("5", "enter")
    assert acted(scene) == [], "what was typed is chosen, and not yet done"
    press("enter")
    assert acted(scene) == [Act("raise", 4_500)]


def test_the_arrows_change_the_amount(scene: Scene, press: Press) -> None:
    press("r", "up", "up")
    sum = scene.screen.bar.sum
    more = int(sum.amount)
    press("down")
    assert 2_000 <= int(sum.amount) < more
    press("up", "enter")
    assert acted(scene) == [Act("raise", more)]


def test_a_letter_with_an_amount_is_pressed_twice(scene: Scene, press: Press) -> None:
    press("r")
    assert acted(scene) == []
    press("r")
    assert acted(scene) == [Act("raise", 2_000)]


def test_a_beaten_hand_stays_hidden_by_enter_and_is_not_called_a_danger(
    scene: Scene, stage: Stage, press: Press
) -> None:
    asks(scene, (Option("show"), Option("muck")))
    stage.frames(3)
    assert scene.screen.bar.status.text == "Your hand is beaten. Show it?"
    muck, show = scene.screen.bar.buttons
    assert (muck.text, muck.note, muck.kind) == ("Muck", "keep it hidden", "primary")
    assert (show.text, show.kind) == ("Show", "quiet")
    press("enter")
    assert acted(scene) == [Act("muck")]


def test_where_nothing_is_gold_the_keyboard_begins_at_what_is_asked(
    scene: Scene, stage: Stage, press: Press
) -> None:
    asks(scene, (Option("fold"), Option("raise", 2_000, 30_000, 500)))
    stage.frames(3)
    assert golden(scene) == []
    press("enter")
    assert acted(scene) == []
    press("enter")
    assert acted(scene) == [Act("raise", 2_000)]
    assert scene.client.screen.name == "table"


def test_enter_does_nothing_while_one_waits_and_the_gold_button_in_the_next_turn(
    scene: Scene, stage: Stage, press: Press
) -> None:
    asks(scene, (Option("fold"), Option("raise", 2_000, 30_000, 500)))
    stage.frames(3)
    press("tab")
    assert golden(scene) == []
    asks(scene, BETS)
    stage.frames(3)
    press("enter")
    assert acted(scene) == [Act("call", 1_000)], "not what the frame was around before"
    scene.device.house(messages.Waiting("t", 20, (Seat(1),), 12_000, 15_000))
    stage.frames(3)
    assert all(one.key.startswith("pre.") for one in scene.screen.bar.choices)
    press("enter", "enter")
    assert not any(pre.chosen for pre in scene.client.turn.acts("t").pre)
    assert scene.client.screen.name == "table"
    assert not scene.shown.overlays


def golden(scene: Scene) -> list[str]:
    return [one.text for one in scene.screen.bar.buttons if one.kind == "primary"]


@pytest.mark.parametrize("size", ["tablet-lying", "tablet", "phone"])
def test_what_enter_does_is_gold_and_nothing_else(stage: Stage, press: Press, size: str) -> None:
    with at_turn(stage, size) as scene:
        assert golden(scene) == ["Call"]
        press("r")
        assert golden(scene) == ["Raise to"]
        scene.screen.back()
        stage.frames(3)
        assert golden(scene) == ["Call"]
        press("r", "up")
        assert golden(scene) == ["Raise to"]
        press("enter")
        assert [act.verb for act in acted(scene)] == ["raise"]


def test_what_was_taken_up_in_a_turn_is_not_gold_in_the_next(stage: Stage, press: Press) -> None:
    with at_turn(stage, "tablet-lying") as scene:
        press("r")
        asks(scene, BETS)
        stage.frames(3)
        assert golden(scene) == ["Call"]
        press("enter")
        assert acted(scene) == [Act("call", 1_000)]


def test_all_in_asks_first_and_enter_alone_does_not_say_yes(scene: Scene, press: Press) -> None:
    press("a")
    assert len(scene.shown.overlays) == 1
    press("enter")
    assert acted(scene) == []
    press("tab", "enter")
    assert [act.verb for act in acted(scene)] == ["all_in"]


def test_nothing_is_done_with_a_key_of_the_system_nor_while_somebody_types(
    scene: Scene, press: Press, stage: Stage
) -> None:
    press("f", held=("ctrl",))
    press("/")
    stage.frames(3)
    line = next(one for one in scene.shown.walk() if isinstance(one, TextLine))
    line.focus = True
    press("f", "c")
    assert acted(scene) == []
    line.focus = False


@pytest.mark.parametrize("moment", ["roulette_bet", "holdem_flop", "sabacc_draw", "blackjack_bet"])
def test_the_sheet_of_keys_names_each_key_once(stage: Stage, moment: str) -> None:
    one = MOMENTS[moment]("en")
    stage.show(one.stage())
    stage.frames(2)
    every = [key for _, keys in listed(one.client, one.screen) for key in keys.split()]
    assert len(every) == len(set(every))
    assert sum("–" in key for key in every) <= 1
    assert {"Enter", "Tab", "Esc"} <= set(every)
    one.screen.gone()
    one.shown.close()


@pytest.mark.parametrize("said", ["hello", ""])
def test_a_line_that_was_sent_gives_the_keyboard_back(
    stage: Stage, press: Press, said: str
) -> None:
    with at_turn(stage, "tablet-lying") as scene:
        press("/")
        side = scene.screen.side_panel()
        line = side.talk.line
        assert line.focus
        assert side.notice.parent is not None, "it says that the keys go to the chat"
        line.insert_text(said)
        press("c", "f", "enter")
        assert acted(scene) == [], "the Enter that sends a line is not for the table"
        assert not line.focus
        assert side.notice.parent is None
        press("c")
        assert acted(scene) == [Act("call", 1_000)]


def test_a_turn_that_comes_while_somebody_writes_is_told_beside_the_line(
    stage: Stage, press: Press
) -> None:
    with at_turn(stage, "tablet-lying") as scene:
        press("c", "/")
        side = scene.screen.side_panel()
        assert side.talk.line.focus
        assert side.notice.parent is None, "it is not my turn"
        asks(scene, BETS)
        stage.frames(3)
        assert side.talk.line.focus
        assert side.notice.parent is not None
        press("f", "c")
        assert acted(scene) == [Act("call", 1_000)]
        side.talk.line.focus = False


def test_the_sheet_of_keys_lists_what_can_be_pressed_now(scene: Scene, press: Press) -> None:
    press("?")
    (sheet,) = scene.shown.overlays
    assert isinstance(sheet, KeysSheet)
    for text in ("Fold", "Call", "Raise to", "Amount", "Chat", "Back"):
        assert shows(scene.shown, text), text
    press("?")
    assert scene.shown.overlays == []


def test_the_letters_of_the_sheet_are_those_of_the_terminal(scene: Scene) -> None:
    client, sheet = scene.screen.client, dict(scene.screen.keys())
    buttons = client.turn.acts(scene.screen.table).buttons
    typed = {
        client.texts.verb("holdem", one.verb): key.upper() for key, one in keys(buttons, "holdem")
    }
    assert typed == {"Fold": "F", "Call": "C", "Raise to": "R", "All-in": "A"}
    assert {text: sheet[text] for text in typed} == typed


@pytest.mark.parametrize("sight", ["lobby", "settings", "rooms", "open", "start"])
def test_tab_leads_to_everything_that_can_be_pressed_and_back_again(
    stage: Stage, press: Press, sight: str
) -> None:
    shown = SIGHTS[sight].make("en")
    stage.show(shown)
    stage.frames(3)
    keys = Keys(shown)
    try:
        there = list(targets(shown))
        assert len(there) > 3
        assert visited(keys, press, len(there)) == there
        # A long page has scrolled to the last of them, and is read from where it lies now.
        now, last = list(targets(shown)), keys.focus
        press("tab", held=("shift",))
        assert keys.focus is now[now.index(last) - 1]
    finally:
        keys.close()
        shown.screen.gone()
        shown.close()


def visited(keys: Keys, press: Press, times: int) -> list[Widget | None]:
    found = []
    for _ in range(times):
        press("tab")
        found.append(keys.focus)
    return found


def test_an_arrow_leads_to_what_lies_there(stage: Stage, press: Press) -> None:
    shown = SIGHTS["lobby"].make("en")
    stage.show(shown)
    stage.frames(3)
    keys = Keys(shown)
    try:
        press("tab")
        for key in ("down", "down", "down"):
            before = keys.focus
            press(key)
            assert before is not None
            assert keys.focus is not None
            assert keys.focus.to_window(*keys.focus.center)[1] < before.to_window(*before.center)[1]
    finally:
        keys.close()
        shown.screen.gone()
        shown.close()


def test_cards_are_chosen_with_arrows_and_the_space_bar(stage: Stage, press: Press) -> None:
    shown: mobile_client.ui.stage.Stage = SIGHTS["doudizhu-turn"].make("en")
    stage.show(shown)
    stage.frames(3)
    keys = Keys(shown)
    try:
        hand = shown.screen.felt.hand
        hand.choose(())
        press("right", "space", "right", "right", "space")
        assert hand.chosen == (0, 2)
        press("space")
        assert hand.chosen == (0,)
    finally:
        keys.close()
        shown.screen.gone()
        shown.close()


def test_chips_are_laid_on_a_roulette_board_with_keys(stage: Stage, press: Press) -> None:
    scene = MOMENTS["roulette_bet"]("en")
    whole = scene.stage()
    stage.show(whole)
    stage.frames(3)
    keys = Keys(whole)
    try:
        felt = scene.screen.felt
        values = [chip.value for chip in felt._able_chips()]
        press("page_up", "page_up", "page_up", "page_up", "page_up", "right")
        assert felt.value == values[-1]
        first = felt.lying.meant
        press("right")
        assert felt.lying.meant not in ("", first)
        press("3", "6", "4")
        assert felt.lying.meant == "straight:4"
        press("1", "7", "space")
        assert (scene.sent().verb, scene.sent().on) == ("bet", "straight:17")
    finally:
        keys.close()
        scene.screen.gone()
        whole.close()


def test_a_guest_comes_in_and_looks_around_without_a_mouse(
    stage: Stage, press: Press, tmp_path: Path
) -> None:
    async def evening() -> None:
        async with guest(stage, tmp_path) as one:

            async def to(text: str) -> None:
                for _ in range(40):
                    press("tab")
                    await one.frame()
                    at = one.app._keys.focus
                    if text in (getattr(at, "text", ""), getattr(at, "title", "")):
                        press("enter")
                        return
                raise AssertionError(f"Tab never comes to {text!r}.")

            await to("Cashier")
            await one.until(lambda: one.stage.name == "cashier", "the cashier")
            await one.back()
            await to("Hold'em")
            await one.until(lambda: one.stage.name == "rooms", "the rooms")

    asyncio.run(evening())


def test_the_ring_around_a_card_rises_with_it(stage: Stage) -> None:
    card, ring = CardView(card=parse("As")[0]), Ring()
    stage.show(card)
    ring.put(card)
    _, low, *_ = ring.box
    card.raised = True
    stage.until(lambda: card.lift == 1)
    left, raised, wide, high = ring.box
    assert raised - low == pytest.approx(card.height * card.rise)
    assert (left, wide - card.width, high - card.height) == (card.x - px(2), px(4), px(4))
