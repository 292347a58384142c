"""The middle of the felt of Dou Dizhu as the page draws it."""

from dataclasses import dataclass
from typing import Literal

from web_client.bridge.shapes import Tap
from web_client.bridge.table_shapes import CardsView, Tone


@dataclass(frozen=True, slots=True)
class ListedPlay:
    """A play of the trick before."""

    name: str
    face: str
    cards: CardsView


@dataclass(frozen=True, slots=True)
class ResultLine:
    """What a player has won or lost."""

    name: str
    face: str
    text: str
    tone: Tone
    hat: Literal["landlord", "peasant"]
    me: bool
    note: str


@dataclass(frozen=True, slots=True)
class ScoreView:
    """The reckoning of a game."""

    title: str
    note: str
    won: bool
    factors: tuple[str, ...]
    total: str
    results: tuple[ResultLine, ...]
    cap: str
    close: Tap
    close_text: str


@dataclass(frozen=True, slots=True)
class RoomView:
    """The room before its first game."""

    title: str
    note: str
    code: str
    how: str


@dataclass(frozen=True, slots=True)
class BillView:
    """The factors so far, and what comes of them."""

    title: str
    lines: tuple[str, ...]
    results: tuple[tuple[str, str], ...]
    close: Tap
    close_text: str


@dataclass(frozen=True, slots=True)
class RankLeft:
    """How many cards of a rank the others still hold."""

    rank: str
    count: str
    tone: Tone


@dataclass(frozen=True, slots=True)
class DoudizhuMiddle:
    """The middle of Dou Dizhu: the landlord's cards, what is played for, and what lies over it."""

    kitty: CardsView
    worth: str
    worth_tap: Tap
    counter: tuple[RankLeft, ...]
    before_text: str
    before_tap: Tap
    before: tuple[ListedPlay, ...]
    trust_text: str
    trust_short: str
    trust_tap: Tap
    bill: BillView | None
    score: ScoreView | None
    room: RoomView | None
    kind: Literal["doudizhu"] = "doudizhu"
