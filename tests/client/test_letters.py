"""The letters by which acts are chosen, the same in every client."""

import pytest

from client_core.client import Verb, letters, verb_of
from client_core.verbs import describe

TOGETHER = (
    ("fold", "check", "bet", "all_in"),
    ("fold", "call", "raise", "all_in"),
    ("show", "muck"),
    ("bet", "take", "clear", "undo", "rebet", "double", "spin"),
    ("bet", "rebet", "twice", "clear", "sit_out"),
    ("deal", "take", "sit_out"),
    ("hit", "stand", "double", "split", "surrender"),
    ("insure", "decline"),
    ("stand", "draw", "swap", "junk"),
    ("keep", "release"),
    ("check", "raise", "all_in"),
    ("match", "raise", "junk", "all_in"),
    ("pass", "bid"),
    ("pass", "play", "hint"),
    ("check_fold", "check", "call_any"),
)
"""What is offered in one turn of each game."""


def test_each_act_has_its_own_letter_among_those_of_its_turn() -> None:
    for verbs in TOGETHER:
        meant = letters(verbs)
        owned = {verb: verb_of(verb).letters[0] for verb in verbs if verb != "twice"}
        assert {
            verb: letter for letter, verb in meant.items() if owned.get(verb) == letter
        } == owned


def test_a_letter_that_also_means_an_act_gives_way_to_the_act_it_belongs_to() -> None:
    assert letters(("bet", "spin"))["r"] == "bet"
    assert letters(("bet", "rebet"))["r"] == "rebet"
    assert letters(("rebet", "bet")) == {"r": "rebet", "b": "bet", "e": "rebet"}


def test_of_two_with_the_same_letter_the_first_has_it() -> None:
    assert letters(("draw", "double")) == {"d": "draw"}


def test_where_both_are_offered_check_and_call_have_a_letter_each() -> None:
    both = {"c": "check", "l": "call"}
    assert both.items() <= letters(("fold", "check", "call", "raise", "all_in")).items()
    assert letters(("check_fold", "check", "call"))["l"] == "call"
    assert letters(("fold", "call"))["c"] == "call"


def test_what_has_no_letter_takes_none() -> None:
    assert letters(()) == letters(("leave",)) == {}


def test_a_verb_means_the_same_in_all_games() -> None:
    describe({"fold": verb_of("fold")})
    with pytest.raises(ValueError, match="'fold'"):
        describe({"fold": Verb("z")})
    assert verb_of("fold").letters == "f"
