"""The options of a game as they are typed behind `table create`: `decks=2 swedish_pub=yes`."""

import re
from collections.abc import Mapping, Sequence
from typing import Final

from game_server.refusals import OptionWrong
from game_server.rules.catalogue import GAMES
from protocol.choices import OptionValue, RuleChoice
from protocol.words import chips

FLAGS: Final[Mapping[str, bool]] = {
    **dict.fromkeys(("true", "yes", "on"), True),
    **dict.fromkeys(("false", "no", "off"), False),
}
WHOLE: Final = re.compile(r"-?\d{1,15}")
MONEY: Final = re.compile(r"(\d{1,13})(?:\.(\d{2}))?")


def chosen(words: Sequence[str], game: str, preset: str) -> dict[str, OptionValue]:
    """What was typed, as values; Refusal says what would be right. What cannot be told here, a
    game or an option that is none, is left to whoever opens the room."""
    presets = GAMES[game].presets if game in GAMES else {}
    there = {one.name: one for one in GAMES[game].offered(preset)} if preset in presets else {}
    found: dict[str, OptionValue] = {}
    for word in words:
        name, equals, typed = word.partition("=")
        name = name.strip().replace("-", "_")
        if not equals or not name or not typed:
            text = f"An option is written NAME=VALUE, as decks=2; {word[:80]!r} is not."
            raise OptionWrong(text)
        if name in found:
            raise OptionWrong(f"{name} stands there twice; name each option once.")
        found[name] = _value(there[name], typed.strip()) if name in there else typed
    return found


def _value(one: RuleChoice, typed: str) -> OptionValue:
    value: OptionValue | None = None
    match one.kind:
        case "flag":
            value = FLAGS.get(typed.casefold())
        case "one_of":
            value = typed
        case "number":
            value = int(typed) if WHOLE.fullmatch(typed) else None
        case "money":
            amount = MONEY.fullmatch(typed)
            value = int(amount[1]) * 100 + int(amount[2] or 0) if amount else None
    if value is None or not one.takes(value):
        text = f"{one.name} cannot be {typed[:80]!r}; it is {_right(one)}."
        raise OptionWrong(text[:300], option=one.name)
    return value


def _right(one: RuleChoice) -> str:
    """What would be right, as it is typed here."""
    if one.kind == "flag":
        return "yes or no"
    if one.kind != "money":
        return one.right
    steps = f" in steps of {chips(one.step)}" if one.step > 1 else ""
    none = ", or 0" if one.low else ""
    return f"an amount from {chips(one.low)} to {chips(one.high)}{steps}{none}, as 12 or 12.50"
