"""Acts: what was acknowledged is written, once, as it was said; what was refused is not. And every
request has one answer for each time that it was said."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from typing import Final

from game_server.table.journal import PLAYER, ActDone
from tests.nemesis.history import History, Map
from tests.nemesis.judge_journal import Played

NOT_YET: Final = frozenset({"too_fast", "paused", "not_written", "elsewhere"})
"""Refusals after which the same request may be said again, and done."""
Key = tuple[str, int]
"""A player by the name in the house, and a request."""


def acts_taken(history: History, played: Iterable[Played]) -> Iterator[str]:
    """Every fault of an act that somebody has said."""
    written: dict[Key, list[tuple[Played, ActDone]]] = defaultdict(list)
    for one in played:
        for row in one.acts:
            if row.by == PLAYER and row.request:
                written[one.opened.names[row.seat], row.request].append((one, row))
    known: set[Key] = set()
    for player in history.players:
        for number, name, said, answers in _acts(history, player):
            known.add((name, number))
            yield from _act(said, answers, written.get((name, number), []), f"{name}: {said}")
    for key in written.keys() - known:
        yield f"made up: {key} is written, and nobody has said it"


def answered_once(history: History) -> Iterator[str]:
    """Every request that was answered more often than it was said, and than a table resumed since:
    its front says it once more then, and both answers may come."""
    for player in history.players:
        due = Counter[int]()
        for frame in history.of(player):
            message = frame.message
            if frame.said and "id" in message:
                due[message["id"]] += 1
            elif not frame.said and message["t"] in ("ok", "refused") and message["id"]:
                due[message["id"]] -= 1
                if due[message["id"]] < 0:
                    yield f"answered: {player}: {message} is an answer too many"
            elif not frame.said and message["t"] == "notice" and message["code"] == "resumed":
                due.update({number: 1 for number in due if due[number]})


def _acts(history: History, player: str) -> Iterator[tuple[int, str, Map, set[str]]]:
    """Every act of a player with all answers to it: `ok`, or why it was refused."""
    name, said, answers = "", dict[int, Map](), dict[int, set[str]]()
    for frame in history.of(player):
        message = frame.message
        if frame.said and message["t"] == "act":
            said.setdefault(message["id"], message)
        elif not frame.said and message["t"] == "session":
            name = message["name"]
        elif not frame.said and message["t"] in ("ok", "refused"):
            answers.setdefault(message["id"], set()).add(message.get("code", "ok"))
    return ((number, name, act, answers.get(number, set())) for number, act in said.items())


def _act(
    said: Map, answers: set[str], rows: list[tuple[Played, ActDone]], what: str
) -> Iterator[str]:
    refused = answers - NOT_YET - {"ok"}
    if "ok" in answers and not rows:
        yield f"lost: {what} was acknowledged, and is not written"
    if len(rows) > 1:
        yield f"twice: {what} is written {len(rows)} times"
    if "ok" in answers and refused:
        yield f"two answers: {what} was acknowledged, and refused as {sorted(refused)}"
    if refused and "ok" not in answers and rows:
        yield f"refused: {what} was refused as {sorted(refused)}, and is written"
    for one, row in rows:
        if (one.table, row.turn, *_meant(row)) != (said["table"], said["turn"], *_said(said)):
            yield f"changed: {what} is written as {row} at {one.table}"


def _meant(row: ActDone) -> tuple[object, ...]:
    return row.act.verb, row.act.amount, tuple(row.act.cards), row.act.on


def _said(act: Map) -> tuple[object, ...]:
    return act["verb"], act.get("amount", 0), tuple(act.get("cards", ())), act.get("on", "")
