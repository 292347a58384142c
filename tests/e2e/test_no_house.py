"""An app without a house: nobody is there, or one that is too new for it."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread

import pytest
from websockets.sync.server import ServerConnection, serve

from protocol.codec import encode
from protocol.endings import UPGRADE
from protocol.messages import VERSION, UpgradeRequired
from tests.e2e.player import Player, players
from tests.house.process import free_port, house


@contextmanager
def too_new(port: int) -> Iterator[None]:
    """A house that speaks to newer apps only."""

    def answer(line: ServerConnection) -> None:
        line.recv()
        line.send(encode(UpgradeRequired(VERSION + 1, VERSION + 2)))
        line.close(UPGRADE.code)

    with serve(answer, "127.0.0.1", port, compression=None) as server:
        running = Thread(target=server.serve_forever)
        running.start()
        try:
            yield
        finally:
            server.shutdown()
            running.join()


@pytest.mark.req("E-RNF-002")
def test_an_app_finds_its_house_by_itself_and_says_when_it_is_too_old_for_it(
    display: str, tmp_path: Path
) -> None:
    port = free_port()
    at = {"CARDROOM_LISTEN_PORT": str(port)}
    one = Player("Juno", f"ws://127.0.0.1:{port}", tmp_path)
    with players(one):
        one.shown("No connection. Next try in")
        # What was tapped meanwhile is done as soon as somebody is there.
        one.type("Your name", "Juno")
        one.tap("Play as guest")
        one.tap("again")
        one.shown("No connection. Next try in")
        with house(tmp_path, environment=at):
            one.until(lambda sight: sight.screen == "lobby" and sight.me.play, "the lobby")
            one.shown("Juno")
        with too_new(port):
            old = one.until(lambda sight: sight.screen == "too_old", "what to do")
            assert old.says("This version is too old for this house.")
            one.tap("Try again")
            one.until(lambda sight: sight.connection == "too_old", "the same answer")
        with house(tmp_path, environment=at):
            one.tap("Try again")
            one.until(lambda sight: sight.screen == "lobby" and sight.me.inside, "the same player")
            one.shown("Juno")
