"""What SIGHUP means to a house: a certificate to be read anew, or a terminal that was closed."""

import fcntl
import os
import pty
import signal
import ssl
import subprocess
import sys
import termios
from contextlib import ExitStack
from pathlib import Path

from game_server.controlling_terminal import ControllingTerminal
from protocol import messages
from tests.certificate import self_signed
from tests.house.process import ROOMS, Running, house, line_of, line_with, plain_environment
from tests.house.test_serve_start import TlsVisitor
from tests.house.visiting import Visitor


def shown(running: Running) -> str:
    """The certificate that a new connection is shown."""
    port = int(running.url.rpartition(":")[2])
    return ssl.get_server_certificate(("127.0.0.1", port), timeout=30)


def hang_up(running: Running) -> str:
    """What the house says to SIGHUP."""
    running.process.send_signal(signal.SIGHUP)
    return line_with(running.process, "certificate")


def test_a_renewed_certificate_is_shown_to_whoever_comes_and_the_others_stay(
    tmp_path: Path,
) -> None:
    own, key = self_signed(tmp_path)
    files = {"CARDROOM_LISTEN_CERTIFICATE": str(own), "CARDROOM_LISTEN_KEY": str(key)}
    trusts = ssl.create_default_context(cafile=str(own))
    with ExitStack() as lines, house(tmp_path, environment=files) as running:
        one = TlsVisitor(lines, running.url, trusts).guest()
        first = own.read_text()
        assert shown(running) == first
        self_signed(tmp_path)
        assert shown(running) == first, "it is read when that is asked for"
        assert "read anew" in hang_up(running)
        second = own.read_text()
        assert shown(running) == second != first
        key.write_text("no key")
        assert "are no certificate and its key" in hang_up(running)
        assert shown(running) == second
        own.unlink()
        assert "The one before stays in use" in hang_up(running)
        assert shown(running) == second
        assert len(running.troubles) == 2
        one.say(messages.Ping(7))
        one.expect(messages.Pong, lambda pong: pong.n == 7)


def test_a_house_without_a_certificate_goes_on_too(tmp_path: Path) -> None:
    with ExitStack() as lines, house(tmp_path) as running:
        assert "no certificate" in hang_up(running)
        assert Visitor(lines, running.url).guest().token


def test_settings_that_may_change_are_read_anew_and_the_others_are_named(tmp_path: Path) -> None:
    settings = tmp_path / "cardroom.toml"
    with ExitStack() as lines, house(tmp_path) as running:
        guest = Visitor(lines, running.url).guest()
        settings.write_text('[limits]\nguest_rooms = 0\n[house]\nname = "New"\n' + ROOMS)
        running.process.send_signal(signal.SIGHUP)
        news = line_with(running.process, "from now on")
        assert news == "New from now on: [limits] guest_rooms. New after a start: [house] name.\n"
        wish: tuple[object, ...] = ("holdem", "standard", 0, True, 0, 1, "", 0, False, {}, False)
        assert guest.refused(messages.OpenRoom, *wish).code == "rooms_many"
        settings.write_text("[limits]\nguest_rooms = 99\n")
        running.process.send_signal(signal.SIGHUP)
        assert "The settings before stay in use." in line_with(running.process, "guest_rooms")
        assert guest.refused(messages.OpenRoom, *wish).code == "rooms_many"
        assert len(running.troubles) == 1


def test_a_house_closes_with_the_terminal_that_it_was_started_in(tmp_path: Path) -> None:
    held, terminal = pty.openpty()

    def in_terminal() -> None:
        os.setsid()
        fcntl.ioctl(terminal, termios.TIOCSCTTY, 0)

    process = subprocess.Popen(
        [sys.executable, "-m", "game_server.cli", "serve"],
        stdin=terminal,
        stdout=subprocess.PIPE,
        text=True,
        cwd=tmp_path,
        env={
            **plain_environment(),
            "PYTHONPATH": str(Path.cwd()),
            "CARDROOM_LISTEN_PORT": "0",
            "CARDROOM_BANK_DEMO_PORT": "0",
            "CARDROOM_WATCH_METRICS_PORT": "0",
        },
        preexec_fn=in_terminal,
    )
    os.close(terminal)
    try:
        assert "The house is open" in line_of(process)
        process.send_signal(signal.SIGHUP)
        assert "no certificate" in line_with(process, "certificate", "closes"), "it is still there"
        os.close(held)
        assert "The house closes" in line_with(process, "closes")
        assert process.wait(30) == 0
    finally:
        process.kill()
        process.wait()
        assert process.stdout is not None
        process.stdout.close()


def test_a_process_without_a_terminal_has_lost_none() -> None:
    assert not ControllingTerminal().gone
