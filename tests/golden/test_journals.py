"""Rounds written by older houses: a journal without what was added since means what it meant."""

import json
from pathlib import Path
from typing import Any

import pytest

from game_server.rules.catalogue import GAMES
from game_server.table import journal
from game_server.table.pace import Manners
from game_server.table.round_effects import RoundEffect, WriteRow
from game_server.table.round_host import RoundHost
from protocol.words import CHANCE, Act

Host = RoundHost[Any, Any, Any]
WRITTEN = json.loads((Path(__file__).parent / "journals.json").read_text(encoding="utf-8"))
"""Rows in hexadecimal, by game, preset and a seed, which when it is even leaves silently."""


def silent(table: Host) -> list[RoundEffect]:
    """Whoever is asked first lets the time pass; chance draws the lowest."""
    assert table.round is not None
    seat, question = min(table.round.open.items())
    if seat != CHANCE:
        return table.wake(seat, question.turn, question.until)
    drawn = Act("draw", drawn=tuple(0 for _ in question.ask.options[0].bounds))
    return table.act(seat, question.turn, drawn, 0.0, journal.CHANCE_DREW)


@pytest.mark.parametrize("name", WRITTEN)
def test_a_journal_without_what_was_added_since_is_replayed_as_it_was(name: str) -> None:
    game, _, seed = name.split()
    rows = [journal.from_bytes(bytes.fromhex(row)) for row in WRITTEN[name]]
    first, last = rows[0], rows[-1]
    assert isinstance(first, journal.RoundOpened)
    assert isinstance(last, journal.RoundClosed)
    manners = Manners(silent_leave=int(seed) % 2 == 0)
    table, open_questions = RoundHost.rebuild(GAMES[game], manners, rows, 0.0)
    assert open_questions == []
    assert table.options == type(table.options)(**first.options)
    assert table.carry is not None
    assert journal.packed(GAMES[game].carry, GAMES[game].older(table.carry)) == last.carry


@pytest.mark.parametrize("name", WRITTEN)
def test_a_round_that_an_older_house_began_is_played_to_its_end(name: str) -> None:
    game, _, seed = name.split()
    manners = Manners(silent_leave=int(seed) % 2 == 0)
    written = [journal.from_bytes(bytes.fromhex(row)) for row in WRITTEN[name]]
    for place, row in enumerate(written, 1):
        if isinstance(row, journal.RoundClosed):
            continue
        rows = written[:place]
        table, wanted = RoundHost.rebuild(GAMES[game], manners, rows, 0.0)
        while table.round is not None:
            rows += [effect.row for effect in wanted if isinstance(effect, WriteRow)]
            wanted = silent(table)
        rows += [effect.row for effect in wanted if isinstance(effect, WriteRow)]
        assert isinstance(rows[-1], journal.RoundClosed)
        again, _ = RoundHost.rebuild(GAMES[game], manners, rows, 0.0)
        assert again.carry == table.carry
        assert again.seats == table.seats


def test_the_journals_are_older_than_some_option_of_each_game_that_was_given_one() -> None:
    grown = set()
    for name, rows in WRITTEN.items():
        game, preset, _ = name.split()
        first = journal.from_bytes(bytes.fromhex(rows[0]))
        assert isinstance(first, journal.RoundOpened)
        now = GAMES[game].presets[preset].__dataclass_fields__
        if now.keys() - first.options.keys():
            grown.add(game)
    assert {"holdem", "doudizhu", "blackjack"} <= grown
