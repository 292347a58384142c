"""Bets and totals at blackjack: whose is whose, where the felt is low or my hands are split."""

import pytest

from mobile_client.ui.felts.blackjack import BlackjackFelt
from mobile_client.ui.look import px
from tests.client.ui.ink import Box, painted
from tests.client.ui.sights import table_of

pytestmark = pytest.mark.usefixtures("blank")


def felt_of(screen: object) -> BlackjackFelt:
    felt = getattr(screen, "felt", None)
    assert isinstance(felt, BlackjackFelt)
    return felt


def text_of(felt: BlackjackFelt, place: int) -> Box:
    """Where the amount of a bet is written."""
    return next(ink.box for ink in painted(felt.bets[place]) if ink.kind == "text")


@pytest.mark.parametrize("size", ["small-lying", "phone-lying"])
@pytest.mark.parametrize("sight", ["blackjack-seven", "blackjack-split", "blackjack-play"])
def test_on_a_phone_that_lies_each_bet_is_free_of_seats_and_cards(sight: str, size: str) -> None:
    with table_of(sight, size) as screen:
        felt = felt_of(screen)
        plate = felt.plates[0]
        if felt.bets[1].text:
            assert text_of(felt, 1)[2] + px(8) <= plate.x, "the pill has an edge about its text"
        left, low, right, top = text_of(felt, 0)
        assert left >= plate.face[0] + px(plate.side / 2)
        for row in felt.rows:
            for card in row.views:
                assert right + px(8) <= card.x or low >= card.top
        assert top < felt.dealer_hand.y, "not between the dealer's cards and my face"


@pytest.mark.parametrize("size", ["tablet-lying", "phone-lying", "small-lying"])
def test_what_my_hand_counts_and_a_bet_beside_it_are_not_read_as_one(size: str) -> None:
    with table_of("blackjack-split", size) as screen:
        felt = felt_of(screen)
        counts = [next(ink.box for ink in painted(tag) if ink.kind == "text") for tag in felt.tags]
        bets = [text_of(felt, place) for place, bet in enumerate(felt.bets) if place and bet.text]
        assert len(counts) == 2
        for count in counts:
            for bet in bets:
                beside = bet[1] < count[3] and count[1] < bet[3]
                assert not beside or abs(bet[0] - count[2]) > px(24) or bet[2] < count[0]
