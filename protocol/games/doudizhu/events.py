"""Events of Dou Dizhu beyond those that all games tell."""

from collections.abc import Mapping
from dataclasses import field
from typing import Final

from protocol.events import Event, event
from protocol.frozen import frozen
from protocol.words import Seat


@event("doudizhu.unshuffled")
@frozen
class Unshuffled(Event):
    """The cards of the last game lie as they were gathered; they are cut and not shuffled."""


@event("doudizhu.redealt")
@frozen
class Redealt(Event):
    """All passed: the hands go back unseen and are dealt again."""


@event("doudizhu.no_game")
@frozen
class NoGame(Event):
    """All passed once too often: the round is over, and nobody pays."""


@event("doudizhu.wild")
@frozen
class Wild(Event):
    """Cards of this rank stand for any rank in this game; `says` is its name."""

    rank: int
    says: str


@event("doudizhu.first")
@frozen
class FirstBidder(Event):
    """This seat is asked first for a bid, or to call: chance or the first open hand says so."""

    seat: Seat
    calls: bool = False

    @property
    def variant(self) -> str:
        return "call" if self.calls else ""


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

    The three fields of the pattern are those of `Pattern`; `says` is its English name. `stands` are
    the ranks that the wild cards among them stand for, in the order in which they were laid.
    """

    seat: Seat
    category: str
    length: int
    low: int
    left: int
    says: str
    stands: tuple[int, ...] = ()


@event("doudizhu.doubled")
@frozen
class Doubled(Event):
    """The stakes double, by a bomb, the rocket, a spring or an anti-spring."""

    why: str
    each: int


@event("doudizhu.multiplied")
@frozen
class Multiplied(Event):
    """A rob (`by` 2) or open cards (`by` is what they multiply by in all) raise the stakes.

    `each` is what a peasant plays for that has not doubled.
    """

    why: str
    by: int
    each: int

    @property
    def variant(self) -> str:
        return self.why


@event("doudizhu.staked")
@frozen
class Staked(Event):
    """What each peasant plays for, where players have doubled for themselves."""

    amounts: Mapping[Seat, int]


@event("doudizhu.reckoned")
@frozen
class Reckoned(Event):
    """How the game is settled: the bid, doubled for bombs (the rocket is one) and spring.

    `bid` is one, two or three times the stake. `results` is what each seat really wins or pays:
    nobody pays more than the own stack. Where it was called, each of `robs` doubles, and `opened`
    is what open cards multiply by. `doubles` is what seats multiply their own stake by; `each` is
    without a peasant's own, and `amounts`, where anybody doubled, what each peasant plays for.
    """

    landlord: Seat
    winners: tuple[Seat, ...]
    stake: int
    bid: int
    bombs: int
    spring: bool
    each: int
    results: Mapping[Seat, int]
    robs: int = 0
    opened: int = 1
    doubles: Mapping[Seat, int] = field(default_factory=dict)
    amounts: Mapping[Seat, int] = field(default_factory=dict)

    @property
    def variant(self) -> str:
        if self.amounts:
            return "doubles"
        return "called" if self.robs or self.opened > 1 else ""


OPENING: Final[Mapping[int, int]] = {54: 5, 36: 4, 18: 3, 15: 3}
"""What open cards multiply by, by how many cards are still to be dealt when they are opened."""
TEXT: Final[dict[str, str]] = {
    "acted.bid": "{seat} bids {amount:chips}",
    "acted.pass": "{seat} passes",
    "acted.play": "",
    "acted.call": "{seat} calls for the landlord",
    "acted.no_call": "{seat} does not call",
    "acted.rob": "{seat} robs",
    "acted.no_rob": "{seat} does not rob",
    "acted.open": "{seat} plays with open cards",
    "acted.no_open": "",
    "acted.double": "{seat} doubles",
    "acted.super_double": "{seat} doubles twice",
    "acted.no_double": "{seat} does not double",
    "shown": "{seat} holds {cards}",
    "dealt.board": "The landlord's cards are {cards}",
    "laid.board.seat": "{dst} takes them up",
    "left": "{seat} has left; somebody else plays the hand to its end",
    "doudizhu.unshuffled": (
        "The cards lie as they were played; they are cut, and dealt in threes and fours"
    ),
    "doudizhu.redealt": "Nobody bid; the cards are dealt again",
    "doudizhu.no_game": "Nobody bid; the round is over and nobody pays",
    "doudizhu.wild": "Every {says} is wild",
    "doudizhu.first": "{seat} bids first",
    "doudizhu.first.call": "{seat} is asked first",
    "doudizhu.multiplied.rob": "The stakes double by the rob: each peasant plays for {each:chips}",
    "doudizhu.multiplied.open": (
        "Open cards make the stakes {by} times as high: each peasant plays for {each:chips}"
    ),
    "doudizhu.staked": "By own doubles it is played for {amounts}",
    "doudizhu.landlord": "{seat} is the landlord; each peasant plays for {each:chips}",
    "doudizhu.played": "That is {says}; cards left: {left}",
    "doudizhu.doubled": "The stakes double by the {why}: each peasant plays for {each:chips}",
    "doudizhu.reckoned": (
        "Won by {winners:names}. Bid {bid:chips}, bombs and rocket: {bombs}; "
        "{each:chips} for each peasant"
    ),
    "doudizhu.reckoned.called": (
        "Won by {winners:names}. Stake {stake:chips}, open cards x{opened}, robs: {robs}, "
        "bombs and rocket: {bombs}; {each:chips} for each peasant"
    ),
    "doudizhu.reckoned.doubles": (
        "Won by {winners:names}. Stake {stake:chips}, open cards x{opened}, robs: {robs}, "
        "bombs and rocket: {bombs}; by own doubles it is {amounts}"
    ),
}
"""The sentences for a person who reads along."""
