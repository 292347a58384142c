"""Values without parts as they look on the wire and in the journal: one check a type, for both
ways, since they are written as they are.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Generic, NoReturn, Protocol, TypeVar

from protocol.cards import LABELS
from protocol.words import Secret

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)


class Malformed(Exception):
    """Bytes or values that are not what was declared; the text names the field, never the value in
    it."""


class LeakedSecret(Exception):
    """A Secret was about to be written: somebody forgot `protocol.events.told`."""


@dataclass(frozen=True, slots=True)
class Between:
    """`Annotated[int, Between(0, 99)]`: the least and the most, both included."""

    low: int
    high: int


@dataclass(frozen=True, slots=True)
class UpTo:
    """`Annotated[str, UpTo(40)]`: the most letters, bytes, items or keys, and the least."""

    most: int
    least: int = 0


INTS: Final = Between(-(2**63), 2**63 - 1)
SEATS: Final = Between(-8, 63)
LETTERS: Final = UpTo(4000)
ITEMS: Final = UpTo(1024)


class Reader(Protocol[T_co]):
    """Lenient reading ignores fields that it does not know; all else is refused either way."""

    def __call__(self, plain: object, /, strict: bool = True) -> T_co: ...


@dataclass(frozen=True, slots=True)
class Shape(Generic[T]):
    """The shape of a declared type. `write` gives ints, strings, bools, None, bytes, lists and maps
    with int or str keys; `read` takes whatever there is and gives the value or raises Malformed.
    `says` is the type in words, for the protocol document. `test` is Python that is true of a
    value, named `held`, which is written as it is; empty where that cannot be said in an
    expression."""

    write: Callable[[T], object]
    read: Reader[T]
    says: str
    test: str = ""


AnyShape = Shape[object]


def refuse(value: object, right: str) -> NoReturn:
    """Names what was wrong without repeating it: a PIN may stand in the wrong field."""
    if isinstance(value, Secret):
        raise LeakedSecret("A Secret is never written; tell the event to a viewer first.")
    raise Malformed(f"is {type(value).__name__}, should be {right}")


def exactly(kind: type, says: str) -> AnyShape:
    """The shape of a value of exactly that kind."""

    def check(value: object, strict: bool = True) -> object:
        return value if type(value) is kind else refuse(value, says)

    return Shape(check, check, says, f"type(held) is {kind.__name__}" if kind is bool else "")


def whole(bound: Between, name: str) -> AnyShape:
    """The shape of an int within a bound."""
    low, high = bound.low, bound.high
    says = name if bound == INTS else f"{name} {low} to {high}"

    def check(value: object, strict: bool = True) -> object:
        # A bool is an int to Python and another type to msgpack.
        if type(value) is int and low <= value <= high:
            return value
        refuse(value, says if type(value) is not int else f"{low} to {high}")

    return Shape(check, check, says, f"type(held) is int and {low} <= held <= {high}")


def card() -> AnyShape:
    """The shape of a card."""

    def check(value: object, strict: bool = True) -> object:
        return value if type(value) is int and value in LABELS else refuse(value, "a known card")

    return Shape(check, check, "card")


def sized(kind: type[str] | type[bytes], name: str, limit: UpTo) -> AnyShape:
    """The shape of a text or of bytes with a limit."""
    least, most = limit.least, limit.most
    says = f"{name} up to {most}" if not least else f"{name} {least} to {most}"

    def check(value: object, strict: bool = True) -> object:
        # The second look tells nothing new, and tells the type checker that there is a length.
        if type(value) is kind and isinstance(value, str | bytes) and least <= len(value) <= most:
            return value
        refuse(value, says)

    test = f"type(held) is {kind.__name__} and {least} <= len(held) <= {most}"
    return Shape(check, check, says, test)


def literal(values: tuple[object, ...]) -> AnyShape:
    """The shape of one of some values."""
    kinds = {type(value) for value in values}
    known = {(type(value), value) for value in values}
    says = " | ".join(repr(value) for value in values)

    def check(value: object, strict: bool = True) -> object:
        if type(value) in kinds and (type(value), value) in known:
            return value
        refuse(value, f"one of {says}")

    return Shape(check, check, says)


def secret() -> AnyShape:
    """The shape of a secret, which is never written."""

    def write(value: object) -> object:
        refuse(value, "nothing: a Secret has no shape")

    def read(plain: object, strict: bool = True) -> object:
        raise Malformed("should not be here: a Secret is never sent")

    return Shape(write, read, "")
