"""Inputs of a table, and what it answers before that is on disk."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from game_server.bank.entries import Entry
from game_server.lobby.commit import StoredReply
from game_server.lobby.ports import AnyTable
from game_server.refusals import TableCloses, TableQuarantined
from game_server.table.orders import Order
from protocol.messages import Refused
from protocol.words import Refusal

MOST_WAITING: Final = 2_000
Work = Callable[[AnyTable, float], list[Order]]
"""An input: what a table is asked to do, at that time."""


@dataclass(slots=True)
class Input:
    """A question to a table, and what is called when it is answered or refused. `retry`: asked
    once more after a failed commit, which changes nothing if the commit did happen.
    `reconnecting`: a player who is told nothing before the answer. `who`: the player who asks,
    and for what; empty for the house, for alarms and bots. `failed`: how often the table has
    failed at it."""

    work: Work
    refused: Callable[[BaseException], object]
    answered: Callable[[], object] = lambda: None
    entries: Sequence[Entry] = ()
    replies: Sequence[StoredReply] = ()
    retry: bool = False
    reconnecting: str = ""
    who: str = ""
    failed: int = 0


class InputQueue(list[Input]):
    """The inputs that wait for a table, in their order."""

    def is_full_for(self, asked: Input) -> bool:
        """Whether too many wait. What the house asks is heard, however many players wait."""
        return len(self) >= MOST_WAITING and bool(asked.who or not asked.retry)

    def put_first(self, asked: Iterable[Input]) -> None:
        """These come before all others."""
        self[:0] = asked

    def take(self, most: int | None = None) -> list[Input]:
        """The first of them, so many at most; they wait no more."""
        taken = self[:most]
        del self[:most]
        return taken


class Answered(NamedTuple):
    """The answer of a table to an input; nothing of it is told before it is written."""

    asked: Input
    orders: list[Order]
    wrong: Refusal | None = None


def table_is_closed() -> Refusal:
    """The refusal of whatever is asked of a table that is over."""
    return TableCloses()


def table_is_quarantined() -> Refusal:
    """The refusal of whatever is asked of a table that keeps failing."""
    text = "The table has failed; your chips there are safe until the house settles it."
    return TableQuarantined(text)


def not_again() -> Refusal:
    """The refusal of what the table has failed at twice."""
    return Refusal("not_again", "The table failed at that twice; it is not tried again.")


def refusal(request: int, why: Refusal) -> Refused:
    """The answer to a request that is refused."""
    facts = {name: _fact(value) for name, value in list(why.facts.items())[:16]}
    return Refused(request, why.code, why.text[:300], facts)


def _fact(value: object) -> int | str:
    return value if isinstance(value, int) else str(value)[:300]
