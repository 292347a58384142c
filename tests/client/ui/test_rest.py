"""Where nothing moves nothing is drawn: a screen that is only looked at costs no battery."""

import pytest

from client_core.session_states import QUIET_S
from mobile_client.ui.look import look
from protocol import messages
from tests.client.device import Device
from tests.client.ui.moments import MOMENTS
from tests.client.ui.pages import PAGES
from tests.client.ui.stage import Stage
from tests.client.ui.visits import Visit

REST_S = 12.0
LITTLE_MS = 600
COUNTING = ("farewell",)
"""Pages on which time runs down."""


@pytest.mark.parametrize("page", [page for page in PAGES if page not in COUNTING])
def test_a_page_that_is_only_looked_at_draws_no_frame(stage: Stage, page: str) -> None:
    _, make = PAGES[page]
    shown = make("en")
    look.motion = "normal"
    stage.show(shown)
    stage.settle()
    assert stage.pass_by(REST_S) == []
    shown.close()


def lives(device: Device, seconds: float) -> None:
    """Time goes by on a line that is alive: whatever is asked of the house is answered."""
    before = len(device.sent)
    device.passes(seconds)
    for message in device.sent[before:]:
        if isinstance(message, messages.Ping):
            device.house(messages.Pong(message.n))


def test_a_line_that_shows_signs_of_life_draws_no_frame(stage: Stage) -> None:
    visit = Visit().come_in()
    shown = visit.stage()
    stage.show(shown)
    stage.settle()
    pings = len(visit.device.all(messages.Ping))
    assert stage.pass_by(3 * QUIET_S, lambda seconds: lives(visit.device, seconds)) == []
    assert len(visit.device.all(messages.Ping)) > pings
    assert visit.client.connection.view.state == "in"
    shown.close()


@pytest.mark.parametrize(
    "moment", ["holdem_showdown", "holdem_wait", "doudizhu_end", "roulette_end", "sabacc_bet"]
)
def test_a_table_at_which_nobody_acts_any_more_draws_no_frame(stage: Stage, moment: str) -> None:
    scene = MOMENTS[moment]("en")
    look.motion = "normal"
    stage.show(scene.stage())
    scene.ask(LITTLE_MS)
    stage.pass_by(5, lambda seconds: lives(scene.device, seconds))
    assert stage.pass_by(REST_S, lambda seconds: lives(scene.device, seconds)) == []
    scene.shown.close()
