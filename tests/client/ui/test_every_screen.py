"""Every screen in every size and language: no text is cut, no control in the way of another."""

import pytest
from kivy.clock import Clock

from mobile_client.core.client import LANGUAGES
from mobile_client.ui.look import look, px
from tests.client.ui.looked_over import faults
from tests.client.ui.pages import PAGES, SIZES
from tests.client.ui.stage import Stage

SETTLED = 16
"""Ticks until what follows from a layout is laid out too."""


def laid_out() -> None:
    """Nothing is drawn: where things are and what they say is all that is looked at."""
    for _ in range(SETTLED):
        # A tick without the pause that keeps to so many frames a second.
        Clock.pre_idle()
        Clock.post_idle(Clock.time(), Clock.time())


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
            laid_out()
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
        laid_out()
        found += [f"{language}: {fault}" for fault in faults(shown)]
        shown.close()
        look.big_text = False
    assert not found, "\n".join(found)
