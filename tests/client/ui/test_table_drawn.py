"""The table on a real window: what is drawn is what the house has told, and no frame more."""

from collections.abc import Iterator

import pytest
from kivy.uix.widget import Widget

from mobile_client.ui.look import look, px
from protocol.messages import Sitter
from tests.client.ui.moments import MOMENTS, Show, showing
from tests.client.ui.scenes import Scene
from tests.client.ui.stage import Stage

SIZES = {"phone": (360, 640), "tall": (392, 872)}


@pytest.fixture
def show(stage: Stage) -> Iterator[Show]:
    with showing(stage, SIZES) as shows:
        yield shows


# -- what is seen --------------------------------------------------------------------------------


@pytest.mark.req("E-RF-HH-001", "E-RF-HH-002", "E-RF-HH-014")
def test_i_sit_at_the_bottom_and_everybody_keeps_the_own_seat(show: Show) -> None:
    scene = show("holdem_flop")
    view, felt = scene.screen.view, scene.screen.felt
    assert view is not None
    lowest = min(felt.plates, key=lambda plate: plate.y)
    assert lowest is felt.plates[0]
    assert felt.plates[0].look.me
    for seat in view.seats:
        plate = felt.plates[seat.place]
        assert (seat.seat - scene.seat) % len(view.seats) == seat.place
        if seat.taken:
            assert plate.look.name == scene.names[seat.seat]
            assert plate.look.stack == scene.client.texts.money(seat.stack)


@pytest.mark.req("E-RF-HH-009", "E-RF-HH-010", "E-RF-HH-011", "E-RF-HH-012", "C-2.1")
def test_my_cards_are_open_the_others_face_down_the_board_and_the_pot_are_seen(show: Show) -> None:
    scene = show("holdem_river")
    view, felt = scene.screen.view, scene.screen.felt
    assert view is not None
    mine = view.at(scene.seat)
    assert mine is not None
    assert felt.hand.cards == mine.hands[0].cards
    assert None not in felt.hand.cards
    for seat in view.seats:
        for hand in felt.plates[seat.place].look.hands:
            assert set(hand.cards) == {None}
    assert felt.board.cards == view.board
    assert len(view.board) == 5
    assert scene.client.texts.money(view.total) in felt.pot.text


@pytest.mark.req("E-RF-HH-003", "E-RF-HH-004", "E-RF-HH-013")
def test_the_button_and_every_bet_lie_before_their_seats(show: Show) -> None:
    scene = show("holdem_preflop")
    view, felt = scene.screen.view, scene.screen.felt
    assert view is not None
    dealer = next(seat for seat in view.seats if seat.button)
    assert felt.button.opacity == 1
    near = min(felt.plates, key=lambda one: _far(one, felt.button))
    assert near is felt.plates[dealer.place]
    assert any(seat.bet for seat in view.seats)
    for seat in view.seats:
        chips = felt.bets[seat.place]
        assert chips.amount == seat.bet
        assert chips.text == (scene.client.texts.money(seat.bet, short=True) if seat.bet else "")
    marks = {felt.plates[seat.place].look.mark for seat in view.seats}
    assert "BB" in marks


def _far(one: Widget, other: Widget) -> float:
    return float((one.center_x - other.center_x) ** 2 + (one.center_y - other.center_y) ** 2)


def test_at_the_showdown_the_best_five_stand_out_and_the_winner_is_named(show: Show) -> None:
    scene = show("holdem_showdown")
    felt, view = scene.screen.felt, scene.screen.view
    assert view is not None
    winner = next(seat for seat in view.seats if seat.won)
    raised = [card.card for card in (*felt.board.views, *felt.hand.views) if card.raised]
    best = next((hand.name for hand in winner.hands if hand.name), None)
    assert best is not None
    assert {card for card in best.cards if card in view.board} <= set(raised)
    assert "win" in scene.screen.bar.status.text.lower()
    look_of = felt.plates[winner.place].look
    assert look_of.won
    assert look_of.word.startswith("+")


def test_whose_turn_it_is_is_seen_and_its_time_runs(show: Show, stage: Stage) -> None:
    scene = show("holdem_wait")
    felt, view = scene.screen.felt, scene.screen.view
    assert view is not None
    running = [nth for nth, ring in enumerate(felt.rings) if ring.running]
    assert running == [seat.place for seat in view.seats if seat.turn]
    assert len(running) == 1
    assert felt.rings[running[0]].total == 15


def test_away_and_sitting_out_are_written_at_the_seat(show: Show, stage: Stage) -> None:
    scene = show("holdem_showdown")
    sitters = dict(scene.sitters())
    seats = [seat for seat in sitters if seat != scene.seat][:2]
    for seat, words in zip(seats, ({"here": False}, {"out": True}), strict=True):
        old = sitters[seat]
        sitters[seat] = Sitter(old.name, old.stack, avatar=old.avatar, **words)  # type: ignore[arg-type]  # flags
    scene.sit(sitters)
    stage.frames(3)
    view, felt = scene.screen.view, scene.screen.felt
    assert view is not None
    notes = {felt.plates[seat.place].look.note for seat in view.seats}
    assert {"Away", "Sits out"} <= notes


# -- motion and size ---------------------------------------------------------------------------


@pytest.mark.parametrize("moment", ["holdem_river", "blackjack_end", "sabacc_end"])
def test_with_motion_and_without_the_table_ends_as_the_same_picture(
    show: Show, stage: Stage, moment: str
) -> None:
    pictures = []
    for motion in ("off", "fast"):
        scene = MOMENTS[moment]("en")
        goal = scene.line
        again = Scene(scene.game, scene.preset, scene.one, scene.seat)
        again.to(max(0, goal - 6))
        look.motion = "off"
        show(again)
        look.motion = motion
        flew = 0
        for line in range(max(0, goal - 6) + 1, goal + 1):
            again.to(line)
            stage.frames(2)
            flew += len(again.screen.felt.flights.flying)
        assert bool(flew) == (motion == "fast"), "things fly where motion is on"
        stage.until(lambda again=again: not again.screen.felt.flights.busy)  # type: ignore[misc]  # bound now
        look.motion = "off"
        for ring in again.screen.felt.rings:
            ring.stop()
        stage.settle()
        pictures.append(stage.look(again.screen.felt).pixels)
    assert (abs(pictures[0] - pictures[1]) <= 2).all()


@pytest.mark.parametrize("moment", ["holdem_showdown", "doudizhu_end", "roulette_end"])
def test_a_table_where_nothing_moves_costs_no_frame(show: Show, stage: Stage, moment: str) -> None:
    show(moment)
    stage.settle()
    assert stage.frames(60) == 0


def test_of_a_table_out_of_sight_nothing_is_drawn_or_timed(show: Show, stage: Stage) -> None:
    scene = show("holdem_wait")
    screen = scene.screen
    assert any(ring.running for ring in screen.felt.rings)
    scene.shown.go("settings")
    assert not any(ring.running for ring in screen.felt.rings)
    stage.settle()
    assert stage.frames(30) == 0
    scene.shown.back()


def test_on_a_tablet_all_that_lies_on_the_table_is_larger(show: Show, stage: Stage) -> None:
    scene = show("holdem_flop", size="phone")
    felt, whole = scene.screen.felt, scene.shown

    def sizes() -> tuple[float, ...]:
        stage.frames(2)
        return felt.board.views[0].width, felt.hand.views[0].height, felt.plates[1].width

    on_a_phone = sizes()
    whole.size = [px(side) for side in (1024, 700)]
    assert sizes() == pytest.approx([1.3 * side for side in on_a_phone], rel=0.01)
    whole.size = [px(side) for side in SIZES["phone"]]
    assert sizes() == on_a_phone
