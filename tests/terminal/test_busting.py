"""Who busts the house at 21, by typed keys at a real house: told, paid out, listed."""

from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.house.process import house
from tests.terminal.typist import Typist, typist

ROOM = """
[[room]]
table = "twenty-one"
game = "blackjack"
preset = "twenty_one"
pause = 0.1
offer = 300.0
least_buy_in = 5000
most_buy_in = 10000
winnings_limit = 10000
"""
"""Whoever brings the most and wins once has busted the house."""
BUSTED = "You have busted the house!"
TRIES = 18
"""So often a bet of 50 can be lost; that it is lost each time happens once in 20,000 evenings."""


def seated(one: Typist) -> None:
    at_the_table(one)
    one.type("seat")
    one.until("is yours")
    one.type("sit 100")
    one.until("Your turn")


def at_the_table(one: Typist) -> None:
    one.until("The lobby.")
    one.type("rooms 21")
    one.until("Type a number to go to that table.")
    one.type("1")
    one.until("You are watching.")


def won(one: Typist) -> bool:
    """Bet 50 and stand when asked for it; whether that has ended the stay."""
    # It is the most, and nobody else bets: the cards are dealt at once.
    one.act("b 50", "bets 50")
    while True:
        # Whether one is insured is not waited for.
        heard = one.until("s: Stand", "in this round")
        if heard.endswith("round"):
            return one.until("Your turn", BUSTED).endswith(BUSTED)
        one.rest()
        one.type("s")


@pytest.mark.req("B-6.4.3", "B-6.4.4", "B-P2.7")
def test_who_busts_the_house_reads_so_and_the_others_are_told(tmp_path: Path) -> None:
    with ExitStack() as stack:
        running = stack.enter_context(house(tmp_path, ROOM, program="tests.terminal.calm_house"))
        ann, ben = (
            stack.enter_context(
                typist(tmp_path / name, "--at", running.url, "--plain", "--name", name)
            )
            for name in ("Ann", "Ben")
        )
        seated(ann)
        at_the_table(ben)
        for _ in range(TRIES):
            if won(ann):
                break
            ann.type("buy 50")
            ann.until("Buying 50.", "You cannot buy chips here now.", "Type “buy”")
        else:
            raise AssertionError(ann.said)
        ann.until("You leave with")
        ann.until("1: They busted the house")
        ben.until("Ann has busted the house and leaves with")
        assert BUSTED not in ben.said
        ann.type("1")
        # Whichever of the two answers of the house comes first.
        for _ in range(2):
            ann.until("The lobby.", "Ann, today, ")
        assert "Ann, today, " in ann.said
        ben.type("busters")
        ben.until("Ann, today, ")
        ben.type("seat")
        ben.until("is yours")
