"""Chance: the same for the same question, even among its numbers, and without modulo bias."""

from collections import Counter
from itertools import chain, repeat

from hypothesis import given
from hypothesis import strategies as st

from game_server.fair import sealed
from game_server.fair.chance import answer, seeded, true_chance

SECRET = bytes(range(32))
PACK = tuple(range(52, 0, -1))


def test_a_restart_draws_the_same_cards() -> None:
    once = sealed.draw(SECRET, "round:41", 7, PACK)
    assert sealed.draw(SECRET, "round:41", 7, PACK) == once


def test_every_secret_source_and_turn_has_draws_of_its_own() -> None:
    draws = {
        sealed.draw(secret, source, turn, PACK)
        for secret in (SECRET, bytes(32))
        for source in ("round:41", "round:4", "shoe:1")
        for turn in (1, 2, 17)
    }
    assert len(draws) == 18


def test_a_secret_comes_from_the_operating_system_and_is_never_the_same() -> None:
    assert len({sealed.new_secret() for _ in range(100)}) == 100
    assert len(sealed.new_secret()) == 32


@given(st.lists(st.integers(1, 2**40), max_size=60), st.integers(1, 1000))
def test_numbers_stay_below_their_bounds(bounds: list[int], turn: int) -> None:
    drawn = sealed.draw(SECRET, "round:1", turn, tuple(bounds))
    assert len(drawn) == len(bounds)
    assert all(0 <= number < bound for number, bound in zip(drawn, bounds, strict=True))


def test_what_would_favour_small_numbers_is_drawn_again() -> None:
    """2**64 leaves a rest of 1 by 3: the last word would make 0 likelier than 1 and 2."""
    top = 2**64 - 1
    assert top % 3 == 0
    assert sealed._below(3, iter([top, top - 1])) == (top - 1) % 3
    assert sealed._below(37, iter([top, 5])) == 5


def test_every_number_of_the_wheel_comes_alike_often() -> None:
    """Chi square with 36 degrees of freedom: above 80 comes once in more than ten thousand."""
    rounds = 37_000
    drawn = chain.from_iterable(
        sealed.draw(SECRET, "round:1.wheel", turn, bounds)
        for turn, bounds in zip(range(rounds), repeat((37,)), strict=False)
    )
    counts = Counter(drawn)
    assert sum((counts[number] - 1000) ** 2 / 1000 for number in range(37)) < 80


def test_a_seed_is_for_showing_and_true_chance_for_players() -> None:
    assert answer(PACK, seeded(7)) == answer(PACK, seeded(7))
    assert answer(PACK, true_chance) != answer(PACK, true_chance)
