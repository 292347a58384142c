"""A database that is written anew while no house runs, and what the doctor says of its size."""

import json
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from game_server.admin import compact
from game_server.config import Config, HouseSettings
from game_server.store import data_folder, free_pages
from game_server.store.database import SETTINGS, migrate, migrations, open_to_look
from game_server.store.free_pages import CannotCompact, FilePages
from game_server.store.sqlite import SqliteConnection, apply_settings
from protocol.words import Refusal

GB = 1_000_000_000 // 4096


def compacted(data: Path) -> Mapping[str, Any]:
    return compact.compact(Config(HouseSettings(data=str(data))), {}, lambda _: None)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A house of an older program, whose database is half empty."""
    with closing(SqliteConnection.to(tmp_path / data_folder.DATABASE)) as conn:
        apply_settings(conn, {**SETTINGS, "synchronous": 0})
        migrate(conn, migrations())
        conn.execute("CREATE TABLE large (data BLOB)")
        conn.executemany("INSERT INTO large VALUES (zeroblob(?))", [(4_000,)] * 500)
        conn.execute("DROP TABLE large")
    return tmp_path


def results(data: Path) -> list[tuple[str, str | None]]:
    with closing(open_to_look(data / data_folder.DATABASE)) as conn:
        asked = "SELECT what, result FROM audit LEFT JOIN audit_results r ON r.audit = audit.id"
        return conn.execute(asked).fetchall()


def test_the_file_becomes_smaller_and_can_give_pages_back_from_then_on(data: Path) -> None:
    file = data / data_folder.DATABASE
    done = compacted(data)
    assert done["bytes_before"] - done["bytes_after"] > 500 * 4_000
    assert file.stat().st_size == done["bytes_after"]
    json.dumps(done)
    with closing(open_to_look(file)) as conn:
        assert free_pages.look(conn).gives_back
    assert results(data) == [("compact", "ok")]


def test_a_house_that_runs_or_is_not_there_is_not_written_anew(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(Refusal, match="There is no database"):
        compacted(data / "elsewhere")
    taken = data_folder.take(data)
    with closing(open(taken.lock)), pytest.raises(Refusal, match="A house runs on"):
        compacted(data)

    def full(*_: object) -> None:
        raise CannotCompact("The disk is full.")

    monkeypatch.setattr(free_pages, "compact", full)
    with pytest.raises(Refusal, match="The disk is full"):
        compacted(data)
    assert results(data) == [("compact", "cannot_compact")]


@pytest.mark.parametrize(
    ("pages", "free", "gives_back", "result", "do"),
    [
        (5 * GB, GB // 2, False, "ok", ""),
        (GB // 10, GB // 11, False, "ok", ""),
        (5 * GB, 2 * GB, False, "look", "`compact` gives them back, while no house runs."),
        (5 * GB, 2 * GB, True, "look", "A house that runs gives them back within hours."),
    ],
)
def test_the_doctor_says_when_much_of_the_file_is_free(
    pages: int, free: int, gives_back: bool, result: str, do: str
) -> None:
    found = compact.finding(FilePages(pages, free, 4096, gives_back))
    assert (found.result, found.do) == (result, do)
    assert f"{free * 4096:,} of them free" in found.found
