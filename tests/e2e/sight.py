"""What can be known of a handheld at one moment: what its window shows, what its client holds."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from typing import Any, get_args, get_type_hints

from client_core.client import Client, Me, TableView
from client_core.tables import Past
from protocol.cards import Card

Box = tuple[float, float, float, float]
"""Left, low, width and height in pixels of the window."""


@dataclass(frozen=True, slots=True)
class Text:
    text: str
    box: Box


@dataclass(frozen=True, slots=True)
class Lying:
    """A card; None lies face down."""

    card: Card | None
    box: Box


@dataclass(frozen=True, slots=True)
class Painted:
    """What the window shows, from what was painted first to what lies on top."""

    texts: tuple[Text, ...] = ()
    cards: tuple[Lying, ...] = ()

    def says(self, text: str) -> bool:
        """Whether this is written anywhere, alone or within a line."""
        return any(text in one.text for one in self.texts)

    @property
    def faces(self) -> tuple[Card, ...]:
        """Every card that lies open."""
        return tuple(one.card for one in self.cards if one.card is not None)


@dataclass(frozen=True, slots=True)
class Sight:
    """`number` counts what has changed. `known` is every card that the client holds anywhere of
    the round that lies there."""

    number: int
    size: tuple[int, int]
    screen: str
    overlays: tuple[str, ...]
    connection: str
    me: Me
    painted: Painted
    presses: tuple[str, ...]
    chosen: tuple[Card, ...]
    table: TableView | None
    known: frozenset[Card]

    def says(self, text: str) -> bool:
        return self.painted.says(text)


def known(client: Client) -> frozenset[Card]:
    """Every card in whatever the client holds of now: its round, its events, its buttons."""
    return frozenset(_cards(client._state, set()))


def _cards(value: Any, seen: set[int]) -> Iterator[Card]:
    # Of a round that is over everybody has seen more.
    if id(value) in seen or isinstance(value, Past):
        return
    seen.add(id(value))
    if is_dataclass(value) and not isinstance(value, type):
        hinted = _hinted(type(value))
        for one in fields(value):
            held = getattr(value, one.name)
            yield from _named(held) if hinted[one.name] else _cards(held, seen)
    elif isinstance(value, Mapping):
        for key, held in value.items():
            yield from _cards(key, seen)
            yield from _cards(held, seen)
    elif isinstance(value, tuple | list | set | frozenset):
        for held in value:
            yield from _cards(held, seen)
    elif type(value).__module__.startswith(("client_core", "protocol")):
        yield from _cards(vars(value), seen) if hasattr(value, "__dict__") else ()


@cache
def _hinted(kind: type) -> Mapping[str, bool]:
    """Which fields of a dataclass hold cards."""
    return {name: _of_cards(hint) for name, hint in get_type_hints(kind).items()}


def _of_cards(hint: object) -> bool:
    return hint is Card or any(_of_cards(part) for part in get_args(hint))


def _named(value: Any) -> Iterator[Card]:
    """The cards in what is said to hold cards: alone, in a row, in rows, or none at all."""
    if isinstance(value, int):
        yield Card(value)
    elif isinstance(value, tuple | list | frozenset):
        for one in value:
            yield from _named(one)
    else:
        yield from _cards(value, set())
