"""What is told in Dou Dizhu beyond what every game tells."""

from collections.abc import Mapping
from typing import Final

from protocol.events import Event, event
from protocol.frozen import frozen
from protocol.words import Seat


@event("doudizhu.redealt")
@frozen
class Redealt(Event):
    """All passed: the hands go back unseen and are dealt again."""


@event("doudizhu.no_game")
@frozen
class NoGame(Event):
    """All passed once too often: the round is over, and nobody pays."""


@event("doudizhu.first")
@frozen
class FirstBidder(Event):
    """Chance lets this seat bid first."""

    seat: Seat


@event("doudizhu.landlord")
@frozen
class Landlord(Event):
    """This seat is the landlord; `each` is what a peasant wins or pays as it stands."""

    seat: Seat
    each: int


@event("doudizhu.played")
@frozen
class Played(Event):
    """What the cards that were just laid are, and how many cards the seat has left.

    The three fields of the pattern are those of `Pattern`; `says` is its English name.
    """

    seat: Seat
    category: str
    length: int
    low: int
    left: int
    says: str


@event("doudizhu.doubled")
@frozen
class Doubled(Event):
    """The stakes double, by a bomb, the rocket, a spring or an anti-spring."""

    why: str
    each: int


@event("doudizhu.reckoned")
@frozen
class Reckoned(Event):
    """How the game is settled: the bid, doubled for bombs (the rocket is one) and spring.

    `bid` is one, two or three times the stake. `results` is what each seat really wins or pays:
    nobody pays more than the own stack.
    """

    landlord: Seat
    winners: tuple[Seat, ...]
    stake: int
    bid: int
    bombs: int
    spring: bool
    each: int
    results: Mapping[Seat, int]


TEXT: Final[dict[str, str]] = {
    "acted.bid": "{seat} bids {amount:chips}",
    "acted.pass": "{seat} passes",
    "acted.play": "",
    "dealt.board": "The landlord's cards are {cards}",
    "laid.board.seat": "{dst} takes them up",
    "left": "{seat} has left; somebody else plays the hand to its end",
    "doudizhu.redealt": "Nobody bid; the cards are dealt again",
    "doudizhu.no_game": "Nobody bid; the round is over and nobody pays",
    "doudizhu.first": "{seat} bids first",
    "doudizhu.landlord": "{seat} is the landlord; each peasant plays for {each:chips}",
    "doudizhu.played": "That is {says}; cards left: {left}",
    "doudizhu.doubled": "The stakes double by the {why}: each peasant plays for {each:chips}",
    "doudizhu.reckoned": (
        "Won by {winners:names}. Bid {bid:chips}, bombs and rocket: {bombs}; "
        "{each:chips} for each peasant"
    ),
}
"""The sentences for a person who reads along."""
