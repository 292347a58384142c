"""Declared types as they are serialised for the wire and the journal, and validated when read.

Each is compiled once into a reader and a writer. A dataclass is a map of its field names, where
fields equal to their default are left out; a tuple is a list; an Event is a map whose "e" names its
kind. What is written can be read back: both ways refuse what does not fit the declaration, and a
Secret is never written at all.
"""

from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    NewType,
    TypeVar,
    Union,
    cast,
    get_args,
    get_origin,
    get_type_hints,
    overload,
)

from protocol.cards import Card
from protocol.events import EVENTS, Event
from protocol.scalars import (
    INTS,
    ITEMS,
    LETTERS,
    SEATS,
    AnyShape,
    Between,
    LeakedSecret,
    Malformed,
    Reader,
    Shape,
    UpTo,
    card,
    exactly,
    literal,
    refuse,
    secret,
    sized,
    whole,
)
from protocol.words import Seat, Secret

__all__ = [
    "AnyShape",
    "Between",
    "LeakedSecret",
    "Malformed",
    "Reader",
    "Shape",
    "UpTo",
    "WrittenOnce",
    "record",
    "shape_of",
]

T = TypeVar("T")
K = TypeVar("K")


class WrittenOnce(dict[K, T]):
    """A map that many messages bear in the same field: it is written for the first of them, and
    must not be changed."""

    __slots__ = ("plain",)

    plain: object


@overload
def shape_of(declared: type[T]) -> Shape[T]: ...
@overload
def shape_of(declared: object) -> AnyShape: ...
def shape_of(declared: object) -> Shape[Any]:
    """The shape of a type; TypeError for a type that nothing on the wire could stand for."""
    return _compiled(declared)


@cache
def _compiled(declared: object) -> AnyShape:
    if declared is Seat:
        return whole(SEATS, "seat")
    if declared is Card:
        return card()
    if declared is Event:
        return _event()
    if declared is Secret:
        return secret()
    if isinstance(declared, NewType):
        return _compiled(declared.__supertype__)
    origin, args = get_origin(declared), get_args(declared)
    if origin is Annotated:
        return _limited(args[0], *args[1:])
    if origin in (Union, UnionType):
        return _either(args)
    if origin is Literal:
        return literal(args)
    if isinstance(declared, type) and is_dataclass(declared):
        return record(declared)
    return _limited(declared)


def _limited(declared: object, *limits: object) -> AnyShape:
    """Types that a bound can be put on, with it or with the usual one."""
    origin, args = get_origin(declared), get_args(declared)
    limit = limits[0] if limits else None
    if len(limits) > 1:
        pass
    elif declared is int and (limit is None or isinstance(limit, Between)):
        return whole(limit or INTS, "int")
    elif limit is None or isinstance(limit, UpTo):
        if declared is str:
            return sized(str, "text", limit or LETTERS)
        if declared is bytes:
            return sized(bytes, "bytes", limit or LETTERS)
        if origin is tuple and args[1:] == (...,):
            return _many(_compiled(args[0]), limit or ITEMS)
        if origin is Mapping and _types(args[0])[1] in (int, str):
            return _table(_compiled(args[0]), _compiled(args[1]), limit or ITEMS)
        if limit is None and origin is tuple:
            return _fixed(tuple([_compiled(one) for one in args]))
        if limit is None and declared is bool:
            return exactly(bool, "bool")
        if limit is None and declared in (None, NoneType):
            return exactly(NoneType, "nothing")
    raise TypeError(
        f"{declared!r} with {limits} has no shape; declare int (Between), str, bytes, "
        "tuple[T, ...] or Mapping (UpTo), bool, None, Literal, Seat, Card, Event, a fixed tuple, "
        "a frozen dataclass, or a union of these."
    )


def _many(of: AnyShape, limit: UpTo) -> AnyShape:
    least, most = limit.least, limit.most
    says = f"list of {of.says}, {f'{least} to' if least else 'up to'} {most}"
    write_one = of.write

    def write(value: object) -> object:
        if type(value) is not tuple or not least <= len(value) <= most:
            refuse(value, f"a tuple, {says}")
        return list(map(write_one, value))

    def read(plain: object, strict: bool = True) -> object:
        if type(plain) is not list or not least <= len(plain) <= most:
            refuse(plain, f"a {says}")
        return tuple([of.read(item, strict) for item in plain])

    return Shape(write, read, says)


def _fixed(parts: tuple[AnyShape, ...]) -> AnyShape:
    says = f"list ({', '.join(part.says for part in parts)})"

    def write(value: object) -> object:
        if type(value) is not tuple or len(value) != len(parts):
            refuse(value, f"a tuple, {says}")
        return [part.write(item) for part, item in zip(parts, value, strict=True)]

    def read(plain: object, strict: bool = True) -> object:
        if type(plain) is not list or len(plain) != len(parts):
            refuse(plain, f"a {says}")
        return tuple([part.read(item, strict) for part, item in zip(parts, plain, strict=True)])

    return Shape(write, read, says)


def _table(key: AnyShape, of: AnyShape, limit: UpTo) -> AnyShape:
    least, most = limit.least, limit.most
    says = f"map of {key.says} to {of.says}, {f'{least} to' if least else 'up to'} {most}"

    def write(value: object) -> object:
        if type(value) is WrittenOnce and hasattr(value, "plain"):
            return value.plain
        if not isinstance(value, Mapping) or not least <= len(value) <= most:
            refuse(value, f"a {says}")
        # Sorted, so that equal values are equal bytes whatever order they were made in.
        plain = {key.write(name): of.write(item) for name, item in sorted(value.items())}
        if type(value) is WrittenOnce:
            value.plain = plain
        return plain

    def read(plain: object, strict: bool = True) -> object:
        if type(plain) is not dict or not least <= len(plain) <= most:
            refuse(plain, f"a {says}")
        return {key.read(name, strict): of.read(item, strict) for name, item in plain.items()}

    return Shape(write, read, says)


def _event() -> AnyShape:
    """Any registered event; its kind says which."""

    def write(value: object) -> object:
        # Only an event that was written before has it.
        known: object = getattr(value, "_plain", None)
        if known is not None:
            return known
        if not isinstance(value, Event) or EVENTS.get(value.kind) is not type(value):
            refuse(value, "a registered event")
        value._plain = _event_shape(value.kind).write(value)
        return value._plain

    def read(plain: object, strict: bool = True) -> object:
        kind = plain.get("e") if type(plain) is dict else None
        if type(kind) is not str or kind not in EVENTS:
            refuse(plain, "an event of a known kind")
        return _event_shape(kind).read(plain, strict)

    return Shape(write, read, "event")


@cache
def _event_shape(kind: str) -> AnyShape:
    return record(EVENTS[kind], ("e", kind))


def record(cls: type, tag: tuple[str, str] | None = None) -> AnyShape:
    """The shape of a dataclass; `tag` is a further key of its map with a fixed value."""
    hints = get_type_hints(cls, include_extras=True)
    shapes = {field.name: _compiled(hints[field.name]) for field in fields(cls) if field.init}
    defaults = {field.name: _default(field) for field in fields(cls) if field.init}
    required = frozenset(name for name, default in defaults.items() if default is MISSING)
    readers: dict[object, Reader[object]] = {name: one.read for name, one in shapes.items()}
    ignored = tag[0] if tag else None
    if ignored in shapes:
        raise TypeError(f"{cls.__name__} may not have a field {ignored!r}: it names the kind.")

    def read(plain: object, strict: bool = True) -> object:
        if type(plain) is not dict:
            refuse(plain, f"a map ({cls.__name__})")
        found: dict[Any, object] = {}
        # Whatever a stranger has sent: a name that is no text is unknown, not an error of ours.
        name: object = ""
        try:
            for name, said in plain.items():
                reader = readers.get(name)
                if reader is not None:
                    found[name] = reader(said, strict)
                elif strict and name != ignored:
                    raise Malformed("is unknown and should not be there")
        except Malformed as wrong:
            raise _within(cls, name, wrong) from None
        if not required <= found.keys():
            missing = ", ".join(sorted([name for name in required if name not in found]))
            raise Malformed(f"{cls.__name__} lacks {missing}")
        return cls(**found)

    return Shape(_writer(cls, shapes, defaults, tag), read, cls.__name__)


def _writer(
    cls: type,
    shapes: Mapping[str, AnyShape],
    defaults: Mapping[str, object],
    tag: tuple[str, str] | None,
) -> Callable[[object], object]:
    """What writes a dataclass, as a function made for it: a house writes them all day, and a loop
    over the fields takes three times as long. The names in it are those of the declaration."""

    def blame(value: object) -> None:
        """Raise Malformed for the field that cannot be written."""
        for name, shape in shapes.items():
            held = getattr(value, name)
            try:
                if not _same(held, defaults[name]):
                    shape.write(held)
            except Malformed as wrong:
                raise _within(cls, name, wrong) from None

    known: dict[str, object] = {"cls": cls, "refuse": refuse, "same": _same, "blame": blame}
    known |= {"Malformed": Malformed}
    always = [f"{tag[0]!r}: {tag[1]!r}"] if tag else []
    others = []
    for number, (name, shape) in enumerate(shapes.items()):
        known[f"write_{number}"], known[f"default_{number}"] = shape.write, defaults[name]
        writes, default = f"write_{number}(held)", f"default_{number}"
        if defaults[name] is not MISSING:
            others += [f"held = value.{name}", f"if held is not {default}:"]
            if shape.test:
                # What fits the test is of the type of the default.
                others += [
                    f"    if {shape.test}:",
                    f"        if held != {default}: plain[{name!r}] = held",
                    f"    elif not same(held, {default}): plain[{name!r}] = {writes}",
                ]
            else:
                others.append(f"    if not same(held, {default}): plain[{name!r}] = {writes}")
        elif shape.test:
            first = shape.test.replace("held", f"held := value.{name}", 1)
            always.append(f"{name!r}: held if {first} else {writes}")
        else:
            always.append(f"{name!r}: write_{number}(value.{name})")
    lines = [
        "def write(value):",
        f"    if type(value) is not cls: refuse(value, 'a {cls.__name__}')",
        "    try:",
        f"        plain = {{{', '.join(always)}}}",
        *[f"        {line}" for line in others],
        "    except Malformed:",
        "        blame(value)",
        "        raise",
        "    return plain",
    ]
    exec("\n".join(lines), known)
    return cast(Callable[[object], object], known["write"])


def _within(cls: type, name: object, wrong: Malformed) -> Malformed:
    return Malformed(f"{cls.__name__}.{str(name)[:24]} {wrong}")


def _default(field: Field[object]) -> object:
    """What an absent field means; MISSING if it may not be absent."""
    return field.default if field.default_factory is MISSING else field.default_factory()


def _same(held: object, default: object) -> bool:
    """Equal in type too, one level deep: False is not 0, (False,) not (0,)."""
    if held is default:
        return True
    if type(held) is not type(default) or held != default:
        return False
    if type(held) is tuple and type(default) is tuple:
        return all(type(one) is type(other) for one, other in zip(held, default, strict=True))
    return True


def _either(declared: tuple[object, ...]) -> AnyShape:
    """A union, whose arms differ in the type that msgpack gives them."""
    arms = {arm: _compiled(arm) for arm in declared}
    by_plain: dict[type, AnyShape] = {}
    by_value: dict[type, AnyShape] = {}
    for arm, shape in arms.items():
        value_type, plain_type = _types(arm)
        if arm is not Secret and plain_type in by_plain:
            raise TypeError(f"{declared}: two of these are {plain_type.__name__} on the wire.")
        by_value[value_type] = shape
        if arm is not Secret:
            by_plain[plain_type] = shape
    says = " or ".join(dict.fromkeys(shape.says for shape in arms.values() if shape.says))

    def write(value: object) -> object:
        shape = by_value.get(type(value))
        if shape is None:
            refuse(value, says)
        return shape.write(value)

    def read(plain: object, strict: bool = True) -> object:
        shape = by_plain.get(type(plain))
        if shape is None:
            refuse(plain, says)
        return shape.read(plain, strict)

    return Shape(write, read, says)


def _types(arm: object) -> tuple[type, type]:
    """The Python type of a union's arm, and the type it has on the wire."""
    while True:
        if get_origin(arm) is Annotated:
            arm = get_args(arm)[0]
        elif isinstance(arm, NewType):
            arm = arm.__supertype__
        else:
            break
    origin = get_origin(arm)
    if origin is tuple:
        return tuple, list
    if origin is Mapping:
        return dict, dict
    if origin is Literal:
        return type(get_args(arm)[0]), type(get_args(arm)[0])
    if isinstance(arm, type) and is_dataclass(arm):
        return arm, dict
    if arm is None or arm is NoneType:
        return NoneType, NoneType
    if isinstance(arm, type) and arm in (int, str, bool, bytes):
        return arm, arm
    raise TypeError(f"{arm!r} cannot stand in a union.")
