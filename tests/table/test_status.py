"""Phases of a table: which there are, and which follows which."""

import pytest

from game_server.refusals import TableCloses, TableSuspended
from game_server.table.status import AFTER, TablePhase, refuse_if_closed, refuse_if_paused
from tests.table.shell import Shell


def test_a_table_closes_ends_and_is_over_for_good() -> None:
    shell = Shell()
    shell.seat("anna", "bert")
    shell.begin()
    assert shell.probe.phase.name == "OPEN"
    shell.take(shell.table.close("table_closes", shell.now))
    assert shell.probe.phase.name == "CLOSING"
    shell.play_out()
    assert shell.probe.phase.name == "OVER"
    assert not [phase for phase, step in AFTER if phase is TablePhase.OVER and step == "close"]


def test_a_halted_table_that_is_told_to_close_goes_on_to_its_end() -> None:
    shell = Shell()
    shell.seat("anna", "bert")
    shell.begin()
    shell.take(shell.table.pause(shell.now))
    assert shell.probe.phase.name == "HALTED"
    shell.take(shell.table.close("table_closes", shell.now))
    assert shell.probe.phase.name == "CLOSING"
    shell.play_out()
    assert shell.probe.phase.name == "OVER"


def test_a_table_that_closes_still_does_when_its_rows_are_read_back() -> None:
    shell = Shell()
    shell.seat("anna", "bert")
    shell.begin()
    shell.take(shell.table.close("table_closes", shell.now))
    shell.take(shell.table.suspend(shell.now))
    assert shell.probe.phase.name == "SUSPENDED"
    shell.take(shell.table.resume(shell.stored(), shell.now))
    assert shell.probe.phase.name == "CLOSING"
    assert shell.probe.closing == "table_closes"


@pytest.mark.parametrize("phase", TablePhase)
def test_what_is_refused_goes_by_the_phase_alone(phase: TablePhase) -> None:
    paused = phase in {TablePhase.HALTED, TablePhase.SUSPENDED}
    if paused:
        with pytest.raises(TableSuspended):
            refuse_if_paused(phase)
        with pytest.raises(TableSuspended):
            refuse_if_closed(phase)
        return
    refuse_if_paused(phase)
    if phase is TablePhase.OPEN:
        refuse_if_closed(phase)
    else:
        with pytest.raises(TableCloses):
            refuse_if_closed(phase)
