"""What is told to whom, and what a viewer can make of it."""

import pytest

from protocol.cards import parse
from protocol.events import (
    Acted,
    Dealt,
    Laid,
    Moved,
    RoundBegan,
    Shown,
    bared,
    hand_of,
    stacks_of,
    told,
)
from protocol.words import BOARD, DISCARD, HOUSE, POT, Hidden, Seat, Secret
from tests.open_cards import cards_in

ME, YOU = Seat(0), Seat(1)
HAND = parse("As Kd")
DOWN = Dealt(ME, Secret(ME, HAND))


@pytest.mark.req("E-RF-GR-017", "H-FR5")
def test_a_secret_is_cards_to_its_owner_and_a_count_to_all_others() -> None:
    assert told(DOWN, ME) == Dealt(ME, HAND)
    assert told(DOWN, YOU) == Dealt(ME, Hidden(2))
    assert told(DOWN, None) == Dealt(ME, Hidden(2))


@pytest.mark.req("C-3.3", "B-6.1.2")
def test_the_dealers_hole_card_is_nobodys() -> None:
    hole = Dealt(HOUSE, Secret(HOUSE, HAND[:1]))
    assert told(hole, ME) == told(hole, None) == Dealt(HOUSE, Hidden(1))


def test_only_the_journals_digest_sees_everything() -> None:
    assert bared(DOWN) == Dealt(ME, HAND)
    assert bared(Acted(ME, "check")) == Acted(ME, "check")


def test_open_cards_are_found_in_every_kind_of_event() -> None:
    assert cards_in(told(DOWN, ME)) == HAND
    assert cards_in(told(DOWN, YOU)) == ()
    assert cards_in(Shown(ME, HAND)) == HAND
    assert cards_in(Laid(ME, BOARD, HAND)) == HAND
    assert cards_in(Acted(ME, "check")) == ()


def test_a_hand_is_what_was_dealt_and_taken_less_what_was_laid_down() -> None:
    said = [
        told(DOWN, ME),
        Laid(DISCARD, ME, parse("7c")),
        Laid(ME, DISCARD, parse("As")),
        Dealt(YOU, Hidden(2)),
        Laid(YOU, DISCARD, parse("2c")),
    ]
    assert hand_of(ME, said) == parse("Kd 7c")
    assert hand_of(YOU, said) == ()


def test_stacks_follow_every_movement() -> None:
    said = [
        RoundBegan("holdem", "eps", 1, {ME: "Amber"}, {ME: 1000, YOU: 500}, {}),
        Moved(ME, POT, 300, "bet"),
        Moved(POT, YOU, 300, "won"),
    ]
    assert stacks_of(said) == {ME: 700, YOU: 800, POT: 0}
