"""Views of a table: taken after every act, kept as they were taken."""

from dataclasses import fields
from typing import Any

from game_server.table.status import TablePhase
from game_server.table.view import TableView
from tests.table.shell import Shell


def shown(view: TableView) -> dict[str, Any]:
    """All that a view shows, as values that nobody changes."""
    playing = view.round
    return {one.name: repr(getattr(view, one.name)) for one in fields(view)} | {
        "round": None
        if playing is None
        else (playing.number, dict(playing.stacks), dict(playing.open), tuple(playing.said()))
    }


def test_what_follows_changes_no_view_that_was_taken() -> None:
    shell = Shell()
    shell.seat("anna", "bert", "carl")
    shell.enter("dora")
    shell.until_asked()
    view = shell.table.view()
    before = shown(view)
    shell.act(shell.asked, "raise")
    shell.take(shell.table.enqueue("dora", shell.now))
    shell.take(shell.table.say("anna", "Hello!", shell.now, 1))
    shell.lose("bert")
    after = shown(shell.table.view())
    assert shown(view) == before
    changed = {name for name in before if before[name] != after[name]}
    assert changed == {"round", "turn", "seats", "people", "queue", "chat"}


def test_a_round_goes_on_in_later_views_until_it_is_replayed() -> None:
    shell = Shell()
    shell.seat("anna", "bert", "carl")
    shell.until_asked()
    first = shell.table.view().round
    shell.act(shell.asked, "call")
    later = shell.table.view().round
    assert first is not None
    assert later is not None
    assert later.continues(first)
    assert not first.continues(later), "it had been told less"
    assert [*first.said(), *later.said(first.said_count)] == list(later.said())
    shell.restart()
    again = shell.table.view().round
    assert again is not None
    assert list(again.said()) == list(later.said())
    assert not again.continues(later), "another table tells it from its beginning"


def test_a_view_counts_seats_people_and_chips() -> None:
    shell = Shell(bots_match=True)
    shell.seat("anna", "bert", chips=50_000)
    shell.seat_bots("ada", chips=40_000)
    shell.enter("carl", "dora")
    shell.lose("dora")
    view = shell.table.view()
    assert (view.players, view.bots, view.watching) == (2, 1, 1)
    assert view.holdings() == {"anna": 50_000, "bert": 50_000, "bot:ada": 40_000}
    assert view.sits("anna")
    assert not view.sits("carl")
    shell.begin()
    view = shell.table.view()
    seat = view.seat("anna")
    assert seat is not None
    assert view.in_round(seat)
    assert view.stack(seat) == shell.probe.stack(seat)
    shell.take(shell.table.leave("anna", "now", shell.now))
    view = shell.table.view()
    assert view.seat("anna") == seat, "the round needs the seat"
    assert not view.sits("anna")
    assert view.phase is TablePhase.OPEN


def test_more_time_for_a_question_is_in_later_views_alone() -> None:
    shell = Shell(time_bank=30.0)
    shell.seat("anna", "bert", "carl")
    shell.until_asked()
    first = shell.table.view().round
    assert first is not None
    (seat,) = first.open
    turn, until = first.open[seat].turn, first.open[seat].until
    shell.pass_time(until - shell.now)
    later = shell.table.view().round
    assert later is not None
    assert later.open[seat].turn == turn
    assert later.open[seat].until > until, "the time bank was opened"
    assert first.open[seat].until == until
