"""The terminal without any house: a whole hand, a kill in mid-hand, the way to a house."""

import os
import signal
from pathlib import Path

from tests.terminal.test_games_by_keys import go, play
from tests.terminal.typist import Typist, typist


def down(one: Typist) -> None:
    """In without a password, and down at blackjack."""
    one.until("Offline: you play alone")
    one.until("The lobby.")
    one.type("deal blackjack")
    one.until("At the table")


def stand(question: str) -> str:
    """Bet the least, deal, and stand."""
    if "Bet" in question and "Deal" not in question:
        return "b 5"
    return "d" if "d: Deal" in question else "s" if "s: Stand" in question else "n"


def test_a_whole_hand_is_played_without_a_house(tmp_path: Path) -> None:
    with typist(tmp_path, "--offline", "--plain", "--name", "Una") as one:
        down(one)
        said = play(one, stand)
        assert "Una bets 5." in said
        go(one)


def test_a_terminal_that_is_killed_goes_on_with_the_same_hand(tmp_path: Path) -> None:
    with typist(tmp_path, "--offline", "--plain", "--name", "Una") as one:
        down(one)
        one.until("Your turn")
        one.act("b 5", "Una bets 5.")
        os.kill(one.process.pid, signal.SIGKILL)
        one.process.wait()
    # Where one was last is where one is again.
    with typist(tmp_path, "--plain") as again:
        again.until("Offline: you play alone")
        again.until("d: Deal")
        again.type("online")
        again.until("Connecting to ws://")
