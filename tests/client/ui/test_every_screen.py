"""Every screen and table in every size and language: all is read, and nothing is in the way."""

import gc
from collections.abc import Iterable
from functools import cache

import pytest
from kivy.clock import Clock, ClockEvent
from kivy.uix.textinput import TextInput

from client_core.client import LANGUAGES
from mobile_client.ui.keyboard import typing
from mobile_client.ui.look import look
from tests.client.ui.looked_over import faults
from tests.client.ui.sights import SIGHTS, SIZES, resized


def sweep() -> None:
    """What is left, as the rounds that moments were found in, is swept by no collector again."""
    # What observed a dead widget is garbage when the widget is gone; once frozen it would stay.
    while gc.collect():
        pass
    gc.freeze()


@cache
def spare_line() -> TextInput:
    """One line for all sights: a new one each time would be frozen before it is gone."""
    return TextInput()


def let_go(others: list[ClockEvent]) -> None:
    """Of what is gone nothing is kept by its line with the focus, or by what it has yet to do."""
    typing.leave()
    # Kivy itself remembers the last line whose cursor moved.
    line = spare_line()
    line.text = "-" if line.text == "+" else "+"
    for event in Clock.get_events():
        if event not in others:
            event.cancel()


@pytest.fixture(scope="module", autouse=True)
def _swept() -> None:
    sweep()


def looked_over(sight: str, sizes: Iterable[str]) -> None:
    """Looks at a sight in both languages and names all its faults."""
    found = []
    for language in LANGUAGES:
        others = Clock.get_events()
        shown = SIGHTS[sight].make(language)
        for size in sizes:
            resized(shown, size)
            found += [f"{language} {size}: {fault}" for fault in faults(shown)]
        shown.screen.gone()
        shown.close()
        # What is gone still watches the window, and each change of size would lay it out again.
        del shown
        let_go(others)
        sweep()
    assert not found, "\n".join(found)


@pytest.mark.req("E-RNF-002")
@pytest.mark.usefixtures("blank")
@pytest.mark.parametrize("sight", SIGHTS)
def test_all_is_read_and_nothing_is_in_the_way(sight: str) -> None:
    looked_over(sight, SIZES)


@pytest.mark.usefixtures("blank")
@pytest.mark.parametrize("sight", SIGHTS)
def test_large_text_is_read_too(sight: str) -> None:
    look.big_text = True
    looked_over(sight, ("small", "phone-lying"))
