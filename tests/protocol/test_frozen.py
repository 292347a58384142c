"""Values of the protocol: records that compare by what they hold and are made once."""

import pickle
from dataclasses import is_dataclass, replace

import pytest

from protocol.events import EVENTS, Acted, Dealt, Event
from protocol.frozen import frozen
from protocol.messages import MESSAGES
from protocol.shape import shape_of
from protocol.words import Act, Seat, Secret


@frozen
class Chip:
    cents: int
    colour: str = "red"


def test_a_value_is_what_it_holds() -> None:
    assert Chip(5) == Chip(5, "red") != Chip(5, "blue")
    assert {Chip(5): "a", Chip(5, "red"): "b"} == {Chip(5): "b"}
    assert replace(Chip(5), cents=7) == Chip(7)
    assert repr(Chip(5)) == "Chip(cents=5, colour='red')"


def test_the_type_checker_refuses_to_change_a_value() -> None:
    # Without the refusal this comment were one too many, which the type checker tells.
    Chip(5).cents = 6  # type: ignore[misc]


def test_a_value_has_no_other_fields() -> None:
    with pytest.raises(AttributeError):
        Chip(5).size = 3  # type: ignore[attr-defined]


@pytest.mark.parametrize("kind", [*EVENTS.values(), *MESSAGES.values(), Act, Secret])
def test_whatever_is_said_has_no_fields_but_its_own(kind: type) -> None:
    assert is_dataclass(kind)
    assert not hasattr(kind.__new__(kind), "__dict__")


def test_an_event_goes_to_another_process_without_how_it_is_written() -> None:
    said: list[Event] = [Acted(Seat(2), "call", 40), Dealt(Seat(1), Secret(Seat(1), ()))]
    shape_of(Event).write(said[0])
    again = pickle.loads(pickle.dumps(said))
    assert again == said
    assert getattr(again[0], "_plain", None) is None
