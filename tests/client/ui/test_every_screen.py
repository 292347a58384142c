"""Every screen in every size and language: no text is cut, no control in the way of another."""

import pytest

from mobile_client.core.client import LANGUAGES
from mobile_client.ui.look import look, px
from tests.client.ui.looked_over import faults
from tests.client.ui.pages import PAGES, SIZES
from tests.client.ui.stage import Stage

SETTLED = 5
"""Frames until what follows from a layout is laid out too."""


@pytest.mark.req("E-RNF-002")
@pytest.mark.parametrize("page", PAGES)
def test_no_text_is_cut_and_no_control_overlaps_or_leaves_the_window(
    stage: Stage, page: str
) -> None:
    found = []
    for language in LANGUAGES:
        shown = PAGES[page](language)
        shown.size_hint = (None, None)
        for size, (wide, high) in SIZES.items():
            shown.size = px(wide), px(high)
            stage.show(shown)
            stage.frames(SETTLED)
            found += [f"{language} {size}: {fault}" for fault in faults(shown)]
        shown.close()
    assert not found, "\n".join(found)


@pytest.mark.parametrize("page", ["start", "lobby", "rooms", "settings", "cashier", "card-pin"])
def test_big_text_fits_too(stage: Stage, page: str) -> None:
    found = []
    for language in LANGUAGES:
        shown = PAGES[page](language)
        look.big_text = True
        shown.rebuild()
        shown.size_hint = (None, None)
        shown.size = px(360), px(640)
        stage.show(shown)
        stage.frames(SETTLED)
        found += [f"{language}: {fault}" for fault in faults(shown)]
        shown.close()
        look.big_text = False
    assert not found, "\n".join(found)
