"""JSON between house and bank: read strictly, written plainly, the same on both sides."""

import json
from collections.abc import Mapping
from typing import Final, TypeVar, cast

LONGEST: Final = 4096
"""Bytes of a body, of either side."""
L = TypeVar("L", bound=str)


class Malformed(Exception):
    """A body of the bank that is not what the contract says; the text names what it should have
    been, never what it was."""


def bearer(secret: str) -> str:
    """How the house shows its secret to the bank."""
    return f"Bearer {secret}"


def json_map(body: bytes) -> Mapping[str, object]:
    """The map that a body is."""
    if len(body) > LONGEST:
        raise Malformed(f"A body has {LONGEST} bytes at most.")
    try:
        said = json.loads(body)
    except (ValueError, RecursionError):
        # Without the cause: its text would quote the body.
        raise Malformed("A body is a JSON map in UTF-8.") from None
    if not isinstance(said, dict):
        raise Malformed("A body is a JSON map.")
    return cast(dict[str, object], said)


def text_of(said: Mapping[str, object], name: str, longest: int = 80) -> str:
    """A text."""
    value = said.get(name)
    if not isinstance(value, str) or len(value) > longest or not _writable(value):
        raise Malformed(f"{name!r} is a text of at most {longest} letters.")
    return value


def _writable(text: str) -> bool:
    # JSON may hold half a letter (a lone surrogate), which no file and no line takes.
    return not any("\ud800" <= letter <= "\udfff" for letter in text)


def choice_of(said: Mapping[str, object], name: str, choices: tuple[L, ...]) -> L:
    """One of a few texts."""
    value = said.get(name)
    for choice in choices:
        if value == choice:
            return choice
    raise Malformed(f"{name!r} is one of {', '.join(choices)}.")


def int_of(said: Mapping[str, object], name: str, default: int | None = None) -> int:
    """A whole number from 0 to 10^15; a yes or no is none."""
    value = said.get(name, default)
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= 10**15:
        raise Malformed(f"{name!r} is a whole number from 0 to 10^15.")
    return value


def texts_of(said: Mapping[str, object], name: str) -> tuple[str, ...]:
    """A list of texts; nothing when it is left out."""
    value = said.get(name, [])
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        raise Malformed(f"{name!r} is a list of texts.")
    return tuple(value)
