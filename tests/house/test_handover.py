"""A house that is started again hands its listening socket on: nobody who connects is refused."""

import os
import signal
import socket
from contextlib import ExitStack
from pathlib import Path
from threading import Event, Thread
from typing import Final

import pytest
from websockets.exceptions import InvalidMessage
from websockets.sync.client import connect

from game_server import handover
from protocol import messages
from tests.house.process import ROOMS, house, line_with
from tests.house.test_serve_life import closing
from tests.house.visiting import Visitor

MANY: Final = "[listen]\nper_address = 2000\n"
"""A test connects again and again from one address."""
WAITS_S: Final = 60.0


def test_sockets_are_for_the_process_that_they_were_handed_to_and_for_none_after_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listens:
        held = os.dup(listens.fileno())
        monkeypatch.setattr(handover, "FIRST", held)
        for whose, count in (
            ("1", "1"),
            ("", "1"),
            (str(os.getpid()), ""),
            (str(os.getpid()), "x"),
        ):
            said = {"LISTEN_PID": whose, "LISTEN_FDS": count, "LISTEN_FDNAMES": "a", "HOME": "/"}
            assert handover.received(said) == ()
            assert said == {"HOME": "/"}
        os.set_inheritable(held, True)
        said = {"LISTEN_PID": str(os.getpid()), "LISTEN_FDS": "1"}
        (handed,) = handover.received(said)
        with handed:
            assert handed.getsockname() == listens.getsockname()
            assert not handed.get_inheritable()
            assert not handed.getblocking()
        assert said == {}


class Knocking:
    """Connects to a house again and again until it is told to stop, and says what went wrong."""

    def __init__(self, url: str) -> None:
        self.wrong: list[str] = []
        self.served = 0
        self._url, self._enough = url, Event()
        self._thread = Thread(target=self._knock)

    def __enter__(self) -> "Knocking":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._enough.set()
        self._thread.join()

    def _knock(self) -> None:
        while not self._enough.is_set():
            try:
                # It is open when the house has answered.
                with connect(self._url, open_timeout=WAITS_S):
                    self.served += 1
            except (OSError, InvalidMessage) as wrong:
                self.wrong.append(repr(wrong))
            self._enough.wait(0.02)


def test_who_connects_while_a_house_is_started_again_waits_and_is_served(tmp_path: Path) -> None:
    # What is started again is an interpreter with its words.
    with ExitStack() as lines, house(tmp_path, MANY + ROOMS, forks=False) as running:
        process, url = running.process, running.url
        settings = tmp_path / "cardroom.toml"
        player = Visitor(lines, url).guest()

        settings.write_text("[listen]\nport = 'x'\n")
        process.send_signal(signal.SIGUSR2)
        assert "port" in line_with(process, "would not start")
        player.say(messages.Ping(7))
        player.expect(messages.Pong, lambda pong: pong.n == 7)

        settings.write_text("[house]\nname = 'Another'\n" + MANY + ROOMS)
        with Knocking(url) as knocking:
            process.send_signal(signal.SIGUSR2)
            assert line_with(process, " on ws").split()[-1] == url
        assert knocking.wrong == []
        assert knocking.served > 0
        assert closing(player) == (1001, "going_away")
        back = player.resumed(lines, url)
        assert back.expect(messages.Welcome).house == "Another"
        process.send_signal(signal.SIGTERM)
        assert process.wait(60) == 0
