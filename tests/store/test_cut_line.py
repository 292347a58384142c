"""The line to PostgreSQL is cut at the worst moments: nothing is told that is not so, and what is
read afterwards is how it is."""

from collections.abc import Iterator

import psycopg
import pytest

from game_server.store import journal
from game_server.store.ports import CommitFailed
from game_server.store.postgresql.opening import open_postgresql
from game_server.store.refusals import NameTaken
from game_server.store.writer import WriterThread
from game_server.table.journal import Row
from tests.databases import Databases
from tests.store.cut_line import CutLine
from tests.store.hands import Reactor, happened, opened, player

COMMIT = b"COMMIT\0"


class House:
    """A writer thread at the other end of a line."""

    def __init__(self, line: CutLine, direct: str, through: str) -> None:
        self.line, self.direct = line, direct
        self.reactor = Reactor()
        self.store = WriterThread(open_postgresql(through), self.reactor)

    def count(self, table: str) -> int:
        """The rows that a stranger sees, past the line."""
        with psycopg.connect(self.direct) as conn:
            row = conn.execute(f"SELECT count(*) FROM {table}".encode()).fetchone()
        assert row is not None
        return int(row[0])


@pytest.fixture
def house(postgresql: Databases) -> Iterator[House]:
    with postgresql.fresh() as dsn:
        folder = postgresql.server.folder
        line = CutLine(folder)
        built = House(line, dsn, dsn.replace(str(folder), str(line.folder)))
        yield built
        built.store.close()
        line.close()


def test_a_commit_that_never_arrives_is_not_written(house: House) -> None:
    house.line.cuts_before = COMMIT
    with pytest.raises(CommitFailed):
        house.reactor.wait(house.store.write(lambda tx: player(tx, "Ann")))
    assert house.count("players") == 0
    house.reactor.wait(house.store.write(lambda tx: player(tx, "Ann")))
    assert house.count("players") == 1


def test_a_commit_whose_answer_is_lost_is_found_by_who_reads_again(house: House) -> None:
    house.line.cuts_after = COMMIT
    with pytest.raises(CommitFailed, match="Read again"):
        house.reactor.wait(house.store.write(lambda tx: player(tx, "Ann")))
    # The next to write waits until the server has done with the one before.
    with pytest.raises(NameTaken):
        house.reactor.wait(house.store.write(lambda tx: player(tx, "Ann")))
    assert (house.line.cut, house.count("players")) == (1, 1)


def test_a_row_of_a_table_is_there_once_though_nobody_knew(house: House) -> None:
    """A table whose commit has failed is taken over and rebuilt from what is there."""
    epoch = house.reactor.wait(house.store.write(lambda tx: journal.take_epoch(tx, "eps")))
    rows: tuple[Row, ...] = (opened(1), happened(1))
    house.line.cuts_after = COMMIT
    with pytest.raises(CommitFailed):
        house.reactor.wait(house.store.write(lambda tx: journal.append(tx, "eps", epoch, 1, rows)))
    again = house.store.write(
        lambda tx: (journal.take_epoch(tx, "eps"), len(journal.rows_since_stands(tx, "eps")))
    )
    assert house.reactor.wait(again) == (epoch + 1, 2)
    assert house.count("journal") == 2
