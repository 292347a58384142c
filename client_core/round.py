"""One round as it was told: what every game shows of it, folded event by event.

What only one game has is in `facts`, which the fold of that game keeps (`folds`).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final, Literal

from client_core.verbs import ALL_IN, verb_of
from protocol.cards import Card
from protocol.events import (
    ANTES,
    FOR_ALL,
    Acted,
    Button,
    Dealt,
    Event,
    Laid,
    LeftGame,
    Moved,
    RoundBegan,
    RoundEnded,
    Shown,
)
from protocol.pots import layers, reach, unmatched, with_dead
from protocol.words import BOARD, DISCARD, POT, Cards, Hidden, Seat, Veiled

Faces = tuple[Card | None, ...]
"""Cards as they lie: None is one that lies face down."""
BACK: Final = frozenset(
    {"uncalled", "take_back", "stake", "push", "surrender_back", "insurance_stake"}
)
"""Why chips go back to whom they belong: nobody has won them."""

SIDE: Final = "side_pot"
"""What the house calls every pot beside the first."""
PotName = Literal["", "main", "side", "split"]


@dataclass(frozen=True, slots=True)
class LastAct:
    """The last act of a seat, by the number of its event."""

    verb: str
    amount: int
    on: str
    seq: int


@dataclass(frozen=True, slots=True)
class HeldCards:
    """Cards of one hand; `open`: everybody sees them."""

    cards: Faces = ()
    open: bool = False


@dataclass(frozen=True, slots=True)
class HandName:
    """The name of a hand, as its game names categories and ranks, and the cards that make it."""

    category: str
    ranks: tuple[int, ...]
    cards: Cards


@dataclass(frozen=True, slots=True)
class HandFacts:
    """The facts of a game about one hand beyond its cards: its name or its points, the bet on it,
    whether it is the one that is played, and what became of it. `soft`: an ace in it may still
    count 1 instead of 11; `net` is what it has won, below zero what it has lost."""

    name: HandName | None = None
    points: int | None = None
    soft: bool = False
    bet: int = 0
    active: bool = False
    result: str = ""
    net: int = 0


@dataclass(frozen=True, slots=True)
class Facts:
    """The facts that only one game shows. A game without a fold of its own has nothing more."""


NO_FACTS: Final = Facts()


@dataclass(frozen=True, slots=True)
class Round:
    """A round as it was told, after `seq` events.

    `bets` lie before the seats, `paid` is what each has in the pot in all. `stacks` holds the
    seats, `parties` what POT, HOUSE and JACKPOT won or lost. `out` can win nothing, `gone` left.
    `inherited` is what everybody knows of what the round before has left there.
    """

    number: int
    game: str
    preset: str
    names: Mapping[Seat, str]
    began: Mapping[Seat, int]
    options: Mapping[str, int | str | bool]
    stacks: Mapping[Seat, int]
    parties: Mapping[Seat, int] = field(default_factory=dict)
    bets: Mapping[Seat, int] = field(default_factory=dict)
    paid: Mapping[Seat, int] = field(default_factory=dict)
    dead: Mapping[Seat, int] = field(default_factory=dict)
    won: Mapping[Seat, int] = field(default_factory=dict)
    took: Mapping[Seat, frozenset[str]] = field(default_factory=dict)
    """Of which pots that was, as the house calls them."""
    hands: Mapping[Seat, Mapping[int, HeldCards]] = field(default_factory=dict)
    board: Cards = ()
    discards: Cards = ()
    button: Seat | None = None
    acts: Mapping[Seat, LastAct] = field(default_factory=dict)
    out: frozenset[Seat] = frozenset()
    gone: frozenset[Seat] = frozenset()
    over: bool = False
    seq: int = 0
    facts: Facts = NO_FACTS
    inherited: Mapping[str, int] = field(default_factory=dict)

    def hand(self, seat: Seat, number: int = 0) -> HeldCards:
        """The cards of one hand of a seat, or of HOUSE."""
        return self.hands.get(seat, {}).get(number, HeldCards())

    def with_hand(self, seat: Seat, number: int, held: HeldCards) -> "Round":
        """The round in which a seat holds this as its hand of that number."""
        hands = {**self.hands.get(seat, {}), number: held}
        return replace(self, hands={**self.hands, seat: hands})

    def option(self, name: str) -> int:
        """An option of the room that is an amount or a flag; 0 if there is none."""
        return int(self.options.get(name, 0) or 0)

    @property
    def live(self) -> tuple[Seat, ...]:
        """Who can still win something."""
        return tuple(seat for seat in sorted(self.stacks) if seat not in self.out)

    @property
    def level(self) -> int:
        """The highest bet that lies before a seat."""
        return max(self.bets.values(), default=0)

    def to_call(self, seat: Seat) -> int:
        """What a seat lacks of it."""
        return max(0, self.level - self.bets.get(seat, 0))

    @property
    def results(self) -> Mapping[Seat, int]:
        """What each seat has won or lost by now."""
        return {seat: self.stacks[seat] - began for seat, began in self.began.items()}

    def pot_of(self, seat: Seat) -> PotName:
        """What it was that a seat has won, where that has to be said."""
        mine = self.took.get(seat)
        pots = [pot for pots in self.took.values() for pot in pots]
        if mine == frozenset({SIDE}):
            return "side"
        if mine and SIDE not in mine and SIDE in pots:
            return "main"
        return "split" if mine and SIDE not in pots and len(pots) > 1 else ""

    def collected(self) -> "Round":
        """The bets have gone into the pot."""
        return replace(self, bets={}) if self.bets else self


def begun(event: RoundBegan) -> Round:
    """A round of which nothing else is known."""
    return Round(
        event.round,
        event.game,
        event.preset,
        dict(event.names),
        dict(event.stacks),
        dict(event.options),
        dict(event.stacks),
        seq=1,
        inherited=dict(event.inherited),
    )


def fold_shared(now: Round, event: Event) -> Round:
    """The round after one event more, as far as all games share it."""
    now = replace(now, seq=now.seq + 1)
    match event:
        case Moved():
            return _moved(now, event)
        case Dealt(to=to, cards=cards, hand=number):
            return _dealt(now, to, cards, number)
        case Laid(src=src, dst=dst, cards=cards):
            return _put(_taken(now, src, cards), dst, cards)
        case Shown(seat=seat, cards=cards, hand=number):
            held = now.hand(seat, number)
            return now.with_hand(seat, number, HeldCards(turned(held.cards, cards), open=True))
        case Acted(seat=seat, verb=verb, amount=amount, on=on):
            acts = {**now.acts, seat: LastAct(verb, amount, on, now.seq)}
            out = now.out | {seat} if verb_of(verb).out else now.out
            return replace(now, acts=acts, out=out)
        case Button(seat=seat):
            return replace(now, button=seat)
        case LeftGame(seat=seat):
            return replace(now, gone=now.gone | {seat})
        case RoundEnded():
            return replace(now.collected(), over=True)
    return now


def _moved(now: Round, event: Moved) -> Round:
    stacks, parties = dict(now.stacks), dict(now.parties)
    for seat, change in ((event.src, -event.amount), (event.dst, event.amount)):
        side = stacks if seat >= 0 else parties
        side[seat] = side.get(seat, 0) + change
    now = replace(now, stacks=stacks, parties=parties)
    src, dst, amount = event.src, event.dst, event.amount
    if dst == POT and src >= 0 and event.why in ANTES:
        dead = added(now.dead, src, amount) if event.why == FOR_ALL else now.dead
        return replace(now, dead=dead, paid=added(now.paid, src, amount))
    if dst == POT and src >= 0:
        return replace(now, bets=added(now.bets, src, amount), paid=added(now.paid, src, amount))
    if dst < 0 or event.src >= 0:
        return now
    if src == POT and event.why in BACK:
        back = min(amount, now.bets.get(dst, 0))
        return replace(now, bets=added(now.bets, dst, -back), paid=added(now.paid, dst, -amount))
    if src == POT:
        took = {**now.took, dst: now.took.get(dst, frozenset()) | {event.why}}
        now = replace(now.collected(), took=took)
    return replace(now, won=added(now.won, dst, amount))


def added(sums: Mapping[Seat, int], seat: Seat, amount: int) -> Mapping[Seat, int]:
    """With so much more for the seat; what is nothing is left out."""
    total = sums.get(seat, 0) + amount
    rest = {other: one for other, one in sums.items() if other != seat}
    return {**rest, seat: total} if total > 0 else rest


def _dealt(now: Round, to: Seat, cards: Veiled, number: int) -> Round:
    faces: Faces = cards if isinstance(cards, tuple) else (None,) * _count(cards)
    if to == BOARD:
        acts = {seat: act for seat, act in now.acts.items() if _lasts(act.verb)}
        return replace(now.collected(), acts=acts, board=now.board + known(faces))
    if to == DISCARD:
        return replace(now, discards=now.discards + known(faces))
    held = now.hand(to, number)
    return now.with_hand(to, number, replace(held, cards=held.cards + faces))


def _lasts(verb: str) -> bool:
    """Whether an act is still to be read when the next street begins."""
    return verb == ALL_IN or verb_of(verb).out


def _count(cards: Veiled) -> int:
    return cards.count if isinstance(cards, Hidden) else 0


def _taken(now: Round, src: Seat, cards: Cards) -> Round:
    if src == BOARD:
        return replace(now, board=_without(now.board, cards))
    if src == DISCARD:
        return replace(now, discards=now.discards[: len(now.discards) - len(cards)])
    held = now.hand(src)
    faces = list(held.cards)
    for card in cards:
        if card in faces:
            faces.remove(card)
        elif None in faces:
            faces.remove(None)
    return now.with_hand(src, 0, replace(held, cards=tuple(faces)))


def _put(now: Round, dst: Seat, cards: Cards) -> Round:
    if dst == BOARD:
        return replace(now, board=now.board + cards)
    if dst == DISCARD:
        return replace(now, discards=now.discards + cards)
    held = now.hand(dst)
    return now.with_hand(dst, 0, replace(held, cards=held.cards + cards))


def _without(cards: Cards, taken: Cards) -> Cards:
    left = list(cards)
    for card in taken:
        if card in left:
            left.remove(card)
    return tuple(left)


def known(faces: Faces) -> Cards:
    """Those that lie face up."""
    return tuple(card for card in faces if card is not None)


def turned(faces: Faces, shown: Cards) -> Faces:
    """Cards turned face up: those that lay face down, or the whole hand."""
    if faces.count(None) < len(shown):
        return shown
    up = iter(shown)
    return tuple(next(up, None) if face is None else face for face in faces)


@dataclass(frozen=True, slots=True)
class PotView:
    """A pot or side pot: chips, and the seats that can win them."""

    amount: int
    seats: tuple[Seat, ...]


def pots(now: Round) -> tuple[PotView, ...]:
    """The main pot and the side pots, without the bets that lie before the seats.

    They are those of the rules (`protocol.pots`); what nobody who is left can win lies last, as
    long as it has not gone back.
    """
    put = {
        seat: paid - now.bets.get(seat, 0) - now.dead.get(seat, 0)
        for seat, paid in now.paid.items()
    }
    dead, live = sum(now.dead.values()), now.live
    if not sum(put.values()) + dead or now.won or now.over:
        return ()
    # Whoever has a bet before it can still put that in.
    chips = {seat: now.stacks[seat] + now.bets.get(seat, 0) for seat in live}
    covers = reach(put, chips, live)
    above = unmatched(put, covers)
    held = {seat: one - above.get(seat, 0) for seat, one in put.items()}
    if now.option("single_pot") and any(covers.values()):
        top = max(put.values())
        covers = {seat: top for seat in live if covers[seat]}
        above, held = {}, put
    found = [
        PotView(pot.amount, tuple(seat for seat in live if seat in pot.seats))
        for pot in with_dead(layers(held, live, covers), dead, live)
    ]
    rest = sum(above.values())
    return (*found, PotView(rest, ())) if rest else tuple(found)
