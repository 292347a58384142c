"""The odds of open hands are counted beside all else, and known before the next cards come."""

from types import SimpleNamespace

import pytest

from client_core.client import Race
from mobile_client.ui.felts import reckoner
from mobile_client.ui.felts.reckoner import Reckoner
from protocol.cards import PACK
from protocol.words import Seat

STREET_S = 2.5
STEP_S = 0.001
"""What the least bit of counting takes on a slow device."""


@pytest.mark.parametrize("frame", [1 / 60, 1 / 10, 1 / 4])
def test_odds_are_known_long_before_the_flop_however_slow_the_frames_are(
    monkeypatch: pytest.MonkeyPatch, frame: float
) -> None:
    now = [0.0]

    def time() -> float:
        now[0] += STEP_S
        return now[0]

    clock = SimpleNamespace(time=time, create_trigger=lambda *_, **__: Trigger())
    monkeypatch.setattr(reckoner, "Clock", clock)
    known: list[bool] = []
    counting = Reckoner(lambda: known.append(True))
    hands = {Seat(seat): tuple(PACK[seat * 9 : seat * 9 + 2]) for seat in range(2)}
    counting.watch(Race(hands, (), ()))
    waited = 0.0
    while not known:
        began = now[0]
        counting._count(frame)
        waited += max(frame, now[0] - began)
    assert waited < STREET_S / 2
    assert sum(counting.odds.values()) in range(998, 1003)


class Trigger:
    def __call__(self) -> None:
        """Frames are counted by hand."""

    def cancel(self) -> None:
        """As above."""
