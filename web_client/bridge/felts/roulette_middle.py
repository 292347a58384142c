"""The middle of the felt of roulette as the page draws it."""

from dataclasses import dataclass
from typing import Literal

from web_client.bridge.shapes import Tap
from web_client.bridge.table_shapes import TrayChip


@dataclass(frozen=True, slots=True)
class PlaceView:
    """A place of the roulette board: where it lies, in hundredths of cells along and across, its
    size (0: a spot on a line), what lies there of mine and of others."""

    place: str
    text: str
    label: str
    along: int
    across: int
    long: int
    broad: int
    colour: Literal["", "red", "black", "green"]
    mine: str
    chip: str
    others: bool
    paid: bool
    hit: bool
    tap: Tap


@dataclass(frozen=True, slots=True)
class LaidLine:
    """A bet of mine, and what it may win; `tap` takes it back."""

    text: str
    note: str
    tap: Tap
    tap_text: str


@dataclass(frozen=True, slots=True)
class BetsView:
    """All my bets."""

    title: str
    lines: tuple[LaidLine, ...]
    total: str
    close: Tap
    close_text: str


@dataclass(frozen=True, slots=True)
class FellView:
    """A number where the ball lay."""

    text: str
    colour: Literal["red", "black", "green"]


@dataclass(frozen=True, slots=True)
class RouletteMiddle:
    """The middle of roulette: the wheel, the board, the numbers before, the chips to lay."""

    wheel: Literal["still", "spins", "fell"]
    number: str
    colour: Literal["", "red", "black", "green"]
    order: tuple[int, ...]
    at: int
    """The slot where the ball lies or falls, -1: nobody knows."""
    past: tuple[FellView, ...]
    past_label: str
    places: tuple[PlaceView, ...]
    board_label: str
    tray: tuple[TrayChip, ...]
    tray_label: str
    bets: BetsView | None
    bets_text: str
    bets_tap: Tap
    loupe_text: str
    before_text: str
    after_text: str
    close_text: str
    aimed: str
    """The place that a key has led to, of so many times (`aims`) that one did."""
    aims: int
    kind: Literal["roulette"] = "roulette"
