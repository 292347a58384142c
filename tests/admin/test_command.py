"""The command line: how it finds the house, asks who one is, and ends."""

import json
import os
import pty
import signal
import socket
import ssl
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from game_server import planning
from game_server.admin import wire
from game_server.admin.command import connection, show
from game_server.admin.command.connection import Address, HouseConnection, read_url
from game_server.admin.command.exits import Ends, Exit
from game_server.admin.command.saved_logins import SavedLogin, SavedLogins
from game_server.config import AdminSettings, Config, HouseSettings
from tests.admin.running import Open, command, open_house
from tests.certificate import self_signed


def one_sentence(err: str) -> bool:
    return err.startswith("cardroom admin: ") and err.count("\n") == 1 and err.endswith(".\n")


# -- where the house is ---------------------------------------------------------------------


def test_a_house_that_is_not_there_is_a_sentence(shared: Open) -> None:
    ran = shared.admin("status", "--socket", "nowhere.sock")
    assert (ran.code, ran.out) == (Exit.NO_HOUSE, "")
    assert one_sentence(ran.err)
    assert "there is no /" in ran.err
    assert "/nowhere.sock. Start it" in ran.err


def test_the_socket_of_a_house_that_was_killed_is_a_sentence_and_the_next_takes_it(
    tmp_path: Path,
) -> None:
    with open_house(tmp_path, staff=False) as opened:
        office = opened.office
        opened.running.kill()
    assert office.socket.is_socket()
    ran = office.admin("status")
    assert ran.code == Exit.NO_HOUSE
    assert one_sentence(ran.err)
    assert "nobody listens" in ran.err
    with open_house(tmp_path, staff=False, office=office) as opened:
        assert opened.admin("status").code == Exit.OK
        opened.running.process.send_signal(signal.SIGTERM)
        assert opened.running.process.wait(60) == 0
    assert not office.socket.exists(), "a house that ends takes its socket along"


def test_only_the_user_that_runs_the_house_can_open_its_socket(shared: Open) -> None:
    mode = shared.office.socket.stat().st_mode
    assert stat.S_ISSOCK(mode)
    assert stat.S_IMODE(mode) == 0o600


def test_what_stands_where_the_socket_should_is_not_removed(tmp_path: Path) -> None:
    kept = tmp_path / "precious"
    kept.write_text("data")
    with (
        pytest.raises(AssertionError, match="is there and is no socket"),
        open_house(tmp_path, environment={"CARDROOM_ADMIN_SOCKET": str(kept)}, staff=False),
    ):
        pass
    assert kept.read_text() == "data"


@contextmanager
def impostor(folder: Path, *says: bytes) -> Iterator[Address]:
    """Something that listens, and says these lines, one for each that it hears, then ends."""
    path = folder / "impostor.sock"
    server = socket.socket(socket.AF_UNIX)
    server.bind(str(path))
    server.listen()

    def serve() -> None:
        with suppress(OSError):
            far, _ = server.accept()
            heard = far.makefile("rb")
            for one in says:
                heard.readline()
                far.sendall(one)
            if says:
                heard.close()
                far.close()
            else:
                heard.read()

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    try:
        yield Address(str(path))
    finally:
        server.close()


def test_a_house_that_says_nothing_is_not_waited_for_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "LOGIN_S", 0.05)
    with (
        impostor(tmp_path) as address,
        HouseConnection.open(address) as line,
        pytest.raises(Ends, match="does not answer") as ended,
    ):
        line.log_in("ann", "whatever")
    assert ended.value.exit == Exit.NO_HOUSE


def test_what_is_no_house_is_said_to_be_none(tmp_path: Path) -> None:
    with (
        impostor(tmp_path, b"HTTP/1.1 400 Bad Request\r\n") as address,
        HouseConnection.open(address) as line,
        pytest.raises(Ends, match="is no house") as ended,
    ):
        line.log_in("ann", "whatever")
    assert ended.value.exit == Exit.NO_HOUSE


def test_a_house_that_is_gone_before_it_answers_leaves_it_open_what_was_done(
    tmp_path: Path,
) -> None:
    entered = wire.reply(1, "ok", {"token": "t", "name": "ann", "role": "owner"})
    half = wire.reply(2, "ok", {"said": "It is done."})[:-5]
    with impostor(tmp_path, entered, half) as address, HouseConnection.open(address) as line:
        line.log_in("ann", "whatever")
        with pytest.raises(Ends, match="look whether it was done") as ended:
            line.ask("on", {})
    assert ended.value.exit == Exit.LOST


@pytest.mark.parametrize("url", ["", "house:8773", "http://house:8773", "tls://house", "tls://h:x"])
def test_a_url_that_is_none_is_said_to_be_none(url: str) -> None:
    with pytest.raises(Ends, match="written like tls://host:8773"):
        read_url(url, "")


# -- over TLS -------------------------------------------------------------------------------


def test_over_tls_everything_is_the_same_and_a_stranger_is_not_believed(tmp_path: Path) -> None:
    own, key = self_signed(tmp_path)
    known = {
        "CARDROOM_ADMIN_LISTEN": "127.0.0.1:0",
        "CARDROOM_ADMIN_CERTIFICATE": str(own),
        "CARDROOM_ADMIN_KEY": str(key),
    }
    with open_house(tmp_path, environment=known, staff=False) as opened:
        said = next(line for line in opened.running.log.splitlines() if "connect on" in line)
        port = json.loads(said)["text"].rsplit(":")[-1]
        url = f"tls://127.0.0.1:{port}"
        assert opened.admin("login", "ann", "--url", url, "--ca", str(own)).code == Exit.OK
        found = opened.admin("status", "--url", url, "--ca", str(own), "--json").json
        assert found["state"] == "open"
        logins = opened.office.audit("--do", "login")
        assert [row["from"] for row in logins if row["from"] != logins[0]["from"]] == ["127.0.0.1"]
        stranger = opened.admin("status", "--url", url)
        assert stranger.code == Exit.NO_HOUSE
        assert one_sentence(stranger.err)
        assert "is not believed" in stranger.err
        assert opened.admin("status", "--url", url, "--ca", "none.pem").code == Exit.USAGE
        old = ssl.create_default_context(cafile=own)
        old.maximum_version = ssl.TLSVersion.TLSv1_2
        with (
            socket.create_connection(("127.0.0.1", int(port))) as far,
            pytest.raises(ssl.SSLError, match="protocol version"),
        ):
            old.wrap_socket(far, server_hostname="127.0.0.1")
        with socket.create_connection(("127.0.0.1", int(port))) as plain:
            plain.sendall(wire.request(1, "status", {}))
            assert b"{" not in plain.recv(4_096)
    gone = opened.office.admin("status", "--url", url)
    assert gone.code == Exit.NO_HOUSE
    assert one_sentence(gone.err)


@pytest.mark.parametrize(
    ("admin", "says"),
    [
        (AdminSettings(listen="127.0.0.1:8773"), "over TLS alone; name a certificate"),
        (AdminSettings(listen="0.0.0.0:8773", certificate="a.pem"), "over TLS alone"),
        (AdminSettings(listen="8773", certificate="a", key="b"), "written like 0.0.0.0:8773"),
        (AdminSettings(listen="h:99999", certificate="a", key="b"), "written like 0.0.0.0:8773"),
        (AdminSettings(listen="h:1", certificate="a", key="b"), "no certificate and its key"),
        (AdminSettings(socket="x" * 200), "too long for a socket"),
    ],
)
def test_a_line_that_would_be_open_is_refused_before_the_house_starts(
    admin: AdminSettings, says: str
) -> None:
    with pytest.raises(planning.CannotServe, match=says):
        planning.plan(Config(HouseSettings(), admin=admin))


# -- who one is -----------------------------------------------------------------------------


@pytest.mark.req("E-RF-SV-006")
def test_a_wrong_password_is_a_sentence_and_is_in_the_audit(shared: Open) -> None:
    office = shared.office
    office.keep("eve", "the password of nobody")
    ran = shared.admin("status", who="eve")
    assert (ran.code, ran.out) == (Exit.NOT_ALLOWED, "")
    assert one_sentence(ran.err)
    assert "No administrator has this name and this password" in ran.err
    assert [row["who"] for row in office.audit("--refused", "--do", "login")] == ["?"]


def test_without_a_name_or_a_password_it_says_how_to_log_in(shared: Open) -> None:
    nobody = shared.office.admin("status", who="nobody")
    assert nobody.code == Exit.NOT_ALLOWED
    assert one_sentence(nobody.err)
    assert "CARDROOM_ADMIN_PASSWORD_FILE" in nobody.err
    nameless = shared.office.admin("status", environment={"CARDROOM_ADMIN_NAME": ""})
    assert nameless.code == Exit.NOT_ALLOWED
    assert "cardroom admin login NAME" in nameless.err


def test_a_password_file_that_others_can_read_is_not_used(shared: Open) -> None:
    path = shared.office.folder / "loose"
    path.write_text("whatever")
    path.chmod(0o644)
    ran = shared.office.admin("status", environment={"CARDROOM_ADMIN_PASSWORD_FILE": str(path)})
    assert ran.code == Exit.NOT_ALLOWED
    assert f"chmod 600 {path}" in ran.said()


def test_a_password_file_that_is_not_there_is_a_sentence(shared: Open) -> None:
    path = str(shared.office.folder / "gone")
    ran = shared.office.admin("status", environment={"CARDROOM_ADMIN_PASSWORD_FILE": path})
    assert (ran.code, ran.out) == (Exit.USAGE, "")
    assert one_sentence(ran.err)
    assert ran.err.endswith("gone cannot be read: No such file or directory.\n")


def test_who_is_named_goes_before_the_session_of_another(shared: Open) -> None:
    vic = shared.office.environment("vic")
    sessions = {"CARDROOM_ADMIN_SESSIONS": str(shared.office.folder / "sessions-mixed")}
    assert shared.office.admin("login", "ann", environment=sessions).code == Exit.OK
    ran = shared.office.admin("staff", "add", "bo", "owner", environment={**vic, **sessions})
    assert ran.code == Exit.NOT_ALLOWED
    assert "you are viewer" in ran.err
    none = {"CARDROOM_ADMIN_NAME": "", "CARDROOM_ADMIN_PASSWORD_FILE": ""}
    still = shared.office.admin("staff", "list", environment={**sessions, **none})
    assert still.code == Exit.OK


@pytest.mark.parametrize("words", ["status", "status --json", "money export entries json"])
def test_an_answer_that_cannot_be_written_out_is_a_sentence(shared: Open, words: str) -> None:
    with Path("/dev/full").open("w") as full:
        ran = subprocess.run(
            command(words.split()),
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            cwd=shared.office.folder,
            env=shared.office.environment(),
            timeout=100,
            check=False,
        )
    assert ran.returncode == Exit.LOST
    assert "Traceback" not in ran.stderr
    assert ran.stderr.endswith("could not be written out: No space left on device.\n")


def test_after_a_login_no_command_asks_until_the_logout(shared: Open) -> None:
    office = shared.office
    none = {"CARDROOM_ADMIN_PASSWORD_FILE": ""}
    assert "You are in as vic, viewer." in shared.admin("login", "vic", who="vic").out
    (kept,) = (office.folder / "sessions-vic").iterdir()
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert stat.S_IMODE(kept.parent.stat().st_mode) == 0o700
    assert office.passwords["vic"].read_text().strip() not in kept.read_text()
    assert office.admin("status", who="vic", environment=none).code == Exit.OK
    token = json.loads(kept.read_text())["token"]
    assert shared.admin("logout", who="vic").code == Exit.OK
    assert not kept.exists()
    assert office.admin("status", who="vic", environment=none).code == Exit.NOT_ALLOWED
    kept.write_text(json.dumps({"name": "vic", "token": token}))
    kept.chmod(0o600)
    over = shared.admin("status", who="vic")
    assert over.code == Exit.NOT_ALLOWED
    assert "Your session is over" in over.said()
    assert shared.admin("logout", who="vic").out == "You were not logged in.\n"


def test_a_session_that_others_can_read_is_none(tmp_path: Path) -> None:
    sessions, address = SavedLogins({"CARDROOM_ADMIN_SESSIONS": str(tmp_path)}), Address("a.sock")
    sessions.keep(address, SavedLogin("ann", "token"))
    assert sessions.of(address) == SavedLogin("ann", "token")
    assert sessions.of(Address("b.sock")) is None
    (kept,) = tmp_path.iterdir()
    kept.chmod(0o640)
    assert sessions.of(address) is None
    kept.chmod(0o600)
    kept.write_text("no json")
    assert sessions.of(address) is None


# -- at a terminal --------------------------------------------------------------------------


class Terminal:
    """A command at a terminal of its own, where somebody sits and types."""

    def __init__(self, opened: Open, *args: str, **environment: str) -> None:
        known = opened.office.environment()
        known.pop("NO_COLOR")
        known.pop("CARDROOM_ADMIN_PASSWORD_FILE", None)
        known = {**known, "TERM": "xterm", **environment}
        self.shown = ""
        self.pid, self._far = pty.fork()
        if not self.pid:
            # A shell that runs tests in the background has Ctrl-C ignored, as its children have.
            signal.signal(signal.SIGINT, signal.SIG_DFL)
            os.execvpe(sys.executable, command(args), known)

    def until(self, text: str) -> None:
        end = time.monotonic() + 60
        while text not in self.shown:
            assert time.monotonic() < end, self.shown
            self._read()

    def type(self, text: str) -> None:
        os.write(self._far, text.encode())

    def ended(self) -> int:
        with suppress(OSError):
            while self._read():
                pass
        _, status = os.waitpid(self.pid, 0)
        os.close(self._far)
        return os.waitstatus_to_exitcode(status)

    def _read(self) -> bool:
        data = os.read(self._far, 4_096)
        self.shown += data.decode()
        return bool(data)


def test_somebody_at_a_terminal_types_the_password_and_nobody_reads_it(shared: Open) -> None:
    password = shared.office.passwords["ann"].read_text()
    terminal = Terminal(shared, "staff", "list")
    terminal.until("Password of ann: ")
    terminal.type(password)
    assert terminal.ended() == Exit.OK
    assert password.strip() not in terminal.shown
    assert "\x1b[1mname" in terminal.shown
    assert "olga" in terminal.shown


def test_colours_are_for_terminals_that_want_them(shared: Open) -> None:
    password = str(shared.office.passwords["ann"])
    plain = Terminal(shared, "staff", "list", NO_COLOR="1", CARDROOM_ADMIN_PASSWORD_FILE=password)
    assert plain.ended() == Exit.OK
    assert "\x1b" not in plain.shown
    assert "\x1b" not in shared.admin("staff", "list").out


def test_what_cannot_be_undone_asks_first(own: Open) -> None:
    password = str(own.office.passwords["ann"])
    no = Terminal(own, "off", CARDROOM_ADMIN_PASSWORD_FILE=password)
    no.until("Go on? [y/N] ")
    no.type("\n")
    assert no.ended() == Exit.NOT_SURE
    assert own.admin("status", "--json").json["state"] == "open"
    nobody = own.admin("off")
    assert nobody.code == Exit.USAGE
    assert "Say --yes if that is meant." in nobody.said()
    yes = Terminal(own, "off", CARDROOM_ADMIN_PASSWORD_FILE=password)
    yes.until("Go on? [y/N] ")
    yes.type("y\n")
    assert yes.ended() == Exit.OK
    assert own.admin("status", "--json").json["state"] == "closed"


def test_nobody_is_asked_about_a_copy_that_is_not_there(own: Open) -> None:
    ran = own.admin("restore", "/no/such/copy.sqlite")
    assert ran.code not in (Exit.OK, Exit.USAGE)
    assert "There is no file /no/such/copy.sqlite" in ran.said()
    assert "--yes" not in ran.said()


def test_control_c_is_no_traceback(shared: Open) -> None:
    terminal = Terminal(shared, "status")
    terminal.until("Password of ann: ")
    terminal.type("\x03")
    assert terminal.ended() == Exit.INTERRUPTED
    assert "Traceback" not in terminal.shown


def test_a_reader_who_goes_away_is_no_traceback(shared: Open) -> None:
    process = subprocess.Popen(
        command(["audit"]),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=shared.office.environment(),
    )
    assert process.stdout is not None
    process.stdout.close()
    _, err = process.communicate(timeout=60)
    assert b"Traceback" not in err


# -- what is shown --------------------------------------------------------------------------


def test_an_answer_is_shown_by_the_ends_of_its_names() -> None:
    answer = {"state": "open", "off_cents": -1_205, "uptime_s": 90_061, "lag_s": 0.0123, "on": True}
    assert list(show.shown(answer)) == [
        "state   open",
        "off     -12.05",
        "uptime  1 d 1 h",
        "lag     0.012 s",
        "on      yes",
    ]
    assert show.value_of("seen_at", 86_400 * 365)[:4] in ("1970", "1971")
    assert [show.duration(n) for n in (0, 59, 61, 7_260)] == ["0 s", "59 s", "1 m 1 s", "2 h 1 m"]
    assert show.money(123_456_789) == "1,234,567.89"


def test_many_things_are_a_table_with_numbers_on_the_right() -> None:
    rows = [{"name": "安", "chips_cents": 5_00}, {"name": "Bo", "chips_cents": 12_345_00}]
    assert list(show.shown({"players": rows})) == [
        "name      chips",
        "安         5.00",
        "Bo    12,345.00",
    ]
    assert list(show.shown({"players": []})) == ["No players."]
    trial = {"lines": 4, "wrong": []}
    assert list(show.shown(trial)) == ["lines  4", "", "wrong", "None."]
    assert list(show.shown({"table": "eps", "players": rows}))[:3] == ["table  eps", "", "players"]


def test_a_sentence_says_it_all_and_the_rest_is_for_programs() -> None:
    assert list(show.shown({"said": "Done.", "number": 5})) == ["Done."]


def test_what_players_have_written_cannot_move_the_cursor() -> None:
    (line,) = show.shown({"said": "a\x1b[2Jb\x07\u202ec"})
    assert line == "a\ufffd[2Jb\ufffd\ufffdc"
