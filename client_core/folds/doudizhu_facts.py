"""The facts of a game of Dou Dizhu, as its fold keeps them and screens show them."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from client_core.round import Faces, Facts
from protocol.cards import Card
from protocol.games.doudizhu import OPENING, RANK_OF, RANKS, Pattern, Reckoned
from protocol.words import Cards, Seat

AS_LANDLORD: Final = 2
"""What the landlord's cards multiply by that are opened after the deal."""


@dataclass(frozen=True, slots=True)
class Play:
    """Cards that a seat laid, and what they are; none at all is a pass."""

    cards: Cards
    pattern: Pattern | None = None
    stands: Mapping[Card, int] = field(default_factory=dict)
    """The rank that each wild card among them stands for."""


@dataclass(frozen=True, slots=True)
class DoudizhuFacts(Facts):
    """The facts of a game of Dou Dizhu. `plays` lie before the seats since each last had a turn,
    `trick` is what has to be beaten and whose it is, `last_trick` all plays of the trick before;
    `left` are cards in hand."""

    first: Seat | None = None
    landlord: Seat | None = None
    each: int = 0
    stake: int = 0
    kitty: Cards = ()
    wild: int | None = None
    """The rank whose cards stand for any other."""
    bids: Mapping[Seat, int] = field(default_factory=dict)
    """0 is a pass."""
    said: Mapping[Seat, str] = field(default_factory=dict)
    """What each has said last of calling, robbing, doubling and open cards, as a verb."""
    robs: int = 0
    opened: int = 1
    """What open cards multiply by."""
    openers: frozenset[Seat] = frozenset()
    doubles: Mapping[Seat, int] = field(default_factory=dict)
    """What a seat multiplies its own stake by that has doubled."""
    plays: Mapping[Seat, Play] = field(default_factory=dict)
    trick: tuple[Seat, Play] | None = None
    this_trick: tuple[tuple[Seat, Play], ...] = ()
    last_trick: tuple[tuple[Seat, Play], ...] = ()
    left: Mapping[Seat, int] = field(default_factory=dict)
    gone_cards: Cards = ()
    """All cards that were played, for a room with a card counter."""
    passes: int = 0
    bombs: int = 0
    doubled: str = ""
    deals: int = 1
    reckoned: Reckoned | None = None

    @property
    def multiplier(self) -> int:
        """How many stakes a peasant plays for that has not doubled."""
        return self.each // self.stake if self.stake else 0

    @property
    def open_times(self) -> int:
        """What cards multiply by that are opened now."""
        return OPENING.get(len(RANK_OF) - sum(self.left.values()), AS_LANDLORD)

    def plays_for(self, seat: Seat) -> int:
        """What a seat wins or loses as it stands; the landlord what both peasants do together."""
        each = self.each or self.stake
        if seat != self.landlord:
            return each * self.doubles.get(seat, 1)
        peasants = [one for one in self.left if one != seat]
        return sum(each * self.doubles.get(one, 1) for one in peasants)

    def still_out(self, mine: Faces) -> tuple[int, ...]:
        """For each rank how many cards the others hold: neither played nor in my hand."""
        seen = Counter(RANK_OF[card] for card in (*self.gone_cards, *mine) if card is not None)
        whole = Counter(RANK_OF)
        return tuple(whole[rank] - seen[rank] for rank in RANKS)
