"""What one player was told: every event of every round under its number, once, in order; told once
more only where that is due, and then word for word.

It is due once for each table on a new line, after each `resync` and each `join` that the player has
said, and after each notice `resumed`.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from tests.nemesis.history import History, Map

Tellings = dict[tuple[str, int], dict[str, list[Map]]]
"""By table and round, what each player was told of it."""
AGAIN: Final = frozenset({"resync", "join", "quick_seat"})


@dataclass
class _Listener:
    """What a player knows while the history goes by."""

    player: str
    told: dict[tuple[str, int], list[Map]] = field(default_factory=dict)
    round: dict[str, int] = field(default_factory=dict)
    line: int = 0
    # On this line: the round and the last number of each table, and what is due.
    upto: dict[str, tuple[int, int]] = field(default_factory=dict)
    due: "Counter[str]" = field(default_factory=Counter)

    def new_line(self, line: int) -> None:
        self.line = line
        self.upto.clear()
        self.due.clear()

    def hears(self, said: Map) -> Iterator[str]:
        """What is wrong with this telling."""
        table, number, after = said["table"], said["round"], said["after"]
        events, what = list(said["events"]), f"{self.player}: {said['table']} {said['round']}"
        if said["seq"] != after + len(events):
            yield f"told: {what}: {len(events)} events go from {after} to {said['seq']}"
        yield from self._goes_on(table, number, after, what)
        known = self.told.setdefault((table, number), [])
        if after > len(known):
            yield f"told: {what}: {len(known)} events are known, and it goes on after {after}"
            known += [{"e": "missing"}] * (after - len(known))
        again = known[after : after + len(events)]
        for place, (before, now) in enumerate(zip(again, events, strict=False), after + 1):
            if before != now and before["e"] != "missing":
                yield f"told: {what}: event {place} was {before}, and now it is {now}"
        known[after : after + len(events)] = events
        self.upto[table] = number, said["seq"]
        self.round[table] = max(number, self.round.get(table, 0))

    def _goes_on(self, table: str, number: int, after: int, what: str) -> Iterator[str]:
        """Whether this is what comes next on this line, or is due once more."""
        before = self.upto.get(table)
        last = self.round.get(table, number)
        if number < last:
            yield f"told: {what}: round {last} was told before"
        if before == (number, after):
            return
        next_round = before is not None and (number, after) == (before[0] + 1, 0)
        if before is not None and next_round and self._ended(table, before[0]):
            return
        if before is None or self.due[table]:
            # The first on a line needs no other reason. Of a round that was over before it could
            # be told again nothing more comes: the next one is told.
            self.due[table] -= before is not None
            return
        if next_round:
            yield f"told: {what}: the round before was not told to its end"
            return
        yield f"told: {what}: after {after} it goes, and {before} was told last on this line"

    def _ended(self, table: str, number: int) -> bool:
        events = self.told[table, number]
        return bool(events) and events[-1]["e"] == "ended"


def told_in_order(history: History, player: str, tellings: Tellings) -> Iterator[str]:
    """Put what a player was told into `tellings`, and say what is wrong with it."""
    listener = _Listener(player)
    for frame in history.of(player):
        message = frame.message
        if frame.line != listener.line:
            listener.new_line(frame.line)
        if frame.said and message["t"] in AGAIN:
            table = message.get("table") or message.get("seen", {}).get("table", "")
            listener.due[table] += 1
        elif not frame.said and message["t"] == "notice" and message["code"] == "resumed":
            listener.due[message["table"]] += 1
        elif not frame.said and message["t"] == "told":
            yield from listener.hears(message)
    for at, events in listener.told.items():
        tellings.setdefault(at, {})[player] = events
