"""Before and after a game of Dou Dizhu on a real window: who is ready, who has won, what next."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

import pytest

from client_core.client import DoudizhuFacts
from client_core.felts.doudizhu_desk import RECKONED_S
from mobile_client.ui.felts.doudizhu_ending import READ
from mobile_client.ui.look import look
from mobile_client.ui.screens.levels import CalledSheet
from mobile_client.ui.screens.table_pace import LAST_S
from mobile_client.ui.screens.table_status import line_height
from protocol import messages
from protocol.games.doudizhu import Pattern, Played, Reckoned
from protocol.messages import Room, Sitter
from protocol.words import Seat
from tests.client.rounds import played
from tests.client.ui.doudizhu_felts import SIZES, button, felt_of, second_trick
from tests.client.ui.moments import MOMENTS, Show, showing
from tests.client.ui.scenes import Scene, ended, find
from tests.client.ui.stage import Stage
from tests.playing import PlayedRound


@pytest.fixture
def show(stage: Stage) -> Iterator[Show]:
    with showing(stage, SIZES) as shows:
        yield shows


@pytest.mark.parametrize("size", ["small", "lying", "tablet"])
@pytest.mark.parametrize("won", [True, False])
def test_the_end_shows_the_reckoning_until_it_is_put_away(
    show: Show, stage: Stage, size: str, won: bool
) -> None:
    def over_for(one: PlayedRound, line: int, seat: Seat) -> bool:
        told_ = [event for step in one.steps for event in step.events
                 if isinstance(event, Reckoned)]  # fmt: skip
        return ended(one, line, seat) and bool(told_) and (told_[0].results[seat] > 0) is won

    scene = show(find("doudizhu", "standard", over_for), size)
    felt, say = felt_of(scene), scene.client.say
    facts = scene.client.tables.view("t").facts
    assert isinstance(facts, DoudizhuFacts)
    reckoned, score = facts.reckoned, felt.score.said
    assert reckoned is not None
    assert score.title == say("doudizhu.victory" if won else "doudizhu.defeat")
    amounts = {one.name: one.text for one in score.results}
    for seat, amount in reckoned.results.items():
        assert amounts[scene.names[seat]] == scene.client.texts.money(amount, sign=True)
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


def beating(one: PlayedRound, line: int, seat: Seat) -> bool:
    """The end, by a play that beats another's."""
    (before, beaten), (_, last) = one.script[-2:]
    return ended(one, line, seat) and bool(beaten.cards and last.cards) and before != seat


@pytest.mark.parametrize("motion", ["normal", "off"])
@pytest.mark.parametrize("size", ["small", "lying"])
def test_the_last_play_is_read_before_the_reckoning_covers_it(
    show: Show, stage: Stage, size: str, motion: str
) -> None:
    last = find("doudizhu", "house", beating)
    scene = Scene("doudizhu", "house", last.one, last.seat, ready=True)
    scene.to(last.line - 1)
    felt = felt_of(show(scene, size))
    beaten: list[bool] = []
    look.motion = motion
    laid = [event for step in last.one.steps for event in step.events
            if isinstance(event, Played)][-1]  # fmt: skip
    with stage.standing_time():
        scene.to(last.line)
        stage.pass_by(0.75)
        assert not felt.flights.hides(("laid", laid.seat)), "it lies there"
        assert not felt.score.there
        view = felt.view
        assert view is not None
        facts, winner = view.facts, view.at(laid.seat)
        assert isinstance(facts, DoudizhuFacts)
        assert facts.trick is not None
        assert winner is not None
        faces = [one.card for one in felt.plays[winner.place].views]
        assert sorted(faces) == sorted(facts.trick[1].cards)
        named = scene.client.texts.pattern_name(Pattern(laid.category, laid.length, laid.low))
        assert felt.tags[winner.place].text == named
        for seat in view.seats:
            cards = seat.hands[0].cards if seat.hands else ()
            if cards and None not in cards and not seat.me:
                row = felt.opens[seat.place]
                assert sorted(one.card for one in row.views) == sorted(cards)  # type: ignore[type-var]  # seen
                # What it has played last, or that it has passed, is seen beside them.
                play = facts.plays.get(seat.seat)
                row = felt.plays[seat.place]
                assert sorted(one.card for one in row.views) == sorted(play.cards if play else ())
                assert bool(felt.tags[seat.place].text) is bool(play)
                beaten.append(bool(play and play.cards))
        assert any(beaten)
        assert "ready" in [one.key for one in scene.screen.bar.choices], "nothing waits for it"
        stage.pass_by(READ + 0.75)
        assert felt.score.there
        bar = scene.screen.bar
        if felt.wide:
            assert tuple(bar.pos) == felt.bar_place()[:2], "my hand is gone from below it"
        stage.tap(felt.score)
        stage.pass_by(2)
        assert not felt.score.there, "it was put away"
        if felt.wide:
            assert tuple(bar.pos) == felt.bar_place()[:2], "it lies above my hand again"


@pytest.mark.parametrize("motion", ["normal", "off"])
def test_who_is_broken_by_the_last_play_reads_it_and_the_reckoning(
    show: Show, stage: Stage, motion: str
) -> None:
    last = find("doudizhu", "house", lost)
    scene = Scene("doudizhu", "house", last.one, last.seat, ready=True)
    scene.to(last.line - 1)
    felt, screen = felt_of(show(scene, "small")), scene.screen
    scene.client.ending.show_page()
    look.motion = motion
    read: list[bool] = []
    with stage.standing_time():
        scene.to(last.line)
        # At a table of one's own all are ready at once.
        scene.sit({seat: replace(one, ready=True) for seat, one in scene.sitters().items()})
        scene.device.house(messages.Left("t", "no_chips"), messages.Purse(50_000))
        while scene.shown.screen is screen and len(read) < 200:
            stage.pass_by(0.1)
            read.append(felt.score.there)
            assert not (felt.score.there and any(one.ready for one in felt.score.said.results))
            keys = [choice.key for choice in screen.bar.choices]
            assert keys in ([], ["over"]), "there is one way"
    assert read.count(False) >= READ / 0.1
    assert read.count(True) >= (LAST_S + RECKONED_S) / 0.1 - 1
    assert read == sorted(read)


def test_a_touch_brings_the_reckoning_before_its_time(show: Show, stage: Stage) -> None:
    last = find("doudizhu", "house", ended)
    scene = Scene("doudizhu", "house", last.one, last.seat, ready=True)
    scene.to(last.line - 1)
    felt = felt_of(show(scene, "small"))
    look.motion = "normal"
    with stage.standing_time():
        scene.to(last.line)
        stage.pass_by(0.75)
        assert not felt.score.there
        stage.tap(felt.plates[0])
        assert felt.score.there


def lost(one: PlayedRound, line: int, seat: Seat) -> bool:
    """The end of a game in which this seat has cards left."""
    return ended(one, line, seat) and bool(one.state.hands[seat])


def waiting(seats: Mapping[int, Sitter], code: str = "7KQ2M9") -> Scene:
    """A room that its players have just come into."""
    scene = Scene("doudizhu", "house", played("doudizhu", "house", 1), Seat(1))
    room = Room("t", "doudizhu", "house", "play", 1_000, 4_000, 20_000, 3, len(seats),
                ready=True, private=bool(code), code=code, calls=True)  # fmt: skip
    scene.device.house(messages.Joined(scene.client.lobby.join("t"), room))
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
    stage.frames(20)
    sheet = scene.shown.overlays[-1]
    assert isinstance(sheet, CalledSheet)
    assert [key for key, _ in sheet.levels.choices] == ["easy", "medium", "hard", "master"]
    sheet.levels.children[0].dispatch("on_release")
    called = scene.device.all(messages.SeatBot)
    assert [one.bot for one in called] == ["master"], "one chair is empty"
    stage.frames(20)
    stage.tap(button(scene, "ready"))
    assert scene.device.last(messages.Ready).ready is True
    people[1] = replace(people[1], ready=True)
    scene.device.seats(people, 1)
    stage.frames(3)
    stage.tap(button(scene, "not_ready"))
    assert scene.device.last(messages.Ready).ready is False
    stage.tap(button(scene, "code"))
    stage.frames(3)
    assert scene.shown.overlays, "the code is there to be shared"


def test_on_a_low_felt_no_button_lies_over_who_is_ready(show: Show) -> None:
    people = {0: Sitter("Ada", 9_000, ready=True), 1: Sitter("Me", 9_000, ready=True)}
    scene = show(waiting(people), "lying")
    felt, bar = felt_of(scene), scene.screen.bar
    tags = [one for one in felt.tags if one.text == scene.client.say("table.ready")]
    assert len(tags) == 2
    assert bar.buttons, "and I may think better of it"
    for tag in tags:
        apart = tag.right <= bar.x or tag.x >= bar.right
        assert apart or tag.top <= bar.y or tag.y >= bar.top


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
        facts = scene.client.tables.view("t").facts
        assert isinstance(facts, DoudizhuFacts)
        assert len(felt.before.rows) == len(facts.last_trick)
        assert all(faces[name] == face for name, face, _ in felt.before.lines)


def test_what_comes_after_a_game_is_said_where_nobody_has_to_get_ready(show: Show) -> None:
    scene = show("doudizhu_end")
    scene.sit(scene.sitters())
    scene.screen._refresh()
    assert scene.screen.bar.status.text == scene.client.say("table.next_round")


@pytest.mark.parametrize("size", ["long", "lying"])
def test_a_line_alone_is_no_higher_than_one_above_buttons(
    show: Show, stage: Stage, size: str
) -> None:
    scene = show("doudizhu_end", size)
    scene.sit(scene.sitters())
    stage.frames(3)
    status = scene.screen.bar.status
    assert status.bare
    picture = stage.look(status)
    ground = picture.pixels[:, :, 3].max(axis=1) > 100
    assert 0 < int(ground.sum()) <= line_height() + 2


@pytest.mark.parametrize("size", ["tall", "tablet"])
def test_my_cards_stay_where_they_lie_when_more_buttons_come(
    show: Show, stage: Stage, size: str
) -> None:
    last = find("doudizhu", "house", lost)
    scene = Scene("doudizhu", "house", last.one, last.seat, ready=True)
    scene.to(last.line)
    felt = felt_of(show(scene, size))
    before = [one.card for one in felt.hand.views]
    assert before
    room = scene.client._state.tables.by_name["t"].room
    assert room is not None
    scene.device.house(
        messages.Joined(
            scene.client.lobby.join("t"), replace(room, private=True, code="7KQ2M9", calls=True)
        )
    )
    scene.to(scene.line)
    sitters = dict(scene.sitters())
    gone = next(seat for seat in sitters if seat != scene.seat)
    del sitters[gone]
    high = scene.screen.bar.height
    scene.sit(sitters)
    stage.frames(4)
    assert scene.screen.bar.height > high, "there are two lines of buttons"
    assert [one.card for one in felt.hand.views] == before
    assert felt.score.there


def test_who_comes_after_a_game_wears_no_hat_of_it(show: Show, stage: Stage) -> None:
    scene = show("doudizhu_end")
    felt, sitters = felt_of(scene), dict(scene.sitters())
    other = next(seat for seat in sitters if seat != scene.seat)
    scene.sit(sitters)
    stage.frames(3)
    assert felt.view is not None
    place = felt.view.at(Seat(other)).place  # type: ignore[union-attr]  # it is shown
    assert felt.hats[place].kind
    sitters[other] = Sitter("Robo", 9_000, bot="medium")
    scene.sit(sitters)
    stage.frames(3)
    assert not felt.hats[place].kind


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
            scene.device.house(messages.Notice("get_ready", table="t", facts={"seconds": 15}))
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
    room = scene.client._state.tables.by_name["t"].room
    assert room is not None
    scene.device.house(messages.Joined(scene.client.lobby.join("t"), replace(room, ready=True)))
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
    assert scene.device.last(messages.Ready).ready is True
    sitters[scene.seat] = replace(sitters[scene.seat], ready=True)
    scene.sit(sitters)
    stage.frames(3)
    third = next(name for seat, name in scene.names.items() if seat not in (other, scene.seat))
    assert third in scene.screen.bar.status.text, "who is still awaited"
    stage.tap(button(scene, "leave"))
    assert scene.device.last(messages.Leave).when == "now"


def test_who_has_lost_all_chips_finds_one_way_out_and_one_to_the_cashier(
    show: Show, stage: Stage
) -> None:
    last = find("doudizhu", "house", ended)
    scene = Scene("doudizhu", "house", last.one, last.seat, ready=True)
    scene.to(last.line)
    show(scene, "small")
    stage.frames(3)
    bar = scene.screen.bar
    assert {"leave", "ready"} <= {choice.key for choice in bar._ordered()}
    scene.device.house(messages.Notice("rebuy", "", "t", {"entry": 100}))
    stage.frames(3)
    assert [choice.key for choice in bar._ordered()] == ["leave", "buy"]
