"""What the doctor finds, and what it says is to be done."""

import os
import shutil
import socket
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from game_server import cli
from game_server.admin import doctor, examine
from game_server.admin.command.exits import Exit
from game_server.bank.bookings import opening_gift
from game_server.config import Config, HouseSettings, ListenSettings, WatchSettings
from game_server.store import cards, copies_made, heads, increments, ledger, payments
from game_server.store.chain import ChainHead
from game_server.store.copies_made import CopyMade
from game_server.store.database import open_database
from tests.admin.running import Office, Open
from tests.certificate import self_signed
from tests.store.hands import database_in, player
from tests.store.test_archive import DAY, Evening, pack, played

LATE = 1_700_000_000_000


def looked(config: Config) -> dict[str, tuple[str, str]]:
    """How each thing is, and what is to be done about it."""
    answer: Any = doctor.doctor(config, {}, lambda _: None, cli._unfit)
    dos = {one["check"]: one["do"] for one in answer["to_do"]}
    return {one["check"]: (one["result"], dos.get(one["check"], "")) for one in answer["checks"]}


@pytest.fixture
def healthy(tmp_path: Path) -> Config:
    """A house that does not run, with its database."""
    data = tmp_path / "var"
    data.mkdir(mode=0o700)
    (data / "secret").write_bytes(b"s" * 32)
    (data / "secret").chmod(0o600)
    heads.begin(data, b"s" * 32, database_in(data))
    with closing(open_database(data / "cardroom.sqlite")) as conn:
        ledger.book(conn, opening_gift(1, LATE))
        copies_made.note(conn, CopyMade(round(time.time() * 1000), str(data), 1))
    return Config(
        HouseSettings(data=str(data)),
        listen=ListenSettings(port=0),
        watch=WatchSettings(metrics_port=0),
        bank=replace(Config().bank, demo_port=0),
    )


def test_rounds_that_nobody_packs_are_found(healthy: Config) -> None:
    assert looked(healthy)["old rounds"] == ("ok", "")
    with closing(open_database(data_of(healthy) / "cardroom.sqlite")) as conn:
        evening = Evening(conn, tables=1)
        evening.at = round(time.time() * 1000) - 90 * DAY
        played(evening, 40)
        assert looked(healthy)["old rounds"][0] == "look"
        pack(conn)
    assert looked(healthy)["old rounds"] == ("ok", "")


def data_of(config: Config) -> Path:
    return Path(config.house.data)


def test_a_house_that_is_well_has_nothing_to_do(
    healthy: Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(examine, "is_kept", lambda: True)
    monkeypatch.setattr(examine, "sync_seconds", lambda _: 0.001)
    found = looked(healthy)
    machine = {"disk space", "open files"}
    assert {name: one for name, one in found.items() if name not in machine} == {
        name: ("ok", "") for name in found if name not in machine
    }
    assert {"settings", "secret", "permissions", "disk speed", "clock", "version"} <= set(found)
    assert {
        "pragmas",
        "file",
        "ledger",
        "chain",
        "payments",
        "socket",
        "certificate",
        "bank",
    } <= set(found)


def spoil_ledger(config: Config) -> None:
    with closing(sqlite3.connect(data_of(config) / "cardroom.sqlite")) as conn, conn:
        conn.execute("UPDATE balances SET amount = amount + 5 WHERE account = 1")


def write_over(config: Config) -> None:
    with closing(sqlite3.connect(data_of(config) / "cardroom.sqlite")) as conn, conn:
        conn.execute("DROP TRIGGER entries_stay")
        conn.execute("UPDATE entries SET memo = 'by hand'")


def sign_ahead(config: Config) -> None:
    later = ChainHead(99, bytes(32))
    heads.sign(data_of(config), b"s" * 32, heads.ChainHeads(later, later))


def spoil_file(config: Config) -> None:
    (data_of(config) / "cardroom.sqlite").write_bytes(b"rubbish" * 1_000)


def set_clock_back(config: Config) -> None:
    with closing(open_database(data_of(config) / "cardroom.sqlite")) as conn:
        ledger.book(conn, opening_gift(2, 4_000_000_000_000))


def leave_payment(config: Config) -> None:
    with closing(open_database(data_of(config) / "cardroom.sqlite")) as conn:
        who = player(conn)
        card = cards.prove(
            conn,
            player=who,
            holder=b"h" * 32,
            kind="debit",
            auth="sealed:k:a",
            digits="1234",
            at=LATE,
        )
        for key, due in (("k", LATE), ("held", 4_000_000_000_000)):
            payments.intend(
                conn,
                key=key,
                player=who,
                way="buy",
                amount=2_000,
                card=card,
                place="eps",
                at=LATE,
                due=due,
            )


def from_afar(config: Config) -> None:
    with closing(sqlite3.connect(data_of(config) / "cardroom.sqlite")) as conn, conn:
        conn.execute("INSERT INTO schema_version VALUES (9999, 'from_afar')")


def never_copy(config: Config) -> None:
    with closing(sqlite3.connect(data_of(config) / "cardroom.sqlite")) as conn, conn:
        conn.execute("DELETE FROM copies")


def copy(config: Config, hours_ago: int, file: Path) -> None:
    at = round(time.time() * 1000) - hours_ago * 3_600_000
    with closing(open_database(data_of(config) / "cardroom.sqlite")) as conn:
        copies_made.note(conn, CopyMade(at, str(file), 1))


def builds_on(config: Config, days: int) -> None:
    """The last copy builds on a whole one of so many days ago."""
    base, night = (data_of(config) / f"{name}.sqlite" for name in ("whole", "night"))
    base.write_bytes(b"whole")
    night.touch()
    increments.write(base, base, night, lambda: None)
    os.utime(base, (time.time() - days * 86_400,) * 2)
    copy(config, 1, night)


@pytest.mark.parametrize(
    ("spoil", "check", "result", "do"),
    [
        (spoil_ledger, "ledger", "wrong", "book nothing by hand"),
        (write_over, "ledger", "wrong", "book nothing by hand"),
        (sign_ahead, "chain", "wrong", "book nothing by hand"),
        (spoil_file, "database", "wrong", "`restore` the newest copy"),
        (set_clock_back, "clock", "wrong", "Set the clock right before the house starts"),
        (leave_payment, "payments", "look", "money unknown"),
        (never_copy, "copies", "look", "let a timer do it each night"),
        (lambda c: copy(c, 27, data_of(c)), "copies", "look", "let a timer do it"),
        (lambda c: copy(c, 1, data_of(c) / "gone"), "copies", "look", "look at that disk"),
        (lambda c: copy(c, 25, data_of(c)), "copies", "ok", ""),
        (lambda c: builds_on(c, 8), "copies", "ok", ""),
        (lambda c: builds_on(c, 10), "copies", "look", "Make a whole copy"),
        (from_afar, "version", "wrong", "Start the newer program again"),
        (lambda c: data_of(c).chmod(0o755), "folder", "wrong", "chmod 700"),
        (lambda c: (data_of(c) / "secret").chmod(0o644), "permissions", "wrong", "chmod 600"),
        (lambda c: (data_of(c) / "secret").unlink(), "secret", "wrong", ".secret` beside the"),
        (lambda c: (data_of(c) / "secret").write_bytes(b"s"), "secret", "wrong", "Bring back"),
        (lambda c: (data_of(c) / "admin.sock").mkdir(), "socket", "wrong", "Move it away"),
        (lambda c: (data_of(c) / "cardroom.sqlite").unlink(), "database", "look", "restore"),
    ],
)
def test_what_is_wrong_in_the_folder_is_found_with_what_to_do(
    healthy: Config, spoil: Callable[[Config], object], check: str, result: str, do: str
) -> None:
    spoil(healthy)
    found = looked(healthy)
    assert found[check][0] == result
    assert do in found[check][1]


def test_a_disk_that_is_full_or_slow_is_found(
    healthy: Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = shutil.disk_usage("/")
    for free, result in ((10**6, "wrong"), (5 * 10**8, "look"), (10**12, "ok")):
        monkeypatch.setattr(shutil, "disk_usage", lambda _, free=free: usage._replace(free=free))
        assert looked(healthy)["disk space"][0] == result
    for took, result in ((0.0002, "ok"), (0.05, "look"), (0.5, "wrong")):
        monkeypatch.setattr(examine, "sync_seconds", lambda _, took=took: took)
        assert looked(healthy)["disk speed"][0] == result


def test_a_clock_that_nobody_keeps_right_is_to_be_looked_at(
    healthy: Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    for kept, result in ((True, "ok"), (None, "ok"), (False, "look")):
        monkeypatch.setattr(examine, "is_kept", lambda kept=kept: kept)
        assert looked(healthy)["clock"][0] == result
    assert examine.is_kept() in (True, False, None)


def test_a_port_that_another_has_is_found(healthy: Config) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        taken = replace(healthy, listen=replace(healthy.listen, port=port))
        assert looked(taken)["port of players"] == (
            "wrong",
            "Stop what has it, or set another [listen] port.",
        )


@pytest.mark.parametrize(
    ("ends", "result"), [(-1, "wrong"), (10, "look"), (300, "ok"), (None, "wrong")]
)
def test_a_certificate_that_ends_soon_is_to_be_renewed(
    healthy: Config, tmp_path: Path, ends: int | None, result: str
) -> None:
    if ends is None:
        file, key = tmp_path / "cert.pem", tmp_path / "key.pem"
        file.write_text("no certificate")
        key.write_text("no key")
    else:
        file, key = self_signed(tmp_path, ends)
    key.chmod(0o600)
    listen = replace(healthy.listen, certificate=str(file), key=str(key))
    assert looked(replace(healthy, listen=listen))["certificate"][0] == result


class Bank(BaseHTTPRequestHandler):
    """A bank that says whatever it was told to; KEY stands for the key that it is asked about."""

    status, said = 200, ""

    def do_GET(self) -> None:
        key = self.path.rpartition("/")[2]
        known = self.headers.get("authorization") == "Bearer the-secret-of-the-bank"
        self.send_response(self.status if known else 401)
        self.end_headers()
        self.wfile.write(self.said.replace("KEY", key).encode())

    def log_message(self, format: str, *args: object) -> None:
        del format, args


@pytest.mark.parametrize(
    ("status", "said", "secret", "result"),
    [
        (200, '{"outcome": "unseen", "key": "KEY"}', "the-secret-of-the-bank", "ok"),
        (200, '{"outcome": "unseen", "key": "KEY"}', "another-secret-of-it", "wrong"),
        (200, '{"outcome": "done", "key": "KEY"}', "the-secret-of-the-bank", "wrong"),
        (200, '{"outcome": "unseen", "key": "other"}', "the-secret-of-the-bank", "wrong"),
        (200, "<html>It works!</html>", "the-secret-of-the-bank", "wrong"),
        (503, "", "the-secret-of-the-bank", "wrong"),
    ],
)
def test_a_bank_that_does_not_know_the_house_or_speaks_otherwise_is_found(
    healthy: Config, tmp_path: Path, status: int, said: str, secret: str, result: str
) -> None:
    file = tmp_path / "bank-secret"
    file.write_text(f"{secret}\n")
    file.chmod(0o600)
    answers = type("Answers", (Bank,), {"status": status, "said": said})
    with HTTPServer(("127.0.0.1", 0), answers) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        url = f"http://127.0.0.1:{server.server_address[1]}"
        bank = replace(healthy.bank, url=url, secret_file=str(file))
        assert looked(replace(healthy, bank=bank))["bank"][0] == result
        server.shutdown()
    gone = looked(replace(healthy, bank=bank))["bank"]
    assert gone == ("look", "Nobody can buy chips now; ask the bank.")


def test_settings_that_no_house_starts_with_are_found(healthy: Config) -> None:
    open_to_all = replace(healthy, listen=replace(healthy.listen, address="0.0.0.0"))
    assert looked(open_to_all)["settings"][0] == "wrong"


def test_the_exit_code_is_that_of_the_worst(tmp_path: Path) -> None:
    office = Office(tmp_path)
    (tmp_path / "cardroom.toml").write_text("[listen]\nport = 0\n[watch]\nmetrics_port = 0\n")
    none = office.admin("doctor", environment={"CARDROOM_BANK_DEMO_PORT": "0"})
    assert none.code == Exit.LOOK
    assert "Looking at the disk." in none.err
    assert "There is no folder" in none.out
    (tmp_path / "var").mkdir()
    os.chmod(tmp_path / "var", 0o777)
    ill = office.admin("doctor", "--json", environment={"CARDROOM_BANK_DEMO_PORT": "0"})
    assert ill.code == Exit.ILL
    assert '"worst": "wrong"' in ill.out


def test_a_house_that_runs_is_looked_at_too(shared: Open) -> None:
    config = "--config", str(shared.office.folder / "cardroom.toml")
    answered = shared.admin("doctor", "--json", *config)
    assert answered.code in (Exit.OK, Exit.LOOK, Exit.ILL)
    assert '"running": true' in answered.out
    assert '{"check": "socket", "result": "ok"' in answered.out
    assert '{"check": "ledger", "result": "ok"' in answered.out
