"""The judge of a run: what was promised to players, looked for in its history. It knows the wire
and the rows of the journal as the documents describe them, and uses nothing of the house but the
decoding of a row."""

from tests.nemesis.history import History
from tests.nemesis.judge_acts import acts_taken, answered_once
from tests.nemesis.judge_journal import Played, journal_order, played_rounds
from tests.nemesis.judge_money import money
from tests.nemesis.judge_tables import told_and_written
from tests.nemesis.judge_told import Tellings, told_in_order


def judged(history: History) -> list[str]:
    """Everything that is wrong, a sentence each, which begins with what kind of fault it is."""
    played: list[Played] = []
    wrong = [f"stuck: {what}" for what in history.stuck]
    wrong += journal_order(history)
    wrong += played_rounds(history, played)
    wrong += acts_taken(history, played)
    wrong += answered_once(history)
    tellings: Tellings = {}
    for player in history.players:
        wrong += told_in_order(history, player, tellings)
    wrong += told_and_written(tellings, played)
    wrong += money(history, played, tellings)
    return wrong
