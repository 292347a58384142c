"""A deal in which hands may be opened goes on by itself: nobody waits for an answer."""

import heapq
from typing import Any

from game_server.rules.catalogue import GAMES
from game_server.table import journal
from game_server.table.pace import Manners
from game_server.table.round_effects import Draw, RoundEffect, WakeTurn
from game_server.table.round_host import RoundHost
from protocol.events import Acted, Dealt
from protocol.words import CHANCE, Act, Seat

SEATS = tuple(Seat(seat) for seat in range(3))


class Table:
    """A table on a fake clock; chance draws the lowest cards when its time has come."""

    def __init__(self, **manners: float) -> None:
        self.now = 0.0
        self.host: RoundHost[Any, Any, Any] = RoundHost(
            GAMES["doudizhu"], "classic", Manners(**manners)  # type: ignore[arg-type]
        )  # fmt: skip
        for seat in SEATS:
            self.host.sit(seat, f"Seat {seat}", 100_000)
        self.alarms: list[tuple[float, int, int]] = []
        self.dealt: list[float] = []
        self.take(self.host.begin(0.0))

    def take(self, effects: list[RoundEffect]) -> None:
        for effect in effects:
            if isinstance(effect, WakeTurn):
                heapq.heappush(self.alarms, (effect.at, effect.seat, effect.turn))
            elif isinstance(effect, Draw):
                self.dealt.append(self.now)
                drawn = Act("draw", drawn=(0,) * len(effect.bounds))
                told = self.host.act(CHANCE, effect.turn, drawn, self.now, journal.CHANCE_DREW)
                self.take(told)

    def says(self, seat: Seat, verb: str, at: float) -> None:
        self.goes_to(at)
        assert self.host.round is not None
        turn = self.host.round.open[seat].turn
        self.take(self.host.act(seat, turn, Act(verb), at, journal.PLAYER))

    def goes_to(self, until: float) -> None:
        while self.alarms and self.alarms[0][0] <= until:
            self.now, seat, turn = heapq.heappop(self.alarms)
            self.take(self.host.wake(Seat(seat), turn, self.now))
        self.now = until

    @property
    def held(self) -> int:
        assert self.host.round is not None
        said = [one for one in self.host.round.said if isinstance(one, Dealt)]
        return len([one for one in said if one.to == SEATS[0]])


def test_where_nobody_answers_the_cards_come_in_their_time_and_nobody_has_missed_a_turn() -> None:
    table = Table()
    table.goes_to(7.5)
    assert table.dealt[:3] == [3.0, 4.5, 6.0]
    assert table.held == 3
    assert all(place.missed == 0 for place in table.host.seats.values())


def test_who_answers_does_not_have_the_others_wait_anew() -> None:
    table = Table()
    table.says(SEATS[0], "no_open", 2.9)
    table.says(SEATS[1], "open", 4.0)
    table.goes_to(7.5)
    assert table.dealt[:3] == [3.0, 4.5, 6.0]


def test_once_all_have_answered_the_cards_are_dealt_at_once() -> None:
    table = Table()
    for seat in SEATS:
        table.says(seat, "no_open", 1.0)
    assert table.dealt == [1.0, 1.0, 1.0]


def test_a_tap_that_comes_with_the_next_cards_still_opens_the_hand() -> None:
    table = Table()
    assert table.host.round is not None
    turn = table.host.round.open[SEATS[2]].turn
    table.goes_to(3.0)
    table.take(table.host.act(SEATS[2], turn, Act("open"), 3.0, journal.PLAYER))
    assert Acted(SEATS[2], "open") in table.host.round.said
    assert table.host.round.state.open_times == 4


def test_where_one_plays_unhurried_the_deal_waits_for_nobody() -> None:
    table = Table(untimed=7_200.0)
    table.goes_to(7.5)
    assert table.dealt[:3] == [3.0, 4.5, 6.0]
    assert table.host.round is not None
    assert table.host.round.state.stage == "call"
