"""What is told at a table: the events that every game shares, and how a viewer is told them.

A game says as much as it can with these, so that a table which knows no game can still draw
seats, chips and cards; what is left it adds in `protocol/games/<game>.py`.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import field, fields, replace
from typing import ClassVar, Final, TypeVar

from protocol.frozen import frozen
from protocol.words import Cards, Hidden, Seat, Secret, Veiled

EVENTS: Final[dict[str, type["Event"]]] = {}
"""Every kind of event by its name on the wire."""


class Event:
    """Base of all events; `kind` is its name on the wire."""

    __slots__ = ("_plain",)
    # How it is written, once it was: what all viewers are told alike is written once.
    _plain: object
    kind: ClassVar[str] = ""
    secrets: ClassVar[tuple[str, ...]] = ()
    """The fields that may hold a Secret."""

    def __post_init__(self) -> None:
        # A slot without a value would raise at each look, which costs as much as the writing.
        self._plain = None

    @property
    def variant(self) -> str:
        """Which of several ways of telling it fits; "" is the usual one."""
        return ""

    def __reduce__(self) -> tuple[type["Event"], tuple[object, ...]]:
        # To a bot's process goes what was said, and not how it is written.
        return type(self), tuple([getattr(self, name) for name, _ in _declared(type(self))])


E = TypeVar("E", bound=Event)


def _declared(cls: type[Event]) -> tuple[tuple[str, object], ...]:
    """The fields of an event, which is a dataclass although its base is none."""
    return tuple((field.name, field.type) for field in fields(cls))  # type: ignore[arg-type]


def event(kind: str) -> Callable[[type[E]], type[E]]:
    """Name a frozen dataclass of an event: `@event("dealt")`."""

    def name(cls: type[E]) -> type[E]:
        if kind in EVENTS:
            raise ValueError(f"two events are called {kind!r}")
        cls.kind = kind
        cls.secrets = tuple(name for name, declared in _declared(cls) if declared == Veiled)
        EVENTS[kind] = cls
        return cls

    return name


@event("began")
@frozen
class RoundBegan(Event):
    """The first event of every round: who plays what, with which chips, under which rules."""

    game: str
    preset: str
    round: int
    names: Mapping[Seat, str]
    stacks: Mapping[Seat, int]
    options: Mapping[str, int | str | bool]
    inherited: Mapping[str, int] = field(default_factory=dict)
    """What everybody knows of what the rounds before have left there: how many cards are still in
    a shoe, and how many of them lie behind its marker."""


@event("ended")
@frozen
class RoundEnded(Event):
    """The last event of every round."""


@event("moved")
@frozen
class Moved(Event):
    """Money moves between seats, POT, HOUSE and JACKPOT; nothing else moves it. `why` is a code."""

    src: Seat
    dst: Seat
    amount: int
    why: str


FOR_ALL: Final = "big_blind_ante"
"""Why one seat pays what is every seat's: nobody's bet, whoever wins has it whole."""
ANTES: Final = frozenset({"ante", FOR_ALL})
"""Why chips go into a pot that nobody has to match."""


@event("button")
@frozen
class Button(Event):
    """The dealer's button lies at this seat."""

    seat: Seat


@event("acted")
@frozen
class Acted(Event):
    """What a seat did, as far as all may know. `amount` is what the verb means in its game."""

    seat: Seat
    verb: str
    amount: int = 0
    on: str = ""


@event("dealt")
@frozen
class Dealt(Event):
    """Cards come from the deck to a seat (its hand number `hand`), BOARD, HOUSE or DISCARD."""

    to: Seat
    cards: Veiled
    hand: int = 0


@event("laid")
@frozen
class Laid(Event):
    """Cards go face up from one place to another: a play, a discard, a card taken up."""

    src: Seat
    dst: Seat
    cards: Cards


@event("shown")
@frozen
class Shown(Event):
    """Cards that lie at a seat, or at HOUSE, are turned face up."""

    seat: Seat
    cards: Cards
    hand: int = 0


@event("left")
@frozen
class LeftGame(Event):
    """A seat is gone from this round; what it costs follows as `Moved`."""

    seat: Seat


def told(said: Event, viewer: Seat | None) -> Event:
    """The event as this viewer may know it; None is somebody who only watches."""
    if not said.secrets:
        return said
    opened: dict[str, Cards | Hidden] = {}
    for name in said.secrets:
        value = getattr(said, name)
        if isinstance(value, Secret):
            mine = viewer is not None and value.owner == viewer
            opened[name] = value.cards if mine else Hidden(len(value.cards))
    return replace(said, **opened) if opened else said  # type: ignore[type-var]


def bared(said: Event) -> Event:
    """The event with every Secret open: for the journal's digest, never for a player."""
    if not said.secrets:
        return said
    opened = {
        name: value.cards
        for name in said.secrets
        if isinstance(value := getattr(said, name), Secret)
    }
    return replace(said, **opened) if opened else said  # type: ignore[type-var]


def hand_of(seat: Seat, said: Iterable[Event], hand: int = 0) -> Cards:
    """The cards a seat holds now, as far as these told events show them."""
    held: list[int] = []
    for one in said:
        match one:
            case RoundBegan():
                held = []
            case Dealt(to=to, cards=tuple() as cards, hand=number) if to == seat and number == hand:
                held.extend(cards)
            case Laid(src=src, dst=dst, cards=cards):
                if src == seat:
                    # What another seat lays down may have been dealt to it unseen.
                    for card in cards:
                        if card in held:
                            held.remove(card)
                if dst == seat:
                    held.extend(cards)
    return tuple(held)  # type: ignore[arg-type]


def net_of(moved: Iterable[Moved], seat: Seat) -> int:
    """What a seat has won by these movements; below zero if it has lost."""
    return sum(one.amount * ((one.dst == seat) - (one.src == seat)) for one in moved)


def nets_of(moved: Iterable[Moved]) -> dict[Seat, int]:
    """What each seat and party has won by these movements, of those that had any part in them."""
    nets: dict[Seat, int] = {}
    for one in moved:
        nets[one.src] = nets.get(one.src, 0) - one.amount
        nets[one.dst] = nets.get(one.dst, 0) + one.amount
    return nets


def stacks_of(said: Iterable[Event]) -> dict[Seat, int]:
    """The chips before every seat, and in POT and the other parties, after these events."""
    stacks: dict[Seat, int] = {}
    for one in said:
        match one:
            case RoundBegan(stacks=begun):
                stacks = dict(begun)
            case Moved(src=src, dst=dst, amount=amount):
                stacks[src] = stacks.get(src, 0) - amount
                stacks[dst] = stacks.get(dst, 0) + amount
    return stacks
