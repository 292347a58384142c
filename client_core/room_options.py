"""The options that a room may choose, as a screen offers them and as a page of rules tells them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from client_core.rules import Options, at_stake, line
from client_core.text import CHIP, Words
from protocol import stakes
from protocol.choices import Chosen, OptionValue, RuleChoice
from protocol.messages import TheRules

MOST_PICKS: Final = 10
"""A range of more than this has only its ends, its middle and what is usual to pick from."""


@dataclass(frozen=True, slots=True)
class OptionRow:
    """One option of a room as a row of a page. `picks` are what it can be, with their
    words; `changed`: it differs from the preset; `able`: what it `needs` is there."""

    name: str
    label: str
    note: str
    kind: str
    value: OptionValue
    picks: tuple[tuple[OptionValue, str], ...]
    changed: bool
    able: bool


@dataclass(frozen=True, slots=True)
class OptionGroup:
    """Options that belong together, under one heading."""

    name: str
    label: str
    rows: tuple[OptionRow, ...]


def groups(rules: TheRules, stake: int, chosen: Chosen, words: Words) -> tuple[OptionGroup, ...]:
    """Every option of a room of these rules at this stake, with what is chosen so far."""
    usual = at_stake(rules.options, stake)
    now = {**usual, **chosen}
    measure = stakes.stake(usual) or CHIP
    found: dict[str, list[OptionRow]] = {}
    for one in rules.choices:
        if one.name in now:
            found.setdefault(one.group, []).append(
                _row(rules.game, one, usual, now, measure, words)
            )
    return tuple(
        OptionGroup(name, words.or_else(f"option.group.{name}", name), tuple(rows))
        for name, rows in found.items()
    )


def _row(
    game: str,
    one: RuleChoice,
    usual: Options,
    now: Options,
    stake: int,
    words: Words,
) -> OptionRow:
    value = now[one.name]
    picks = [
        (pick, said(game, one.name, one.kind, pick, words)) for pick in _picks(one, now, stake)
    ]
    able = not one.needs or bool(now.get(one.needs))
    return OptionRow(
        one.name,
        words.or_else(f"option.{game}.{one.name}", one.text),
        _note(game, one, value, words),
        one.kind,
        value,
        tuple(picks),
        value != usual[one.name],
        able,
    )


def _note(game: str, one: RuleChoice, value: OptionValue, words: Words) -> str:
    """What a switch does, and what a value means."""
    return line(game, one.name, True if one.kind == "flag" else value, words)


def said(game: str, name: str, kind: str, value: OptionValue, words: Words) -> str:
    """A value in a word or two."""
    if isinstance(value, bool):
        plain = words.say("option.on" if value else "option.off")
    elif isinstance(value, int):
        plain = words.money(value) if kind == "money" else words.number(value)
    else:
        plain = value.replace("_", " ")
    return words.or_else(f"option.{game}.{name}.{value}", plain)


def _picks(one: RuleChoice, now: Options, stake: int) -> Iterator[OptionValue]:
    match one.kind:
        case "flag":
            yield from (False, True)
        case "one_of":
            yield from one.values
        case "money":
            at = (pick * stake // 100 // one.step * one.step for pick in one.picks)
            able = {cents for cents in at if one.takes(cents)} | {int(now[one.name])}
            none_first = one.picks[:1] == (0,)
            yield from sorted(able, key=lambda cents: (cents == 0 and not none_first, cents))
        case _:
            every = one.picks or tuple(range(one.low, one.high + 1, one.step))
            if len(every) > MOST_PICKS:
                every = (every[0], every[len(every) // 2], every[-1])
            yield from sorted({*every, int(now[one.name])})


def differing(rules: TheRules, stake: int, chosen: Chosen) -> dict[str, OptionValue]:
    """What of the choices is another than usual, and can be chosen at all."""
    usual = at_stake(rules.options, stake)
    able = {one.name: one for one in rules.choices}
    return {
        name: value
        for name, value in chosen.items()
        if name in able and able[name].takes(value) and value != usual.get(name)
    }


def departures(game: str, options: Mapping[str, OptionValue], words: Words) -> tuple[str, ...]:
    """What is otherwise in a room, a sentence each."""
    return tuple(_departure(game, name, value, words) for name, value in options.items())


def _departure(game: str, name: str, value: OptionValue, words: Words) -> str:
    text = line(game, name, value, words)
    if text:
        return text
    label = words.or_else(f"option.{game}.{name}", name.replace("_", " "))
    return words.say("option.is", option=label, value=said(game, name, "", value, words))
