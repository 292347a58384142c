"""Motions: what an event moves on the felt, from where to where, for a screen to animate."""

from dataclasses import dataclass
from typing import Literal

from client_core.round import BACK, Faces, Round
from protocol.events import (
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
from protocol.games.roulette import Spun
from protocol.games.sabacc import Rolled
from protocol.words import BOARD, CHANCE, HOUSE, POT, Hidden, Seat

Kind = Literal[
    "began",
    "deal",
    "lay",
    "show",
    "bet",
    "collect",
    "win",
    "back",
    "pay",
    "act",
    "button",
    "fall",
    "roll",
    "left",
    "event",
    "ended",
]


@dataclass(frozen=True, slots=True)
class Motion:
    """A motion on the felt: one thing that moves, from where to where. Places are seats and the
    parties; CHANCE is the deck.

    `bet` goes from a seat to the chips before it, `collect` from there to the pot, `win` and
    `back` from a party to a seat, `pay` between any others. `fall` is a ball that falls into its
    slot, `roll` dice that are thrown. `event` is what was told.
    """

    kind: Kind
    event: Event
    seq: int
    src: Seat = CHANCE
    dst: Seat = CHANCE
    cards: Faces = ()
    amount: int = 0
    hand: int = 0
    verb: str = ""


def motions(before: Round | None, event: Event, after: Round | None) -> tuple[Motion, ...]:
    """What the event moves, in the order in which it is to be seen."""
    if after is None:
        return ()
    now = _one(event, after.seq)
    if before is not None and before.bets and not after.bets and not isinstance(event, Moved):
        return (*_collected(before, event, after.seq), now)
    if before is not None and isinstance(event, Moved) and now.kind == "win" and event.src == POT:
        return (*_collected(before, event, after.seq), now)
    return (now,)


def _collected(before: Round, event: Event, seq: int) -> tuple[Motion, ...]:
    return tuple(
        Motion("collect", event, seq, seat, POT, amount=amount)
        for seat, amount in sorted(before.bets.items())
    )


def _one(event: Event, seq: int) -> Motion:
    match event:
        case RoundBegan():
            return Motion("began", event, seq)
        case RoundEnded():
            return Motion("ended", event, seq)
        case Dealt(to=to, cards=cards, hand=hand):
            faces: Faces = (
                cards if isinstance(cards, tuple) else (None,) * cards.count
                if isinstance(cards, Hidden) else ()
            )  # fmt: skip
            return Motion("deal", event, seq, CHANCE, to, faces, hand=hand)
        case Laid(src=src, dst=dst, cards=cards):
            return Motion("lay", event, seq, src, dst, cards)
        case Shown(seat=seat, cards=cards, hand=hand):
            return Motion("show", event, seq, seat, seat, cards, hand=hand)
        case Acted(seat=seat, verb=verb, amount=amount):
            return Motion("act", event, seq, seat, seat, amount=amount, verb=verb)
        case Button(seat=seat):
            return Motion("button", event, seq, seat, seat)
        case LeftGame(seat=seat):
            return Motion("left", event, seq, seat, seat)
        case Spun():
            return Motion("fall", event, seq, HOUSE, BOARD)
        case Rolled():
            return Motion("roll", event, seq, HOUSE, BOARD)
        case Moved():
            return _moved(event, seq)
    return Motion("event", event, seq, BOARD, BOARD)


def _moved(event: Moved, seq: int) -> Motion:
    src, dst = event.src, event.dst
    kind: Kind = "pay"
    if src >= 0 and dst == POT:
        kind = "bet"
    elif src < 0 <= dst:
        kind = "back" if event.why in BACK else "win"
    return Motion(kind, event, seq, src, dst, amount=event.amount, verb=event.why)
