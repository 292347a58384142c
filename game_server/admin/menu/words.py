"""The make of a command: its name, who may give it, what it takes, what it does."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from protocol.words import Refusal

Json = None | bool | int | float | str | Sequence["Json"] | Mapping[str, "Json"]
Answer = Mapping[str, Json]
"""What a command comes back with. The ends of its names say what a value is: `_cents` is money,
`_at` a moment in Unix seconds, `_s` a duration in seconds; `said` is a sentence to show."""

Role = Literal["backup", "viewer", "cards", "operator", "owner"]
ROLES: Final[tuple[Role, ...]] = ("backup", "viewer", "cards", "operator", "owner")
RANKS: Final[Mapping[str, int]] = {"backup": -1, "viewer": 0, "cards": 0, "operator": 1, "owner": 2}
"""Each may do what those of a lower rank may. `cards` is a viewer who may look at cards that lie
face down, which no other role may: who runs the house, and its chips, sees nobody's hand. `backup`
may do what names it and nothing else: its password lies in the file of a timer."""
SEES_CARDS: Final[Role] = "cards"
SEES_ADDRESSES: Final[Role] = "operator"

Kind = Literal["text", "whole", "money", "flag", "words", "secret", "moment"]
"""`money` is cents, `moment` Unix seconds, `words` a list of texts; a `secret` is asked for and
is never an argument of a command line nor in the audit."""
Where = Literal["house", "folder", "here"]
"""What does it: the running house, the files of a house that does not run, or this program."""

Value = str | int | bool | tuple[str, ...] | None
LONGEST: Final = 1_000
MOST_WORDS: Final = 200
TRIED: Final = 100
"""So much of a text, and so many words, the audit keeps of what was refused."""
MOST: Final = 10**15
SHOWN: Final[Mapping[Kind, str]] = {
    "text": "a text",
    "whole": "a whole number",
    "money": "cents, a whole number",
    "flag": "true or false",
    "words": "a list of texts",
    "secret": "a text",
    "moment": "Unix seconds, a whole number",
}


@dataclass(frozen=True)
class Param:
    """One parameter of a command. An `option` is `--name`, all else has its place."""

    name: str
    says: str
    kind: Kind = "text"
    required: bool = True
    option: bool = False
    choices: tuple[str, ...] = ()
    file: bool = False
    """It names a file: a shell completes it."""

    @property
    def flag(self) -> str:
        """How it is written on a command line."""
        return "--" + self.name.replace("_", "-")

    def read(self, value: object) -> Value:
        """The value, if it is of the right kind; Refusal says what would be."""
        fits = {
            "text": isinstance(value, str) and len(value) <= LONGEST,
            "secret": isinstance(value, str) and len(value) <= LONGEST,
            "whole": _is_whole(value),
            "money": _is_whole(value),
            "moment": _is_whole(value),
            "flag": type(value) is bool,
            "words": _are_words(value),
        }[self.kind]
        if not fits:
            raise Refusal("with_wrong", f"{self.name} is {SHOWN[self.kind]}.")
        if isinstance(value, list):
            return tuple(value)
        if self.choices and value not in self.choices:
            text = f"{self.name} is {value!r}; it is one of {', '.join(self.choices)}."
            raise Refusal("with_wrong", text)
        return value  # type: ignore[return-value]  # one of the kinds, as was just seen


def _is_whole(value: object) -> bool:
    # A bool is an int, and what is larger fits into no column.
    return isinstance(value, int) and type(value) is int and abs(value) <= MOST


def _are_words(value: object) -> bool:
    return (
        isinstance(value, list)
        and len(value) <= MOST_WORDS
        and all(isinstance(one, str) and len(one) <= LONGEST for one in value)
    )


def flag(name: str, says: str) -> Param:
    """`--name`, which is there or is not."""
    return Param(name, says, "flag", required=False, option=True)


def option(name: str, says: str, kind: Kind = "text", choices: tuple[str, ...] = ()) -> Param:
    """`--name VALUE`, which can be left out; it is None then."""
    return Param(name, says, kind, required=False, option=True, choices=choices)


@dataclass(frozen=True)
class Command:
    """One command of the menu. `least` is the role that may give it."""

    name: str
    least: Role
    says: str
    params: tuple[Param, ...] = ()
    examples: tuple[tuple[str, str], ...] = ()
    """What is typed behind `cardroom admin`, and what it does."""
    changes: bool = False
    hidden: bool = False
    """Whether it looks at cards that players cannot see."""
    also: tuple[Role, ...] = ()
    """Roles of a lower rank that may give it too."""
    anyway: bool = False
    """Whether it is done even when the audit cannot be written: the log has it then."""
    streams: bool = False
    """Whether it goes on until it is stopped."""
    sure: str = ""
    """For what cannot be undone: the question that is asked, or answered by `--yes`."""
    at_table: bool = False
    """Whether the node of the house that has the table does it, or is to have it, whichever is
    asked."""
    at_bank: bool = False
    """Whether the node that carries the payments does it, whichever is asked, and waits for the
    bank."""
    everywhere: bool = False
    """Whether every node of the house does its part, whichever is asked."""
    where: Where = "house"
    more: str = ""
    """What its help says beyond `says`."""

    def read(self, given: Mapping[str, object]) -> dict[str, Value]:
        """A value for each parameter; Refusal says what is wrong with what was given."""
        known = {one.name: one for one in self.params}
        strange = [name for name in given if name not in known]
        if strange:
            takes = ", ".join(known) or "nothing"
            raise Refusal("with_wrong", f"{self.name!r} takes no {strange[0]!r}; it takes {takes}.")
        values: dict[str, Value] = {}
        for name, one in known.items():
            value = given.get(name)
            if value is None and one.required:
                raise Refusal("with_wrong", f"{self.name!r} needs {name}: {one.says}.")
            empty = False if one.kind == "flag" else None
            values[name] = empty if value is None else one.read(value)
        return values

    def told(self, values: Mapping[str, Value]) -> dict[str, Json]:
        """What the audit keeps of the values: no secrets, nothing that was not given."""
        open_ = {one.name for one in self.params if one.kind != "secret"}
        return {
            name: list(value) if isinstance(value, tuple) else value
            for name, value in values.items()
            if name in open_ and value is not None and value is not False
        }

    def tried(self, given: Mapping[str, object]) -> dict[str, Json]:
        """What is audited of a request that was refused before it was read: of any kind and length.
        What the command does not take is left out, for it may be a secret."""
        open_ = {one.name for one in self.params if one.kind != "secret"}
        return {name: _short(value) for name, value in given.items() if name in open_}


def _short(value: object) -> Json:
    match value:
        case str():
            return value[:TRIED]
        case bool() | int() | float() | None:
            return value if len(str(value)) <= TRIED else "…"
        case list():
            return [word[:TRIED] if isinstance(word, str) else "…" for word in value[:TRIED]]
    return "…"


def admits(command: Command, role: str) -> bool:
    """Whether a role may give that command."""
    return role in command.also or may(role, command.least)


def may(role: str, least: Role) -> bool:
    """Whether a role may do what takes at least that one."""
    return role in RANKS and RANKS[role] >= RANKS[least]
