"""A history: what players said and were told in a run, each frame with its time, what was done to
the nodes meanwhile, and what database and bank hold at the end. It is all that a judge looks at."""

import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import msgpack

Map = Mapping[str, Any]


@dataclass(frozen=True)
class Frame:
    """One message on a line of a player: `said` by the player, or else heard."""

    at: float
    player: str
    line: int
    said: bool
    message: Map


@dataclass(frozen=True)
class Struck:
    """What was done to the house, or seen of it."""

    at: float
    what: str


@dataclass(frozen=True)
class Trouble:
    """What struck the house from when to when; `mute` when players with a line to where it struck
    hear nothing until its end, unless they go elsewhere."""

    began: float
    ended: float
    kind: str
    mute: bool


@dataclass(frozen=True)
class Late:
    """The process of the players itself was not scheduled for so many seconds."""

    at: float
    seconds: float


@dataclass(frozen=True)
class JournalLine:
    """A row of the journal, as its bytes."""

    table: str
    epoch: int
    seq: int
    data: bytes


@dataclass(frozen=True)
class Move:
    """A transfer of the ledger, with what its entry says."""

    key: str
    purse: str
    src: str
    dst: str
    amount: int


@dataclass(frozen=True)
class Account:
    """An account of the ledger, with the balance that is kept beside it."""

    name: str
    kind: str
    purse: str
    balance: int


@dataclass(frozen=True)
class HousePayment:
    """A payment, as the house knows it."""

    id: int
    key: str
    way: str
    amount: int
    state: str


@dataclass(frozen=True)
class BankPayment:
    """A payment, as the bank knows it; `code` says why it was refused."""

    key: str
    way: str
    amount: int
    code: str


@dataclass
class Books:
    """What database and bank hold, as plain values."""

    players: dict[str, int] = field(default_factory=dict)
    """The number of each, by name."""
    journal: list[JournalLine] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)
    """The keys of all entries of the ledger, also of those that move nothing."""
    moves: list[Move] = field(default_factory=list)
    accounts: list[Account] = field(default_factory=list)
    payments: list[HousePayment] = field(default_factory=list)
    bank: list[BankPayment] = field(default_factory=list)
    bank_house: int = 0
    """The account of the house at the bank."""
    found: list[str] = field(default_factory=list)
    """What the house itself finds wrong in its books."""


@dataclass
class History:
    """A run, from the first line to the last row."""

    seed: int = 0
    frames: list[Frame] = field(default_factory=list)
    struck: list[Struck] = field(default_factory=list)
    stuck: list[str] = field(default_factory=list)
    """What did not go on after all was well again."""
    books: Books = field(default_factory=Books)
    troubles: list[Trouble] = field(default_factory=list)
    late: list[Late] = field(default_factory=list)
    played: list[tuple[float, float]] = field(default_factory=list)
    """From when to when everybody played."""

    def of(self, player: str) -> Iterator[Frame]:
        """The frames of one player, in the order in which they were said and heard."""
        return (frame for frame in self.frames if frame.player == player)

    @property
    def players(self) -> Sequence[str]:
        """Everybody who has said something."""
        return sorted({frame.player for frame in self.frames})

    def save(self, file: Path) -> None:
        """Keep it, to be judged again."""
        file.write_bytes(zlib.compress(msgpack.packb(asdict(self))))


def load(file: Path) -> History:
    """A history that was kept."""
    kept = msgpack.unpackb(zlib.decompress(file.read_bytes()), strict_map_key=False)
    books, kinds = kept["books"], {
        "journal": JournalLine, "moves": Move, "accounts": Account,
        "payments": HousePayment, "bank": BankPayment,
    }  # fmt: skip
    for name, kind in kinds.items():
        books[name] = [kind(**one) for one in books[name]]
    return History(
        kept["seed"],
        [Frame(**one) for one in kept["frames"]],
        [Struck(**one) for one in kept["struck"]],
        kept["stuck"],
        Books(**books),
        [Trouble(**one) for one in kept["troubles"]],
        [Late(**one) for one in kept["late"]],
        [(began, ended) for began, ended in kept["played"]],
    )
