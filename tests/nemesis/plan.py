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
]
WEIGHTS: Final[Mapping[Kind, int]] = {
    "kill": 3,
    "stop": 4,
    "hold": 2,
    "hold_there": 1,
    "hold_back": 2,
    "cut": 2,
    "restart": 1,
}
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
    nodes: int
    clocks: tuple[float, ...]
    tables: tuple[str, ...]
    strikes: tuple[Strike, ...]
    bank: tuple[str, ...]
    """The faults of the bank, one request after another."""


def plan(seed: int, strikes: int = 0) -> Plan:
    """The run of that seed; with so many strikes, if that is said."""
    random = Random(seed)
    nodes = random.choice((2, 2, 3))
    clocks = tuple(random.choice(CLOCKS) for _ in range(nodes))
    tables = ["eps", random.choice(QUICK)]
    if random.random() < 0.25:
        tables.append(random.choice(SLOW))
    faults = tuple(random.choice(BANK_FAULTS) for _ in range(random.randint(0, 8)))
    many = strikes or random.randint(2, 4)
    drawn = random.choices(list(WEIGHTS), list(WEIGHTS.values()), k=many)
    struck = tuple(_strike(random, kind) for kind in drawn)
    return Plan(seed, nodes, clocks, tuple(tables), struck, faults)


def _strike(random: Random, kind: Kind) -> Strike:
    return Strike(
        kind,
        random.random() < 0.8,
        random.randrange(8),
        LEASE_S * random.choice((0.2, 0.6, 1.2, 2.0)),
        random.uniform(0.1, 1.5),
    )
