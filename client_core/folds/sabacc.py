"""Sabacc: laps, dice, the sabacc pot, which cards lie open, what hands are worth."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from client_core.folds import moments
from client_core.folds.card import GameCard
from client_core.round import Facts, HandFacts, Round, known
from client_core.text import Say
from client_core.verbs import Verb
from protocol.cards import Card
from protocol.events import Acted, Event, Laid, Moved
from protocol.games.sabacc import (
    Best,
    Counted,
    LapBegan,
    PotHolds,
    Reshuffled,
    Rolled,
    Shifted,
    total,
)
from protocol.words import DISCARD, JACKPOT, Ask, Cards, Seat

if TYPE_CHECKING:
    from client_core.acts import Acts
    from client_core.views import TableView

USUAL: Final = ("check", "match", "stand", "draw")
CLOSE: Final = 2
"""So near to 0 a hand is kept as it is."""


@dataclass(frozen=True, slots=True)
class SabaccFacts(Facts):
    """The facts of a game of sabacc. `face_up` are the cards before each seat that everybody sees;
    `best` holds the winners, their total and how many cards made it."""

    lap: int = 1
    dice: tuple[int, int] | None = None
    pot: int = 0
    totals: Mapping[Seat, int] = field(default_factory=dict)
    best: tuple[tuple[Seat, ...], int, int] | None = None
    face_up: Mapping[Seat, Cards] = field(default_factory=dict)
    shifted: bool = False


def begin(now: Round) -> SabaccFacts:
    """The facts of the game when a round begins."""
    return SabaccFacts()


def fold(before: Round, now: Round, event: Event) -> Round:
    """The round after one event more, with the facts of the game."""
    facts = now.facts
    if not isinstance(facts, SabaccFacts):
        return now
    match event:
        case Acted(seat=seat, verb="raise") if not now.bets:
            # Nobody has bet before: who raises from nothing bets, as the button said.
            acts = {**now.acts, seat: replace(now.acts[seat], verb="bet")}
            return replace(now, acts=acts)
        case Laid(src=src, dst=dst, cards=cards):
            return replace(now, facts=replace(facts, face_up=_moved(facts, src, dst, cards)))
        case PotHolds(amount=amount):
            parties = {**now.parties, JACKPOT: amount}
            return replace(now, parties=parties, facts=replace(facts, pot=amount))
        case Reshuffled():
            return replace(now, discards=now.discards[-1:])
        case Rolled(first=first, second=second):
            dice = replace(facts, dice=(first, second), shifted=False)
            return replace(now.collected(), facts=dice)
        case LapBegan(number=number):
            kept = {seat: act for seat, act in now.acts.items() if act.verb in ("junk", "all_in")}
            return replace(now, acts=kept, facts=replace(facts, lap=number))
    return replace(now, facts=_told(facts, event))


def _told(facts: SabaccFacts, event: Event) -> SabaccFacts:
    match event:
        case Moved(src=src, dst=dst, amount=amount) if JACKPOT in (src, dst):
            return replace(facts, pot=facts.pot + (amount if dst == JACKPOT else -amount))
        case Shifted():
            return replace(facts, shifted=True)
        case Acted() if facts.shifted:
            # The game goes on with the hands that were dealt anew.
            return replace(facts, shifted=False)
        case Counted(seat=seat, total=total):
            return replace(facts, totals={**facts.totals, seat: total})
        case Best(seats=seats, total=total, size=size):
            return replace(facts, best=(seats, total, size))
    return facts


def _moved(facts: SabaccFacts, src: Seat, dst: Seat, cards: Cards) -> Mapping[Seat, Cards]:
    up = dict(facts.face_up)
    if src == DISCARD:
        up[dst] = up.get(dst, ()) + cards
    elif src in up:
        left: list[Card] = list(up[src])
        for card in cards:
            if card in left:
                left.remove(card)
        up[src] = tuple(left)
    return {seat: held for seat, held in up.items() if held}


def hand(now: Round, seat: Seat, number: int) -> HandFacts:
    """What a hand counts, if all of it is seen."""
    held = now.hand(seat, number)
    seen = known(held.cards)
    return HandFacts(points=total(seen) if seen and len(seen) == len(held.cards) else None)


def tie(facts: Facts) -> Say | None:
    """Why the best hand is better than another that is as close to 0."""
    if not isinstance(facts, SabaccFacts) or facts.best is None:
        return None
    seats, won, _ = facts.best
    others = {total for seat, total in facts.totals.items() if seat not in seats}
    if won in others:
        return Say("sabacc.tie.cards")
    return (
        Say("sabacc.tie.sign", {"won": _signed(won), "lost": _signed(-won)})
        if (-won in others)
        else None
    )


def _signed(total: int) -> str:
    return f"{total:+d}".replace("-", "−")


def _advised(now: Round, ask: Ask) -> tuple[str, ...]:
    """A hand close to 0 is kept; what to do with any other is the player's choice."""
    if not ask.option("stand"):
        return USUAL
    points = hand(now, ask.who, 0).points
    return ("stand",) if points is not None and abs(points) <= CLOSE else ()


def _rolled(view: "TableView", acts: "Acts") -> bool:
    rolled = isinstance(view.facts, SabaccFacts) and view.facts.dice is not None
    return rolled and moments.mine(view, acts)


VERBS: Final = {
    "check": Verb("c", ("call",), "check", "calm", of_pot=True),
    "match": Verb("mc", ("call",), tone="calm"),
    "raise": Verb("rb", ("bet",)),
    "stand": Verb("s", ("hold",), "check"),
    "draw": Verb("d"),
    "swap": Verb("w"),
    "junk": Verb("jf", ("fold",), "fold", "quiet", out=True),
    "keep": Verb("k", ("check",), "check"),
    "release": Verb("r", ("discard",)),
}
CARD: Final = GameCard(
    "sabacc",
    ("house",),
    (),
    2,
    4,
    ("house",),
    1,
    pot=True,
    drawn=frozenset({"house"}),
    tips=(
        ("cards", moments.mine),
        ("play", moments.may("draw", "swap")),
        ("junk", moments.may("junk")),
        ("bet", moments.may("match", "check", "raise")),
        ("dice", _rolled),
        ("over", moments.over),
    ),
    emblem="sabacc",
    cloth="violet",
    shuffles=True,
    shuffled=(Reshuffled, Shifted),
    music="sabacc",
    verbs=VERBS,
    usual=USUAL,
    advised=_advised,
    free="check",
    keeps="stand",
    gives_up=("junk",),
    more=("raise", "draw"),
    tie=tie,
    begin=begin,
    fold=fold,
    hand=hand,
)
