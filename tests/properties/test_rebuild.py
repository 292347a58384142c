"""The table comes back from its journal after any act, and goes on as if nothing had been."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game_server.bots.random_player import choose
from game_server.rules.core import Game
from game_server.table import journal
from game_server.table.pace import Manners
from game_server.table.round_effects import (
    AskSeat,
    Draw,
    RoundEffect,
    SettleRound,
    TellSeats,
    WriteRow,
)
from game_server.table.round_host import RoundHost
from protocol.words import CHANCE, Act, Seat
from tests.playing import EVERY_PRESET

Host = RoundHost[Any, Any, Any]


class Evening:
    """A table on a fake clock, with players who act, sleep or go as a seed says."""

    def __init__(
        self, game: Game[Any, Any, Any], preset: str, seed: int, options: Any = None
    ) -> None:
        self.game = game
        self.random = Random(f"{game.name} {preset} {seed}")
        self.manners = Manners(silent_leave=seed % 2 == 0)
        self.now = 100.0
        self.host: Host = RoundHost(game, preset, self.manners, options)
        self.rows: list[bytes] = []
        self.effects: list[RoundEffect] = []
        options = options or game.presets[preset]
        for seat in range(self.random.randint(options.least, options.most)):
            chips = game.entry(options) + self.random.randrange(100_000)
            self.host.sit(Seat(seat), f"Seat {seat}", chips // 100 * 100 or 100)

    def take(self, effects: list[RoundEffect]) -> None:
        self.effects = effects
        self.rows += [journal.to_bytes(e.row) for e in effects if isinstance(e, WriteRow)]

    def next_input(self) -> tuple[Any, ...] | None:
        """What happens next at this table; None when the round is over."""
        playing = self.host.round
        if playing is None:
            return None
        question = self.random.choice(sorted(playing.open.items()))
        seat, turn = question[0], question[1].turn
        chance = self.random.random()
        if seat == CHANCE:
            bounds = question[1].ask.options[0].bounds
            drawn = tuple(self.random.randrange(bound) for bound in bounds)
            return ("act", seat, turn, Act("draw", drawn=drawn), journal.CHANCE_DREW)
        if chance < 0.1:
            return ("wake", seat, turn, question[1].until + 1)
        if chance < 0.15:
            return ("leave", self.random.choice(sorted(self.host.seats)))
        heard = [event for _, event in self.host.transcript(seat)]
        by = journal.BOT if seat in playing.gone else journal.PLAYER
        return ("act", seat, turn, choose(heard, question[1].ask, self.random.randrange), by)

    def feed(self, host: Host, said: tuple[Any, ...]) -> list[RoundEffect]:
        match said:
            case ("act", seat, turn, act, by):
                return host.act(seat, turn, act, self.now, by)
            case ("wake", seat, turn, at):
                return host.wake(seat, turn, at)
            case _:
                return host.leave(said[1], self.now)


def essence(effects: list[RoundEffect], waited: int = 0) -> list[object]:
    """What the effects say, without the clock, which a restart sets anew.

    Chance may have `waited` since that turn for its time to draw: when that is, the clock says.
    """
    said: list[object] = []
    for effect in effects:
        match effect:
            case WriteRow(row) if not isinstance(row, journal.ActDone | journal.LeaveIntended):
                said.append(row)
            case WriteRow(journal.ActDone() as row):
                said.append((row.turn, row.seat, row.by, row.act, row.digest))
            case Draw(turn=turn) if turn == waited:
                continue
            case TellSeats() | Draw() | SettleRound():
                said.append(effect)
            case AskSeat(seat, turn, ask):
                said.append((seat, turn, ask))
    return said


@pytest.mark.parametrize(("game", "preset"), EVERY_PRESET)
@settings(max_examples=12)
@given(seed=st.integers(0, 2**32))
def test_a_table_rebuilt_after_any_act_goes_on_with_the_same_cards(
    game: Game[Any, Any, Any], preset: str, seed: int
) -> None:
    evening = Evening(game, preset, seed)
    evening.take(evening.host.begin(evening.now))
    for _ in range(400):
        said = evening.next_input()
        if said is None:
            break
        rows = [journal.from_bytes(row) for row in evening.rows]
        again, _ = RoundHost.rebuild(game, evening.manners, rows, evening.now)
        assert again.round is not None
        assert evening.host.round is not None
        assert again.round.state == evening.host.round.state
        assert again.round.said == evening.host.round.said
        for viewer in (*evening.host.seats, None):
            assert again.transcript(viewer) == evening.host.transcript(viewer)
        dealing = evening.host.round.open.get(CHANCE)
        waited = dealing.turn if dealing is not None else 0
        going_on = evening.feed(again, said)
        evening.take(evening.feed(evening.host, said))
        if said[0] != "wake":
            assert essence(going_on, waited) == essence(evening.effects, waited)
        evening.now += 1
    assert evening.host.round is None
    rows = [journal.from_bytes(row) for row in evening.rows]
    again, waits = RoundHost.rebuild(game, evening.manners, rows, evening.now)
    assert waits == []
    assert again.carry == evening.host.carry
    assert {s: (p.chips, p.missed) for s, p in again.seats.items()} == {
        s: (p.chips, p.missed) for s, p in evening.host.seats.items()
    }


@pytest.mark.parametrize(("game", "preset"), EVERY_PRESET)
@given(seed=st.integers(0, 2**32))
def test_a_window_has_one_deadline_whatever_is_done_or_drawn_in_it(
    game: Game[Any, Any, Any], preset: str, seed: int
) -> None:
    evening = Evening(game, preset, seed)
    evening.take(evening.host.begin(evening.now))
    deadlines: dict[str, float] = {}
    while evening.host.round is not None:
        for question in evening.host.round.open.values():
            if question.ask.window:
                until = deadlines.setdefault(question.ask.window, question.until)
                assert question.until == until
        evening.take(evening.feed(evening.host, evening.next_input() or ()))
        evening.now += 0.01


@pytest.mark.parametrize(("game", "preset"), EVERY_PRESET)
def test_a_journal_that_tells_another_story_is_not_believed(
    game: Game[Any, Any, Any], preset: str
) -> None:
    evening = Evening(game, preset, 4)
    evening.take(evening.host.begin(evening.now))
    while (said := evening.next_input()) is not None:
        evening.take(evening.feed(evening.host, said))
    rows = [journal.from_bytes(row) for row in evening.rows]
    for place, row in enumerate(rows):
        if isinstance(row, journal.ActDone):
            bent = journal.ActDone(row.turn, row.seat, row.by, row.at, row.act, b"otherwise")
            with pytest.raises(journal.Broken):
                RoundHost.rebuild(game, evening.manners, [*rows[:place], bent], 0.0)
