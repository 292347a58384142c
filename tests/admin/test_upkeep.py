"""Copies while the house runs, and putting one back; versions of the database."""

import shutil
import sqlite3
import threading
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from game_server.admin import copies
from game_server.admin.command.exits import Exit
from game_server.bank.bookings import opening_gift
from game_server.bank.demo_books import sample_card
from game_server.config import Config, HouseSettings
from game_server.store import archive, copies_made, copying, ledger
from game_server.store.archive import Pack
from game_server.store.copying import CannotCopy, beside
from game_server.store.database import migrations, open_database, open_to_look
from protocol import messages
from protocol.messages import Session
from protocol.words import Refusal
from tests.admin.running import Office, Open, open_house
from tests.house.plain import Plain, play
from tests.house.process import EPS, house
from tests.house.visiting import Visitor

HERE = "cardroom.sqlite"


def config(data: Path) -> Config:
    return Config(HouseSettings(data=str(data)))


def restore(data: Path, file: Path) -> dict[str, object]:
    return dict(copies.restore(config(data), {"file": str(file)}, lambda _: None))


def booked(file: Path) -> int:
    with closing(open_to_look(file)) as conn:
        return int(conn.execute("SELECT count(*) FROM entries").fetchone()[0])


def a_house(data: Path, players: int = 3) -> Path:
    """A folder of a house with so many players who have had their gift."""
    data.mkdir(exist_ok=True)
    (data / "secret").write_bytes(b"s" * 32)
    with closing(open_database(data / HERE)) as conn:
        conn.execute("BEGIN")
        for player in range(1, players + 1):
            ledger.book(conn, opening_gift(player, 1))
        conn.execute("COMMIT")
    return data


# -- with a real house -------------------------------------------------------------------------


def test_a_copy_is_made_while_a_hand_is_played_and_the_house_goes_on_from_it(
    tmp_path: Path,
) -> None:
    with ExitStack() as lines, open_house(tmp_path) as opened:
        office = opened.office
        archive.keep_in_file(tmp_path / "var" / "archive" / "2026-01.sqlite", Pack({}, ()))
        two = [Plain(lines, opened.running.url, seed) for seed in range(2)]
        for client in two:
            client.say(messages.Guest(client.next()))
            client.until(Session)
            client.seat("holdem")
        play(two, lambda acts: acts >= 3)
        copying_now = office.begin("backup", "friday", "--json")
        play(two, lambda _: copying_now.poll() is not None)
        out, err = copying_now.communicate()
        assert copying_now.returncode == Exit.OK, err
        assert "pages are copied" in err
        file = tmp_path / "var" / "backups" / "friday.sqlite"
        with closing(open_to_look(tmp_path / "var" / HERE)) as conn:
            made = copies_made.newest(conn)
        assert made is not None
        assert (made.file, made.bytes) == (str(file), file.stat().st_size)
        assert f'"file": "{file}"' in out
        assert [one.name for one in sorted(file.parent.iterdir())] == [
            "archive",
            "friday.sqlite",
            "friday.sqlite.secret",
        ]
        assert (file.parent / "archive" / "2026-01.sqlite").is_file(), "packed rounds lie beside it"
        assert all(one.stat().st_mode & 0o077 == 0 for one in (*file.parent.iterdir(), file.parent))
        since = opened.admin("backup", "saturday", "--since", "friday", "--json").json
        assert since["bytes"] < file.stat().st_size
        assert "of use beside friday.sqlite alone" in since["said"]
        again = opened.admin("backup", "friday")
        assert again.code == Exit.REFUSED
        assert "is there already; name another file" in again.said()
        assert opened.admin("backup", "a/b").code == Exit.REFUSED
        assert opened.admin("backup", "other", who="olga").code == Exit.NOT_ALLOWED
        assert opened.admin("backup", "other", who="vic").code == Exit.NOT_ALLOWED
        rows = office.audit("--do", "backup", "--refused")
        assert [(row["who"], row["result"]) for row in rows][:2] == [
            ("vic", "not_allowed"),
            ("olga", "not_allowed"),
        ]
        running = opened.admin("restore", str(file), "--yes")
        assert running.code == Exit.REFUSED
        assert "A house runs on" in running.said()
        while not any(client.asked for client in two):
            for client in two:
                client.hear()
        hand = two[0].seen["holdem"].round
        assert opened.admin("backup", "night").code == Exit.OK
        number = booked(file.with_name("night.sqlite"))
        play(two, lambda acts: acts >= 6)
        opened.running.kill()
    safe = tmp_path / "safe"
    shutil.copytree(file.parent, safe)
    shutil.rmtree(tmp_path / "var")
    asked = office.admin("restore", str(safe / "night.sqlite"))
    assert asked.code == Exit.USAGE, "it asks whether it is sure"
    back = office.admin("restore", str(safe / "night.sqlite"), "--yes")
    assert back.code == Exit.OK, back
    assert booked(tmp_path / "var" / HERE) == number
    assert (tmp_path / "var" / "secret").read_bytes() == (safe / "night.sqlite.secret").read_bytes()
    with open_house(tmp_path, office=office) as opened:
        now = opened.admin("status", "--json").json
        assert (now["seated"], now["ledger_off_cents"]) == (2, 0)
        done = office.audit("--do", "restore")[0]
        assert done["who"] == "files"
        assert done["with"]["void"] == [f"holdem {hand}"], "a hand was in play"
        assert done["with"]["sessions_ended"] == 2
        (void,) = office.audit("--do", "void")
        assert void["with"] == {"table": "holdem", "round": hand}
        late = Plain(lines, opened.running.url, 9)
        late.say(messages.Resume(late.next(), two[0].token, ()))
        refused = late.until(messages.Refused)
        assert isinstance(refused, messages.Refused)
        assert refused.code == "session_over"


# -- copies ------------------------------------------------------------------------------------


def test_a_copy_is_of_one_moment_however_much_is_written_meanwhile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(copying, "PAGES", 16)
    data = a_house(tmp_path / "var", 3_000)
    file = tmp_path / "copy.sqlite"
    with closing(open_database(data / HERE)) as conn, closing(open_to_look(data / HERE)) as look:
        steps: list[int] = []

        def told(done: int, whole: int) -> None:
            # Without its own moment a copy begins anew with every commit, for ever.
            assert done > (steps[-1] if steps else 0), "it began anew"
            steps.append(done)
            with conn:
                ledger.book(conn, opening_gift(10_000 + len(steps), 1))

        made = copying.back_up(look, file, data / "secret", told)
    assert len(steps) > 2
    assert booked(file) == 3_000
    assert made.size == file.stat().st_size
    with closing(open_to_look(file)) as conn:
        assert conn.execute("PRAGMA journal_mode").fetchone() == ("delete",)


def test_writing_does_not_wait_for_a_copy(tmp_path: Path) -> None:
    data = a_house(tmp_path / "var", 3_000)
    begun, go_on = threading.Event(), threading.Event()

    def told(done: int, whole: int) -> None:
        begun.set()
        assert go_on.wait(60)

    def work() -> None:
        with closing(open_to_look(data / HERE)) as look:
            copying.back_up(look, tmp_path / "copy.sqlite", data / "secret", told)

    thread = threading.Thread(target=work)
    thread.start()
    try:
        assert begun.wait(60)
        with closing(open_database(data / HERE)) as conn:
            assert ledger.book(conn, opening_gift(10_000, 1)).fresh
    finally:
        go_on.set()
        thread.join()
    assert booked(tmp_path / "copy.sqlite") == 3_000


def test_a_copy_that_is_not_right_is_thrown_away(tmp_path: Path) -> None:
    data = a_house(tmp_path / "var")
    spoil(data / HERE)
    file = tmp_path / "copy.sqlite"
    with (
        closing(open_to_look(data / HERE)) as look,
        pytest.raises(CannotCopy, match=r"not right, so it was thrown away: The play purse"),
    ):
        copying.back_up(look, file, data / "secret", lambda done, whole: None)
    assert list(tmp_path.iterdir()) == [data]


def test_a_disk_without_room_is_told_before_it_is_full(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = a_house(tmp_path / "var")
    usage = shutil.disk_usage(tmp_path)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage._replace(free=1_000))
    with (
        closing(open_to_look(data / HERE)) as look,
        pytest.raises(CannotCopy, match="has 1,000 bytes left"),
    ):
        copying.back_up(look, tmp_path / "copy.sqlite", data / "secret", lambda done, whole: None)


# -- putting one back --------------------------------------------------------------------------


def spoil(database: Path) -> None:
    """Money from nowhere."""
    with closing(sqlite3.connect(database)) as conn, conn:
        conn.execute("UPDATE balances SET amount = amount + 5 WHERE account = 2")


def copy_of(data: Path) -> Path:
    file = data.parent / "copies" / "copy.sqlite"
    file.parent.mkdir(exist_ok=True)
    with closing(open_to_look(data / HERE)) as look:
        copying.back_up(look, file, data / "secret", lambda done, whole: None)
    return file


def test_a_copy_is_put_back_and_what_was_there_is_kept(tmp_path: Path) -> None:
    data = a_house(tmp_path / "var", 3)
    file = copy_of(data)
    archive.keep_in_file(file.parent / "archive" / "2026-01.sqlite", Pack({}, ()))
    (data / "secret").write_bytes(b"t" * 32)
    with closing(open_database(data / HERE)) as conn:
        ledger.book(conn, opening_gift(4, 1))
    answer = restore(data, file)
    kept = Path(str(answer["kept"]))
    assert (booked(data / HERE), booked(kept)) == (3, 4)
    assert answer["months_brought"] == 1
    assert (data / "archive" / "2026-01.sqlite").is_file(), "packed rounds come with it"
    assert (data / "secret").read_bytes() == b"s" * 32
    assert [one.read_bytes() for one in data.glob("secret.until-*")] == [b"t" * 32]
    assert not list(data.glob("*.restoring*"))
    assert booked(file) == 3, "the copy can be put back again"


def test_copies_that_are_put_back_within_a_second_keep_all_that_was_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = a_house(tmp_path / "var", 3)
    file = copy_of(data)
    monkeypatch.setattr("time.strftime", lambda *_: "until-20261120-010203")
    answers = []
    for secret in (b"t", b"u", b"v"):
        (data / "secret").write_bytes(secret * 32)
        answers.append(str(restore(data, file)["kept"]))
    assert len(set(answers)) == 3
    assert all(booked(Path(kept)) == 3 for kept in answers)
    kept = {one.read_bytes() for one in data.glob("secret.until-*")}
    assert kept == {one * 32 for one in (b"t", b"u", b"v")}


@pytest.mark.parametrize("name", ["friday.sqlite", "friday"])
def test_a_copy_is_put_back_by_the_name_that_it_was_given(tmp_path: Path, name: str) -> None:
    data = a_house(tmp_path / "var", 3)
    file = copy_of(data)
    kept = data / "backups" / "friday.sqlite"
    kept.parent.mkdir(exist_ok=True)
    file.rename(kept)
    beside(file).rename(beside(kept))
    restore(data, Path(name))
    assert booked(data / HERE) == 3
    with pytest.raises(Refusal, match="There is no file"):
        restore(data, Path("backups") / kept.name)


def test_a_log_that_was_left_behind_is_no_part_of_the_copy(tmp_path: Path) -> None:
    data = a_house(tmp_path / "var", 3)
    file = copy_of(data)
    # The machine stopped: what was written last is in the log, and the file itself is lost.
    conn = open_database(data / HERE)
    for player in range(4, 50):
        ledger.book(conn, opening_gift(player, 1))
    log = (data / f"{HERE}-wal").read_bytes()
    conn.close()
    (data / HERE).unlink()
    (data / f"{HERE}-wal").write_bytes(log)
    restore(data, file)
    assert booked(data / HERE) == 3


def test_a_database_that_is_beyond_opening_is_kept_with_its_log(tmp_path: Path) -> None:
    data = a_house(tmp_path / "var", 3)
    file = copy_of(data)
    (data / HERE).write_bytes(b"rubbish" * 1_000)
    (data / f"{HERE}-wal").write_bytes(b"more of it")
    kept = Path(str(restore(data, file)["kept"]))
    assert kept.read_bytes().startswith(b"rubbish")
    assert Path(f"{kept}-wal").read_bytes() == b"more of it"
    assert booked(data / HERE) == 3


@pytest.mark.parametrize(
    ("spoiled", "says"),
    [
        ("ledger", "is not right, so nothing was changed: The play purse adds up to 5"),
        ("newer", "is not right, so nothing was changed: It is of version 9999"),
        ("page", "is not right, so nothing was changed: The file is damaged"),
        ("rubbish", "file is not a database"),
        ("other", "is no database of a card room"),
        ("missing", "There is no file"),
        ("itself", "is the database of this house"),
        ("secret", "is too short to be a secret"),
    ],
)
def test_a_copy_that_is_not_right_changes_nothing(tmp_path: Path, spoiled: str, says: str) -> None:
    data = a_house(tmp_path / "var", 2_000)
    file = copy_of(data)
    match spoiled:
        case "ledger":
            spoil(file)
        case "newer":
            with closing(sqlite3.connect(file)) as conn, conn:
                conn.execute("INSERT INTO schema_version VALUES (9999, 'from_afar')")
        case "page":
            with file.open("r+b") as pages:
                pages.seek(file.stat().st_size // 2)
                pages.write(b"\xff" * 16_384)
        case "rubbish":
            file.write_bytes(b"rubbish" * 1_000)
        case "other":
            file.unlink()
            with closing(sqlite3.connect(file)) as conn:
                conn.execute("CREATE TABLE something (of_others)")
        case "missing":
            file.unlink()
        case "itself":
            file = data / HERE
        case "secret":
            beside(file).write_bytes(b"short")
    before = sorted(one.name for one in data.iterdir() if one.name not in ("lock",))
    with pytest.raises(Refusal) as wrong:
        restore(data, file)
    assert says in wrong.value.text
    after = {one.name for one in data.iterdir()}
    assert after - set(before) <= {"lock", f"{HERE}-wal", f"{HERE}-shm"}
    assert booked(data / HERE) == 2_000
    assert (data / "secret").read_bytes() == b"s" * 32


def test_a_copy_of_an_older_version_is_brought_up_to_date(tmp_path: Path) -> None:
    data = a_house(tmp_path / "var")
    file = older(tmp_path / "old.sqlite")
    answer = restore(data, file)
    assert answer["version"] == len(migrations())
    assert "No secret is beside" not in str(answer["said"])
    with closing(open_to_look(data / HERE)) as conn:
        assert conn.execute("SELECT max(version) FROM schema_version").fetchone()[0] == len(
            migrations()
        )


def older(file: Path) -> Path:
    """A database as the first program made it."""
    first = migrations()[0]
    with closing(sqlite3.connect(file)) as conn:
        conn.executescript(
            "PRAGMA journal_mode = wal; CREATE TABLE schema_version"
            " (version INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT;"
            f"{first.sql}; INSERT INTO schema_version VALUES (1, '{first.name}');"
        )
        conn.executescript(
            "INSERT INTO accounts (id, name, kind, purse)"
            " VALUES (1, 'house', 'house', 'play'), (2, 'play:1', 'play', 'play');"
            "INSERT INTO entries (id, key, purse, at, why) VALUES (1, 'gift:1', 'play', 1, 'gift');"
            "INSERT INTO transfers (entry, purse, src, dst, amount, why)"
            " VALUES (1, 'play', 1, 2, 100000, 'gift');"
        )
    return file


# -- versions ----------------------------------------------------------------------------------


def migrate(data: Path, apply: bool = False) -> dict[str, object]:
    return dict(copies.migrate(config(data), {"apply": apply}, lambda _: None))


def test_the_keys_of_cards_are_shown_and_changed_and_a_house_without_them_does_not_start(
    tmp_path: Path,
) -> None:
    office, file = Office(tmp_path), tmp_path / "var" / "card-keys"
    card, known = sample_card(0), {"CARDROOM_BANK_DEMO_PORT": "0"}
    with ExitStack() as lines, house(tmp_path, EPS, known) as running:
        Visitor(lines, running.url).by_card("Dora", card)
    (first,) = office.admin("card-keys", "--json").json["keys"]
    assert (first["in_use"], first["here"], first["tokens"]) == (True, True, 1)
    done = office.admin("card-keys", "--rotate", "--json").json
    assert (done["tokens"], done["lost"]) == (1, 0)
    (now,) = office.admin("card-keys", "--json").json["keys"]
    assert now["key"] == done["key"] != first["key"]
    whole = file.read_bytes()
    file.unlink()
    with (
        pytest.raises(AssertionError, match=rf"bring it back.*{done['key']}"),
        house(tmp_path, EPS, known),
    ):
        pass
    assert office.admin("card-keys", "--lost", "--json").json["lost"] == 1
    with ExitStack() as lines, house(tmp_path, EPS, known) as running:
        assert Visitor(lines, running.url).by_card("Dora", card).token
    assert whole != file.read_bytes()


def test_migrate_shows_what_is_missing_and_takes_the_steps_when_it_is_told_to(
    tmp_path: Path,
) -> None:
    office, data = Office(tmp_path), tmp_path / "var"
    with pytest.raises(Refusal, match="There is no database"):
        migrate(data)
    data.mkdir()
    older(data / HERE)
    shown = migrate(data)
    assert shown["version"] == 1
    assert [one["number"] for one in shown["steps"]] == list(range(2, len(migrations()) + 1))  # type: ignore[attr-defined]
    assert migrate(data) == shown, "looking changes nothing"
    ran = office.admin("migrate", "--apply", "--json")
    assert f"Step {len(migrations())}: " in ran.err
    done = ran.json
    assert done["version"] == len(migrations())
    with closing(open_to_look(Path(done["kept"]))) as conn:
        assert conn.execute("SELECT max(version) FROM schema_version").fetchone() == (1,)
    assert migrate(data)["steps"] == []
    assert "nothing was done" in str(migrate(data, True)["said"])
    assert booked(data / HERE) == 1
    with closing(sqlite3.connect(data / HERE)) as newer, newer:
        newer.execute("INSERT INTO schema_version VALUES (9999, 'from_afar')")
    for apply in (False, True):
        with pytest.raises(Refusal, match="Start the newer program again"):
            migrate(data, apply)


def test_no_step_is_taken_behind_the_back_of_a_house_that_runs(shared: Open) -> None:
    assert shared.admin("migrate", "--json").json["steps"] == []
    refused = shared.admin("migrate", "--apply")
    assert refused.code == Exit.REFUSED
    assert "A house runs on" in refused.said()
