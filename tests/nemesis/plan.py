"""What a run is to be, all of it drawn from its seed: nodes, clocks, tables, and what strikes the
house, one thing after another. Short runs have one strike each, and several are played in one house
after each other."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
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
    "apart",  # a front, a cashier and tables, each by itself
]
Whom = Literal[
    "owner",  # the node where most players are
    "another",
    "front",  # a node that has this role
    "tables",
    "cashier",
]
Line = Literal["postgresql", "nats", "both"]
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
SHAPES: Final[tuple[Shape, ...]] = ("standby", "shared", "shared", "fronts", "counter", "apart")
ROLES: Final[Mapping[Shape, tuple[str, ...]]] = {
    "standby": ("", "", ""),
    "shared": ("front tables cashier",) * 3,
    "fronts": ("front", "tables cashier", "tables cashier", "front"),
    "counter": ("front cashier", "tables", "tables"),
    "apart": ("front", "tables", "cashier", "tables"),
}
"""What the nodes of each are, in their order; those of a house with a standby have no roles."""
NODES: Final[Mapping[Shape, tuple[int, ...]]] = {
    "standby": (2, 2, 3),
    "shared": (2, 2, 3),
    "fronts": (3, 4),
    "counter": (3,),
    "apart": (3, 4),
}
"""How many there may be; short runs have the fewest."""
STRUCK: Final[Mapping[Shape, tuple[Whom, ...]]] = {
    "standby": ("owner", "another"),
    "shared": ("owner", "another"),
    "fronts": ("front", "tables"),
    "counter": ("front", "tables"),
    "apart": ("front", "tables", "cashier"),
}
"""Who may be struck in each."""
LINES: Final[tuple[Kind, ...]] = ("hold", "hold_there", "hold_back", "cut")
ANY_LINE: Final[tuple[Line, ...]] = ("postgresql", "nats", "both")
LASTS: Final = (0.2, 0.6, 1.2, 2.0)
"""How long a strike may last, in leases."""
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
    """One thing that strikes the house: this node, by which of its lines where it is about lines.
    It lasts so many seconds; the next one comes so many after it."""

    kind: Kind
    whom: Whom
    line: Line
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
    clocks = tuple(random.choice(CLOCKS) for _ in range(random.choice(NODES[shape])))
    tables = ["eps", random.choice(QUICK)]
    if random.random() < 0.25:
        tables.append(random.choice(SLOW))
    many = strikes or random.randint(2, 4)
    kinds: list[Kind] = [one for one in WEIGHTS if one != "words" or shape != "standby"]
    drawn = random.choices(kinds, [WEIGHTS[one] for one in kinds], k=many)
    struck = tuple(_strike(random, kind, random.choice(STRUCK[shape])) for kind in drawn)
    return Plan(seed, shape, clocks, tuple(tables), struck, _bank(random))


def _strike(random: Random, kind: Kind, whom: Whom, line: Line | None = None) -> Strike:
    drawn: Line = random.choice(ANY_LINE)
    lasts = LEASE_S * random.choice(LASTS)
    return Strike(kind, whom, line or drawn, lasts, random.uniform(0.1, 1.5))


def _bank(random: Random) -> tuple[str, ...]:
    return tuple(random.choice(BANK_FAULTS) for _ in range(random.randint(0, 8)))


# -- short runs ------------------------------------------------------------------------------------

SHORT: Final = (0.3, 1.2, 1.2, 1.5)
"""How long the strike of a short run may last, in leases."""
Due = tuple[Kind, Whom | None, Line | None]
"""A strike that is to be among short runs; what is None is drawn."""
DUE: Final[Mapping[Shape, tuple[Due, ...]]] = {
    "standby": (
        *(("kill", one, None) for one in STRUCK["standby"]),
        *(("stop", one, None) for one in STRUCK["standby"]),
        *((kind, "owner", "postgresql") for kind in LINES),
    ),
    "shared": (
        ("kill", "owner", None),
        ("stop", "owner", None),
        ("restart", "owner", None),
        *((kind, None, "nats") for kind in LINES),
    ),
    "fronts": (
        *(("kill", one, None) for one in STRUCK["fronts"]),
        *(("stop", one, None) for one in STRUCK["fronts"]),
        ("words", "front", None),
        ("hold", None, "both"),
        ("hold_there", None, "both"),
    ),
    "apart": (
        *(("kill", one, None) for one in STRUCK["apart"]),
        *(("stop", one, None) for one in STRUCK["apart"]),
        ("hold_back", None, "both"),
        ("cut", None, "both"),
    ),
}
"""Thirty: each role is killed and stopped, each line of a node is parted in each way."""
GAMES: Final[Mapping[Shape, tuple[str, ...]]] = {
    "standby": ("eps", "blackjack"),
    "shared": ("eps", "doudizhu"),
    "fronts": ("eps", "holdem", "sabacc"),
    "apart": ("eps", "blackjack", "roulette"),
}
"""What is played in the houses of short runs: all games, and each with cash beside it."""


def houses(many: int) -> Sequence[Sequence[Plan]]:
    """So many short runs, by the houses in which they are played, one after another."""
    made: list[list[Plan]] = []
    seed = 0
    while seed < many:
        for shape, due in DUE.items():
            random = Random(f"house {len(made)}")
            clocks = tuple(random.choice(CLOCKS) for _ in range(min(NODES[shape])))
            order = random.sample(due, min(len(due), many - seed))
            made.append(
                [_short(one, shape, clocks, drawn) for one, drawn in enumerate(order, seed)]
            )
            seed += len(order)
    return [runs for runs in made if runs]


def _short(seed: int, shape: Shape, clocks: tuple[float, ...], due: Due) -> Plan:
    random = Random(f"short {seed}")
    kind, whom, line = due
    drawn: Whom = random.choice(STRUCK[shape])
    strike = _strike(random, kind, whom or drawn, line)
    # Most last until the lease is over; nobody waits long after one.
    strike = replace(strike, lasts=LEASE_S * random.choice(SHORT), rest=strike.rest / 5)
    return Plan(seed, shape, clocks, GAMES[shape], (strike,), _bank(random))
