"""Values of any declared type, read from the declaration itself: what is declared is tested."""

from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from types import NoneType, UnionType
from typing import Annotated, Literal, NewType, Union, get_args, get_origin, get_type_hints

from hypothesis import strategies as st

from protocol.cards import LABELS, Card
from protocol.events import EVENTS, Event
from protocol.messages import MESSAGES, Message
from protocol.shape import Between, UpTo
from protocol.words import Seat, Secret

Values = st.SearchStrategy[object]
TEXT = st.text(max_size=6) | st.sampled_from(["", "As Kd", "牌桌", "🂡" * 3, "\x00", "\u202e"])


def values(declared: object) -> Values:
    """Values that fit the type; a Secret is left out, since nothing may carry one."""
    if declared is Seat:
        return st.integers(-8, 63)
    if declared is Card:
        return st.sampled_from(sorted(LABELS))
    if declared is Event:
        return st.sampled_from(sorted(EVENTS)).flatmap(lambda kind: records(EVENTS[kind]))
    if isinstance(declared, NewType):
        return values(declared.__supertype__)
    origin, args = get_origin(declared), get_args(declared)
    if origin is Annotated:
        return bounded(args[0], args[1])
    if origin in (Union, UnionType):
        return st.one_of([values(arm) for arm in args if arm is not Secret])
    if origin is Literal:
        return st.sampled_from(args)
    if isinstance(declared, type) and is_dataclass(declared):
        return records(declared)
    return bounded(declared, None)


def bounded(declared: object, limit: Between | UpTo | None) -> Values:
    origin, args = get_origin(declared), get_args(declared)
    if declared is int:
        bound = limit if isinstance(limit, Between) else Between(-(2**63), 2**63 - 1)
        return st.integers(bound.low, bound.high) | st.sampled_from([bound.low, bound.high])
    if declared is bool:
        return st.booleans()
    if declared is NoneType:
        return st.none()
    least, most = (limit.least, limit.most) if isinstance(limit, UpTo) else (0, 8)
    if declared is str:
        short = TEXT.filter(lambda text: least <= len(text) <= most)
        return short | st.just("z" * most)
    few = min(most, least + 3)
    if origin is tuple and args[1:] == (...,):
        return st.lists(values(args[0]), min_size=least, max_size=few).map(tuple)
    if origin is tuple:
        return st.tuples(*(values(part) for part in args))
    if origin is Mapping:
        maps = st.dictionaries(values(args[0]), values(args[1]), min_size=least, max_size=few)
        return maps.map(lambda made: dict(sorted(made.items())))
    raise TypeError(f"no values for {declared!r}")


def records(cls: type) -> Values:
    """A dataclass with every field given or, where it may be, left to its default."""
    hints = get_type_hints(cls, include_extras=True)
    required: dict[str, Values] = {}
    optional: dict[str, Values] = {}
    for field in fields(cls):
        must = field.default is MISSING and field.default_factory is MISSING
        (required if must else optional)[field.name] = values(hints[field.name])
    return st.fixed_dictionaries(required, optional=optional).map(lambda given: cls(**given))


def messages(name: str) -> st.SearchStrategy[Message]:
    """Messages of one kind."""
    declared = MESSAGES[name]

    def typed(value: object) -> Message:
        assert isinstance(value, declared)
        return value

    return records(declared).map(typed)


ANY_MESSAGE = st.sampled_from(sorted(MESSAGES)).flatmap(messages)
CLIENT_MESSAGE = st.sampled_from(
    sorted(name for name, declared in MESSAGES.items() if declared.frm == "client")
).flatmap(messages)
