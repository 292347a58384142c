"""The handheld of the tests obeys, and hides nothing that goes wrong in the app."""

from pathlib import Path

import pytest

from tests.e2e.player import Player, players
from tests.house.process import house


@pytest.mark.req("E-RNF-002")
def test_an_app_comes_in_is_cut_off_and_is_back_with_all_that_its_window_says(
    display: str, tmp_path: Path
) -> None:
    with house(tmp_path) as running:
        one = Player("Juno", running.url, tmp_path, relayed=True)
        with players(one):
            one.comes_in()
            one.shown("Juno")
            one.ask("cut")
            one.until(lambda sight: sight.connection == "waiting", "no line")
            one.shown("Connection lost")
            one.ask("mend")
            one.until(lambda sight: sight.connection == "in", "back")
            one.kill()
            one.start()
            one.until(lambda sight: sight.screen == "lobby", "by itself")
            with pytest.raises(AssertionError, match="Nothing to press says 'Fold'"):
                one.ask("tap", says="Fold", patience=0.1)
