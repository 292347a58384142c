"""The journal by itself: rows in order, one owner after another, rounds one after another, each of
them played and none made void."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from game_server.table.journal import (
    ActDone,
    RoundClosed,
    RoundOpened,
    RoundVoided,
    from_bytes,
)
from tests.nemesis.history import History


@dataclass
class Played:
    """A round as the journal has it."""

    table: str
    opened: RoundOpened
    acts: list[ActDone] = field(default_factory=list)
    closed: bool = False


def journal_order(history: History) -> Iterator[str]:
    """Rows of a table that do not follow on the one before: of an epoch that was over, or with a
    number that is not the next."""
    last: dict[str, tuple[int, int]] = {}
    for row in history.books.journal:
        epoch, seq = last.get(row.table, (0, 0))
        if row.epoch < epoch or row.seq != (seq + 1 if row.epoch == epoch else 1):
            before = f"row {seq} of epoch {epoch}"
            yield f"journal: {row.table}: row {row.seq} of epoch {row.epoch} stands after {before}"
        last[row.table] = row.epoch, row.seq


def played_rounds(history: History, played: list[Played]) -> Iterator[str]:
    """Put all rounds into `played`, and say what is wrong with how they follow on each other."""
    now: dict[str, Played] = {}
    for line in history.books.journal:
        table, before = line.table, now.get(line.table)
        match from_bytes(line.data):
            case RoundOpened() as row:
                number = before.opened.round if before is not None else row.round - 1
                if row.round != number + 1:
                    yield f"rounds: {table}: round {row.round} is opened after round {number}"
                if before is not None and not before.closed:
                    yield f"rounds: {table}: round {number} was never closed, and {row.round} opens"
                now[table] = Played(table, row)
                played.append(now[table])
            case ActDone() as row:
                if before is None or before.closed:
                    yield f"rounds: {table}: {row.act} is written outside a round"
                else:
                    before.acts.append(row)
            case RoundClosed(round=number):
                if before is None or before.opened.round != number or before.closed:
                    yield f"rounds: {table}: round {number} is closed and was not open"
                else:
                    before.closed = True
            case RoundVoided(round=number):
                yield f"rounds: {table}: round {number} was made void"
