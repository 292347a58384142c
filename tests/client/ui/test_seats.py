"""What is read at the seats when cards are open: who it is, what lies there, who has won."""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise

import pytest

from mobile_client.core.client import SeatView
from mobile_client.ui.felts.plate import SeatPlate
from mobile_client.ui.felts.tags import Tag
from mobile_client.ui.look import px
from mobile_client.ui.screens.table import TableScreen
from tests.client.ui.ink import painted
from tests.client.ui.sights import SIGHTS, resized


@contextmanager
def table(sight: str, size: str = "phone") -> Iterator[TableScreen]:
    """The table of a sight, on a window that nothing is drawn in."""
    shown = SIGHTS[sight].make("en")
    resized(shown, size, insets=False)
    screen = shown.screen
    assert isinstance(screen, TableScreen)
    yield screen
    screen.gone()
    shown.close()


def others(screen: TableScreen) -> list[tuple[SeatView, SeatPlate]]:
    """Who else sits there, each with the seat that shows it."""
    assert screen.view is not None
    taken = (seat for seat in screen.view.seats if seat.taken and not seat.me)
    return [(seat, screen.felt.plates[seat.place]) for seat in taken]


@pytest.mark.usefixtures("blank")
@pytest.mark.parametrize("sight", ["holdem-showdown", "blackjack-seven", "sabacc-end"])
def test_who_has_open_cards_is_still_called_by_name(sight: str) -> None:
    with table(sight) as screen:
        for seat, plate in others(screen):
            texts = [ink.text for ink in painted(plate) if ink.kind == "text"]
            assert seat.name in texts, texts


@pytest.mark.usefixtures("blank")
def test_at_a_showdown_only_the_cards_that_win_are_bright() -> None:
    with table("holdem-showdown") as screen:
        assert screen.view is not None
        shown = [(seat, plate.look) for seat, plate in others(screen) if seat.hands]
        assert {look.dim for seat, look in shown if not seat.won} == {True}
        assert not any(hand.raised for seat, look in shown if not seat.won for hand in look.hands)
        assert {look.dim for seat, look in shown if seat.won} == {False}
        assert any(hand.raised for seat, look in shown if seat.won for hand in look.hands)
        mine = screen.felt.hand.views
        assert all(card.dim and not card.raised for card in mine), "I have lost"


@pytest.mark.usefixtures("blank")
@pytest.mark.parametrize("sight", ["blackjack-seven", "blackjack-all", "sabacc-end"])
def test_open_cards_are_all_seen_however_many_they_are(sight: str) -> None:
    with table(sight) as screen:
        most = 0
        for seat, plate in others(screen):
            held = [card for hand in seat.hands for card in hand.cards]
            seen = [ink for ink in painted(plate) if ink.kind == "card"]
            assert len(seen) == len(held) or None in held
            most = max(most, len(held))
        assert most > 2


@pytest.mark.usefixtures("blank")
@pytest.mark.parametrize("sight", ["holdem-showdown", "blackjack-seven", "sabacc-end"])
def test_open_cards_lie_beside_each_other_before_their_seat(sight: str) -> None:
    with table(sight) as screen:
        for _, plate in others(screen):
            boxes = [ink.box for ink in painted(plate) if ink.kind == "card"]
            if not any(plate._faces(hand) for hand in plate.look.hands):
                continue
            for one, after in pairwise(boxes):
                least = (one[2] - one[0]) * 0.64
                assert after[0] - one[0] >= least, "one covers the number of another"
            assert min(box[0] for box in boxes) >= plate.x - px(4)
            assert max(box[2] for box in boxes) <= plate.right + px(4)


@pytest.mark.usefixtures("blank")
def test_chips_before_a_seat_lie_on_no_other_seat() -> None:
    for sight in ("holdem-seven", "blackjack-seven"):
        for size in ("small", "small-lying", "phone-lying"):
            with table(sight, size) as screen:
                for at, bet in enumerate(screen.felt.bets):
                    texts = [ink.box for ink in painted(bet) if ink.kind == "text"]
                    for _, plate in others(screen):
                        if plate is screen.felt.plates[at]:
                            continue
                        for box in texts:
                            apart = box[2] < plate.x or box[0] > plate.right
                            assert apart or box[3] < plate.y or box[1] > plate.top, (sight, size)


@pytest.mark.usefixtures("blank")
def test_the_dealer_has_air_above_my_cards_on_a_tablet() -> None:
    with table("blackjack-play", "tablet-lying") as screen:
        felt = screen.felt
        mine = felt.rows[0]
        assert felt.dealer_hand.y > mine.top + px(40)


@pytest.mark.usefixtures("blank")
def test_who_gets_less_back_than_was_put_in_has_not_won() -> None:
    with table("sabacc-end") as screen:
        assert screen.view is not None
        me = next(seat for seat in screen.view.seats if seat.me)
        assert me.won
        assert (me.results or 0) < 0
        assert screen.bar.status.text == "Lin wins 38"


@pytest.mark.usefixtures("blank")
def test_a_hand_is_marked_as_played_only_while_its_seat_has_the_turn() -> None:
    with table("blackjack-seven") as screen:
        marked = [seat.name for seat, plate in others(screen)
                  if any(hand.active for hand in plate.look.hands)]  # fmt: skip
        assert marked == [], "it is my turn"


@pytest.mark.usefixtures("blank")
@pytest.mark.parametrize(("sight", "points"), [("blackjack-play", "15"), ("sabacc-draw", "−2")])
def test_what_my_cards_count_is_not_said_before_they_lie_there(
    sight: str, points: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with table(sight) as screen:
        assert screen.view is not None
        felt = screen.felt
        monkeypatch.setattr(felt.flights, "hides", lambda key: key[0] == "card")
        felt.show_hand(screen.view)
        assert points not in _said(screen)
        monkeypatch.undo()
        felt.show_hand(screen.view)
        assert points in _said(screen)


def _said(screen: TableScreen) -> list[str]:
    return [tag.text for tag in screen.felt.walk() if isinstance(tag, Tag)]
