"""Options that may be chosen for a room: how a game declares them, how a wish is validated.

Each game has a `choices.py` beside its `options.py`: `CHOICES`, one line an option, and `FIXED`,
the options that no player chooses, each with the reason. Every field of `Options` stands in one of
the two. Room opening, solo rooms, `[[room]]` in the settings, the wire and the rules pages all take
them from there.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal, get_args, get_origin, get_type_hints

from game_server.refusals import NoOption, OptionWrong
from protocol.choices import Chosen, OptionValue, RuleChoice

GROUPS: Final = ("table", "bets", "shoe", "dealer", "hands", "payouts", "cards", "course", "end")
"""The order in which groups of options are shown."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One option: its field of `Options`, its group, and in English what it means.

    `presets` are those under which it may be chosen; empty: all. The rest is as in
    `protocol.choices.RuleChoice`; what kind of choice it is follows from the type of the field.
    """

    name: str
    group: str
    text: str
    low: int = 0
    high: int = 0
    step: int = 1
    money: bool = False
    picks: tuple[int, ...] = ()
    needs: str = ""
    presets: tuple[str, ...] = ()


def declared(options: type, *choices: Choice) -> Mapping[str, Choice]:
    """The choices of a game by name, each checked against the field that it sets."""
    hints = get_type_hints(options)
    found: dict[str, Choice] = {}
    for one in choices:
        if one.name not in hints or one.name in found:
            raise ValueError(f"{one.name!r} is no field of {options}, or stands here twice.")
        if one.group not in GROUPS:
            raise ValueError(f"{one.name!r} is in no group {one.group!r}; there are {GROUPS}.")
        if hints[one.name] is int and not one.low <= one.high:
            raise ValueError(f"{one.name!r} goes from {one.low} to {one.high}.")
        found[one.name] = one
    return found


def offered(options: type, choices: Mapping[str, Choice], preset: str) -> tuple[RuleChoice, ...]:
    """What may be chosen under a preset, group by group."""
    hints = get_type_hints(options)
    there = [one for one in choices.values() if not one.presets or preset in one.presets]
    there.sort(key=lambda one: GROUPS.index(one.group))
    return tuple(_on_the_wire(one, hints[one.name]) for one in there)


def _on_the_wire(one: Choice, hint: Any) -> RuleChoice:
    kind: Literal["flag", "one_of", "number", "money"]
    values: tuple[str, ...] = ()
    if hint is bool:
        kind = "flag"
    elif get_origin(hint) is Literal:
        kind, values = "one_of", get_args(hint)
    else:
        kind = "money" if one.money else "number"
    return RuleChoice(
        one.name,
        one.group,
        kind,
        values,
        one.low,
        one.high,
        one.step,
        one.picks,
        one.needs,
        one.text,
    )


def differing(
    offers: tuple[RuleChoice, ...], usual: Mapping[str, Any], wished: Chosen
) -> dict[str, OptionValue]:
    """Of what was wished, what differs from the preset; Refusal for what cannot be chosen."""
    by_name = {one.name: one for one in offers}
    for name, value in wished.items():
        one = by_name.get(name)
        if one is None:
            there = ", ".join(by_name) or "none"
            text = f"These rules have no option {name!r} to choose; they have {there}."
            raise NoOption(text, option=name[:40])
        if not one.takes(value):
            text = f"{name} cannot be {value!r}; it is {one.right}."
            raise OptionWrong(text[:300], option=name, right=one.right)
    return {name: value for name, value in wished.items() if value != usual[name]}
