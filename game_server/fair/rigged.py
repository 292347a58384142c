"""Chance for testers: what they want comes next, and all else as it was drawn.

Only a house that was started with the testing option has this at all. It is kept nowhere: what is
still to come ends with the process.
"""

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from game_server.table.round_effects import Draw, RiggedDraw
from protocol.cards import Card
from protocol.words import Cards, drawn_from

SHUFFLE: Final = re.compile(r"(?:round|shoe):\d+(?:\.\d+)?")
"""The sources of cards; a draw for the button is a pack of its own, which nobody rigs."""
DICE: Final = re.compile(r"round:\d+\.dice\d+")
WHEEL: Final = re.compile(r"round:\d+\.wheel")
REMEMBERED: Final = 64
Question = tuple[str, int]
"""A source and a turn: who asks it again does so because a commit has failed."""


@dataclass(frozen=True)
class _Top:
    """What is to come, and the shuffle that the cards lie on, "" for the next one."""

    cards: Cards = ()
    dice: tuple[int, ...] = ()
    wheel: tuple[int, ...] = ()
    shuffle: str = ""


@dataclass
class _Table:
    """`seen` is the shuffle that was drawn from last, `asked` what was on top at each question of
    late: what had no effect did not take anything away."""

    on: bool = True
    top: _Top = _Top()
    seen: str = ""
    asked: dict[Question, _Top] = field(default_factory=dict)


class RiggedChance:
    """Chance that testers have rigged: what is to come at each table."""

    def __init__(self) -> None:
        self._tables = defaultdict[str, _Table](_Table)

    def is_on(self, table: str) -> bool:
        """Whether anything can be put on top there now."""
        return self._tables[table].on

    def switch(self, table: str, on: bool) -> None:
        """Rigging is on from now on, or off and whatever was to come is forgotten."""
        at = self._tables[table]
        at.on, at.top, at.asked = on, _Top(), {}

    def put(self, table: str, wanted: RiggedDraw, lying: bool) -> None:
        """Let this come next, instead of what was to come. `lying`: cards of the shuffle at hand
        are on the table already, so it is on top of that one and of no other."""
        at = self._tables[table]
        if not at.on:
            raise ValueError(f"Rigging is off at {table!r}; switch it on.")
        at.top, at.asked = _Top(*wanted, at.seen if lying else ""), {}

    def pending(self, table: str) -> RiggedDraw:
        """What is still to come."""
        top = self._tables[table].top
        return RiggedDraw(top.cards, top.dice, top.wheel)

    def answer(self, table: str, asked: Draw, drawn: Sequence[int]) -> tuple[int, ...]:
        """The numbers for a question to chance, of which these were drawn truly: they differ
        where something else was wanted, and nowhere else."""
        at, question = self._tables[table], (asked.source, asked.turn)
        if question in at.asked:
            at.top = at.asked[question]
            # What was asked after it is gone too.
            for later in list(at.asked)[list(at.asked).index(question) :]:
                del at.asked[later]
        elif len(at.asked) >= REMEMBERED:
            del at.asked[next(iter(at.asked))]
        at.asked[question] = at.top
        return _answer(at, asked, tuple(drawn))


def _answer(at: _Table, asked: Draw, true: tuple[int, ...]) -> tuple[int, ...]:
    top, count = at.top, len(true)
    if asked.left and SHUFFLE.fullmatch(asked.source):
        return _cards(at, asked, true)
    if DICE.fullmatch(asked.source):
        at.top = replace(top, dice=top.dice[count:])
        return (*[eyes - 1 for eyes in top.dice[:count]], *true[len(top.dice) :])
    if WHEEL.fullmatch(asked.source):
        at.top = replace(top, wheel=top.wheel[count:])
        return (*top.wheel[:count], *true[len(top.wheel) :])
    return true


def _cards(at: _Table, asked: Draw, true: tuple[int, ...]) -> tuple[int, ...]:
    # What lay on top of another shuffle was shuffled in.
    lying = at.top.cards if at.top.shuffle in ("", asked.source) else ()
    at.seen = asked.source
    at.top = replace(at.top, cards=lying[len(true) :], shuffle=asked.source)
    if not lying:
        return true
    cards, _ = drawn_from(asked.left, true)
    return _numbers(asked.left, _on_top(lying[: len(cards)], cards, asked.left))


def _on_top(top: Sequence[Card], cards: Cards, left: Cards) -> list[Card]:
    """The cards drawn, but these in front: each changes places with what lay there."""
    changed, there = list(cards), list(left)
    for place, card in enumerate(top):
        if card not in there:
            continue
        there.remove(card)
        if card in changed[place:]:
            changed[changed.index(card, place)] = changed[place]
        changed[place] = card
    return changed


def _numbers(left: Cards, cards: Sequence[Card]) -> tuple[int, ...]:
    """How chance names these cards: the place of each in what is left when it comes."""
    rest, found = list(left), []
    for card in cards:
        found.append(rest.index(card))
        del rest[found[-1]]
    return tuple(found)
