"""What may be chosen of a game's rules besides the set of them that has a name."""

from collections.abc import Mapping
from typing import Annotated, Final, Literal

from protocol.frozen import frozen
from protocol.shape import Between, UpTo

OptionValue = int | str | bool
Chosen = Mapping[str, OptionValue]
"""Options by name that differ from the preset."""
MOST_CHOSEN: Final = 40
"""So many options a wish may name."""

_Word = Annotated[str, UpTo(40, 1)]
_Sum = Annotated[int, Between(0, 10**15)]


@frozen
class RuleChoice:
    """One option that whoever opens a room may choose, as the house describes it.

    `flag` is true or false; `one_of` is one of `values`; `number` and `money` (cents) go from `low`
    to `high` in steps of `step`, and a range of money that begins above 0 takes 0 as well, which is
    none. `picks` are what a client proposes, for money in percent of the room's stake; 0 is the
    first of them where it means nothing, and the last where it means without a limit. `needs`
    names the option without which this one means nothing. `text` says in English what it is: a
    client without words of its own for it has these.
    """

    name: _Word
    group: _Word
    kind: Literal["flag", "one_of", "number", "money"]
    values: Annotated[tuple[_Word, ...], UpTo(16)] = ()
    low: _Sum = 0
    high: _Sum = 0
    step: _Sum = 1
    picks: Annotated[tuple[_Sum, ...], UpTo(16)] = ()
    needs: Annotated[str, UpTo(40)] = ""
    text: Annotated[str, UpTo(300)] = ""

    def takes(self, value: OptionValue) -> bool:
        """Whether this may be chosen."""
        match self.kind:
            case "flag":
                return type(value) is bool
            case "one_of":
                return type(value) is str and value in self.values
        if type(value) is not int:
            return False
        if self.kind == "money" and value == 0:
            return True
        return self.low <= value <= self.high and (value - self.low) % self.step == 0

    @property
    def right(self) -> str:
        """What would be right, for a sentence."""
        match self.kind:
            case "flag":
                return "true or false"
            case "one_of":
                return f"one of {', '.join(self.values)}"
        steps = f" in steps of {self.step}" if self.step > 1 else ""
        unit = " cents, or 0" if self.kind == "money" and self.low else ""
        return f"a whole number from {self.low} to {self.high}{steps}{unit}"
