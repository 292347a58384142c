"""The board: which places there are, what each covers."""

from collections import Counter
from itertools import pairwise

import pytest

from protocol.games.roulette import (
    ALL_PLACES,
    NUMBERS,
    PLACES,
    REDS,
    SLOTS,
    WHEEL,
    colour,
    kind,
    place_name,
)


def at(number: int) -> tuple[int, int]:
    """Column and row of a number on the drawn board, 0 apart."""
    return (number - 1) // 3, (number - 1) % 3


def around(place: str) -> frozenset[int]:
    return NUMBERS[place]


def of_kind(*kinds: str) -> list[str]:
    return [place for place in ALL_PLACES if kind(place) in kinds]


@pytest.mark.req("C-4.3", "C-4.4", "C-4.5", "C-4.6", "C-4.7", "C-4.8", "C-4.12", "C-4.13")
def test_the_board_has_as_many_places_of_each_kind_as_a_real_one() -> None:
    count = Counter(kind(place) for place in PLACES)
    kinds = ["straight", "split", "street", "trio", "corner", "sixline"]
    even_chances = ["red", "black", "odd", "even", "low", "high"]
    assert [count[one] for one in kinds] == [37, 60, 12, 2, 22, 11]
    assert [count[one] for one in even_chances] == [1] * 6
    assert [count["dozen"], count["column"]] == [3, 3]


def test_the_house_board_has_156_places_and_the_standard_one_the_first_four_too() -> None:
    assert len(PLACES) == len(set(PLACES)) == 156
    assert set(ALL_PLACES) - set(PLACES) == {"first_four"}
    assert len(ALL_PLACES) == 157
    assert NUMBERS["first_four"] == {0, 1, 2, 3}


@pytest.mark.req("C-4.4")
def test_every_split_is_of_two_neighbours_and_no_two_neighbours_lack_one() -> None:
    neighbours = {
        frozenset({a, b})
        for a in range(1, 37)
        for b in range(1, 37)
        if abs(at(a)[0] - at(b)[0]) + abs(at(a)[1] - at(b)[1]) == 1
    } | {frozenset({0, number}) for number in (1, 2, 3)}
    assert {around(place) for place in of_kind("split")} == neighbours


@pytest.mark.req("C-4.6")
def test_a_corner_is_where_four_numbers_meet() -> None:
    squares = {
        frozenset(n for n in range(1, 37) if at(n)[0] in (x, x + 1) and at(n)[1] in (y, y + 1))
        for x in range(11)
        for y in range(2)
    }
    assert {around(place) for place in of_kind("corner")} == squares


@pytest.mark.req("C-4.5", "C-4.8")
def test_a_street_is_one_row_of_three_and_a_six_line_two_that_touch() -> None:
    rows = [frozenset({n, n + 1, n + 2}) for n in range(1, 37, 3)]
    assert [around(place) for place in of_kind("street")] == rows
    pairs = [a | b for a, b in pairwise(rows)]
    assert [around(place) for place in of_kind("sixline")] == pairs


@pytest.mark.req("C-4.7")
def test_the_two_trios_touch_zero() -> None:
    assert {around(place) for place in of_kind("trio")} == {
        frozenset({0, 1, 2}),
        frozenset({0, 2, 3}),
    }


@pytest.mark.req("C-4.9", "C-4.10", "C-4.11", "C-4.12", "C-4.13", "C-4.15")
def test_outside_places_share_the_36_numbers_equally_and_none_covers_zero() -> None:
    for group in (["red", "black"], ["odd", "even"], ["low", "high"]):
        assert Counter(n for one in group for n in NUMBERS[one]) == Counter(range(1, 37))
        assert len(NUMBERS[group[0]]) == 18
    for one in ("dozen", "column"):
        assert Counter(n for place in of_kind(one) for n in NUMBERS[place]) == Counter(range(1, 37))
        assert {len(NUMBERS[place]) for place in of_kind(one)} == {12}
    assert NUMBERS["odd"] == {n for n in range(1, 37) if n % 2}
    assert NUMBERS["low"] == set(range(1, 19))
    assert NUMBERS["dozen:2"] == set(range(13, 25))
    assert NUMBERS["column:1"] == set(range(1, 35, 3))


@pytest.mark.req("C-4.9")
def test_the_colours_are_those_of_the_standard_wheel() -> None:
    assert colour(0) == "green"
    assert [len(REDS & NUMBERS[f"column:{nth}"]) for nth in (1, 2, 3)] == [6, 4, 8]
    assert len(REDS & NUMBERS["even"]) == 8
    assert sorted(WHEEL) == list(range(SLOTS))
    hues = [colour(number) for number in WHEEL[1:]]
    assert all(hue != other for hue, other in pairwise(hues))


def test_a_named_place_covers_the_numbers_in_its_name() -> None:
    for place in of_kind("straight", "split", "trio", "corner"):
        assert NUMBERS[place] == set(map(int, place.partition(":")[2].split("-")))
    assert NUMBERS["street:16"] == {16, 17, 18}
    assert NUMBERS["sixline:16-19"] == {16, 17, 18, 19, 20, 21}


@pytest.mark.parametrize(
    ("place", "name"),
    [
        ("straight:0", "number 0"),
        ("split:16-17", "the split 16-17"),
        ("street:16", "the street 16 to 18"),
        ("trio:0-2-3", "the trio 0-2-3"),
        ("corner:16-17-19-20", "the corner 16-17-19-20"),
        ("sixline:16-19", "the six line 16 to 21"),
        ("first_four", "the first four"),
        ("red", "red"),
        ("odd", "odd"),
        ("low", "the low numbers"),
        ("high", "the high numbers"),
        ("dozen:1", "the first dozen"),
        ("column:3", "the third column"),
    ],
)
def test_a_place_is_called_as_players_call_it(place: str, name: str) -> None:
    assert place_name(place) == name


def test_no_two_places_have_the_same_name_and_none_is_a_code() -> None:
    names = [place_name(place) for place in ALL_PLACES]
    assert len(set(names)) == len(ALL_PLACES)
    assert not [name for name in names if set(name) & set(":_{}") or "None" in name]
