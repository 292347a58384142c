"""`cardroom serve` as a process: what it does not begin with, and its line with a certificate."""

import os
import resource
import socket
import ssl
import subprocess
import sys
from collections import deque
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path

import pytest
from websockets.client import ClientProtocol
from websockets.exceptions import InvalidMessage
from websockets.frames import Frame
from websockets.protocol import State
from websockets.sync.client import connect
from websockets.uri import parse_uri

from game_server import app, cli
from game_server.open_files import SPARE
from protocol import messages
from tests.certificate import self_signed
from tests.house.plain import play
from tests.house.process import ROOMS, house
from tests.house.visiting import Visitor


def settings(folder: Path, text: str) -> tuple[list[str], dict[str, str]]:
    """The command for a house with these settings, and an environment of free ports."""
    file = folder / "house.toml"
    file.write_text(text)
    known = {
        "CARDROOM_HOUSE_DATA": str(folder / "var"),
        "CARDROOM_LISTEN_PORT": "0",
        "CARDROOM_BANK_DEMO_PORT": "0",
        "CARDROOM_WATCH_METRICS_PORT": "0",
    }
    return ["serve", "--config", str(file)], known


def sentence(status: int, said: str, complained: str) -> str:
    """The one sentence of a house that does not start."""
    assert status == 2
    assert said == ""
    (line,) = complained.splitlines()
    assert line.startswith("cardroom: ")
    return line


def refused(folder: Path, text: str, environment: Mapping[str, str]) -> str:
    """Start a process that must refuse to."""
    command, known = settings(folder, text)
    ran = subprocess.run(
        [sys.executable, "-m", "game_server.cli", *command],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        env={**os.environ, **known, **environment},
    )
    # The log begins before a port is tried.
    lines = ran.stderr.splitlines(keepends=True)
    said = "".join(line for line in lines if '"level": "info"' not in line)
    return sentence(ran.returncode, ran.stdout, said)


class Command:
    """The command in this process: it refuses a setting before it has a reactor."""

    def __init__(
        self,
        folder: Path,
        capsys: pytest.CaptureFixture[str],
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        self.folder, self._capsys, self._monkeypatch = folder, capsys, monkeypatch

    def refused(self, text: str, environment: Mapping[str, str]) -> str:
        command, known = settings(self.folder, text)
        for name, value in {**known, **environment}.items():
            self._monkeypatch.setenv(name, value)
        # A house that is begun after all would run in this process for ever.
        self._monkeypatch.setattr(app, "Server", None)
        status = cli.main(command)
        return sentence(status, *self._capsys.readouterr())


@pytest.fixture
def command(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Command:
    return Command(tmp_path, capsys, monkeypatch)


@pytest.mark.parametrize(
    ("text", "environment", "says"),
    [
        ('[listen]\norigins = ["*"]\n', {}, "The origin '*' lets strangers' pages in; name each"),
        ("", {"CARDROOM_LISTEN_ADDRESS": "0.0.0.0"}, "name a certificate and its key, or listen"),
        (
            '[house]\ntesting = true\n[bank]\nurl = "https://bank.example"\n',
            {},
            "no bank but the demo bank; set testing to false",
        ),
        ('[house]\nname = "x"\n[listen\nport = 1\n', {}, "line 3"),
        ('[house]\n\n\n[listen]\nport = "many"\n', {}, "line 5: port is 'many'; it is a whole"),
        ("", {"CARDROOM_LISTEN_PORT": "many"}, "CARDROOM_LISTEN_PORT is 'many'; it is a whole"),
        ("", {"CARDROOM_LISTEN_PER_ADDRESS": "0"}, "CARDROOM_LISTEN_PER_ADDRESS is 0; the least"),
        ("", {"CARDROOM_LISTEN_KEY": "no.pem"}, "A certificate needs its key"),
    ],
)
def test_a_setting_that_cannot_be_is_told_in_one_sentence(
    command: Command, text: str, environment: Mapping[str, str], says: str
) -> None:
    assert says in command.refused(text, environment)
    assert not (command.folder / "var").exists(), "nothing was begun"


@pytest.mark.parametrize(
    ("text", "environment", "says"),
    [
        ('[house]\nname = "x"\n[listen\nport = 1\n', {}, "line 3"),
        ('[listen]\norigins = ["*"]\n', {"CARDROOM_LISTEN_PORT": "8770"}, "strangers' pages"),
    ],
)
def test_a_process_that_refuses_to_start_says_one_sentence_and_exits_with_2(
    tmp_path: Path, text: str, environment: Mapping[str, str], says: str
) -> None:
    assert says in refused(tmp_path, text, environment)


@pytest.mark.parametrize(
    ("setting", "says"),
    [
        ("CARDROOM_LISTEN_PORT", "Players cannot connect on 127.0.0.1:"),
        ("CARDROOM_BANK_DEMO_PORT", "The demo bank cannot listen on port"),
        ("CARDROOM_WATCH_METRICS_PORT", "What the operator looks at cannot listen on port"),
    ],
)
def test_a_port_that_is_taken_is_named(tmp_path: Path, setting: str, says: str) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        line = refused(tmp_path, "", {setting: port})
    assert says in line
    assert port in line
    assert "set another" in line


@pytest.mark.parametrize("wrong", ["no text of a certificate", "the key of another"])
def test_a_certificate_that_is_none_is_told_in_one_sentence(command: Command, wrong: str) -> None:
    folder = command.folder
    own, key = self_signed(folder)
    if wrong == "the key of another":
        (folder / "other").mkdir()
        key = self_signed(folder / "other")[1]
    else:
        own.write_text(wrong)
    files = {"CARDROOM_LISTEN_CERTIFICATE": str(own), "CARDROOM_LISTEN_KEY": str(key)}
    assert "are no certificate and its key; name two PEM files" in command.refused("", files)


class TlsSocket:
    """A WebSocket over TLS in one thread: two of them at one TLS socket, as the library's own
    has it, lose what they send now and then."""

    def __init__(self, url: str, trusts: ssl.SSLContext) -> None:
        uri = parse_uri(url)
        plain = socket.create_connection((uri.host, uri.port))
        self.socket = trusts.wrap_socket(plain, server_hostname=uri.host)
        self._protocol = ClientProtocol(uri)
        self._protocol.send_request(self._protocol.connect())
        self._frames: deque[bytes] = deque()
        while self._protocol.state is not State.OPEN:
            assert self._protocol.handshake_exc is None
            self._move(30.0)

    def send(self, message: bytes) -> None:
        self._protocol.send_binary(message)
        self._flush()

    def recv(self, timeout: float | None = None) -> bytes:
        while not self._frames:
            self._move(timeout)
        return self._frames.popleft()

    def _move(self, timeout: float | None) -> None:
        self._flush()
        self.socket.settimeout(timeout)
        data = self.socket.recv(65_536)
        self.socket.settimeout(30.0)
        assert data, "the house hung up"
        self._protocol.receive_data(data)
        events = self._protocol.events_received()
        self._frames += [bytes(one.data) for one in events if isinstance(one, Frame) and one.data]
        self._flush()

    def _flush(self) -> None:
        for data in self._protocol.data_to_send():
            self.socket.sendall(data)


class TlsVisitor(Visitor):
    """A visitor who believes that certificate alone."""

    def __init__(self, lines: ExitStack, url: str, trusts: ssl.SSLContext) -> None:
        self.trusts = trusts
        super().__init__(lines, url)

    def connected(self, lines: ExitStack, url: str) -> TlsSocket:
        made = TlsSocket(url, self.trusts)
        lines.enter_context(made.socket)
        return made


def test_plain_clients_play_over_tls_and_nobody_comes_in_without(tmp_path: Path) -> None:
    own, key = self_signed(tmp_path)
    files = {"CARDROOM_LISTEN_CERTIFICATE": str(own), "CARDROOM_LISTEN_KEY": str(key)}
    trusts = ssl.create_default_context(cafile=str(own))
    with ExitStack() as lines, house(tmp_path, ROOMS, files) as running:
        assert running.url.startswith("wss://127.0.0.1:")
        with pytest.raises(ssl.SSLCertVerificationError), connect(running.url):
            pass
        with pytest.raises((InvalidMessage, EOFError)), connect("ws" + running.url[3:]):
            pass
        two = [TlsVisitor(lines, running.url, trusts).guest() for _ in range(2)]
        for one in two:
            one.seat("holdem")
        play(list(two), lambda _: two[0].rounds >= 2)
        assert two[1].heard(messages.Told)


def test_a_house_raises_its_limit_of_open_files_to_what_its_lines_need(tmp_path: Path) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (SPARE + 40, hard))
    try:
        with house(
            tmp_path, forks=False, environment={"CARDROOM_LISTEN_CONNECTIONS": "44"}
        ) as running:
            limits = resource.prlimit(running.process.pid, resource.RLIMIT_NOFILE)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    assert limits == (SPARE + 44, hard)
