"""What every picture of a table is made by: a table laid out, before a game, at a moment."""

from collections.abc import Callable, Mapping
from typing import Final

from game_server.rules.catalogue import GAMES
from mobile_client.ui.look import px
from mobile_client.ui.screens.table import TableScreen
from mobile_client.ui.stage import Stage
from protocol.messages import Sitter
from protocol.words import Seat
from tests.client.ui.scenes import Scene, asked
from tests.playing import PlayedRound

Maker = Callable[[str], Stage]
"""Makes a picture in a language."""
Stop = Callable[[PlayedRound, int, Seat], bool]
"""Whether this line of a round is the moment, as this seat sees it."""
SMALL: Final = (360, 640)


def laid(scene: Scene) -> Stage:
    """The scene as it is on the screen when all that was told has been shown."""
    stage = scene.stage()
    stage.size_hint = (None, None)
    stage.size = [px(side) for side in SMALL]
    scene.screen._refresh()
    return stage


def screen_of(stage: Stage) -> TableScreen:
    assert isinstance(stage.screen, TableScreen)
    return stage.screen


def before_a_game(
    game: str,
    preset: str,
    language: str,
    seat: int,
    people: Mapping[int, Sitter],
    ready: bool = False,
) -> Scene:
    """A table at which nothing was played yet."""
    stacks = {Seat(place): sitter.stack for place, sitter in people.items()}
    nothing = PlayedRound(GAMES[game], GAMES[game].presets[preset], stacks, None)
    return Scene(game, preset, nothing, Seat(seat), language, people=people, ready=ready)


def playing(one: PlayedRound, line: int, seat: Seat, *verbs: str) -> bool:
    if not asked(one, line, seat):
        return False
    ask = next(ask for ask in one.asked[line] if ask.who == seat)
    return {option.verb for option in ask.options} >= set(verbs)
