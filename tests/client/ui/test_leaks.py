"""An evening of hands leaves behind no more than its first hands did."""

import gc

from kivy.uix.widget import Widget

from mobile_client.ui import plates
from tests.client.ui.hands import ROUNDS, Hands
from tests.client.ui.stage import Stage


def widgets() -> int:
    gc.collect()
    # Asked for its class, a weak reference that is dead raises.
    return sum(issubclass(type(one), Widget) for one in gc.get_objects())


def test_hands_leave_no_widgets_and_no_pictures_behind(stage: Stage) -> None:
    hands = Hands()
    stage.show(hands.shown)
    hands.play(ROUNDS)
    before, painted = widgets(), plates.count()
    hands.play(ROUNDS)
    assert widgets() <= before
    assert plates.count() <= painted
    assert len(hands.scene.client.tables.history("t")) == 2 * ROUNDS
    hands.shown.close()
