"""The rules over a table: a window that a button opens and "Ok" closes, at every game."""

from dataclasses import replace

import pytest

from game_server.rules.catalogue import GAMES
from mobile_client.ui.screens.rules_window import RulesWindow
from mobile_client.ui.widgets.words import Words
from protocol import messages
from tests.client.ui.moments import MOMENTS
from tests.client.ui.scenes import Scene
from tests.client.ui.stage import Stage

AT = {
    "holdem": "holdem_flop",
    "doudizhu": "doudizhu_lead",
    "blackjack": "blackjack_play",
    "roulette": "roulette_bet",
    "sabacc": "sabacc_bet",
}
TOLD = {
    "holdem": ("Each player gets two cards", "Straight flush"),
    "doudizhu": ("a landlord with 20 cards",),
    "blackjack": ("Come closer to 21", "an ace counts 1 or 11", "Then hit for another card",
                  "draws by a fixed rule", "higher than the dealer"),
    "roulette": ("A ball falls into one of the 37 slots", "35 to 1", "On 0 every bet",
                 "a street (three in a row) 11", "a dozen or a column 2",
                 "a tap on a number bets that number"),
    "sabacc": ("closest to 0",),
}  # fmt: skip
"""What a newcomer has to read of each game."""


def tell(scene: Scene) -> None:
    asked = scene.device.last(messages.RulesOf)
    options = GAMES[asked.game].presets[asked.preset]
    shown = {name: getattr(options, name) for name in options.__dataclass_fields__}
    scene.device.house(messages.TheRules(asked.id, asked.game, asked.preset, shown))


def opened(scene: Scene, stage: Stage) -> RulesWindow:
    """A tap on the button over the table."""
    whole = scene.stage()
    whole.size_hint = (None, None)
    whole.size = stage.window.size
    stage.show(whole)
    stage.tap(scene.screen.top_bar.rules)
    tell(scene)
    stage.frames(6)
    (window,) = scene.shown.overlays
    assert isinstance(window, RulesWindow)
    return window


def written(window: RulesWindow) -> list[str]:
    return [one.text for one in window.walk(restrict=True) if isinstance(one, Words)]


@pytest.mark.req("C-2.17", "C-3.13", "C-4.19")
@pytest.mark.parametrize("game", sorted(AT))
def test_a_button_at_every_table_shows_the_rules_until_ok(game: str, stage: Stage) -> None:
    scene = MOMENTS[AT[game]]("en")
    window = opened(scene, stage)
    texts = written(window)
    for words in TOLD[game]:
        assert any(words in text for text in texts), words
    assert window.ok.text == "Ok"
    stage.tap(window.ok)
    stage.frames(30)
    assert not scene.shown.overlays
    assert scene.shown.name == "table", "one is at the table all the while"
    scene.screen.gone()
    scene.shown.close()


def test_the_window_begins_with_what_is_otherwise_at_this_table(stage: Stage) -> None:
    scene = MOMENTS["holdem_flop"]("en")
    room = scene.client._state.tables.by_name["t"].room
    assert room is not None
    scene.device.house(messages.Joined(0, replace(room, options={"single_pot": True})))
    window = opened(scene, stage)
    texts = written(window)
    at = texts.index("Different at this table")
    assert texts[at + 1] == "There are no side pots."
    assert at < next(n for n, text in enumerate(texts) if text.startswith("Each player gets"))
