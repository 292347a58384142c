"""Call and rob, own doubles and open hands on the felt, and what it is all played for."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from client_core.client import DoudizhuFacts
from game_server.rules.catalogue import GAMES
from game_server.rules.doudizhu import State
from mobile_client.ui.felts.plate import MARK, plate_height
from mobile_client.ui.look import look, px, table_px
from protocol import messages
from protocol.games.doudizhu import RANK_OF
from protocol.words import Act, Seat
from tests.client.ui.doudizhu_felts import SIZES, acts, felt_of, truth
from tests.client.ui.moments import Show, showing
from tests.client.ui.scenes import Scene
from tests.client.ui.stage import TICK_S, Stage
from tests.client.ui.table_sights import Stop, playing
from tests.client.ui.tables_doudizhu import (
    among_open,
    bold,
    calling,
    come_to,
    dealt_open,
    dear,
    doubling,
    opening,
    robbing,
)
from tests.playing import PlayedRound, play_round


@pytest.fixture
def show(stage: Stage) -> Iterator[Show]:
    with showing(stage, SIZES) as shows:
        yield shows


OFFERS: dict[str, tuple[Stop, list[tuple[str, str]], str]] = {
    "deal": (dealt_open, [("不明牌", ""), ("明牌", "×4")], "open"),
    "call": (calling, [("不叫", ""), ("叫地主", "")], "call"),
    "rob": (robbing, [("不抢", ""), ("抢地主", "×2")], "rob"),
    "double": (doubling, [("不加倍", ""), ("加倍", "×2"), ("超级加倍", "×4")], "super_double"),
}


@pytest.mark.parametrize("size", ["small", "lying"])
@pytest.mark.parametrize("name", OFFERS)
def test_what_is_offered_is_said_as_players_say_it_and_done_by_one_tap(
    show: Show, stage: Stage, name: str, size: str
) -> None:
    stop, texts, verb = OFFERS[name]
    scene = show(come_to("classic", stop, "zh"), size)
    bar = scene.screen.bar
    shown = [(one.text, one.note) for one in bar.buttons]
    if name == "deal":
        times = {36: "×4", 18: "×3"}[len(truth(scene).left)]
        texts = [texts[0], ("明牌", times)]
    assert shown == texts
    stage.tap(bar.buttons[-1])
    assert acts(scene) == [Act(verb)]


@pytest.mark.parametrize("clock", [True, False])
def test_nobody_is_told_to_take_their_time_while_the_deal_goes_on(
    show: Show, stage: Stage, clock: bool
) -> None:
    scene = show(come_to("classic", dealt_open, "en"))
    asked = scene.client._state.tables.by_name["t"].asked
    assert asked is not None
    scene.device.house(messages.Asked("t", 99, asked.ask, 7_200_000, 7_200_000, clock=clock))
    stage.frames(3)
    told = scene.screen.bar.status.text
    assert told == ("Your turn" if clock else "Open your hand? The deal does not wait")


def test_the_landlord_who_leads_may_open_the_cards_beside_the_play(
    show: Show, stage: Stage
) -> None:
    scene = show(come_to("classic", opening, "zh"))
    bar = scene.screen.bar
    first = bar.buttons[0]
    assert (first.text, first.note) == ("明牌", "×2")
    stage.tap(first)
    assert acts(scene) == [Act("open")]


@pytest.mark.parametrize(
    ("stop", "words"),
    [
        (robbing, {"rob": "抢地主", "no_rob": "不抢", "no_call": "不叫"}),
        (doubling, {"double": "加倍", "super_double": "超级加倍"}),
    ],
    ids=["rob", "double"],
)
def test_what_each_has_said_stands_at_the_seat(
    show: Show, stop: Stop, words: dict[str, str]
) -> None:
    scene = show(come_to("classic", stop, "zh"))
    felt = felt_of(scene)
    view = felt.view
    assert view is not None
    assert isinstance(view.facts, DoudizhuFacts)
    others = [seat for seat in view.seats if not seat.me]
    shown = {seat.seat: felt.tags[seat.place].text for seat in others}
    assert shown == {seat.seat: words[view.facts.said[seat.seat]] for seat in others}


def test_who_has_doubled_is_seen_at_the_seat_through_the_game(show: Show) -> None:
    scene = show(come_to("classic", among_open, "zh"))
    felt = felt_of(scene)
    state = truth(scene)
    times = {1: "", 2: "加倍 ×2", 4: "加倍 ×4"}
    for seat in felt.view.seats if felt.view else ():
        said = felt.plates[seat.place].look.stack
        own = times[state.doubles[seat.seat]]
        assert said == own or (not own and "×" not in said)


@pytest.mark.parametrize("size", SIZES)
def test_open_hands_of_others_lie_below_their_seats_or_beside_their_plays(
    show: Show, size: str
) -> None:
    scene = show(come_to("classic", among_open, "en"), size)
    felt, state = felt_of(scene), truth(scene)
    assert felt.view is not None
    for seat in felt.view.seats:
        hand = felt.opens[seat.place]
        seen = [] if seat.me else sorted(state.hands[seat.seat])
        assert sorted(card for card in hand.cards if card is not None) == seen
        assert None not in hand.cards
        play = felt.plays[seat.place]
        for card in hand.views:
            assert felt.x <= card.x
            assert card.right <= felt.right
            assert all(
                card.right <= other.x + 1
                or other.right <= card.x + 1
                or card.y >= other.top - 1
                or other.y >= card.top - 1
                for other in play.views
            ), "a play covers it"


def listed(show: Show, stop: Stop, size: str = "tall") -> Scene:
    return show(come_to("classic", stop, "en"), size)


@pytest.mark.parametrize("size", ["small", "lying", "tablet"])
def test_a_touch_on_what_is_played_for_lists_its_factors_and_another_puts_them_away(
    show: Show, stage: Stage, size: str
) -> None:
    scene = listed(show, among_open, size)
    felt, state = felt_of(scene), truth(scene)
    touched(stage, felt.worth.center)
    bill = felt.listed.said
    assert bill is not None
    product = 1
    for line in bill.lines:
        product *= int(line.replace(",", "").split("×" if "×" in line else " ")[-1])
    lord = state.landlord
    due = {seat: product * state.doubles[seat] for seat in state.order if seat != lord}
    due[lord] = sum(due.values())
    amounts = sorted(int(amount.replace(",", "")) for _, amount in bill.results)
    assert amounts == sorted(due.values())
    assert felt.listed.height <= felt.height
    touched(stage, (felt.center_x, felt.listed.center_y))
    assert felt.listed.said is None


def touched(stage: Stage, at: tuple[float, float]) -> None:
    stage.press(*at).lift()
    stage.frames(2)


def test_each_factor_stands_in_the_reckoning_and_own_doubles_at_their_names(show: Show) -> None:
    scene = listed(show, dear, "small")
    felt = felt_of(scene)
    felt.ending.cut()
    scene.screen._refresh()
    score = felt.score.said
    assert score is not None
    state = scene.one.state
    product = 1
    for text in score.factors:
        product *= int(text.replace(",", "").split("×" if "×" in text else " ")[-1])
    assert score.total == f"= {product:,}"
    assert len(score.factors) >= 5
    notes = {one.name: one.note for one in score.results}
    names = felt.view.names if felt.view else {}
    for seat, times in state.doubles.items():
        own = "" if seat == state.landlord or times == 1 else f"Double ×{times}"
        assert notes[names[seat]] == own
    lines = felt.score._lines()
    assert len(lines) > 1, "they go on in another line"
    assert [text for line in lines for text in line] == [*score.factors, score.total]
    for line in lines:
        assert sum(len(text) for text in line) * px(4) < felt.score.width


def test_the_next_cards_of_a_deal_fly_to_where_they_lie_among_those_that_are_held(
    show: Show, stage: Stage
) -> None:
    first = come_to("classic", dealt_open, "en")
    before = next(
        line for line in range(first.line, -1, -1) if len(truth_at(first, line).left) > 18
    )
    after = next(line for line in range(before, first.line + 9)
                 if len(truth_at(first, line).left) == 18)  # fmt: skip
    scene = Scene("doudizhu", "classic", first.one, first.seat)
    felt = felt_of(show(scene))
    scene.to(before)
    stage.frames(3)
    held = set(truth_at(first, before).hands[first.seat])
    look.motion = "normal"
    counts: list[int] = []
    with stage.standing_time():
        scene.to(after)
        stage.pass_by(TICK_S)
        hand = sorted(truth_at(first, after).hands[first.seat], key=lambda one: RANK_OF[one])[::-1]
        mine = ("card", first.seat)
        keys = [one.key for one in felt.flights.flying if isinstance(one.key, tuple)]
        flying = {key[3] for key in keys if key[:2] == mine}
        shown = [card for card in felt.hand.cards if card is not None]
        assert [RANK_OF[card] for card in shown] == [RANK_OF[card] for card in hand]
        assert flying
        assert flying <= {at for at, card in enumerate(shown) if card not in held}
        while felt.flights.busy:
            counts.append(felt.badges[0].count)
            stage.pass_by(TICK_S)
    assert min(counts) >= 6, "what was dealt before stays"
    assert felt.badges[0].count == 12
    assert [badge.count for badge in felt.badges] == [12, 12, 12]


def truth_at(scene: Scene, line: int) -> State:
    state = scene.one.steps[line].state
    assert isinstance(state, State)
    return state


def mine_open(one: PlayedRound, line: int, seat: Seat) -> bool:
    """My turn to play with open cards."""
    return playing(one, line, seat, "play") and seat in one.steps[line].state.openers


@pytest.mark.parametrize("size", SIZES)
def test_at_every_seat_that_plays_open_stands_that_it_does(show: Show, size: str) -> None:
    scene = show(come_to("classic", mine_open, "zh"), size)
    felt, openers = felt_of(scene), truth(scene).openers
    marks = {seat.seat: felt.plates[seat.place].look.mark for seat in felt.view.seats}  # type: ignore[union-attr]  # it is shown
    assert marks == {seat: "明牌" if seat in openers else "" for seat in marks}
    assert marks[scene.seat]
    for plate in felt.plates:
        high = table_px(MARK) / 2
        assert plate.shoulder - high >= plate.y + plate_height(plate.lines), "no ring crosses it"


@pytest.mark.parametrize("size", SIZES)
def test_no_bubble_lies_over_the_landlords_cards(show: Show, stage: Stage, size: str) -> None:
    scene = show(come_to("classic", among_open, "en"), size)
    felt = felt_of(scene)
    text = "I promise to lose with all the grace that is left to me"
    for n, seat in enumerate(scene.names, 1):
        line = messages.Line(n, scene.names[seat], 0, text, "", seat)
        scene.device.house(messages.Chat("t", (line,)))
    stage.frames(4)
    bubbles = list(scene.screen.talk.said.values())
    assert len(bubbles) == 3
    cards = felt.kitty.views
    assert len(cards) == 3
    for bubble in bubbles:
        assert bubble.width > px(48)
        for card in cards:
            beside = bubble.right <= card.x + 1 or bubble.x >= card.right - 1
            assert beside or bubble.top <= card.y + 1 or bubble.y >= card.top - 1


def test_t_lets_a_bot_play_and_takes_over_again(show: Show, stage: Stage) -> None:
    scene = show(come_to("classic", mine_open, "en"), "desk")
    assert ("Let a bot play", "T") in list(scene.screen.keys())
    assert scene.screen.key("t")
    assert len(scene.device.all(messages.StandIn)) == 1
    sitters = dict(scene.sitters())
    sitters[scene.seat] = replace(sitters[scene.seat], stand_in=True)
    scene.sit(sitters)
    stage.frames(3)
    assert ("Play myself", "T") in list(scene.screen.keys())
    assert scene.screen.key("t")
    assert scene.device.last(messages.SitOut).out is False


def settled(seed: int, stacks: int) -> PlayedRound:
    """A game among players with so many chips."""
    held = {Seat(seat): stacks for seat in range(3)}
    rules = GAMES["doudizhu"]
    return play_round(rules, rules.presets["classic"], held, None, Random(seed).randrange, bold)


@pytest.mark.parametrize("size", SIZES)
def test_who_has_less_than_is_lost_is_told_why_the_sums_are_smaller(show: Show, size: str) -> None:
    told = set()
    for stacks in (200_000, 3_000):
        one = next(
            one for one in (settled(seed, stacks) for seed in range(40)) if "play" in _verbs(one)
        )
        scene = Scene("doudizhu", "classic", one, Seat(0))
        scene.to(len(one.script))
        felt = felt_of(show(scene, size))
        score = felt.score.said
        assert score is not None
        told.add(score.cap)
        assert felt.score.top <= felt.top
        assert felt.score.y >= felt.y
    assert told == {"", "Nobody loses more than the chips they have"}


def _verbs(one: PlayedRound) -> set[str]:
    return {act.verb for _, act in one.script}


def test_while_cards_are_dealt_nobody_is_said_to_think(show: Show, stage: Stage) -> None:
    asked = come_to("classic", dealt_open, "en")
    other = next(seat for seat in asked.one.stacks if seat != asked.seat)
    scene = Scene("doudizhu", "classic", asked.one, other)
    scene.to(asked.line)
    show(scene)
    stage.frames(2)
    turn = scene.client.tables.view("t").turn
    assert turn is not None
    assert "is thinking" not in scene.screen.bar.status.text
    if len(turn.seats) == 1:
        assert scene.screen.bar.status.text == "The cards are being dealt"
