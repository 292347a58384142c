"""A round of Dou Dizhu between two acts."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from protocol.cards import PACK_WITH_JOKERS
from protocol.games.doudizhu import Pattern
from protocol.words import CHANCE, Cards, Seat

Stage = Literal["deal", "wild", "lot", "bid", "call", "kitty", "double", "play", "over"]


@dataclass(frozen=True, slots=True)
class Carry:
    """What the next round inherits: its number, and the cards where they are not shuffled."""

    round: int
    gathered: Cards = ()
    """In the order in which they lie on each other; () where they are shuffled."""


@dataclass(frozen=True, slots=True)
class State:
    """The state of a game of Dou Dizhu. `order` is the playing order, counter-clockwise; hands lie
    from the lowest rank up."""

    round: int
    order: tuple[Seat, ...]
    stacks: Mapping[Seat, int]
    stage: Stage = "deal"
    shuffle: int = 1
    left: Cards = PACK_WITH_JOKERS
    unshuffled: bool = False
    """The cards left lie as they were gathered, until chance cuts them."""
    hands: Mapping[Seat, Cards] = field(default_factory=dict)
    wild: int | None = None
    """The rank that is wild in this deal."""
    turn: Seat = CHANCE
    """Who bids or plays; CHANCE until somebody does."""
    bid: int = 0
    """The highest bid so far, in stakes; who made it is the landlord."""
    landlord: Seat | None = None
    calls: int = 0
    """How many seats have bid or passed in this deal: each has one call."""
    waiting: tuple[Seat, ...] = ()
    """Who is still asked to call, and to rob once somebody has called; the first of them now."""
    caller: Seat | None = None
    robs: int = 0
    opened: tuple[tuple[Seat, int], ...] = ()
    """Who has opened its cards, in this order, each with what that multiplies by."""
    unopened: frozenset[Seat] = frozenset()
    """Who has said in this deal that it will not."""
    doubles: Mapping[Seat, int] = field(default_factory=dict)
    """What each seat multiplies its own stake by; 1 is one that will not."""
    played: Cards = ()
    """The cards that were played, in their order."""
    passes: int = 0
    """Passes in a row since the last play."""
    to_beat: Pattern | None = None
    """None when the turn leads a trick."""
    bombs: int = 0
    landlord_plays: int = 0
    peasant_plays: int = 0
    gone: frozenset[Seat] = frozenset()

    @property
    def source(self) -> str:
        """The name of the shuffle: each deal of the round has its own."""
        return f"round:{self.round}" + (f".{self.shuffle}" if self.shuffle > 1 else "")

    @property
    def openers(self) -> tuple[Seat, ...]:
        """Whose cards lie open, in the order in which they were opened."""
        return tuple(seat for seat, _ in self.opened)

    @property
    def open_times(self) -> int:
        """What open cards multiply by: the highest counts, and once."""
        return max((times for _, times in self.opened), default=1)

    def after(self, seat: Seat) -> Seat:
        return self.order[(self.order.index(seat) + 1) % 3]
