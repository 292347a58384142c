"""Games of sabacc in which the dice show doubles, and the hands are thrown in."""

from functools import cache

from mobile_client.ui.look import px
from mobile_client.ui.stage import Stage
from protocol.events import Laid
from protocol.games.sabacc import Rolled, Shifted
from protocol.words import DISCARD, Seat
from tests.client.rounds import played
from tests.client.ui.scenes import Scene
from tests.playing import PlayedRound


def _events(one: PlayedRound, line: int, kind: type[object]) -> list[object]:
    return [event for event in one.steps[line].events if isinstance(event, kind)]


@cache
def rolled(shift: bool) -> tuple[PlayedRound, Seat, int]:
    """A game, a seat that still plays, and the line after which the dice are thrown: with doubles,
    or without; in the middle of the game."""
    for seed in range(200):
        one = played("sabacc", "house", seed)
        if len(one.stacks) < 3:
            continue
        for line in range(1, len(one.steps) - 1):
            if not _events(one, line, Rolled) or bool(_events(one, line, Shifted)) != shift:
                continue
            threw = [event.src for event in one.steps[line].events
                     if isinstance(event, Laid) and event.dst == DISCARD]  # fmt: skip
            if shift and len(threw) > 1:
                return one, threw[-1], line
            if not shift:
                return one, min(one.stacks), line
    raise LookupError("No game comes to that.")


def before_the_dice(shift: bool, language: str = "en") -> Scene:
    """The moment before they are thrown; `scene.line + 1` is after it."""
    one, seat, line = rolled(shift)
    scene = Scene("sabacc", "house", one, seat, language)
    scene.to(line - 1)
    return scene


def settled(scene: Scene) -> int:
    """The line at which, after that throw, somebody is asked again."""
    return next(
        line
        for line in range(scene.line + 1, len(scene.one.asked))
        if any(ask.who >= 0 for ask in scene.one.asked[line])
    )


def shifted(language: str) -> Stage:
    """After a shift: the dice lie there, the pile holds the hands that were thrown in."""
    scene = before_the_dice(True, language)
    scene.to(settled(scene))
    stage = scene.stage()
    stage.size_hint = (None, None)
    stage.size = [px(side) for side in (360, 640)]
    scene.screen._refresh()
    return stage
