"""Roulette as both sides know it: the wheel, the board, its places, what they cover and pay.

A place is a name such as `straight:17`, `split:16-17`, `street:16` (16 17 18), `trio:0-1-2`,
`corner:16-17-19-20`, `sixline:16-19` (16 to 21), `first_four` (0 1 2 3), `red`, `black`, `even`,
`odd`, `low`, `high`, `dozen:1` to `dozen:3`, `column:1` (1 4 7 ...) to `column:3` (3 6 9 ...).
The board has twelve streets of three; column 3 is its upper row as drawn, column 1 its lower.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from protocol.events import Acted, Event, LeftGame, RoundBegan, event
from protocol.frozen import frozen
from protocol.sight import Sight, Told
from protocol.words import Seat, chips

SLOTS: Final = 37
WHEEL: Final = (
    0, 32, 15, 19, 4, 21, 2, 25, 17, 34, 6, 27, 13, 36, 11, 30, 8, 23, 10,
    5, 24, 16, 33, 1, 20, 14, 31, 9, 22, 18, 29, 7, 28, 12, 35, 3, 26,
)  # fmt: skip
"""The slots in their order round the wheel."""
REDS: Final = frozenset(
    {1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36}
)  # fmt: skip
FIRST_FOUR: Final = "first_four"


def colour(number: int) -> str:
    """The colour of a number of the wheel."""
    return "green" if number == 0 else "red" if number in REDS else "black"


def _named(kind: str, numbers: Iterable[int]) -> tuple[str, frozenset[int]]:
    covered = tuple(numbers)
    return f"{kind}:{'-'.join(map(str, covered))}", frozenset(covered)


def _board() -> Iterator[tuple[str, frozenset[int]]]:
    numbers = range(1, SLOTS)
    for number in range(SLOTS):
        yield _named("straight", [number])
    for number in (1, 2, 3):
        yield _named("split", [0, number])
    for number in numbers:
        if number % 3:
            yield _named("split", [number, number + 1])
        if number + 3 < SLOTS:
            yield _named("split", [number, number + 3])
    for first in numbers[::3]:
        yield f"street:{first}", frozenset(range(first, first + 3))
    yield _named("trio", [0, 1, 2])
    yield _named("trio", [0, 2, 3])
    for number in numbers[:-3]:
        if number % 3:
            yield _named("corner", [number, number + 1, number + 3, number + 4])
    for first in numbers[:-3:3]:
        yield f"sixline:{first}-{first + 3}", frozenset(range(first, first + 6))
    yield "red", REDS
    yield "black", frozenset(numbers) - REDS
    yield "even", frozenset(numbers[1::2])
    yield "odd", frozenset(numbers[::2])
    yield "low", frozenset(numbers[:18])
    yield "high", frozenset(numbers[18:])
    for nth in (1, 2, 3):
        yield f"dozen:{nth}", frozenset(numbers[12 * nth - 12 : 12 * nth])
    for nth in (1, 2, 3):
        yield f"column:{nth}", frozenset(numbers[nth - 1 :: 3])
    yield FIRST_FOUR, frozenset(range(4))


NUMBERS: Final[dict[str, frozenset[int]]] = dict(_board())
"""Every place of the board with the numbers it covers."""
ALL_PLACES: Final = tuple(NUMBERS)
PLACES: Final = tuple(place for place in NUMBERS if place != FIRST_FOUR)
"""The board of a table that takes no bet on 0 1 2 3."""

_PAYS: Final = {
    "straight": 35, "split": 17, "street": 11, "trio": 11, "first_four": 8, "sixline": 5,
    "red": 1, "black": 1, "even": 1, "odd": 1, "dozen": 2, "column": 2,
}  # fmt: skip


def kind(place: str) -> str:
    """`split` of `split:16-17`."""
    return place.partition(":")[0]


_SPOKEN: Final = {
    "straight": "number {numbers}",
    "split": "the split {numbers}",
    "street": "the street {first} to {last}",
    "trio": "the trio {numbers}",
    "corner": "the corner {numbers}",
    "sixline": "the six line {first} to {last}",
    "low": "the low numbers",
    "high": "the high numbers",
    "dozen": "the {nth} dozen",
    "column": "the {nth} column",
    "first_four": "the first four",
}
_NTH: Final = {"1": "first", "2": "second", "3": "third"}


def place_name(place: str) -> str:
    """A place as players call it: `the corner 16-17-19-20`, `the first dozen`, `red`."""
    numbers, which = sorted(NUMBERS[place]), place.partition(":")[2]
    return _SPOKEN.get(kind(place), place).format(
        numbers=which, first=numbers[0], last=numbers[-1], nth=_NTH.get(which)
    )


def payouts(corner: int, half: int) -> dict[str, int]:
    """What each place pays for one chip, where corners and low or high pay so much."""
    pays = _PAYS | {"corner": corner, "low": half, "high": half}
    return {place: pays[kind(place)] for place in NUMBERS}


def bets_of(told: Iterable[Event]) -> dict[Seat, dict[str, int]]:
    """The chips that lie on the board, by seat and place, after these events."""
    bets: dict[Seat, dict[str, int]] = {}
    for one in told:
        match one:
            case RoundBegan() | Spun():
                bets = {}
            case Acted(seat=seat, verb="bet", amount=amount, on=place):
                mine = bets.setdefault(seat, {})
                mine[place] = mine.get(place, 0) + amount
            case Acted(seat=seat, verb="take", amount=amount, on=place):
                bets[seat][place] -= amount
                if not bets[seat][place]:
                    del bets[seat][place]
            case Acted(seat=seat, verb="clear") | LeftGame(seat=seat):
                bets.pop(seat, None)
    return {seat: mine for seat, mine in bets.items() if mine}


@event("roulette.closed")
@frozen
class Closed(Event):
    """No more bets: the wheel spins."""


@event("roulette.spun")
@frozen
class Spun(Event):
    """The ball lies in this slot."""

    number: int
    colour: str


@event("roulette.paid")
@frozen
class BetPaid(Event):
    """The `stake` on a place that covers the number wins `amount`, and stays its owner's."""

    seat: Seat
    on: str
    stake: int
    amount: int


TEXT: Final = {
    "acted.bet": "{seat} bets {amount:chips} on {on:place}",
    "acted.take": "{seat} takes {amount:chips} back from {on:place}",
    "acted.clear": "{seat} takes all bets back, {amount:chips}",
    "acted.spin": "{seat} is ready",
    "roulette.closed": "No more bets; the wheel spins",
    "roulette.spun": "The ball falls on {number}, {colour}",
    "roulette.paid": "{seat} wins {amount:chips} with {stake:chips} on {on:place}",
    "moved.won": "",
    "moved.lost": "{src} loses {amount:chips}",
    "moved.forfeit": "{src} forfeits {amount:chips} on the board",
}

WORDS: Final = {"place": place_name}


def _bets(told: Told) -> Mapping[Seat, int]:
    return {seat: sum(mine.values()) for seat, mine in bets_of(told).items()}


def _marks(told: Told) -> Mapping[Seat, Sequence[str]]:
    """What lies on the board, the highest bets first; what won when the ball has fallen."""
    marks = {
        seat: [
            f"{chips(mine[on])} on {place_name(on)}" for on in sorted(mine, key=lambda p: -mine[p])
        ]
        for seat, mine in bets_of(told).items()
    }
    for one in told:
        if isinstance(one, BetPaid):
            won = f"{place_name(one.on)} pays {chips(one.amount)}"
            marks.setdefault(one.seat, []).append(won)
    return marks


def _facts(told: Told) -> Mapping[str, str]:
    facts = {"bets": "open"}
    for one in told:
        match one:
            case Closed():
                facts = {"wheel": "spinning"}
            case Spun(number=number, colour=found):
                facts = {"ball": f"{number} {found}"}
    return facts


SIGHT: Final = Sight(
    hands=lambda _: {}, places=lambda _: {}, bets=_bets, marks=_marks, facts=_facts
)
