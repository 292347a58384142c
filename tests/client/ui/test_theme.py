"""Colours that can be told apart, chips in their colours, targets that a thumb hits."""

from collections import Counter

import pytest

from mobile_client.ui import theme
from protocol.chips import EPS, TWENTY_ONE


@pytest.mark.parametrize(("name", "text", "behind"), theme.ON, ids=[row[0] for row in theme.ON])
def test_every_text_is_told_from_its_ground(
    name: str, text: theme.Colour, behind: theme.Colour
) -> None:
    assert theme.contrast(text, behind) >= 4.5, f"{name} has {theme.contrast(text, behind):.2f}"


def test_contrast_is_counted_as_the_guidelines_count_it() -> None:
    assert theme.contrast(theme.BLACK, theme.WHITE) == pytest.approx(21)
    assert theme.contrast(theme.rgb("767676"), theme.WHITE) == pytest.approx(4.54, abs=0.01)


def test_every_pair_of_text_and_ground_has_a_name_of_its_own() -> None:
    assert [name for name, count in Counter(row[0] for row in theme.ON).items() if count > 1] == []


@pytest.mark.req("E-RF-HH-005")
def test_chips_have_the_colours_that_players_call_them_by() -> None:
    assert {chip.value // 100: chip.colour for chip in EPS} == {
        5: "white",
        10: "red",
        50: "green",
        100: "black",
        500: "purple",
    }
    white, red, green, black, purple = (theme.CHIPS[chip.colour].body for chip in EPS)
    assert min(white[:3]) > 0.85
    assert max(black[:3]) < 0.2
    assert red[0] > 3 * max(red[1], red[2])
    assert green[1] > 1.5 * max(green[0], green[2])
    assert purple[2] > purple[0] > 1.5 * purple[1]
    assert {chip.colour for chip in TWENTY_ONE} <= set(theme.CHIPS)


def test_the_suits_of_a_four_colour_deck_are_four_colours() -> None:
    assert len(set(theme.FOUR_COLOURS)) == 4
    assert len(set(theme.TWO_COLOURS)) == 2


def test_there_are_two_table_themes_at_least() -> None:
    assert len({felt.middle for felt in theme.FELTS.values()}) >= 2


def test_five_cards_of_the_board_fit_the_narrowest_phone() -> None:
    wide, _ = theme.CARD_SIZES["medium"]
    assert 5 * wide + 4 * theme.SPACE["tight"] <= 360 - 2 * theme.SPACE["normal"]


def test_nothing_moves_when_motion_is_off() -> None:
    off = theme.MOTION["off"]
    assert {off.quick, off.normal, off.slow, off.deal, off.collect} == {0}
