"""The judge of a run: what was promised to players, looked for in its history. It knows the wire
and the rows of the journal as the documents describe them, and uses nothing of the house but the
decoding of a row."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Final

from tests.nemesis.history import History
from tests.nemesis.judge_acts import acts_taken
from tests.nemesis.judge_journal import Played, journal_order, played_rounds
from tests.nemesis.judge_money import money
from tests.nemesis.judge_tables import told_and_written
from tests.nemesis.judge_told import Tellings, told_in_order

LIVELY: Final = frozenset({"told", "seats", "asked", "waiting"})
"""What a player hears of a table that goes on."""


def judged(history: History) -> list[str]:
    """Everything that is wrong, a sentence each, which begins with what kind of fault it is."""
    played: list[Played] = []
    wrong = [f"stuck: {what}" for what in history.stuck]
    wrong += journal_order(history)
    wrong += played_rounds(history, played)
    wrong += acts_taken(history, played)
    tellings: Tellings = {}
    for player in history.players:
        wrong += told_in_order(history, player, tellings)
    wrong += told_and_written(tellings, played)
    wrong += money(history, played, tellings)
    return wrong


def longest_silences(history: History) -> Mapping[str, tuple[float, float]]:
    """By table: the longest time in which nobody there was told anything, and from when on."""
    heard: dict[str, list[float]] = defaultdict(list)
    for at, table in _of_tables(history):
        heard[table].append(at)
    return {
        table: max((after - at, at) for at, after in pairwise(times))
        for table, times in heard.items()
        if len(times) > 1
    }


def _of_tables(history: History) -> Iterator[tuple[float, str]]:
    for frame in history.frames:
        if not frame.said and frame.message["t"] in LIVELY:
            yield frame.at, str(frame.message["table"])
