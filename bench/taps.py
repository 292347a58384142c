"""From a finger to the act, and from what is told to its frame: ours beside a bare Kivy window.

A tap begins when the finger leaves the button and ends when the bytes of the act are handed to the
line. What is told begins with its bytes and ends when the frame that shows it is flipped and whole.
`python -m bench.taps ours` is the program with the window of one of the two.
"""

import json
import sys
from collections.abc import Callable, Iterator, Mapping
from itertools import count
from math import ceil
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final, Protocol

from bench.measure import RUNS, number, table, times
from bench.window import PHONE, child, phone, screen

if TYPE_CHECKING:
    from tests.client.ui.stage import Stage

COUNT: Final = 100
"""Taps of a run, and as much that is told."""
WARM: Final = 45
"""So much is told before that, a hand, in which most cards are painted for the first time."""
CALLS: Final = frozenset({"call", "check"})
MOVES_S: Final = 2.0
"""Within so long whatever an event sets in motion has come to rest."""
NAMES: Final = {"ours": "ours: a table of hold'em", "bare": "a bare Kivy window"}
Handed = Callable[[bytes], None]


class Side(Protocol):
    """A window with a button that acts, on which what is told is shown."""

    def asked(self) -> Any:
        """The button that says call or check, which the player may press now."""

    def news(self) -> bytes:
        """What the house tells next."""

    def hears(self, data: bytes) -> None:
        """These bytes come in."""

    def shows(self) -> bool:
        """Whether all that came in is on the screen."""


def ours(stage: "Stage", handed: Handed) -> Side:
    """The table of the app, its client, and a device whose bytes go to `handed`."""
    from client_core.effects import Effect, Send
    from mobile_client.ui.look import look
    from protocol import messages
    from protocol.codec import encode
    from protocol.events import RoundBegan, RoundEnded, told
    from protocol.messages import Told
    from tests.client.ui.hands import Hands

    class Wire(list[Effect]):
        """What the client wants done, noted where the link would do it."""

        def append(self, effect: Effect) -> None:
            if isinstance(effect, Send):
                handed(effect.data)

    class Ours:
        def __init__(self) -> None:
            look.motion = "normal"
            hands = Hands()
            self.rounds, self.scene = hands.rounds, hands.scene
            self.scene.device.effects = Wire()
            stage.show(hands.shown)
            self.scene.to(max(self._mine()))
            self.told = self._told()

        def _mine(self) -> Iterator[int]:
            """When I may call or check."""
            for line, asks in enumerate(self.scene.one.asked):
                verbs = {option.verb for ask in asks if ask.who == self.scene.seat
                         for option in ask.options}  # fmt: skip
                if verbs & CALLS:
                    yield line

        def asked(self) -> Any:
            scene, device = self.scene, self.scene.device
            if (answers := device.all(messages.Answer)) and scene.client.requests.pending(
                answers[-1].id
            ):
                device.house(messages.Ok(answers[-1].id))
            scene.ask()
            # A button that has only just come there does not count yet, nor one whose cards fly.
            device.passes(3.0)
            stage.frames()
            bar = scene.screen.bar
            keys = [f"act.{one.key}" for one in scene.client.turn.acts("t").buttons
                    if one.verb in CALLS]  # fmt: skip
            return next(button for button, choice in zip(bar.buttons, bar.choices, strict=True)
                        if choice.key in keys)  # fmt: skip

        def news(self) -> bytes:
            return encode(next(self.told))

        def hears(self, data: bytes) -> None:
            self.scene.client.connection.heard(self.scene.device.connection, data)

        def shows(self) -> bool:
            # Equal and not the same: taking what moves makes another.
            return bool(self.scene.screen.view == self.scene.client.tables.view("t"))

        def _told(self) -> Iterator[Told]:
            """Hand after hand; what is asked after each act stands there before the next."""
            rounds, scene = self.rounds, self.scene
            # The hand in which the taps were ends first.
            scene.to(len(scene.one.script))
            for played in count(2):
                one = scene.one = rounds[played % len(rounds)]
                options = {name: getattr(one.options, name)
                           for name in one.options.__dataclass_fields__}  # fmt: skip
                after, last = 0, len(one.steps) - 1
                for place, step in enumerate(one.steps):
                    began = RoundBegan(
                        "holdem", "standard", played, scene.names, dict(one.stacks), options
                    )
                    events = [*[began] * (not place), *step.events,
                              *[RoundEnded()] * (place == last)]  # fmt: skip
                    seen = tuple(told(event, scene.seat) for event in events)
                    yield Told("t", played, after, after + len(seen), seen)
                    after += len(seen)
                    scene.line = place
                    scene.ask()
                    scene.device.passes(1.0)

    return Ours()


def bare(stage: "Stage", handed: Handed) -> Side:
    """One button and one label."""
    from kivy.uix.boxlayout import BoxLayout
    from kivy.uix.button import Button
    from kivy.uix.label import Label

    from protocol.codec import encode
    from protocol.messages import Answer

    class Bare:
        def __init__(self) -> None:
            self.turns, self.said = count(1), count(1)
            self.label, self.button = Label(), Button(text="Call")
            self.button.bind(on_release=lambda _: handed(self._act()))
            both = BoxLayout(orientation="vertical")
            both.add_widget(self.label)
            both.add_widget(self.button)
            stage.show(both)

        def _act(self) -> bytes:
            turn = next(self.turns)
            return encode(Answer(turn, "t", turn, "call"))

        def asked(self) -> Any:
            return self.button

        def news(self) -> bytes:
            return f"Told {next(self.said)}".encode()

        def hears(self, data: bytes) -> None:
            self.label.text = data.decode()

        def shows(self) -> bool:
            return True

    return Bare()


SIDES: Final[Mapping[str, Callable[["Stage", Handed], Side]]] = {"ours": ours, "bare": bare}


def tap(stage: "Stage", side: Side) -> float:
    """A finger on the button and off again; when it left."""
    button = side.asked()
    stage.frames()
    finger = stage.press(*button.to_window(*button.center))
    left = perf_counter()
    finger.lift()
    return left


def tell(stage: "Stage", side: Side) -> float:
    """Something is told and shown; the seconds between."""
    from kivy.graphics.opengl import glFinish

    data, whole = side.news(), 0.0

    def done() -> bool:
        nonlocal whole
        drawn = stage.frames()
        glFinish()
        whole = perf_counter()
        return drawn > 0 and side.shows()

    glFinish()
    came = perf_counter()
    side.hears(data)
    stage.until(done)
    # What moved because of it has moved before the next comes.
    stage.skip(MOVES_S)
    stage.frames(2)
    return whole - came


def measured(stage: "Stage", name: str, most: int, warm: int = 0) -> dict[str, list[float]]:
    """Seconds of so many taps, and of as much that was told, after some that do not count."""
    acts: list[float] = []
    side = SIDES[name](stage, lambda _: acts.append(perf_counter()))
    taps, frames = [], []
    for _ in range(min(warm, 5) + most):
        acts.clear()
        left = tap(stage, side)
        taps.append(acts[0] - left)
    for _ in range(warm + most):
        frames.append(tell(stage, side))
    return {"taps": taps[-most:], "frames": frames[-most:]}


def inside(name: str) -> None:
    phone()
    from tests.client.ui.stage import Stage

    print(json.dumps(measured(Stage(*PHONE), name, COUNT, WARM)))


def share(seconds: list[float], part: float) -> float:
    """In milliseconds, what this part of them did not exceed."""
    return sorted(seconds)[ceil(part * len(seconds)) - 1] * 1000


def main() -> None:
    runs: dict[str, list[dict[str, list[float]]]] = {name: [] for name in SIDES}
    with screen() as env:
        for _ in range(RUNS):
            for name, found in runs.items():
                found.append(child("bench.taps", name, env=env))
    for what, title in (("taps", "from a finger to the act"), ("frames", "from told to its frame")):
        half, most = (
            {name: median(share(one[what], part) for one in runs[name]) for name in runs}
            for part in (0.5, 0.99)
        )
        rows = [
            [NAMES[name], number(half[name]), number(most[name]), times(half[name], half["bare"])]
            for name in runs
        ]
        print(table([title, "p50 ms", "p99 ms", "of the bare window"], rows), end="\n\n")


if __name__ == "__main__":
    inside(sys.argv[1])
