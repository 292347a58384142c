"""What it costs to leave a table is said before it is done, and what the house would do."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from client_core import folds, leaving, tables
from client_core.tables import Table
from client_core.text import Words
from protocol import messages
from protocol.messages import Room, Sitter
from protocol.words import CHANCE, Seat
from tests.client.device import ROOM
from tests.client.rounds import EVERY, bets_of, played, seen_by
from tests.playing import PlayedRound


def told(one: PlayedRound, line: int, seat: Seat, room: Room = ROOM) -> Table:
    """The table as a seat sees it before that line of the script."""
    count = 1 + sum(len(step.events) for step in one.steps[: line + 1])
    table = Table("t", room, seats={seat: Sitter(f"Seat {seat}", 0)}, me=seat)
    events = seen_by(one, seat)[:count]
    return tables.heard(table, messages.Told("t", 1, 0, count, events), 0.0)


def moments(game: str, preset: str) -> Iterator[tuple[PlayedRound, int, Seat]]:
    """Every seat that is still there, before every line in which somebody is asked."""
    for seed in range(2):
        one = played(game, preset, seed)
        for line, asks in enumerate(one.asked):
            if any(ask.who != CHANCE for ask in asks):
                for seat in one.stacks:
                    if seat not in one.steps[line].state.gone:
                        yield one, line, seat


@pytest.mark.parametrize(("game", "preset"), EVERY)
def test_what_is_said_to_come_back_is_what_the_house_gives_back(game: str, preset: str) -> None:
    asked = 0
    for one, line, seat in moments(game, preset):
        table = told(one, line, seat)
        now = table.round
        assert now is not None
        costs = leaving.cost(table)
        asked += bool(costs)
        if game == "doudizhu":
            assert [cost.key for cost in costs] == ["leave.stand_in"]
            continue
        after = one.rules.leave(one.steps[line].state, seat).state
        given = folds.card_of(game).leaving(now, seat)
        if costs:
            assert given is not None
            if game == "blackjack":
                assert given.lost == bets_of(one, line).get(seat, 0)
            assert after.stacks[seat] == given.left
            # Nothing is “the other” where nothing was put in.
            key = "leave.rest" if given.lost else "leave.whole"
            assert [cost.holes["amount"] for cost in costs[1:]] == [given.left] * bool(given.left)
            assert [cost.key for cost in costs[1:]] == [key] * bool(given.left)
        else:
            assert after.stacks[seat] == now.stacks[seat], "nothing is lost without a word"
    assert asked


def test_who_has_folded_or_watches_is_asked_nothing() -> None:
    rounds = (played("holdem", "standard", seed) for seed in range(12))
    one, line = next(
        (one, nth)
        for one in rounds
        for nth, (_, act) in enumerate(one.script)
        if act.verb == "fold" and nth + 1 < len(one.script)
    )
    seat = one.script[line][0]
    assert leaving.cost(told(one, line, seat))
    assert not leaving.cost(told(one, line + 1, seat))
    assert not leaving.cost(replace(told(one, line, seat), me=None))


def test_what_was_money_is_written_as_money_and_goes_to_the_card() -> None:
    one = played("holdem", "eps", 1)
    seat = Seat(next(iter(one.stacks)))
    line = next(nth for nth, asks in enumerate(one.asked) if any(ask.who == seat for ask in asks))
    words, room = Words("en"), replace(ROOM, preset="eps", purse="cash")
    text = words.sentences(leaving.cost(told(one, line, seat, room)))
    assert text.startswith("You give up your hand")
    assert "$" in text
    assert text.endswith("go back to your card.")
    plain = words.sentences(leaving.cost(told(one, line, seat)))
    assert "$" not in plain
    assert plain.endswith("to you.")
    assert words.sentences(()) == ""
