"""A machine is lost in mid-hand: its house goes on elsewhere from the continuous copy."""

import asyncio
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from game_server.admin import copies, doctor
from game_server.config import Config, HouseSettings
from game_server.store import copy_folder
from game_server.store.database import SqliteDatabase, open_database, open_to_look
from game_server.store.transaction import Transaction
from protocol.words import Refusal
from tests.house.left_behind import read
from tests.house.process import house
from tests.house.stranger import Stranger

ROOM = """
[[room]]
table = "holdem"
game = "holdem"
preset = "standard"
stake = 200
pause = 0.1
"""
PATIENCE_S = 60
Row = tuple[int, bytes]


@contextmanager
def copied(data: Path, second: Path) -> Iterator[subprocess.Popen[bytes]]:
    """`cardroom copy` as a process of its own, which is killed in the end."""
    known = {"CARDROOM_HOUSE_DATA": str(data), "CARDROOM_HOUSE_COPY": str(second)}
    command = [sys.executable, "-m", "game_server.cli", "copy"]
    with subprocess.Popen(
        command, env={**os.environ, **known}, cwd=data, stdout=subprocess.PIPE
    ) as copier:
        try:
            assert copier.stdout is not None
            assert copier.stdout.readline().startswith(b"The house in ")
            yield copier
        finally:
            copier.kill()


def wait_for(done: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE_S
    while not done():
        assert time.monotonic() < end, "it does not happen"
        time.sleep(0.02)


def whole_after(second: Path, at: float) -> bool:
    """Whether the copy goes beyond that moment, in Unix seconds."""
    newest = copy_folder.newest_at(second)
    return newest is not None and newest > at * 1000


def config(data: Path, second: Path) -> Config:
    return Config(HouseSettings(data=str(data), copy=str(second)))


def restored(data: Path, second: Path) -> dict[str, object]:
    return dict(copies.restore(config(data, second), {"file": str(second)}, lambda _: None))


def found(data: Path, second: Path) -> dict[str, str]:
    """What the doctor finds of the books and of the copy."""
    answer = doctor.doctor(config(data, second), {"whole": True}, lambda _: None)
    checks = answer["checks"]
    assert isinstance(checks, list)
    return {one["check"]: one["result"] for one in checks}


def going_on(answer: dict[str, object]) -> list[str]:
    left = answer["going_on"]
    assert isinstance(left, list)
    return left


def journal(database: Path) -> list[Row]:
    with closing(open_to_look(database)) as conn:
        return conn.execute("SELECT id, data FROM journal ORDER BY id").fetchall()


def test_the_hands_of_a_lost_machine_go_on_elsewhere(tmp_path: Path) -> None:
    lost, elsewhere, second = tmp_path / "lost", tmp_path / "elsewhere", tmp_path / "second"
    for folder in (lost, elsewhere, second):
        folder.mkdir()
    players = [Stranger(f"p{n}", n, f"127.0.1.{n}", hurry=3) for n in (1, 2)]

    async def evening() -> None:
        with house(lost, ROOM, {"CARDROOM_HOUSE_COPY": str(second)}) as first:
            with copied(lost / "var", second):
                for one in players:
                    await one.come(first.url, t="guest")
                    await one.sit("holdem", 20_000)
                for one in players:
                    await one.until(lambda it: it.ended["holdem"] > 0, "no round")
                for one in players:
                    one.plays = False
                await players[0].until(
                    lambda _: any("holdem" in one.asked for one in players), "nobody is asked"
                )
                # Nobody acts any more; what they were told until now must be there.
                told = journal(first.database)
                now = time.time()
                await asyncio.to_thread(wait_for, lambda: whole_after(second, now + 0.5))
            first.kill()
        for one in players:
            await one.end()
        shutil.move(lost / "var", lost / "gone")
        answer = restored(elsewhere / "var", second)
        number = players[0].heard.round["holdem"]
        # On a machine that is very slow the clock has ended that hand, and begun another.
        assert all(int(one.split()[1]) >= number for one in going_on(answer))
        assert journal(elsewhere / "var/cardroom.sqlite")[: len(told)] == told
        well = found(elsewhere / "var", second)
        assert (well["ledger"], well["chain"], well["version"]) == ("ok",) * 3
        with house(elsewhere, ROOM) as heir:
            for one in players:
                one.plays = True
                await one.come_back(heir.url)
                await one.tell_again("holdem")
            before = {one: one.ended["holdem"] for one in players}
            for one in players:
                await one.until(lambda it: it.ended["holdem"] > before[it], "the hand stands still")
                one.check()
            heir.kill()
            assert [line for line in heir.troubles if "copy" not in line] == []
        for one in players:
            await one.end()

    asyncio.run(evening())
    read(SqliteDatabase(elsewhere / "var/cardroom.sqlite"))


@pytest.fixture
def small(tmp_path: Path) -> tuple[Path, Path]:
    """A house that does not run, and an empty second place."""
    data, second = tmp_path / "var", tmp_path / "second"
    data.mkdir(mode=0o700)
    second.mkdir()
    (data / "secret").write_bytes(b"s" * 32)
    open_database(data / "cardroom.sqlite").close()
    return data, second


def write(conn: Transaction, at: int) -> None:
    conn.execute("BEGIN IMMEDIATE")
    copy_folder.beat(conn, at)
    conn.execute("COMMIT")


def last(data: Path) -> int | None:
    with closing(open_to_look(data / "cardroom.sqlite")) as conn:
        return copy_folder.last_beat(conn)


def test_a_copier_that_is_killed_goes_on_where_it_was(
    tmp_path: Path, small: tuple[Path, Path]
) -> None:
    """Whatever was written, and whoever has put the log back to its front in between."""
    data, second = small
    with closing(open_database(data / "cardroom.sqlite")) as conn:
        for night in range(3):
            with copied(data, second) as copier:
                for one in range(20):
                    write(conn, 100 * night + one)
                now = time.time()
                write(conn, 100 * night + 20)
                wait_for(lambda now=now: whole_after(second, now))  # type: ignore[misc]
                # Litestream itself has that process, and SIGKILL leaves it no word.
                copier.send_signal(signal.SIGKILL)
                copier.wait()
            write(conn, 100 * night + 50)
            conn.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
            write(conn, 100 * night + 51)
        with copied(data, second):
            now = time.time()
            write(conn, 1_000)
            wait_for(lambda: whole_after(second, now))
    answer = restored(tmp_path / "new", second)
    assert last(tmp_path / "new") == 1_000
    assert answer["newest_at"] == 1
    signed = json.loads((tmp_path / "new/heads.json").read_bytes())
    assert signed["audit"][0] == 2, "that it was put back stands in the audit, signed"
    with pytest.raises(Refusal, match="newer than any copy"):
        restored(tmp_path / "new", second)


def test_a_change_that_is_half_there_costs_that_change_alone(
    tmp_path: Path, small: tuple[Path, Path]
) -> None:
    data, second = small
    with closing(open_database(data / "cardroom.sqlite")) as conn, copied(data, second):
        for at in (1_000, 2_000, 3_000):
            now = time.time()
            write(conn, at)
            wait_for(lambda now=now: whole_after(second, now))  # type: ignore[misc]
    newest = max((second / "database/ltx/0").glob("*.ltx"))
    whole = newest.read_bytes()
    for half in (b"", whole[:50], whole[: len(whole) // 2], whole[:-1]):
        newest.write_bytes(half)
        answer = restored(tmp_path / f"new{len(half)}", second)
        assert answer["newest_at"] in (1, 2), len(half)
    other = tmp_path / "other"
    other.mkdir()
    (other / "secret").write_bytes(b"o" * 32)
    with pytest.raises(Refusal, match="another house"):
        restored(other, second)
    assert [one.name for one in other.iterdir()] == ["secret"]
    for file in (second / "database/ltx").rglob("*.ltx"):
        file.write_bytes(b"")
    with pytest.raises(Refusal, match=r"cannot be put back: .* Take the newest copy of `backup`"):
        restored(tmp_path / "none", second)
    assert not list((tmp_path / "none").glob("cardroom.sqlite*"))


def test_a_second_place_that_takes_nothing_stops_the_copy_and_not_the_house(
    tmp_path: Path, small: tuple[Path, Path]
) -> None:
    data, second = small
    with closing(open_database(data / "cardroom.sqlite")) as conn, copied(data, second):
        now = time.time()
        write(conn, 1_000)
        wait_for(lambda: whole_after(second, now))
        level = second / "database/ltx/0"
        level.rename(tmp_path / "level")
        # Nothing can be written where a file has the place of the folder.
        level.touch()
        before = time.time()
        write(conn, 2_000)
        assert not whole_after(second, before)
        level.unlink()
        (tmp_path / "level").rename(level)
        write(conn, 3_000)
        wait_for(lambda: whole_after(second, before))
    restored(tmp_path / "new", second)
    assert last(tmp_path / "new") == 3_000


def test_the_doctor_looks_at_the_copy(small: tuple[Path, Path]) -> None:
    data, second = small
    answer = doctor.doctor(Config(HouseSettings(data=str(data))), {}, lambda _: None)
    assert "continuous copy" not in str(answer["checks"]), "none is set"
    assert found(data, second)["continuous copy"] == "wrong", "nobody copies"
    with closing(open_database(data / "cardroom.sqlite")) as conn, copied(data, second):
        now = time.time()
        write(conn, round(now * 1000))
        wait_for(lambda: whole_after(second, now))
        # It is well but for being on the same disk.
        assert found(data, second)["continuous copy"] == "look"
    with closing(open_database(data / "cardroom.sqlite")) as conn:
        write(conn, round(time.time() * 1000) + 60_000)
    assert found(data, second)["continuous copy"] == "wrong", "a minute is not copied"
    (data / "copy-id").write_text("of another machine")
    assert found(data, second)["continuous copy"] == "wrong"
