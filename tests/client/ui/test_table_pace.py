"""The pace of a table on a real window: nothing is asked before it is seen, the end of a round is
seen step by step, and the last one of a stay before the page that says how it ended."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from random import Random

import pytest

from client_core.client import TableView
from game_server.bots import Chance
from game_server.rules.catalogue import GAMES
from mobile_client.ui.look import look, px
from mobile_client.ui.screens.ending import EndingScreen
from mobile_client.ui.screens.table import TableScreen
from mobile_client.ui.screens.table_pace import LAST_S
from protocol import messages
from protocol.events import Event
from protocol.words import Act, Ask, Seat
from tests.client.ui.finding import called, names, shows
from tests.client.ui.moments import GUARD_S, MOMENTS, Show, showing
from tests.client.ui.scenes import Scene
from tests.client.ui.stage import Stage
from tests.playing import PlayedRound, play_round

SIZES = {"tall": (392, 872), "lying": (640, 360)}
PLAIN = ("act.check", "act.call", "act.stand", "act.draw")
CARDS = ("holdem_preflop", "holdem_flop", "blackjack_play", "sabacc_draw")


@pytest.fixture
def show(stage: Stage) -> Iterator[Show]:
    with showing(stage, SIZES) as shows_, stage.standing_time():
        yield shows_
        look.motion = "off"


def before(moment: Scene, line: int) -> Scene:
    """The same round, told so far only."""
    scene = Scene(moment.game, moment.preset, moment.one, moment.seat, moment.language)
    scene.client.ending.show_page()
    scene.to(line)
    return scene


def to_its_deal(moment: Scene) -> Scene:
    """The round as it was when the cards that the question rests on were still to come: the last
    of them come with its asking."""
    for line in range(moment.line - 1, -1, -1):
        scene = before(moment, line)
        view = scene.client.tables.view("t")
        if cards_of(view) < cards_of(moment.client.tables.view("t")):
            return scene
    return before(moment, 0)


def whole(scene: Scene, line: int) -> None:
    """Told as the house does: the end of the round by itself."""
    known = scene.client._state.tables.by_name["t"].seq
    house = scene.device.house

    def apart(*told: messages.Message) -> None:
        for one in told:
            if isinstance(one, messages.Told) and len(one.events) > 1:
                *events, last = one.events
                house(replace(one, events=tuple(events), seq=one.seq - 1))
                house(replace(one, events=(last,), after=one.seq - 1))
            else:
                house(one)

    scene.device.house = apart  # type: ignore[method-assign]
    scene.to(line)
    scene.device.house = house  # type: ignore[method-assign]
    assert scene.client._state.tables.by_name["t"].seq > known + 1


def cards_of(view: TableView) -> int:
    mine = view.at(view.me) if view.me is not None else None
    held = sum(len(hand.cards) for hand in mine.hands) if mine else 0
    return len(view.board) + held + (len(view.house.cards) if view.house else 0)


def moving(scene: Scene) -> None:
    scene.client.set(animation="normal")
    look.motion = "normal"


def pressed(scene: Scene) -> list[str]:
    return [choice.key for choice in scene.screen.bar.choices if choice.key.startswith("act.")]


def shove(heard: Sequence[Event], ask: Ask, chance: Chance) -> Act:
    """All in, whatever lies there."""
    offers = {option.verb: option for option in ask.options}
    for verb in ("all_in", "call", "check"):
        if verb in offers:
            return Act(verb, offers[verb].low)
    return ask.default


@cache
def ruin() -> tuple[PlayedRound, Seat]:
    """A hand in which all chips go in, whose last card comes with its end, and who has lost all."""
    game = GAMES["holdem"]
    options = game.presets["casino"]
    for seed in range(100):
        stacks = {Seat(seat): 20_000 for seat in range(3)}
        one = play_round(game, options, stacks, None, Random(seed).randrange, shove)
        lost = [seat for seat in stacks if not one.stacks_after()[seat]]
        last = {type(event).__name__ for event in one.steps[-1].events}
        if len(lost) == 2 and {"Dealt", "Shown"} <= last:
            return one, lost[0]
    raise LookupError("Nobody is ever ruined.")


@pytest.mark.req("C-2.4", "C-2.6", "C-3.2")
@pytest.mark.parametrize("moment", CARDS)
@pytest.mark.parametrize("size", SIZES)
def test_nothing_is_asked_before_its_cards_are_seen(
    show: Show, stage: Stage, moment: str, size: str
) -> None:
    goal = MOMENTS[moment]("en")
    scene = to_its_deal(goal)
    show(scene, size)
    stage.frames(2)
    moving(scene)
    scene.to(goal.line)
    stage.frames(3)
    assert scene.screen.felt.awaited, "its cards are on their way"
    assert pressed(scene) == []
    waited = 0.0
    while scene.screen.felt.awaited:
        stage.pass_by(0.1)
        waited += 0.1
        assert waited < 2
        assert not pressed(scene) or not scene.screen.felt.awaited
    stage.pass_by(0.1)
    assert pressed(scene) != []


@pytest.mark.parametrize("moment", CARDS)
def test_a_tap_on_the_felt_is_enough_seen_of_the_cards(
    show: Show, stage: Stage, moment: str
) -> None:
    goal = MOMENTS[moment]("en")
    scene = to_its_deal(goal)
    show(scene)
    stage.frames(2)
    moving(scene)
    scene.to(goal.line)
    stage.frames(3)
    assert pressed(scene) == []
    felt = scene.screen.felt
    stage.press(felt.x + px(8), felt.y + felt.height * 0.5).lift()
    stage.frames(2)
    assert not felt.flights.busy
    assert pressed(scene) != []
    scene.device.passes(GUARD_S)
    key = next(key for key in pressed(scene) if key in PLAIN)
    bar = scene.screen.bar
    assert not scene.device.all(messages.Answer)
    index = [choice.key for choice in bar._ordered()].index(key)
    stage.tap(bar.buttons[index])
    stage.frames(2)
    assert len(scene.device.all(messages.Answer)) == 1


def test_buttons_come_in_two_seconds_whatever_still_flies(show: Show, stage: Stage) -> None:
    goal = MOMENTS["holdem_flop"]("en")
    scene = to_its_deal(goal)
    show(scene)
    stage.frames(2)
    moving(scene)
    scene.to(goal.line)
    stage.frames(2)
    assert pressed(scene) == []
    scene.device.passes(2.1)
    stage.frames(2)
    assert pressed(scene) != []


def test_without_animation_buttons_are_there_at_once(show: Show, stage: Stage) -> None:
    goal = MOMENTS["holdem_flop"]("en")
    scene = to_its_deal(goal)
    scene.client.set(animation="off")
    show(scene)
    look.motion = "off"
    scene.to(goal.line)
    stage.frames(2)
    assert pressed(scene) != []


# -- the end of a round ------------------------------------------------------------------------


def last_hand(show: Show, stage: Stage, size: str, seat: Seat, *ends: messages.Message) -> Scene:
    """The last cards, the hands and the end of a hand, told at once, and then the end of my stay
    on that seat."""
    one, _ = ruin()
    goal = Scene("holdem", "casino", one, seat)
    goal.line = len(one.script)
    scene = before(goal, goal.line - 1)
    show(scene, size)
    stage.frames(2)
    moving(scene)
    whole(scene, goal.line)
    scene.device.house(*ends)
    stage.frames(2)
    return scene


def lost_all(show: Show, stage: Stage, size: str = "tall") -> Scene:
    """A hand that took my last chips."""
    out = messages.Notice("broke", "", "t"), messages.Left("t", "no_chips"), messages.Purse(0)
    return last_hand(show, stage, size, ruin()[1], *out)


@pytest.mark.req("C-2.12", "C-2.15")
@pytest.mark.parametrize("size", SIZES)
def test_the_last_hand_is_seen_card_by_card_to_its_end(show: Show, stage: Stage, size: str) -> None:
    scene = lost_all(show, stage, size)
    assert isinstance(scene.shown.screen, TableScreen), "nobody is sent away before it was seen"
    view = scene.client.tables.view("t")
    assert len(view.board) == 5
    assert not view.over
    others = [hand for seat in view.seats if not seat.me for hand in seat.hands]
    assert not any(hand.open and None not in hand.cards for hand in others), "the river first"
    seen: list[tuple[bool, bool, bool]] = []
    for _ in range(120):
        view = scene.client.tables.view("t")
        if view is None:
            break
        faces = sum(hand.open for seat in view.seats for hand in seat.hands)
        step = (bool(faces), view.over, bool(view.winners))
        if not seen or seen[-1] != step:
            seen.append(step)
        stage.pass_by(0.1)
    assert seen[0] == (False, False, False)
    assert (True, False, False) in seen, "then the hands"
    assert seen[-1] == (True, True, True), "then who wins"
    assert isinstance(scene.shown.screen, EndingScreen)
    assert shows(scene.shown, "You are out of chips")


@pytest.mark.req("C-1.2", "C-2.15")
def test_after_the_last_hand_a_page_says_how_it_ended_and_then_the_farewell_comes(
    show: Show, stage: Stage
) -> None:
    scene = lost_all(show, stage)
    stage.pass_by(5 + LAST_S)
    scene.device.passes(3 + LAST_S)
    stage.frames(2)
    assert isinstance(scene.shown.screen, EndingScreen)
    assert scene.client.notices.farewell is None, "the page is read first"
    scene.device.passes(60)
    assert scene.client.notices.farewell is None
    assert not scene.device.quit
    menu = called(scene.shown, "To the menu")
    assert menu is not None
    stage.tap(menu)
    stage.frames(2)
    assert scene.shown.base == "lobby"
    scene.device.passes(2.1)
    farewell = scene.client.notices.farewell
    assert farewell is not None
    assert farewell.until - farewell.since == 6


def test_a_tap_shows_the_end_at_once_and_go_on_leads_to_the_page(show: Show, stage: Stage) -> None:
    scene = lost_all(show, stage)
    felt = scene.screen.felt
    stage.press(felt.x + px(8), felt.y + felt.height * 0.5).lift()
    stage.frames(2)
    view = scene.client.tables.view("t")
    assert view.over
    assert view.winners
    assert list(names(scene.shown)).count("Go on") == 1
    on = called(scene.shown, "Go on")
    assert on is not None
    stage.tap(on)
    stage.frames(2)
    assert isinstance(scene.shown.screen, EndingScreen)


@pytest.mark.parametrize("size", SIZES)
def test_the_last_hand_of_a_house_that_closes_is_seen_before_its_page(
    show: Show, stage: Stage, size: str
) -> None:
    one, _ = ruin()
    winner = next(seat for seat in one.stacks if one.stacks_after()[seat])
    closes = messages.Left("t", "house_closes"), messages.Goodbye("house_closes")
    scene = last_hand(show, stage, size, winner, *closes)
    scene.device.lose(4000)
    stage.frames(2)
    assert isinstance(scene.shown.screen, TableScreen)
    assert not scene.client.tables.view("t").over
    stage.pass_by(8 + LAST_S)
    assert isinstance(scene.shown.screen, EndingScreen)
    assert shows(scene.shown, "The house closes")
    assert shows(scene.shown, "You leave with 600.")
    menu = called(scene.shown, "To the menu")
    assert menu is not None
    assert not shows(scene.shown, "Another table")
    stage.tap(menu)
    stage.frames(2)
    assert scene.shown.base == "lobby"


def test_an_opponent_who_lost_everything_is_congratulated_for_when_it_was_seen(
    show: Show, stage: Stage
) -> None:
    one, lost = ruin()
    other = next(seat for seat in one.stacks if one.stacks_after()[seat])
    scene = Scene("holdem", "casino", one, other)
    scene.client.ending.show_page()
    scene.to(len(one.script) - 1)
    show(scene)
    stage.frames(2)
    moving(scene)
    scene.to(len(one.script))
    gone = {seat: sitter for seat, sitter in scene.sitters().items() if seat != lost}
    scene.device.house(messages.Notice("opponent_broke", "", "t", {"name": "Lin"}))
    scene.sit(gone)
    stage.frames(2)
    assert not scene.client.notices.toasts, "nothing is given away"
    seat = scene.client.tables.view("t").at(lost)
    assert seat.taken, "nobody is gone before the hand was seen"
    stage.pass_by(5)
    assert "Lin is out of chips" in scene.client.say(scene.client.notices.toasts[-1].say)
    assert not scene.client.tables.view("t").at(lost).taken


def test_the_next_round_ends_what_is_still_told_of_the_last(show: Show, stage: Stage) -> None:
    one, seat = ruin()
    goal = Scene("holdem", "casino", one, seat)
    goal.line = len(one.script)
    scene = before(goal, goal.line - 1)
    show(scene)
    stage.frames(2)
    moving(scene)
    scene.to(goal.line)
    stage.frames(2)
    assert scene.client.pace.tells("t")
    began = scene.client._state.tables.by_name["t"].events[0]
    scene.device.tell(replace(began, round=2), number=2)
    stage.frames(2)
    assert not scene.client.pace.tells("t")
    assert scene.client.tables.view("t").round == 2
