"""What cards are dealt from lies on the table, and only who plays has a chair in sight."""

from math import hypot
from random import Random
from typing import Final

import pytest

from mobile_client.ui.felts.deck import AIR, STEP, Deck, free_spot
from mobile_client.ui.felts.places import chairs
from mobile_client.ui.look import table_px
from mobile_client.ui.screens.table import TableScreen
from tests.client.ui.ink import box_of, cross, painted
from tests.client.ui.sights import SIZES, table_of

DEALT: Final = ("holdem-turn", "holdem-seven", "holdem-showdown")
ROOM: Final = [size for size in SIZES if size != "small-lying"]
"""With seven chairs on the lowest of screens there is none: there cards come from the middle."""


def crossing(deck: Deck, screen: TableScreen) -> list[str]:
    """What is painted on the deck, or under it."""
    others = [one for one in painted(screen.felt) if one.of is not deck and one.kind != "ground"]
    found = []
    for one in others:
        left, low, right, top = cross(box_of(deck), one.box)
        if right - left > table_px(2) and top - low > table_px(2):
            found.append(f"{one.kind} {one.text!r}")
    return found


@pytest.mark.usefixtures("blank")
@pytest.mark.req("C-2.4")
@pytest.mark.parametrize("size", ROOM)
@pytest.mark.parametrize("sight", DEALT)
def test_the_deck_lies_in_sight_where_nothing_else_does(sight: str, size: str) -> None:
    with table_of(sight, size) as screen:
        deck = screen.felt.deck
        assert deck.opacity == 1, "there is room for it"
        assert deck.kind == "pack"
        assert not crossing(deck, screen)
        assert screen.felt.deck_spot() == deck.mouth, "what is dealt begins there"


@pytest.mark.usefixtures("blank")
@pytest.mark.parametrize("size", ["small", "phone"])
def test_the_deck_leaves_room_for_three_heaps_before_the_lowest_seat(size: str) -> None:
    with table_of("holdem-watch", size) as screen:
        bet = screen.felt.bets[0]
        bet.amount, bet.text = 13_600, "136"
        bet._paint()
        inks = [ink.box for ink in painted(bet)]
        left, low = (min(box[at] for box in inks) for at in (0, 1))
        right, top = (max(box[at] for box in inks) for at in (2, 3))
        taken = [cross(box, (left, low, right, top)) for box in screen.felt.taken()]
        assert (left, low, right, top) in taken


@pytest.mark.usefixtures("blank")
@pytest.mark.req("C-3.2")
def test_blackjack_is_dealt_from_a_shoe() -> None:
    with table_of("blackjack-play", "phone") as screen:
        assert screen.felt.deck.kind == "shoe"
        assert screen.felt.deck.opacity == 1
        assert screen.felt.deck_spot() == screen.felt.deck.mouth


@pytest.mark.usefixtures("blank")
@pytest.mark.req("C-2.2")
@pytest.mark.parametrize("sight", ["holdem-alone", "sabacc-end"])
def test_a_seat_that_is_not_in_play_shows_nothing(sight: str) -> None:
    with table_of(sight, "phone") as screen:
        view, felt = screen.view, screen.felt
        assert view is not None
        empty = [seat for seat in view.seats if not seat.taken and not seat.name]
        assert empty, "not everybody is here"
        for seat in empty:
            plate = felt.plates[seat.place]
            assert not [ink for ink in painted(plate) if ink.kind != "ground"]
            assert max(plate.size) == 0 or plate.opacity == 0
            assert not plate.canvas.before.children, "no ring is painted"


@pytest.mark.usefixtures("blank")
@pytest.mark.req("C-2.2")
@pytest.mark.parametrize("sight", ["holdem-turn", "holdem-two", "sabacc-draw", "sabacc-end"])
def test_those_who_play_sit_spread_over_the_whole_table(sight: str) -> None:
    with table_of(sight, "phone") as screen:
        felt, view = screen.felt, screen.view
        assert view is not None
        others = [seat for seat in view.seats if seat.taken and seat.place]
        left, low, right, top = felt.chair_box()
        spots = chairs(len(others) + 1, felt.wide)
        for seat, (u, v) in zip(others, spots, strict=True):
            at = left + (right - left) * u, low + (top - low) * v
            assert felt.plates[seat.place].center == pytest.approx(at)


def test_the_nearest_free_corner_is_found_or_none() -> None:
    room = (0.0, 0.0, table_px(200), table_px(200))
    middle = (table_px(90), table_px(90), table_px(110), table_px(110))
    spot = free_spot(room, [middle], (table_px(20), table_px(20)), (table_px(100), table_px(100)))
    assert spot is not None
    x, y = spot
    assert not (x < middle[2] and middle[0] < x + table_px(20) and y < middle[3]
                and middle[1] < y + table_px(20))  # fmt: skip
    assert abs(x + table_px(10) - table_px(100)) < table_px(40), "it is near"
    assert free_spot(room, [room], (table_px(20), table_px(20)), (0, 0)) is None


def test_no_other_place_that_is_free_is_nearer() -> None:
    chance = Random(5)
    step, air = table_px(STEP), table_px(AIR)
    for _ in range(60):
        wide, high = (chance.uniform(120, 500) for _ in "xy")
        size = chance.uniform(20, 60), chance.uniform(20, 60)
        near = chance.uniform(0, wide), chance.uniform(0, high)
        ends = [sorted(chance.uniform(0, side) for _ in "ab") for side in (wide, high) * 4]
        taken = [(x[0], y[0], x[1], y[1]) for x, y in zip(ends[::2], ends[1::2], strict=True)]
        free = [
            (x, y)
            for x in (n * step + air for n in range(int((wide - size[0] - 2 * air) // step) + 1))
            for y in (n * step + air for n in range(int((high - size[1] - 2 * air) // step) + 1))
            if not any(x - air < right and left < x + size[0] + air
                       and y - air < top and low < y + size[1] + air
                       for left, low, right, top in taken)
        ]  # fmt: skip
        spot = free_spot((0, 0, wide, high), taken, size, near)
        assert (spot is None) == (not free)
        if spot is not None:
            assert any(spot == pytest.approx(one) for one in free)
            assert far(spot, size, near) == pytest.approx(min(far(one, size, near) for one in free))


def far(spot: tuple[float, float], size: tuple[float, float], near: tuple[float, float]) -> float:
    return hypot(spot[0] + size[0] / 2 - near[0], spot[1] + size[1] / 2 - near[1])
