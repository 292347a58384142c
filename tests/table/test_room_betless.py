"""Who sits at a table of bets and lays none: the seat is kept, unless others wait for it."""

import pytest

from protocol.messages import Left, Notice, Offer
from protocol.words import Act
from tests.table.shell import Refuse, Shell

ROUNDS = 4
WARNED = "bet_or_go"
ENDS = ("deal", "spin", "sit_out", "stand", "decline")


def queue(shell: Shell, *players: str) -> None:
    for player in players:
        shell.enter(player)
        shell.take(shell.table.enqueue(player, shell.now))


def full(game: str) -> tuple[Shell, list[str]]:
    """A table with all its seats taken, and who has them."""
    shell = Shell(game, preset="standard")
    players = [f"player {seat}" for seat in range(shell.probe.host.options.most)]
    shell.seat(*players)
    return shell, players


def begin(shell: Shell) -> None:
    """Let the next round begin, past the alarms of all that was asked."""
    while shell.probe.round is None:
        assert shell.ring()


def bet(shell: Shell, player: str) -> None:
    """The least bet, on the first place if there are places."""
    turn, ask = shell.question(player)
    option = ask.option("bet")
    assert option is not None
    shell.answer(player, turn, Act("bet", option.low, on=option.on[0] if option.on else ""))
    assert shell.of(Refuse) == []


def spin(shell: Shell, *bettors: str) -> None:
    """A round in which these bet, and nobody else."""
    begin(shell)
    for player in bettors:
        bet(shell, player)
    shell.play_out(*ENDS)


@pytest.fixture(params=["roulette", "blackjack"])
def table(request: pytest.FixtureRequest) -> tuple[Shell, list[str]]:
    return full(request.param)


def test_a_seat_without_a_bet_in_three_rounds_goes_to_who_waits(
    table: tuple[Shell, list[str]],
) -> None:
    shell, (idle, *others) = table
    queue(shell, "anna")
    spin(shell, *others)
    assert WARNED not in shell.codes(idle)
    spin(shell, *others)
    assert shell.codes(idle).count(WARNED) == 1
    assert shell.heard("anna", Offer) == []
    spin(shell, *others)
    assert shell.heard(idle, Left)[-1].code == "no_bet"
    assert [(one.player, one.reason) for one in shell.cashed] == [(idle, "no_bet")]
    assert shell.heard("anna", Offer)
    assert not any(WARNED in shell.codes(one) for one in others)


def test_nobody_loses_a_seat_without_a_bet_while_nobody_waits(
    table: tuple[Shell, list[str]],
) -> None:
    shell, (_, *others) = table
    for _ in range(ROUNDS):
        spin(shell, *others[:1])
    assert shell.cashed == []
    queue(shell, "anna")
    spin(shell, *others[:1])
    assert shell.cashed == [], "rounds in which nobody waited are not counted"


def test_one_bet_begins_the_count_anew(table: tuple[Shell, list[str]]) -> None:
    shell, players = table
    queue(shell, "anna")
    spin(shell, *players[1:])
    spin(shell, *players[1:])
    spin(shell, *players)
    spin(shell, *players[1:])
    spin(shell, *players[1:])
    assert shell.cashed == []
    spin(shell, *players[1:])
    assert [one.player for one in shell.cashed] == [players[0]]


def test_no_more_seats_are_given_up_than_people_wait(table: tuple[Shell, list[str]]) -> None:
    shell, players = table
    queue(shell, "anna")
    for _ in range(3):
        spin(shell)
    assert len(shell.cashed) == 1
    kept = [one for one in players if one != shell.cashed[0].player]
    assert all(shell.heard(one, Left) == [] for one in kept)


def test_a_bet_that_is_taken_back_is_none(table: tuple[Shell, list[str]]) -> None:
    shell, (idle, *others) = table
    queue(shell, "anna")
    for _ in range(3):
        begin(shell)
        for player in others:
            bet(shell, player)
        bet(shell, idle)
        shell.act(idle, "clear", "take")
        shell.play_out(*ENDS)
    assert [one.player for one in shell.cashed] == [idle]


def test_who_folds_every_hand_of_holdem_keeps_the_seat() -> None:
    shell, players = full("holdem")
    queue(shell, "anna")
    for _ in range(ROUNDS):
        begin(shell)
        shell.play_out("fold")
    assert not any(isinstance(one, Notice) and one.code == WARNED
                   for player in players for one in shell.sent[player])  # fmt: skip
    assert shell.cashed == []
