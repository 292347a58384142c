"""Which pot somebody has won, in words."""

import pytest

from client_core.client import Acts
from client_core.felts.choices import status
from protocol.cards import parse
from protocol.events import Dealt, Event, Moved, RoundBegan, RoundEnded
from protocol.words import BOARD, POT, Seat
from tests.client.device import people
from tests.client.test_table import at_table
from tests.client.ui.sights import resized
from tests.client.ui.table_sights import screen_of
from tests.client.ui.visits import Visit

NAMES = {Seat(0): "Ann", Seat(1): "Bo", Seat(2): "Me", Seat(3): "Di"}


def told(paid: tuple[int, ...], *won: tuple[int, int, str]) -> str:
    """What is said of a hand for which they put in so much, and of which some took a pot."""
    put = {Seat(seat): one for seat, one in enumerate(paid)}
    events: tuple[Event, ...] = (
        RoundBegan("holdem", "casino", 1, NAMES, put, {"single_pot": True}),
        *(Moved(seat, POT, one, "all_in") for seat, one in put.items()),
        *(Moved(POT, Seat(seat), one, why) for seat, one, why in won),
        RoundEnded(),
    )
    one = at_table()
    one.seats(people(4))
    one.tell(*events)
    view = one.client.tables.view("t")
    assert view is not None
    line, _ = status(one.client, view, Acts())
    return line.removesuffix(" · " + one.client.say("table.next_round.holdem"))


def test_who_put_in_more_than_others_takes_no_side_pot_for_that() -> None:
    split = [(seat, 25_000, "pot") for seat in range(4)]
    line = told((10_000, 0, 90_000, 0), *split)
    assert "side pot" not in line
    assert "You split the pot and take 250, −650 in all" in line
    assert "Ann splits the pot and wins 150" in line
    assert line.endswith("1 more")


@pytest.mark.parametrize("less", [(5_000, 20_000, 20_000, 20_000), (20_000, 20_000, 20_000, 5_000)])
def test_the_main_pot_is_called_no_side_pot(less: tuple[int, ...]) -> None:
    rest = sum(less) - 20_000
    line = told(less, (2, 20_000, "main_pot"), (2, rest - 100, "side_pot"), (0, 100, "side_pot"))
    assert "You win" in line
    assert "You win" in line.split(" · ")[0]
    assert "(side pot)" not in line.split(" · ")[0]
    assert "from a side pot" in line


@pytest.mark.parametrize(("main", "side"), [(2, 0), (3, 2)])
def test_beside_side_pots_the_main_pot_is_called_so(main: int, side: int) -> None:
    put = tuple(5_000 if seat == main else 20_000 for seat in range(4))
    line = told(put, (main, 20_000, "main_pot"), (side, 45_000, "side_pot"))
    first, then = line.split(" · ")
    if main == 2:
        assert (first, then) == ("You win 150 (main pot)", "Ann wins 250 (side pot)")
    else:
        assert (first, then) == ("You win 250 (side pot)", "Di wins 150 (main pot)")


def test_who_takes_it_all_wins_it() -> None:
    line = told((10_000, 10_000, 20_000, 10_000), (2, 50_000, "pot"))
    assert line == "You win 300"


@pytest.mark.usefixtures("blank")
def test_each_of_several_side_pots_has_its_number() -> None:
    visit = Visit().come_in().sit()
    screen = screen_of(visit.stage())
    resized(visit.shown, "phone")
    for round_, paid, sides in (
        (1, (5_000, 8_000, 8_000, 0), ["Main 150", "Side 60"]),
        (2, (2_000, 5_000, 8_000, 8_000), ["Main 80", "Side 1: 90", "Side 2: 60"]),
    ):
        put = {Seat(seat): one for seat, one in enumerate(paid) if one}
        began = RoundBegan("holdem", "standard", round_, NAMES, put, {})
        moved = (Moved(seat, POT, one, "all_in") for seat, one in put.items())
        flop = Dealt(Seat(BOARD), parse("As Ks Qs"), 0)
        visit.device.tell(began, *moved, flop, number=round_)
        view = visit.client.tables.view("t")
        assert view is not None
        assert screen.felt._sides(view) == sides
    visit.shown.close()
