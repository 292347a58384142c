"""The whole screen of a table as the page draws it."""

from dataclasses import dataclass

from web_client.bridge.felts.middles import Middle
from web_client.bridge.shapes import Tap
from web_client.bridge.table_shapes import (
    BarView,
    CardsView,
    FlightView,
    KeyView,
    MenuView,
    SideView,
    TableSeat,
    TalkView,
    TipView,
    TopView,
)


@dataclass(frozen=True, slots=True)
class TableScreenView:
    """A table as the page draws it."""

    game: str
    table: str
    label: str
    seats_label: str
    top: TopView
    tip: TipView | None
    seats: tuple[TableSeat, ...]
    count: int
    """How many seats are in sight."""
    hand: tuple[CardsView, ...]
    hand_label: str
    slide: Tap
    """What a finger that slides over cards does, where several may be chosen."""
    middle: Middle
    bar: BarView
    keys: tuple[KeyView, ...]
    menu: MenuView | None
    talk: TalkView
    side: SideView
    flights: tuple[FlightView, ...]
    skip: Tap
    """A touch that has seen enough of what moves."""
