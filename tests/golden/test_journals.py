"""Rounds written by older houses: a journal without the newer options means what it meant."""

import json
from pathlib import Path

import pytest

from game_server.rules.catalogue import GAMES
from game_server.table import journal
from game_server.table.host import TableHost
from game_server.table.pace import Manners

WRITTEN = json.loads((Path(__file__).parent / "journals.json").read_text(encoding="utf-8"))
"""Rows in hexadecimal, by game, preset and a seed, which when it is even leaves silently."""


@pytest.mark.parametrize("name", WRITTEN)
def test_a_journal_without_the_newer_options_is_replayed_as_it_was(name: str) -> None:
    game, _, seed = name.split()
    rows = [journal.from_bytes(bytes.fromhex(row)) for row in WRITTEN[name]]
    first, last = rows[0], rows[-1]
    assert isinstance(first, journal.Opened)
    assert isinstance(last, journal.Closed)
    manners = Manners(silent_leave=int(seed) % 2 == 0)
    table, open_questions = TableHost.rebuild(GAMES[game], manners, rows, 0.0)
    assert open_questions == []
    assert table.options == type(table.options)(**first.options)
    assert table.packed_carry() == last.carry


def test_the_journals_are_older_than_some_option_of_each_game_that_was_given_one() -> None:
    grown = set()
    for name, rows in WRITTEN.items():
        game, preset, _ = name.split()
        first = journal.from_bytes(bytes.fromhex(rows[0]))
        assert isinstance(first, journal.Opened)
        now = GAMES[game].presets[preset].__dataclass_fields__
        if now.keys() - first.options.keys():
            grown.add(game)
    assert {"holdem", "blackjack"} <= grown
