"""What a hold'em player can know at its turn, read from what its seat was told."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from protocol.cards import Card
from protocol.events import ANTES, Acted, Button, Dealt, Event, LeftGame, Moved, RoundBegan
from protocol.words import BOARD, HOUSE, POT, Ask, Cards, Seat

PREFLOP: Final = 0
FLOP: Final = 1
TURN: Final = 2
RIVER: Final = 3
UNUSUAL: Final = (
    "ante",
    "check_is_always_free",
    "one_lap",
    "single_pot",
    "small_blind_left_of_dealer_heads_up",
)
"""Options that change what a bet is worth."""


@dataclass(frozen=True, slots=True)
class HoldemMove:
    """One act of a seat, and what it faced."""

    seat: Seat
    street: int
    verb: str
    share: float
    """What it put in above a call, as a share of the pot that it would then have called."""
    owed: float
    """What it had to call, as a share of the pot with that call."""
    raises: int
    """How many bets and raises the street had seen; blinds are none."""
    behind: int
    """How many live seats had not acted on this street, or acted before the last raise."""
    is_raise: bool
    all_in: bool = False
    """Whether it leaves somebody nothing to bet with."""


@dataclass
class HoldemSituation:
    """The hand as the asked seat sees it; `read` makes it, and nothing changes it afterwards."""

    ask: Ask
    hole: Cards = ()
    board: Cards = ()
    button: Seat = HOUSE
    big_blind: int = 0
    free_checks: bool = False
    """A check is free even when facing a bet."""
    plain: bool = False
    """Blinds of one to two, no antes, and betting as everywhere."""
    stacks: dict[Seat, int] = field(default_factory=dict)
    paid: dict[Seat, int] = field(default_factory=dict)
    """What every seat put in during the whole hand."""
    forced: int = 0
    """Blinds and antes: what lay in the pot before anybody had acted."""
    bets: dict[Seat, int] = field(default_factory=dict)
    """The same on this street."""
    live: list[Seat] = field(default_factory=list)
    waiting: set[Seat] = field(default_factory=set)
    moves: list[HoldemMove] = field(default_factory=list)
    street: int = PREFLOP
    raises: int = 0

    @property
    def me(self) -> Seat:
        return self.ask.who

    @property
    def opponents(self) -> list[Seat]:
        return [seat for seat in self.live if seat != self.me]

    @property
    def stack(self) -> int:
        return self.stacks[self.me]

    @property
    def level(self) -> int:
        """The highest bet that lies before a seat."""
        return max(self.bets.values(), default=0)

    @property
    def owed(self) -> int:
        """What a call costs, at most everything."""
        call = self.ask.option("call")
        if call is not None:
            return call.low
        return min(self.stack, self.level - self.bets.get(self.me, 0))

    @property
    def pot(self) -> int:
        """All chips that were put in so far."""
        return sum(self.paid.values())

    def winnable(self, adds: int) -> int:
        """The chips in the pot that can be won, once so much was added."""
        mine = self.paid.get(self.me, 0) + adds
        return sum(min(mine, put) for seat, put in self.paid.items() if seat != self.me) + mine

    def reach(self) -> int:
        """The most that can be lost from here: no more than the richest opponent can match."""
        mine = self.paid.get(self.me, 0)
        most = max(self.stacks[seat] + self.paid.get(seat, 0) for seat in self.opponents)
        return max(0, min(self.stack, most - mine))

    def order(self) -> list[Seat]:
        """The live seats as they act after the flop."""
        return sorted(self.live, key=lambda seat: (seat <= self.button, seat))

    def acts_last(self) -> bool:
        """Whether the seat has position on everybody who can still bet."""
        able = [seat for seat in self.order() if self.stacks[seat] or seat == self.me]
        return able[-1] == self.me

    # Reading what was told

    def hear(self, one: Event) -> None:
        """Take one event in."""
        match one:
            case Button(seat=seat):
                self.button = seat
            case Dealt(to=to, cards=tuple() as cards) if to == BOARD:
                self._new_street(cards)
            case Dealt(to=to, cards=cards) if to in self.stacks:
                if to not in self.live:
                    self.live.append(to)
                    self.waiting.add(to)
                if to == self.me and isinstance(cards, tuple):
                    self.hole += cards
            case Acted(seat=seat, verb=verb, amount=amount):
                self._act(seat, verb, amount)
            case LeftGame(seat=seat) if self.stacks.get(seat) and seat in self.live:
                self.live.remove(seat)
                self.waiting.discard(seat)
            case Moved(src=src, dst=dst, amount=amount, why=why):
                self._move(src, dst, amount, bet=why not in ANTES)

    def _new_street(self, cards: tuple[Card, ...]) -> None:
        self.board += cards
        self.street = len(self.board) - 2
        self.bets = {}
        self.raises = 0
        self.waiting = {seat for seat in self.live if self.stacks[seat]}

    def _act(self, seat: Seat, verb: str, amount: int) -> None:
        self.waiting.discard(seat)
        if verb == "fold":
            self.live.remove(seat)
        if verb in ("fold", "show", "muck"):
            return
        mine = self.bets.get(seat, 0)
        lacks = max(0, self.level - mine)
        total = mine + amount if verb in ("call", "all_in") else amount
        above = max(0, total - self.level) if verb != "check" else 0
        pot = self.pot + lacks
        self.moves.append(
            HoldemMove(
                seat,
                self.street,
                verb,
                above / pot if pot else 1.0,
                lacks / pot if pot else 0.0,
                self.raises,
                len(self.waiting),
                above > 0,
                total - mine >= self.stacks[seat] or self._covers(seat, total),
            )
        )
        if above:
            self.raises += 1
            self.waiting = {one for one in self.live if one != seat and self.stacks[one]}

    def _covers(self, seat: Seat, total: int) -> bool:
        """Whether nobody else has more than this street total."""
        others = (one for one in self.live if one != seat)
        return all(self.stacks[one] + self.bets.get(one, 0) <= total for one in others)

    def _move(self, src: Seat, dst: Seat, amount: int, bet: bool) -> None:
        if dst == POT:
            self.stacks[src] -= amount
            self.paid[src] = self.paid.get(src, 0) + amount
            if not self.moves:
                self.forced += amount
            if bet:
                self.bets[src] = self.bets.get(src, 0) + amount
        elif src == POT:
            self.stacks[dst] += amount
            self.paid[dst] = self.paid.get(dst, 0) - amount
            self.bets[dst] = self.bets.get(dst, 0) - amount


def read(told: Sequence[Event], ask: Ask) -> HoldemSituation:
    """The situation of the seat that is asked."""
    now = HoldemSituation(ask)
    for one in told:
        if isinstance(one, RoundBegan):
            now = HoldemSituation(ask, stacks=dict(one.stacks))
            now.big_blind = int(one.options.get("big_blind", 0))
            now.free_checks = bool(one.options.get("check_is_always_free", False))
            now.plain = 2 * int(one.options.get("small_blind", 0)) == now.big_blind and not any(
                one.options.get(name) for name in UNUSUAL
            )
        else:
            now.hear(one)
    return now
