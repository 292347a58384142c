"""What every seat is told has been read by a person, line by line, and stays that way."""

import re

import pytest

from game_server.rules.catalogue import GAMES
from tests.golden.transcripts import CASES, FOLDER, Case

TOLD = [
    pytest.param(case, viewer, id=case.path(viewer).stem)
    for case in CASES
    for viewer in case.viewers
]


@pytest.mark.parametrize(("case", "viewer"), TOLD)
def test_a_seat_is_told_what_was_read(case: Case, viewer: int | None) -> None:
    assert case.text(viewer) == case.path(viewer).read_text(encoding="utf-8")


def test_every_preset_has_a_transcript_and_every_transcript_a_case() -> None:
    read = {(case.game, case.preset) for case in CASES}
    assert read == {(game.name, preset) for game in GAMES.values() for preset in game.presets}
    kept = {case.path(viewer) for case in CASES for viewer in case.viewers}
    assert set(FOLDER.glob("*.txt")) == kept


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.path(None).stem)
def test_everybody_is_told_the_same_but_for_the_cards_that_only_one_may_see(case: Case) -> None:
    heard = [case.text(viewer).splitlines()[1:] for viewer in case.viewers]
    for lines in zip(*heard, strict=True):
        seen = {line for line in lines if not re.search(r" (a card|\d+ cards)$", line)}
        assert len(seen) <= 1, lines
        assert len(set(lines) - seen) <= 1, lines
