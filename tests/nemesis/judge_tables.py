"""A round as all at the table were told it, beside what is written of it: all heard the same, no
card is in two places, and nothing was told that is not written."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from game_server.table.journal import CHANCE_DREW, LEFT
from tests.nemesis.history import Map
from tests.nemesis.judge_journal import Played
from tests.nemesis.judge_told import Tellings

ONE_DECK: Final = frozenset({"holdem", "doudizhu"})
"""Games that have each card once."""
AS_SAID: Final = frozenset({"holdem"})
"""Games whose acts are told one by one in the words in which they were said."""
AFRESH: Final = "doudizhu.redealt"
"""From here on the deck is whole again."""


def told_and_written(tellings: Tellings, played: Iterable[Played]) -> Iterator[str]:
    """Every fault of a round that was told."""
    written = {(one.table, one.opened.round): one for one in played}
    for at, told in tellings.items():
        what, one = f"{at[0]} {at[1]}", written.get(at)
        whole = list(_together(told, what))
        faults = [fault for fault in whole if isinstance(fault, str)]
        yield from faults
        events = [event for event in whole if not isinstance(event, str)]
        if one is None:
            if events:
                yield f"unwritten: {what} was told, and no such round is written"
            continue
        yield from _as_written(events, one, what)
        if one.opened.game in ONE_DECK:
            yield from _each_card_once(events, what)


def _together(told: Mapping[str, Sequence[Map]], what: str) -> Iterator[Map | str]:
    """What all were told, event by event, with every card that any of them saw."""
    for place in range(max(map(len, told.values()))):
        known: Map = {}
        for player, events in sorted(told.items()):
            if place >= len(events) or events[place]["e"] == "missing":
                continue
            event = events[place]
            if known and not _alike(known, event):
                yield f"told: {what}: event {place + 1} is {known}, and to {player} {event}"
            known = event if not known or _sees_more(event, known) else known
        if known:
            yield known


def _alike(one: Map, two: Map) -> bool:
    """Whether two players were told the same, but for the cards that one of them may not see."""
    if one.keys() != two.keys():
        return False
    return all(_same(one[key], two[key]) for key in one)


def _same(one: object, two: object) -> bool:
    match one, two:
        case {"count": int(count)}, list(cards):
            return count == len(cards)
        case list(cards), {"count": int(count)}:
            return count == len(cards)
    return one == two


def _sees_more(one: Map, two: Map) -> bool:
    return any(isinstance(one[key], list) and isinstance(two.get(key), dict) for key in one)


def _each_card_once(events: Sequence[Map], what: str) -> Iterator[str]:
    dealt: Counter[int] = Counter()
    for event in events:
        if event["e"] == AFRESH:
            dealt.clear()
        if event["e"] == "dealt" and isinstance(event["cards"], list):
            dealt.update(event["cards"])
    for card, times in dealt.items():
        if times > 1:
            yield f"cards: {what}: card {card} was dealt {times} times"


def _as_written(events: Sequence[Map], one: Played, what: str) -> Iterator[str]:
    if not events:
        return
    began, opened = events[0], one.opened
    if began["e"] != "began" or dict(began["stacks"]) != dict(opened.stacks):
        yield f"unwritten: {what} began as {began}, and is written as {opened}"
    if events[-1]["e"] == "ended" and not one.closed:
        yield f"unwritten: {what} was told to its end, and is written without one"
    if opened.game not in AS_SAID:
        return
    said = [(event["seat"], event["verb"]) for event in events if event["e"] == "acted"]
    rows = [(row.seat, row.act.verb) for row in one.acts if row.by not in (CHANCE_DREW, LEFT)]
    if said != rows[: len(said)]:
        yield f"unwritten: {what}: {said} was told, and {rows} is written"
