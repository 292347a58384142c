"""A game of Dou Dizhu as a test lets it be played: the deal, and what all may know by then."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from client_core.client import DoudizhuFacts, TableView
from protocol.cards import PACK_WITH_JOKERS, Card, parse
from protocol.words import Cards
from tests.e2e.stacked import Deal

HAND: Final = 17
ROCKET: Final = set(parse("Xb Xc"))


@dataclass(frozen=True)
class Game:
    """A deal by what its landlord holds in the end, who is next in turn, and who is last."""

    lord: Cards
    second: Cards
    third: Cards
    kitty: Cards

    @staticmethod
    def of(lord: str, third: str, kitty: str) -> "Game":
        """The second has whatever the others have not."""
        first, last = parse(lord), parse(third)
        rest = tuple(card for card in PACK_WITH_JOKERS if card not in first + last)
        return Game(first, rest, last, parse(kitty))

    def deal(self, lord: int, lot: int | None = None) -> Deal:
        """Dealt so that this seat holds it; the turn goes from a seat to the one below it."""
        first = tuple(card for card in self.lord if card not in self.kitty)
        hands = {lord: first, (lord - 1) % 3: self.second, (lord - 2) % 3: self.third}
        assert [len(hands[seat]) for seat in range(3)] == [HAND] * 3, hands
        return Deal([hands[seat] for seat in range(3)], lord if lot is None else lot)


@dataclass
class State:
    """What all may know: kept by the test from what it has let them do."""

    hands: dict[int, set[Card]]
    kitty: Cards
    lord: int | None = None
    turn: int | None = None
    plays: dict[int, Cards] = field(default_factory=dict)
    trick: tuple[int, Cards] | None = None
    passes: int = 0
    gone: set[Card] = field(default_factory=set)
    opened: set[int] = field(default_factory=set)
    """Whose hands lie open."""

    def crowned(self, lord: int) -> None:
        self.lord = self.turn = lord
        self.hands[lord] |= set(self.kitty)

    def played(self, seat: int, cards: Cards) -> None:
        self.plays = {**(self.plays if self.trick else {}), seat: cards}
        self.trick, self.passes = (seat, cards), 0
        self.hands[seat] -= set(cards)
        self.gone |= set(cards)
        self.turn = (seat - 1) % 3
        if set(cards) == ROCKET and not self.over:
            # Nobody is asked to beat it.
            self.passed((seat - 1) % 3)
            self.passed((seat - 2) % 3)

    def passed(self, seat: int) -> None:
        self.plays = {**self.plays, seat: ()}
        self.passes += 1
        if self.passes == 2:
            self.trick, self.passes = None, 0
        self.turn = (seat - 1) % 3

    @property
    def over(self) -> bool:
        return not all(self.hands.values())

    @property
    def left(self) -> Mapping[int, int]:
        return {seat: len(cards) for seat, cards in self.hands.items()}

    def may_see(self, seat: int) -> set[Card]:
        """Every card that this seat may know of."""
        if self.over:
            return set(PACK_WITH_JOKERS)
        open_ = set(self.kitty) if self.lord is not None else set()
        for other in self.opened:
            open_ |= self.hands[other]
        return self.hands[seat] | self.gone | open_

    def seen(self) -> Mapping[str, object]:
        return {
            "lord": self.lord,
            "turn": None if self.over else self.turn,
            "left": self.left,
            "plays": {seat: frozenset(cards) for seat, cards in self.plays.items()},
            "trick": self.trick and (self.trick[0], frozenset(self.trick[1])),
        }


def facts(view: TableView) -> DoudizhuFacts:
    assert isinstance(view.facts, DoudizhuFacts), view.facts
    return view.facts


def seen(view: TableView) -> Mapping[str, object]:
    """The same as one window has it."""
    now = facts(view)
    trick = now.trick
    return {
        "lord": now.landlord,
        "turn": view.turn.seats[0] if view.turn and view.turn.seats and view.live else None,
        "left": dict(now.left),
        "plays": {seat: frozenset(play.cards) for seat, play in now.plays.items()},
        "trick": trick and (trick[0], frozenset(trick[1].cards)),
    }
