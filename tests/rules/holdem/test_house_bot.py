"""The casino's opponent: it knows its cards and the ten categories."""

from collections.abc import Sequence

import pytest

from game_server.bots.holdem import BOTS, third_of
from protocol.cards import parse
from protocol.events import Event, RoundBegan, told
from protocol.games.holdem import CATEGORIES
from protocol.words import Act, Seat
from tests.rules.holdem.tables import Table

ON_BOARD = "2c 7d 9h Jc 4s"
FOUR = ("9s 9d", "9c 9h 2d Kc 3s")
FLUSH = ("Ac 3c", "2c 7c 9c Jd 4s")
PAIR = ("As Ah", ON_BOARD)


def heard(table: Table) -> Sequence[Event]:
    assert table.turn is not None
    seat = Seat(table.turn)
    stacks = {one: table.hand.stacks[one] + table.hand.paid[one] for one in table.hand.seats}
    began = RoundBegan("holdem", "casino", 1, {}, stacks, {})
    return [began, *(told(event, seat) for event in table.events)]


def house(table: Table, percent: int = 50) -> Act:
    """What the bot does where it is asked now; chance gives this percentage."""
    assert table.ask is not None
    return BOTS["house"](heard(table), table.ask, lambda bound: min(percent, bound - 1))


def casino(hand: tuple[str, str], seat: int = 1, stacks: Sequence[int] = (100, 100, 100)) -> Table:
    """Seat 1 is asked first, seat 2 next."""
    cards, board = hand
    return Table("casino", stacks, cards={seat: cards}, board=board, button=None)


@pytest.mark.req("C-2.7")
def test_the_ten_categories_are_three_thirds_counted_from_the_best() -> None:
    hands = {
        "high_card": "Ah Kd 9c 5s 3h",
        "pair": "Ah Ad 9c 5s 3h",
        "two_pair": "Ah Ad 9c 9s 3h",
        "three_of_a_kind": "Ah Ad Ac 9s 3h",
        "straight": "5h 6d 7c 8s 9h",
        "flush": "Ah Kh 9h 5h 3h",
        "full_house": "Ah Ad Ac 9s 9h",
        "four_of_a_kind": "Ah Ad Ac As 3h",
        "straight_flush": "5h 6h 7h 8h 9h",
        "royal_flush": "Ah Kh Qh Jh Th",
    }
    assert tuple(hands) == CATEGORIES
    found = [third_of(parse(cards)) for cards in hands.values()]
    assert found == ["lower"] * 4 + ["middle"] * 3 + ["top"] * 3


@pytest.mark.req("C-2.7")
def test_the_lower_third_checks_until_it_folds_on_the_river() -> None:
    table = casino(PAIR)
    for _ in range(2):
        assert house(table) == Act("check")
        table.acts("check", "check", "check")
    assert house(table) == Act("fold")


@pytest.mark.req("C-2.7")
def test_the_middle_third_checks_even_on_the_river_and_facing_a_bet() -> None:
    assert house(casino(FLUSH)) == Act("check")
    table = casino(FLUSH, 2).act("bet", 20)
    assert house(table) == Act("check")
    table.acts("check", "check", *["check"] * 3, "bet 5")
    assert house(table) == Act("check")


@pytest.mark.req("C-2.7")
def test_the_top_third_matches_the_bet_and_adds_a_share_of_its_balance() -> None:
    assert house(casino(FOUR), 25) == Act("bet", 2500)
    assert house(casino(FOUR), 0) == Act("check")
    table = casino(FOUR, 2).act("bet", 20)
    assert house(table, 25) == Act("raise", 4500)
    assert house(table, 0) == Act("call", 2000)


@pytest.mark.req("C-2.7")
def test_the_top_third_goes_all_in_when_its_chips_do_not_suffice() -> None:
    table = casino(FOUR, 2).act("bet", 60)
    assert house(table, 50) == Act("all_in", 10000)
    short = casino(FOUR, 2, (100, 100, 50)).act("bet", 60)
    assert house(short, 0) == Act("all_in", 5000)


def test_elsewhere_it_stays_only_for_nothing_and_keeps_to_what_is_offered() -> None:
    table = Table("eps", [100] * 3, cards={0: PAIR[0]}, board=ON_BOARD)
    assert house(table) == Act("fold")
    four = Table("eps", [100] * 3, cards={1: FOUR[0]}, board=FOUR[1]).acts("call", "call", "check")
    assert house(four, 33) == Act("bet", 2000)
    beaten = Table(
        "standard", [100] * 2, cards={0: PAIR[0], 1: "Ks Kh"}, board=ON_BOARD, button=1
    ).acts("call", "check", *["check"] * 6)
    assert house(beaten) == Act("muck")
