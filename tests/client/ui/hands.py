"""Hand after hand at one table, told to a client whose screen shows it."""

from typing import Final

from kivy.clock import Clock

from protocol import messages
from protocol.events import RoundBegan, RoundEnded, told
from protocol.messages import Line
from tests.client.ui.scenes import Scene, evening

ROUNDS: Final = 3
"""So many different hands, again and again."""
EVENING: Final = 1_795_030_000


class Hands:
    """A table of hold'em on its screen; `play` plays hands to their ends."""

    def __init__(self) -> None:
        some = [evening("standard", seed) for seed in range(0, 60, 2)]
        self.rounds = [one for one in some if len(one.stacks) == 7][:ROUNDS]
        first = self.rounds[0]
        self.scene = Scene("holdem", "standard", first, min(first.stacks))
        self.shown = self.scene.stage()
        self.played = 0

    def play(self, count: int) -> None:
        for _ in range(count):
            self.played += 1
            self._hand(self.played)

    def _hand(self, number: int) -> None:
        one, scene = self.rounds[number % ROUNDS], self.scene
        device = scene.device
        shown = {name: getattr(one.options, name) for name in one.options.__dataclass_fields__}
        began = RoundBegan("holdem", "standard", number, scene.names, dict(one.stacks), shown)
        after = 0
        for place, step in enumerate(one.steps):
            last = place == len(one.steps) - 1
            events = [*([began] if not place else []), *step.events, *([RoundEnded()] * last)]
            seen = [told(event, scene.seat) for event in events]
            device.tell(*seen, number=number, after=after)
            after += len(seen)
            scene.line = place
            scene.ask()
            device.passes(1.0)
            self._tick()
        line = Line(number, "Ada", EVENING + number, "Well played!", seat=min(one.stacks))
        device.house(messages.Chat("t", (line,)))
        self._tick()
        # What the device of the tests remembers is no part of the client.
        for noted in (device.sent, device.effects, device.topics):
            noted.clear()

    @staticmethod
    def _tick() -> None:
        for _ in range(3):
            # Without the pause that keeps to so many frames a second.
            Clock.post_idle(Clock.time(), Clock.time())
