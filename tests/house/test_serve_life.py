"""How the process of a house ends: asked to, twice asked, killed; and its bots' processes."""

import os
import signal
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Final

import pytest
from websockets.sync.client import ClientConnection

from game_server.bank.demo_books import sample_card
from game_server.store import ledger_check
from game_server.store.database import open_database
from protocol import messages
from protocol.events import RoundBegan
from protocol.messages import Goodbye, Left, Notice, Offer
from tests.house.plain import play, rests
from tests.house.process import EPS, ROOMS, Running, house, line_with
from tests.house.visiting import (
    Visitor,
    alive,
    check_books,
    children,
    page,
    sheet,
    wait_for,
)
from tests.terminal.calm_house import TURN

HOUR_MS: Final = 3_600_000
LEFT_OPEN: Final = "1 round is left open for the next start:"
WITH_A_BOT = """
[[room]]
table = "duel"
game = "holdem"
preset = "standard"
stake = 200
bots = 1
pause = 0.1
"""


def in_play(players: list[Visitor], table: str) -> None:
    """Play until a hand is open and somebody is asked."""
    play(list(players), lambda _: players[0].rounds >= 1)
    play(
        list(players),
        lambda acts: acts > 1 and not any(rests(one, table) for one in players),
    )
    wait_for(lambda: [one.hear() for one in players] and any(one.asked for one in players), "asked")


def exited(running: Running, players: list[Visitor]) -> int:
    """Play on until the process has ended, and hear its last words; its exit code."""
    play(list(players), lambda _: running.process.poll() is not None)
    for one in players:
        while one.hear(0.1):
            pass
    return int(running.process.wait())


def began(player: Visitor, table: str) -> int:
    """The round that is told last."""
    event = player.told[table][0]
    assert isinstance(event, RoundBegan)
    return event.round


@pytest.mark.req("E-RF-PG-002")
def test_a_house_that_is_asked_to_end_plays_the_hand_to_its_end_and_pays_everybody(
    tmp_path: Path,
) -> None:
    with ExitStack() as lines, house(tmp_path, EPS + ROOMS, watched=True) as running:
        two = [
            Visitor(lines, running.url, number).by_card(f"Player {number}", sample_card(number))
            for number in range(2)
        ]
        for one in two:
            one.sit("eps", 4_000)
            one.paid("buy")
        watcher = Visitor(lines, running.url).guest()
        in_play(two, "eps")
        hand = began(two[0], "eps")
        assert page(running.metrics, "ready") == (200, "ready\n")

        running.process.send_signal(signal.SIGTERM)
        for one in (*two, watcher):
            told = one.expect(Notice, lambda notice: notice.table == "")
            assert told.code == "closing"
            assert told.text == "The house will be turned off at the end of the current game."
        assert two[0].expect(Notice, lambda notice: notice.table == "eps").code == "closing"
        assert page(running.metrics, "ready") == (
            503,
            "not ready: The house closes when the last game is over.\n",
        )
        assert page(running.metrics, "health") == (200, "alive\n")
        assert Visitor(lines, running.url).refused(messages.Guest).code == "house_closes"
        assert watcher.refused(messages.Join, "holdem").code == "house_closes"
        assert running.process.poll() is None, "the hand is still open"

        assert exited(running, [*two, watcher]) == 0
        for one in two:
            assert began(one, "eps") == hand, "no other hand was begun"
            assert rests(one, "eps")
            assert [left.code for left in one.heard(Left)] == ["house_closes"]
            assert one.paid("cash_out").payment.amount > 0
        for one in (*two, watcher):
            assert [bye.code for bye in one.heard(Goodbye)] == ["house_closes"]
        check_books(running)
        assert sheet(running.folder / "var" / "demo-bank.sqlite").house == 0
        assert running.troubles == [], "nothing went wrong"


def test_a_second_signal_ends_it_at_once_and_the_hand_goes_on_at_the_next_start(
    tmp_path: Path,
) -> None:
    with ExitStack() as lines, house(tmp_path, program=CALM) as running:
        two = [Visitor(lines, running.url, seed).guest() for seed in range(2)]
        for one in two:
            one.seat("holdem")
        in_play(two, "holdem")
        hand, before = began(two[0], "holdem"), [list(one.told["holdem"]) for one in two]
        running.process.send_signal(signal.SIGTERM)
        two[0].expect(Notice, lambda notice: notice.code == "closing")
        running.process.send_signal(signal.SIGTERM)
        # Nobody has acted: by itself the hand would take five minutes.
        assert running.process.wait(60) == 0
        assert line_with(running.process, "at once").endswith(f"{LEFT_OPEN} holdem.\n")
        assert [closing(one) for one in two] == [(1001, "going_away")] * 2
        assert running.troubles == []
    with ExitStack() as lines, house(tmp_path) as running:
        back = [one.resumed(lines, running.url) for one in two]
        play(list(back), lambda _: back[0].rounds >= 1)
        for one, told in zip(back, before, strict=True):
            assert began(one, "holdem") in (hand, hand + 1)
            assert one.heard(messages.Told)[0].round == hand
            if began(one, "holdem") == hand:
                assert one.told["holdem"][: len(told)] == told
        running.process.send_signal(signal.SIGINT)
        assert exited(running, back) == 0
        check_books(running)


def test_a_round_that_outlasts_the_deadline_is_left_to_the_next_start(tmp_path: Path) -> None:
    soon = {"CARDROOM_HOUSE_CLOSING_SECONDS": "0.1"}
    with ExitStack() as lines, house(tmp_path, environment=soon, program=CALM) as running:
        two = [Visitor(lines, running.url, seed).guest() for seed in range(2)]
        for one in two:
            one.seat("holdem")
        in_play(two, "holdem")
        running.process.send_signal(signal.SIGTERM)
        # A turn lasts five minutes here.
        assert running.process.wait(60) == 0
        assert line_with(running.process, "at once").endswith(f"{LEFT_OPEN} holdem.\n")
        assert [closing(one) for one in two] == [(1001, "going_away")] * 2
    conn = open_database(running.database)
    assert ledger_check.whole_faults(conn) == ()
    assert conn.execute("SELECT count(*) FROM rounds WHERE outcome = 'open'").fetchone() == (1,)
    conn.close()


def closing(player: Visitor) -> tuple[int, str]:
    """Code and reason of the close frame."""
    while player.hear(0.1):
        pass
    ws = player.ws
    assert isinstance(ws, ClientConnection)
    assert ws.close_code is not None
    assert ws.close_reason is not None
    return ws.close_code, ws.close_reason


def test_bots_think_in_a_process_of_their_own_that_ends_with_the_house(tmp_path: Path) -> None:
    with ExitStack() as lines, house(tmp_path, WITH_A_BOT) as running:
        human = Visitor(lines, running.url).guest()
        assert children(running.process.pid) == [], "nobody has had to think"
        human.seat("duel")
        first = thinking(running, human)
        a_round_more(human)
        assert running.troubles == [], "it has thought well"
        # Killed by whatever: another takes over, and the hands go on.
        for one in first:
            os.kill(one, signal.SIGKILL)
        second = thinking(running, human, but=first)
        a_round_more(human)
        running.kill()
        wait_for(lambda: not any(alive(one) for one in second), "they end with the house")
    with ExitStack() as lines, house(tmp_path, WITH_A_BOT) as running:
        human = human.resumed(lines, running.url)
        third = thinking(running, human)
        running.process.send_signal(signal.SIGTERM)
        assert exited(running, [human]) == 0
        wait_for(lambda: not any(alive(one) for one in third), "they end with the house")
        check_books(running)


def thinking(running: Running, human: Visitor, but: Sequence[int] = ()) -> list[int]:
    """Play until a bot has had to think; the processes that do."""

    def others() -> list[int]:
        return [one for one in children(running.process.pid) if one not in but and alive(one)]

    human.folds = False
    play([human], lambda _: others() != [])
    human.folds = True
    return others()


def a_round_more(human: Visitor) -> None:
    rounds = human.rounds
    play([human], lambda _: human.rounds > rounds)


CALM: Final = "tests.terminal.calm_house"
"""A house of the same program whose turns are as long as it is told."""


def test_a_house_ends_soon_though_somebody_plays_there_without_a_clock(tmp_path: Path) -> None:
    with (
        ExitStack() as lines,
        house(tmp_path, environment={TURN: "1"}, program=CALM) as running,
    ):
        one = Visitor(lines, running.url).guest()
        alone = ("holdem", "standard", 0, True, 0, 1, "", 0, False)
        assert isinstance(one.ask(messages.OpenRoom, *alone, {}, True), messages.Joined)
        offer = one.expect(Offer)
        assert isinstance(one.ask(messages.Sit, offer.table, offer.key, 20_000), messages.Ok)
        asked = one.expect(messages.Asked)
        assert asked.ms > HOUR_MS, "nobody is in a hurry at this table"
        running.process.send_signal(signal.SIGTERM)
        # Nobody acts: the table would wait two hours, and a house that closes does not.
        assert running.process.wait(60) == 0
        check_books(running)
        assert running.troubles == []
