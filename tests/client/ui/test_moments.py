"""The moments that players remember: an all-in that runs out, the hand that wins, a win."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from client_core.client import HoldemFacts
from client_core.felts.choices import AND
from mobile_client.ui.felts.flights import Flights
from mobile_client.ui.felts.verdict import ONE_LINE, Verdict, ribbon_height
from mobile_client.ui.look import look, px, table_px
from protocol import messages
from protocol.chips import EPS
from tests.client.ui import all_in
from tests.client.ui.ink import cross, painted
from tests.client.ui.moments import MOMENTS
from tests.client.ui.scenes import Scene, ended, find
from tests.client.ui.stage import Stage

SIZES = [(360, 640), (640, 360), (411, 915), (800, 1280)]


@contextmanager
def on(stage: Stage, scene: Scene, size: tuple[int, int], motion: str = "normal") -> Iterator[None]:
    whole = scene.stage()
    whole.size_hint = (None, None)
    whole.size = [px(side) for side in size]
    stage.show(whole)
    look.motion = motion
    scene.client.set(animation=motion)
    scene.screen._refresh()
    stage.frames(3)
    yield
    scene.screen.gone()
    scene.shown.close()


def words(scene: Scene) -> list[str]:
    view = scene.screen.view
    assert view is not None
    return [scene.screen.felt.plates[one.place].look.word for one in view.seats if one.in_round]


def over(scene: Scene, stage: Stage) -> None:
    """Lets the round be seen to its end, at its own pace."""
    scene.to(len(scene.one.script))
    for _ in range(200):
        stage.pass_by(0.05)
        if scene.screen.view is not None and scene.screen.view.over:
            return
    raise AssertionError("It never ends.")


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_the_odds_of_open_hands_stand_at_their_seats_and_change_with_the_board(
    stage: Stage, seats: int
) -> None:
    scene, line = all_in.scene(seats)
    with on(stage, scene, (411, 915)):
        assert not any("%" in word for word in words(scene)), "the hands are not open yet"
        seen: list[list[int]] = []
        for at in range(line, len(scene.one.script) + 1):
            scene.to(at)
            for _ in range(60):
                before = words(scene)
                stage.pass_by(0.05)
                if any(kind == "board" for kind, _ in scene.screen.felt.flights.cards()):
                    assert words(scene) == before, "a card is seen before what it changes"
                    assert scene.screen.bar.status.text == ""
                now = [int(word.removesuffix("%")) for word in words(scene) if "%" in word]
                if len(now) == seats and now not in seen:
                    seen.append(now)
        for odds in seen:
            assert 99 <= sum(odds) <= 101, odds
        assert len(seen) >= 3
        assert sorted(seen[-1]) == [0] * (seats - 1) + [100], "then it is decided"
        over(scene, stage)
        assert not any("%" in word for word in words(scene))


def test_a_tip_that_is_read_stays_in_sight_while_cards_come(stage: Stage) -> None:
    scene, line = all_in.scene(2)
    with on(stage, scene, (411, 915)):
        scene.to(line)
        for _ in range(60):
            stage.pass_by(0.05)
        scene.client.set(coach=True)
        read, came = False, 0
        for at in range(line, len(scene.one.script)):
            scene.to(at)
            for _ in range(40):
                stage.pass_by(0.05)
                seen = scene.screen.coach.parent is not None
                assert seen or not read, "it comes and goes"
                read = seen
                came += read and scene.client.pace.unseen("t")
        assert came, "a card was on its way"


def test_on_a_calm_table_nothing_of_that_is_told(stage: Stage) -> None:
    scene, line = all_in.scene(3)
    with on(stage, scene, (411, 915), "off"):
        for at in range(line, len(scene.one.script) + 1):
            scene.to(at)
            stage.pass_by(1)
            assert not any("%" in word for word in words(scene))
        over(scene, stage)
        felt = scene.screen.felt
        assert (felt.verdict.text, felt.triumph.busy, felt.flights.busy) == ("", False, False)
        assert "win" not in scene.screen.top_bar.title.news
        assert scene.screen.bar.status.text.startswith("You win")


@pytest.mark.usefixtures("blank")
@pytest.mark.parametrize("big_text", [False, True])
def test_the_name_of_a_hand_and_whose_it_is_stand_apart(big_text: bool) -> None:
    look.big_text, look.motion = big_text, "normal"
    ribbon = Verdict()
    ribbon.show("Pair of queens", "You")
    ribbon.end()
    ribbon._paint()
    name, whose = (ink for ink in painted(ribbon) if ink.kind == "text")
    left, low, right, top = cross(name.box, whose.box)
    assert min(right - left, top - low) <= px(1)
    assert ribbon.y <= whose.box[1]
    assert name.box[3] <= ribbon.top


@pytest.mark.usefixtures("blank")
@pytest.mark.parametrize(
    ("hand", "whose"),
    [
        ("Full house, aces over kings", "You"),
        ("Straight flush to the king", "Wilhelmina of Orange"),
        ("葫芦，三张 A 带一对 K", "林小雨"),
    ],
)
def test_where_one_line_is_short_the_hand_is_cut_and_not_whose_it_is(hand: str, whose: str) -> None:
    look.big_text, look.motion = True, "normal"
    ribbon = Verdict(size=(table_px(150), ribbon_height() * ONE_LINE))
    ribbon.show(hand, whose)
    ribbon.end()
    ribbon._paint()
    (line,) = (ink for ink in painted(ribbon) if ink.kind == "text")
    named, holder = line.text.rsplit(AND, 1)
    assert holder.removesuffix("…") in whose
    assert len(holder) >= min(len(whose), 4)
    assert named.removesuffix("…") in hand
    assert len(named) >= 4
    assert ribbon.x <= line.box[0]
    assert line.box[2] <= ribbon.right


@pytest.mark.parametrize("big_text", [False, True])
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("seats", [2, 6])
def test_the_winning_hand_is_named_where_it_covers_nothing(
    stage: Stage, size: tuple[int, int], seats: int, big_text: bool
) -> None:
    look.big_text = big_text
    scene, _ = all_in.scene(seats)
    with on(stage, scene, size):
        over(scene, stage)
        stage.pass_by(3)
        felt, view = scene.screen.felt, scene.screen.view
        assert view is not None
        ribbon = felt.verdict
        assert isinstance(view.facts, HoldemFacts)
        best = view.facts.ranked[view.won_by[0].seat]
        named = scene.client.texts.hand_name(best)
        assert ribbon.text.lower() == named.lower()
        assert ribbon.note == "You"
        assert ribbon.share == 1
        for plate in felt.plates:
            apart = plate.right <= ribbon.x or plate.x >= ribbon.right
            assert apart or plate.top <= ribbon.y or plate.y >= ribbon.top, plate.look.name
        for card in felt.hand.views:
            assert card.top <= ribbon.y or card.y >= ribbon.top or card.x >= ribbon.right


def test_a_win_bursts_from_my_seat_after_its_chips_have_come_and_a_loss_does_not(
    stage: Stage,
) -> None:
    for won in (True, False):
        scene, _ = all_in.scene(3, won)
        with on(stage, scene, (411, 915)):
            before = len(scene.phone.buzzed)
            over(scene, stage)
            triumph = scene.screen.felt.triumph
            assert triumph.busy is won
            assert triumph.share == 0, "the chips come first"
            stage.pass_by(0.05)
            assert len(scene.phone.buzzed) - before == won
            for _ in range(60):
                stage.pass_by(0.05)
                assert not (triumph.share > 0 and scene.screen.felt.flights.busy)
            stage.pass_by(2)
            assert not triumph.busy
            assert not triumph.canvas.children


@pytest.mark.parametrize(
    ("game", "preset"),
    [("blackjack", "standard"), ("roulette", "standard"), ("sabacc", "house"),
     ("holdem", "casino")],
)  # fmt: skip
def test_a_win_is_felt_in_every_game(stage: Stage, game: str, preset: str) -> None:
    def wins(one: object, line: int, seat: object) -> bool:
        after = one.stacks_after()  # type: ignore[attr-defined]  # a round that was played
        return ended(one, line, seat) and after[seat] > one.stacks[seat]  # type: ignore[arg-type,attr-defined]  # the same

    scene = find(game, preset, wins)
    goal = scene.line
    again = Scene(scene.game, scene.preset, scene.one, scene.seat)
    again.to(0)
    with on(stage, again, (411, 915)):
        again.to(max(1, goal - 1))
        stage.frames(2)
        assert not again.screen.felt.triumph.busy
        again.line = goal
        over(again, stage)
        felt = again.screen.felt
        assert felt.triumph.busy
        # The end of a round is seen step by step: the ball lies before anything is won.
        assert not getattr(getattr(felt, "wheel", None), "busy", False)


def test_a_win_that_was_not_seen_is_not_celebrated(stage: Stage) -> None:
    scene = MOMENTS["holdem_showdown"]("en")
    with on(stage, scene, (411, 915)):
        stage.pass_by(1)
        assert not scene.screen.felt.triumph.busy, "it was over when one came"


def test_chips_fly_in_an_arc_and_settle_and_a_pot_is_pushed_over_the_felt(stage: Stage) -> None:
    air = Flights()
    stage.show(air)
    look.motion = "normal"
    landed: list[str] = []
    for pushed in (False, True):
        with stage.standing_time():
            air.chips("k", (100, 100), (400, 100), 5_000, EPS, lambda: landed.append("here"),
                      pushed=pushed)  # fmt: skip
            flight = air.flying[0]
            heights: list[float] = []
            ways: list[float] = []
            while air.busy:
                stage.pass_by(0.05)
                heights.append(flight.at.y - 100)
                ways.append(flight.at.x)
        assert ways == sorted(ways), "nothing goes back"
        settled = [high for high, x in zip(heights, ways, strict=True) if x >= 399.5]
        assert max(settled) > 0, "they jump once more before they lie"
        assert (max(heights) > px(20)) is not pushed
    assert landed == ["here", "here"]


def test_a_decision_waits_for_no_burst(stage: Stage) -> None:
    scene, _ = all_in.scene(2)
    with on(stage, scene, (360, 640)):
        over(scene, stage)
        for _ in range(200):
            if not scene.client.pace.unseen("t"):
                break
            stage.pass_by(0.05)
        scene.device.house(messages.Notice("rebuy", "", "t", {"entry": 4_000}))
        felt = scene.screen.felt
        felt.triumph.play(felt.plates[0].face, "+400", 1.0)
        stage.pass_by(0.3)
        assert felt.triumph.busy
        (buy,) = [one for one in scene.screen.bar.buttons if one.text == "Buy chips"]
        stage.tap(buy)
        stage.frames(2)
        assert scene.shown.name == "cashier"
        scene.shown.home()
