"""Looking after a house on PostgreSQL: what the doctor sees, and what is the server's to do."""

import time
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from game_server.admin import compact, copies, doctor, server_look
from game_server.bank.bookings import opening_gift
from game_server.config import ClusterSettings, Config, HouseSettings
from game_server.planning import CannotServe, plan
from game_server.store import copying, heads, ledger
from game_server.store.place import database_of
from game_server.store.refusals import WrongEngine
from game_server.store.transaction import writing
from protocol.words import Refusal

LATE = 1_700_000_000_000


@pytest.fixture
def config(tmp_path: Path, dsn: str) -> Config:
    """A house that does not run, with an entry in its books."""
    data = tmp_path / "var"
    data.mkdir(mode=0o700)
    (data / "secret").write_bytes(b"s" * 32)
    database = database_of(data, dsn)
    heads.begin(data, b"s" * 32, database)
    with closing(database.open()) as conn, writing(conn):
        ledger.book(conn, opening_gift(1, LATE))
    return Config(HouseSettings(data=str(data)), cluster=ClusterSettings(dsn))


def looked(config: Config) -> dict[str, tuple[str, str]]:
    """How each thing is, and what was found."""
    answer: Any = doctor.doctor(config, {"whole": True}, lambda _: None)
    return {one["check"]: (one["result"], one["found"]) for one in answer["checks"]}


def test_the_books_on_a_server_are_looked_at_as_those_in_a_file(config: Config) -> None:
    found = looked(config)
    books = ("version", "ledger", "chain", "payments", "old rounds")
    assert {name: found[name][0] for name in books} == {
        "old rounds": "ok",
        "version": "ok",
        "ledger": "ok",
        "chain": "ok",
        "payments": "ok",
    }
    assert found["ledger"][1].startswith("1 lines add up to 0.00")
    heads.sign(Path(config.house.data), b"s" * 32, heads.NOTHING)
    heads.sign(Path(config.house.data), b"t" * 32, heads.NOTHING)
    assert looked(config)["chain"][0] == "wrong"


def test_a_server_that_forgets_what_it_was_told_is_found(
    config: Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The server of the tests does.
    assert looked(config)["server"] == (
        "wrong",
        "fsync and full_page_writes of the server: off. A power cut loses what players were told.",
    )
    monkeypatch.setattr(server_look, "NEEDED", ("standard_conforming_strings",))
    result, said = looked(config)["server"]
    assert (result, said.split(" ")[0]) == ("ok", "PostgreSQL")


def test_clocks_that_are_apart_are_to_be_looked_at(
    config: Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert looked(config)["server's clock"][0] == "ok"
    now = time.time
    monkeypatch.setattr("game_server.admin.server_look.time.time", lambda: now() + 90)
    result, said = looked(config)["server's clock"]
    assert (result, said[:55]) == (
        "look",
        "The clocks of the server and of this machine are 90.0 s",
    )


def test_a_server_that_is_away_is_said_so(config: Config) -> None:
    away = replace(config, cluster=ClusterSettings("postgresql://ann@/house?host=/nowhere"))
    result, said = looked(away)["database"]
    assert (result, said[:53]) == ("wrong", "postgresql://ann@/nowhere/house cannot be opened: con")


@pytest.mark.parametrize("does", [copies.restore, copies.migrate, compact.compact])
def test_what_is_done_with_files_is_the_servers_to_do(config: Config, does: Any) -> None:
    with pytest.raises(Refusal, match="use the server's own tools") as told:
        does(config, {"file": "friday", "apply": True}, lambda _: None)
    assert told.value.code == "wrong_engine"


def test_a_copy_of_a_server_is_refused_and_leaves_no_file(config: Config, tmp_path: Path) -> None:
    secret = Path(config.house.data) / "secret"
    database = database_of(Path(config.house.data), config.cluster.dsn)
    with closing(database.look()) as conn, pytest.raises(WrongEngine, match="use its own tools"):
        copying.back_up(conn, tmp_path / "friday.sqlite", secret, lambda done, whole: None)
    assert [one.name for one in tmp_path.iterdir()] == ["var"]


def test_a_house_does_not_copy_a_file_that_is_not_there(config: Config, tmp_path: Path) -> None:
    copied = replace(config, house=replace(config.house, copy=str(tmp_path)))
    with pytest.raises(CannotServe, match="is for a database in a file"):
        plan(copied)
