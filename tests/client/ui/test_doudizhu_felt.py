"""The felt of Dou Dizhu on a real window: bids, plays, seats, what is counted and what moves."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import pytest

from client_core.client import DoudizhuFacts
from mobile_client.ui.look import look, px, table_px
from mobile_client.ui.widgets.drawn import glyphs
from protocol import messages
from protocol.events import Acted, RoundEnded, told
from protocol.games.doudizhu import RANK_OF, RANKS, Pattern, Played
from protocol.words import Act, Seat
from tests.client.rounds import played
from tests.client.ui.doudizhu_felts import (
    SIZES,
    acts,
    button,
    felt_of,
    second_trick,
    truth,
)
from tests.client.ui.ink import Kept, kept, painted
from tests.client.ui.moments import MOMENTS, Show, offers, showing
from tests.client.ui.scenes import FACES, Scene, asked, find
from tests.client.ui.stage import TICK_S, Stage
from tests.playing import PlayedRound


@pytest.fixture
def show(stage: Stage) -> Iterator[Show]:
    with showing(stage, SIZES) as shows:
        yield shows


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


@pytest.mark.parametrize("size", ["lying", "long", "desk"])
def test_on_the_side_a_bid_stands_beside_its_seat(show: Show, size: str) -> None:
    felt = felt_of(show(find("doudizhu", "standard", others_bid), size))
    told_ = [place for place in (1, 2) if felt.tags[place].text]
    assert told_
    for place in told_:
        plate, tag = felt.plates[place], felt.tags[place]
        gap = tag.x - plate.right if plate.inner > 0 else plate.x - tag.right
        assert 0 < gap < table_px(8), "beside it"
        assert plate.y <= tag.center_y <= plate.top


@pytest.mark.parametrize("size", ["lying", "small"])
def test_the_name_of_a_play_is_no_wider_than_its_cards(show: Show, size: str) -> None:
    scene = show(find("doudizhu", "standard", trio_laid), size)
    felt = felt_of(scene)
    found = 0
    for row, tag in zip(felt.plays, felt.tags, strict=True):
        if len(row.views) == 5 and tag.text:
            found += 1
            wide = glyphs(tag.text, tag.kind).width + table_px(16)
            across = row.views[-1].right - row.views[0].x
            assert wide <= across * 1.2, tag.text
            assert tag.ground in ("gold", "dark"), "it is read"
    assert found


def others_bid(one: PlayedRound, line: int, seat: Seat) -> bool:
    """Both others have bid or passed."""
    said_ = [event.seat for step in one.steps[: line + 1] for event in step.events
             if isinstance(event, Acted) and event.verb in ("bid", "pass")]  # fmt: skip
    return offers("bid")(one, line, seat) and len(said_) == len({*said_} - {seat}) == 2


def trio_laid(one: PlayedRound, line: int, seat: Seat) -> bool:
    """Three with a pair lie there."""
    state = one.steps[line].state
    beat = state.to_beat if state.stage == "play" else None
    return beat is not None and beat.category == "trio_pair" and asked(one, line, seat)


def others_played(one: PlayedRound, line: int, seat: Seat) -> bool:
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
        named = scene.client.texts.pattern_name(Pattern(laid.category, laid.length, laid.low))
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


def nearly_out(one: PlayedRound, line: int, seat: Seat) -> bool:
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
    def bombed(one: PlayedRound, line: int, seat: Seat) -> bool:
        state = one.steps[line].state
        return state.stage == "play" and state.bombs == 1 and asked(one, line, seat)

    scene = show(find("doudizhu", "standard", bombed))
    felt, facts = felt_of(scene), scene.client.tables.view("t").facts
    assert isinstance(facts, DoudizhuFacts)
    assert felt.kitty.cards == facts.kitty
    assert len(facts.kitty) == 3
    assert f"×{facts.multiplier}" in felt.worth.text
    assert "1 bomb" in felt.worth.text


@pytest.mark.parametrize("language", ["en", "zh"])
def test_on_a_low_felt_what_is_played_for_is_short_rather_than_small(
    show: Show, stage: Stage, language: str
) -> None:
    def bombed(one: PlayedRound, line: int, seat: Seat) -> bool:
        state = one.steps[line].state
        return state.stage == "play" and state.bombs == 1 and asked(one, line, seat)

    scene = show(find("doudizhu", "standard", bombed, language), "lying")
    room = scene.client._state.tables.by_name["t"].room
    assert room is not None
    scene.device.house(messages.Joined(scene.client.lobby.join("t"), replace(room, counter=True)))
    scene.to(scene.line)
    stage.frames(3)
    felt, facts = felt_of(scene), scene.client.tables.view("t").facts
    assert isinstance(facts, DoudizhuFacts)
    assert felt.counter.left, "which leaves little room"
    assert f"×{facts.multiplier}" in felt.worth.text
    wanted = glyphs(felt.worth.text, felt.worth.kind).width
    assert felt.worth.width >= wanted * 0.8


@pytest.mark.parametrize("size", ["small", "lying"])
def test_the_counter_tells_what_the_others_hold_where_the_room_has_one(
    show: Show, stage: Stage, size: str
) -> None:
    scene = show(find("doudizhu", "house", nearly_out), size)
    felt, state = felt_of(scene), truth(scene)
    assert felt.counter.left == [], "this room has none"
    room = scene.client._state.tables.by_name["t"].room
    assert room is not None
    scene.device.house(messages.Joined(scene.client.lobby.join("t"), replace(room, counter=True)))
    scene.to(scene.line)
    stage.frames(3)
    others = Counter(
        RANK_OF[card] for who, cards in state.hands.items() if who != scene.seat for card in cards
    )
    assert felt.counter.left == [others[rank] for rank in RANKS]
    assert felt.counter.signs[-2:] == ("★", "★"), "a language has signs of its own"


def test_the_trick_before_is_shown_on_request_and_put_away_by_a_tap(
    show: Show, stage: Stage
) -> None:
    scene = show(find("doudizhu", "house", second_trick))
    felt, facts = felt_of(scene), scene.client.tables.view("t").facts
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
    room = scene.client._state.tables.by_name["t"].room
    assert room is not None
    scene.device.house(messages.Joined(scene.client.lobby.join("t"), replace(room, ready=True)))
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
    assert scene.device.last(messages.SitOut).out is False


@pytest.mark.parametrize("size", ["small", "lying"])
def test_a_bot_plays_for_me_at_a_tap_and_a_tap_on_the_felt_ends_it(
    show: Show, stage: Stage, size: str
) -> None:
    scene = show("doudizhu_follow", size)
    felt, sitters = felt_of(scene), dict(scene.sitters())
    assert felt.trust.height >= px(44)
    stage.tap(felt.trust)
    assert len(scene.device.all(messages.StandIn)) == 1
    sitters[scene.seat] = replace(sitters[scene.seat], stand_in=True)
    scene.sit(sitters)
    stage.frames(3)
    assert felt.trust.disabled
    assert [one.key for one in scene.screen.bar.choices] == ["take_over"]
    stage.tap(felt.hand.views[3])
    assert not felt.hand.chosen, "what is touched is not chosen yet"
    assert scene.device.last(messages.SitOut).out is False
    assert len(scene.device.all(messages.SitOut)) == 1


@pytest.mark.parametrize("size", SIZES)
def test_what_a_bot_has_played_for_me_is_seen_beside_the_button_that_ends_it(
    show: Show, stage: Stage, size: str
) -> None:
    with kept(Kept()):
        scene = show(find("doudizhu", "standard", laid_many, seeds=range(40)), size)
        felt, sitters = felt_of(scene), dict(scene.sitters())
        sitters[scene.seat] = replace(sitters[scene.seat], stand_in=True)
        scene.sit(sitters)
        stage.frames(3)
        lines = [ink for ink in painted(scene.screen.bar.status) if ink.kind == "text"]
    (take,) = scene.screen.bar.buttons
    for line in lines:
        assert line.part > 0.8, "it can be read"
        assert line.box[2] <= felt.right
    assert len(felt.plays[0].views) > 4
    for card in felt.plays[0].views:
        x, y = card.to_window(card.x, card.y)
        beside = x >= take.right or x + card.width <= take.x
        assert beside or y >= take.top or y + card.height <= take.y


def laid_many(one: PlayedRound, line: int, seat: Seat) -> bool:
    """I have just played five cards or more."""
    playing = 0 < line < len(one.script)
    return playing and one.script[line - 1][0] == seat and len(one.script[line - 1][1].cards) > 4


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
    def will_bomb(one: PlayedRound, line: int, seat: Seat) -> bool:
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
