"""Declared types become readers and writers that refuse whatever was not declared."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Annotated, Any, ClassVar, Literal, get_args, get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st

import protocol.games  # noqa: F401  its events are tested too
from protocol.cards import LABELS
from protocol.events import EVENTS, Dealt, Event, Moved, RoundEnded
from protocol.shape import Between, LeakedSecret, Malformed, UpTo, WrittenOnce, record, shape_of
from protocol.words import HOUSE, Act, Ask, Cards, Hidden, Option, Seat, Secret, Veiled
from tests.protocol.strategies import records, values


@dataclass(frozen=True, slots=True)
class Pair:
    left: Annotated[int, Between(0, 9)]
    right: int = 0


PAIR = Pair(1)
ASK = Ask(Seat(0), (), Act("fold"))
ENDED = RoundEnded()


@dataclass(frozen=True, slots=True)
class Everything:
    kind: ClassVar[str] = "not a field"
    must: int
    yes: bool = False
    text: Annotated[str, UpTo(5, 1)] = "none"
    raw: bytes = b""
    word: Literal["a", "b", 3] = "a"
    mixed: int | bool | str | None = 0
    seat: Seat | None = None
    cards: Cards = ()
    hand: tuple[int, int] = (0, 0)
    flags: tuple[int | bool, ...] = (0,)
    table: Mapping[Seat, Pair] = field(default_factory=dict)
    inner: Pair = PAIR
    event: Event = ENDED


SHAPE = shape_of(Everything)
Careless: Any = Everything
"""What a caller who ignores the types may make."""
FULL = Everything(
    must=-(2**63),
    yes=True,
    text="12345",
    raw=b"\xff",
    word=3,
    mixed=None,
    seat=Seat(3),
    cards=tuple(sorted(LABELS)),
    hand=(1, 2),
    flags=(True,),
    table={Seat(-8): Pair(0, -1), Seat(1): Pair(9)},
    inner=Pair(2, 3),
    event=Moved(Seat(0), Seat(-2), 500, "ante"),
)


def refused(declared: object, plain: object, strict: bool = True) -> str:
    """The sentence with which a reader refuses."""
    with pytest.raises(Malformed) as wrong:
        shape_of(declared).read(plain, strict)
    return str(wrong.value)


def test_what_is_written_is_read_as_it_was() -> None:
    for value in (FULL, Everything(0)):
        again = SHAPE.read(SHAPE.write(value))
        assert again == value
        assert repr(again) == repr(value)


def test_fields_that_are_their_default_are_left_out() -> None:
    assert shape_of(Pair).write(Pair(4)) == {"left": 4}
    assert shape_of(Act).write(Act("raise", 500)) == {"verb": "raise", "amount": 500}
    assert shape_of(Option).write(Option("fold")) == {"verb": "fold"}


@pytest.mark.parametrize(
    "value",
    [Everything(0, mixed=False), Everything(0, flags=(False,)), Everything(0, mixed="")],
)
def test_false_is_not_a_default_of_zero(value: Everything) -> None:
    again = SHAPE.read(SHAPE.write(value))
    assert repr(again) == repr(value)


def test_an_event_is_a_map_that_names_its_kind() -> None:
    plain = shape_of(Event).write(Moved(Seat(0), Seat(-2), 500, "ante"))
    assert plain == {"e": "moved", "src": 0, "dst": -2, "amount": 500, "why": "ante"}
    assert shape_of(tuple[Event, ...]).read([{"e": "ended"}, plain]) == (
        RoundEnded(),
        Moved(Seat(0), Seat(-2), 500, "ante"),
    )


def test_equal_maps_are_written_alike_in_whatever_order_they_were_made() -> None:
    shape = shape_of(Mapping[Seat, int])
    one, other = {Seat(2): 5, Seat(0): 7}, MappingProxyType({Seat(0): 7, Seat(2): 5})
    assert repr(shape.write(one)) == repr(shape.write(other)) == "{0: 7, 2: 5}"


@pytest.mark.parametrize("kind", sorted(EVENTS))
def test_every_event_survives_the_journal(kind: str) -> None:
    shape = shape_of(Event)

    @given(records(EVENTS[kind]))
    def survives(value: object) -> None:
        assert isinstance(value, Event)
        again = shape.read(shape.write(value))
        assert again == value
        assert repr(again) == repr(value)

    survives()


@given(values(Ask))
def test_every_ask_survives_the_journal(value: object) -> None:
    assert isinstance(value, Ask)
    assert shape_of(Ask).read(shape_of(Ask).write(value)) == value


@pytest.mark.parametrize(
    ("declared", "plain"),
    [
        (int, True),
        (int, 1.0),
        (int, "1"),
        (int, 2**63),
        (int, -(2**63) - 1),
        (Annotated[int, Between(0, 9)], -1),
        (Annotated[int, Between(0, 9)], 10),
        (bool, 1),
        (str, b"bytes"),
        (str, "x" * 4001),
        (Annotated[str, UpTo(5, 1)], ""),
        (Annotated[str, UpTo(5, 1)], "123456"),
        (bytes, "text"),
        (Annotated[bytes, UpTo(2)], b"123"),
        (None, 0),
        (Literal["a", 3], "c"),
        (Literal["a", 3], 3.0),
        (Literal[1], True),
        (Literal["a"], ["a"]),
        (Seat, 64),
        (Seat, -9),
        (Cards, [54]),
        (Cards, [True]),
        (Cards, (1, 2)),
        (Cards, {"0": 1}),
        (Annotated[Cards, UpTo(2)], [1, 2, 3]),
        (tuple[int, ...], [0] * 1025),
        (tuple[int, int], [1]),
        (tuple[int, int], [1, 2, 3]),
        (Mapping[str, int], {1: 1}),
        (Mapping[str, int], {"a": "b"}),
        (Mapping[str, int], [["a", 1]]),
        (Annotated[Mapping[str, int], UpTo(1)], {"a": 1, "b": 2}),
        (Annotated[Mapping[str, int], UpTo(2, 1)], {}),
        (int | None, "x"),
        (Veiled, {"owner": 3, "cards": [1]}),
        (Veiled, {"count": 1, "cards": [1]}),
        (Veiled, {}),
        (Secret, {"owner": 3, "cards": [1]}),
        (Pair, {}),
        (Pair, {"left": 1, "middle": 1}),
        (Pair, {"left": 1, 0: 1}),
        (Pair, [1, 2]),
        (Pair, {"left": None}),
        (Event, {"e": "unheard of"}),
        (Event, {"e": ["moved"]}),
        (Event, {}),
        (Event, []),
        (Event, {"e": "ended", "more": 1}),
    ],
)
def test_what_does_not_fit_is_malformed(declared: object, plain: object) -> None:
    assert refused(declared, plain)


@pytest.mark.parametrize(
    "value",
    [
        Pair(10),
        Pair(True),
        Careless("1"),
        Everything(0, text=""),
        Careless(0, cards=[1]),
        Careless(0, cards=(60,)),
        Careless(0, hand=(1,)),
        Everything(0, seat=Seat(64)),
        Careless(0, inner=Act("fold")),
        Everything(0, event=Event()),
        Everything(0, table={Seat(99): Pair(1)}),
    ],
)
def test_what_could_not_be_read_back_is_not_written(value: object) -> None:
    with pytest.raises(Malformed):
        shape_of(type(value)).write(value)


SECRET = Secret(Seat(3), tuple(sorted(LABELS))[:2])


@pytest.mark.req("E-RF-GR-017")
@pytest.mark.parametrize(
    ("declared", "value"),
    [
        (Event, Dealt(Seat(3), SECRET)),
        (Event, Dealt(HOUSE, Secret(HOUSE, ()))),
        (tuple[Event, ...], (RoundEnded(), Dealt(Seat(3), SECRET))),
        (Veiled, SECRET),
        (Secret, SECRET),
        (Everything, Careless(0, cards=SECRET)),
        (Everything, Careless(0, mixed=SECRET)),
        (Everything, Careless(SECRET)),
        (Mapping[str, int | str], {"hole": SECRET}),
    ],
)
def test_a_secret_is_never_written_wherever_it_hides(declared: object, value: object) -> None:
    with pytest.raises(LeakedSecret):
        shape_of(declared).write(value)


def test_a_lenient_reader_ignores_only_fields_that_it_does_not_know() -> None:
    assert shape_of(Pair).read({"left": 1, "colour": "red"}, strict=False) == Pair(1)
    told = [{"e": "ended", "why": "new in the next version"}]
    assert shape_of(tuple[Event, ...]).read(told, False) == (RoundEnded(),)
    plain = {"count": 2, "suit": "h"}
    assert shape_of(Veiled).read(plain, False) == Hidden(2)
    assert refused(Pair, {"left": 10}, strict=False)
    assert refused(Pair, {"right": 1}, strict=False)


@pytest.mark.parametrize(
    ("declared", "plain", "value"),
    [
        (tuple[Pair, ...], [{"left": 1, "news": 0}], (Pair(1),)),
        (tuple[int, Pair], [5, {"left": 1, "news": 0}], (5, Pair(1))),
        (Mapping[str, Pair], {"a": {"left": 1, "news": 0}}, {"a": Pair(1)}),
        (Pair | None, {"left": 1, "news": 0}, Pair(1)),
        (Ask, {"who": 0, "options": [], "default": {"verb": "fold", "news": 0}}, ASK),
        (tuple[Event, ...], [{"e": "ended", "news": 0}], (ENDED,)),
    ],
)
def test_strictness_reaches_whatever_lies_inside(
    declared: object, plain: object, value: object
) -> None:
    assert "unknown" in refused(declared, plain)
    assert shape_of(declared).read(plain, strict=False) == value


def test_a_refusal_names_the_field_and_never_what_was_in_it() -> None:
    assert refused(Everything, {"must": 0, "inner": {"left": 4711}}) == (
        "Everything.inner Pair.left is int, should be 0 to 9"
    )
    text = refused(Everything, {"must": 0, "text": "PIN 4711"})
    assert text == "Everything.text is str, should be text 1 to 5"
    assert refused(Pair, {"left": 1, "x" * 500: 1}).count("x") == 24


def test_an_absent_field_is_named() -> None:
    assert refused(Pair, {}) == "Pair lacks left"


@dataclass(frozen=True)
class Both:
    arms: Pair | Act


@dataclass(frozen=True)
class Clash:
    e: int


@pytest.mark.parametrize(
    "declared",
    [
        float,
        object,
        list[int],
        dict[str, int],
        Annotated[int, UpTo(3)],
        Annotated[str, Between(0, 3)],
        Annotated[bool, UpTo(3)],
        Annotated[int, "small"],
        Annotated[int, Between(0, 9), Between(0, 3)],
        Mapping[Cards, int],
        Both,
        int | float,
    ],
)
def test_a_type_that_has_no_shape_is_refused_when_it_is_declared(declared: object) -> None:
    with pytest.raises(TypeError):
        shape_of(declared)


def test_no_field_may_take_the_key_that_names_the_kind() -> None:
    with pytest.raises(TypeError, match="'e'"):
        record(Clash, ("e", "clash"))


def parts(declared: object) -> set[object]:
    """The types that a type is made of, one level down."""
    return {declared} | {part for arg in get_args(declared) for part in parts(arg)}


@pytest.mark.parametrize("kind", sorted(EVENTS))
def test_an_event_never_holds_an_event(kind: str) -> None:
    """Else the depth of some bytes would be the depth of our recursion."""
    hints = get_type_hints(EVENTS[kind], include_extras=True)
    assert all(Event not in parts(declared) for declared in hints.values())
    assert "e" not in hints


@given(st.recursive(st.integers(), lambda inner: st.lists(inner, max_size=2), max_leaves=3))
def test_reading_is_malformed_or_a_value_of_the_type(plain: object) -> None:
    try:
        read = shape_of(Cards).read(plain)
    except Malformed:
        return
    assert isinstance(read, tuple)
    assert all(card in LABELS for card in read)


def test_a_map_that_is_written_once_is_written_as_any_other_and_read_so() -> None:
    shape = shape_of(Mapping[int, str])
    names = {2: "Bert", 1: "Anna"}
    once = WrittenOnce(names)
    first: Any = shape.write(once)
    assert first == shape.write(names)
    assert list(first) == [1, 2]
    assert shape.write(once) is first
    assert shape.read(first) == names
