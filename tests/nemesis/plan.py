"""What a run is to be, all of it drawn from its seed: nodes, clocks, tables, and what strikes the
house, one thing after another."""

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Final, Literal

from tests.nemesis.cluster import LEASE_S

Kind = Literal[
    "kill",  # SIGKILL; it is started again a moment later
    "stop",  # SIGSTOP, and SIGCONT when that is over
    "hold",  # what a node and its server say to each other is held back in both directions
    "hold_there",  # what the node says is held back
    "hold_back",  # what the server says is held back
    "cut",  # the line ends, and no new one comes about
    "restart",  # PostgreSQL ends in the middle of whatever it does, and starts again
    "words",  # the same for NATS
]
Shape = Literal[
    "standby",  # one node has the house, the others wait for it
    "shared",  # all have lines and tables
    "fronts",  # lines at some, tables at others
    "counter",  # the same, and the bank is reached from where the lines are
]
WEIGHTS: Final[Mapping[Kind, int]] = {
    "kill": 3,
    "stop": 4,
    "hold": 2,
    "hold_there": 1,
    "hold_back": 2,
    "cut": 2,
    "restart": 1,
    "words": 1,
}
SHAPES: Final[tuple[Shape, ...]] = ("standby", "shared", "shared", "fronts", "counter")
ROLES: Final[Mapping[Shape, tuple[str, ...]]] = {
    "standby": ("", "", ""),
    "shared": ("front tables cashier",) * 3,
    "fronts": ("front", "tables cashier", "tables cashier"),
    "counter": ("front cashier", "tables", "tables"),
}
"""What the nodes of each are, in their order; those of a house with a standby have no roles."""
LINES: Final[frozenset[Kind]] = frozenset({"hold", "hold_there", "hold_back", "cut"})
CLOCKS: Final = (0.0, 0.0, -7.0, 7.0, -3_700.0, 3_700.0)
"""So many seconds the clocks of nodes may be ahead."""
QUICK: Final = ("holdem", "doudizhu", "blackjack")
SLOW: Final = ("roulette", "sabacc", "bid")
BANK_FAULTS: Final = (
    "refuse",
    "slow",
    "timeout_before",
    "timeout_after",
    "error_before",
    "error_after",
    "duplicate",
    "hang_up",
)


@dataclass(frozen=True)
class Strike:
    """One thing that strikes the house. `owner`: the node where the players are, else another.
    `line`: which of the node's lines, by number. It lasts so many seconds; the next one
    comes so many after it."""

    kind: Kind
    owner: bool
    line: int
    lasts: float
    rest: float


@dataclass(frozen=True)
class Plan:
    """A run."""

    seed: int
    shape: Shape
    clocks: tuple[float, ...]
    tables: tuple[str, ...]
    strikes: tuple[Strike, ...]
    bank: tuple[str, ...]
    """The faults of the bank, one request after another."""


def plan(seed: int, strikes: int = 0, shape: Shape | None = None) -> Plan:
    """The run of that seed; with so many strikes and of that shape, if that is said."""
    random = Random(seed)
    drawn_shape = random.choice(SHAPES)
    shape = shape or drawn_shape
    nodes = 3 if shape in ("fronts", "counter") else random.choice((2, 2, 3))
    clocks = tuple(random.choice(CLOCKS) for _ in range(nodes))
    tables = ["eps", random.choice(QUICK)]
    if random.random() < 0.25:
        tables.append(random.choice(SLOW))
    faults = tuple(random.choice(BANK_FAULTS) for _ in range(random.randint(0, 8)))
    many = strikes or random.randint(2, 4)
    kinds: list[Kind] = [one for one in WEIGHTS if one != "words" or shape != "standby"]
    drawn = random.choices(kinds, [WEIGHTS[one] for one in kinds], k=many)
    struck = tuple(_strike(random, kind) for kind in drawn)
    return Plan(seed, shape, clocks, tuple(tables), struck, faults)


def _strike(random: Random, kind: Kind) -> Strike:
    return Strike(
        kind,
        random.random() < 0.6,
        random.randrange(8),
        LEASE_S * random.choice((0.2, 0.6, 1.2, 2.0)),
        random.uniform(0.1, 1.5),
    )
