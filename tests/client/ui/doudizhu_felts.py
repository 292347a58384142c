"""What the tests of the felt of Dou Dizhu look at, and how a finger finds it there."""

from typing import Any

from mobile_client.ui.felts.doudizhu import DoudizhuFelt
from mobile_client.ui.look import px
from mobile_client.ui.widgets.faces import HIGH, WIDE
from protocol import messages
from protocol.games.doudizhu import Played
from protocol.words import Act, Seat
from tests.client.ui.scenes import Scene, asked
from tests.client.ui.stage import Finger, Stage
from tests.playing import PlayedRound

SIZES = {
    "small": (360, 640),
    "tall": (393, 872),
    "lying": (640, 360),
    "long": (872, 393),
    "tablet": (800, 1280),
    "desk": (1280, 800),
}


STRIP = 24
"""The least of a card that is free to a thumb, in dp."""


INDEX = 35 / WIDE
"""Up to where the index of a card reaches, as a share of its width."""


INDEX_HIGH = 76.5 / HIGH
"""Down to where the index of a card and its suit reach, as a share of its height."""


def felt_of(scene: Scene) -> DoudizhuFelt:
    felt = scene.screen.felt
    assert isinstance(felt, DoudizhuFelt)
    return felt


def button(scene: Scene, key: str) -> Any:
    bar = scene.screen.bar
    keys = [choice.key for choice in bar._ordered()]
    assert key in keys, keys
    return bar.buttons[keys.index(key)]


def keys(scene: Scene) -> list[str]:
    return [choice.key for choice in scene.screen.bar.choices]


def acts(scene: Scene) -> list[Act]:
    return [one.act() for one in scene.device.all(messages.Answer)]


def truth(scene: Scene) -> Any:
    """The state of the server at this moment."""
    return scene.one.steps[scene.line].state


def on(stage: Stage, felt: DoudizhuFelt, place: int, high: float = 0.5) -> Finger:
    """A finger on the free strip of a card."""
    view = felt.hand.views[place]
    return Finger(stage, view.x + px(6), view.y + view.height * high * 0.5)


def over(felt: DoudizhuFelt, place: int) -> tuple[float, float]:
    view = felt.hand.views[place]
    return view.x + px(6), view.y + view.height * 0.25


def second_trick(one: PlayedRound, line: int, seat: Seat) -> bool:
    before = sum(isinstance(event, Played) for step in one.steps[:line] for event in step.events)
    state = one.steps[line].state
    leads = state.stage == "play" and state.to_beat is None
    return leads and before > 3 and asked(one, line, seat)
