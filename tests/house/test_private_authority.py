"""A house whose certificate a private authority vouches for: clients believe it once they are told
of that authority, and not before."""

import asyncio
import select
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from client_link.authorities import BadAuthority, trusted
from client_link.connection import Connection, End
from game_server.loadtest import run
from game_server.loadtest.connection import PATIENCE, LoadConnection
from protocol import messages
from protocol.codec import FROM_SERVER, decode
from protocol.messages import VERSION, Message
from protocol.words import Refusal
from tests.certificate import self_signed
from tests.house.process import ROOMS, Running, house


@pytest.fixture(scope="module")
def secure(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Running, str]]:
    """A house with TLS, and the file of who vouches for it."""
    folder = tmp_path_factory.mktemp("house")
    own, key = self_signed(folder)
    known = {"CARDROOM_LISTEN_CERTIFICATE": str(own), "CARDROOM_LISTEN_KEY": str(key)}
    with house(folder, ROOMS, known) as running:
        yield running, str(own)


async def reached(url: str, authority: str) -> End | None:
    """How a connection to there ended; None if it was open."""
    line = Connection(url, authority)
    opened: list[bool] = []

    def is_open() -> None:
        opened.append(True)
        line.disconnect()

    end = await line.carry(is_open, lambda _: None)
    return None if opened else end


def test_a_client_believes_the_authority_that_it_is_told_of(
    secure: tuple[Running, str], tmp_path: Path
) -> None:
    running, authority = secure
    assert running.url.startswith("wss://")
    assert asyncio.run(reached(running.url, "")) == End(why="untrusted")
    assert asyncio.run(reached(running.url, authority)) is None
    other = str(self_signed(tmp_path)[0])
    assert asyncio.run(reached(running.url, other)) == End(why="untrusted")
    assert asyncio.run(reached(running.url, str(tmp_path / "none"))) == End(why="untrusted")


def terminal(*words: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "terminal_client.house", *words],
        input="quit\n",
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_the_terminal_takes_the_authority_as_an_argument(
    secure: tuple[Running, str], tmp_path: Path
) -> None:
    running, authority = secure
    words = ["--at", running.url, "--lines", "--config-folder", str(tmp_path), "--name", "Ann"]
    let_in = terminal(*words, "--ca", authority)
    assert (let_in.returncode, let_in.stderr) == (0, "")
    assert "Ann" in let_in.stdout
    refused = terminal(*words, "--ca", str(tmp_path / "none"))
    assert refused.returncode == 2
    assert "cannot be read" in refused.stderr
    (tmp_path / "text").write_text("no certificate")
    with pytest.raises(BadAuthority, match="holds no certificate"):
        trusted(str(tmp_path / "text"))


def test_a_player_of_the_load_test_speaks_tls(secure: tuple[Running, str], tmp_path: Path) -> None:
    running, authority = secure
    host, port, is_secure = run.target(running.url)
    assert is_secure
    player = LoadConnection(host, port, 0, run.trusting(authority))
    heard: list[Message] = []
    for kind, wish in (
        (messages.Welcome, messages.Hello(VERSION, VERSION, client="loadtest")),
        (messages.Session, messages.Guest(1)),
        (messages.Pong, messages.Ping(2)),
    ):
        player.say(wish)
        while not any(isinstance(one, kind) for one in heard):
            ready, _, _ = select.select([player.socket], [], [], PATIENCE)
            assert ready, heard
            heard += [decode(data, FROM_SERVER) for data in player.hear()]
    player.close()
    with pytest.raises(Refusal, match="certificate verify failed"):
        run.load(running.url, players=2, seconds=1)
    with pytest.raises(Refusal, match="names nobody who vouches"):
        run.load(running.url, players=2, seconds=1, authority=str(tmp_path / "none"))
