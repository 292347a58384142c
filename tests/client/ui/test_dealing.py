"""Cards fly from the deck's place to those who get them, frame by frame on a clock that is set."""

from collections import Counter
from itertools import pairwise

import pytest
from kivy.clock import Clock

from mobile_client.ui.felts.flights import Flight
from mobile_client.ui.look import look, motion, px
from tests.client.ui.moments import MOMENTS
from tests.client.ui.scenes import Scene
from tests.client.ui.stage import Stage

Point = tuple[float, float]


def at(flight: Flight) -> Point:
    """Where it is drawn now."""
    x, y = flight.at.xy
    return float(x), float(y)


def far(one: Point, other: Point) -> float:
    return float(((one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2) ** 0.5)


@pytest.mark.req("C-2.4", "C-2.6")
@pytest.mark.parametrize(("moment", "cards"), [("holdem_preflop", 2), ("holdem_flop", 3)])
def test_every_card_leaves_the_deck_and_lands_where_it_lies(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, moment: str, cards: int
) -> None:
    now = Clock.get_boottime()
    monkeypatch.setattr(Clock, "get_boottime", lambda: now)
    known = MOMENTS[moment]("en")
    scene = Scene(known.game, known.preset, known.one, known.seat)
    before = next(line for line in range(known.line, -1, -1) if not dealt(known, line, moment))
    scene.to(before)
    whole = scene.stage()
    whole.size_hint, whole.size = (None, None), (px(392), px(872))
    stage.show(whole)
    look.motion = "normal"
    scene.to(known.line)
    stage.frames(2)
    felt = scene.screen.felt
    flying = [one for one in felt.flights.flying if one.quad is not None]
    goes = Counter(one.key[:-1] for one in flying if isinstance(one.key, tuple))
    assert set(goes.values()) == {cards}
    assert len(goes) == (len(scene.one.stacks) if moment == "holdem_preflop" else 1)
    mine = felt.hand.spot(0), felt.hand.spot(1)
    for one in flying:
        # Mine and those on the board turn on their way; a card of another's stays a back.
        opens = moment == "holdem_flop" or any(far(one.dst, spot) < 1 for spot in mine)
        assert (one.face is not one.back) == opens
        assert felt.flights.hides(one.key)
    for one in flying:
        ways = []
        for share in (0.0, 0.3, 0.6, 0.99):
            now = one.begins + motion().deal * share
            stage.frames(1)
            ways.append(far(at(one), one.dst))
        assert far(one.src, felt.deck_spot()) < 1
        assert abs(ways[0] - far(felt.deck_spot(), one.dst)) < 1, "it begins at the deck"
        assert all(nearer < further for further, nearer in pairwise(ways))
        assert ways[-1] < px(2)
    now += 10
    stage.frames(2)
    assert not felt.flights.busy
    assert len(felt.board.cards) == (0 if moment == "holdem_preflop" else cards)
    scene.screen.gone()
    scene.shown.close()


def dealt(scene: Scene, line: int, moment: str) -> bool:
    """Whether those cards lie there after so many lines of the script."""
    told = Scene(scene.game, scene.preset, scene.one, scene.seat)
    told.to(line)
    view = told.client.tables.view("t")
    if moment == "holdem_flop":
        return bool(view.board)
    return any(hand.cards for seat in view.seats for hand in seat.hands)
