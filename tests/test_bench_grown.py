"""The books that the bench of years makes are right, and a wrong one is found."""

from contextlib import closing
from pathlib import Path

import pytest

from bench import grown
from bench.act_by_act import SEATS
from bench.grown_books import Grown, grow
from game_server.store import data_folder, ledger
from game_server.store.sqlite import SqliteConnection
from game_server.store.triggers import set_aside

FEW = 2_000
"""Acts in which most tables end a round."""


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Grown]:
    data = tmp_path_factory.mktemp("grown")
    return data, grow(data, 0, FEW)


def _open(data: Path) -> SqliteConnection:
    return SqliteConnection.to(data / data_folder.DATABASE)


def test_books_in_bulk_obey_the_schema(made: tuple[Path, Grown]) -> None:
    data, count = made
    with closing(_open(data)) as conn:
        assert conn.execute("PRAGMA foreign_key_check").fetchall() == []
        assert conn.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert ledger.transfers(conn) == count.transfers > count.players == SEATS
        assert conn.execute("SELECT count(*) FROM rounds").fetchone() == (count.rounds,)
        assert count.rounds >= 1


@pytest.mark.parametrize("name", grown.LOOKS)
def test_every_look_at_such_books_is_measured(name: str, made: tuple[Path, Grown]) -> None:
    seconds, mib = grown.measure(name, made[0])
    assert seconds > 0
    assert mib >= 0


def test_books_that_are_wrong_are_not_measured(made: tuple[Path, Grown]) -> None:
    with closing(_open(made[0])) as conn:
        with set_aside(conn, "transfers_stay"):
            conn.execute("UPDATE transfers SET amount = amount + 1 WHERE id = 3")
        with pytest.raises(RuntimeError, match="not right"):
            grown.trial(made[0])
        with pytest.raises(RuntimeError, match="not right"):
            grown.checks(made[0])
