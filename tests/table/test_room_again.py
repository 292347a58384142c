"""What lay there in the round before is offered to who laid it, after a restart too, and to no one
who comes to that seat later."""

import pytest

from protocol.words import Act
from tests.table.shell import Shell


def again(shell: Shell, *players: str) -> None:
    """The house starts anew, and they come back."""
    shell.restart()
    for player in players:
        shell.back(player)


def offers(shell: Shell, player: str) -> set[str]:
    _, ask = shell.question(player)
    return {option.verb for option in ask.options}


def spun() -> Shell:
    """A round at the wheel in which both had chips on the board."""
    shell = Shell("roulette")
    shell.seat("anna", "ben")
    shell.begin()
    for player in ("anna", "ben"):
        turn, ask = shell.question(player)
        bet = ask.option("bet")
        assert bet is not None
        shell.answer(player, turn, Act("bet", 300, on="red"))
        shell.act(player, "spin")
    shell.play_out("spin")
    return shell


@pytest.mark.parametrize("restarted", [False, True])
def test_the_same_bets_are_offered_in_the_next_round(restarted: bool) -> None:
    shell = spun()
    if restarted:
        again(shell, "anna", "ben")
    shell.begin()
    assert "rebet" in offers(shell, "anna")
    shell.act("anna", "rebet")
    assert {"undo", "double"} <= offers(shell, "anna")
    shell.act("anna", "undo")
    assert "rebet" in offers(shell, "anna")
    again(shell, "anna", "ben")
    assert "rebet" in offers(shell, "anna")
    turn, _ = shell.question("anna")
    shell.act("anna", "rebet")
    assert shell.question("anna")[0] > turn or "undo" in offers(shell, "anna")


@pytest.mark.parametrize("restarted", [False, True])
def test_who_comes_to_a_seat_is_not_offered_the_bets_of_who_sat_there(restarted: bool) -> None:
    shell = spun()
    seat = shell.seat_of("anna")
    shell.take(shell.table.leave("anna", "now", shell.now))
    shell.seat("cleo")
    assert shell.seat_of("cleo") == seat
    if restarted:
        again(shell, "cleo", "ben")
    shell.begin()
    assert "rebet" not in offers(shell, "cleo")
    assert "rebet" in offers(shell, "ben")
