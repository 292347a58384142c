"""The two sides of an evening: what it says and asks, and the world that it needs."""

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from game_server.table.journal import Row
from game_server.table.round_effects import Draw
from protocol.words import Seat
from terminal_client.local.answers import Question
from terminal_client.local.settings import Busted
from terminal_client.local.sight import TableSeen


@dataclass(frozen=True)
class Said:
    """A sentence, what it is about by its key, whose matter it is, and the table as it stands."""

    text: str
    key: str
    seat: Seat | None
    table: TableSeen


Talk: TypeAlias = Generator[Said | Question, str, None]


class Outside(Protocol):
    """The world as an evening needs it."""

    def write(self, row: Row) -> None:
        """Put a row of the journal on disk; it is there when this returns."""

    def keep(self, balances: Mapping[str, int], busted: Sequence[Busted]) -> None:
        """Keep these balances, and who has just busted the house; 0 begins anew next time."""

    def draw(self, asked: Draw) -> tuple[int, ...]:
        """Chance: a number below each bound."""

    def now(self) -> float:
        """Seconds since 1970."""

    def hall_of_fame(self) -> Sequence[Busted]:
        """Who busted the house of late, the latest first."""
