"""The terminal without any house: a whole hand, a kill in mid-hand, the way to a house."""

import os
import re
import signal
from pathlib import Path

from tests.terminal.test_games_by_keys import go, play
from tests.terminal.typist import Typist, typist


def arrive(one: Typist) -> None:
    """In without a password."""
    one.until("Offline: you play alone.")
    one.until("The lobby.")


def down(one: Typist) -> None:
    """Down at blackjack."""
    one.type("deal blackjack")
    one.until("At the table")


def stand(question: str) -> str:
    """Bet the least, deal, and stand."""
    if "Bet" in question and "Deal" not in question:
        return "b 5"
    return "d" if "d: Deal" in question else "s" if "s: Stand" in question else "n"


def test_a_whole_hand_is_played_without_a_house(tmp_path: Path) -> None:
    with typist(tmp_path, "--offline", "--plain", "--name", "Una") as one:
        arrive(one)
        # Nothing is offered, or asked, that only a house has.
        one.type("register")
        one.until("You play offline: there is none of that here.")
        one.type("?")
        assert not re.search("register|cashier|join|offline", one.until("“help” says"))
        down(one)
        said = play(one, stand)
        assert "Una bets 5." in said
        go(one)


def test_a_terminal_that_is_killed_goes_on_with_the_same_hand(tmp_path: Path) -> None:
    with typist(tmp_path, "--offline", "--plain", "--name", "Una") as one:
        arrive(one)
        down(one)
        one.until("Your turn")
        one.act("b 5", "Una bets 5.")
        os.kill(one.process.pid, signal.SIGKILL)
        one.process.wait()
    # Where one was last is where one is again.
    with typist(tmp_path, "--plain") as again:
        again.until("Offline: you play alone.")
        again.until("d: Deal")
        again.type("online")
        again.until("Connecting to ws://")
