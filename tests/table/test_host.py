"""A table on a fake clock: silence, leaving, late answers, and who is told what."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest

from game_server.rules.catalogue import GAMES
from game_server.table import journal
from game_server.table.pace import Manners
from game_server.table.round_effects import (
    AskSeat,
    Draw,
    RefuseSeat,
    RoundEffect,
    SettleRound,
    ShowWaiting,
    TellSeats,
    VacateSeat,
    WakeTurn,
    WriteRow,
)
from game_server.table.round_host import RoundHost
from protocol.events import Acted, Dealt, LeftGame, RoundBegan, RoundEnded
from protocol.words import CHANCE, Act, Hidden, Refusal, Seat

SILENT = Manners(silent_leave=True)
OPEN = Manners()


@dataclass
class Table:
    """A table of hold'em, or another game; its chance always draws the first card left."""

    preset: str = "eps"
    manners: Manners = SILENT
    chips: tuple[int, ...] = (100_000, 100_000, 100_000)
    now: float = 0.0
    effects: list[RoundEffect] = field(default_factory=list)
    game: str = "holdem"

    def __post_init__(self) -> None:
        self.host: RoundHost[Any, Any, Any] = RoundHost(GAMES[self.game], self.preset, self.manners)
        for seat, chips in enumerate(self.chips):
            self.host.sit(Seat(seat), f"Seat {seat}", chips)

    def begin(self) -> "Table":
        return self.take(self.host.begin(self.now))

    def take(self, effects: list[RoundEffect]) -> "Table":
        """Keep the effects of one input; wait for chance and let it draw."""
        self.effects = list(effects)
        while chance := self.open(CHANCE):
            self.now = max(self.now, chance[1])
            drew = self.host.wake(CHANCE, chance[0], self.now)
            (draw,) = [effect for effect in drew if isinstance(effect, Draw)]
            zeros = Act("draw", drawn=(0,) * len(draw.bounds))
            self.effects += self.host.act(CHANCE, draw.turn, zeros, self.now, journal.CHANCE_DREW)
        return self

    def open(self, seat: Seat) -> tuple[int, float] | None:
        question = self.host.round.open.get(seat) if self.host.round else None
        return (question.turn, question.until) if question else None

    @property
    def asked(self) -> Seat:
        assert self.host.round is not None
        (seat,) = self.host.round.open
        return seat

    def act(self, *verbs: str) -> "Table":
        """Whoever is asked does the first of these that is offered, with the amount offered."""
        assert self.host.round is not None
        question = self.host.round.open[self.asked]
        option = next(o for verb in verbs if (o := question.ask.option(verb)))
        act = Act(option.verb, option.low)
        self.take(self.host.act(self.asked, question.turn, act, self.now))
        assert not list(self.of(RefuseSeat))
        return self

    def sleep(self) -> "Table":
        """Whoever is asked lets the time run out."""
        seat = self.asked
        turn, until = self.open(seat) or (0, 0.0)
        self.now = until
        return self.take(self.host.wake(seat, turn, self.now))

    def leave(self, seat: int) -> "Table":
        return self.take(self.host.leave(Seat(seat), self.now))

    def told(self, seat: int | None) -> list[object]:
        return [event for e in self.of(TellSeats) if seat in e.seats for event in e.events]

    def of(self, kind: type) -> Iterator[Any]:
        return (effect for effect in self.effects if isinstance(effect, kind))


@pytest.mark.req("E-RF-BR-013", "E-UC-011")
def test_a_seat_has_fifteen_seconds_and_not_less() -> None:
    table = Table().begin()
    turn, until = table.open(table.asked) or (0, 0.0)
    assert until == table.now + 15
    assert table.host.wake(table.asked, turn, until - 0.001) == []
    assert table.host.wake(table.asked, turn, until) != []


@pytest.mark.req("E-RF-BR-014b")
def test_a_silent_seat_folds_when_its_time_is_up() -> None:
    table = Table().begin()
    silent = table.asked
    table.sleep()
    assert Acted(silent, "fold") in table.told(None)


def test_a_silent_seat_checks_for_nothing_in_standard_rooms() -> None:
    table = Table("standard", OPEN).begin().act("call").act("call")
    silent = table.asked
    table.sleep()
    assert Acted(silent, "check") in table.told(None)


@pytest.mark.req("E-RF-BR-014a")
def test_two_missed_turns_in_a_row_vacate_the_seat_with_its_chips() -> None:
    table = Table().begin()
    silent = table.asked
    while not (gone := list(table.of(VacateSeat))):
        if table.host.round is None:
            table.begin()
        elif table.asked == silent:
            table.sleep()
        else:
            table.act("call", "check")
    assert [one.seat for one in gone] == [silent]
    assert silent not in table.host.seats
    left = sum(place.chips for place in table.host.seats.values())
    assert gone[0].chips + left == 300_000


def test_a_turn_that_was_taken_forgives_one_that_was_missed() -> None:
    table = Table().begin()
    once = table.asked
    table.sleep()
    for _ in range(40):
        if table.host.round is None:
            table.begin()
        table.act("fold")
    assert table.host.rounds > 10
    assert once in table.host.seats
    assert table.host.seats[once].missed == 0


def test_a_late_answer_is_stale_and_hits_nothing_else() -> None:
    table = Table("standard", OPEN).begin()
    seat = table.asked
    turn, _ = table.open(seat) or (0, 0.0)
    table.act("call").act("call").act("check")
    while table.asked != seat:
        table.act("check")
    before = repr(table.host.round)
    (refused,) = table.host.act(seat, turn, Act("fold"), table.now)
    assert isinstance(refused, RefuseSeat)
    assert refused.why.code == "stale"
    assert repr(table.host.round) == before


def test_an_act_outside_the_offers_is_refused_and_changes_nothing() -> None:
    table = Table().begin()
    turn, _ = table.open(table.asked) or (0, 0.0)
    before = repr(table.host.round)
    (refused,) = table.host.act(table.asked, turn, Act("raise", 2500), table.now)
    assert isinstance(refused, RefuseSeat)
    assert refused.why.text.endswith(".")
    assert repr(table.host.round) == before


@pytest.mark.req("E-RF-PG-004")
def test_where_leaving_is_silent_the_others_learn_it_at_the_leavers_turn() -> None:
    table = Table().begin()
    leaver = next(seat for seat in range(3) if seat != table.asked)
    table.leave(leaver)
    assert [type(effect) for effect in table.effects] == [WriteRow]
    while table.asked != leaver and LeftGame(Seat(leaver)) not in table.told(None):
        table.act("call", "check")
    assert LeftGame(Seat(leaver)) in table.told(None)


def test_elsewhere_leaving_is_told_at_once() -> None:
    table = Table("standard", OPEN).begin()
    leaver = next(seat for seat in range(3) if seat != table.asked)
    table.leave(leaver)
    for viewer in (0, 1, 2, None):
        assert LeftGame(Seat(leaver)) in table.told(viewer)


def test_a_leaver_is_cashed_out_after_the_round_is_settled() -> None:
    table = Table("standard", OPEN).begin()
    leaver = table.asked
    table.leave(leaver)
    assert not list(table.of(VacateSeat))
    table.act("fold")
    kinds = [type(effect) for effect in table.effects]
    assert kinds.index(SettleRound) < kinds.index(VacateSeat)
    (gone,) = table.of(VacateSeat)
    assert (gone.seat, gone.chips) == (leaver, 100_000)


def test_one_who_has_left_cannot_act_again_or_leave_twice() -> None:
    table = Table("standard", OPEN).begin()
    leaver = table.asked
    table.leave(leaver)
    assert table.host.leave(leaver, table.now) == []
    (refused,) = table.host.act(leaver, 1, Act("fold"), table.now)
    assert isinstance(refused, RefuseSeat)


def test_a_row_is_written_before_anything_is_told() -> None:
    table = Table().begin()
    for verb in ("call", "call", "check"):
        table.effects = []
        table.act(verb)
        kinds = [type(effect) for effect in table.effects]
        assert kinds[0] is WriteRow
        assert kinds.index(WriteRow) < kinds.index(TellSeats)


def test_everyone_gets_every_number_and_only_its_own_cards() -> None:
    table = Table().begin()
    numbers: dict[Seat | None, list[int]] = {}
    for effect in table.of(TellSeats):
        for seat in effect.seats:
            numbers.setdefault(seat, []).extend(
                range(effect.after + 1, effect.after + len(effect.events) + 1)
            )
    assert set(numbers) == {Seat(0), Seat(1), Seat(2), None}
    assert all(seqs == list(range(1, len(seqs) + 1)) for seqs in numbers.values())
    for viewer in (0, 1, 2, None):
        for event in table.told(viewer):
            if isinstance(event, Dealt):
                assert isinstance(event.cards, Hidden) == (event.to != viewer)


def test_a_returning_viewer_is_told_the_same_words_again() -> None:
    table = Table().begin()
    heard = list(enumerate(table.told(1), 1))
    assert list(table.host.transcript(Seat(1))) == heard
    assert list(table.host.transcript(Seat(1), after=3)) == heard[3:]


def test_the_asked_seat_gets_the_question_and_the_others_whom_they_wait_for() -> None:
    table = Table().begin()
    (asked,) = table.of(AskSeat)
    assert asked.seat == table.asked
    waiting = list(table.of(ShowWaiting))[-1]
    assert waiting.seats == (asked.seat,)
    assert waiting.until == asked.until


def test_chance_takes_its_time_before_the_wheel_is_drawn() -> None:
    host = RoundHost(GAMES["roulette"], "house", OPEN)
    host.sit(Seat(0), "Seat 0", 100_000)
    host.begin(0.0)
    spun = host.act(Seat(0), 1, Act("spin"), 3.0)
    (alarm,) = [effect for effect in spun if isinstance(effect, WakeTurn)]
    assert (alarm.seat, alarm.at) == (CHANCE, 9.0)
    assert not any(isinstance(effect, Draw) for effect in spun)
    (draw,) = host.wake(CHANCE, alarm.turn, 9.0)
    assert isinstance(draw, Draw)
    assert draw.bounds == (37,)


def test_a_betting_window_has_one_deadline_whatever_is_done_in_it() -> None:
    host = RoundHost(GAMES["roulette"], "house", OPEN)
    for seat in range(2):
        host.sit(Seat(seat), f"Seat {seat}", 100_000)
    host.begin(0.0)
    for now in (1.0, 5.0, 19.0):
        for effect in host.act(Seat(0), 1, Act("bet", 100, on="red"), now):
            assert not isinstance(effect, RefuseSeat)
            if isinstance(effect, AskSeat):
                assert effect.until == 20.0


def test_a_round_begins_with_who_plays_and_ends_with_its_end() -> None:
    table = Table().begin()
    began = table.told(None)[0]
    assert isinstance(began, RoundBegan)
    assert began.stacks == dict.fromkeys(range(3), 100_000)
    table.act("fold").act("fold")
    assert isinstance(table.told(None)[-1], RoundEnded)
    (settled,) = table.of(SettleRound)
    assert [moved.why for moved in settled.entries] == [
        "small_blind",
        "big_blind",
        "uncalled",
        "pot",
    ]


@pytest.mark.req("E-RF-PI-002")
def test_a_lone_player_waits() -> None:
    table = Table(chips=(100_000,))
    with pytest.raises(Refusal, match="1 can play; this game needs 2"):
        table.begin()


def test_a_seat_that_is_taken_or_not_there_is_refused() -> None:
    table = Table()
    with pytest.raises(Refusal, match=r"Seat 1 is taken by Seat 1\."):
        table.host.sit(Seat(1), "Another", 100)
    with pytest.raises(Refusal, match="they go from 0 to 6"):
        table.host.sit(Seat(7), "Another", 100)


def test_chips_are_added_between_rounds_only() -> None:
    table = Table()
    table.host.buy(Seat(0), 500)
    table.begin()
    assert table.host.seats[Seat(0)].chips == 100_500
    with pytest.raises(Refusal, match="between two rounds"):
        table.host.buy(Seat(0), 500)


def test_a_round_tells_everybody_how_far_the_shoe_is_dealt() -> None:
    table = Table("standard", OPEN, (100_000,), game="blackjack").begin()
    (began,) = [one for one in table.told(None) if isinstance(one, RoundBegan)]
    assert began.inherited == {"shoe": 312}
    table.act("bet").act("deal")
    dealt = 4
    while table.host.round is not None:
        table.act("stand", "decline")
    table.begin()
    (began,) = [one for one in table.told(None) if isinstance(one, RoundBegan)]
    assert began.inherited["shoe"] <= 312 - dealt
    assert 0 < began.inherited["marker"] < began.inherited["shoe"]
