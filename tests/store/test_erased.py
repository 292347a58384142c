"""Rounds of older programs had a secret in their first row; a newer one erases it."""

import sqlite3
from contextlib import closing
from pathlib import Path

import msgpack
import pytest

from game_server.store.database import SETTINGS, migrate, migrations, open_database
from game_server.store.sqlite import SqliteConnection, apply_settings
from game_server.table.journal import ActDone, RoundOpened, from_bytes, to_bytes
from protocol.words import CHANCE, Act
from tests.store.rounds_on_disk import rows_of

SEALS = (b"<the secret of the first round> ", b"<the secret of the second one> ")
OLD = 4


def row_of_old(number: int, seal: bytes) -> bytes:
    data = to_bytes(RoundOpened(number, "holdem", "eps", {}, {}, {}, {}, None))
    return data[:1] + bytes(msgpack.packb({**msgpack.unpackb(data[1:]), "seal": seal}))


def old_house(file: Path) -> None:
    """A database of before, with a round that is over and one in play, killed while it wrote."""
    with closing(SqliteConnection.to(file)) as conn:
        apply_settings(conn, SETTINGS)
        migrate(conn, migrations()[:OLD])
        conn.execute("INSERT INTO tables (id, name, epoch) VALUES (1, 't', 1)")
        act = to_bytes(ActDone(1, CHANCE, "chance", 5, Act("draw", drawn=(7,)), b"digest"))
        written = [row_of_old(1, SEALS[0]), act, row_of_old(2, SEALS[1]), act]
        for seq, data in enumerate(written, 1):
            conn.execute(
                "INSERT INTO journal (id, tbl, epoch, seq, data) VALUES (?, 1, 1, ?, ?)",
                (seq, seq, data),
            )
        conn.execute(
            "INSERT INTO rounds VALUES (1, 1, 1, 2, 'played', NULL), (1, 2, 3, NULL, 'open', NULL)"
        )


@pytest.mark.parametrize("seal", SEALS)
def test_the_secrets_of_rounds_are_in_no_byte_of_the_files(tmp_path: Path, seal: bytes) -> None:
    file = tmp_path / "house.sqlite"
    old_house(file)
    assert seal in file.read_bytes()
    with closing(open_database(file)) as conn:
        for one in tmp_path.iterdir():
            assert seal not in one.read_bytes(), one.name
        opened, act = (from_bytes(data) for data in rows_of(conn, "t", 2))
        assert opened == RoundOpened(2, "holdem", "eps", {}, {}, {}, {}, None)
        assert isinstance(act, ActDone), "what was drawn stays"
        with pytest.raises(sqlite3.IntegrityError, match="append_only"):
            conn.execute("UPDATE journal SET data = x'00'")
