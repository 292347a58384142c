"""The felt of Dou Dizhu on a real window: what is held, chosen, played, counted and reckoned."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from mobile_client.core.client import DoudizhuFacts
from mobile_client.ui.felts.doudizhu import DoudizhuFelt
from mobile_client.ui.look import look, px
from mobile_client.ui.widgets.faces import HIGH, WIDE
from protocol import messages as said
from protocol.events import RoundEnded, told
from protocol.games.doudizhu import RANK_OF, RANKS, Pattern, Played, Reckoned, classify
from protocol.messages import Room, Sitter
from protocol.words import Act, Seat
from tests.client.rounds import played
from tests.client.ui.moments import MOMENTS, Show, offers, showing
from tests.client.ui.scenes import FACES, Scene, asked, ended, find
from tests.client.ui.stage import TICK_S, Finger, Stage
from tests.playing import Played as Game

SIZES = {
    "small": (360, 640),
    "tall": (393, 872),
    "lying": (640, 360),
    "long": (872, 393),
    "tablet": (800, 1280),
    "desk": (1280, 800),
}
STRIP = 24
"""The least of a card that is free to a thumb, in dp."""
INDEX = 35 / WIDE
"""Up to where the index of a card reaches, as a share of its width."""


INDEX_HIGH = 76.5 / HIGH
"""Down to where the index of a card and its suit reach, as a share of its height."""


@pytest.fixture
def show(stage: Stage) -> Iterator[Show]:
    with showing(stage, SIZES) as shows:
        yield shows


def felt_of(scene: Scene) -> DoudizhuFelt:
    felt = scene.screen.felt
    assert isinstance(felt, DoudizhuFelt)
    return felt


def button(scene: Scene, key: str) -> Any:
    bar = scene.screen.bar
    keys = [choice.key for choice in bar._ordered()]
    assert key in keys, keys
    return bar.buttons[keys.index(key)]


def keys(scene: Scene) -> list[str]:
    return [choice.key for choice in scene.screen.bar.choices]


def acts(scene: Scene) -> list[Act]:
    return [one.act() for one in scene.device.all(said.Answer)]


def truth(scene: Scene) -> Any:
    """The state of the server at this moment."""
    return scene.one.steps[scene.line].state


def on(stage: Stage, felt: DoudizhuFelt, place: int, high: float = 0.5) -> Finger:
    """A finger on the free strip of a card."""
    view = felt.hand.views[place]
    return Finger(stage, view.x + px(6), view.y + view.height * high * 0.5)


def over(felt: DoudizhuFelt, place: int) -> tuple[float, float]:
    view = felt.hand.views[place]
    return view.x + px(6), view.y + view.height * 0.25


# -- my hand -------------------------------------------------------------------------------------


@pytest.mark.req("D-S1.6", "D-S0.4")
@pytest.mark.parametrize("size", SIZES)
def test_every_card_of_twenty_shows_its_index_and_leaves_a_thumb_its_strip(
    show: Show, size: str
) -> None:
    scene = show("doudizhu_lead", size)
    felt = felt_of(scene)
    views = felt.hand.views
    ranks = [RANK_OF[view.card] for view in views]
    assert sorted(view.card for view in views) == sorted(truth(scene).hands[scene.seat])
    assert len(views) == 20
    assert ranks == sorted(ranks, reverse=True), "they lie in the order of their ranks"
    for one, after in pairwise(views):
        assert one.turn == 1
        if after.y == one.y:
            assert after.x - one.x >= px(STRIP) - 1, size
            assert after.x - one.x >= one.width * INDEX - 1, "the next card hides the index"
        else:
            assert one.y > after.y + after.height * 0.5, "the row below hides the index"
    assert min(view.x for view in views) >= felt.x
    assert max(view.right for view in views) <= felt.right


@pytest.mark.parametrize(("size", "rows"), [("small", 2), ("tall", 2), ("lying", 1)])
def test_many_cards_lie_in_two_rows_where_there_is_room_and_no_rank_is_parted(
    show: Show, size: str, rows: int
) -> None:
    for moment in ("doudizhu_bid", "doudizhu_lead"):
        views = felt_of(show(moment, size)).hand.views
        found = {view.y: {RANK_OF[one.card] for one in views if one.y == view.y} for view in views}
        assert len(found) == rows
        assert sum(map(len, found.values())) == len(set().union(*found.values()))


@pytest.mark.parametrize("size", ["small", "tall"])
def test_few_cards_lie_in_one_row_and_are_larger(show: Show, size: str) -> None:
    def few(one: Game, line: int, seat: Seat) -> bool:
        return asked(one, line, seat) and 6 < len(one.steps[line].state.hands[seat]) <= 10

    many = felt_of(show("doudizhu_bid", size))
    wide, floor = many.hand.views[0].width, many._floor()
    felt = felt_of(show(find("doudizhu", "house", few), size))
    assert len({view.y for view in felt.hand.views}) == 1
    assert felt.hand.views[0].width > wide
    assert felt._floor() == floor, "nothing else moves"


@pytest.mark.req("D-S0.4")
@pytest.mark.parametrize("size", ["small", "lying"])
def test_cards_are_chosen_by_taps_and_sweeps_and_let_go_by_sweeping_back(
    show: Show, stage: Stage, size: str
) -> None:
    felt = felt_of(show("doudizhu_lead", size))
    hand = felt.hand

    def chosen() -> list[int]:
        return list(hand.chosen)

    on(stage, felt, 12).down()
    assert chosen() == [12]
    sweep = on(stage, felt, 13)
    sweep.down()
    sweep.move(*over(felt, 17))
    assert chosen() == [12, 13, 14, 15, 16, 17], "what a quick finger leaps over counts"
    sweep.move(*over(felt, 15))
    assert chosen() == [12, 13, 14, 15], "going back lets go again"
    sweep.lift()
    assert all(hand.views[place].raised for place in hand.chosen)
    back = on(stage, felt, 15)
    back.down()
    back.move(*over(felt, 13))
    back.lift()
    assert chosen() == [12], "a sweep that begins on a chosen card lets cards go"
    tap = Finger(stage, felt.center_x, (felt.plates[0].top + felt.plates[1].y) / 2)
    tap.down()
    tap.lift()
    assert chosen() == [], "a tap on the felt lets go of all"


@pytest.mark.parametrize("size", SIZES)
def test_a_chosen_card_covers_neither_an_index_nor_a_button(
    show: Show, stage: Stage, size: str
) -> None:
    scene = show("doudizhu_lead", size)
    hand = felt_of(scene).hand
    upper = hand.above()
    hand.choose(tuple(card for card in hand.cards if card is not None))
    stage.frames(3)
    for view in hand.views[upper:]:
        top = view.top + view.rise * view.height
        for above in hand.views[:upper]:
            assert top <= above.top - above.height * INDEX_HIGH, "the suit is seen"
        if felt_of(scene).wide:
            assert top <= button(scene, "felt.hint").y - px(7)


def test_to_play_is_lit_only_for_cards_that_may_be_played_and_says_why_not(
    show: Show, stage: Stage
) -> None:
    scene = show("doudizhu_follow")
    felt, line = felt_of(scene), scene.screen.bar.status
    assert button(scene, "act.play").kind == "dim"
    low = len(felt.hand.cards) - 1
    felt.hand.choose((felt.hand.cards[low],))  # type: ignore[arg-type]  # it is seen
    stage.frames(3)
    wrong = line.text
    assert button(scene, "act.play").kind == "dim"
    assert "pair chain" in wrong, "it is said what it takes"
    stage.tap(button(scene, "act.play"))
    stage.frames(3)
    assert acts(scene) == []
    assert line.text == wrong
    stage.tap(button(scene, "felt.hint"))
    stage.frames(3)
    assert button(scene, "act.play").kind == "primary"
    wanted = felt.hand.picked
    found = classify(wanted)
    assert isinstance(found, Pattern)
    assert line.text == scene.client.pattern_name(found)
    stage.tap(button(scene, "act.play"))
    assert acts(scene) == [Act("play", cards=wanted)]


def test_a_hint_shows_one_play_after_another_and_begins_again(show: Show, stage: Stage) -> None:
    scene = show("doudizhu_follow")
    felt = felt_of(scene)
    listed = felt.hints
    assert len(listed) > 1
    seen = []
    for _ in range(len(listed) + 1):
        stage.tap(button(scene, "felt.hint"))
        seen.append(tuple(sorted(felt.hand.picked)))
    assert seen == [tuple(sorted(cards)) for cards in (*listed, listed[0])]


def helpless(one: Game, line: int, seat: Seat) -> bool:
    """Follows a play that nothing in the hand beats."""
    if not asked(one, line, seat) or one.steps[line].state.to_beat is None:
        return False
    from protocol.games.doudizhu import plays

    state = one.steps[line].state
    return state.stage == "play" and not plays(state.hands[seat], state.to_beat)


def test_who_can_beat_nothing_is_told_so_and_only_passes(show: Show, stage: Stage) -> None:
    scene = show(find("doudizhu", "house", helpless))
    assert [one.key for one in scene.screen.bar.choices] == ["act.pass"]
    assert scene.screen.bar.status.text == scene.client.say("table.beats_nothing")
    stage.tap(button(scene, "act.pass"))
    assert acts(scene) == [Act("pass")]


@pytest.mark.parametrize("size", ["small", "lying"])
def test_each_bid_is_a_button_and_none_repeats_another(show: Show, stage: Stage, size: str) -> None:
    scene = show("doudizhu_bid", size)
    bar = scene.screen.bar
    texts = [(one.text, one.note) for one in bar.buttons]
    assert len(set(texts)) == len(texts) == 4
    felt = felt_of(scene)
    for place in (1, 2) if size == "small" else ():
        gap = felt.plates[place].y - felt.tags[place].top
        assert 0 <= gap < px(10), "what was bid stands under the seat"
    assert bar.aim is None, "there is no slider for three amounts"
    stage.tap(bar.buttons[2])
    assert acts(scene) == [Act("bid", 2_000)]


def others_think(one: Game, line: int, seat: Seat) -> bool:
    """Another is asked and passes, and then I am asked."""
    state = one.steps[line].state
    if state.stage != "play" or line + 1 >= len(one.script) or asked(one, line, seat):
        return False
    return one.script[line][1].verb == "pass" and asked(one, line + 1, seat)


def test_cards_are_chosen_for_my_turn_while_others_think(show: Show, stage: Stage) -> None:
    scene = show(find("doudizhu", "house", others_think))
    hand = felt_of(scene).hand
    on(stage, felt_of(scene), 1).down()
    on(stage, felt_of(scene), 3).down()
    chosen = hand.picked
    assert len(chosen) == 2
    scene.to(scene.line + 1)
    stage.frames(3)
    assert hand.picked == chosen, "they are still chosen when it is my turn"
    scene.device.passes(1)
    line = scene.line
    stage.tap(button(scene, "act.pass" if "act.pass" in keys(scene) else "act.play"))
    scene.to(line + 1)
    stage.frames(3)
    assert not hand.chosen, "and let go when it is over"


# -- what lies on the table ----------------------------------------------------------------------


def others_played(one: Game, line: int, seat: Seat) -> bool:
    """All three have played or passed since the trick began, and somebody else is asked."""
    state = one.steps[line].state
    return state.stage == "play" and state.to_beat is not None and asked(one, line, seat)


@pytest.mark.req("D-S2.3")
@pytest.mark.parametrize("size", ["small", "tall", "lying", "tablet"])
def test_a_play_lies_in_the_middle_of_every_players_screen(show: Show, size: str) -> None:
    first = find("doudizhu", "house", others_played)
    laid = [event for step in first.one.steps[: first.line + 1] for event in step.events
            if isinstance(event, Played)][-1]  # fmt: skip
    cards = [event for step in first.one.steps[: first.line + 1] for event in step.events
             if getattr(event, "src", None) == laid.seat and hasattr(event, "cards")]  # fmt: skip
    for viewer in first.one.stacks:
        scene = Scene("doudizhu", "house", first.one, viewer)
        scene.to(first.line)
        felt = felt_of(show(scene, size))
        view = felt.view
        assert view is not None
        seat = view.at(laid.seat)
        assert seat is not None
        row = felt.plays[seat.place]
        assert sorted(one.card for one in row.views) == sorted(cards[-1].cards)
        named = scene.client.pattern_name(Pattern(laid.category, laid.length, laid.low))
        assert felt.tags[seat.place].text == named
        for one in row.views:
            assert felt.hand.top - felt._spare() < one.y, "above my cards"
            assert one.top <= felt.top, "on the felt"
            assert felt.x <= one.x
            assert one.right <= felt.right


@pytest.mark.req("D-S0.5")
@pytest.mark.parametrize("moment", ["doudizhu_bid", "doudizhu_lead", "doudizhu_follow"])
def test_every_seat_shows_how_many_cards_it_holds(show: Show, moment: str) -> None:
    scene = show(moment)
    felt, state = felt_of(scene), truth(scene)
    assert felt.view is not None
    for seat in felt.view.seats:
        assert felt.badges[seat.place].count == len(state.hands[seat.seat])


def nearly_out(one: Game, line: int, seat: Seat) -> bool:
    state = one.steps[line].state
    few = [who for who in state.hands if len(state.hands[who]) == 2]
    return state.stage == "play" and asked(one, line, seat) and few not in ([], [seat])


@pytest.mark.req("D-S0.5")
def test_a_seat_with_two_cards_or_one_raises_an_alarm(show: Show) -> None:
    scene = show(find("doudizhu", "house", nearly_out))
    felt, state = felt_of(scene), truth(scene)
    assert felt.view is not None
    alarms = {seat.seat for seat in felt.view.seats if felt.badges[seat.place].alarming}
    assert alarms == {who for who, cards in state.hands.items() if len(cards) <= 2}


@pytest.mark.req("D-S2.6")
def test_every_player_has_a_face_and_the_hat_of_the_own_side(show: Show) -> None:
    scene = show("doudizhu_follow")
    felt, lord = felt_of(scene), truth(scene).landlord
    assert felt.view is not None
    faces = set()
    for seat in felt.view.seats:
        faces.add(felt.plates[seat.place].look.avatar)
        assert felt.plates[seat.place].look.avatar == FACES[seat.seat]
        wanted = "landlord" if seat.seat == lord else "peasant"
        assert felt.hats[seat.place].kind == wanted
    assert len(faces) == 3


def test_stakes_and_bombs_are_counted_above_the_three_cards(show: Show) -> None:
    def bombed(one: Game, line: int, seat: Seat) -> bool:
        state = one.steps[line].state
        return state.stage == "play" and state.bombs == 1 and asked(one, line, seat)

    scene = show(find("doudizhu", "standard", bombed))
    felt, facts = felt_of(scene), scene.client.table("t").facts
    assert isinstance(facts, DoudizhuFacts)
    assert felt.kitty.cards == facts.kitty
    assert len(facts.kitty) == 3
    assert f"×{facts.multiplier}" in felt.worth.text
    assert "1 bomb" in felt.worth.text


@pytest.mark.parametrize("size", ["small", "lying"])
def test_the_counter_tells_what_the_others_hold_where_the_room_has_one(
    show: Show, stage: Stage, size: str
) -> None:
    scene = show(find("doudizhu", "house", nearly_out), size)
    felt, state = felt_of(scene), truth(scene)
    assert felt.counter.left == [], "this room has none"
    room = scene.client._model.tables["t"].room
    assert room is not None
    scene.device.house(said.Joined(scene.client.join("t"), replace(room, counter=True)))
    scene.to(scene.line)
    stage.frames(3)
    others = Counter(
        RANK_OF[card] for who, cards in state.hands.items() if who != scene.seat for card in cards
    )
    assert felt.counter.left == [others[rank] for rank in RANKS]
    assert felt.counter.signs[-2:] == ("★", "★"), "a language has signs of its own"


def second_trick(one: Game, line: int, seat: Seat) -> bool:
    before = sum(isinstance(event, Played) for step in one.steps[:line] for event in step.events)
    state = one.steps[line].state
    leads = state.stage == "play" and state.to_beat is None
    return leads and before > 3 and asked(one, line, seat)


def test_the_trick_before_is_shown_on_request_and_put_away_by_a_tap(
    show: Show, stage: Stage
) -> None:
    scene = show(find("doudizhu", "house", second_trick))
    felt, facts = felt_of(scene), scene.client.table("t").facts
    assert isinstance(facts, DoudizhuFacts)
    assert not felt.before.there
    stage.tap(felt.last)
    stage.frames(3)
    shown = [sorted(row.cards) for row in felt.before.rows]  # type: ignore[type-var]  # seen
    assert shown == [sorted(play.cards) for _, play in facts.last_trick][-len(shown) :]
    assert shown
    stage.tap(felt.before)
    assert not felt.before.there


@pytest.mark.parametrize("size", ["small", "tall", "lying"])
def test_news_of_the_table_is_one_line_that_covers_nobody(
    show: Show, stage: Stage, size: str
) -> None:
    scene = show("doudizhu_follow", size)
    felt = felt_of(scene)
    sitters = dict(scene.sitters())
    away = next(seat for seat in sitters if seat != scene.seat)
    room = scene.client._model.tables["t"].room
    assert room is not None
    scene.device.house(said.Joined(scene.client.join("t"), replace(room, ready=True)))
    scene.sit(sitters)
    scene.to(scene.line)
    sitters[away] = replace(sitters[away], here=False)
    scene.sit(sitters)
    stage.frames(3)
    lines = (felt.news.text, scene.screen.bar.status.text)
    assert [scene.names[Seat(away)] in text for text in lines].count(True) == 1
    assert not scene.shown.toasts.shown, "it is told once"
    if not felt.news.text:
        return
    for one in (*felt.plates, *felt.plays[1].views, *felt.plays[2].views, *felt.hand.views):
        clear = felt.news.y >= one.top or felt.news.top <= one.y
        assert clear or one is felt.plates[0], one


# -- before and after a game ---------------------------------------------------------------------


@pytest.mark.parametrize("size", ["small", "lying", "tablet"])
@pytest.mark.parametrize("won", [True, False])
def test_the_end_shows_the_reckoning_until_it_is_put_away(
    show: Show, stage: Stage, size: str, won: bool
) -> None:
    def over_for(one: Game, line: int, seat: Seat) -> bool:
        told_ = [event for step in one.steps for event in step.events
                 if isinstance(event, Reckoned)]  # fmt: skip
        return ended(one, line, seat) and bool(told_) and (told_[0].results[seat] > 0) is won

    scene = show(find("doudizhu", "standard", over_for), size)
    felt, say = felt_of(scene), scene.client.say
    facts = scene.client.table("t").facts
    assert isinstance(facts, DoudizhuFacts)
    reckoned, score = facts.reckoned, felt.score.said
    assert reckoned is not None
    assert score.title == say("doudizhu.victory" if won else "doudizhu.defeat")
    amounts = {one.name: one.text for one in score.results}
    for seat, amount in reckoned.results.items():
        assert amounts[scene.names[seat]] == scene.client.money(amount, sign=True)
    assert score.total == say("doudizhu.total", amount=reckoned.each)
    product = reckoned.stake
    for text in score.factors[1:]:
        product *= int(text.rpartition("×")[2])
    assert product == reckoned.each, score.factors
    assert felt.score.y >= felt.y
    above = felt.top if felt.wide else felt.worth.y
    assert felt.score.top <= above, "what it was for is read too"
    stage.tap(felt.score)
    assert not felt.score.there


def waiting(seats: Mapping[int, Sitter], code: str = "7KQ2M9") -> Scene:
    """A room that its players have just come into."""
    scene = Scene("doudizhu", "house", played("doudizhu", "house", 1), Seat(1))
    room = Room("t", "doudizhu", "house", "play", 1_000, 4_000, 20_000, 3, len(seats),
                ready=True, private=bool(code), code=code, calls=True)  # fmt: skip
    scene.device.house(said.Joined(scene.client.join("t"), room))
    scene.device.seats(seats, 1)
    return scene


@pytest.mark.req("D-S1.2")
def test_before_a_game_everybody_sees_who_is_ready_and_says_so(show: Show, stage: Stage) -> None:
    people = {0: Sitter("Ada", 9_000, ready=True), 1: Sitter("Me", 9_000)}
    scene = show(waiting(people), "small")
    felt = felt_of(scene)
    room = felt.room.said
    assert room.code == "7KQ2M9"
    assert "2" in room.title
    marks = {int(seat.seat): felt.tags[seat.place].text for seat in felt.view.seats}  # type: ignore[union-attr]  # it is shown
    assert marks == {0: scene.client.say("table.ready"), 1: "", 2: ""}
    stage.tap(button(scene, "bots"))
    assert len(scene.device.all(said.SeatBot)) == 1, "one chair is empty"
    stage.tap(button(scene, "ready"))
    assert scene.device.last(said.Ready).ready is True
    people[1] = replace(people[1], ready=True)
    scene.device.seats(people, 1)
    stage.frames(3)
    stage.tap(button(scene, "not_ready"))
    assert scene.device.last(said.Ready).ready is False
    stage.tap(button(scene, "code"))
    stage.frames(3)
    assert scene.shown.overlays, "the code is there to be shared"


def test_who_has_left_keeps_the_face_in_the_reckoning_and_in_the_trick_before(
    show: Show, stage: Stage
) -> None:
    for moment in ("doudizhu_end", find("doudizhu", "house", second_trick)):
        scene = show(moment)
        felt, sitters = felt_of(scene), dict(scene.sitters())
        scene.sit(sitters)
        faces = {scene.names[Seat(seat)]: one.avatar for seat, one in sitters.items()}
        del sitters[next(seat for seat in sitters if seat != scene.seat)]
        scene.sit(sitters)
        stage.frames(3)
        if felt.view is not None and felt.view.over:
            assert {one.name: one.avatar for one in felt.score.said.results} == faces
            continue
        stage.tap(felt.last)
        stage.frames(3)
        facts = scene.client.table("t").facts
        assert isinstance(facts, DoudizhuFacts)
        assert len(felt.before.rows) == len(facts.last_trick)
        assert all(faces[name] == face for name, face, _ in felt.before.lines)


def test_what_comes_after_a_game_is_said_where_nobody_has_to_get_ready(show: Show) -> None:
    scene = show("doudizhu_end")
    scene.sit(scene.sitters())
    scene.screen._refresh()
    assert scene.screen.bar.status.text == scene.client.say("table.next_round")


@pytest.mark.parametrize("size", ["small", "lying"])
def test_what_most_want_is_the_largest_button(show: Show, size: str) -> None:
    people = {0: Sitter("Ada", 9_000, ready=True), 1: Sitter("Me", 9_000)}
    scene = show(waiting(people), size)
    ready, bots = button(scene, "ready"), button(scene, "bots")
    assert ready.width > 1.3 * bots.width
    assert (ready.top <= bots.y) is (size == "small"), "a line of its own where there is room"
    people[1] = replace(people[1], ready=True)
    scene.device.seats(people, 1)
    scene.screen._refresh()
    assert button(scene, "not_ready").pos == ready.pos, "a second tap takes it back"


def test_who_is_waited_for_sees_how_long_the_seat_is_kept(show: Show, stage: Stage) -> None:
    people = {0: Sitter("Ada", 9_000, ready=True), 1: Sitter("Me", 9_000)}
    scene = show(waiting(people), "small")
    felt, client = felt_of(scene), scene.client
    for passed, left in ((0, "0:15"), (6, "0:09")):
        if not passed:
            scene.device.house(said.Notice("get_ready", table="t", facts={"seconds": 15}))
        scene.device.passes(passed)
        stage.pass_by(1.2)
        assert felt.room.said.how == client.say("doudizhu.ready_by", left=left)
    assert felt.rings[0].running
    people[1] = replace(people[1], ready=True)
    scene.device.seats(people, 1)
    stage.pass_by(1.2)
    assert felt.room.said.how == client.say("doudizhu.invite")
    assert not felt.rings[0].running


def test_my_seat_makes_room_for_my_cards_when_a_game_begins(show: Show, stage: Stage) -> None:
    first = MOMENTS["doudizhu_bid"]("en")
    scene = Scene("doudizhu", "standard", first.one, first.seat)
    felt = felt_of(show(scene))
    low = felt.plates[0].y
    scene.to(first.line)
    stage.frames(3)
    assert felt.plates[0].y > low
    assert felt.plates[0].y >= max(one.top for one in felt.hand.views)


def test_after_a_game_another_one_is_a_tap_away_and_so_is_the_door(
    show: Show, stage: Stage
) -> None:
    scene = show("doudizhu_end")
    room = scene.client._model.tables["t"].room
    assert room is not None
    scene.device.house(said.Joined(scene.client.join("t"), replace(room, ready=True)))
    scene.to(scene.line)
    scene.sit(scene.sitters())
    stage.frames(3)
    other = next(seat for seat in scene.names if seat != scene.seat)
    sitters = dict(scene.sitters())
    sitters[other] = replace(sitters[other], ready=True)
    scene.sit(sitters)
    stage.frames(3)
    ready = {one.name for one in felt_of(scene).score.said.results if one.ready}
    assert ready == {scene.names[other]}
    again = button(scene, "ready")
    assert again.text == scene.client.say("doudizhu.again")
    stage.tap(again)
    assert scene.device.last(said.Ready).ready is True
    sitters[scene.seat] = replace(sitters[scene.seat], ready=True)
    scene.sit(sitters)
    stage.frames(3)
    third = next(name for seat, name in scene.names.items() if seat not in (other, scene.seat))
    assert third in scene.screen.bar.status.text, "who is still awaited"
    stage.tap(button(scene, "leave"))
    assert scene.device.last(said.Leave).when == "now"


def test_who_is_away_and_who_is_played_for_is_marked(show: Show, stage: Stage) -> None:
    scene = show("doudizhu_follow")
    felt, say = felt_of(scene), scene.client.say
    sitters = dict(scene.sitters())
    first, second = (seat for seat in sitters if seat != scene.seat)
    sitters[first] = replace(sitters[first], here=False, stand_in=True)
    sitters[second] = replace(sitters[second], stand_in=True)
    scene.sit(sitters)
    stage.frames(3)
    notes = {int(seat.seat): felt.plates[seat.place].look.stack for seat in felt.view.seats}  # type: ignore[union-attr]  # it is shown
    assert notes[first] == say("doudizhu.away_bot")
    assert notes[second] == say("doudizhu.stand_in")
    sitters[first] = replace(sitters[first], ready=True, stand_in=False)
    scene.sit(sitters)
    stage.frames(3)
    place = felt.view.at(Seat(first)).place  # type: ignore[union-attr]  # it is shown
    assert felt.plates[place].look.stack == say("table.away"), "ready was said before the game"
    sitters[scene.seat] = replace(sitters[scene.seat], stand_in=True)
    scene.sit(sitters)
    stage.frames(3)
    stage.tap(button(scene, "take_over"))
    assert scene.device.last(said.SitOut).out is False


# -- what moves ----------------------------------------------------------------------------------


def test_cards_are_dealt_one_by_one_to_three_and_counted_as_they_land(
    show: Show, stage: Stage
) -> None:
    scene = MOMENTS["doudizhu_bid"]("en")
    again = Scene("doudizhu", "standard", scene.one, scene.seat)
    felt = felt_of(show(again))
    look.motion = "normal"
    counts: list[tuple[int, ...]] = []
    with stage.standing_time():
        again.to(scene.line)
        stage.pass_by(TICK_S)
        assert felt.flights.busy
        while felt.flights.busy:
            counts.append(tuple(badge.count for badge in felt.badges))
            stage.pass_by(TICK_S)
    counts.append(tuple(badge.count for badge in felt.badges))
    assert counts[-1] == (17, 17, 17)
    steps = list(dict.fromkeys(counts))
    assert len(steps) > 5, "not all at once"
    assert all(max(one) - min(one) <= 3 for one in steps), "to each in turn"


@pytest.mark.parametrize("motion", ["normal", "off"])
def test_a_bomb_flashes_for_a_moment_and_only_where_things_move(
    show: Show, stage: Stage, motion: str
) -> None:
    def will_bomb(one: Game, line: int, seat: Seat) -> bool:
        after = one.steps[line + 1].events if line + 1 < len(one.steps) else ()
        found = any(isinstance(event, Played) and event.category == "bomb" for event in after)
        return found and not asked(one, line, seat)

    scene = show(find("doudizhu", "house", will_bomb))
    felt = felt_of(scene)
    look.motion = motion
    with stage.standing_time():
        scene.to(scene.line + 1)
        stage.frames(2)
        assert felt.effects.kind == ("bomb" if motion == "normal" else "")
    stage.until(lambda: not felt.effects.kind)
    assert tuple(felt._jump.xy) == (0, 0)
    assert not felt.effects.canvas.children


def test_a_play_is_told_to_all_seats_alike() -> None:
    """What one seat is told of a play, all are."""
    one = played("doudizhu", "house", 3)
    for event in (*one.events, RoundEnded()):
        if isinstance(event, Played):
            assert len({told(event, seat) for seat in one.stacks}) == 1


def test_every_offer_of_the_game_has_its_button(show: Show) -> None:
    scene = show(find("doudizhu", "house", offers("play", "pass", cards=10)))
    keys = [one.key for one in scene.screen.bar.choices]
    assert keys[-1] == "act.play"
    assert "act.pass" in keys


def test_news_takes_nobody_the_word_that_it_is_their_turn(show: Show, stage: Stage) -> None:
    first = MOMENTS["doudizhu_lead"]("en")
    scene = Scene("doudizhu", "house", first.one, first.seat)
    scene.sit(scene.sitters())
    scene.to(first.line - 1)
    show(scene, "lying")
    scene.to(first.line)
    stage.frames(3)
    text, say = scene.screen.bar.status.text, scene.client.say
    assert text.startswith(say("table.your_turn")), text


@pytest.mark.parametrize("samples", [1, 2, 40])
def test_a_sweep_along_a_row_takes_all_of_it_however_fast_the_finger_is(
    show: Show, stage: Stage, samples: int
) -> None:
    hand = felt_of(show("doudizhu_lead", "small")).hand
    upper = hand.above()
    assert 0 < upper < 20
    for row in (range(upper), range(upper, 20)):
        first, last = hand.views[row[0]], hand.views[row[-1]]
        for part in (0.45, 0.7, 0.95):
            y = first.y + first.height * part
            x, end = first.x + first.width * 0.1, last.x + last.width * 0.2
            for src, dst in ((x, end), (end, x)):
                finger = stage.press(*hand.to_window(src, y))
                for step in range(1, samples + 1):
                    finger.move(*hand.to_window(src + (dst - src) * step / samples, y))
                finger.lift()
                assert hand.chosen == tuple(row), (part, src < dst)
                hand.choose(())


def test_a_fast_sweep_from_row_to_row_takes_what_lies_on_its_way(show: Show, stage: Stage) -> None:
    hand = felt_of(show("doudizhu_lead", "small")).hand
    upper = hand.above()
    first, last = hand.views[0], hand.views[-1]
    finger = stage.press(*hand.to_window(first.x + px(6), first.top - px(6)))
    finger.move(*hand.to_window(last.right - px(6), last.y + px(6)))
    finger.lift()
    assert hand.chosen[0] == 0
    assert hand.chosen[-1] == 19
    assert any(0 < place < upper for place in hand.chosen)
    assert any(upper <= place < 19 for place in hand.chosen)
