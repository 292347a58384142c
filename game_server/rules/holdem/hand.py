"""The state of a hand of hold'em: what is dealt, who has what in, and what is waited for."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from protocol.words import CHANCE, Cards, Seat

BUTTON: Final = "button"
"""Chance gives the first button."""
DEAL: Final = "deal"
"""Chance gives the hole cards, or the next of the board."""
BET: Final = "bet"
SHOW: Final = "show"
"""A beaten hand may be shown or mucked."""
OVER: Final = "over"

NEXT_ON_BOARD: Final = {0: 3, 3: 1, 4: 1}
"""How many cards follow so many on the board."""
WHOLE_BOARD: Final = 5


@dataclass(frozen=True)
class Carry:
    """What the next hand inherits. After no round at all the button is given, not moved on."""

    round: int
    button: Seat


@dataclass(frozen=True, slots=True)
class Street:
    """One betting round of hold'em."""

    bets: Mapping[Seat, int]
    level: int
    """What a seat must have in to stay; the big blind counts in full even if posted short."""
    raise_by: int
    """The last raise that was a full one."""
    answered: Mapping[Seat, int]
    """The level that each seat had before it after its last act."""
    queue: tuple[Seat, ...]
    """Who is still to act; the first is asked."""
    aggressor: Seat | None = None


@dataclass(frozen=True)
class Hand:
    """The state of a hand of hold'em: what follows from here depends on nothing else."""

    round: int
    seats: tuple[Seat, ...]
    button: Seat
    stage: str
    left: Cards
    stacks: Mapping[Seat, int]
    paid: Mapping[Seat, int]
    """What each seat has in that others match: antes of all, blinds and bets."""
    live: tuple[Seat, ...]
    """Who has not folded, in seat order."""
    street: Street
    dead: int = 0
    """The ante of the big blind for all: it is in the pot and nobody's."""
    board: Cards = ()
    holes: Mapping[Seat, Cards] = field(default_factory=dict)
    showing: tuple[Seat, ...] = ()
    """Who has still to show, in order; the first is asked."""
    shown: tuple[Seat, ...] = ()
    drawn: bool = False
    """Cards were drawn for the first button, and all look at them before others are dealt."""
    face_up: bool = False
    """All hands in play lie open already."""
    beaten: tuple[Seat, ...] = ()
    """Who was asked to show or muck: the rules have said that these cannot win."""
    gone: frozenset[Seat] = frozenset()

    def answered(
        self, stacks: Mapping[Seat, int], paid: Mapping[Seat, int], street: Street
    ) -> "Hand":
        """The same hand after the first of the queue has answered."""
        # `replace` would set each field anew through the guard, and this comes with every act.
        after = object.__new__(Hand)
        after.__dict__.update(self.__dict__, stacks=stacks, paid=paid, street=street)
        return after

    def asked(self) -> Seat | None:
        """Whom the open question is to."""
        if self.stage == BET:
            return self.street.queue[0]
        if self.stage == SHOW:
            return self.showing[0]
        return None if self.stage == OVER else CHANCE

    def can_act(self) -> tuple[Seat, ...]:
        """Who is live and has chips to bet with."""
        return tuple(filter(self.stacks.__getitem__, self.live))

    def decided(self) -> bool:
        """Nobody has anything to decide any more but whether to show: only cards are awaited."""
        running_out = self.stage == DEAL and bool(self.holes) and len(self.can_act()) < 2
        return running_out or self.stage in (SHOW, OVER)
