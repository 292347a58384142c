"""Whole rounds of each game at a real house, by typed lines alone."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.house.process import Running
from tests.terminal.typist import Typist, typist

OVER = ("in this round", "Type “ready”")
KEY = re.compile(r"(?:^|[ .;])([a-z]|\d)(?:,| and|:)")


def come_in(one: Typist, game: str) -> None:
    """From the door to a seat of that game."""
    one.until("The lobby.")
    one.type(f"rooms {game}")
    one.until("Type a number to go to that table.")
    one.type("1")
    one.until("You are watching.")
    one.type("seat")
    one.until("is yours")
    one.type("sit")
    one.until("You sit on seat")


def play(one: Typist, act: Callable[[str], str], rounds: int = 1) -> str:
    """Answer every question until so many rounds are over; all that was said."""
    said = ""
    for _ in range(rounds):
        while True:
            heard = one.until("Your turn", *OVER)
            said += heard
            if heard.endswith("in this round"):
                break
            if heard.endswith("“ready”"):
                one.type("ready")
                continue
            question = one.until("\n")
            said += question
            one.type(act(question))
            while True:
                answer = one.until("had just changed", "\n")
                said += answer
                if not answer.endswith("had just changed"):
                    break
    return said


def test_what_a_hand_has_brought_is_said_once(tmp_path: Path, running: Running) -> None:
    with typist(tmp_path, "--at", running.url, "--plain", "--name", "Una") as one:
        come_in(one, "holdem")
        # A fold beside a free check is asked about.
        play(one, lambda question: "c" if "c: Check" in question else "f", rounds=3)
        one.until("Round 4")
        # What follows the round tells nothing of it again.
        assert not re.findall(r"won \d+\. You have|Nobody has bet, so", one.said), one.said
        go(one)


def go(one: Typist) -> None:
    """Leave the table, whatever it costs, and the house."""
    one.type("leave")
    # It is asked again when it costs something else by then.
    while one.until("yes or no", "The lobby.", "You have left the table.").endswith("no"):
        one.type("yes")
    one.type("quit")
    one.until("Goodbye.")
    assert one.ends() == 0


def offered(question: str, *wanted: str) -> str:
    """The first of these letters that is offered."""
    keys = KEY.findall(question)
    return next((one for one in wanted if one in keys), keys[0])


@pytest.mark.parametrize("look", ["lines", "plain"])
def test_holdem_is_played_to_the_end_of_a_hand(tmp_path: Path, running: Running, look: str) -> None:
    with typist(tmp_path, "--at", running.url, f"--{look}", "--name", f"Ann {look}") as one:
        come_in(one, "holdem")
        said = ""
        while "You hold" not in said:
            # A bot may fold before anything is asked.
            said = play(one, lambda question: offered(question, "c", "f"))
        assert "The cards are dealt" in said
        assert "You hold" in said
        one.type("history")
        assert "Round" in one.until("step by step.")
        go(one)


@pytest.mark.parametrize("look", ["lines", "plain"])
def test_blackjack_is_played_with_bet_and_stand(
    tmp_path: Path, running: Running, look: str
) -> None:
    def act(question: str) -> str:
        if "Bet" in question and "Deal" not in question:
            # The second time Enter is enough.
            return "" if "Enter: 25 again" in question else "bet 25"
        return "d" if "d: Deal" in question else offered(question, "s", "n")

    with typist(tmp_path, "--at", running.url, f"--{look}", "--name", f"Bo {look}") as one:
        come_in(one, "blackjack")
        said = play(one, act, rounds=2)
        assert said.count(f"Bo {look} bets 25.") == 2
        assert one.said.count("bet 25") == 1, "typed once, and repeated by Enter"
        assert "The dealer" in said
        go(one)


@pytest.mark.parametrize("look", ["lines", "plain"])
def test_roulette_takes_places_as_players_say_them(
    tmp_path: Path, running: Running, look: str
) -> None:
    bets = {
        "bet 5 on 17": "bets 5 on number 17",
        "b 2 red": "bets 2 on red",
        "b 3 on 16-17-19-20": "bets 3 on the corner 16-17-19-20",
        "b 4 on dozen 2": "bets 4 on the second dozen",
        "b 1 on 2nd column": "bets 1 on the second column",
    }
    with typist(tmp_path, "--at", running.url, f"--{look}", "--name", f"Cy {look}") as one:
        come_in(one, "roulette")
        one.until("Your turn")
        for typed, said in bets.items():
            one.type(typed)
            one.until(said)
        one.type("b 1 on the moon")
        one.until("There is no place “the moon” now.")
        one.type("b 5000 on 17")
        one.until("at most")
        one.type("t 17")
        one.until("takes 5 back from number 17")
        one.type("g")
        one.until("The ball falls on")
        one.until("in this round")
        one.until("Enter: 10 again")
        one.type("")
        one.until("bets 4 on the second dozen")
        go(one)


@pytest.mark.parametrize("look", ["lines", "plain"])
def test_sabacc_is_played_with_draw_swap_and_match(
    tmp_path: Path, running: Running, look: str
) -> None:
    swapped: list[str] = []

    def act(question: str) -> str:
        if "w and a card" in question and not swapped:
            swapped.append(question)
            return "w 1"
        if "Draw" in question:
            return "d"
        return offered(question, "k", "m", "c", "a")

    with typist(tmp_path, "--at", running.url, f"--{look}", "--name", f"Di {look}") as one:
        come_in(one, "sabacc")
        said = play(one, act)
        assert "Play, round 1." in said
        assert "The dice show" in said
        assert "from the discard pile" in said or f"Di {look} draws" in said
        go(one)


@pytest.mark.parametrize("look", ["lines", "plain"])
def test_doudizhu_is_played_by_ranks_and_hints(tmp_path: Path, running: Running, look: str) -> None:
    with typist(tmp_path, "--at", running.url, f"--{look}", "--name", f"Ed {look}") as one:

        def act(question: str) -> str:
            if "Bid" in question:
                assert "p: No bid" in question
                return "b 3"
            one.type("hint")
            hint = one.until("another.", "Nothing you hold")
            found = re.search(r"type “(l [^”]+)”", hint)
            return found[1] if found else "p"

        come_in(one, "doudizhu")
        one.until("Type “ready”")
        one.type("ready")
        said = play(one, act)
        while f"Ed {look} plays" not in said:
            # A farmer with weak cards may pass all through a game.
            one.until("Type “ready”")
            one.type("ready")
            said = play(one, act)
        assert "is the landlord" in said
        assert "Won by" in said
        go(one)
