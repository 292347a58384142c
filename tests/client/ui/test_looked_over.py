"""What the look over every screen finds: each fault is planted on a table and named."""

from collections.abc import Callable

import pytest

from mobile_client.ui.look import look, px
from mobile_client.ui.screens.table import TableScreen
from mobile_client.ui.widgets.buttons import PushButton
from tests.client.ui.looked_over import faults
from tests.client.ui.sights import SIGHTS, laid_out, resized

Plant = Callable[[TableScreen], object]


def seat_over_another(screen: TableScreen) -> None:
    one, other = screen.felt.plates[1:3]
    one.center = other.center_x + px(20), other.center_y


def board_under_a_seat(screen: TableScreen) -> None:
    board, plate = screen.felt.board, screen.felt.plates[2]
    board.x += plate.x - board.views[0].x
    board.y += plate.y + px(30) - board.views[0].top


def seat_beyond_the_edge(screen: TableScreen) -> None:
    screen.felt.plates[1].x = -px(30)


def longer_text(screen: TableScreen) -> None:
    screen.top_bar.title.text = "A name of a game that is longer than any phone is wide, and longer"


def longer_button(screen: TableScreen) -> None:
    screen.bar.buttons[0].text = "Fold these two cards and wait"


def smaller_button(screen: TableScreen) -> None:
    screen.bar.buttons[0].size_hint_min_y = None
    screen.bar.buttons[0].height = px(30)


def button_over_another(screen: TableScreen) -> None:
    screen.bar.buttons[0].x = screen.bar.buttons[1].x - px(10)


def button_under_the_camera(screen: TableScreen) -> None:
    screen.top_bar.y += px(20)


def chips_over_a_name(screen: TableScreen) -> None:
    screen.felt.bets[1].amount, screen.felt.bets[1].text = 5_000, "50"
    plate = screen.felt.plates[1]
    screen.felt.bets[1].center = plate.center_x, plate.y + px(16)


def button_on_the_board(screen: TableScreen) -> None:
    view = screen.felt.board.views[-1]
    button = PushButton(text="Wait", size_hint=(None, None), size=(px(60), px(52)))
    button.pos = view.x - px(20), view.top - px(40)
    screen.felt.add_widget(button)


PLANTED: dict[Plant, str] = {
    seat_over_another: "overlap",
    board_under_a_seat: "the corner of a card",
    seat_beyond_the_edge: "leaves the window",
    longer_text: "Title 'A name of a game",
    longer_button: "PushButton 'Fold these two cards and wait' is",
    smaller_button: "is too small for a thumb",
    button_over_another: "overlap",
    button_under_the_camera: "leaves the window",
    chips_over_a_name: "is covered by",
    button_on_the_board: "the corner of a card",
}


@pytest.mark.usefixtures("blank")
@pytest.mark.parametrize("plant", PLANTED, ids=lambda plant: plant.__name__)
def test_a_fault_is_seen(plant: Plant) -> None:
    shown = SIGHTS["holdem-turn"].make("en")
    resized(shown, "phone")
    before = set(faults(shown))
    screen = shown.screen
    assert isinstance(screen, TableScreen)
    plant(screen)
    laid_out(shown)
    new = [fault for fault in faults(shown) if fault not in before]
    assert any(PLANTED[plant] in fault for fault in new), new
    screen.gone()
    shown.close()


@pytest.mark.usefixtures("blank")
def test_a_page_that_does_not_fit_large_text_is_seen() -> None:
    look.big_text = True
    shown = SIGHTS["rooms"].make("en")
    shown.size = px(200), px(300)
    laid_out(shown)
    assert faults(shown)
    shown.close()
