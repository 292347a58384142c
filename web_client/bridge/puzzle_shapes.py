"""A puzzle as the page draws it: whose cards lie where, and what can be pressed."""

from dataclasses import dataclass

from web_client.bridge.shapes import Tap
from web_client.bridge.table_shapes import BarView, CardsView, KeyView, Tag


@dataclass(frozen=True, slots=True)
class PuzzleSide:
    """One hand of a puzzle: whose it is, the cards that are left, and what it has done last."""

    name: Tag
    hand: CardsView
    play: CardsView


@dataclass(frozen=True, slots=True)
class PuzzleView:
    """A puzzle. `others` are in the order of their turns after mine; `slide` is for a finger that
    went over several of my cards."""

    label: str
    mine: PuzzleSide
    others: tuple[PuzzleSide, ...]
    bar: BarView
    keys: tuple[KeyView, ...]
    slide: Tap
